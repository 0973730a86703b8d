"""A scene as text for a terminal: heading, boards, what stands where in words, legend. No line is ever too long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .characters import Lettering, columns, pad
from .grid_labels import on_a_grid
from .scene import Scene
from .text_board import MOST_LINES, board_lines, ways, wrap_text
from .wrapping import pack, wrap

BETWEEN = 4  # columns between two boards
Lines = list[str]


def draw_text(
    scene: Scene,
    width: int = 80,
    unicode: bool = True,
    marks: Mapping[str, str] | None = None,
    whole: bool = False,
    board_width: int | None = None,
    aside: str = "",
) -> str:
    """The scene as lines of at most `width` columns, each ended by a line break.

    `unicode=False` keeps to printable ASCII. `marks` says what to write instead of a symbol, a token or an initial,
    for terminals or readers that lack it: `{"≈": "w"}`. A board that is too wide shrinks; if it is still too wide, it
    is shown around the figures of the player whom the scene follows, and says how much lies outside. With `whole` it
    is drawn in strips, one below the other, behind a line that says so and `aside`. Boards may have a `board_width` of their own.

    >>> from cavewright.foundation.draw import Board, Piece, Place, Scene
    >>> place = Place("a1", 0, 0, frozenset("e"), "*", "entrance", "", (), (), (Piece("Anna", "", 0),))
    >>> print(draw_text(Scene("A cave", "", (Board("", "growing", (place,), ()),), (), ())), end="")
    A cave
    <BLANKLINE>
     ┌a1─────┐
     │   *  A├┈
     └───────┘
    <BLANKLINE>
    a1  Anna  entrance
    """
    lettering = Lettering(max(1, width), unicode, marks or {}, scene.lang)
    drawn = boards(scene, replace(lettering, width=board_width or lettering.width), whole, aside=aside)
    parts = [heading(scene, lettering), *drawn, standing(scene, lettering), legend(scene, lettering)]
    lines = [line for part in parts if part for line in ("", *part)][1:]
    return "".join(line.rstrip() + "\n" for line in lines)


def heading(scene: Scene, lettering: Lettering) -> Lines:
    """Title and subtitle, at the two ends of a line or below each other."""
    title = lettering.words(scene.title).strip()
    subtitle = lettering.words(scene.subtitle).strip()
    free = lettering.width - columns(title) - columns(subtitle)
    if title and subtitle and free >= 3:
        return [title + " " * free + subtitle]
    return [line for text in (title, subtitle) if text for line in wrap(text, lettering.width, later=2)]


def boards(
    scene: Scene, lettering: Lettering, whole: bool = False, high: int = MOST_LINES, aside: str = ""
) -> list[Lines]:
    """Every board as a block, drawn in at most so many lines if not whole; blocks stand side by side where the width
    allows."""
    named = len(scene.boards) > 1
    rows: list[Lines] = []
    for board in scene.boards:
        name = wrap(lettering.words(board.heading), lettering.width) if named else []
        block = [*name, *board_lines(board, lettering, scene.follows, whole, high, aside)]
        if rows and breadth(rows[-1]) + BETWEEN + breadth(block) <= lettering.width:
            rows[-1] = side_by_side(rows[-1], block)
        else:
            rows.append(block)
    return rows


def breadth(block: Lines) -> int:
    """Columns of the longest line."""
    return max(map(columns, block), default=0)


def side_by_side(left: Lines, right: Lines) -> Lines:
    """Two blocks as one, aligned at the top."""
    edge = breadth(left) + BETWEEN
    high = max(len(left), len(right))
    pairs = zip(left + [""] * (high - len(left)), right + [""] * (high - len(right)), strict=True)
    return [(pad(west, edge) + east).rstrip() for west, east in pairs]


def standing(scene: Scene, lettering: Lettering) -> Lines:
    """For every place with a figure: its name, who stands there, and what the place is; of a map also the ways out."""
    found = [
        (board, place)
        for board in scene.boards
        if board.is_growing or (board.is_map and not on_a_grid(board))
        for place in board.places
        if place.pieces
    ]
    names = [lettering.fit(lettering.words(place.title), 24) for _, place in found]
    wide = max(map(columns, names), default=0)
    who = [
        lettering.words(", ".join(piece.text or piece.initial for piece in place.pieces if not piece.small))
        for _, place in found
    ]
    crowd = min(24, max(map(columns, who), default=0))
    lines: Lines = []
    for (board, place), name, figures in zip(found, names, who, strict=True):
        signs = [piece.text for piece in place.pieces if piece.small]
        facts = lettering.listing(place.label, *place.notes, *signs, *(place.lying if board.is_map else ()))
        lines += wrap_text(f"{pad(name, wide)}  {pad(figures, crowd)}  {facts}".rstrip(), lettering)
        if board.is_map and any(not piece.small for piece in place.pieces):
            lines += ways(board, place.name, lettering)
    return lines


def legend(scene: Scene, lettering: Lettering) -> Lines:
    """The legend and the players, as many on a line as it holds; a player by the own figure's mark, if there is one."""
    own = [(scene.own(player).initial, name) for player, name in enumerate(scene.players)]
    players = [("" if mark == name else mark, name) for mark, name in own]
    return [*pack_entries(players, lettering), *pack_entries(scene.legend, lettering)]


def pack_entries(entries: Iterable[tuple[str, str]], lettering: Lettering) -> Lines:
    """Marks with their meanings, three blanks apart, in lines that fit."""
    said = [f"{lettering.mark(mark)} {lettering.words(meaning)}".strip() for mark, meaning in entries]
    return pack(said, lettering.width, between="   ") if said else []
