"""The interpreter: each instruction becomes a function that changes a working copy and says which comes next.

This is the meaning of a program. A step of play copies the slots, carries out instructions until somebody has to
decide, and hands the copy on as the next state; boards are copied only when they are first written.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from ..check.expression_cost import Work
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.free_names import locals_in
from ..optimise import Optimised, optimised
from ..program import instructions as i
from ..program.refusal_reach import risky_points
from ..source.cached_property import once
from .board_queries import Boards, Slots
from .decisions import Deciding
from .evaluate import Evaluator
from .repack import write
from .step import WORK_LIMIT, Chosen, Refused, Run, Step, Stepped, WorkLimitError
from .writes import Writing

CHEAP = 16
"""Things that an instruction goes through without being charged for them."""


class Interpreter(Writing, Deciding, over=i.INSTRUCTIONS):
    """The functions of one program."""

    evaluator: Callable[..., Evaluator] = Evaluator
    """What makes the closures of expressions."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        super().__init__()
        self.ruleset, self.program = ruleset, program
        self.evaluate = self.evaluator(ruleset, program.layout)
        self.risky = risky_points(program)
        work = Work(ruleset)
        self.work = work
        self.costs = [work_of(each, work) for each in program.code]
        self.code: list[Step] = [charged(self._step(at, each), self.costs[at]) for at, each in enumerate(program.code)]

    @property
    def size(self) -> int:
        """Slots that a working copy needs, scratch slots included."""
        return self.evaluate.size

    def most_options(self, at: int) -> int:
        """How many options a decision can have at most, whatever is asked of them; -1 for what is none."""
        node = self.program.code[at]
        return (
            sum(prod(map(self.work.size, each.domains)) for each in node.options) if isinstance(node, i.Decide) else -1
        )

    @once
    def counted(self) -> list[int]:
        """What every instruction is counted for: itself, and what it goes through."""
        return [1 + (cost if cost > CHEAP else 0) for cost in self.costs]

    @once
    def optimised(self) -> Optimised:
        """The program made quicker, of which Python is generated; the interpreter itself carries out what it was made
        of."""
        return optimised(self.ruleset, self.program, Evaluator(self.ruleset, self.program.layout), self.counted)

    @once
    def optimised_in_place(self) -> Optimised:
        """The same for positions that are changed in place, where some things are kept up with every write."""
        return optimised(
            self.ruleset, self.program, Evaluator(self.ruleset, self.program.layout), self.counted, in_place=True
        )

    def advance(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from the one the program counter names until somebody has to decide.

        Raises WorkLimitError when that takes too long.
        """
        code, at, n = self.code, h[i.PC], 0
        try:
            for n in range(WORK_LIMIT - run.work):  # noqa: B007 - counted in `finally`
                at = code[at](h, s, run)
                if at < 0:
                    return
            raise WorkLimitError
        finally:
            run.work += n + 1

    def try_out(self, h: Slots, s: Boards, run: Run) -> None:
        """The same, as far as something could be refused."""
        code, risky, at = self.code, self.risky, h[i.PC]
        while at in risky:
            if run.work >= WORK_LIMIT:
                raise WorkLimitError
            run.work += 1
            at = code[at](h, s, run)

    def listed(self, h: Slots, s: Boards) -> list[Chosen]:
        """The options of the decision at which the slots stand. Raises WorkLimitError, which names what most of the
        work goes to."""
        try:
            return self.listers[h[i.PC]](h[:], s)
        except WorkLimitError as error:
            if error.span is not None:
                raise
            raise self.blame(error, lambda again: again.listers[h[i.PC]](h[:], s)) from None

    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """What chance may bring where the slots stand, with whole-numbered weights."""
        return list(self.chances[h[i.PC]](h, s))

    def stepped(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises
        WorkLimitError."""
        copy, boards, run = h[:], s[:], Run()
        try:
            self.enter(copy, boards, run, chosen)
            self.advance(copy, boards, run)
        except WorkLimitError as error:
            raise self.blame(error, lambda again: again.stepped(h, s, chosen)) from None
        return copy, boards, run

    def drawn(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises
        WorkLimitError."""
        copy, boards, run = h[:], s[:], Run()
        try:
            self.draw(copy, boards, run, value)
            self.advance(copy, boards, run)
        except WorkLimitError as error:
            raise self.blame(error, lambda again: again.drawn(h, s, value)) from None
        return copy, boards, run

    def go_on(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions until somebody has to decide, on the slots and boards themselves. Raises
        WorkLimitError."""
        before, boards, strict, work = h[:], s[:], run.strict, run.work
        try:
            self.advance(h, s, run)
        except WorkLimitError as error:
            raise self.blame(error, lambda again: again.advance(before, boards, Run(strict, work))) from None

    def refused(self, option: i.Option, h: Slots, s: Boards) -> Refused | None:
        """Why an option is refused by its effects, its parameters being in their slots, or none. Raises
        WorkLimitError."""
        try:
            return self.refusal(option, h, s, Run())
        except WorkLimitError as error:
            raise self.blame(error, lambda again: again.refusal(option, h, s, Run())) from None

    def blame(self, error: WorkLimitError, ask: Callable[[Interpreter], Any]) -> WorkLimitError:
        """The error that names what most of the work goes to; `ask` does once more what was too much."""
        from .work_blame import carried_out

        try:
            carried_out(self, ask)
        except WorkLimitError as named:
            return named
        return error

    def enter(self, h: Slots, s: Boards, run: Run, chosen: Chosen) -> None:
        """Puts the values of a chosen option into their slots and goes to where it is carried out."""
        node = self.program.code[h[i.PC]]
        if isinstance(node, i.RepackDecide):
            self.repack(node.repacking).put(h, s, run, node.clause, chosen[1][1])
            write(h, run, i.PC, node.to)
            return
        assert isinstance(node, i.Decide)
        option = node.options[chosen[0]]
        for slot, value in zip(option.slots, chosen[1], strict=True):
            h[slot] = value
        for guard in self.guards[h[i.PC], chosen[0]]:
            if guard.guard.slot >= 0:
                guard.holds(h, s)
        if option.back >= 0:
            h[option.back] = option.after
        run.strict = option.may_refuse and not option.beside
        h[i.PC] = option.to

    def _step(self, at: int, instruction: Any) -> Step:
        made: Step = self.handlers[type(instruction)](self, at, instruction)
        return made

    # ---- flow ------------------------------------------------------------------------------------------------------

    @handles(i.Jump)
    def _jump(self, at: int, node: i.Jump) -> Step:
        to = node.to
        return lambda h, s, run: to

    @handles(i.Unless)
    def _unless(self, at: int, node: i.Unless) -> Step:
        test, to, after = self.evaluate.expr(node.condition), node.to, at + 1
        return lambda h, s, run: after if test(h, s) else to

    @handles(i.Collect)
    def _collect(self, at: int, node: i.Collect) -> Step:
        slot, after = node.slot, at + 1
        if node.players:
            first = self.evaluate.expr(node.domain)

            def collect_players(h: Slots, s: Boards, run: Run) -> int:
                h[slot] = i.clockwise(h[i.COUNT], first(h, s))
                return after

            return collect_players
        domain = self.evaluate.domain(node.domain)

        def collect(h: Slots, s: Boards, run: Run) -> int:
            h[slot] = tuple(domain(h, s))
            return after

        return collect

    @handles(i.Next)
    def _next(self, at: int, node: i.Next) -> Step:
        items, slot, to, after = node.items, node.slot, node.to, at + 1

        def next_one(h: Slots, s: Boards, run: Run) -> int:
            left = h[items]
            if not left:
                return to
            h[slot], h[items] = left[0], left[1:]
            return after

        return next_one

    @handles(i.Copy)
    def _copy(self, at: int, node: i.Copy) -> Step:
        source, target, after = node.source, node.target, at + 1

        def copy(h: Slots, s: Boards, run: Run) -> int:
            h[target] = h[source]
            return after

        return copy

    @handles(i.Call)
    def _call(self, at: int, node: i.Call) -> Step:
        back, to, after = node.back, node.to, at + 1
        arguments = [(slot, self.evaluate.expr(value)) for slot, value in node.arguments]

        def call(h: Slots, s: Boards, run: Run) -> int:
            for slot, value in arguments:
                h[slot] = value(h, s)
            h[back] = after
            return to

        return call

    @handles(i.Return)
    def _return(self, at: int, node: i.Return) -> Step:
        back, clear = node.back, node.clear

        def go_back(h: Slots, s: Boards, run: Run) -> int:
            to, h[back] = h[back], 0
            for slot in clear:
                h[slot] = 0
            return to or self.program.stop

        return go_back

    @handles(i.Clear)
    def _clear(self, at: int, node: i.Clear) -> Step:
        slots, after = node.slots, at + 1

        def clear(h: Slots, s: Boards, run: Run) -> int:
            for slot in slots:
                h[slot] = 0
            return after

        return clear

    @handles(i.Freely)
    def _freely(self, at: int, node: i.Freely) -> Step:
        after = at + 1

        def freely(h: Slots, s: Boards, run: Run) -> int:
            run.strict = False
            return after

        return freely

    @handles(i.Check)
    def _check(self, at: int, node: i.Check) -> Step:
        test, clause, after = self.evaluate.expr(node.condition), node.clause, at + 1
        unit = node.due[0] if node.due else ""
        held, amount = (self.evaluate.expr(each) for each in node.due[1:]) if node.due else (None, None)

        def check(h: Slots, s: Boards, run: Run) -> int:
            if run.strict and not test(h, s):
                if held is not None and amount is not None:
                    raise Refused(clause, "cost", held(h, s), amount(h, s), unit)
                raise Refused(clause, "requirement")
            return after

        return check


def work_of(instruction: Any, work: Work) -> int:
    """How many things an instruction goes through, at most."""
    match instruction:
        case i.Pieces(transfer=transfer):
            return work.transfer(transfer)
        case i.Collect(domain=domain, players=False) | i.Chance(domain=domain) if domain is not None:
            return work.of(domain) + work.size(domain)
        case i.Chance(bag=bag) if bag is not None:
            return work.size(bag)
        case i.Decide(options=options, otherwise=otherwise):
            return sum(ways(each, work) for each in options) if otherwise >= 0 else 0
        case i.Call(arguments=arguments):
            return sum(work.of(value) for _, value in arguments)
        case i.RepackOpen(repacking=it) | i.RepackTurn(repacking=it):
            return work.repacking(it.first, it.where, it.filling)
    return sum(work.of(getattr(instruction, name)) for name in instruction.__slots__)


def ways(option: i.Option, work: Work) -> int:
    """How many things listing the ways of an option goes through."""
    sizes = [work.size(each) for each in option.domains]
    asked = 0
    for each in option.guards:
        parts = (each.condition, each.amount, each.held)
        asked += work.asked(parts, frozenset(local.number for local in locals_in(parts)), prod(sizes[: each.level]))
    return work.of(option.domains) + prod(sizes) + asked


def charged(step: Step, work: int) -> Step:
    """An instruction that goes through many things, counted as so much work."""
    if work <= CHEAP:
        return step

    def counted(h: Slots, s: Boards, run: Run) -> int:
        run.work += work
        if run.work > WORK_LIMIT:
            raise WorkLimitError
        return step(h, s, run)

    return counted
