"""Pictures for pages and notebooks: a position, a tile by itself, an example with what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...foundation.draw import draw_svg
from ...foundation.draw.scene import Board, Entry, Piece, Place, Scene, Table
from ...rules.cave.grid import shape_of
from ...rules.model import ruleset as m
from ..positions.playable import Playable
from ..positions.position import Position
from ..positions.sight import ALL, Viewer
from .faces import Face
from .scene import card, scene_of

SHORT = 6
"""Letters of the name of a tile that is drawn on it."""
WHOLE = 64
"""Places of a board up to which it is drawn whole in an example, unless it grows."""


# ---- what is in the box ----------------------------------------------------------------------------------------------


def tile_scene(game: Playable, kind: str, row: str, lang: str = "en") -> Scene:
    """The scene of a tile or a card by itself, as it is printed: rock with its openings if it lies on a growing board,
    else a card. KeyError for a kind or a row that the rules do not have.

    >>> from cavewright import load_game
    >>> "squeeze 2" in draw_svg(tile_scene(load_game("the-cave"), "tile", "I-04"))
    True
    """
    rules, words = game.rules_model, game.wording(lang)
    of = rules.kinds[kind]
    number = of.rows.index(row) if row in of.rows else -1
    if number < 0:
        raise KeyError(row)
    board = next((each for each in rules.boards.values() if each.kind == kind), None)
    face = Face(of, words)
    place = card(face, number)
    if board is not None and not board.fixed:
        place = replace(place, open=openings(of, board, number))
    drawn = Board(
        face.label(number),
        "tiles" if place.open else "cards",
        (replace(place, name=row if len(row) <= SHORT else ""),),
        (),
        six=board is not None and board.hexagonal,
    )
    return Scene("", "", (drawn,), (), (), words.texts.lang)


def openings(kind: m.Kind, board: m.Board, row: int) -> frozenset[str]:
    """The sides of a tile that are open, as letters."""
    column = kind.columns.get(board.sides)
    bits = column.values[row] if column is not None else 0
    shape = shape_of(board)
    return shape.sides_of(shape.write_sides(bits))


# ---- examples --------------------------------------------------------------------------------------------------------


def example_svg(before: Position, after: Position | None = None, lang: str = "en") -> str:
    """An example in one picture: the part of the boards that matters as it is afterwards, with everything that changed
    marked, and what players hold, before and after. Without `after` nothing happened, as when an action is refused.

    >>> from cavewright import load_game
    >>> start = load_game("tic-tac-toe").new_initial_state()
    >>> example_svg(start, start.apply("mark b2")).count('class="changed"')
    1
    """
    return draw_svg(example_scene(before, after, lang))


def example_scene(before: Position, after: Position | None = None, lang: str = "en", viewer: Viewer = ALL) -> Scene:
    """The scene of an example: see `example_svg`."""
    old = scene_of(before, viewer, lang, numbers=True)
    new = old if after is None else scene_of(after, viewer, lang, numbers=True)
    known = {board.name: board for board in old.boards}
    boards = (mark_changes(known.get(board.name), board) for board in new.boards)
    focus = before.current_player if before.current_player >= 0 else None
    shown = [part for board in boards if (part := part_that_matters(board, focus)) is not None]
    columns = range(len(new.players)) if focus is None else (focus,)
    tables = [changed_table(old.tables, table, [1 + each for each in columns]) for table in new.tables]
    if any(entry.changed for table in tables if table for row in table for entry in row) or any(map(is_touched, shown)):
        shown = [each for each in shown if is_touched(each) or each.is_growing or each.is_map]
    standing = {piece.player for board in shown for place in board.places for piece in place.pieces}
    players = tuple(name if n in standing else "" for n, name in enumerate(new.players))
    found = tuple(sorted((each for each in tables if each), key=_is_of_nobody))
    return replace(new, title="", subtitle="", boards=tuple(shown), tables=found, players=players)


def _is_of_nobody(table: Table) -> bool:
    """Tells if a table is of the game and not of its players: those stand behind what players have."""
    return not any(entry.text for entry in table[0])


def is_touched(board: Board) -> bool:
    """Tells if something on a board is not as it was."""
    links = any(link.change for link in board.links)
    return links or any(each.changed or any(piece.change for piece in each.pieces) for each in board.places)


def mark_changes(old: Board | None, new: Board) -> Board:
    """A board with marks on what is not as it was; what is gone from it is marked too."""
    places = {each.name: each for each in old.places} if old is not None else {}
    links = dict.fromkeys(((each.a, each.b) for each in new.links), ("", False))
    links |= {(each.a, each.b): (each.label, each.marked) for each in (old.links if old is not None else ())}
    return replace(
        new,
        places=tuple(compared_place(places.get(each.name), each) for each in new.places),
        links=tuple(
            replace(each, change="" if links.get((each.a, each.b)) == (each.label, each.marked) else "new")
            for each in new.links
        ),
    )


def compared_place(old: Place | None, new: Place) -> Place:
    """A place with its pieces marked as new, and with those that have left it; the place itself is marked if anything
    else of it is another."""
    if old is None:
        return replace(new, changed=True, pieces=tuple(replace(each, change="new") for each in new.pieces))
    stayed = [replace(each, change="" if each in old.pieces else "new") for each in new.pieces]
    gone = [replace(each, change="gone") for each in old.pieces if each not in new.pieces]
    other = replace(old, pieces=(), x=0, y=0) != replace(new, pieces=(), x=0, y=0)
    return replace(new, pieces=(*stayed, *gone), changed=other)


def part_that_matters(board: Board, focus: int | None) -> Board | None:
    """The board around what has changed and around the figures of a player: those places and their neighbours, of a
    grid a rectangle. A grid of few places is whole; cards are shown if they changed."""
    touched = {each.name for each in board.places if each.changed or any(p.change for p in each.pieces)}
    if board.is_cards:
        changed = tuple(each for each in board.places if each.name in touched)
        return replace(board, places=changed) if changed else None
    is_grid = board.is_grid
    if is_grid and len(board.places) <= WHOLE:
        return board
    touched |= {name for link in board.links if link.change for name in (link.a, link.b)}
    if not (touched and is_grid):
        touched |= {each.name for each in board.places if any(is_of(piece, focus) for piece in each.pieces)}
    kept = rectangle(board, touched) if is_grid else touched | beside(board, touched)
    kept = kept or {each.name for each in board.places[:9]}
    places = tuple(each for each in board.places if each.name in kept)
    beyond = frozenset(each.cell for each in board.places if each.name not in kept and each.laid)
    return replace(board, places=places, beyond=beyond)


def rectangle(board: Board, names: set[str]) -> set[str]:
    """All places of a grid between those named, and two more on each side."""
    cells = [each.cell for each in board.places if each.name in names]
    if not cells:
        return set()
    low, high = (
        [min(axis) - 2 for axis in zip(*cells, strict=True)],
        [max(axis) + 2 for axis in zip(*cells, strict=True)],
    )
    return {
        each.name
        for each in board.places
        if all(least <= at <= most for least, at, most in zip(low, each.cell, high, strict=True))
    }


def beside(board: Board, names: set[str]) -> set[str]:
    """The places next to those named."""
    ends = [(link.a, link.b) for link, _, _ in board.links_inside()]
    return {b for a, b in ends if a in names} | {a for a, b in ends if b in names}


def is_of(piece: Piece, player: int | None) -> bool:
    """Tells if a piece is a figure of a player, or of anybody if no player is given."""
    return not piece.small and (player is None or piece.player == player)


def changed_table(old: Iterable[Table], new: Table, shown: Sequence[int]) -> Table | None:
    """The rows of a table that changed, as `before → after`, and those that say something in one of some columns; only
    these columns, and others in which something changed. None if nothing is left."""
    known = {row[0].text: row for table in old for row in table[1:]}
    rows = []
    for row in new[1:]:
        before = known.get(row[0].text)
        rows.append(tuple(compared_entry(before, row, n) for n in range(len(row))))
    if not any(entry.text for entry in new[0]):
        rows = [row for row in rows if any(entry.changed for entry in row)]
        return (new[0], *rows) if rows else None
    columns = [n for n in range(len(new[0])) if n == 0 or n in shown or any(row[n].changed for row in rows)]
    picked = [tuple(row[n] for n in columns) for row in rows if any(row[n].text for n in columns[1:])]
    return (tuple(new[0][n] for n in columns), *picked) if picked else None


def compared_entry(old: tuple[Entry, ...] | None, row: tuple[Entry, ...], n: int) -> Entry:
    """A cell of a table, marked if it said something else before."""
    before = old[n].text if old is not None and n < len(old) else ""
    now = row[n].text
    if n == 0 or before == now:
        return row[n]
    before, now = _without_alike(before, now)
    return Entry(f"{before or '–'} → {now or '–'}", row[n].piece, True)


def _without_alike(before: str, now: str) -> tuple[str, str]:
    """Two lists of as many words, each without those that stand in both at one place.

    >>> _without_alike("I 11, II 11, III 9", "I 10, II 11, III 9")
    ('I 11', 'I 10')
    """
    old, new = before.split(", "), now.split(", ")
    if len(old) != len(new):
        return before, now
    differ = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    return ", ".join(a for a, _ in differ), ", ".join(b for _, b in differ)
