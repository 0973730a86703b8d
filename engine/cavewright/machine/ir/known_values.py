"""Known values: what a hot function has just written, chosen or asked is not asked again.

A function with all that it calls written out in it knows more than its parts did: a slot that an option wrote holds the
value of the option, a row out of the set of free rows is free, a counter that begins at 0 is below its limit. One walk through
the function keeps facts (`facts.py`), puts what is known in the place of what reads it, and drops checks, questions and
branches that are decided by that. At a loop all is forgotten that its body writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .bitmap_indexes import BitmapIndex
from .construction import both, choose, either, load, no, store, within
from .facts import Facts, Place
from .form import (
    TRUTH,
    Array,
    Block,
    Break,
    Call,
    Check,
    Choose,
    Const,
    Continue,
    Copy,
    Do,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Load,
    Loop,
    Op,
    Put,
    Range,
    Return,
    Scope,
    Statement,
    Store,
    Switch,
    Trap,
    Var,
    With,
    Work,
    op,
)
from .narrowing import with_narrow_variables
from .ranges import range_of
from .rewriting import map_parts, mentions_call, within_all

Ends = dict[str, list[Facts]]
"""What is known where the blocks around are left, by label."""
COMPARED: dict[str, Callable[[Range, Range], tuple[bool, bool]]] = {
    "<": lambda a, b: (a.high < b.low, a.low >= b.high),
    "<=": lambda a, b: (a.high <= b.low, a.low > b.high),
    ">": lambda a, b: (a.low > b.high, a.high <= b.low),
    ">=": lambda a, b: (a.low >= b.high, a.high < b.low),
    "==": lambda a, b: (a.low == a.high == b.low == b.high, a.high < b.low or b.high < a.low),
    "!=": lambda a, b: (a.high < b.low or b.high < a.low, a.low == a.high == b.low == b.high),
}
"""Of comparisons whether they hold, and whether they do not, for all numbers of two ranges."""


def with_known_values(function: Function, kept: Iterable[BitmapIndex] = ()) -> Function:
    """A function that asks nothing that it knows; `kept` are the fields of which sets are kept up."""
    sets = {array: each for each in kept if each.words == 1 for array in (each.field, each.sets)}
    function = with_narrow_variables(function)
    body, _ = KnownValues().block(function.body, Facts(sets), {})
    return with_narrow_variables(replace(function, body=body))


class KnownValues:
    """Rewrites statements by what is known before each."""

    # ---- statements: what stands in their place, and what is known behind them; nothing if nobody comes by ----------

    def block(self, block: Block, facts: Facts, ends: Ends) -> tuple[Block, Facts | None]:
        """Statements up to the first behind which nothing comes by."""
        found: list[Statement] = []
        for each in block:
            made, left = self.statement(each, facts, ends)
            found += made
            if left is None:
                return tuple(found), None
            facts = left
        return tuple(found), facts

    def statement(self, s: Statement, facts: Facts, ends: Ends) -> tuple[Block, Facts | None]:
        """A statement. `facts` are those before it, which become those behind it."""
        if mentions_call(_own_expressions(s)):
            facts.forget_memory()  # what the call writes, a question behind it sees
        match s:
            case If():
                return self.branch(s, facts, ends)
            case Switch(value=value, blocks=blocks):
                return self.switch(s, self.expr(value, facts), blocks, facts, ends)
            case Scope() | Loop() | Each():
                return self.around(s, facts, ends)
            case Break(label=label):
                ends.setdefault(label, []).append(facts)
                return (s,), None
            case Continue() | Trap():
                return (s,), None
            case Return(value=value):
                return (Return(self.expr(value, facts)),), None
        return self.simple(s, facts), facts

    def simple(self, s: Statement, facts: Facts) -> Block:
        """A statement without blocks, behind which it goes on."""
        match s:
            case Let(var=var, value=value):
                made = self.expr(value, facts)
                facts.assign(var, made)
                return (Let(var, made),)
            case Store(array=array, index=index, value=value):
                return self.store(array, self.expr(index, facts), self.expr(value, facts), facts)
            case Work(counter=counter, amount=amount):
                return self.work(s, facts.values.get((counter, 0)), amount, facts)
            case Do(call=call):
                return (Do(self.expr(call, facts)),)
            case Put(array=array, count=count):
                facts.forget_array(array)
                facts.forget(count)
            case Copy(target=target):
                facts.forget_array(target)
        return (s,)

    def store(self, array: Array, index: Expr, value: Expr, facts: Facts) -> Block:
        """An entry gets a value."""
        if isinstance(index, Const):
            facts.assign_cell(array, index.value, value)
        else:
            facts.forget_array(array)
        return (store(array, index, value),)

    def work(self, s: Work, known: Expr | None, amount: int, facts: Facts) -> Block:
        """A count of work: where it is known so far it is reckoned now."""
        if amount == 0:
            return ()
        if isinstance(known, Const) and known.value + amount <= s.counter.range.high:
            return self.store(s.counter, Const(0), Const(known.value + amount), facts)
        facts.forget_cell(s.counter, 0)
        return (s,)

    def branch(self, s: If, facts: Facts, ends: Ends) -> tuple[Block, Facts | None]:
        """One block or another, or the one that it is known to be."""
        condition = self.expr(s.condition, facts)
        if isinstance(condition, Const):
            return self.block(s.then if condition.value else s.otherwise, facts, ends)
        other = facts.copy()
        then, behind = self.block(s.then, facts, ends)
        otherwise, behind_other = self.block(s.otherwise, other, ends)
        left = [each for each in (behind, behind_other) if each is not None]
        if not then and not otherwise and may_be_left_out(condition):
            return (), other
        return (If(condition, then, otherwise),), left[0].meet(left[1:]) if left else None

    def switch(
        self, s: Switch, value: Expr, blocks: tuple[Block, ...], facts: Facts, ends: Ends
    ) -> tuple[Block, Facts | None]:
        """One of several blocks."""
        if isinstance(value, Const):
            return self.block(blocks[value.value], facts, ends)
        found = [self.block(each, facts.copy(), ends) for each in blocks]
        left = [each for _, each in found if each is not None]
        return (Switch(value, tuple(each for each, _ in found)),), left[0].meet(left[1:]) if left else None

    def around(self, s: Any, facts: Facts, ends: Ends) -> tuple[Block, Facts | None]:
        """A block that can be left from within, or comes again."""
        if isinstance(s, Each):
            domain = map_parts(s.domain, lambda part: self.expr(part, facts))
            _forget_written(s, facts)
            member = facts.subset(getattr(domain, "word", Const(0)))
            within_ = facts.copy()
            if member is not None:
                within_.members[s.var] = member
            body, _ = self.block(s.body, within_, ends)
            return (Each(s.var, domain, body),), facts
        if isinstance(s, Loop):
            _forget_written(s, facts)
        inner: Ends = {**ends, s.label: []}
        body, end = self.block(s.body, facts, inner)
        left = [*inner[s.label], *([end] if end is not None and isinstance(s, Scope) else [])]
        return (replace(s, body=body),), left[0].meet(left[1:]) if left else None

    # ---- expressions -------------------------------------------------------------------------------------------------

    def expr(self, e: Any, facts: Facts) -> Any:
        """An expression, simpler by what is known."""
        match e:
            case Const() | str() | int() | None:
                return e
            case Var():
                return self._instead(e, e, e.range, facts)
            case Load(array=array, index=index):
                return self.load(array, self.expr(index, facts), facts)
            case With(var=var, value=value, inner=inner):
                made = self.expr(value, facts)
                return With(var, made, self.expr(inner, facts.binding(var, made)))
            case Check(value=value, range=range_):
                return within(self.expr(value, facts), range_)
            case Choose(condition=condition, then=then, otherwise=otherwise):
                asked, one, other = (self.expr(each, facts) for each in (condition, then, otherwise))
                return choose(asked, one, other) if may_be_left_out(asked) else Choose(asked, one, other)
            case Fold(var=var, domain=domain, test=test, value=value):
                parts = (
                    map_parts(domain, lambda part: self.expr(part, facts)),
                    self.expr(test, facts),
                    self.expr(value, facts),
                )
                return replace(e, domain=parts[0], test=parts[1], value=parts[2])
            case Op(name=name, args=args):
                return simplify(name, tuple(self.expr(each, facts) for each in args))
        return map_parts(e, lambda part: self.expr(part, facts))

    def load(self, array: Array, index: Expr, facts: Facts) -> Expr:
        """An entry of an array: known as a cell, as that of a row out of a set, or as that of a table that only counts."""
        if isinstance(index, Const) and array.values is None:
            return self._instead(Load(array, index), (array, index.value), array.range, facts)
        member = facts.member(index)
        if member is not None and member[0].field == array and isinstance(index, Var) and index.range.low >= 0:
            return Const(member[1])
        if array.values is not None and array.length > 1:
            moved = array.values[0] - array.origin
            if all(value == n + moved for n, value in enumerate(array.values, array.origin)):
                return op("+", index, moved)
        return load(array, index)

    def _instead(self, e: Expr, place: Place, range_: Range, facts: Facts) -> Expr:
        """Returns the value that is known of a place, where that says more than the place itself."""
        known = facts.values.get(place)
        return known if known is not None and range_of(known) != range_ and range_of(known) in range_ else e


def simplify(name: str, args: tuple[Expr, ...]) -> Expr:
    """An operation of which some parts are known."""
    if name == "not":
        return no(args[0])
    if name in ("and", "or") and any(isinstance(each, Const) for each in args):
        return (both if name == "and" else either)(*args)
    if name in COMPARED:
        holds, fails = COMPARED[name](*map(range_of, args))
        if (holds or fails) and may_be_left_out(args):
            return Const(int(holds))
    if name in ("&", "|") and all(range_of(each) in TRUTH for each in args):
        known = [each for each in args if isinstance(each, Const)]
        if known and known[0].value == (name == "&"):
            return args[1] if args[0] is known[0] else args[0]
    if name == "&" and isinstance(args[1], Const) and _is_within_mask(range_of(args[0]), args[1].value):
        return args[0]
    return op(name, *args)


def may_be_left_out(part: object) -> bool:
    """Tells if a part of the form does nothing besides its value, a trap neither."""
    return not any(isinstance(each, (Call, Check)) for each in within_all(part))


def _is_within_mask(range_: Range, mask: int) -> bool:
    """Tells if numbers of a range have no bits besides those of a mask, which are the lowest."""
    return mask & mask + 1 == 0 and range_ in Range(0, mask)


def _own_expressions(s: Statement) -> tuple[object, ...]:
    """The expressions of a statement besides the blocks in it."""
    match s:
        case If(condition=e) | Switch(value=e):
            return (e,)
        case Each(domain=domain):
            return (domain,)
        case Scope() | Loop():
            return ()
    return (s,)


def _forget_written(s: Statement, facts: Facts) -> None:
    """Forgets all that a loop writes."""
    for each in within_all(s):
        match each:
            case Let(var=var) | Each(var=var) | Put(count=var):
                facts.forget(var)
        match each:
            case Store(array=array, index=Const(value=at)):
                facts.forget_cell(array, at)
            case Store(array=array) | Put(array=array) | Copy(target=array):
                facts.forget_array(array)
            case Work(counter=counter):
                facts.forget_cell(counter, 0)
            case Call():
                facts.forget_memory()
