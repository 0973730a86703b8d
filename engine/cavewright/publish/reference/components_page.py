"""Components of a game: what is in the box, every tile drawn, and the boards at the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...foundation.draw import Board, Place, Scene, draw_svg
from ...foundation.source.frozen import frozen
from ...foundation.texts import capitalise
from ...play.positions.sight import ALL
from ...play.positions.value_text import set_members
from ...play.positions.wording import Wording
from ...play.views.faces import Face
from ...play.views.pictures import openings
from ...play.views.scene import scene_of
from ...rules.cave.grid import shape_of
from ...rules.check.translatable_texts import NAMED, shown_kinds
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import Type
from .game_reference import FEW, GameReference, is_mere_count, printed_columns
from .markdown import Block, Details, Heading, Icon, Page, Paragraph, Table, Words, anchor_of, plain

ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←", "ne": "↗", "se": "↘", "sw": "↙", "nw": "↖"}
NAMES = ("Anna", "Bruno", "Carla", "David", "Emma", "Felix", "Greta", "Hugo")


def components_page(game: GameReference) -> Page:
    """Every tile drawn with its count, every kind that players meet with its rows, and the boards at the start; kinds that
    only the rules count with are folded away behind them, but for those of which the book says why it is quiet."""
    shown = shown_kinds(game.rules)
    tiles = {each.kind for each in game.rules.boards.values() if each.has_sides}
    declared = (game.rules.kinds[name] for name in _declared_kinds(game))
    kinds = [each for each in declared if not is_mere_count(each)]
    met = [each for each in kinds if each.name in shown or each.name in tiles]
    met.sort(key=lambda each: each.name not in tiles)
    blocks = [block for each in met for block in _kind(game, each)]
    behind = [
        block
        for each in kinds
        if each not in met and game.is_explained_kind(each) and f"kind {each.name}" not in game.book.quiet_keys
        for block in _kind(game, each)
    ]
    blocks += _boards(game)
    if behind:
        blocks.append(Details(game.phrase("Tables that you do not need while playing"), tuple(behind)))
    return game.page("components.md", game.phrase("What is in the box"), blocks)


def _declared_kinds(game: GameReference) -> list[str]:
    return [name for name in game.rules.kinds if f"kind {name}" in game.declarations]


def _kind(game: GameReference, kind: m.Kind) -> Iterator[Block]:
    """A kind under its name: what it is, its tiles as pictures, its rows as a table."""
    words = game.opened.words
    yield Heading(2, capitalise(words.kind(kind.name)), anchor_of("kind", kind.name))
    if kind.text:
        yield Paragraph(words.text(f"kind {kind.name}", kind.text))
    board = next((each for each in game.rules.boards.values() if each.kind == kind.name), None)
    if board is not None and board.has_sides and board.sides:
        yield from TileSheets(game, kind, board).blocks()
    table = kind_table(game, kind)
    if table is not None and len(table.head) == 1:
        yield Paragraph(list_cells([plain(row[0]) for row in table.rows]))
    elif table is not None:
        table = _with_icons(game, kind, table)
        few = len(kind.rows) <= FEW
        count = game.texts.plural("Show the only one", "Show all {n}", len(kind.rows))
        yield table if few else Details(count, (table,))


def list_cells(cells: Sequence[str]) -> str:
    """Returns cells as a list, in which one that is itself a list is told from its neighbours.

    >>> list_cells(["a7", "d7"]), list_cells(["a7, d7", "d7, g7"])
    ('a7, d7', 'a7, d7; d7, g7')
    """
    return ("; " if any(", " in each for each in cells) else ", ").join(cells)


def _with_icons(game: GameReference, kind: m.Kind, table: Table) -> Table:
    """Returns a table of the rows of a kind with the picture of each row before its name, where it has one."""
    rows: list[tuple[Words, ...]] = []
    for name, drawn, row in zip(kind.rows, game.row_pictures.of_rows(kind), table.rows, strict=True):
        icon = Icon(game.picture(f"icon-{kind.name}-{name}", drawn, "").path) if drawn else ""
        first = row[0] if isinstance(row[0], tuple) else (row[0],)
        rows.append(((icon, *first), *row[1:]) if drawn else row)
    return Table(table.head, tuple(rows))


def kind_table(game: GameReference, kind: m.Kind) -> Table | None:
    """The rows of a kind with what is printed on each, under their names where people are shown these; none if it has
    no rows."""
    words = game.opened.words
    columns = list(printed_columns(kind))
    is_shown = kind.name in shown_kinds(game.rules) and (kind.in_words or len(kind.rows) <= NAMED)
    is_named = not columns or "label" in kind.columns or is_shown
    names = [words.row(kind, n) for n in range(len(kind.rows))]
    if is_named:
        columns = [each for each in columns if [cell_words(game, kind, each, n) for n in range(len(names))] != names]
    heads = [capitalise(words.kind(kind.name))] if is_named else []
    heads += [capitalise(words.column(kind.name, each.name)) for each in columns]
    rows: list[tuple[Words, ...]] = [
        (*((names[n],) if is_named else ()), *(cell_words(game, kind, each, n) for each in columns))
        for n in range(len(kind.rows))
    ]
    return Table(tuple(heads), tuple(rows)) if rows else None


def cell_words(game: GameReference, kind: m.Kind, column: m.Column, row: int) -> str:
    """Returns the content of a cell, for people; "" for none."""
    if column.type.is_text:
        text = column.texts[row] if row < len(column.texts) else ""
        return game.opened.words.text(f"{kind.name}.{kind.rows[row]}.{column.name}", text)
    return PrintedValues(game.opened.words).show(column.values[row], column.type)


class PrintedValues(
    Pass,
    over=FORMS,
    left=("number", "row", "place", "passage", "bag", "pile", "positions", "list", "text", "none", "unknown"),
):
    """Printed values in words, by the forms of columns; as everywhere, where a page has no way of its own."""

    def __init__(self, words: Wording) -> None:
        self.words = words

    def show(self, value: int, type_: Type) -> str:
        """Shows a printed value; "" for none and for no."""
        handler = self.handlers.get(type_.form)
        if handler is not None:
            return str(handler(self, value, type_))
        return "" if value < 0 and type_.optional else self.words.show_value(value, type_)

    @handles("sides")
    def _sides(self, value: int, type_: Type) -> str:
        letters = shape_of(self.words.rules).letters
        return " ".join(ARROWS[each] for n, each in enumerate(letters) if value >> n & 1)

    @handles("set")
    def _set(self, value: int, type_: Type) -> str:
        element = type_.element
        assert element is not None
        return ", ".join(self.words.show_value(each, element) for each in set_members(value, element))

    @handles("yes_no")
    def _truth(self, value: int, type_: Type) -> str:
        return "✓" if value else ""


@frozen
class TileSheets:
    """The tiles of a kind as pictures: those that look alike once, with their number, a sheet for each stack."""

    game: GameReference
    kind: m.Kind
    board: m.Board

    def blocks(self) -> Iterator[Block]:
        """A picture for each stack, and one for the tiles of none."""
        stack = next((c for c in self.kind.columns.values() if c.type.is_row and c.type.optional), None)
        groups: dict[int, list[int]] = {}
        for row in range(len(self.kind.rows)):
            groups.setdefault(stack.values[row] if stack is not None else -1, []).append(row)
        for number, rows in sorted(groups.items(), key=lambda each: (each[0] < 0, each[0])):
            title = self.title(stack, number, len(groups) > 1)
            said = f"{title}: {self.list_tiles(rows)}"
            yield self.game.picture(f"{self.kind.name}-{number + 1}", self.sheet(title, rows), said)

    def title(self, stack: m.Column | None, number: int, several: bool) -> str:
        """Returns the name of a sheet."""
        words = self.game.opened.words
        name = capitalise(words.kind(self.kind.name))
        if stack is None or not several:
            return name
        of = words.column(self.kind.name, stack.name)
        return f"{name}, {of} {words.row(self.game.rules.kinds[stack.type.name], number)}" if number >= 0 else name

    def looks(self, rows: list[int]) -> dict[tuple[str, str, str, frozenset[str]], int]:
        """Returns the looks of the tiles, with the number of tiles of each."""
        face = Face(self.kind, self.game.opened.words)
        found: dict[tuple[str, str, str, frozenset[str]], int] = {}
        for row in rows:
            names = openings(self.kind, self.board, row)
            look = face.symbol(row), face.label(row), face.text(row, "colour"), names
            found[look] = found.get(look, 0) + 1
        return found

    def sheet(self, title: str, rows: list[int]) -> str:
        """The picture of some tiles."""
        looks = sorted(self.looks(rows).items(), key=lambda each: (each[0][1], sorted(each[0][3])))
        marks = {symbol: label for (symbol, label, _, _), _ in looks if symbol.strip()}
        places = (
            Place(f"{count} ×", 0, 0, names, symbol, label, colour, (), (), ())
            for (symbol, label, colour, names), count in looks
        )
        boards = tuple(
            Board(str(n), "growing", (place,), (), six=self.board.hexagonal) for n, place in enumerate(places)
        )
        return draw_svg(Scene(title, "", boards, tuple(marks.items()), (), self.game.texts.lang))

    def list_tiles(self, rows: list[int]) -> str:
        """The tiles in words, by what they are."""
        found: dict[str, int] = {}
        for (_, label, _, _), count in self.looks(rows).items():
            found[label] = found.get(label, 0) + count
        return ", ".join(f"{count} × {label}" for label, count in found.items())


def _boards(game: GameReference) -> Iterator[Block]:
    """The boards at the start, for each number of players if they differ."""
    pictures: dict[str, list[int]] = {}
    for count in game.game.players if game.rules.boards else ():
        state = game.game.new_initial_state(NAMES[:count] if count <= len(NAMES) else count)
        scene = replace(scene_of(state, ALL, game.lang), players=(), subtitle="")
        pictures.setdefault(draw_svg(scene), []).append(count)
    if pictures:
        yield Heading(2, game.phrase("At the start"), "start")
    for picture, counts in pictures.items():
        first, last = counts[0], counts[-1]
        said = game.texts.plural("The start with {n} player", "The start with {n} players", first)
        if first < last:
            said = game.phrase("The start with {numbers} players", numbers=f"{first}–{last}")
        if len(pictures) > 1:
            yield Heading(3, said)
        yield game.picture(f"start-{first}", picture, said)
