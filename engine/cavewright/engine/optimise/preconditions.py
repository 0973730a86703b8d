"""Derives preconditions of an option from its effects, so that it need not be tried out.

The instructions from an option on are gone through in thought, as far as something could be refused. What they read
must not have been written before; where that cannot be had, or they go round, the option is tried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.types import MOST, NONE, YES_NO, number
from ...rules.program import instructions as i
from ...rules.program.refusal_reach import can_refuse, risky_points
from .dependencies import key_of

MOST_WORK = 1_000
"""Work of what is gone through for one option: no more than trying it out may take without being counted."""
ASKED_OF_BOARDS = frozenset(
    {
        "record",
        "edge",
        "tile",
        "open",
        "laid",
        "fits",
        "places",
        "own_places",
        "neighbours",
        "exits",
        "openers",
        "frontier",
        "reach",
        "distance",
    }
)
"""Operators that depend on what lies on boards."""


class NoPrecondition(Exception):
    """Demand of an option that cannot be said before the option is carried out."""


@dataclass(frozen=True)
class SymbolicState:
    """State of a symbolic walk: names and the slots of control with their values (none: not known), who acts, what was
    written, what holds."""

    slots: Mapping[int, m.Expr | int | None] = field(default_factory=dict)
    me: m.Expr | None = None
    written: frozenset[tuple[str, str]] = frozenset()
    boards: bool = False
    holds: tuple[m.Expr, ...] | None = ()
    """The conditions on the way here; none where one is not known."""
    seen: frozenset[int] = frozenset()

    def having(self, slot: int, value: m.Expr | int | None) -> SymbolicState:
        """Returns the knowledge with a value in a slot."""
        return replace(self, slots={**self.slots, slot: value})


class Preconditions:
    """Finds out what options of one program demand. `work` says how much work an instruction is."""

    def __init__(self, program: i.Program, work: Callable[[int], int]) -> None:
        self.program, self.code, self.risky = program, program.code, risky_points(program)
        self.me = {number for number, slot in program.layout.locals.items() if slot == i.ME}
        self.found: list[m.Expr] = []
        self.work, self.left = work, 0

    def of(self, option: i.Option) -> tuple[m.Expr, ...] | None:
        """Returns the demands of an option, or none where it has to be tried out."""
        if option.may_fail:
            return None
        self.found, self.left = [], MOST_WORK
        start = SymbolicState(
            {option.back: self.program.stop if option.beside else option.after} if option.back >= 0 else {}
        )
        try:
            self.walk(option.to, start)
        except (NoPrecondition, RecursionError):
            return None
        return tuple(self.found)

    def work_of(self, option: i.Option) -> int:
        """Returns the work of trying an option, at most, where its demands are known; else 0, since then it is tried."""
        return MOST_WORK - self.left if self.of(option) is not None else 0

    def walk(self, at: int, walk: SymbolicState) -> None:
        """Goes on from an instruction, as far as something could be refused."""
        while at in self.risky:
            self.left -= self.work(at)
            if at in walk.seen or self.left < 0:
                raise NoPrecondition
            walk = replace(walk, seen=walk.seen | {at})
            step = self.step(at, self.code[at], walk)
            if step is None:
                return
            at, walk = step

    def step(self, at: int, node: Any, walk: SymbolicState) -> tuple[int, SymbolicState] | None:
        """Behind one instruction: what comes next, or nothing if somebody decides there."""
        match node:
            case i.Jump(to=to):
                return to, walk
            case i.JumpUnless():
                return self.branch(at, node, walk)
            case i.Set():
                return at + 1, self.set(node, walk)
            case i.Check(condition=condition):
                self.demand(self.on_position_before(condition, walk), walk)
                return at + 1, walk
            case i.Copy(source=source, target=target):
                return at + 1, self.copy_slot(source, target, walk)
            case i.Clear(slots=slots):
                return at + 1, replace(walk, slots={**walk.slots, **dict.fromkeys(slots, 0)})
            case i.Call(back=back, arguments=arguments, to=to):
                values = {slot: self.maybe(value, walk) for slot, value in arguments}
                return to, replace(walk, slots={**walk.slots, **values, back: at + 1})
            case i.Return(back=back, clear=clear):
                known = walk.slots.get(back)
                if not isinstance(known, int):
                    raise NoPrecondition
                return known or self.program.stop, replace(
                    walk, slots={**walk.slots, **dict.fromkeys((back, *clear), 0)}
                )
            case i.Returned(bag=bag):
                return at + 1, replace(walk, written=walk.written | {key_of(bag.args[0])})
            case i.Decide(otherwise=otherwise, firm=False) if otherwise not in self.risky:
                return None
            case i.Chance(to=to) if to not in self.risky:
                return None
        raise NoPrecondition

    def branch(self, at: int, node: i.JumpUnless, walk: SymbolicState) -> tuple[int, SymbolicState] | None:
        """Both ways, each under its condition."""
        condition = self.maybe(node.condition, walk)
        if condition is None or walk.holds is None:
            yes = no = replace(walk, holds=None)
        else:
            negated = m.Expr("not", (condition,), YES_NO, condition.span)
            yes = replace(walk, holds=(*walk.holds, condition))
            no = replace(walk, holds=(*walk.holds, negated))
        self.walk(at + 1, yes)
        return node.to, no

    def set(self, node: i.Set, walk: SymbolicState) -> SymbolicState:
        """A value is written."""
        target = node.target
        if target.op == "local":
            slot = self.program.layout.locals[target.args[0].number]
            if target.type.is_number and target.type.high >= MOST:
                raise NoPrecondition
            value = self.maybe(node.value, walk)
            return (
                replace(walk, me=value, slots={**walk.slots, i.ME: value}) if slot == i.ME else walk.having(slot, value)
            )
        if can_refuse(node):
            if target.op != "field":
                raise NoPrecondition
            self.require_bounds(node, walk)
        whole = target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target
        if whole.op != "field":
            return replace(walk, boards=True)
        return replace(walk, written=walk.written | {key_of(whole.args[0])})

    def require_bounds(self, node: i.Set, walk: SymbolicState) -> None:
        """A number has to stay within its bounds, where there is something to which it belongs."""
        value = self.on_position_before(node.value, walk)
        wanted = node.target.type
        of = node.target.args[1]
        low, high = (m.Expr("const", (each,), number(each, each), value.span) for each in (wanted.low, wanted.high))
        parts = [m.Expr("ge", (value, low), YES_NO, value.span)] if value.type.low < wanted.low else []
        parts += [m.Expr("le", (value, high), YES_NO, value.span)] if value.type.high > wanted.high else []
        if wanted.optional or value.type.optional:
            raise NoPrecondition
        for each in parts:
            if of is not None and of.op != "me":
                none = m.Expr("const", (NONE,), of.type, of.span)
                each = m.Expr(
                    "or",
                    (m.Expr("eq", (self.on_position_before(of, walk), none), YES_NO, of.span), each),
                    YES_NO,
                    of.span,
                )
            self.demand(each, walk)

    def demand(self, condition: m.Expr, walk: SymbolicState) -> None:
        """A condition has to hold, if what leads here does."""
        if walk.holds is None:
            raise NoPrecondition
        for each in reversed(walk.holds):
            condition = m.Expr("or", (m.Expr("not", (each,), YES_NO, each.span), condition), YES_NO, each.span)
        self.found.append(condition)

    def copy_slot(self, source: int, target: int, walk: SymbolicState) -> SymbolicState:
        """One slot is copied to another; the acting player may be one of them."""
        value = walk.slots.get(source)
        if source == i.ME and i.ME not in walk.slots:
            value = -1
        if target != i.ME:
            return walk.having(target, value)
        if value == -1:
            slots = {slot: each for slot, each in walk.slots.items() if slot != i.ME}
            return replace(walk, me=None, slots=slots)
        return replace(walk, me=value if isinstance(value, m.Expr) else None, slots={**walk.slots, i.ME: value})

    # ---- what is read ------------------------------------------------------------------------------------------------

    def maybe(self, e: m.Expr, walk: SymbolicState) -> m.Expr | None:
        """An expression as it is before the option, or none where that is not known."""
        try:
            return self.on_position_before(e, walk)
        except NoPrecondition:
            return None

    def on_position_before(self, e: m.Expr, walk: SymbolicState) -> m.Expr:
        """An expression on the position before the option that comes to the same. Raises Unclear."""
        for kind, what in read_by(e, set()):
            if (kind == "field" and what in walk.written) or (kind == "board" and walk.boards):
                raise NoPrecondition
        found: m.Expr = self.with_values(e, walk)
        if i.ME not in walk.slots:
            return found
        if walk.me is None:
            raise NoPrecondition
        return m.Expr("as", (walk.me, found), found.type, found.span)

    def with_values(self, part: Any, walk: SymbolicState) -> Any:
        """Returns the expression with values in the place of names that were given one."""
        if isinstance(part, tuple):
            return tuple(self.with_values(each, walk) for each in part)
        if not isinstance(part, m.Expr):
            return part
        if part.op != "local":
            return replace(part, args=self.with_values(part.args, walk))
        if part.args[0].number in self.me:
            return m.Expr("me", (), part.type, part.span)
        slot = self.program.layout.locals.get(part.args[0].number, -1)
        if slot not in walk.slots:
            return part
        value = walk.slots[slot]
        if value is None or i.ME in walk.slots:
            raise NoPrecondition
        return m.Expr("const", (value,), part.type, part.span) if isinstance(value, int) else value


def read_by(part: Any, known: set[str]) -> Iterator[tuple[str, Any]]:
    """The fields that an expression reads, and whether it asks of boards, in definitions too."""
    match part:
        case m.Expr(op=op, args=args):
            if op in ("possible", "after"):
                raise NoPrecondition
            if op in ASKED_OF_BOARDS:
                yield "board", None
            yield from read_by(args, known)
        case m.Field():
            yield "field", key_of(part)
        case m.Define() if part.name not in known:
            known.add(part.name)
            yield from read_by(part.body, known)
        case m.Ranking() if part.name not in known:
            known.add(part.name)
            yield from read_by((part.by, part.among, part.least), known)
        case tuple():
            for each in part:
                yield from read_by(each, known)
