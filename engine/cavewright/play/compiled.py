"""Play by generated Python: the same steps as the interpreter takes, faster. What cannot be generated the interpreter carries out."""

from __future__ import annotations

from collections.abc import Callable
from operator import mul
from typing import Any

from ..cave import grid
from ..check.whole import Whole
from ..check.work import Work
from ..generate import Generator, Made, TooLarge
from ..model import ruleset as m
from ..model.types import MOST, NONE
from ..program import instructions as i
from .events import Effect
from .interpret import CHEAP, MOST_TRIALS, WORK_LIMIT, Chosen, Interpreter, Refused, Run, Stepped, WorkLimitError, work_of
from .ways import Boards, Closure, Slots

Options = list[Chosen]


class Compiled:
    """The generated functions of one program, each made when it is first needed."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter, self.program = interpreter, interpreter.program
        work = Work(Whole(interpreter.ruleset, ()))
        counted = [1 + (cost if (cost := work_of(each, work)) > CHEAP else 0) for each in self.program.code]
        self.generator = Generator(interpreter.ruleset, self.program, counted)
        self.names: dict[str, Any] = {**RUNTIME, "some": self.some, "weighed": self.weighed, "tried": self.tried}
        self.code: list[Callable[..., int]] = [self._first_at(pc) for pc in range(len(self.program.code))]
        self.listers: dict[int, Callable[..., Options]] = {}
        self.probers: dict[int, Callable[..., bool]] = {}
        self.options: dict[tuple[int, int], Callable[..., int]] = {}
        self.trials: dict[tuple[int, int], Callable[..., int]] = {}

    # ---- making --------------------------------------------------------------------------------------------------------

    def bind(self, made: Made) -> Any:
        """A generated function, ready to be called."""
        for word, value in made.values.items():
            instruction = isinstance(value, tuple) and len(value) == 2 and value[0] == "instruction"
            self.names[word] = self.interpreter.code[value[1]] if instruction else value
        for word, (e, names) in made.asked.items():
            self.names[word] = self.closure(e, names)
        exec(compile(made.module, made.file, "exec"), self.names)  # noqa: S102 - made by `generate`, of nothing but its own names
        return self.names[made.name]

    def closure(self, e: m.Expr, names: tuple[m.Local, ...]) -> Callable[..., Any]:
        """An expression that the interpreter answers, on a copy of the slots in which names have their values."""
        evaluate = self.interpreter.evaluate
        ask, slots = evaluate.expr(e), [evaluate.slot(each) for each in names]

        def asked(h: Slots, s: Boards, me: int, *values: Any) -> Any:
            copy = [*h, *[0] * (evaluate.size - len(h))]
            copy[i.ME] = me
            for slot, value in zip(slots, values, strict=True):
                copy[slot] = value
            return ask(copy, s)
        return asked

    def _first_at(self, pc: int) -> Callable[..., int]:
        def first(h: Slots, s: Boards, run: Run) -> int:
            try:
                self.code[pc] = self.bind(self.generator.at(pc))
            except TooLarge:
                self.code[pc] = self.interpreter.code[pc]
            return self.code[pc](h, s, run)
        return first

    def lister(self, pc: int) -> Callable[..., Options]:
        """The function that lists the options of a decision."""
        if pc not in self.listers:
            try:
                made = self.bind(self.generator.lister(pc)) if isinstance(self.program.code[pc], i.Decide) else None
            except TooLarge:
                made = None
            self.listers[pc] = made or self.by_interpreter(pc)
        return self.listers[pc]

    def by_interpreter(self, pc: int) -> Callable[..., Options]:
        """The interpreter's way of listing options, on a copy of the slots."""
        lister = self.interpreter.listers[pc]
        return lambda h, s, run=None: lister(h[:], s, run)

    def prober(self, pc: int) -> Callable[..., bool]:
        """The function that says whether a decision has options."""
        if pc not in self.probers:
            try:
                self.probers[pc] = self.bind(self.generator.prober(pc))
            except TooLarge:
                some = self.interpreter.probers[pc]
                self.probers[pc] = lambda h, s, run: some(h[:], s, run)
        return self.probers[pc]

    def option(self, pc: int, n: int, trial: bool = False) -> Callable[..., int]:
        """The function that carries out an option of a decision."""
        known, node = self.trials if trial else self.options, self.program.code[pc]
        try:
            made = self.bind(self.generator.option(pc, n, trial)) if isinstance(node, i.Decide) else None
        except TooLarge:
            made = None
        known[pc, n] = made or self.entered(pc, n, trial)
        return known[pc, n]

    def entered(self, pc: int, n: int, trial: bool) -> Callable[..., int]:
        """The interpreter's way of entering an option."""
        node = self.program.code[pc]

        def enter(h: Slots, s: Boards, run: Run, values: tuple[int, ...]) -> int:
            h[i.PC] = pc
            self.interpreter.enter(h, s, run, (n, values))
            if trial and isinstance(node, i.Decide):
                run.strict = True
                if node.options[n].beside:
                    h[node.options[n].back] = self.program.stop
            return int(h[i.PC])
        return enter

    # ---- playing -------------------------------------------------------------------------------------------------------

    def listed(self, h: Slots, s: Boards) -> Options:
        """The options of the decision at which the slots stand."""
        pc = h[i.PC]
        try:
            return (self.listers.get(pc) or self.lister(pc))(h, s, Run())
        except WorkLimitError:
            return self.interpreter.listed(h, s)

    def go_on(self, at: int, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from one on until somebody has to decide."""
        code = self.code
        while at >= 0:
            at = code[at](h, s, run)
            if run.work > WORK_LIMIT:
                raise WorkLimitError

    def stepped(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises WorkLimitError."""
        copy, boards, run = h[:], s[:], Run()
        key = h[i.PC], chosen[0]
        try:
            at = (self.options.get(key) or self.option(*key))(copy, boards, run, chosen[1])
            while at >= 0:
                at = self.code[at](copy, boards, run)
                if run.work > WORK_LIMIT:
                    break
            else:
                return copy, boards, run
        except WorkLimitError:
            pass
        return self.interpreter.stepped(h, s, chosen)

    def drawn(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises WorkLimitError."""
        copy, boards, run = h[:], s[:], Run()
        self.interpreter.draw(copy, boards, run, value)
        try:
            self.go_on(copy[i.PC], copy, boards, run)
        except WorkLimitError:
            return self.interpreter.drawn(h, s, value)
        return copy, boards, run

    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """What chance may bring where the slots stand, with whole-numbered weights."""
        return self.interpreter.weights(h, s)

    def some(self, pc: int, h: Slots, s: Boards, run: Run) -> bool:
        """Whether a decision has options of its own; they are kept, unless this is a trial."""
        if run.trials:
            return (self.probers.get(pc) or self.prober(pc))(h, s, run)
        found = (self.listers.get(pc) or self.lister(pc))(h, s, run)
        options = self.program.code[pc].options  # type: ignore[union-attr]
        if any(not options[n].beside for n, _ in found):
            run.options = found
            return True
        run.options = None
        return False

    def weighed(self, pc: int, h: Slots, s: Boards) -> bool:
        """Whether chance has anything to bring."""
        return bool(self.interpreter.chances[pc](h, s))

    def tried(self, key: tuple[int, int], h: Slots, s: Boards, run: Run, values: tuple[int, ...]) -> bool:
        """Whether an option is carried out without refusal up to the next decision."""
        trial = Run(strict=True, work=run.work, trials=run.trials + 1)
        if trial.trials > MOST_TRIALS:
            raise WorkLimitError
        copy, boards = h[:], s[:]
        try:
            function = self.trials.get(key) or self.option(*key, trial=True)
            self.go_on(function(copy, boards, trial, values), copy, boards, trial)
        except Refused:
            return False
        finally:
            run.work = trial.work
        return True


# ---- what generated functions call -----------------------------------------------------------------------------------


def refuse(clause: m.Clause, held: Any = None, amount: Any = None, due: Any = None) -> None:
    """A requirement or a cost that is not met."""
    if due is not None:
        raise Refused(clause, "cost", held, amount, due[0])
    raise Refused(clause, "requirement")


def refuse_nothing(clause: m.Clause) -> None:
    """There is nothing to choose."""
    raise Refused(clause, "nothing")


def give_up() -> None:
    """A step is too much work."""
    raise WorkLimitError


def clipped(run: Run, clause: m.Clause, value: int, low: int, high: int) -> int:
    """A number beyond its bounds: refused where a player chose it, elsewhere the bound."""
    bound = low if value < low else high
    if run.strict:
        raise Refused(clause, "range", value, bound)
    return bound


def kept(run: Run, clause: m.Clause, value: int, low: int, high: int, optional: bool) -> int:
    """A number kept within bounds."""
    if low <= value <= high or (optional and value == NONE):
        return value
    return clipped(run, clause, value, low, high)


def bit(value: int, low: int, high: int, step: int) -> int:
    """The bit of a number in a set of numbers, or -1."""
    return (value - low) // step if low <= value <= high and (value - low) % step == 0 else -1


def contains(bits: int, at: int) -> bool:
    """Whether a set has the member of a bit."""
    return at >= 0 and bits >> at & 1 == 1


def product(a: int, b: int) -> int:
    """A product, which ends at the largest number."""
    return max(-MOST, min(a * b, MOST))


def quotient(a: int, b: int) -> int:
    """A quotient rounded down; by nothing it is nothing."""
    return int(a // b) if b else 0


def within(value: int, low: int, high: int, optional: bool) -> int:
    """A number kept within the bounds of what takes it."""
    value = int(value)
    return value if low <= value <= high or (optional and value == NONE) else max(low, min(value, high))


def members(bits: int, low: int, step: int) -> list[int]:
    """The members of a set."""
    found, at = [], 0
    while bits:
        if bits & 1:
            found.append(low + at * step)
        bits >>= 1
        at += 1
    return found


def kinds_in(contents: tuple[int, ...]) -> list[int]:
    """The kinds of pieces in a bag."""
    return [piece for piece, many in enumerate(contents) if many]


def span(low: int, high: int) -> range:
    """The numbers from one to another."""
    return range(low, min(high + 1, low + 10_001))


def these(values: tuple[int, ...]) -> list[int]:
    """Things, each once, none left out."""
    return [each for each in dict.fromkeys(values) if each >= 0]


def ranked(standing: dict[int, int], mine: int, lookup: Any) -> int:
    """The points of a place among all, and of how many share it."""
    amount = standing.get(mine)
    if amount is None:
        return 0
    ahead = sum(1 for each in standing.values() if each > amount)
    points: int = lookup.get((ahead + 1, sum(1 for each in standing.values() if each == amount)), 0)
    return points


def clockwise(count: int, first: int) -> tuple[int, ...]:
    """All players, from one on."""
    start = max(first, 0)
    return tuple((start + n) % count for n in range(count))


RUNTIME: dict[str, Any] = {
    "__builtins__": {"range": range, "sum": sum, "map": map, "tuple": tuple, "list": list, "max": max, "min": min, "abs": abs, "bool": bool},
    **{each.__name__: each for each in (refuse, refuse_nothing, give_up, clipped, kept, bit, contains, product, quotient, within, members, kinds_in, span, these,
                                        ranked, clockwise, grid.neighbours, grid.exits, grid.openers, grid.cell, grid.position, grid.beside, grid.passage,
                                        grid.turned)},
    "mul": mul, "Effect": Effect, "new_effect": tuple.__new__, "WORK_LIMIT": WORK_LIMIT,
    "TURNINGS": tuple(grid.turnings(sides) for sides in range(16)),
    "SIDES_IN": tuple(tuple(n for n in range(4) if sides >> n & 1) for sides in range(16)),
}
"""The names of generated functions, apart from those of the ruleset."""
