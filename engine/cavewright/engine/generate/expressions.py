"""Expressions as Python. Each operator means what `engine/interpret/expressions.py` says; what has no form of its own here is
asked of it.

A generated function takes the slots `h`, the boards `s` and the acting player `me`; names that a rule binds are
parameters or variables of Python, so that expressions write nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...rules.cave.fixed import PlaceGraph
from ...rules.check.cardinality import LONGEST_RANGE
from ...rules.check.whole_program import SUPPOSING, supposes
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.free_names import locals_in
from ...rules.model.operators import OPERATORS
from ...rules.program import instructions as i
from ..optimise import MaintainedIndex, key_of
from . import python_syntax as py
from .arithmetic import Arithmetic
from .boards import BoardQueries
from .constant_pool import FREE, ConstantPool, Scope, TooLarge
from .python_syntax import Body, Node


class Expressions(BoardQueries, Arithmetic, over=OPERATORS, left=OPERATORS):
    """Writes expressions of one ruleset as Python. Whatever has no form of its own is left to the interpreter."""

    def __init__(self, ruleset: m.Ruleset, layout: i.Layout, pool: ConstantPool) -> None:
        self.ruleset, self.layout, self.pool = ruleset, layout, pool
        self.numbers = {slot: number for number, slot in layout.locals.items()}
        self.boards = {name: 3 * n for n, name in enumerate(ruleset.growing)}
        self.kept: Mapping[tuple[str, str], MaintainedIndex] = {}
        self.rows: frozenset[int] = frozenset()
        self.logged = False
        self.nets = {
            name: PlaceGraph(board, ruleset.kinds[name]) for name, board in ruleset.boards.items() if board.fixed
        }

    def expr(self, e: m.Expr, scope: Scope) -> Node:
        """An expression as Python."""
        self.pool.count()
        make = self.handlers.get(e.op)
        return make(self, e, scope, *e.args) if make is not None else self.closure_call(e, scope)

    @handles(*SUPPOSING)
    def _hypothesis(self, e: m.Expr, scope: Scope, *parts: Any) -> Node:
        """Leaves what would be to the interpreter, which counts its work, with all that stands around it."""
        raise TooLarge

    def closure_call(self, e: m.Expr, scope: Scope) -> Node:
        """Returns the call of the interpreter's closure of an expression; it is given the names that are no slots."""
        if supposes(e):
            raise TooLarge
        numbers = self.free(e, scope)
        key = ("asked", id(e), numbers)
        if key not in self.pool.known:
            self.pool.known[key] = f"q{len(self.pool.asked)}"
            names = {each.number: each for each in locals_in(e)}
            self.pool.asked[self.pool.known[key]] = e, tuple(names[n] for n in numbers)
        bound = (scope.bound[n] for n in numbers)
        return py.call(self.pool.known[key], py.name("h"), py.name("s"), scope.me, *bound)

    def free(self, parts: Any, scope: Scope, but: Sequence[int] = ()) -> tuple[int, ...]:
        """The numbers of the names in expressions that are variables of Python here."""
        return tuple(sorted({each.number for each in locals_in(parts)} & set(scope.bound) - set(but)))

    # ---- functions beside --------------------------------------------------------------------------------------------

    def beside(
        self,
        parts: tuple[Any, ...],
        scope: Scope,
        body: Callable[[Scope], Body],
        but: Sequence[int] = (),
        me: Node | None = None,
        key: Any = None,
    ) -> Node:
        """The call of a function of its own, made once, for expressions that take statements."""
        numbers = self.free(parts, scope, but)
        known = (key, numbers)
        if known not in self.pool.known:
            word = self.pool.known[known] = f"f{len(self.pool.known)}"
            inner = Scope(bound={n: py.name(f"v{n}") for n in numbers})
            self.pool.add_function(py.function(word, [*FREE, *(f"v{n}" for n in numbers)], body(inner)))
        return py.call(
            self.pool.known[known], py.name("h"), py.name("s"), me or scope.me, *(scope.bound[n] for n in numbers)
        )

    # ---- leaves ------------------------------------------------------------------------------------------------------

    @handles("const", "values")
    def _const(self, e: m.Expr, scope: Scope, value: int | tuple[int, ...]) -> Node:
        return py.const(value)

    @handles("local")
    def _local(self, e: m.Expr, scope: Scope, local: m.Local) -> Node:
        bound = scope.bound.get(local.number)
        return bound if bound is not None else self.slot(py.const(self.layout.locals[local.number]))

    @handles("me")
    def _me(self, e: m.Expr, scope: Scope) -> Node:
        return scope.me

    @handles("column")
    def _column(self, e: m.Expr, scope: Scope, kind: m.Kind, name: str, of: m.Expr) -> Node:
        return self.table(kind.columns[name].values, self.expr(of, scope))

    def at(self, base: int, of: m.Expr | None, scope: Scope) -> Node:
        """The slot of a field of a row, or of the game."""
        return py.const(base) if of is None else py.math(py.const(base), "+", self.expr(of, scope))

    @handles("field")
    def _field(self, e: m.Expr, scope: Scope, field: m.Field, of: m.Expr | None) -> Node:
        return self.slot(self.at(self.layout.slot(field), of, scope))

    # ---- tables ------------------------------------------------------------------------------------------------------

    @handles("table")
    def _table(self, e: m.Expr, scope: Scope, values: Any) -> Node:
        return self.pool.value(values)

    @handles("pick")
    def _pick(self, e: m.Expr, scope: Scope, of: m.Expr, at: m.Expr) -> Node:
        which = self.expr(at, scope)
        return self.table(of.args[0], which) if of.op == "table" else py.index(self.expr(of, scope), which)

    @handles("found")
    def _table_entry(self, e: m.Expr, scope: Scope, entries: tuple[tuple[int, Any], ...], key: m.Expr) -> Node:
        table = self.pool.lazy_value(("entries", id(entries)), lambda: dict(entries))
        return py.call(py.attribute(table, "get"), self.expr(key, scope), py.const(()))

    @handles("slot")
    def _slot(self, e: m.Expr, scope: Scope, at: m.Expr) -> Node:
        return self.slot(self.expr(at, scope))

    # ---- what is kept with every write -------------------------------------------------------------------------------

    def index_at(self, n: int) -> ast.Subscript:
        """Returns an index: it lies behind the boards."""
        return ast.Subscript(py.name("s"), py.const(3 * len(self.boards) + n), ast.Load())

    def held_of(self, field: m.Field) -> ast.Subscript | None:
        """Returns the index of a field, if there is one."""
        key = key_of(field)
        return self.index_at([*self.kept].index(key)) if key in self.kept else None

    @handles("holding")
    def _holding(self, e: m.Expr, scope: Scope, field: m.Field, value: m.Expr) -> Node:
        held, wanted = self.held_of(field), self.expr(value, scope)
        if held is None:
            return self.closure_call(e, scope)
        return (
            py.index(py.attribute(held, "lists"), wanted)
            if self.logged
            else py.call(py.attribute(held, "rows"), wanted)
        )

    @handles("linked")
    def _is_linked(
        self,
        e: m.Expr,
        scope: Scope,
        field: m.Field,
        board: m.Board,
        start: m.Expr,
        value: m.Expr,
        masks: tuple[m.Expr, ...],
    ) -> Node:
        held = self.held_of(field)
        if held is None:
            return self.closure_call(e, scope)
        kept, place = self.kept[key_of(field)], self.expr(start, scope)
        sorts = self.sorts(masks, kept, scope)
        slot = py.math(py.const(kept.base), "+", place)
        reaches = py.call(py.attribute(held, "reaches"), slot, self.expr(value, scope), sorts)
        sure = start.op == "local" and start.args[0].number in self.rows
        return reaches if sure else py.both(py.compare(place, ">=", py.const(0)), reaches)

    def sorts(self, masks: Sequence[m.Expr], kept: MaintainedIndex, scope: Scope) -> Node:
        """Sorts of places that are asked for, as bits; those by whoever asks stand in one table."""
        always = kept.sorts([mask.args[0] for mask in masks if mask.op == "const"])
        tables = [mask.args[0].args[0] for mask in masks if mask.op == "pick"]
        if not tables:
            return py.const(always)
        table = tuple(always | kept.sorts(row) for row in zip(*tables, strict=True))
        return py.index(self.pool.equal(table), self.expr(masks[-1].args[-1], scope))

    # ---- definitions, players, rankings ------------------------------------------------------------------------------

    @handles("call")
    def _call(self, e: m.Expr, scope: Scope, define: m.Define, arguments: tuple[m.Expr, ...]) -> Node:
        given = [self.expr(each, scope) for each in arguments]
        numbers = [each.number for each in define.parameters]
        if ("define", define.name) not in self.pool.known:
            word = self.pool.known["define", define.name] = f"d{len(self.pool.known)}"
            inner = Scope(bound={n: py.name(f"v{n}") for n in numbers})
            self.pool.add_function(
                py.function(word, [*FREE, *(f"v{n}" for n in numbers)], [py.give(self.expr(define.body, inner))])
            )
        return py.call(self.pool.known["define", define.name], py.name("h"), py.name("s"), scope.me, *given)

    @handles("as")
    def _as(self, e: m.Expr, scope: Scope, player: m.Expr, value: m.Expr) -> Node:
        who = self.expr(player, scope)
        if isinstance(who, (ast.Name, ast.Constant)):
            return self.expr(value, Scope(who, scope.bound))
        return self.beside((value,), scope, lambda inner: [py.give(self.expr(value, inner))], me=who, key=("as", id(e)))

    @handles("ranked")
    def _ranking_points(self, e: m.Expr, scope: Scope, ranking: m.Ranking, arguments: tuple[m.Expr, ...]) -> Node:
        numbers = [each.number for each in ranking.parameters]
        if ("ranking", id(ranking)) not in self.pool.known:
            word = self.pool.known["ranking", id(ranking)] = f"r{len(self.pool.known)}"
            inner = Scope(bound={n: py.name(f"v{n}") for n in numbers})
            self.pool.add_function(
                py.function(word, [*FREE, *(f"v{n}" for n in numbers)], self._standing(ranking, inner))
            )
        given = [self.expr(each, scope) for each in arguments]
        return py.call(self.pool.known["ranking", id(ranking)], py.name("h"), py.name("s"), scope.me, *given)

    def _standing(self, ranking: m.Ranking, scope: Scope) -> Body:
        """Everybody who is ranked, with how much they have; the points come from the place of `mine` among them."""
        entry = py.store(py.name("standing"), py.name("me"), py.name("amount"))
        body: Body = [py.assign("amount", self.expr(ranking.by, scope))]
        begin = [py.assign("mine", py.name("me")), py.assign("standing", ast.Dict([], []))]
        if ranking.least is not None:
            begin.append(py.assign("bottom", self.expr(ranking.least, scope)))
            body += py.when(py.compare(py.name("amount"), ">=", py.name("bottom")), [entry])
        else:
            body.append(entry)
        if ranking.among is not None:
            body = py.when(self.expr(ranking.among, scope), body)
        players = py.call("range", self.players())
        return [
            *begin,
            py.loop("me", players, body),
            py.give(py.call("ranking_points", py.name("standing"), py.name("mine"), self.pool.value(ranking.lookup))),
        ]

    # ---- what can be gone through ------------------------------------------------------------------------------------

    def domain(self, e: m.Expr, scope: Scope) -> Node:
        """The things that an expression stands for, in a fixed order. Sets and bags give their members."""
        if e.type.is_set and e.op not in ("values", "pick", "found"):
            assert e.type.element is not None
            low, step = e.type.element.numbering
            return py.call("members", self.expr(e, scope), py.const(low), py.const(step))
        if e.type.is_sides:
            return py.index(py.name("SIDES_IN"), py.math(self.expr(e, scope), "&", py.const(e.type.high)))
        if e.type.is_pile:
            return py.attribute(self.expr(e, scope), "pieces")
        if e.type.is_bag:
            return py.call("kinds_in", self.expr(e, scope))
        return self.expr(e, scope)

    def players(self) -> Node:
        """Returns the number of players: known beforehand where the rules allow one number only."""
        least, most = self.ruleset.player_range
        return py.const(least) if least == most else self.slot(py.const(i.COUNT))

    @handles("rows")
    def _rows(self, e: m.Expr, scope: Scope, kind: m.Kind) -> Node:
        players = self.players()
        if kind.name == self.ruleset.players:
            return py.call("range", players)
        net = self.nets.get(kind.name)
        if net is not None and net.board.private:
            return py.call("range", py.math(players, "*", py.const(net.each)))
        return self.pool.lazy_value(("rows", kind.name), lambda: range(len(kind.rows)))

    @handles("seat")
    def _seat(self, e: m.Expr, scope: Scope, player: m.Expr) -> Node:
        return py.math(self.expr(player, scope), "+", py.const(1))

    @handles("next_seat")
    def _next_seat(self, e: m.Expr, scope: Scope, player: m.Expr, steps: m.Expr) -> Node:
        return py.call("find_next_seat", self.expr(player, scope), self.expr(steps, scope), self.players())

    @handles("seats_between")
    def _seats_between(self, e: m.Expr, scope: Scope, one: m.Expr, other: m.Expr) -> Node:
        return py.call("count_seats_between", self.expr(one, scope), self.expr(other, scope), self.players())

    @handles("seats")
    def _seats(self, e: m.Expr, scope: Scope, player: m.Expr, way: int) -> Node:
        return py.call("list_seats", self.expr(player, scope), py.const(way), self.players())

    @handles("range")
    def _range(self, e: m.Expr, scope: Scope, low: m.Expr, high: m.Expr) -> Node:
        first, last = self.expr(low, scope), self.expr(high, scope)
        low_, high_ = py.number(first), py.number(last)
        if low_ is not None and high_ is not None:
            return py.call("range", first, py.const(min(high_ + 1, low_ + LONGEST_RANGE)))
        return py.call("span", first, last)

    @handles("first_left")
    def _first_left(self, e: m.Expr, scope: Scope, kind: m.Kind, left: int) -> Node:
        return py.tuple_of(py.call("first_left", py.name("h"), py.const(left), py.const(len(kind.rows))))

    @handles("these")
    def _these(self, e: m.Expr, scope: Scope, *values: m.Expr) -> Node:
        return py.call("these", py.tuple_of(*(self.expr(each, scope) for each in values)))

    @handles("turnings")
    def _turnings(self, e: m.Expr, scope: Scope, sides: m.Expr) -> Node:
        return py.index(py.name("TURNINGS"), self.expr(sides, scope))

    @handles("turned")
    def _turned_sides(self, e: m.Expr, scope: Scope, sides: m.Expr, times: m.Expr) -> Node:
        return py.call("turn_sides", self.expr(sides, scope), self.expr(times, scope))
