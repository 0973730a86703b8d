"""Play by generated Python: the same steps as the interpreter takes, faster. What cannot be generated the interpreter carries out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from heapq import heappop, heappush
from operator import mul
from threading import RLock
from typing import Any

from ..cave import grid
from ..generate import Ask, Bag, Generator, Left, Remembered, Standing, TooLarge, Volume, Written
from ..model import ruleset as m
from ..model.types import MOST, NONE
from ..optimise import Kept, Optimised
from ..program import instructions as i
from . import kept_code
from .evaluate import Evaluator, with_amount
from .events import Effect, new_effect
from .holding import Held
from .interpret import Interpreter
from .step import FREE_TRIAL, MOST_TRIALS, WORK_LIMIT, Chosen, Log, Refused, Run, Stepped, WorkLimitError, own
from .ways import Boards, Closure, Floods, Nearby, Recall, Slots, Stands

Options = list[Chosen]
UNUSED = Run()
"""Given to what lists options of which none is tried: it asks nothing of a run, and writes nothing into it."""
Function = Callable[..., Any]


class Compiled:
    """The generated functions of one program, each made when it is first needed: until then something that makes it stands in its place.

    `logged` functions change what they are given and write into the log of the run how to take it back; only those of the others that are
    not logged are an `Engine`. Functions that are not `noted` note no effects. What was kept between runs is taken up when the first function
    is needed; each `Volume` of it has names of its own, and so has what is written now. What is written is kept when the process ends.
    Options are tried on copies, of `logged` functions by those of `trying`, which are not.
    """

    def __init__(self, interpreter: Interpreter, logged: bool = False, noted: bool = True, evaluate: Evaluator | None = None,
                 lock: RLock | None = None, trying: Compiled | None = None) -> None:
        self.interpreter, self.program, self.logged = interpreter, interpreter.program, logged
        self.noted, self.evaluate, self.lock = noted, evaluate or interpreter.evaluate, lock or RLock()
        self.key = kept_code.key_of(interpreter.ruleset, logged, noted) if evaluate is None else ""
        code = self.program.code
        self.names: dict[str, Any] = {
            **RUNTIME, "weighed": self.weighed, "tried": (trying or self).tried, "neighbours": Nearby(grid.neighbours).of,
            "exits": Nearby(grid.exits).of, "distances": Floods().of_any}
        self.begun: tuple[Slots, list[Held]] = [], []
        self.volumes: list[Volume] | None = None
        self.bound: dict[Ask, Function | None] = {}
        self.functions, self.vain = dict[Ask, Written](), list[Ask]()
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
        self.tries = [isinstance(node, i.Decide) and any(each.may_refuse for each in node.options) for node in code]

    # ---- making --------------------------------------------------------------------------------------------------------

    def _first(self, make: Callable[[], Function]) -> Function:
        return lambda *arguments: make()(*arguments)

    def _asking(self, which: str, pc: int) -> Function:
        """What stands for a lister or a prober wherever it was not written: whatever there is when it is asked."""
        known: list[Function] = getattr(self, which)
        return lambda h, s, run: known[pc](h, s, run)

    def _of_options(self, pc: int, trial: bool) -> list[Function]:
        node = self.program.code[pc]
        many = len(node.options) if isinstance(node, i.Decide) else int(isinstance(node, i.RepackDecide))
        return [self._first(partial(self.option, pc, n, trial)) for n in range(many)]

    @property
    def left(self) -> tuple[m.Clause, ...]:
        """The clauses of the rules so far needed that are left to the interpreter, since as Python they would be too large."""
        found = (next((each.clause for each in self.program.code[pc:] if hasattr(each, "clause")), None) for pc in sorted(self.too_large))
        return tuple({id(each): each for each in found if each is not None}.values())

    @cached_property
    def rules(self) -> Optimised:
        """The program that is written as Python."""
        return self.interpreter.optimised_in_place if self.logged else self.interpreter.optimised

    def held(self, h: Slots) -> list[Held]:
        """What is kept up with every write in place, for the slots of a state. It is remembered for the last one: many lines begin at one state."""
        slots, known = self.begun
        if slots is not h:
            known = [Held(each, h) for each in self.kept]
            self.begun = h, known
        return [*map(Held.copy, known)]

    @cached_property
    def kept(self) -> tuple[Kept, ...]:
        """What that is."""
        return tuple(self.rules.kept.values()) if self.logged else ()

    @cached_property
    def live(self) -> frozenset[int]:
        """The decisions whose list of options is one that is kept, and changes with the position."""
        return frozenset(self.rules.live)

    @cached_property
    def generator(self) -> Generator:
        """What writes the functions that were not kept."""
        made = Generator(self.rules, self.interpreter.counted, WORK_LIMIT, self.logged, self.noted)
        made.expressions.nets = self.evaluate.nets
        return made

    def made(self, pc: int, *ask: Any) -> Function | None:
        """A function that was kept, or is written now, or none if it would be too large. One thread writes at a time."""
        with self.lock:
            self.open()
            if ask not in self.bound:
                self.bound[ask] = self.written(ask)
            if self.bound[ask] is None:
                self.too_large.add(pc)
            return self.bound[ask]

    def written(self, ask: Ask) -> Function | None:
        """A function that is written now."""
        try:
            made = self.generator.written(*ask)
        except TooLarge:
            self.vain.append(ask)
            return None
        self.functions[ask] = made.bare
        if self.key:
            kept_code.remember(self)
        return self.bind(made, self.names)

    def bind(self, made: Written, names: dict[str, Any]) -> Function:
        """A generated function, ready to be called."""
        exec(made.code, names)
        for word, value in made.values.items():
            names[word] = self.meaning(value, names)
        for word, (e, locals_) in made.asked.items():
            names[word] = self.closure(e, locals_)
        function: Function = names[made.name]
        return function

    def meaning(self, value: Any, names: dict[str, Any]) -> Any:
        """What a name stands for: an instruction of the interpreter, a search that is remembered, or a value of the model."""
        if isinstance(value, Left):
            return self.carried_out(self.interpreter.code[value.at], value.at)
        if isinstance(value, Standing):
            return Stands(names[value.function], value.at).of
        return self.search(value, names[value.function]) if isinstance(value, Remembered) else value

    def carried_out(self, step: Function, pc: int) -> Function:
        """An instruction that the interpreter carries out; what it changes is logged, if everything is. Those of a repacking do it themselves."""
        itself = isinstance(self.program.code[pc], (i.RepackOpen, i.RepackTurn, i.RepackDecide))
        return taken_down(step) if self.logged and not itself else step

    def closure(self, e: m.Expr, names: tuple[m.Local, ...]) -> Callable[..., Any]:
        """An expression that the interpreter answers, on a copy of the slots in which names have their values."""
        evaluate = self.evaluate
        ask, slots = evaluate.expr(e), [evaluate.slot(each) for each in names]

        def asked(h: Slots, s: Boards, me: int, *values: Any) -> Any:
            copy = [*h, *[0] * (evaluate.size - len(h))]
            copy[i.ME] = me
            for slot, value in zip(slots, values, strict=True):
                copy[slot] = value
            return ask(copy, s)
        return asked

    def search(self, search: Remembered, function: Function) -> Function:
        """A search of a board, remembered where that can be known to be right."""
        return function if search.grows and not self.evaluate.at_rest else Recall(function, search.reads, search.grows).of

    def expression(self, e: m.Expr) -> Closure:
        """An expression as a function of slots and boards. Nothing is kept of what has such functions; they are not told by the program alone."""
        with self.lock:
            self.key = ""
            try:
                return self.bind(self.generator.expression(e), self.names)
            except TooLarge:
                return self.evaluate.expr(e)

    def at(self, pc: int) -> Function:
        """The function that goes on at an instruction."""
        self.code[pc] = self.made(pc, "at", pc) or by_itself(self.carried_out(self.interpreter.code[pc], pc))
        return self.code[pc]

    def lister(self, pc: int) -> Function:
        """The function that lists the options of a decision."""
        made = self.made(pc, "lister", pc) if isinstance(self.program.code[pc], i.Decide) else None
        lister = self.interpreter.listers[pc]
        self.listers[pc] = self.names[f"l{pc}"] = made or (lambda h, s, run: lister(h[:], s, run))
        return self.listers[pc]

    def prober(self, pc: int) -> Function:
        """The function that says whether a decision has options of its own."""
        some = self.interpreter.probers[pc]
        self.probers[pc] = self.names[f"b{pc}"] = self.made(pc, "prober", pc) or (lambda h, s, run: some(h[:], s, run))
        return self.probers[pc]

    def option(self, pc: int, n: int, trial: bool) -> Function:
        """The function that carries out an option of a decision."""
        known, node = self.trials if trial else self.options, self.program.code[pc]
        made = self.made(pc, "option", pc, n, trial) if isinstance(node, i.Decide) else None
        known[pc][n] = made or self.entered(pc, n, trial)
        return known[pc][n]

    def entered(self, pc: int, n: int, trial: bool) -> Function:
        """The interpreter's way of entering an option."""
        node = self.program.code[pc]

        def enter(h: Slots, s: Boards, run: Run, values: tuple[int, ...]) -> int:
            self.interpreter.enter(h, s, run, (n, values))
            if trial and isinstance(node, i.Decide):
                run.strict = True
                if node.options[n].beside:
                    h[node.options[n].back] = self.program.stop
            return int(h[i.PC])
        return by_itself(self.carried_out(enter, pc))

    # ---- keeping -------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Takes up what was kept between runs, once."""
        if self.volumes is None:
            self.volumes = []
            for each in kept_code.read(self.key, self.roots):
                self.take(each)

    def take(self, volume: Volume) -> None:
        """Takes up functions that were written elsewhere for the same program, under names of their own."""
        with self.lock:
            self.open()
            assert self.volumes is not None
            self.volumes.append(volume)
            names = dict(self.given)
            for ask, made in volume.functions.items():
                self.bound.setdefault(ask, self.bind(made, names))
            for ask in volume.vain:
                self.bound.setdefault(ask, None)

    def volume(self, left: tuple[int, ...] | None = None) -> Volume:
        """What was written here."""
        return Volume(dict(self.functions), tuple(self.vain), left)

    @property
    def roots(self) -> kept_code.Roots:
        """What the functions refer to is part of this."""
        return kept_code.roots(self.interpreter.ruleset, self.program, self.evaluate.nets)

    def keep(self) -> None:
        """Keeps what was written here between runs."""
        with self.lock:
            if self.key and self.functions:
                kept_code.keep(self.key, self.roots, self.volume())

    @property
    def left_in_all(self) -> tuple[int, ...] | None:
        """The points at which something is left to the interpreter, if all is known that play could ask for."""
        with self.lock:
            self.open()
            return next((each.left for each in self.volumes or () if each.left is not None), None)

    def take_all(self, volume: Volume) -> None:
        """Takes up all that play could ask for, and keeps it between runs."""
        self.take(volume)
        if self.key:
            kept_code.keep(self.key, self.roots, volume)

    # ---- playing -------------------------------------------------------------------------------------------------------

    def listed(self, h: Slots, s: Boards) -> Options:
        """The options of the decision at which the slots stand."""
        try:
            pc = h[i.PC]
            found: Options = self.listers[pc](h, s, Run() if self.tries[pc] else UNUSED)
        except WorkLimitError:
            found = self.interpreter.listed(h, s)
        return found

    def go_on(self, at: int, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from one on until somebody has to decide."""
        code = self.code
        while run.work <= WORK_LIMIT:
            if at < 0:
                return
            at = code[at](h, s, run)
        raise WorkLimitError

    def try_out(self, at: int, h: Slots, s: Boards, run: Run) -> None:
        """The same, as far as something could be refused."""
        code, risky = self.code, self.interpreter.risky
        while at in risky:
            if run.work > WORK_LIMIT:
                raise WorkLimitError
            at = code[at](h, s, run)

    def stepped(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises WorkLimitError."""
        copy, boards, run = h[:], s[:], Run()
        try:
            at = self.options[h[i.PC]][chosen[0]](copy, boards, run, chosen[1])
            if at >= 0 or run.work > WORK_LIMIT:
                self.go_on(at, copy, boards, run)
        except WorkLimitError:
            return self.interpreter.stepped(h, s, chosen)
        return copy, boards, run

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

    # ---- what generated functions ask for --------------------------------------------------------------------------------

    def weighed(self, pc: int, h: Slots, s: Boards) -> bool:
        """Whether chance has anything to bring."""
        return bool(self.interpreter.chances[pc](h, s))

    def tried(self, key: tuple[int, int], h: Slots, s: Boards, run: Run, values: tuple[int, ...]) -> bool:
        """Whether an option is carried out without refusal up to the next decision. The work of trying it beyond what is free is work of the run."""
        trial = Run(strict=True, work=run.work + 1 - FREE_TRIAL, trials=run.trials + 1)
        if trial.trials > MOST_TRIALS:
            raise WorkLimitError
        copy, boards = h[:], s[:]
        try:
            self.try_out(self.trials[key[0]][key[1]](copy, boards, trial, values), copy, boards, trial)
        except Refused:
            if trial.work > WORK_LIMIT:
                raise WorkLimitError from None
            return False
        finally:
            run.work = max(run.work, trial.work)
        return True


# ---- what is taken back ------------------------------------------------------------------------------------------------

def take_back(h: Slots, log: Log, mark: int) -> None:
    """Takes back what was logged behind a mark, the last first."""
    pop = log.pop
    while len(log) > mark:
        at = pop()
        if type(at) is int or type(at) is slice:
            h[at] = pop()
            continue
        key, old = pop(), pop()
        if old is None:
            del at[key]
        else:
            at[key] = old


def by_itself(step: Function) -> Function:
    """An instruction of the interpreter in place of a generated function: its work is counted as `advance` counts it."""
    def counted(h: Slots, s: Boards, run: Run, *values: Any) -> Any:
        run.work += 1
        return step(h, s, run, *values)
    return counted


def taken_down(step: Function) -> Function:
    """The same step, which writes into the log of the run what it has changed."""
    def logged(h: Slots, s: Boards, run: Run, *values: Any) -> Any:
        before, boards, run.owned = h[:], s[:], None
        try:
            return step(h, s, run, *values)
        finally:
            assert run.log is not None
            run.log += [each for at, old in enumerate(before) if h[at] is not old for each in (old, at)]
            run.log += [each for at, old in enumerate(boards) if s[at] is not old for each in (old, at, s)]
            for at, held in enumerate(boards):
                if isinstance(held, Held) and before[held.kept.slots] != h[held.kept.slots]:
                    run.log += (held, at, s)
                    s[at] = Held(held.kept, h)
            run.owned = None
    return logged


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


@lru_cache(maxsize=1024)
def clockwise(count: int, first: int) -> tuple[int, ...]:
    """All players, from one on."""
    start = max(first, 0)
    return tuple((start + n) % count for n in range(count))


def put(h: Slots, run: Run, me: int, clause: m.Clause, bag: Bag, row: int, piece: int, change: int) -> int:
    """Changes the number of a piece in a bag; returns by how much it did."""
    if piece < 0 or not change or row < 0:
        return 0
    if bag.endless[piece]:
        run.effects.append(Effect("supply", clause, me, bag.field, row, piece, change))
        return change
    slot = bag.base + row
    contents = h[slot]
    held = contents[piece]
    allowed = change if change >= -held else -held
    if bag.room and allowed > 0 and bag.sizes[piece] > 0:
        allowed = min(allowed, max(0, (bag.room - sum(map(mul, contents, bag.sizes))) // bag.sizes[piece]))
    if held + allowed > MOST:
        allowed = MOST - held
    if allowed != change and run.strict:
        room = bag.room and bag.room - sum(map(mul, contents, bag.sizes))
        raise Refused(clause, "room" if change > 0 else "lack", held if change < 0 else room or None, abs(change))
    if allowed:
        if run.log is not None:
            run.log += (contents, slot)
        h[slot] = with_amount(contents, piece, held + allowed)
        run.effects.append(new_effect(Effect, ("pieces", clause, me, bag.field, row, piece, allowed, None)))
    return int(allowed)


def move(h: Slots, run: Run, me: int, clause: m.Clause, piece: int, many: int, giver: Bag | None, whose: int, taker: Bag | None, whom: int) -> None:
    """Moves pieces as far as the giver has them; what the taker has no room for stays with the giver."""
    many = max(many, 0)
    given = -put(h, run, me, clause, giver, whose, piece, -many) if giver is not None else many
    if taker is not None:
        taken = put(h, run, me, clause, taker, whom, piece, given)
        if giver is not None and taken < given:
            put(h, run, me, clause, giver, whose, piece, given - taken)


def move_all(h: Slots, run: Run, me: int, clause: m.Clause, giver: Bag, whose: int, taker: Bag | None, whom: int) -> None:
    """Moves all that is in a bag."""
    for piece in range(len(bag_at(h, giver, whose)) - 1):
        move(h, run, me, clause, piece, bag_at(h, giver, whose)[piece], giver, whose, taker, whom)


def bag_at(h: Slots, bag: Bag, row: int) -> tuple[int, ...]:
    """The contents of the bag of a row."""
    contents: tuple[int, ...] = h[bag.base + row]
    return contents


def recorded(s: Boards, run: Run, me: int, clause: m.Clause, kept: Any, key: int, value: int) -> None:
    """What a place or a passage keeps gets a value."""
    field, at, cells, index, blank, bounds, least = kept
    record = s[at].get(key, blank)
    if record is None or key < 0 or (cells >= 0 and not all(place in s[cells] for place in grid.passage_ends(key))):
        return
    if bounds is not None and not bounds[0] <= value <= bounds[1] and not (bounds[2] and value == NONE):
        value = clipped(run, clause, value, bounds[0], bounds[1])
    old = record[index]
    if value != old and value >= least:
        changing(s, at, run, key)[key] = (*record[:index], value, *record[index + 1 :])
        run.effects.append(new_effect(Effect, ("set", clause, me, field, key, old, value, None)))


def lay_tile(s: Boards, run: Run, me: int, clause: m.Clause, laid: tuple[str, int, tuple[int, ...]], where: int, tile: int, sides: int) -> None:
    """A tile is laid on a growing board."""
    board, at, rest = laid
    if where < 0 or where in s[at] or tile < 0:
        if run.strict:
            raise Refused(clause, "occupied")
        return
    cells = changing(s, at, run, where)
    if run.log is not None:
        run.log += (s[at + 1], at + 1, s)
        s[at + 1] = dict(s[at + 1])
    grid.lay(cells, s[at + 1] if run.log is not None else own(s, at + 1, run), where, (tile, sides, *rest))
    run.effects.append(Effect("lay", clause, me, board, where, tile, sides))


def changing(s: Boards, at: int, run: Run, key: int) -> dict[int, Any]:
    """A board in which something may be changed: a copy of this step's own, or the board itself with the old value in the log."""
    if run.log is None:
        return own(s, at, run)
    run.log += (s[at].get(key), key, s[at])
    return s[at]


_FUNCTIONS = (
    refuse, refuse_nothing, give_up, clipped, kept, bit, contains, product, quotient, within, members, kinds_in, span, these, put, move, move_all,
    recorded, lay_tile, ranked, clockwise,
    grid.openers, grid.cell, grid.position, grid.beside, grid.passage, grid.turned,
    range, enumerate, sum, map, tuple, list, max, min, abs, bool, mul, heappop, heappush, bisect_left,
)
RUNTIME: dict[str, Any] = {
    "__builtins__": {}, **{each.__name__: each for each in _FUNCTIONS}, "Effect": Effect, "new_effect": new_effect, "WORK_LIMIT": WORK_LIMIT,
    "TURNINGS": tuple(grid.turnings(sides) for sides in range(16)),
    "SIDES_IN": tuple(tuple(n for n in range(4) if sides >> n & 1) for sides in range(16)),
}
"""The names of generated functions, apart from those of the ruleset."""
