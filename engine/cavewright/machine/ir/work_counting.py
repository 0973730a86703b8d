"""Counts work as it is done, where the worst case of an instruction says too little.

What an instruction is charged at its worst is right, but of some rules that is a thousand times of what happens. Where
a step may pass its limit, the large instructions are lowered as they are written, and loops in them count what they look
at: each adds once, when it ends. What is small is still charged at its worst, so that no count is ever less than that
of the interpreter. A count over the limit traps, and the interpreter decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...rules.check.cardinality import most_around
from ...rules.check.expression_cost import ExpressionCost
from ...rules.model import ruleset as m
from ...rules.model.free_names import locals_in
from ...rules.model.operators import COMPARISONS, FOLDS
from ...rules.model.types import NONE
from ...rules.program import instructions as i
from .construction import assign, either, indices, no, read, up_to, within, write
from .effects import TOO_MUCH
from .form import (
    TRUTH,
    WORD,
    Array,
    Bits,
    Block,
    Break,
    Call,
    Const,
    Each,
    Expr,
    If,
    Range,
    Return,
    Scope,
    Trap,
    Var,
    op,
)
from .iterations import Branch, Iteration, Through
from .ranges import most_in, range_of
from .scope import HERE, Environment, Value
from .work_source import WorkSource

SHARE = 2_000
"""An instruction is large whose worst case is more than the limit divided by this."""
FEW = 200
"""Work of an expression that is charged at its worst also within loops that count."""
PARTS_ALONE = {
    "and",
    "or",
    "not",
    "if",
    "add",
    "sub",
    "mul",
    "div",
    "remainder",
    "neg",
    "abs",
    "within",
    "seat",
    *COMPARISONS,
}
"""Operators that look at nothing themselves, and bind no name."""
MOST_COUNTED, MOST_ADDED = 2**31 - 1, 2**30
FOUND = "found"
"""The label of the loop that the answer ends."""
FIRST_NUMBER = -50_000_000
"""Names that stand for what was lowered beforehand are numbered from here downwards."""


class WorkCounting:
    """Lowers large instructions so that they count. `lowering` is that of expressions, `counter` the cell of the work."""

    def __init__(self, source: WorkSource, lowering: Any, expressions: Any, counter: Array) -> None:
        self.source, self.lowering, self.expressions, self.counter = source, lowering, expressions, counter
        self.made = 0
        self.definitions: dict[str, tuple[str, int]] = {}
        self.supposed: dict[int, int] = {}
        """What is charged for a value that is asked for after something, by the expression, which `Suppositions` keeps."""

    @property
    def cost(self) -> ExpressionCost:
        """The worst case of expressions as they are written."""
        assert self.source.interpreter is not None
        return self.source.interpreter.work

    def decision_as_written(self, at: int) -> i.Decide | i.Trial:
        """Returns a decision of the program that the interpreter carries out."""
        assert self.source.interpreter is not None
        found = self.source.interpreter.program.code[at]
        assert isinstance(found, (i.Decide, i.Trial))
        return found

    def instruction(self, at: int, node: Any) -> tuple[Block, Any, int]:
        """Returns an instruction as it is to be lowered, what comes before it, and what it is charged for besides what
        it counts itself."""
        engine, charged = self.source.interpreter, self.source.works[at]
        if engine is None or charged * SHARE <= self.source.limit:
            return (), node, charged
        plain, own = engine.program.code[at], engine.own_work[at]
        match plain:
            case i.JumpUnless(condition=condition):
                value, work = self.value(condition, HERE)
                return (), replace(node, condition=value), own + work
            case i.Check(condition=condition, due=due):
                before, value, work = self._always(condition)
                return before, replace(node, condition=value), own + work + self.cost.of(due or ())
            case i.Set(target=target, value=value) if not value.type.facts.has_members:
                value, work = self.value(value, HERE)
                return (), replace(plain, value=value), own + work + self.cost.of(target)
            case i.Collect(domain=domain, players=False):
                domain, work = self.domain(domain, HERE, each=1)
                return (), replace(node, domain=domain), own + work
        return (), node, charged

    def _always(self, condition: m.Expr) -> tuple[Block, m.Expr, int]:
        """Returns a condition that is asked whatever comes of it, before it and as a name: the interpreter asks what is
        required also of an option that is known to be possible."""
        value, work = self.value(condition, HERE)
        holds = self.lowering.fresh("holds", TRUTH)
        return (assign(holds, self.lowering.value(value, HERE)),), self._stand_in(condition, holds), work

    # ---- values ------------------------------------------------------------------------------------------------------

    def value(self, e: m.Expr, names: Environment) -> tuple[m.Expr, int]:
        """Returns an expression in which what counts itself stands for its calls, and what the rest is charged for at
        its worst."""
        charged = self.cost.of(e)
        if charged <= FEW:
            return self.expressions.expr(e), charged
        found = None
        if e.op in PARTS_ALONE:
            parts, work = self._each(e.args, names)
            return replace(e, args=parts), work
        if e.op in FOLDS:
            found = self._fold(e, names)
        elif e.op == "call":
            found = self._call(e, names)
        elif e.op == "after":
            found = self._after(e, names)
        return found if found is not None else (self.expressions.expr(e), charged)

    def _each(self, parts: Sequence[m.Expr], names: Environment) -> tuple[tuple[m.Expr, ...], int]:
        found = [self.value(each, names) for each in parts]
        return tuple(each for each, _ in found), sum(work for _, work in found)

    def _stand_in(self, e: m.Expr, meaning: Expr | Through) -> m.Expr:
        """Returns a name that stands for what was lowered beforehand."""
        self.made += 1
        number = FIRST_NUMBER - self.made
        self.lowering.lowered[number] = meaning
        return replace(e, op="local", args=(m.Local("lowered", e.type, number),))

    def _arguments(self, e: m.Expr, names: Environment) -> tuple[list[int], list[Expr]] | None:
        """Returns the names that a function of an expression has to be given, and their values; none where one is a
        set."""
        free = sorted({each.number for each in locals_in(e)} & set(names.values))
        values = [names.values[each] for each in free]
        return None if any(callable(each) for each in values) else (free, values)  # type: ignore[return-value]

    def _parameters(self, values: Sequence[Expr]) -> list[Var]:
        return [self.lowering.fresh("given", range_of(each)) for each in values]

    def _invoke(self, name: str, takes: Sequence[Var], given: Sequence[Expr], returns: Range) -> Expr:
        return Call(name, tuple(within(each, var.range) for each, var in zip(given, takes, strict=True)), returns)

    # ---- definitions -------------------------------------------------------------------------------------------------

    def _call(self, e: m.Expr, names: Environment) -> tuple[m.Expr, int] | None:
        """Returns the call of a definition that counts; none of one that takes or gives what is no number."""
        define, values = e.args
        if any(each.type.facts.has_members for each in (define.body, *values)):
            return None
        me = self.lowering.me(names)
        given, work = self._each(values, names)
        if define.name not in self.definitions:
            self.definitions[define.name] = self._definition(define)
        name, inside = self.definitions[define.name]
        made = self.lowering.functions[name]
        args = [me, *(self.lowering.value(each, names) for each in given)]
        return self._stand_in(e, self._invoke(name, made.parameters, args, made.returns)), 1 + work + inside

    def _definition(self, define: m.Define) -> tuple[str, int]:
        takes = [self.lowering.fresh(each.name, self.lowering.types.of(each.type)) for each in define.parameters]
        me = self.lowering.fresh("me", range_of(self.lowering.me(HERE)))
        known = dict(zip((each.number for each in define.parameters), takes, strict=True))
        names = Environment(known, me)
        body, work = self.value(define.body, names)
        value = self.lowering.value(body, names)
        name = f"counted_{len(self.definitions)}"
        self.lowering.function(name, [me, *takes], (Return(value),), range_of(value))
        return name, work

    def _after(self, e: m.Expr, names: Environment) -> tuple[m.Expr, int] | None:
        """Returns a value after something was carried out in thought, counted as it is asked there; none where what is
        asked knows a set."""
        deed, values, value = e.args
        if self._arguments(value, names) is None:
            return None
        given, work = self._each(values, names)

        def ask(inner: Environment) -> Expr:
            asked, self.supposed[id(e)] = self.value(value, inner)
            answer: Expr = self.lowering.value(asked, inner)
            return answer

        call = self.lowering.supposing.after(e, names, deed, given, value, ask)
        return self._stand_in(e, call), 1 + work + self.supposed[id(e)]

    # ---- loops -------------------------------------------------------------------------------------------------------

    def _fold(self, e: m.Expr, names: Environment) -> tuple[m.Expr, int] | None:
        """Returns the call of a function that goes through things until the answer is known, and counts them."""
        given = self._arguments(e, names)
        if given is None:
            return None
        me = self.lowering.me(names)
        takes = self._parameters([me, *given[1]])
        inner = Environment(dict(zip(given[0], takes[1:], strict=True)), takes[0], names.depth)
        body, returns = self._loop(e, inner)
        self.made += 1
        name = f"counted_loop_{self.made}"
        self.lowering.function(name, takes, body, returns)
        return self._stand_in(e, self._invoke(name, takes, [me, *given[1]], returns)), 0

    def _loop(self, e: m.Expr, names: Environment) -> tuple[Block, Range]:
        local, things, where, asked = (*e.args, None)[:4]
        outer = self.lowering.with_own_lists(names, things, (where, asked))
        domain, work = self.domain(things, outer)
        going, seen = self.lowering.through(domain, outer), _Seen()
        most = members_in(going)
        rounds = self.lowering.fresh("rounds", Range(0, most))
        answer = Answer(e.op, self.lowering.fresh, most)

        def look_at(item: Value) -> Block:
            inner = names.bind(local, item)
            test, cost = self.value(where, inner) if where is not None else (None, 0)
            value, more = self.value(asked, inner) if asked is not None else (None, 0)
            seen.work = max(seen.work, 1 + cost + more)
            found = answer.look(item, self.lowering.value(value, inner) if value is not None else None)
            holds = self.lowering.value(test, inner) if test is not None else None
            return (assign(rounds, rounds + 1), *(found if holds is None else (If(holds, found),)))

        loop = self.go_through(local.name, going, look_at)
        counted = self.count(rounds, most, seen.work, work)
        begun = (assign(rounds, 0), *answer.begin())
        return (*begun, Scope(FOUND, loop), *counted, Return(answer.value)), range_of(answer.value)

    def go_through(self, name: str, going: Through, body: Callable[[Value], Block]) -> Block:
        """Returns the loop over things; over a set of several words bit by bit of each word."""
        if isinstance(going, Iteration) and going.words is not None:
            many, word_at = going.words
            at = self.lowering.fresh("word", indices(many))
            bit = self.lowering.fresh(name, Range(0, 31))
            one_word = Each(bit, Bits(word_at(at)), body(going.item(at * 32 + bit)))
            return (Each(at, up_to(many), (one_word,)),)
        made: Block = self.lowering.each(name, going, body)
        return made

    def domain(self, e: m.Expr, names: Environment, each: int = 0) -> tuple[m.Expr, int]:
        """Returns what is gone through, such that the search for it counts, and what it is charged for at its worst;
        `each` is the work of each of its members besides."""
        charged = self.cost.of(e) + each * self.cost.size(e)
        if charged > FEW and e.op == "reach":
            found = self._reach(e, names, each)
        elif charged > FEW and e.op == "call" and not any(value.type.facts.has_members for value in e.args[1]):
            found = self._called_domain(e, names, each)
        else:
            found = None
        return found if found is not None else (e, charged)

    def _called_domain(self, e: m.Expr, names: Environment, each: int) -> tuple[m.Expr, int] | None:
        define, values = e.args
        given, work = self._each(values, names)
        inner = self.lowering.bind_parameters(define.parameters, given, names)
        body, more = self.domain(define.body, inner, each)
        if body is define.body:
            return None
        return self._stand_in(e, self.lowering.through(body, inner)), 1 + work + more

    def _reach(self, e: m.Expr, names: Environment, each: int) -> tuple[m.Expr, int] | None:
        """Returns the iteration over what a search finds; for each place that it finds it counts that, and the ways from
        it with what is asked of each."""
        board, of, where, cost, *_ = e.args
        board = self.lowering.rules.boards[board.name]
        asked = sum(self.cost.of(part) for part in (where, cost, self.cost.board(e).joined) if part is not None)
        start, work = self.value(of, names)
        if asked > FEW:
            return None
        begun = replace(e, args=(board, start, *e.args[2:]))
        going = self.lowering.through_reach(begun, names, *begun.args)
        many, per = going.domain.stop, each + 1 + most_around(board) * (1 + asked)
        counted = self._counting(per, range_of(many))
        domain = replace(going.domain, stop=Call(counted, (many,), range_of(many)))
        return self._stand_in(e, replace(going, domain=domain)), work

    def _counting(self, per: int, many: Range) -> str:
        """The function that counts so much for each of many, and returns how many they are."""
        name = f"count_{per}_of_{many.high}"
        if name not in self.lowering.functions:
            takes = self.lowering.fresh("many", many)
            self.lowering.function(name, [takes], (*self.count(takes, many.high, per, 0), Return(takes)), many)
        return name

    def count(self, many: Var, most: int, per: int, more: int) -> Block:
        """Returns the statements that add work, and stop where it is over the limit."""
        per, more = (min(each, self.source.limit + 1) for each in (per, more))
        most_at_once = MOST_ADDED // per
        too_many: Block = (If(many > most_at_once, (Trap(TOO_MUCH),)),) if most > most_at_once else ()
        work = within(many, Range(0, min(most, most_at_once))) * per + more
        added = op("&", op("wrapped +", read(self.counter), work), MOST_COUNTED)
        over = If(read(self.counter) > self.source.limit, (Trap(TOO_MUCH),))
        return (*too_many, write(self.counter, added), over)


@dataclass
class _Seen:
    """The work that each thing of a loop is charged for."""

    work: int = 1


class Answer:
    """The answer of a fold, found by statements: variables, and what each thing that meets the condition does to them."""

    def __init__(self, kind: str, fresh: Callable[[str, Range], Var], most: int) -> None:
        self.kind, self.fresh, self.most = kind, fresh, most
        self.found: Var | None = None
        self.begun: Var | None = None

    def look(self, item: Value, value: Expr | None) -> Block:
        """The statements for a thing that meets the condition."""
        assert not callable(item)
        match self.kind:
            case "some":
                return (assign(self._answer(TRUTH), 1), Break(FOUND))
            case "every":
                failed: Block = (assign(self._answer(TRUTH), 0), Break(FOUND))
                return failed if value is None else (If(no(value), failed),)
            case "first":
                return (assign(self._answer(range_of(item) | Range(NONE, NONE)), item), Break(FOUND))
            case "count":
                answer = self._answer(Range(0, self.most))
                return (assign(answer, answer + 1),)
            case "sum":
                return self._add(value if value is not None else Const(1))
        return self._choose(value if value is not None else Const(1))

    def _answer(self, range_: Range) -> Var:
        if self.found is None:
            self.found = self.fresh("answer", range_)
        return self.found

    def _add(self, value: Expr) -> Block:
        each = range_of(value) | Range(0, 0)
        total = Range(each.low * self.most, each.high * self.most)
        answer = self._answer(total if total in WORD else WORD)
        return (assign(answer, answer + value),)

    def _choose(self, value: Expr) -> Block:
        answer = self._answer(range_of(value) | Range(0, 0))
        self.begun = self.begun or self.fresh("begun", TRUTH)
        other = self.fresh("other", range_of(value))
        better = other > answer if self.kind == "most" else other < answer
        taken = (assign(answer, other), assign(self.begun, 1))
        return (assign(other, value), If(either(no(self.begun), better), taken))

    def begin(self) -> Block:
        """The statements before the loop, written behind it since only then the variables are known."""
        first = {"every": 1, "first": NONE}.get(self.kind, 0)
        begun = (assign(self.begun, 0),) if self.begun is not None else ()
        return (assign(self._answer(TRUTH | Range(NONE, NONE)), first), *begun)

    @property
    def value(self) -> Expr:
        """The answer."""
        assert self.found is not None
        return self.found


def members_in(going: Through) -> int:
    """Returns the greatest number of things that are gone through."""
    if isinstance(going, Branch):
        return max(members_in(going.then), members_in(going.otherwise))
    return most_in(going.domain)
