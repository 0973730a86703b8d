"""The interpreter: each instruction becomes a function that changes a working copy and says which comes next.

This is the meaning of a program. A step of play copies the slots, carries out instructions until somebody has to
decide, and hands the copy on as the next state; boards are copied only when they are first written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import prod
from typing import Any, TypeVar

from ...foundation.source.ample_stack import retried_with_room, retry_with_room, with_room
from ...foundation.source.lazy_property import lazy_property
from ...rules.check.expression_cost import ExpressionCost
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ..optimise import Optimised, optimise_program
from ..optimise.preconditions import Preconditions
from .closures import Boards, Slots
from .expressions import Evaluator
from .instruction_work import listing_work, name_costly_line, work_of
from .step import WORK_LIMIT, Chosen, Refused, Run, Step, Stepped, WorkLimitError
from .trials import TrialInstructions

Answer = TypeVar("Answer")


class Interpreter(TrialInstructions, over=i.INSTRUCTIONS):
    """The functions of one program."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        super().__init__(ruleset, program)
        self.work = ExpressionCost(ruleset)
        self.code: list[Step] = [self._step(at, each) for at, each in enumerate(program.code)]

    @property
    def size(self) -> int:
        """Slots that a working copy needs, scratch slots included."""
        return self.evaluate.size

    def most_options(self, at: int) -> int:
        """Returns the greatest number of options that a decision can have, whatever is asked of them; -1 for an
        instruction that is none."""
        node = self.program.code[at]
        return (
            sum(prod(map(self.work.size, each.domains)) for each in node.options) if isinstance(node, i.Decide) else -1
        )

    @lazy_property
    def work_by_instruction(self) -> list[int]:
        """Work of every instruction, as `find_work` finds it."""
        return [self.find_work(at) for at in range(len(self.program.code))]

    def find_work(self, at: int) -> int:
        """Returns the work of an instruction, at most: itself, and what it goes through."""
        return self.own_work[at] + work_of(self.program.code[at], self.work)

    @lazy_property
    def work_of_listing(self) -> list[int]:
        """Work of listing the options at every instruction, as `find_listing_work` finds it."""
        return [self.find_listing_work(at) for at in range(len(self.program.code))]

    def find_listing_work(self, at: int) -> int:
        """Returns the work of listing the options at an instruction, at most, apart from trials; with that of what is
        asked beforehand in place of a trial, by engines that do."""
        node = self.program.code[at]
        if not isinstance(node, (i.Decide, i.Trial)):
            return 0
        return listing_work(node, self.work) + self._foreseen_work(node)

    @lazy_property
    def _foreseen(self) -> Preconditions:
        """Demands that are known beforehand of the options that may be refused."""
        return Preconditions(self.program, self.find_work)

    def _foreseen_work(self, node: i.Decide | i.Trial) -> int:
        """Returns the work of trying options, at most, of which the demands are known beforehand."""
        refusable = [each for each in node.options if each.is_tried]
        works = [self._foreseen.work_of(each) * prod(map(self.work.size, each.domains)) for each in refusable]
        return sum(works)

    @lazy_property
    @with_room
    def optimised_program(self) -> Optimised:
        """Program made quicker, of which Python is generated; the interpreter itself carries out the one that it was
        made of."""
        return optimise_program(
            self.ruleset, self.program, Evaluator(self.ruleset, self.program.layout), self.work_by_instruction
        )

    @lazy_property
    @with_room
    def optimised_in_place(self) -> Optimised:
        """Program made quicker for positions that are changed in place, where every write maintains indexes."""
        return optimise_program(
            self.ruleset,
            self.program,
            Evaluator(self.ruleset, self.program.layout),
            self.work_by_instruction,
            in_place=True,
        )

    def advance(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from the one the program counter names until somebody has to decide. The work is
        counted in the slots, and at the end in the run.

        Raises WorkLimitError when that takes too long.
        """
        code, weights, meter, at = self.code, self.own_work, self.evaluate.work_slot, h[i.PC]
        h[meter] = run.work
        try:
            while at >= 0:
                h[meter] += weights[at]
                if h[meter] > WORK_LIMIT:
                    raise WorkLimitError
                at = code[at](h, s, run)
        finally:
            run.work, h[meter] = h[meter], 0

    def list_options(self, h: Slots, s: Boards) -> list[Chosen]:
        """The options of the decision at which the slots stand. Raises WorkLimitError."""
        return self.run_diagnosed(lambda it: it.measured_options(h, s)[0])

    def measured_options(self, h: Slots, s: Boards) -> tuple[list[Chosen], int]:
        """Returns the options of the decision at which the slots stand, and the work of listing them. Raises
        WorkLimitError."""
        copy, meter = h[:], self.evaluate.work_slot
        copy[meter] = 0
        return self.listers[h[i.PC]](copy, s), copy[meter]

    @retried_with_room
    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """Returns the outcomes of chance where the slots stand, with whole-numbered weights."""
        return list(self.chances[h[i.PC]](h, s))

    def apply_option(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises
        WorkLimitError."""
        return self.run_diagnosed(lambda it: it.on_copies(h, s, it.enter, chosen))

    def apply_draw(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises
        WorkLimitError."""
        return self.run_diagnosed(lambda it: it.on_copies(h, s, it.draw, value))

    def on_copies(self, h: Slots, s: Boards, begin: Callable[..., None], given: Any) -> Stepped:
        """Copies of slots and boards on which something was begun, and carried on up to the next decision."""
        copy, boards, run = h[:], s[:], Run()
        begin(copy, boards, run, given)
        self.advance(copy, boards, run)
        return copy, boards, run

    @with_room
    def go_on(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions until somebody has to decide, on the slots and boards themselves. Raises
        WorkLimitError."""
        before, again = (h[:], s[:]), Run(run.strict, run.work)
        self.run_diagnosed(lambda it: it.advance(h, s, run) if it is self else it.advance(*before, again))

    def refusal_of(self, option: i.Option, h: Slots, s: Boards) -> Refused | None:
        """Why an option is refused by its effects, its parameters being in their slots, or none. Raises
        WorkLimitError."""
        copy = h[:]
        copy[self.evaluate.work_slot] = 0
        return self.run_diagnosed(lambda it: it.refusal(option, copy[:], s, Run()))

    def run_diagnosed(self, ask: Callable[[Interpreter], Answer]) -> Answer:
        """Returns the result of `ask`. Where that takes too much work, an interpreter that counts runs it once more, and
        the WorkLimitError names the line that most of the work goes to."""
        try:
            return ask(self)
        except WorkLimitError as error:
            if error.span is None:
                carried_out(self, ask)
            raise
        except RecursionError:
            return retry_with_room(partial(ask, self))

    def enter(self, h: Slots, s: Boards, run: Run, chosen: Chosen) -> None:
        """Puts the values of a chosen option into their slots and goes to where it is carried out."""
        node = self.program.code[h[i.PC]]
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


class CountingInterpreter(Interpreter):
    """An interpreter that counts the work of every instruction, in trials too. It is as slow as it likes: nobody plays
    by it."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter.ruleset, interpreter.program)
        self.counts, self.within = Counter[int](), 0
        self.code = [self.counting(at, each) for at, each in enumerate(self.code)]

    def counting(self, at: int, step: Step) -> Step:
        """An instruction of which the work is counted each time, without that of instructions within it."""

        def counting_step(h: Slots, s: Boards, run: Run) -> int:
            with self.counted_at(at, h):
                return step(h, s, run)

        return counting_step

    @contextmanager
    def counted_at(self, at: int, h: Slots) -> Iterator[None]:
        """Counts the work that is done meanwhile as that of an instruction."""
        meter, outer = self.evaluate.work_slot, self.within
        begun, self.within = h[meter], 0
        try:
            yield
        finally:
            done = max(0, h[meter] - begun)
            own = self.own_work[at]
            self.counts[at] += own + max(0, done - self.within)
            self.within = outer + own + done

    def measured_options(self, h: Slots, s: Boards) -> tuple[list[Chosen], int]:
        """Returns the options of a decision and the work of listing them, counted as that of the decision."""
        copy, meter = h[:], self.evaluate.work_slot
        copy[meter] = 0
        with self.counted_at(h[i.PC], copy):
            return self.listers[h[i.PC]](copy, s), copy[meter]

    def run_diagnosed(self, ask: Callable[[Interpreter], Answer]) -> Answer:
        """Returns the result of `ask`: errors pass as they are, since this interpreter diagnoses them."""
        return ask(self)


def carried_out(interpreter: Interpreter, ask: Callable[[Interpreter], Any]) -> Any:
    """Returns the result of `ask` when it is done by an interpreter that counts. Raises WorkLimitError that names what
    most of the work went to."""
    counting = CountingInterpreter(interpreter)
    try:
        return ask(counting)
    except WorkLimitError as error:
        raise name_costly_line(error, counting.program, counting.counts) from None
