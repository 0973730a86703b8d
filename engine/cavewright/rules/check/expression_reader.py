"""Shared parts of all readers of expressions: reporting findings, dispatch on the shape, types as written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...foundation.source import Label, Span, Where, at, did_you_mean, errors
from ...language.syntax import tree as t
from ...language.syntax import unparse
from ..model.dispatch import Pass
from ..model.forms import FormName
from ..model.recorded_positions import MOST_POSITIONS, MOST_ROOM, MOST_TIMES
from ..model.ruleset import Board, Expr, Local, constant
from ..model.types import MOST, NOTHING, TEXT, UNKNOWN, YES_NO, Type, a_set, fits_type, number, place, row, union
from .constant_folding import folded
from .symbols import Findings, SymbolTable, in_number

MOST_DEPTH = 120
"""How deep an expression may be, counting what the definitions in it stand for."""
MOST_SUGGESTIONS = 40


def unknown(place: Where) -> Expr:
    """Returns the placeholder of an expression that could not be read."""
    return constant(0, UNKNOWN, place if isinstance(place, Span) else place.span)


def in_unit(of: Type) -> str:
    """Returns the unit of a number, in words."""
    return f"`{of.unit}`" if of.unit else "plain numbers"


def is_within(inner: Span, outer: Span) -> bool:
    """Tells if a span lies in another."""
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


class Reader(Pass):
    """Turns syntax into typed expressions; what is wrong goes to `findings`, and the result is then of unknown type."""

    def __init__(self, names: SymbolTable, findings: Findings) -> None:
        self.names, self.findings = names, findings
        self.open_defines: list[str] = []
        self.depths: dict[str, int] = {}
        self.scope: dict[str, Local] = {}
        """The names that are known where something is read."""
        self.level = self.deepest = 0
        self.suggestions = 0

    @contextmanager
    def knowing(self, *more: Local, alone: bool = False) -> Iterator[None]:
        """Reads what follows where these names are known too; with `alone`, no others are."""
        before = self.scope
        self.scope = {**({} if alone else before), **{each.name: each for each in more}}
        yield
        self.scope = before

    # ---- saying what is wrong ----------------------------------------------------------------------------------------

    def wrong(
        self, code: str, message: str, place: Where, label: str = "", *, help: str = "", more: Sequence[Label] = ()
    ) -> Expr:
        """Notes a finding; the expression goes on as one of unknown type."""
        self.findings.add(at(code, message, place, label, help=help, more=more))
        return unknown(place)

    def writer_of(self, node: Any) -> str:
        """Returns the overlay or edition that wrote something; "" for the ruleset that they are laid on."""
        return ""

    def absent(self, code: str, message: str, name: str, place: Where, known: Iterable[str]) -> Expr:
        """Notes that there is nothing of a name, and offers the nearest of those that are known."""
        return self.wrong(code, message, place, help=self.near(name, known))

    def near(self, word: str, known: Iterable[str], works: Callable[[str], bool] = bool) -> str:
        """A help line that offers the nearest known word that works; for the first findings only, since it takes
        time."""
        self.suggestions += 1
        return did_you_mean(word, known, works) if self.suggestions <= MOST_SUGGESTIONS else ""

    def reader_test(
        self, read: Callable[[str], Any], place: Span, expected: Type | None = None
    ) -> Callable[[str], bool]:
        """Tells of a name whether what stands at a place can be read with it, as a value of the expected type."""

        def works(name: str) -> bool:
            found, self.findings = self.findings, Findings()
            try:
                made = read(name)
            finally:
                said, self.findings = self.findings.found, found
            inside = [each for each in said if each.span is None or is_within(each.span, place)]
            found.add(*(each for each in said if each not in inside))  # of definitions that are read here first
            fits = expected is None or not isinstance(made, Expr) or fits_type(made.type, expected)
            return made is not None and fits and not errors(inside)

        return works

    def want(self, expr: Expr, wanted: Type, what: str = "") -> Expr:
        """The expression, after a check that its type will do."""
        if not fits_type(expr.type, wanted):
            units = expr.type.is_number and wanted.is_number
            code = "C0402" if units else "C0401"
            it, given = what or "this", expr.type
            message = f"{it} has to be of type `{wanted}`, not `{given}`"
            if units:
                message = f"{it} has to be counted in {in_unit(wanted)}, not in {in_unit(given)}"
            elif wanted == number(0, 0):
                message = f"{it} has to be a number, not `{given}`"
            help = (
                f"write the unit: `{expr.span.text} {wanted.unit}`"
                if units and wanted.unit and not expr.type.unit
                else ""
            )
            self.wrong(code, message, expr, help=help)
        return expr

    def in_range(self, value: Expr, wanted: Type) -> None:
        """C0410 for a known number outside a range, C0401 for none where there is always something."""
        if (
            value.op == "const"
            and wanted.is_number
            and value.type.is_number
            and not wanted.low <= value.args[0] <= wanted.high
        ):
            self.wrong("C0410", f"{value.args[0]} is outside {wanted}", value)
        if value.type.is_none and not wanted.optional and not wanted.is_unknown:
            self.wrong("C0401", f"this is never none: it is `{wanted}`", value, help="declare it `… or none`")

    # ---- the entry ---------------------------------------------------------------------------------------------------

    def expr(self, node: Any, expected: Type | None = None) -> Expr:
        """The typed expression of a node. `expected` helps to tell rows of one name apart."""
        self.level += 1
        self.deepest = max(self.deepest, self.level)
        read = self.handlers[type(node)] if self.level <= MOST_DEPTH else Reader._too_deep
        made = folded(read(self, node, expected))
        self.level -= 1
        if made.op in ("add", "sub", "mul") and all(
            isinstance(each, Expr) and each.op == "const" for each in made.args
        ):
            return self.wrong("C0415", f"this is beyond {MOST:,}, the largest number", node)
        return made

    def _too_deep(self, node: Any, expected: Type | None) -> Expr:
        if any(each.code == "C0613" for each in self.findings.found):
            return unknown(node)
        return self.wrong(
            "C0613",
            f"expressions are at most {MOST_DEPTH} deep, counting what definitions stand for",
            node,
            help="say it with fewer definitions within definitions",
        )

    def condition(self, node: Any) -> Expr:
        """An expression that has to be yes or no."""
        return self.want(self.expr(node, YES_NO), YES_NO, "a condition")

    def read_as(self, node: Any, wanted: Type, what: str = "") -> Expr:
        """An expression of a given type."""
        return self.want(self.expr(node, wanted), wanted, what)

    def number(self, node: Any, what: str = "") -> Expr:
        """An expression that has to be a number without a unit."""
        return self.want(self.expr(node), number(0, 0), what)

    def amount(self, node: Any, what: str = "") -> Expr:
        """An expression that has to be a number of things."""
        return self.want(self.expr(node), number(0, MOST), what)

    def perhaps(self, node: Any) -> Expr | None:
        """A condition, if one is written."""
        return None if node is None else self.condition(node)

    def me(self, span: Span) -> Expr:
        """Whoever acts."""
        return Expr("me", (), row(self.names.players), span)

    # ---- types -------------------------------------------------------------------------------------------------------

    def type_of(self, node: t.TypeNode, takes: Callable[[Type], bool] = bool) -> Type:
        """The type that is written; unknown when it names nothing. Of what is near, one is offered that it `takes`."""
        if node.form == "range" or node.low is not None:
            return self._range_type(node)
        if node.fields:
            return self._positions_type(node)
        if node.is_bag or node.is_pile:
            return self._bag_type(node)
        if node.is_set:
            if node.name == "side":
                return self.names.sides
            return a_set(self._named_type(node.name, node, lambda each: each.is_row and takes(a_set(each))))
        named = self._named_type(node.name, node, takes)
        return union(named, NOTHING) or named if node.optional else named

    def _named_type(self, name: str, node: t.TypeNode, takes: Callable[[Type], bool]) -> Type:
        known = {
            "yes_no": YES_NO,
            "text": TEXT,
            "side": row("side"),
            **{each: place(each) for each in self.names.boards},
        }
        known |= {each: row(each) for each in self.names.kinds}
        if name in known:
            return known[name]
        help = self.near(name, known, lambda near: takes(known[near]))
        self.wrong("C0207", f"there is no type `{name}`", node, help=help)
        return UNKNOWN

    def _range_type(self, node: t.TypeNode) -> Type:
        low = self._constant_number(node.low)
        high = self._constant_number(node.high)
        stride = self._constant_number(node.step) if node.step is not None else (1, "")
        if low is None or high is None or stride is None:
            return UNKNOWN
        step, unit = stride[0], low[1] or high[1]
        if low[0] > high[0] or step < 1:
            self.wrong("C0416", f"this range is empty: {low[0]} to {high[0]}", node)
            return number(0, 0)
        if node.optional and low[0] < 0:
            self.wrong("C0416", "a number that may be none cannot be negative", node)
        bounds = number(low[0], high[0], unit, step)
        if node.is_set:
            if (high[0] - low[0]) // step > 4096:
                self.wrong("C0604", "a set has at most 4,096 members", node)
            return a_set(bounds)
        return union(bounds, NOTHING) or bounds if node.optional else bounds

    def _constant_number(self, node: Any) -> tuple[int, str] | None:
        """A number that is known before play, and its unit."""
        level, self.level = self.level, 0
        with self.knowing(alone=True):
            value = self.expr(node)
        self.level = level
        if value.op != "const" or not value.type.is_number:
            if not value.type.is_unknown:
                self.wrong(
                    "C0417",
                    "a bound has to be a number that is known before play",
                    node,
                    help="use a number, a constant or an option",
                )
            return None
        return value.args[0], value.type.unit

    def _bag_type(self, node: t.TypeNode) -> Type:
        room, measure = 0, ""
        if node.holding is not None and isinstance(node.holding.unit, t.Name):
            measure = node.holding.unit.id
        if node.name not in self.names.kinds:
            help = self.near(
                node.name, self.names.kinds, lambda near: node.holding is None or measure in self._measures(near)
            )
            self.wrong("C0207", f"there is no kind `{node.name}`", node, help=help)
            return UNKNOWN
        if node.holding is not None:
            measures = (
                [*self._measures(node.name), *in_number(node.name)] if node.is_pile else self._measures(node.name)
            )
            if node.holding.amount is None:
                message = "what a bag holds has to be a number that is known before play"
                self.wrong("C0417", message, node.holding, help="a bag without `holding` takes everything")
            else:
                room, _ = self._constant_number(node.holding.amount) or (0, "")
            if measure not in measures:
                self.wrong(
                    "C0206",
                    f"`{node.name}` has no column `{measure}` to measure room by",
                    node.holding,
                    help=self.near(measure, measures),
                )
                measure = ""
            elif measure not in self.names.kinds[node.name].columns:
                measure = ""
        if node.is_pile and "endless" in node.flags:
            self.wrong("C0430", "a pile is never endless: each of its pieces lies somewhere", node, help="use a bag")
        form: FormName = "pile" if node.is_pile else "bag"
        return Type(form, node.name, room=room, measure=measure, endless="endless" in node.flags)

    def _positions_type(self, node: t.TypeNode) -> Type:
        """The type of a set or bag of positions. Of which fields they are made is looked at when all are known."""
        room = MOST_POSITIONS
        if node.holding is not None:
            unit = node.holding.unit
            if not isinstance(unit, t.Name) or "position" not in in_number(unit.id):
                self.wrong(
                    "C0206", "a number of positions is held here", node.holding, help="write `holding 400 positions`"
                )
            if node.holding.amount is not None:
                room, _ = self._constant_number(node.holding.amount) or (room, "")
            if not 1 <= room <= MOST_ROOM:
                self.wrong("C0604", f"there is room for 1 to {MOST_ROOM:,} positions", node.holding)
                room = MOST_POSITIONS
        if "endless" in node.flags:
            self.wrong("C0420", "positions have no supply that could be `endless`", node, help="leave it out")
        name = " and ".join(map(unparse, node.fields))
        return Type("positions", name, high=1 if node.is_set else MOST_TIMES, room=room)

    def _measures(self, kind: str) -> list[str]:
        """The columns of a kind by which the room of a bag can be measured."""
        return [name for name, each in self.names.kinds[kind].columns.items() if each.type.is_number]

    def board_of(self, type_: Type) -> Board | None:
        """The board of whose places a type is, if it is one of places."""
        board = self.names.boards.get(type_.name)
        return board if board is not None and board.has_place(type_) else None
