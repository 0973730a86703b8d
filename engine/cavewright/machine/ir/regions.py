"""Regions of a program as functions with structured control: each begins where play can come in, and returns where it
goes on, or that somebody decides.

Blocks, loops and branches follow from the dominators: what several ways meet at stands behind a block that these ways
leave; what is gone back to is a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .construction import both, indices, load, read, within, write
from .control import ControlFlowGraph
from .effects import STOPPED, TOO_MUCH, Effects
from .form import (
    Array,
    Block,
    Break,
    Const,
    Continue,
    Expr,
    Function,
    If,
    Loop,
    Range,
    Return,
    Scope,
    Statement,
    Trap,
    Work,
    op,
)
from .position_encoding import FixedIterationCodec, ListIterationCodec, TurnOrderCodec
from .row_lookup import row_with_value
from .scope import HERE, TooLargeError, UnloweredError
from .work_counting import WorkCounting

Go = Callable[[int], Block]
"""What is done to go on at an instruction."""


class Regions:
    """Makes the functions. `decide` says how many options of its own a decision has, `chance` whether anything can come
    up; `counting` says what each instruction is counted for."""

    def __init__(
        self,
        program: i.Program,
        flow: ControlFlowGraph,
        effects: Effects,
        counting: WorkCounting,
        decide: Callable[[int, i.Decide], Expr],
        chance: Callable[[int, i.Chance], Expr],
        risky: frozenset[int],
    ) -> None:
        self.program, self.flow, self.effects, self.counting = program, flow, effects, counting
        self.counter, self.limit = counting.counter, counting.source.limit
        self.decide, self.chance, self.risky = decide, chance, risky
        self.layout = effects.layout
        self.may_fail = any(o.may_fail for node in program.code if isinstance(node, i.Decide) for o in node.options)
        self.loops, self.merges = flow.loops(), flow.merges()
        self.returns = Range(-2, max(0, len(program.code) - 1))

    def functions(self) -> dict[int, Function]:
        """The function of every region, by the instruction at which it begins."""
        lowering, found = self.effects.lowering, dict[int, Function]()
        for at in self.flow.entries:
            lowering.size.begin()
            found[at] = lowering.function(f"at_{at}", (), self.tree(at), self.returns)
        return found

    # ---- structure ---------------------------------------------------------------------------------------------------

    def tree(self, at: int) -> Block:
        """An instruction, and all that it dominates."""
        behind = [each for each in self.flow.below(at) if each in self.merges]
        body = self.within(at, behind)
        return (Loop(f"loop_{at}", body),) if at in self.loops else body

    def within(self, at: int, behind: Sequence[int]) -> Block:
        """An instruction, and behind it those at which ways from it meet, the last outermost."""
        if not behind:
            return self.lower_run(at)
        return (Scope(f"before_{behind[-1]}", self.within(at, behind[:-1])), *self.tree(behind[-1]))

    def go(self, at: int) -> Go:
        """Returns the way from one instruction to another."""

        def to(there: int) -> Block:
            if there in self.flow.entries and not (there in self.loops and self.flow.root(at) == there):
                return (Return(Const(there)),)
            if self.flow.order[there] <= self.flow.order[at]:
                over = read(self.counter) > self.limit
                return (If(over, (Trap(TOO_MUCH),)), Continue(f"loop_{there}"))
            return (Break(f"before_{there}"),) if there in self.merges else self.tree(there)

        return self.cut(at, to) if self.effects.strict is not None and at in self.risky else to

    def cut(self, at: int, to: Go) -> Go:
        """Cuts the region where an option may be tried: it is tried no further than something can be refused."""

        def stop_trial(there: int) -> Block:
            if there in self.risky:
                return to(there)
            trying = read(self.trying) > 0
            return (If(trying, (Return(STOPPED),)), *to(there))

        return stop_trial

    trying: Array
    """the cell that says how many trials are going on"""
    count_listing: Callable[[int, i.Decide], Block]
    """says how the work of a listing that found nothing is counted"""
    repack: Callable[[i.Repack], Expr]
    """says how the function of a repacking is called"""
    ready: Array
    """the cell that says whether the list is that of where play stands"""

    def lower_run(self, at: int) -> Block:
        """Instructions one after another, up to where ways part or meet."""
        found: list[Statement] = []
        work, here = 0, at
        while True:
            before, node, charged = self.counting.instruction(here, self.program.code[here])
            work = min(work + charged, self.limit + 1)
            found += before
            effect = self.effect(here, node)
            if effect is None:
                return (Work(self.counter, work), *found, *self.last(here, node))
            found += self.effects.lowering.size.count(effect)
            then = here + 1
            if not self.follows(here, then):
                return (Work(self.counter, work), *found, *self.go(here)(then))
            here = then

    def follows(self, here: int, then: int) -> bool:
        """Tells if an instruction can stand right behind another."""
        cut = self.effects.strict is not None and here in self.risky and then not in self.risky
        return (
            not cut
            and self.flow.above[then] == here
            and then not in self.merges
            and then not in self.loops
            and not ([each for each in self.flow.below(then) if each in self.merges])
        )

    def effect(self, at: int, node: Any) -> Block | None:
        """An instruction behind which it goes on. Raises UnloweredError that names where it stands."""
        try:
            return self.effects.effect(node)
        except TooLargeError:
            raise
        except UnloweredError as error:
            clause = getattr(node, "clause", None)
            raise UnloweredError(error.what, error.why, error.span or (clause.span if clause else None)) from None

    # ---- where it goes on --------------------------------------------------------------------------------------------

    def last(self, at: int, node: Any) -> Block:
        """An instruction at which ways part, or play stops."""
        go = self.go(at)
        match node:
            case i.Jump(to=to):
                return go(to)
            case i.JumpUnless(condition=condition, to=to):
                return self.branch(self.effects.lowering.truth(condition, HERE), go(at + 1), go(to))
            case i.Next():
                return self.next_thing(at, node, go)
            case i.Call(back=back, arguments=arguments, to=to):
                return (*self.write_arguments(arguments), write(self.layout.cell(back), at + 1), *go(to))
            case i.Return():
                return self.back(at, node, go)
            case i.Repack(decide=decide, to=to):
                return self.branch(self.repack(node), go(decide), go(to))
            case i.Decide():
                return self.decision(at, node, go)
            case i.Chance():
                return self.drawing(at, node, go)
        return self.stop(at)

    def branch(self, condition: Expr, then: Block, otherwise: Block) -> Block:
        """One way or another."""
        if isinstance(condition, Const):
            return then if condition.value else otherwise
        return (If(condition, then, otherwise),)

    def stop(self, at: int) -> Block:
        """Somebody decides here."""
        return (write(self.layout.cell(i.PC), at), Return(STOPPED))

    def write_arguments(self, arguments: Sequence[tuple[int, m.Expr]]) -> Block:
        """The arguments of a process, one after another."""
        effects = self.effects
        return tuple(write(self.layout.cell(slot), effects.expr(value)) for slot, value in arguments)

    def next_thing(self, at: int, node: i.Next, go: Go) -> Block:
        """The next thing to go through, or on when there is none left."""
        held, slot = self.layout.slots[node.items], self.layout.cell(node.slot)
        assert isinstance(held, (TurnOrderCodec, FixedIterationCodec, ListIterationCodec))
        let, taken = self.effects.let("taken", read(held.taken))
        many: Expr
        if isinstance(held, TurnOrderCodec):
            many, value = Const(held.count), self._player(held, taken)
        elif isinstance(held, FixedIterationCodec):
            number = self._only_thing(at, node, held)
            if number is not None:
                let_number, found = self.effects.let("number", number)
                took = write(slot, found - 1), write(held.taken, within(found + 1, held.taken.range))
                is_left = both(taken > 0, found >= taken)
                return (let, let_number, If(is_left, (*took, *go(at + 1)), go(node.to)))
            many, value = Const(len(held.things)), self._thing_at(held, taken)
        else:
            many = read(held.count)
            value = load(held.things, taken - 1)
        left = both(taken > 0, taken <= many)
        takes = (
            write(slot, value),
            write(held.taken, within(taken + 1, held.taken.range)),
        )
        return (let, If(left, (*takes, *go(at + 1)), go(node.to)))

    def _only_thing(self, at: int, node: i.Next, held: FixedIterationCodec) -> Expr | None:
        """Returns the number of the only row for which the condition behind can hold, if all others change nothing: no
        work is counted for them one by one, and their place is cleared in the end."""
        code, works = self.program.code, self.counting.source.works
        asks, ends = code[at + 1], code[node.to]
        if not isinstance(asks, i.JumpUnless) or asks.to != at or works[at] or works[at + 1]:
            return None
        if not isinstance(ends, i.Clear) or not {node.items, node.slot} <= {*ends.slots}:
            return None
        condition = self.effects.lowering.truth(asks.condition, HERE)
        return row_with_value(condition, self.layout.cell(node.slot), held.things, self.effects.lowering.memory)

    def _player(self, held: TurnOrderCodec, taken: Expr) -> Expr:
        number = read(held.first) + taken + (held.count - 1)
        return within(number % held.count, indices(held.count))

    def _thing_at(self, held: FixedIterationCodec, taken: Expr) -> Expr:
        if isinstance(held.things, range) and held.things.step == 1:
            return within(
                taken + (held.things.start - 1),
                Range(held.things.start, max(held.things.start, held.things.stop - 1)),
            )
        table = self.effects.lowering.memory.table(held.things)
        return load(table, taken - 1)

    def back(self, at: int, node: i.Return, go: Go) -> Block:
        """Back to where a process, or an action, was begun."""
        cell = self.layout.cell(node.back)
        let, to = self.effects.let("back", read(cell))
        ways: Block = ()
        for there in reversed(self.flow.after[at]):
            ways = (If(op("==", to, there), go(there), ways),) if ways else go(there)
        nobody = (Return(Const(self.program.stop)),)
        if not ways:
            ways = (*self.stop_behind(at, to), Return(within(to, self.returns)))
        cleared = (write(cell, 0), *self.effects.clear(node.clear))
        return (let, *cleared, If(op("==", to, 0), nobody, ways))

    def stop_behind(self, at: int, to: Expr) -> Block:
        """Returns the statement that ends a trial where the way back, which is not known beforehand, leads to what
        cannot be refused any more."""
        if self.effects.strict is None or at not in self.risky:
            return ()
        code = range(len(self.program.code))
        risky = self.effects.lowering.memory.table([int(each in self.risky) for each in code])
        leads_on = load(risky, within(to, indices(len(code))))
        return (If(both(read(self.trying) > 0, op("==", leads_on, 0)), (Return(STOPPED),)),)

    def decision(self, at: int, node: i.Decide, go: Go) -> Block:
        """A player decides; without an option of its own play goes on elsewhere."""
        here = write(self.layout.cell(i.PC), at)
        if node.doubtful:
            self.effects.fit = "exact"
            alive = If(self.decide(at, node) > 0, (Return(STOPPED),))
            return (here, *self.look_no_further(), alive, *self.effects.unfit("nothing"))
        if node.otherwise < 0:
            return self.stop(at)
        refusal = self.effects.refusal("nothing") if node.firm else ()
        on: Block = (*self.count_listing(at, node), *refusal, write(self.ready, 0), *go(node.otherwise))
        return (here, *self.look_no_further(), If(self.decide(at, node) > 0, (Return(STOPPED),), on))

    def look_no_further(self) -> Block:
        """Returns the statement that ends a trial of what comes after a choice, where enough of them follow each other."""
        depth, strict = self.effects.depth, self.effects.strict
        if not self.may_fail or depth is None or strict is None:
            return ()
        return (If(both(read(depth) >= i.MOST_AHEAD, op("==", read(strict), 0)), (Return(STOPPED),)),)

    def drawing(self, at: int, node: i.Chance, go: Go) -> Block:
        """Chance decides, if anything can come up."""
        nothing = -1 if node.signature.parameters[0][1].facts.empty_at_first else 0
        on = (write(self.layout.cell(node.slot), nothing), *go(node.to))
        return (write(self.layout.cell(i.PC), at), If(self.chance(at, node), (Return(STOPPED),), on))
