"""A scene as text for a terminal: heading, boards, what stands where in words, legend. No line is ever too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from .characters import Lettering, columns, pad
from .scene import Board, Form, Scene
from .text_grid import grid_lines
from .text_growing import growing_lines
from .text_map import map_lines

BETWEEN = 4  # columns between two boards
Lines = list[str]
PAINTERS: Mapping[Form, Callable[[Board, Lettering], Lines]] = MappingProxyType(
    {"growing": growing_lines, "grid": grid_lines, "hexagonal": grid_lines, "map": map_lines}
)


def draw_text(scene: Scene, width: int = 80, unicode: bool = True, marks: Mapping[str, str] | None = None) -> str:
    """The scene as lines of at most `width` columns, each ended by a line break.

    `unicode=False` keeps to printable ASCII. `marks` says what to write instead of a symbol, a token or an initial,
    for terminals or readers that lack it: `{"≈": "w"}`. A board that is too wide is cropped around its figures and
    says so; other texts are cut.

    >>> from cavewright.draw import Board, Piece, Place, Scene
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
    lettering = Lettering(max(1, width), unicode, MappingProxyType(dict(marks or {})), scene.lang)
    parts = [heading(scene, lettering), *boards(scene, lettering), standing(scene, lettering), legend(scene, lettering)]
    lines = [line for part in parts if part for line in ("", *part)][1:]
    return "".join(line.rstrip() + "\n" for line in lines)


def heading(scene: Scene, lettering: Lettering) -> Lines:
    """Title and subtitle, at the two ends of a line or below each other."""
    title, subtitle = lettering.words(scene.title).strip(), lettering.words(scene.subtitle).strip()
    free = lettering.width - columns(title) - columns(subtitle)
    if title and subtitle and free >= 3:
        return [title + " " * free + subtitle]
    return [lettering.fit(text) for text in (title, subtitle) if text]


def boards(scene: Scene, lettering: Lettering) -> list[Lines]:
    """Every board as a block; blocks stand side by side where the width allows."""
    named = len(scene.boards) > 1
    rows: list[Lines] = []
    for board in scene.boards:
        name = [lettering.fit(lettering.words(board.name))] if named else []
        block = [*name, *map(lettering.fit, PAINTERS[board.form](board, lettering))]
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
    """For every place with a figure: its name, who stands there, and what the place is."""
    held = [
        place for board in scene.boards if board.form in ("growing", "map") for place in board.places if place.pieces
    ]
    names = [lettering.fit(lettering.words(place.name), 24) for place in held]
    wide = max(map(columns, names), default=0)
    who = [lettering.words(", ".join(piece.text or piece.initial for piece in place.pieces)) for place in held]
    crowd = min(24, max(map(columns, who), default=0))
    about = [lettering.listing(place.label, *place.notes) for place in held]
    rows = zip(names, who, about, strict=True)
    lines = (f"{pad(name, wide)}  {pad(figures, crowd)}  {facts}".rstrip() for name, figures, facts in rows)
    return list(map(lettering.fit, lines))


def legend(scene: Scene, lettering: Lettering) -> Lines:
    """The legend and the players, as many on a line as it holds; a player by the own figure's mark, if there is one."""
    pieces = [piece for board in scene.boards for place in board.places for piece in place.pieces]
    own_last = sorted(pieces, key=lambda piece: piece.text in scene.players)
    symbols = {piece.player: piece.initial for piece in own_last}
    marked = ((symbols.get(player, name[:1]), name) for player, name in enumerate(scene.players))
    players = [("" if mark == name else mark, name) for mark, name in marked]
    return [*packed(players, lettering), *packed(scene.legend, lettering)]


def packed(entries: Iterable[tuple[str, str]], lettering: Lettering) -> Lines:
    """Marks with their meanings, three blanks apart, in lines that fit."""
    lines: Lines = []
    for mark, meaning in entries:
        entry = lettering.fit(f"{lettering.mark(mark)} {lettering.words(meaning)}".strip())
        if lines and columns(lines[-1]) + 3 + columns(entry) <= lettering.width:
            lines[-1] += f"   {entry}"
        else:
            lines.append(entry)
    return lines
