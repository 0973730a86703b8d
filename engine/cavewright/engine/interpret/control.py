"""Instructions of control flow: jumps, loops, calls, and requirements that stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.program import instructions as i
from ...rules.program.refusal_reach import risky_points
from ...rules.program.seats import clockwise
from .closures import Boards, Slots
from .effect_records import Effect
from .expressions import Evaluator
from .instruction_work import statement_weight
from .loop_rounds import comes_back
from .step import Refused, Run, Step, count_things


class FlowInstructions(Pass):
    """The functions of instructions that say where it goes on; those of the others stand on this."""

    evaluator: Callable[..., Evaluator] = Evaluator
    """What makes the closures of expressions."""
    code: list[Step]

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        self.ruleset, self.program = ruleset, program
        self.evaluate = self.evaluator(ruleset, program.layout)
        self.evaluate.trials = self
        self.risky = risky_points(program)
        self.own_work = [statement_weight(each, at, program.code) for at, each in enumerate(program.code)]
        """Work of every instruction by itself."""
        self.loop_heads = {at: clause for clause, at in program.loops}
        """The lines of loops until something holds, by the instruction that asks whether it does."""

    def try_out(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from the one the program counter names, as far as something could be refused. The
        work is counted in the slots. Raises Refused, and WorkLimitError when that takes too long."""
        code, weights, risky, meter, at = self.code, self.own_work, self.risky, self.evaluate.work_slot, h[i.PC]
        while at in risky:
            count_things(h, meter, weights[at])
            at = code[at](h, s, run)

    def is_possible(self, deed: m.Deed, given: Sequence[Any], h: Slots, s: Boards) -> bool:
        """Tells if something could be carried out here, with values, and nothing in it be refused."""
        raise NotImplementedError

    def position_after(self, deed: m.Deed, given: Sequence[Any], h: Slots, s: Boards) -> tuple[Slots, Boards] | None:
        """The slots and boards after something was carried out, with values; none where that is refused."""
        raise NotImplementedError

    @handles
    def _jump(self, at: int, node: i.Jump) -> Step:
        to = node.to
        return lambda h, s, run: to

    @handles
    def _unless(self, at: int, node: i.JumpUnless) -> Step:
        test, to, after = self.evaluate.expr(node.condition), node.to, at + 1
        clause = self.loop_heads.get(at)
        if clause is None:
            return lambda h, s, run: after if test(h, s) else to
        ends = self._end_of_circle(at, clause)
        return lambda h, s, run: after if test(h, s) and not ends(h, s, run) else to

    def _end_of_circle(self, at: int, clause: m.Clause) -> Callable[[Slots, Boards, Run], bool]:
        """Returns the function that tells, where a round of a loop begins, if the loop has stood there before in this step
        with everything as it was; then it notes that the loop ends."""
        size = self.program.layout.size

        def ends(h: Slots, s: Boards, run: Run) -> bool:
            if not comes_back(at, size, h, s, run):
                return False
            run.effects.append(Effect("ended", clause, h[i.ME], None, -1, 0, 0))
            return True

        return ends

    @handles
    def _collect(self, at: int, node: i.Collect) -> Step:
        collect = self._collecting(at, node)
        over = self.program.round_ends.get(at)
        if over is None:
            return collect
        ends = self._end_of_circle(at, self.loop_heads[at])
        return lambda h, s, run: over if ends(h, s, run) else collect(h, s, run)

    def _collecting(self, at: int, node: i.Collect) -> Step:
        """Returns the function that puts what a loop goes through into its slot."""
        slot, after, meter = node.slot, at + 1, self.evaluate.work_slot
        if node.players:
            first = self.evaluate.expr(node.domain)

            def collect_players(h: Slots, s: Boards, run: Run) -> int:
                h[slot] = clockwise(h[i.COUNT], first(h, s))
                count_things(h, meter, h[i.COUNT])
                return after

            return collect_players
        domain = self.evaluate.domain(node.domain)

        def collect(h: Slots, s: Boards, run: Run) -> int:
            items = h[slot] = tuple(domain(h, s))
            count_things(h, meter, len(items))
            return after

        return collect

    @handles
    def _next(self, at: int, node: i.Next) -> Step:
        items, slot, to, after = node.items, node.slot, node.to, at + 1

        def next_one(h: Slots, s: Boards, run: Run) -> int:
            left = h[items]
            if not left:
                return to
            h[slot], h[items] = left[0], left[1:]
            return after

        return next_one

    @handles
    def _copy(self, at: int, node: i.Copy) -> Step:
        source, target, after = node.source, node.target, at + 1

        def copy(h: Slots, s: Boards, run: Run) -> int:
            h[target] = h[source]
            return after

        return copy

    @handles
    def _call(self, at: int, node: i.Call) -> Step:
        back, to, after = node.back, node.to, at + 1
        arguments = [(slot, self.evaluate.expr(value)) for slot, value in node.arguments]

        def call(h: Slots, s: Boards, run: Run) -> int:
            for slot, value in arguments:
                h[slot] = value(h, s)
            h[back] = after
            return to

        return call

    @handles
    def _return(self, at: int, node: i.Return) -> Step:
        back, clear = node.back, node.clear

        def go_back(h: Slots, s: Boards, run: Run) -> int:
            to, h[back] = h[back], 0
            for slot in clear:
                h[slot] = 0
            return to or self.program.stop

        return go_back

    @handles
    def _clear(self, at: int, node: i.Clear) -> Step:
        slots, after = node.slots, at + 1

        def clear(h: Slots, s: Boards, run: Run) -> int:
            for slot in slots:
                h[slot] = 0
            return after

        return clear

    @handles
    def _freely(self, at: int, node: i.Freely) -> Step:
        after = at + 1

        def freely(h: Slots, s: Boards, run: Run) -> int:
            run.strict = False
            return after

        return freely

    @handles
    def _check(self, at: int, node: i.Check) -> Step:
        test = self.evaluate.expr(node.condition)
        clause = node.clause
        after = at + 1
        unit = node.due[0] if node.due else ""
        held, amount = (self.evaluate.expr(each) for each in node.due[1:]) if node.due else (None, None)

        def check(h: Slots, s: Boards, run: Run) -> int:
            if run.strict and not test(h, s):
                if held is not None and amount is not None:
                    raise Refused(clause, "cost", held(h, s), amount(h, s), unit)
                raise Refused(clause, "requirement")
            return after

        return check
