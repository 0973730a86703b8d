"""Expressions as Python. Each operator means what `interpret/evaluate.py` says; what has no form of its own here is
asked of it.

A generated function takes the slots `h`, the boards `s` and the acting player `me`; names that a rule binds are
parameters or variables of Python, so that expressions write nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..cave import grid
from ..cave.fixed import Net
from ..check.cardinality import LONGEST_RANGE
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.free_names import locals_in
from ..model.initial_values import blank_passage, blank_place
from ..model.operators import COMPARISONS, OPERATORS
from ..model.types import MOST, NONE, Type
from ..optimise import Kept, key_of
from ..program import instructions as i
from . import python_syntax as py
from .constant_pool import FREE, Scope, Shelf
from .graph_search import Floods
from .python_syntax import Node

SIGNS = {name: each.sign for name, each in OPERATORS.items()} | {"eq": "==", "ne": "!=", "div": "//"}
"""What stands between two parts in Python."""


class Expressions(Floods, over=OPERATORS, left=OPERATORS):
    """Writes expressions of one ruleset as Python. Whatever has no form of its own is left to the interpreter."""

    def __init__(self, ruleset: m.Ruleset, layout: i.Layout, shelf: Shelf) -> None:
        self.ruleset, self.layout, self.shelf = ruleset, layout, shelf
        self.numbers = {slot: number for number, slot in layout.locals.items()}
        self.boards = {name: 3 * n for n, name in enumerate(ruleset.growing)}
        self.kept: Mapping[tuple[str, str], Kept] = {}
        self.rows: frozenset[int] = frozenset()
        self.nets = {name: Net(board, ruleset.kinds[name]) for name, board in ruleset.boards.items() if board.fixed}

    def expr(self, e: m.Expr, scope: Scope) -> Node:
        """An expression as Python."""
        self.shelf.count()
        make = self.handlers.get(e.op)
        return make(self, e, scope, *e.args) if make is not None else self.asked(e, scope)

    def asked(self, e: m.Expr, scope: Scope) -> Node:
        """An expression that the interpreter's closure answers; it is given the names that are no slots."""
        numbers = self.free(e, scope)
        key = ("asked", id(e), numbers)
        if key not in self.shelf.known:
            self.shelf.known[key] = f"q{len(self.shelf.asked)}"
            names = {each.number: each for each in locals_in(e)}
            self.shelf.asked[self.shelf.known[key]] = e, tuple(names[n] for n in numbers)
        return py.call(self.shelf.known[key], py.name("h"), py.name("s"), scope.me, *(scope.bound[n] for n in numbers))

    def free(self, parts: Any, scope: Scope, but: Sequence[int] = ()) -> tuple[int, ...]:
        """The numbers of the names in expressions that are variables of Python here."""
        return tuple(sorted({each.number for each in locals_in(parts)} & set(scope.bound) - set(but)))

    # ---- functions beside --------------------------------------------------------------------------------------------

    def beside(
        self,
        parts: tuple[Any, ...],
        scope: Scope,
        body: Callable[[Scope], list[ast.stmt]],
        but: Sequence[int] = (),
        me: Node | None = None,
        key: Any = None,
    ) -> Node:
        """The call of a function of its own, made once, for expressions that take statements."""
        numbers = self.free(parts, scope, but)
        known = (key, numbers)
        if known not in self.shelf.known:
            word = self.shelf.known[known] = f"f{len(self.shelf.known)}"
            inner = Scope(bound={n: py.name(f"v{n}") for n in numbers})
            self.shelf.functions.append(py.function(word, [*FREE, *(f"v{n}" for n in numbers)], body(inner)))
        return py.call(
            self.shelf.known[known], py.name("h"), py.name("s"), me or scope.me, *(scope.bound[n] for n in numbers)
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

    def slot(self, at: Node) -> Node:
        """What lies in a slot."""
        return py.index(py.name("h"), at)

    def table(self, values: tuple[Any, ...], at: Node) -> Node:
        """An entry of a table that never changes."""
        which = py.number(at)
        return (
            py.const(values[which])
            if which is not None and isinstance(values[which], int)
            else py.index(self.shelf.value(values), at)
        )

    @handles("column")
    def _column(self, e: m.Expr, scope: Scope, kind: m.Kind, name: str, of: m.Expr) -> Node:
        return self.table(kind.columns[name].values, self.expr(of, scope))

    def at(self, base: int, of: m.Expr | None, scope: Scope) -> Node:
        """The slot of a field of a row, or of the game."""
        return py.const(base) if of is None else py.math(py.const(base), "+", self.expr(of, scope))

    @handles("field")
    def _field(self, e: m.Expr, scope: Scope, field: m.Field, of: m.Expr | None) -> Node:
        return self.slot(self.at(self.layout.slot(field), of, scope))

    def board(self, board: m.Board, more: int = 0) -> Node:
        """The dictionary of a board that grows: of its places, its frontier (1), or its passages (2)."""
        return py.index(py.name("s"), py.const(self.boards[board.name] + more))

    def recorded(self, board: Node, of: Node, blank: tuple[int, ...], at: int) -> Node:
        """A value of the record of a place or passage."""
        return py.index(py.call(py.attribute(board, "get"), of, py.const(blank)), py.const(at))

    def blank(self, board: m.Board, passage: bool = False) -> tuple[int, ...]:
        """The record of a place or passage about which nothing is known."""
        return blank_passage(board) if passage else blank_place(board)

    @handles("record")
    def _record(self, e: m.Expr, scope: Scope, board: m.Board, field: m.Field, at: int, of: m.Expr) -> Node:
        return self.recorded(
            self.board(board), self.expr(of, scope), self.blank(self.ruleset.boards[board.name]), at + 2
        )

    @handles("edge")
    def _edge(self, e: m.Expr, scope: Scope, board: m.Board, field: m.Field, at: int, of: m.Expr) -> Node:
        return self.recorded(
            self.board(board, 2), self.expr(of, scope), self.blank(self.ruleset.boards[board.name], True), at
        )

    def lying(self, board: m.Board, at: int, of: Node) -> Node:
        """The tile of a place (0) or its open sides (1)."""
        if board.fixed:
            return self.slot(
                py.math(py.const(self.layout.base[board.name, board.sides if at else board.kind]), "+", of)
            )
        return self.recorded(self.board(board), of, self.blank(self.ruleset.boards[board.name]), at)

    @handles("tile")
    def _tile(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return self.lying(board, 0, self.expr(of, scope))

    @handles("open")
    def _open(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return self.lying(board, 1, self.expr(of, scope))

    @handles("laid")
    def _laid(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        place = self.expr(of, scope)
        return (
            py.compare(self.lying(board, 0, place), ">=", py.const(0))
            if board.fixed
            else py.compare(place, "in", self.board(board))
        )

    # ---- tables ------------------------------------------------------------------------------------------------------

    @handles("table")
    def _table(self, e: m.Expr, scope: Scope, values: Any) -> Node:
        return self.shelf.value(values)

    @handles("pick")
    def _pick(self, e: m.Expr, scope: Scope, of: m.Expr, at: m.Expr) -> Node:
        which = self.expr(at, scope)
        return self.table(of.args[0], which) if of.op == "table" else py.index(self.expr(of, scope), which)

    @handles("found")
    def _found(self, e: m.Expr, scope: Scope, entries: tuple[tuple[int, Any], ...], key: m.Expr) -> Node:
        table = self.shelf.made(("entries", id(entries)), lambda: dict(entries))
        return py.call(py.attribute(table, "get"), self.expr(key, scope), py.const(()))

    @handles("slot")
    def _slot(self, e: m.Expr, scope: Scope, at: m.Expr) -> Node:
        return self.slot(self.expr(at, scope))

    # ---- what is kept with every write -------------------------------------------------------------------------------

    def held(self, field: m.Field) -> Node | None:
        """What is kept of a field: it lies behind the boards. None if nothing is."""
        key = key_of(field)
        return (
            py.index(py.name("s"), py.const(3 * len(self.boards) + list(self.kept).index(key)))
            if key in self.kept
            else None
        )

    @handles("holding")
    def _holding(self, e: m.Expr, scope: Scope, field: m.Field, value: m.Expr) -> Node:
        held = self.held(field)
        return (
            py.index(py.attribute(held, "lists"), self.expr(value, scope)) if held is not None else self.asked(e, scope)
        )

    @handles("linked")
    def _linked(
        self,
        e: m.Expr,
        scope: Scope,
        field: m.Field,
        board: m.Board,
        start: m.Expr,
        value: m.Expr,
        masks: tuple[m.Expr, ...],
    ) -> Node:
        held = self.held(field)
        if held is None:
            return self.asked(e, scope)
        reached = py.call(py.attribute(held, "reached"), py.name("h"), self.expr(start, scope), self.expr(value, scope))
        if len(masks) > 1:
            found = ast.NamedExpr(ast.Name("reached", ast.Store()), reached)
            parts: list[Node] = [found, *[py.name("reached")] * (len(masks) - 1)]
        else:
            parts = [reached]
        return py.both(
            *(
                py.compare(py.math(part, "&", self.expr(mask, scope)), "!=", py.const(0))
                for part, mask in zip(parts, masks, strict=True)
            )
        )

    # ---- bags and sets -----------------------------------------------------------------------------------------------

    @handles("amount")
    def _amount(self, e: m.Expr, scope: Scope, bag: m.Expr, piece: m.Expr) -> Node:
        return py.index(self.expr(bag, scope), self.expr(piece, scope))

    @handles("has")
    def _has(self, e: m.Expr, scope: Scope, bag: m.Expr, piece: m.Expr) -> Node:
        return py.compare(self._amount(e, scope, bag, piece), ">", py.const(0))

    @handles("size")
    def _size(self, e: m.Expr, scope: Scope, bag: m.Expr) -> Node:
        return py.call("sum", self.expr(bag, scope))

    @handles("room")
    def _room(self, e: m.Expr, scope: Scope, bag: m.Expr) -> Node:
        return py.math(py.const(bag.type.room or 99_999), "-", self.used(bag, scope))

    def used(self, bag: m.Expr, scope: Scope) -> Node:
        """How much room the contents of a bag take."""
        if not bag.type.measure:
            return py.call("sum", self.expr(bag, scope))
        sizes = self.ruleset.kinds[bag.type.name].columns[bag.type.measure].values
        return py.call("sum", py.call("map", py.name("mul"), self.expr(bag, scope), self.shelf.value(sizes)))

    @handles("in_set")
    def _in_set(self, e: m.Expr, scope: Scope, member: m.Expr, of: m.Expr) -> Node:
        inner, whole, element = self.expr(member, scope), self.expr(of, scope), of.type.element
        if element is not None and element.form == "number":
            return py.call("contains", whole, bit_of(inner, element))
        there = py.compare(py.math(py.math(whole, ">>", inner), "&", py.const(1)), "==", py.const(1))
        return there if is_something(member) else py.both(py.compare(inner, ">=", py.const(0)), there)

    @handles("in_list")
    def _in_list(self, e: m.Expr, scope: Scope, member: m.Expr, of: m.Expr) -> Node:
        return py.compare(self.expr(member, scope), "in", self.domain(of, scope))

    @handles("count_bits")
    def _count_bits(self, e: m.Expr, scope: Scope, of: m.Expr) -> Node:
        return py.call(py.attribute(self.expr(of, scope), "bit_count"))

    # ---- operators ---------------------------------------------------------------------------------------------------

    @handles("add", "sub")
    def _two(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.math(self.expr(a, scope), SIGNS[e.op], self.expr(b, scope))

    @handles("mul")
    def _mul(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        if e.type.low > -MOST and e.type.high < MOST:
            return self._two(e, scope, a, b)
        return py.call("product", self.expr(a, scope), self.expr(b, scope))

    @handles("div")
    def _div(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        if b.op == "const" and b.args[0]:
            return self._two(e, scope, a, b)
        return py.call("quotient", self.expr(a, scope), self.expr(b, scope))

    @handles("within")
    def _within(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        bounds = (py.const(e.type.low), py.const(e.type.high), py.const(e.type.optional))
        return py.call("within", self.expr(a, scope), *bounds)

    @handles("neg")
    def _neg(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        return ast.UnaryOp(ast.USub(), self.expr(a, scope))

    @handles("abs")
    def _abs(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        return py.call("abs", self.expr(a, scope))

    @handles(*COMPARISONS)
    def _compared(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.compare(self.expr(a, scope), SIGNS[e.op], self.expr(b, scope))

    @handles("and")
    def _and(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.both(self.expr(a, scope), self.expr(b, scope))

    @handles("or")
    def _or(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.either(self.expr(a, scope), self.expr(b, scope))

    @handles("not")
    def _not(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        return py.negated(self.expr(a, scope))

    @handles("if")
    def _if(self, e: m.Expr, scope: Scope, condition: m.Expr, a: m.Expr, b: m.Expr) -> Node:
        return py.choice(*(self.expr(each, scope) for each in (condition, a, b)))

    # ---- definitions, players, rankings ------------------------------------------------------------------------------

    @handles("call")
    def _call(self, e: m.Expr, scope: Scope, define: m.Define, arguments: tuple[m.Expr, ...]) -> Node:
        given = [self.expr(each, scope) for each in arguments]
        numbers = [each.number for each in define.parameters]
        if ("define", define.name) not in self.shelf.known:
            word = self.shelf.known["define", define.name] = f"d{len(self.shelf.known)}"
            inner = Scope(bound={n: py.name(f"v{n}") for n in numbers})
            self.shelf.functions.append(
                py.function(word, [*FREE, *(f"v{n}" for n in numbers)], [py.give(self.expr(define.body, inner))])
            )
        return py.call(self.shelf.known["define", define.name], py.name("h"), py.name("s"), scope.me, *given)

    @handles("as")
    def _as(self, e: m.Expr, scope: Scope, player: m.Expr, value: m.Expr) -> Node:
        who = self.expr(player, scope)
        if isinstance(who, (ast.Name, ast.Constant)):
            return self.expr(value, Scope(who, scope.bound))
        return self.beside((value,), scope, lambda inner: [py.give(self.expr(value, inner))], me=who, key=("as", id(e)))

    @handles("ranked")
    def _ranked(self, e: m.Expr, scope: Scope, ranking: m.Ranking, arguments: tuple[m.Expr, ...]) -> Node:
        numbers = [each.number for each in ranking.parameters]
        if ("ranking", id(ranking)) not in self.shelf.known:
            word = self.shelf.known["ranking", id(ranking)] = f"r{len(self.shelf.known)}"
            inner = Scope(bound={n: py.name(f"v{n}") for n in numbers})
            self.shelf.functions.append(
                py.function(word, [*FREE, *(f"v{n}" for n in numbers)], self._standing(ranking, inner))
            )
        given = [self.expr(each, scope) for each in arguments]
        return py.call(self.shelf.known["ranking", id(ranking)], py.name("h"), py.name("s"), scope.me, *given)

    def _standing(self, ranking: m.Ranking, scope: Scope) -> list[ast.stmt]:
        """Everybody who is ranked, with how much they have; the points come from the place of `mine` among them."""
        entry = py.store(py.name("standing"), py.name("me"), py.name("amount"))
        body: list[ast.stmt] = [py.assign("amount", self.expr(ranking.by, scope))]
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
            py.give(py.call("ranked", py.name("standing"), py.name("mine"), self.shelf.value(ranking.lookup))),
        ]

    # ---- what can be gone through ------------------------------------------------------------------------------------

    def domain(self, e: m.Expr, scope: Scope) -> Node:
        """The things that an expression stands for, in a fixed order. Sets and bags give their members."""
        if e.type.form == "set" and e.op not in ("values", "pick", "found"):
            element = e.type.element
            low, step = (element.low, element.step) if element and element.form == "number" else (0, 1)
            return py.call("members", self.expr(e, scope), py.const(low), py.const(step))
        if e.type.form == "sides":
            return py.index(py.name("SIDES_IN"), py.math(self.expr(e, scope), "&", py.const(15)))
        if e.type.form == "bag":
            return py.call("kinds_in", self.expr(e, scope))
        return self.expr(e, scope)

    def players(self) -> Node:
        """How many players there are: known beforehand where the rules allow one number only."""
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
        return self.shelf.made(("rows", kind.name), lambda: range(len(kind.rows)))

    @handles("range")
    def _range(self, e: m.Expr, scope: Scope, low: m.Expr, high: m.Expr) -> Node:
        first, last = self.expr(low, scope), self.expr(high, scope)
        low_, high_ = py.number(first), py.number(last)
        if low_ is not None and high_ is not None:
            return py.call("range", first, py.const(min(high_ + 1, low_ + LONGEST_RANGE)))
        return py.call("span", first, last)

    @handles("these")
    def _these(self, e: m.Expr, scope: Scope, *values: m.Expr) -> Node:
        return py.call("these", py.tuple_of(*(self.expr(each, scope) for each in values)))

    @handles("turnings")
    def _turnings(self, e: m.Expr, scope: Scope, sides: m.Expr) -> Node:
        return py.index(py.name("TURNINGS"), self.expr(sides, scope))

    @handles("turned")
    def _turned(self, e: m.Expr, scope: Scope, sides: m.Expr, times: m.Expr) -> Node:
        return py.call("turned", self.expr(sides, scope), self.expr(times, scope))

    # ---- boards ------------------------------------------------------------------------------------------------------

    @handles("places")
    def _places(self, e: m.Expr, scope: Scope, board: m.Board) -> Node:
        return py.call("list", self.board(board))

    @handles("own_places")
    def _own_places(self, e: m.Expr, scope: Scope, board: m.Board, owner: m.Expr) -> Node:
        if not board.fixed:
            return self.asked(e, scope)
        each, who = py.const(self.nets[board.name].each), self.expr(owner, scope)
        return py.call("range", py.math(who, "*", each), py.math(py.math(who, "+", py.const(1)), "*", each))

    @handles("neighbours")
    def _neighbours(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        whole = self.ruleset.boards[board.name]
        if board.fixed and not board.sides and whole.joined is None:
            return self.table(self.nets[board.name].near, self.expr(of, scope))
        if board.fixed or board.joined is not None:
            return self.asked(e, scope)
        return py.call("neighbours", self.board(board), self.board(board, 1), self.expr(of, scope))

    @handles("exits")
    def _exits(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return (
            self.asked(e, scope)
            if board.fixed
            else py.call("exits", self.board(board), self.board(board, 1), self.expr(of, scope))
        )

    @handles("openers")
    def _openers(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return self.asked(e, scope) if board.fixed else py.call("openers", self.board(board, 1), self.expr(of, scope))

    @handles("frontier")
    def _frontier(self, e: m.Expr, scope: Scope, board: m.Board, owner: m.Expr | None) -> Node:
        return self.asked(e, scope) if board.fixed or owner is not None else self.board(board, 1)

    @handles("lines")
    def _lines(self, e: m.Expr, scope: Scope, board: m.Board, owner: m.Expr | None, length: int) -> Node:
        if owner is not None:
            return self.asked(e, scope)
        lines = self.nets[board.name].lines(length)
        return self.shelf.made(
            ("bits", board.name, length), lambda: tuple(sum(1 << place for place in line) for line in lines)
        )

    @handles("cell")
    def _cell(self, e: m.Expr, scope: Scope, board: m.Board, x: m.Expr, y: m.Expr, owner: m.Expr | None) -> Node:
        if x.op == "const" and y.op == "const" and owner is None:
            make = self.nets[board.name].cell if board.fixed else grid.cell
            return py.const(make(x.args[0], y.args[0]))
        where = [self.expr(each, scope) for each in (x, y, owner) if each is not None]
        if not board.fixed:
            return py.call("cell", *where)
        net = self.nets[board.name]
        if owner is not None:
            return py.call(py.attribute(self.shelf.value(net), "cell"), *where)
        cells = self.shelf.made(
            ("cells", board.name),
            lambda: {
                (x, y): net.cell(x, y) for x in range(1, net.board.width + 1) for y in range(1, net.board.height + 1)
            },
        )
        return py.call(py.attribute(cells, "get"), py.tuple_of(*where), py.const(NONE))

    @handles("coordinate")
    def _coordinate(self, e: m.Expr, scope: Scope, axis: str, of: m.Expr) -> Node:
        return py.index(py.call("position", self.expr(of, scope)), py.const(("x", "y").index(axis)))

    @handles("owner")
    def _owner(self, e: m.Expr, scope: Scope, of: m.Expr) -> Node:
        return py.math(self.expr(of, scope), "//", py.const(grid.BEYOND))

    @handles("beside")
    def _beside(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr, side: m.Expr) -> Node:
        place, which = self.expr(of, scope), self.expr(side, scope)
        return (
            py.index(self.table(self.nets[board.name].beside, place), which)
            if board.fixed
            else py.call("beside", place, which)
        )

    @handles("passage")
    def _passage(self, e: m.Expr, scope: Scope, board: m.Board, a: m.Expr, b: m.Expr) -> Node:
        ends = self.expr(a, scope), self.expr(b, scope)
        if not board.fixed:
            return py.call("passage", *ends)
        between = self.shelf.value(self.nets[board.name].between)
        return py.call(py.attribute(between, "get"), py.tuple_of(*ends), py.const(NONE))

    @handles("border")
    def _border(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr, side: m.Expr) -> Node:
        if not board.fixed:
            return self.asked(e, scope)
        return py.index(self.table(self.nets[board.name].borders, self.expr(of, scope)), self.expr(side, scope))


def bit_of(member: Node, element: Type) -> Node:
    """The bit of a number in a set of numbers."""
    return py.call("bit", member, py.const(element.low), py.const(element.high), py.const(element.step))


def is_something(e: m.Expr) -> bool:
    """Whether a value can be seen never to be none."""
    if e.op == "const":
        return bool(e.args[0] >= 0)
    return e.op == "me" or (e.op == "column" and min(e.args[0].columns[e.args[1]].values) >= 0)
