"""Boards: what shape they have, which places and passages there are, and what is said of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.source import Label, Span, warning
from ...language.syntax import tree as t
from ..model import board_rows as p
from ..model import ruleset as m
from ..model.types import row
from .statements import Statements
from .symbols import Findings, SymbolTable

LEAST_ROUND = 3
"""Columns or rows at least of a grid on which they go round."""
SHAPES = "`grid growing`, `grid growing hexagonal`, `grid 8 by 8`, `grid 11 by 11 hexagonal`, or the kinds of a map: `board point by line`"


def grows_by_hexagons(grid: t.Grid | None) -> bool:
    """Tells if tiles with six sides are laid, on a board that grows."""
    return grid is not None and grid.width is None and grid.hexagonal


def _end_column(kind: m.Kind | None, places: str) -> int | None:
    """The number of the column that says which two places a row of a kind joins; none if it has no such column."""
    columns = kind.columns.values() if kind is not None else ()
    found = (n for n, each in enumerate(columns) if each.type.is_set and each.type.element == row(places))
    return next(found, None)


class Boards:
    """The section of the checker that is about boards. `rows` are the typed rows of kinds, with the spans of their
    cells."""

    def __init__(self, names: SymbolTable, read: Statements, findings: Findings) -> None:
        self.names, self.read, self.findings, self.wrong = names, read, findings, read.wrong
        self.rows: dict[str, Sequence[Any]] = {}
        self.doubted: dict[tuple[str, str], set[str]] = {}

    # ---- places, before columns are read ---------------------------------------------------------------------------

    def declare(self, node: t.Declaration) -> None:
        """The board under its name; for a grid with fixed places, the kinds of its places and passages."""
        grid = node.first(t.Grid)
        if node.each and node.each != self.names.players:
            self.wrong("C0212", f"the players are called `{self.names.players}`, not `{node.each}`", node.name_span)
        private = bool(node.each)
        form, size = self._shape(node, grid)
        six = grows_by_hexagons(grid)
        board = m.Board(
            node.name,
            node.text,
            "",
            "",
            form,
            *size,
            None,
            None,
            (),
            (),
            node.cites,
            private,
            hexagonal=six,
            writer=self.read.writer_of(node),
            closes=self._closes(grid, size),
        )
        self._alike(node, board)
        if board.is_grid:
            owners = (self.names.players, self.names.player_range[1]) if private and self.names.players else None
            places, passages, ends = p.grid_kinds(node.name, form, size, owners, board.closes)
            self.names.kinds[places.name] = replace(places, text=node.text, cites=node.cites, span=node.name_span)
            self.names.kinds[passages.name] = passages
            board = replace(board, passages=passages.name, ends=ends)
        elif board.is_map:
            board = replace(board, passages=node.by)
        self.names.boards[node.name] = board

    def _alike(self, node: t.Declaration, board: m.Board) -> None:
        """C0421 for a board whose tiles have another number of sides than those of the boards before."""
        first = next((each for each in self.names.boards.values() if each.has_sides), board)
        if board.has_sides and board.hexagonal != first.hexagonal:
            six, four = (node.name, first.name) if board.hexagonal else (first.name, node.name)
            self.wrong(
                "C0421",
                f"the places of `{six}` have six sides, those of `{four}` four",
                node.first(t.Grid) or node.name_span,
                help="all places with sides in a ruleset have the same number; a grid of fixed size may be hexagonal",
            )

    def _shape(self, node: t.Declaration, grid: t.Grid | None) -> tuple[str, tuple[int, int]]:
        if grid is None:
            return self._map(node)
        if grid.width is None:
            return "growing", (0, 0)
        sizes = [self._size(each) for each in (grid.width, grid.height)]
        form = "hexagonal" if grid.hexagonal else "grid"
        if grid.hexagonal and node.by:
            self.wrong(
                "C0421",
                "places of a hexagonal grid have no sides that tiles could be laid by",
                grid,
                help=f"write `board {node.name} of {node.of}`",
            )
        return form, (sizes[0], sizes[1])

    def _closes(self, grid: t.Grid | None, size: tuple[int, int]) -> tuple[bool, bool]:
        """Tells if rows and columns go round; C0421 for those of one or two places."""
        if grid is None:
            return False, False
        closes = grid.closes_across, grid.closes_upward
        for is_closed, many in zip(closes, size, strict=True):
            if is_closed and many < LEAST_ROUND:
                self.wrong(
                    "C0421",
                    f"{many} in a row do not go round: both ways lead to the same place",
                    grid,
                    help=f"`round` takes {LEAST_ROUND} or more",
                )
                return False, False
        return closes

    def _size(self, node: Any) -> int:
        """Returns a number of columns or rows; one of which nothing more is said where it is wrong."""
        value = self.read._constant_number(node)
        if value is None:
            return LEAST_ROUND
        if not 1 <= value[0] <= p.MOST_ACROSS or value[1]:
            self.wrong("C0421", f"a grid has 1 to {p.MOST_ACROSS} columns and rows", node)
            return LEAST_ROUND
        return value[0]

    def _map(self, node: t.Declaration) -> tuple[str, tuple[int, int]]:
        if not node.by or node.of:
            self.wrong(
                "C0421", f"this does not say what shape `{node.name}` has", node.name_span, help=f"write {SHAPES}"
            )
            return "growing", (0, 0)
        if node.each:
            self.wrong("C0421", "a printed map is one board for all", node.name_span, help="leave out `for each`")
        return "map" if {node.name, node.by} <= {*self.names.kinds} else "growing", (0, 0)

    # ---- all of a board, when columns are read ----------------------------------------------------------------------

    def complete(self, node: t.Declaration, fields: Iterable[m.Field], edges: Iterable[m.Field]) -> None:
        """Tiles, sides, what is kept, and on a map its passages."""
        board = replace(self.names.boards[node.name], fields=tuple(fields), passage_fields=tuple(edges))
        if node.by and not node.of:
            self._of_kinds(node)
        if board.is_map:
            board = replace(board, ends=self._ends(node, board))
        else:
            kind, sides = self._tiles(node, board)
            board = replace(board, kind=kind, sides=sides)
            self._lying(board)
        self.names.boards[node.name] = board

    def _lying(self, board: m.Board) -> None:
        """Adds the fields by which fixed places remember the tiles on them: which it is, and how it lies."""
        for name, type_ in (
            ((board.kind, row(board.kind, optional=True)), (board.sides, self.names.sides)) if board.fixed else ()
        ):
            kept = self.names.fields.get((board.name, name))
            if kept is not None and kept.span is not None:
                self.wrong(
                    "C0202",
                    f"`{name}` of a place is the tile that lies there",
                    kept.span,
                    help="keep it under another name",
                )
            elif name:
                self.names.fields[board.name, name] = m.Field(name, board.name, type_, None)

    def conditions(self, node: t.Declaration) -> None:
        """The sides that need not match, and when a passage is there; they may speak of all other boards and
        definitions."""
        board = self.names.boards[node.name]
        free, joined = node.first(t.Free), node.first(t.Joined)
        if free is not None and board.sides:
            it = self.names.local("it", board.place())
            kept = {name for owner, name in self.names.fields if owner == board.name}
            tile = {board.kind, board.sides, *self.names.kinds[board.kind].columns} if board.kind else set()
            with self.read.knowing(it):
                condition = self.read.condition(_of_it(free.condition, kept | tile))
            board = replace(board, free_local=it, free=condition)
        if joined is not None:
            passage = self.names.local("passage", board.passage())
            with self.read.knowing(passage):
                condition = self.read.condition(joined.condition)
            board = replace(board, joined_local=passage, joined=condition)
        self.names.boards[node.name] = board

    def _tiles(self, node: t.Declaration, board: m.Board) -> tuple[str, str]:
        """Returns the kind of the tiles that are laid, and its column of sides."""
        kind = self.names.kinds.get(node.of)
        if node.of and kind is None:
            fits = [
                name for name in self.names.kinds if (not node.by and board.fixed) or self._has_sides(name, node.by)
            ]
            self.read.absent("C0207", f"there is no kind `{node.of}`", node.of, node, fits)
        if kind is None:
            return "", ""
        if not node.by and board.fixed:
            return node.of, ""
        if not self._has_sides(node.of, node.by):
            self.wrong(
                "C0206",
                f"`{node.of}` has no column of sides called `{node.by}`",
                node,
                help=f"write `board {node.name} of {node.of} by COLUMN`",
            )
            return node.of if node.by in kind.columns else "", node.by
        return node.of, node.by

    def _has_sides(self, kind: str, name: str) -> bool:
        """Tells if a kind has a column of sides of that name."""
        column = self.names.kinds[kind].columns.get(name)
        return column is not None and column.type.is_sides

    # ---- printed maps ------------------------------------------------------------------------------------------------

    def _of_kinds(self, node: t.Declaration) -> None:
        """C0207 for a map whose places or passages are no kind; a kind is offered that fits the other."""
        kinds = self.names.kinds
        fits = {
            node.name: lambda near: _end_column(kinds.get(node.by), near) is not None,
            node.by: lambda near: _end_column(kinds[near], node.name) is not None,
        }
        for name in dict.fromkeys((node.name, node.by)):
            if name not in kinds:
                self.wrong("C0207", f"there is no kind `{name}`", node, help=self.read.near(name, kinds, fits[name]))

    def _ends(self, node: t.Declaration, board: m.Board) -> p.Ends:
        """The two places of every row of the passages; C0423 and C0424 for rows that join no two places, or those of
        another row."""
        kind = self.names.kinds[board.passages]
        column = _end_column(kind, board.name)
        if column is None:
            self.wrong(
                "C0206",
                f"`{kind.name}` has no column of the type `set of {board.name}`",
                node,
                help=f"give it a column with the two ends of each row: `ends: set of {board.name}`",
            )
            return ()
        numbers = self.names.numbers(board.name)
        known = dict[tuple[int, ...], Span]()
        found = [self._pair(each, column, numbers, known) for each in self.rows.get(kind.name, ())]
        ends = tuple(each for each in found if each is not None)
        if ends and len(ends) == len(kind.rows):
            self._warn_of_unreached(board, ends)
        return ends

    def _pair(
        self, each: Any, column: int, numbers: Mapping[str, int], known: dict[tuple[int, ...], Span]
    ) -> tuple[int, int] | None:
        span, ends = each.spans[column + 1], each.values[column] or ()
        pair = tuple(sorted(numbers[word] for word in ends if word in numbers))
        if len(pair) != 2:
            said = "one end" if len(pair) == 1 else f"{len(pair)} ends" if pair else "no ends"
            self.wrong(
                "C0423",
                f"`{each.name}` has {said}; a passage joins two places",
                span,
                help="name the two places it joins",
            )
            return None
        if pair in known:
            self.wrong(
                "C0424",
                f"`{each.name}` joins the same two places as another row",
                span,
                "again here",
                more=[Label(known[pair], "first here")],
                help="leave out one of them",
            )
            return None
        known[pair] = span
        return pair[0], pair[1]

    def _warn_of_unreached(self, board: m.Board, ends: p.Ends) -> None:
        """C0529, a warning: places at which no passage ends, where others have one."""
        joined = {place for pair in ends for place in pair}
        for number, each in enumerate(self.rows.get(board.name, ())):
            if number not in joined:
                said = f"no `{board.passages}` leads to `{each.name}`"
                self.findings.add(warning("C0529", said, each.spans[0], help="give it a passage, or take it out"))


def _of_it(node: Any, own: set[str]) -> Any:
    """The condition with `it.` before what belongs to a place of the board."""
    if isinstance(node, t.Name) and node.id in own:
        return t.Attribute(t.Name("it", span=node.span), node.id, span=node.span)
    if isinstance(node, t.Binary):
        right = node.right if node.op in ("is", "is not") else _of_it(node.right, own)
        return replace(node, left=_of_it(node.left, own), right=right)
    return replace(node, value=_of_it(node.value, own)) if isinstance(node, t.Unary) else node
