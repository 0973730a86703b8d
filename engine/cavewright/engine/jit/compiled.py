"""Play by generated Python: the same steps as the interpreter takes, faster. What cannot be generated the interpreter
carries out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...foundation.source.ample_stack import retry_with_room, with_room
from ...foundation.source.build_lock import BUILD_LOCK
from ...foundation.source.lazy_property import lazy_property
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.instructions import PC
from ..generate import (
    CodeBundle,
    Fallback,
    FunctionCode,
    FunctionKey,
    Generator,
    MemoizedQuery,
    MemoizedSearch,
    TooLarge,
)
from ..interpret.board_memory import SearchCache, TileQueryCache
from ..interpret.closures import Boards, Closure, Slots
from ..interpret.expressions import Evaluator
from ..interpret.interpreter import Interpreter
from ..interpret.step import (
    MANY_EFFECTS,
    MOST_EFFECTS,
    MOST_OPTIONS,
    WORK_LIMIT,
    Chosen,
    Refused,
    Run,
    Stepped,
    WorkLimitError,
    forget,
    new_run,
    trial_of,
)
from ..optimise import Optimised
from . import code_cache
from .garbage_collection import without_collector
from .instructions import (
    MANY_OPTIONS,
    Function,
    Options,
    counted_by_slot,
    finding_indexes_after,
    not_too_many,
    taken_down,
    with_work,
    within_budget,
)
from .kept_functions import KeptFunctions
from .runtime import RUNTIME, of_shape

STRETCHES = range(2_000)
"""Functions that a step calls one after another; then the interpreter looks whether a loop goes round in a circle."""
UNUSED = Run()
"""Given to what lists options of which none is tried: it asks nothing of a run, and writes nothing into it."""


class Compiled(KeptFunctions):
    """The generated functions of one program, each made when it is first needed: until then something that makes it
    stands in its place.

    `logged` functions change what they are given and write into the log of the run how to take it back; only those of
    the others that are not logged are an engine. Functions that are not `noted` note no effects. What was kept
    between runs is taken up when the first function is needed; each `CodeBundle` of it has names of its own, and so has
    what is written now. What is written is kept when the process ends. Options are tried on copies, of `logged`
    functions by those of `trying`, which are not.
    """

    def __init__(
        self,
        interpreter: Interpreter,
        logged: bool = False,
        noted: bool = True,
        evaluate: Evaluator | None = None,
        trying: Compiled | None = None,
    ) -> None:
        self.interpreter, self.program, self.logged = interpreter, interpreter.program, logged
        self.noted, self.evaluate = noted, evaluate or interpreter.evaluate
        self.key = code_cache.key_of(interpreter.ruleset, logged, noted) if evaluate is None else ""
        code = self.program.code
        self.names: dict[str, Any] = {
            **RUNTIME,
            "has_outcomes": self.has_outcomes,
            "passes_trial": (trying or self).passes_trial,
            **of_shape(grid.shape_of(interpreter.ruleset)),
        }
        self.begun: tuple[Slots, list[Any]] = [], []
        self.tried_at: tuple[Slots, list[Any]] = [], []
        self.plain, self.width = 3 * len(interpreter.ruleset.growing), -1
        self.bundles: list[CodeBundle] | None = None
        self.bound: dict[FunctionKey, Function | None] = {}
        self.functions, self.vain = dict[FunctionKey, FunctionCode](), list[FunctionKey]()
        self.code: list[Function] = [self._first(partial(self.at, pc)) for pc in range(len(code))]
        self.listers: list[Function] = [self._first(partial(self.lister, pc)) for pc in range(len(code))]
        self.probers: list[Function] = [self._first(partial(self.prober, pc)) for pc in range(len(code))]
        for pc, node in enumerate(code):
            if isinstance(node, i.Decide):
                self.names[f"l{pc}"], self.names[f"b{pc}"] = self._asking("listers", pc), self._asking("probers", pc)
        self.given = dict(self.names)
        self.options = [self._of_options(pc, False) for pc in range(len(code))]
        self.trials = [self._of_options(pc, True) for pc in range(len(code))]
        self.draw = interpreter.draw
        self.too_large: set[int] = set()
        self.tries = [isinstance(node, i.Decide) and any(each.is_tried for each in node.options) for node in code]
        self.budgeted = list(self.tries)

    # ---- making ------------------------------------------------------------------------------------------------------

    def _first(self, make: Callable[[], Function]) -> Function:
        return lambda *arguments: make()(*arguments)

    def _asking(self, which: str, pc: int) -> Function:
        """Returns a stand-in for a lister or a prober that was not written yet: it looks for the real one when it is called."""
        known: list[Function] = getattr(self, which)
        return lambda h, s, run: known[pc](h, s, run)

    def _of_options(self, pc: int, trial: bool) -> list[Function]:
        node = self.program.code[pc]
        many = len(node.options) if isinstance(node, i.Decide) else 0
        return [self._first(partial(self.option, pc, n, trial)) for n in range(many)]

    @property
    def interpreted_clauses(self) -> tuple[m.Clause, ...]:
        """Clauses of the rules so far needed that are too large as Python, and left to the interpreter."""
        found = (
            next((each.clause for each in self.program.code[pc:] if hasattr(each, "clause")), None)
            for pc in sorted(self.too_large)
        )
        return tuple({id(each): each for each in found if each is not None}.values())

    @lazy_property
    def rules(self) -> Optimised:
        """The program that is written as Python."""
        return self.interpreter.optimised_in_place if self.logged else self.interpreter.optimised_program

    @lazy_property
    def generator(self) -> Generator:
        """The generator of the functions that were not kept."""
        it = self.interpreter
        made = Generator(self.rules, it.work_by_instruction, it.find_listing_work, WORK_LIMIT, self.logged, self.noted)
        made.expressions.nets = self.evaluate.nets
        return made

    @with_room
    def make_function(self, pc: int, *ask: Any) -> Function | None:
        """Returns a function that was kept or is written now; none if it would be too large. One thread writes at a time."""
        with BUILD_LOCK:
            self.open()
            if ask not in self.bound:
                self.write(ask)
            if self.bound[ask] is None:
                self.too_large.add(pc)
            return self.bound[ask]

    @without_collector
    def write(self, ask: FunctionKey) -> None:
        """Writes a function now, or finds that it would be too large. An interrupt may leave the generator in the middle
        of something, so another one begins anew."""
        try:
            made = self.generator.write_function(*ask)
            self.functions[ask] = made.bare
            self.bound[ask] = self.bind(made, self.names)
            if self.key:
                code_cache.remember(self)
        except TooLarge:
            self.vain.append(ask)
            self.bound[ask] = None
        except BaseException:
            self.begin_anew()
            raise

    def begin_anew(self) -> None:
        """Forgets the generator, and what it has written as far as that would be kept between runs: names that it gave
        may stand for nothing. Functions that were bound have names of their own, and stay."""
        self.__dict__.pop("generator", None)
        self.names = dict(self.given)
        self.functions = {}

    def bind(self, made: FunctionCode, names: dict[str, Any]) -> Function:
        """A generated function, ready to be called."""
        exec(made.code, names)
        for word, value in made.values.items():
            names[word] = self.meaning(value, names)
        for word, (e, locals_) in made.asked.items():
            names[word] = self.closure(e, locals_)
        function: Function = names[made.name]
        return function

    def meaning(self, value: Any, names: dict[str, Any]) -> Any:
        """Returns the value behind a name: an instruction of the interpreter, a memoized search, or a value of the model."""
        if isinstance(value, Fallback):
            return self.carried_out(self.interpreter.code[value.at], value.at)
        if isinstance(value, MemoizedQuery):
            return TileQueryCache(names[value.function], value.at).of
        return self.search(value, names[value.function]) if isinstance(value, MemoizedSearch) else value

    def carried_out(self, step: Function, pc: int) -> Function:
        """An instruction that the interpreter carries out and counts; what it changes is logged, if everything is, and
        what is kept is found anew. A repacking logs it itself, and changes nothing of that."""
        step = self.counting_step(step, pc)
        if isinstance(self.program.code[pc], i.Repack):
            return step
        if self.logged:
            return taken_down(step)
        return finding_indexes_after(step, self.find_indexes) if self.maintained_indexes else step

    def counting_step(self, step: Function, pc: int) -> Function:
        """Returns an instruction of the interpreter that counts its work in the run."""
        return counted_by_slot(step, self.interpreter.evaluate.work_slot, self.interpreter.own_work[pc])

    def closure(self, e: m.Expr, names: tuple[m.Local, ...]) -> Callable[..., Any]:
        """An expression that the interpreter answers, on a copy of the slots in which names have their values."""
        evaluate = self.evaluate
        ask, slots = evaluate.expr(e), [evaluate.slot(each) for each in names]
        size, work_slot = evaluate.size, evaluate.work_slot

        def ask_interpreter(h: Slots, s: Boards, me: int, *values: Any) -> Any:
            copy = h[:] if len(h) >= size else [*h, *[0] * (size - len(h))]
            copy[i.ME], copy[work_slot] = me, 0
            for slot, value in zip(slots, values, strict=True):
                copy[slot] = value
            return ask(copy, s)

        return ask_interpreter

    def search(self, search: MemoizedSearch, function: Function) -> Function:
        """A search of a board, remembered where that can be known to be right."""
        if search.grows and not self.evaluate.at_rest:
            return function
        return SearchCache(function, search.reads, search.grows).of

    @with_room
    def expression(self, e: m.Expr) -> Closure:
        """An expression as a function of slots and boards. The program alone does not tell it, so nothing is kept."""
        with BUILD_LOCK:
            self.key = ""
            try:
                return self.bind(self.generator.expression(e), self.names)
            except TooLarge:
                return self.evaluate.expr(e)
            except BaseException:
                self.begin_anew()
                raise

    def at(self, pc: int) -> Function:
        """The function that goes on at an instruction."""
        self.code[pc] = self.make_function(pc, "at", pc) or self.carried_out(self.interpreter.code[pc], pc)
        return self.code[pc]

    def lister(self, pc: int) -> Function:
        """The function that lists the options of a decision."""
        many = self.interpreter.most_options(pc)
        made = self.make_function(pc, "lister", pc) if 0 <= many <= MANY_OPTIONS else None
        if many > MANY_OPTIONS:
            self.too_large.add(pc)
        made = made if made is None or many <= MOST_OPTIONS else not_too_many(made)
        self.budgeted[pc] = self.tries[pc] or self.interpreter.find_listing_work(pc) > WORK_LIMIT
        lister = within_budget(self.interpreter, made, pc, self.plain, self.budgeted[pc])
        self.listers[pc] = self.names[f"l{pc}"] = lister
        return lister

    def prober(self, pc: int) -> Function:
        """The function that says whether a decision has options of its own."""
        made, work = self.make_function(pc, "prober", pc), self.interpreter.find_listing_work(pc)
        some = self.counting_step(self.interpreter.probers[pc], pc)
        prober = (lambda h, s, run: some(h[:], s, run)) if made is None else with_work(made, work)
        self.probers[pc] = self.names[f"b{pc}"] = prober
        return prober

    def option(self, pc: int, n: int, trial: bool) -> Function:
        """The function that carries out an option of a decision."""
        known = self.trials if trial else self.options
        known[pc][n] = self.make_function(pc, "option", pc, n, trial) or self.entering_step(pc, n, trial)
        return known[pc][n]

    def entering_step(self, pc: int, n: int, trial: bool) -> Function:
        """Returns the step by which the interpreter enters an option."""
        node = self.program.code[pc]
        assert isinstance(node, i.Decide)

        def enter(h: Slots, s: Boards, run: Run, values: tuple[int, ...]) -> int:
            self.interpreter.enter(h, s, run, (n, values))
            if trial:
                run.strict = node.options[n].may_refuse
                if node.options[n].beside:
                    h[node.options[n].back] = self.program.stop
            return int(h[i.PC])

        return self.carried_out(enter, pc)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def list_options(self, h: Slots, s: Boards) -> Options:
        """The options of the decision at which the slots stand."""
        if len(s) != self.width:
            s = self.whole(h, s)
        try:
            pc = h[i.PC]
            found: Options = self.listers[pc](h, s, None if self.budgeted[pc] else UNUSED)
        except WorkLimitError:
            found = self.interpreter.list_options(h, s[: self.plain])
        except RecursionError:
            found = retry_with_room(partial(self.list_options, h, s))
        return found

    def go_on(self, at: int, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from one on until somebody has to decide."""
        code = self.code
        for _ in STRETCHES:
            if run.work > WORK_LIMIT:
                break
            if at < 0:
                return
            at = code[at](h, s, run)
            if len(run.effects) > MANY_EFFECTS:
                forget(run)
        raise WorkLimitError

    def try_out(self, at: int, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions as far as something could be refused."""
        code, risky = self.code, self.interpreter.risky
        while at in risky:
            if run.work > WORK_LIMIT:
                raise WorkLimitError
            at = code[at](h, s, run)
        if run.work > WORK_LIMIT:
            raise WorkLimitError

    def apply_option(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises
        WorkLimitError."""
        if len(s) != self.width:
            return self.step_with_indexes(h, s, lambda whole: self.apply_option(h, whole, chosen))
        copy, boards, run = h[:], s[:], new_run(Run)
        run.strict = False
        run.work = run.trials = 0
        run.effects = []
        run.copies = run.options = run.log = run.rounds = None
        try:
            n, values = chosen
            at = self.options[h[PC]][n](copy, boards, run, values)
            if at >= 0 or run.work > WORK_LIMIT:
                self.go_on(at, copy, boards, run)
        except WorkLimitError:
            return self.interpreter.apply_option(h, s[: self.plain], chosen)
        except RecursionError:
            return retry_with_room(partial(self.apply_option, h, s, chosen))
        if len(run.effects) > MOST_EFFECTS:
            forget(run)
        return copy, boards, run

    def apply_draw(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises
        WorkLimitError."""
        if len(s) != self.width:
            return self.step_with_indexes(h, s, lambda whole: self.apply_draw(h, whole, value))
        copy, boards, run = h[:], s[:], Run(effects=[])
        self.interpreter.draw(copy, boards, run, value)
        try:
            self.go_on(copy[i.PC], copy, boards, run)
        except WorkLimitError:
            return self.interpreter.apply_draw(h, s[: self.plain], value)
        except RecursionError:
            return retry_with_room(partial(self.apply_draw, h, s, value))
        if len(run.effects) > MOST_EFFECTS:
            forget(run)
        return copy, boards, run

    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """Returns the outcomes of chance where the slots stand, with whole-numbered weights."""
        return self.interpreter.weights(h, s)

    # ---- what generated functions ask for ----------------------------------------------------------------------------

    def has_outcomes(self, pc: int, h: Slots, s: Boards) -> bool:
        """Tells if chance has anything to bring."""
        return bool(self.interpreter.some_chance[pc](h, s))

    def passes_trial(self, key: tuple[int, int], h: Slots, s: Boards, run: Run, values: tuple[int, ...]) -> bool:
        """Tells if an option is carried out without refusal up to the next decision, and counts the work of that."""
        trial = trial_of(run, self.program.code[key[0]].options[key[1]].may_refuse)  # type: ignore[union-attr]
        copy, boards, holds = h[:], self.trial_boards(h, s), True
        try:
            self.try_out(self.trials[key[0]][key[1]](copy, boards, trial, values), copy, boards, trial)
        except Refused:
            holds = False
        run.work = trial.work
        if run.work > WORK_LIMIT:
            raise WorkLimitError
        return holds
