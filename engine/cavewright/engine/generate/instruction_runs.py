"""Stretches of a program as statements of Python: one instruction after another, conditions and loops."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...rules.check.whole_program import supposes
from ...rules.model.dispatch import Pass, handles
from ...rules.program import instructions as i
from ...rules.program.refusal_reach import failing_points
from . import python_syntax as py
from .basic_blocks import ControlFlow
from .constant_pool import MOST_WRITTEN, ConstantPool, Fallback, Scope, TooLarge
from .constant_propagation import SlotState, common, join_states, same, word_of
from .expressions import Expressions
from .python_syntax import Body, Node
from .slot_writes import SlotWrites

LONG = 250
"""Instructions that a function carries out at most, those of many statements counted more than once; what comes then
has a function of its own."""
DEEP = 12
"""Conditions and loops within each other, likewise."""


Translated = tuple[Body, int, SlotState | None]
"""Statements, the instruction at which they go on, and what is known there; none where they go on nowhere."""
RunCode = tuple[Body, SlotState | None]
"""Statements, and what is known behind them; nothing where they never get there."""


class InstructionRuns(Pass):
    """The part of `StepFunctions` that follows a program from instruction to instruction."""

    def __init__(
        self,
        program: i.Program,
        expressions: Expressions,
        pool: ConstantPool,
        work: Sequence[int],
        listing_work: Callable[[int], int],
        limit: int,
        logged: bool,
        noted: bool,
        kept: Callable[[int], Node | None],
    ) -> None:
        self.program, self.code, self.flow, self.work, self.limit, self.kept = (
            program,
            program.code,
            ControlFlow(program),
            work,
            limit,
            kept,
        )
        self.listing_work = listing_work
        self.make, self.pool, self.write = expressions, pool, SlotWrites(expressions, pool, logged, noted)
        self.supposing = frozenset(at for at, node in enumerate(self.code) if supposes(expressions_at(node)))
        self.count = 0
        self.active: tuple[int, ...] = ()
        self.charge = 0
        self.tries = not logged and any(
            each.is_tried for node in self.code if isinstance(node, i.Decide) for each in node.options
        )
        self.failing = failing_points(self.code, program.telling)
        self.sure = self.trial = False
        """Whether it is known that what is being written is part of a trial, or that it is not; which of both."""
        self.strict = True
        """Whether a player may have chosen what is being written, and be refused."""
        self.put: list[int] = []
        """The slots into which values have been put so far."""

    def charge_work(self, work: int) -> ast.stmt:
        """Returns the statement that counts work."""
        return ast.AugAssign(ast.Attribute(py.name("run"), "work", ast.Store()), ast.Add(), py.const(work))

    def bound_work(self, work: int) -> Body:
        """Returns the statements that count work, and give up where that is too much."""
        beyond = py.compare(py.attribute(py.name("run"), "work"), ">", py.name("WORK_LIMIT"))
        return [self.charge_work(work), *py.when(beyond, [py.do(py.call("give_up"))])]

    def scope(self, known: SlotState) -> Scope:
        """The scope of names."""
        return Scope(
            py.name("me"), {self.make.numbers[at]: node for at, node in known.slots.items() if at in self.make.numbers}
        )

    def clear_slots(self, slots: Sequence[int], known: SlotState) -> SlotState:
        """Clears slots."""
        for slot in slots:
            known = known.having(slot, py.const(0))
        return known

    # ---- one instruction after another -------------------------------------------------------------------------------

    def path(self, pc: int, known: SlotState) -> RunCode:
        """From an instruction to where the stretch ends, or to where somebody decides."""
        found: Body = []
        entered = self.active
        while pc != known.until:
            entering = self.active.count(pc)
            again = entering and not (entering == 1 and self.is_sure(pc, known))
            leaves = again or self.count >= LONG or known.level > DEEP or self.pool.written > MOST_WRITTEN // 4
            if leaves and known.inside:
                raise TooLarge
            if leaves:
                self.active = entered
                return [*found, *self.flush_values(known), py.give(py.const(pc))], None
            self.active = (*self.active, pc)
            self.count += 1
            self.charge += self.work[pc]
            statements, on, after = self.step(pc, self.code[pc], known.holding(self.flow.zeros[pc], py.const(0)))
            found += locate_statements(statements, self.code[pc])
            self.count += len(statements) // 4
            if after is None:
                self.active = entered
                return found, None
            pc, known = on, after
        self.active = entered
        return found, known

    def is_sure(self, pc: int, known: SlotState) -> bool:
        """Tells if a loop over things has something to go through, so that it may be begun once more in the same
        function."""
        node = self.code[pc]
        return isinstance(node, i.Next) and node.items in known.full and not known.inside and self.count < LONG // 2

    def step(self, pc: int, node: Any, known: SlotState) -> Translated:
        """One instruction: its statements, what comes next, and what is known there."""
        make = self.handlers.get(type(node))
        if make is None or self.is_heavy(pc) and isinstance(node, (i.Set, i.Check, i.Collect)):
            return self.leave_to_interpreter(pc, known)
        found: Translated = make(self, pc, node, known)
        return found

    def is_heavy(self, pc: int) -> bool:
        """Tells if an instruction may be so much work at its worst that the interpreter counts what it really is, as it
        does of what would be."""
        return self.work[pc] > self.limit // 2 or pc in self.supposing

    def flush_values(self, known: SlotState, slots: frozenset[int] | None = None) -> Body:
        """Puts values into their slots that are not there yet: all, or those of some slots."""
        pending = sorted(known.pending if slots is None else known.pending & slots)
        self.put += pending
        return self.write.slots([(slot, known.slots[slot], known.held.get(slot)) for slot in pending])

    def leave_to_interpreter(self, pc: int, known: SlotState) -> Translated:
        """Leaves an instruction to the interpreter, which counts by itself what it goes through."""
        self.charge -= self.work[pc]
        key = f"i{pc}"
        self.pool.values.setdefault(key, Fallback(pc))
        call = py.call(key, py.name("h"), py.name("s"), py.name("run"))
        return (
            [*self.flush_values(known), py.do(call)],
            pc + 1,
            known.with_values_put(known.pending).without(self.flow.writes(self.code[pc])),
        )

    def name_value(self, slot: int, value: Node, known: SlotState, found: Body, full: bool = False) -> SlotState:
        """Gives a slot a value; until it is put there, a variable of Python holds it."""
        before = known.lying(slot)
        if before is not None and same(before, value) and isinstance(value, ast.Name):
            return known.again(slot, value)
        if slot == i.ME or not isinstance(value, ast.Constant):
            word = word_of(slot)
            found.append(py.assign(word, value))
            value = py.name(word)
        return known.having(slot, value, full)

    def value_of(self, slot: int, known: SlotState) -> Node:
        """Returns the content of a slot."""
        return known.slots.get(slot) or (py.name("me") if slot == i.ME else self.make.slot(py.const(slot)))

    # ---- conditions and loops ----------------------------------------------------------------------------------------

    @handles
    def _unless(self, pc: int, node: i.JumpUnless, known: SlotState) -> Translated:
        body = self.flow.body(pc) if pc in self.flow.heads and pc not in self.supposing else None
        if body is not None:
            return self.going_round(pc, node, body, known)
        if self.is_heavy(pc):
            before, then, behind = self.leave_to_interpreter(pc, known)
            assert behind is not None
            asked = before.pop()
            assert isinstance(asked, ast.Expr)
            found, on, after = self.branches(py.compare(asked.value, "==", py.const(then)), then, node.to, behind)
            return [*before, *found], on, after
        return self.branches(self.make.expr(node.condition, self.scope(known)), pc + 1, node.to, known)

    def branches(self, test: Node, then: int, otherwise: int, known: SlotState) -> Translated:
        """If and else, and what comes behind both; of a condition that is known, what it leads to."""
        if isinstance(test := py.truth(test), ast.Constant):
            return [], then if test.value else otherwise, known
        last = self.code[otherwise - 1]
        join = (
            known.until
            if otherwise == known.until
            else last.to
            if isinstance(last, i.Jump) and last.to >= otherwise
            else otherwise
        )
        inner, charge = replace(known, until=join, level=known.level + 1), self.charge
        first, after = self.path(then, inner)
        charges, self.charge = self.charge, charge
        second, other = self.path(otherwise, inner)
        self.charge = max(self.charge, charges)
        both = [each for each in (after, other) if each is not None]
        if not both:
            return py.when(test, first, second), join, None
        pending = common(both)
        for body, ends in ((first, after), (second, other)):
            if ends is not None:
                body += self.flush_values(ends, ends.pending - pending)
        after = join_states([each.with_values_put(each.pending - pending) for each in both])
        return py.when(test, first, second), join, replace(after, until=known.until, level=known.level)

    def going_round(self, pc: int, node: i.JumpUnless, region: frozenset[int], known: SlotState) -> Translated:
        """A loop that repeats as long as a condition holds, in which nobody decides."""
        begin, outside = (
            self.flush_values(known),
            known.with_values_put(known.pending).without(self.flow.written_slots(region)),
        )
        body, charge = self.round(pc, outside)
        test = self.make.expr(node.condition, self.scope(outside))
        return [*begin, ast.While(test, [*charge, *body], [])], node.to, outside

    def round(self, pc: int, known: SlotState, but: frozenset[int] = frozenset()) -> tuple[Body, Body]:
        """Returns the body of a loop, with the work of one round counted and bounded. At its end values go into their slots,
        `but` for some."""
        before, self.charge = self.charge, 0
        body, after = self.path(pc + 1, replace(known, until=pc, inside=True, level=known.level + 1))
        body += self.flush_values(after, after.pending - but) if after is not None else []
        charge = self.bound_work(self.charge + 2)
        if self.write.noted and not self.write.logged and any(map(notes, body)):
            many = py.compare(py.call("len", py.attribute(py.name("run"), "effects")), ">", py.name("MANY_EFFECTS"))
            charge += py.when(many, [py.do(py.call("forget", py.name("run")))])
        self.charge = before
        return body, charge

    @handles
    def _next(self, pc: int, node: i.Next, known: SlotState) -> Translated:
        region = self.flow.body(pc)
        if region is not None:
            return self.through_all(pc, node, region, known)
        found: Body = []
        if node.items in known.full:
            return found, pc + 1, self.taking(node, known.slots[node.items], known, found)
        left = self.value_of(node.items, known)
        if not isinstance(left, ast.Name):
            found.append(py.assign("left", left))
            left, known = py.name("left"), known.telling(node.items, "left")
        begin: Body = []
        after, charge = self.taking(node, left, known, begin), self.charge
        first, _ = self.path(pc + 1, replace(after, until=-1, level=known.level + 1))
        charges, self.charge = self.charge, charge
        second, other = self.path(node.to, known.being(node.items, py.const(())))
        self.charge = max(self.charge, charges)
        return [*found, *py.when(left, [*begin, *first]), *second], known.until, other

    def taking(self, node: i.Next, left: Node, known: SlotState, found: Body) -> SlotState:
        """The next thing is taken out of those that are left."""
        known = self.name_value(node.slot, py.index(left, py.const(0)), known, found)
        return self.name_value(node.items, py.rest(left), known, found)

    def through_all(self, pc: int, node: i.Next, region: frozenset[int], known: SlotState) -> Translated:
        """A loop over things, in which nobody decides. What it goes through, and the one at which it is, go into their
        slots behind it."""
        own = frozenset({node.items, node.slot})
        things = self.value_of(node.items, known)
        lying = {slot: known.lying(slot) for slot in own}
        before = self.flush_values(known, known.pending - own)
        word = word_of(node.slot)
        if node.slot != i.ME and not isinstance(value := self.value_of(node.slot, known), ast.Name):
            before.append(py.assign(word, value))
        outside, count = (
            known.with_values_put(known.pending).without(self.flow.written_slots(region) | own),
            len(self.put),
        )
        body, charge = self.round(pc, outside.having(node.slot, py.name(word)), frozenset({node.slot}))
        for slot in own - set(self.put[count:]):
            outside = (
                outside.holding([slot], known_before)
                if isinstance(known_before := lying[slot], ast.Constant)
                else outside
            )
        after = outside.having(node.items, py.const(())).having(node.slot, py.name(word))
        return [*before, py.loop(word, things, [*charge, *body])], node.to, after


def expressions_at(node: Any) -> tuple[Any, ...]:
    """The expressions of an instruction that gives a value, asks, goes through something or has options."""
    own = (getattr(node, name, None) for name in ("target", "value", "condition", "domain", "due"))
    options = getattr(node, "options", ())
    guards = (guard for option in options for guard in option.guards)
    asked = (part for guard in guards for part in (guard.condition, guard.amount, guard.held))
    return (*own, *(option.domains for option in options), *asked)


def counts(statement: ast.stmt) -> bool:
    """Tells if work may be counted in a statement: in loops, and in what is given the run."""
    inside = py.nodes(statement)
    words = [
        each.attr
        for each in inside
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "run"
    ]
    return "work" in words or sum(isinstance(each, ast.Name) and each.id == "run" for each in inside) > len(words)


def notes(statement: ast.stmt) -> bool:
    """Tells if effects may be noted in a statement."""
    return counts(statement) or any(isinstance(each, ast.Name) and each.id == "note" for each in py.nodes(statement))


def locate_statements(statements: Body, node: Any) -> Body:
    """Makes statements point at the line of the rule file that they carry out."""
    clause = getattr(node, "clause", None)
    if clause is not None:
        for each in statements:
            each.lineno, each.col_offset = clause.span.line, 0
            each.end_lineno, each.end_col_offset = clause.span.line, 0
    return statements
