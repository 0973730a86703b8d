"""Lowering of expressions: numbers, conditions, fields, definitions. Each method says what an operator becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add, sub
from typing import Any

from ...rules.cave.fixed import PlaceGraph
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.operators import OPERATORS
from ...rules.model.types import MOST, NONE
from ...rules.program import instructions as i
from .construction import DONE, YES, Operand, both, choose, either, indices, load, no, read, up_to, within
from .construction import NONE as NOTHING
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Call,
    Check,
    Const,
    Expr,
    Fold,
    Function,
    Load,
    Range,
    Return,
    Var,
    With,
    op,
)
from .form_size import FormSize
from .memory import Memory
from .position_layout import Layout
from .ranges import range_of
from .scope import Environment, UnloweredError, Words

LISTS = frozenset(name for name, each in OPERATORS.items() if each.gives == ("list",)) | {"found", "values"}
"""The operators whose value is only ever gone through."""
ARITHMETIC: Mapping[str, Callable[[Any, Any], Expr]] = {"add": add, "sub": sub}
LOGIC = {"and": both, "or": either}
SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class Lowering(Pass):
    """State of lowering; the parts of it stand on this."""

    def __init__(self, rules: m.Ruleset, program: i.Program, layout: Layout, memory: Memory) -> None:
        self.rules, self.program, self.layout, self.memory = rules, program, layout, memory
        self.types, self.players = layout.types, layout.types.players
        self.nets = {name: PlaceGraph(board, rules.kinds[name]) for name, board in rules.boards.items() if board.fixed}
        self.functions: dict[str, Function] = {}
        self.lowered: dict[int, Any] = {}
        """What was lowered beforehand, by the number of the name that stands for it; see `work_counting`."""
        self.searching: dict[str, int] = {}
        """How many searches a definition makes, by its name; see `domains`."""
        self.size = FormSize(rules.id)
        self.count = 0
        self.known_left: dict[int, Array] = {}
        self.known_allotments: dict[int, Any] = {}
        self._defines: dict[tuple[str, tuple[Array | None, ...]], Function] = {}

    def fresh(self, name: str, range_: Range) -> Var:
        """A variable that there is not yet."""
        self.count += 1
        return Var(f"{''.join(each if each.isalnum() else '_' for each in name)}_{self.count}", range_)

    def variables(self, **ranges: Range) -> tuple[Var, ...]:
        """Variables that there are not yet, each of a range."""
        return tuple(self.fresh(name, range_) for name, range_ in ranges.items())

    def function(
        self, name: str, parameters: Sequence[Var], body: Block, returns: Range, out: bool = False
    ) -> Function:
        """Another function."""
        made = self.functions[name] = Function(name, tuple(parameters), body, returns, out)
        self.size.add(made)
        return made

    def procedure(self, name: str, parameters: Sequence[Var], body: Block, out: bool = False) -> Function:
        """Another function, which is called for what it does."""
        return self.function(name, parameters, (*body, DONE), TRUTH, out)

    def call(self, name: str, *args: Operand) -> Call:
        """Returns the call of a function with values that lie in its ranges."""
        made = self.functions[name]
        given = (within(each, takes.range) for each, takes in zip(args, made.parameters, strict=True))
        return Call(name, tuple(given), made.returns)

    def bind(self, name: str, value: Expr, inner: Callable[[Expr], Expr]) -> Expr:
        """Something in which a value stands more than once: it is worked out once."""
        if isinstance(value, (Const, Var)):
            return inner(value)
        var = self.fresh(name, range_of(value))
        return With(var, value, inner(var))

    def expr(self, e: m.Expr, names: Environment) -> Expr:
        """An expression lowered, but for a list, which is gone through. Raises UnloweredError."""
        handler = self.handlers.get(e.op) if e.op not in LISTS else None
        if handler is None:
            raise UnloweredError(e.op, "there is no such expression in the form yet", e.span)
        made: Expr = handler(self, e, names, *e.args)
        return made

    def truth(self, e: m.Expr, names: Environment) -> Expr:
        """A condition lowered: 0 or 1."""
        made = self.expr(e, names)
        return made if range_of(made) in TRUTH else op("!=", made, 0)

    def value(self, e: m.Expr, names: Environment) -> Expr:
        """Lowers an expression, a condition to 0 or 1."""
        return self.truth(e, names) if e.type.is_truth else self.expr(e, names)

    def word_of(self, e: m.Expr, index: Expr, names: Environment) -> Expr:
        """A word of a set."""
        raise NotImplementedError

    def fold(self, e: m.Expr, names: Environment, kind: str, parts: tuple[Any, ...]) -> Expr:
        """Returns the result of a fold."""
        raise NotImplementedError

    def me(self, names: Environment) -> Expr:
        """The acting player."""
        return names.me if names.me is not None else read(self.layout.cell(i.ME))


def whole(made: Expr) -> Expr:
    """A number that fits into a word: with a check where that is not proven."""
    return made if range_of(made) in WORD else Check(made, WORD)


class Leaves(Lowering):
    """Numbers, names, fields, printed columns and tables."""

    @handles("const")
    def _const(self, e: m.Expr, names: Environment, value: Any) -> Expr:
        return Const(int(value))

    @handles("me")
    def _me(self, e: m.Expr, names: Environment) -> Expr:
        return self.me(names)

    @handles("local")
    def _local(self, e: m.Expr, names: Environment, local: m.Local) -> Expr:
        value = names.values.get(local.number, self.lowered.get(local.number))
        if value is None:
            return read(self.layout.cell(self.program.layout.locals[local.number]))
        if callable(value):
            raise UnloweredError("local", "a set stands where a number is expected", e.span)
        return value

    @handles("field")
    def _field(self, e: m.Expr, names: Environment, field: m.Field, of: m.Expr | None) -> Expr:
        held = self.layout.fields[field.owner, field.name]
        return load(held.array, self.expr(of, names) if of is not None else Const(0))

    @handles("slot")
    def _slot(self, e: m.Expr, names: Environment, at: m.Expr) -> Expr:
        """Returns the content of the slot of a number; see `slot_number`."""
        return load(self.layout.whole, self.expr(at, names))

    @handles("column")
    def _column(self, e: m.Expr, names: Environment, kind: m.Kind, name: str, of: m.Expr) -> Expr:
        return load(self.of_rows(kind.columns[name].values), self.expr(of, names))

    def of_rows(self, values: Sequence[int]) -> Array:
        """A table by row, the last entry of which is for none."""
        return self.memory.table((values[-1], *values[:-1]), NONE)

    @handles("pick")
    def _pick(self, e: m.Expr, names: Environment, of: m.Expr, at: m.Expr) -> Expr:
        values, index = self.table_and_index(e, names)
        return load(self.memory.table(values), index)

    def slot_number(self, e: m.Expr, names: Environment) -> Expr:
        """The number of a slot out of a table, as that of its word."""
        values, index = self.table_and_index(e, names)
        return load(self.memory.table([(self.layout.at[each] - self.layout.start) // 4 for each in values]), index)

    def table_and_index(self, e: m.Expr, names: Environment) -> tuple[list[Any], Expr]:
        """The entries of a table in tables, one after another, and which of them it is. Counted from -1 on where that is
        asked for: then the last is the first."""
        at: list[m.Expr] = []
        while e.op == "pick":
            at.insert(0, e.args[1])
            e = e.args[0]
        entries, index = [e.args[0]], Const(0)
        result: Expr = index
        for each in at:
            which = self.expr(each, names)
            below = range_of(which).low < 0
            rows = [(row[-1], *row) if below else tuple(row) for row in entries]
            size = len(rows[0])
            if any(len(row) != size for row in rows):
                raise UnloweredError("pick", "its rows are not as long as each other", each.span)
            entries = [entry for row in rows for entry in row]
            which = within(which + int(below), indices(size))
            result = result * size + which
        return entries, result


class Arithmetic(Leaves):
    """Arithmetic, comparisons, logic, and what has a name."""

    @handles(*ARITHMETIC)
    def _arithmetic(self, e: m.Expr, names: Environment, a: m.Expr, b: m.Expr) -> Expr:
        return whole(ARITHMETIC[e.op](self.expr(a, names), self.expr(b, names)))

    @handles("div", "remainder")
    def _div(self, e: m.Expr, names: Environment, a: m.Expr, b: m.Expr) -> Expr:
        """The quotient, or what it leaves over; dividing by zero is left to the interpreter."""
        x, y = self.expr(a, names), self.expr(b, names)
        sign = "/" if e.op == "div" else "%"
        if Range(0, 0) not in range_of(y):
            return whole(op(sign, x, y))

        def divide(divisor: Expr) -> Expr:
            return Check(choose(op("==", divisor, 0), 1, 0), Range(0, 0)) + op(sign, x, divisor)

        return whole(self.bind("divisor", y, divide))

    @handles("mul")
    def _mul(self, e: m.Expr, names: Environment, a: m.Expr, b: m.Expr) -> Expr:
        x, y = self.expr(a, names), self.expr(b, names)
        made = x * y
        if range_of(made) in Range(-MOST, MOST) or (e.type.low > -MOST and e.type.high < MOST):
            return whole(made)
        return Check(op("clamped *", x, y), Range(1 - MOST, MOST - 1))

    @handles("neg")
    def _neg(self, e: m.Expr, names: Environment, a: m.Expr) -> Expr:
        return whole(0 - self.expr(a, names))

    @handles("abs")
    def _abs(self, e: m.Expr, names: Environment, a: m.Expr) -> Expr:
        x = self.expr(a, names)
        most = max(map(abs, (range_of(x).low, range_of(x).high)))
        if range_of(x).low >= 0:
            return x
        made = self.bind("number", x, lambda n: choose(n < 0, 0 - n, n))
        return Check(made, Range(0, most))

    @handles("within")
    def _within(self, e: m.Expr, names: Environment, a: m.Expr) -> Expr:
        return self.clamp(self.expr(a, names), Range(e.type.low, e.type.high), e.type.optional)

    def clamp(self, x: Expr, bounds: Range, optional: bool) -> Expr:
        """A number kept within bounds; none may stay what it is."""
        if range_of(x) in bounds:
            return x

        def clamp_number(n: Expr) -> Expr:
            made = choose(n < bounds.low, bounds.low, choose(n > bounds.high, bounds.high, n))
            return choose(op("==", n, NOTHING), NOTHING, made) if optional else made

        return Check(self.bind("number", x, clamp_number), bounds | Range(NONE, NONE) if optional else bounds)

    @handles(*SIGNS)
    def _compare(self, e: m.Expr, names: Environment, a: m.Expr, b: m.Expr) -> Expr:
        if a.type.is_set or b.type.is_set:
            return self._same_sets(e, names, a, b)
        return op(SIGNS[e.op], self.expr(a, names), self.expr(b, names))

    def _same_sets(self, e: m.Expr, names: Environment, a: m.Expr, b: m.Expr) -> Expr:
        many = max(self.layout.words(each.type) for each in (a, b) if each.type.is_set)
        words = []
        for n in range(many):
            one, other = self.word_of(a, Const(n), names), self.word_of(b, Const(n), names)
            words.append(op("==", one, other))
        same = both(*words)
        return same if e.op == "eq" else no(same)

    @handles(*LOGIC)
    def _logic(self, e: m.Expr, names: Environment, a: m.Expr, b: m.Expr) -> Expr:
        return LOGIC[e.op](self.truth(a, names), self.truth(b, names))

    @handles("not")
    def _not(self, e: m.Expr, names: Environment, a: m.Expr) -> Expr:
        return no(self.truth(a, names))

    @handles("if")
    def _if(self, e: m.Expr, names: Environment, test: m.Expr, a: m.Expr, b: m.Expr) -> Expr:
        return choose(self.truth(test, names), self.expr(a, names), self.expr(b, names))

    # ---- what has a name ---------------------------------------------------------------------------------------------

    @handles("as")
    def _as(self, e: m.Expr, names: Environment, player: m.Expr, value: m.Expr) -> Expr:
        who = self.expr(player, names)
        return self.bind("player", who, lambda each: self.expr(value, names.acting(each)))

    @handles("call")
    def _call(self, e: m.Expr, names: Environment, define: m.Define, values: tuple[m.Expr, ...]) -> Expr:
        if any(each.type.is_set or not each.type.facts.in_one_number for each in (define.body, *values)):
            return self.expr(define.body, self.bind_parameters(define.parameters, values, names))
        given = [self.me(names), *(self.expr(each, names) for each in values)]
        known = tuple(self.places_of_record(each) for each in given[1:])
        given = [each.index if isinstance(each, Load) and each.array in known else each for each in given]
        made = self._defines.get((define.name, known))
        if made is None:
            made = self._defines[define.name, known] = self._function_of(define, known)
        args = [within(each, wanted.range) for each, wanted in zip(given, made.parameters, strict=True)]
        return Call(made.name, tuple(args), made.returns)

    def bind_parameters(
        self, parameters: Sequence[m.Local], values: Sequence[m.Expr], names: Environment
    ) -> Environment:
        """The names within a definition that is written out."""
        inner = Environment({}, names.me, names.depth)
        for parameter, value in zip(parameters, values, strict=True):
            inner = inner.bind(parameter, self.set_of(value, names) if value.type.is_set else self.expr(value, names))
        return inner

    def set_of(self, e: m.Expr, names: Environment) -> Words:
        """A set as what gives its words."""
        return lambda index: self.word_of(e, index, names)

    def places_of_record(self, e: Expr) -> Array | None:
        """Of the place of a record that is known the array of all places: whoever asks of it need not look for it."""
        places = (each.place for each in self.layout.records.values())
        return next((each for each in places if isinstance(e, Load) and e.array is each), None)

    def _function_of(self, define: m.Define, known: tuple[Array | None, ...]) -> Function:
        """The function of a definition. Of places whose records are `known` it is given the numbers of these."""
        me = self.fresh("me", range_of(self.me(Environment())))
        takes = [
            self.fresh(each.name, places.bounds if places is not None else self.types.of(each.type))
            for each, places in zip(define.parameters, known, strict=True)
        ]
        stands = [load(places, each) if places is not None else each for each, places in zip(takes, known, strict=True)]
        names = Environment(dict(zip((each.number for each in define.parameters), stands, strict=True)), me)
        body = self.value(define.body, names)
        of_records = "".join(f"_{n}" for n, each in enumerate(known) if each is not None)
        name = define.name.replace(" ", "__") + ("_of_records" + of_records if of_records else "")
        if "." in name:  # rows give it: no name of a function has a point, and no other function this one
            name = f"{name.replace('.', '_')}_of_rows_{len(self._defines)}"
        return self.function(f"define_{name}", [me, *takes], (Return(body),), range_of(body))

    @handles("ranked")
    def _ranking(self, e: m.Expr, names: Environment, ranking: m.Ranking, values: tuple[m.Expr, ...]) -> Expr:
        """Points by how many are ahead, and how many are as good."""
        inner = self.bind_parameters(ranking.parameters, values, names)
        least = self.expr(ranking.least, inner) if ranking.least is not None else None

        def counts(player: Expr) -> Expr:
            acting = inner.acting(player)
            among = self.truth(ranking.among, acting) if ranking.among is not None else YES
            return both(among, self.expr(ranking.by, acting) >= least if least is not None else YES)

        def points(amount: Expr) -> Expr:
            def many(sign: str) -> Expr:
                other = self.fresh("player", indices(self.players))
                better = op(sign, self.expr(ranking.by, inner.acting(other)), amount)
                return Fold("count", other, up_to(self.players), both(counts(other), better))

            size = self.players + 1
            table = self.memory.table(
                [ranking.lookup.get((ahead + 1, same), 0) for ahead in range(size) for same in range(size)]
            )
            return load(table, many(">") * size + many("=="))

        me = self.me(names)
        return choose(counts(me), self.bind("amount", self.expr(ranking.by, inner.acting(me)), points), 0)

    # ---- folds -------------------------------------------------------------------------------------------------------

    @handles("sum", "count", "some", "every", "first", "most", "least")
    def _fold(self, e: m.Expr, names: Environment, *parts: Any) -> Expr:
        return whole(self.fold(e, names, e.op, parts))
