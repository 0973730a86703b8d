"""Driver of a module: what lists, carries out and counts, whatever the rules are. Playouts and leaf counts are made
within it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...rules.program import instructions as i
from .construction import assign, indices, invoke, load, read, within, write
from .decisions import LISTED, OptionList
from .effects import AT_ONCE, TOO_MUCH, Effects
from .forks import Forks
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Call,
    Const,
    Do,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Op,
    Range,
    Return,
    Scope,
    Switch,
    Trap,
    Var,
    op,
)
from .position_heads import ENDED
from .routine_compiler import Names, add_routines

MOST_DEPTH = 12
"""Steps ahead of which leaves are counted."""
MOST_GAMES = 1_024
"""Games of one call."""
MANY = indices(2**31)
CHANCE, TOGETHER = -1, -2
"""What `waiting` says where no player decides, as `Line.current_player` does."""
INDEX = "index"
"""The function that finds anew what writes keep up."""
WAITING = {i.Chance: CHANCE, i.End: ENDED, i.Fork: TOGETHER, i.Join: TOGETHER}


@dataclass(frozen=True)
class CountedDecision:
    """The functions of a decision whose options all go on at one instruction: `counter` counts the options, `taker`
    begins one, `region` goes on."""

    counter: Function
    taker: Function
    region: Function
    at_once: bool
    """whether counting costs so little that it is done again in any case"""


class Driver:
    """Makes the functions that are called from outside."""

    begun_step: Block = ()
    """what else is done when a step begins"""

    def __init__(self, effects: Effects, listing: OptionList, counter: Array, limit: int) -> None:
        self.effects, self.lowering, self.listing = effects, effects.lowering, listing
        self.counter, self.limit, self.layout = counter, limit, effects.layout
        self.code = self.lowering.program.code
        memory = self.lowering.memory
        memory.array("initial", self.layout.whole.length)
        memory.array("saved", self.layout.whole.length * MOST_DEPTH)
        players = self.lowering.players
        memory.array("decisions", MOST_GAMES, MANY)
        memory.array("ended", MOST_GAMES, TRUTH)
        memory.array("winners_of", MOST_GAMES, indices(2**players))
        memory.array("totals_of", MOST_GAMES * players)
        self.chance_weight = memory.array("weight", 1, MANY)
        self.make, self.fresh, self.variables = self.lowering.function, self.lowering.fresh, self.lowering.variables

    def pc(self) -> Expr:
        """The instruction at which play stands."""
        return read(self.layout.cell(i.PC))

    # ---- steps -------------------------------------------------------------------------------------------------------

    def write_driver(self, regions: Mapping[int, Function]) -> None:
        """The function that goes on from a way in until somebody decides, or an effect is refused."""
        numbers = {at: n for n, at in enumerate(regions)}
        of = self.lowering.memory.table([numbers.get(at, 0) for at in range(len(self.code))])
        at = self.fresh("at", indices(len(self.code)))
        then = self.fresh("then", Range(-2, len(self.code) - 1))
        blocks = tuple((Let(then, Call(each.name, (), each.returns)),) for each in regions.values())
        over = read(self.counter) > self.limit
        body: Block = (
            Switch(within(load(of, at), indices(len(blocks))), blocks),
            If(over, (Trap(TOO_MUCH),)),
            If(then < 0, (Return(within(then, Range(-2, -1))),)),
            assign(at, then),
        )
        self.make("run", [at], (Loop("go_on", body),), Range(-2, -1))

    def by_instruction(
        self, name: str, functions: Mapping[int, Function], args: tuple[Expr, ...], otherwise: Expr
    ) -> Expr:
        """Returns the answer of the function for the instruction at which play stands."""
        if not functions:
            return otherwise
        numbers = {at: n for n, at in enumerate(functions)}
        of = self.lowering.memory.table([numbers.get(at, len(numbers)) for at in range(len(self.code) + 1)])
        takes = next(each.parameters for each in functions.values())
        found = self.fresh("found", MANY)
        blocks = [(Let(found, Call(each.name, tuple(takes), each.returns)),) for each in functions.values()]
        body = (Switch(load(of, self.pc()), (*blocks, (Let(found, otherwise),))), Return(found))
        made = self.make(name, takes, body, MANY)
        return Call(made.name, args, made.returns)

    def settling(self, forks: Mapping[int, i.Fork]) -> None:
        """The function that goes on where all act at once, if the rules have that."""
        self.forks = Forks(self.effects, forks) if forks else None

    forks: Forks | None

    def enter_fork(self) -> Block:
        """Returns the statements that let the first player decide where all act at once."""
        return (invoke("settle"),) if self.forks else ()

    def steps(self, listers: Mapping[int, Function], choosers: Mapping[int, Function]) -> None:
        """The functions `begin`, of a position that was written from outside, `anew`, of one that was copied, `waiting`, `options` and `choose`."""
        ready, count = self.listing.ready, self.listing.count
        begun = (*self.forks.begin(), *self.enter_fork()) if self.forks else ()
        self.lowering.procedure("anew", (), (*self.begin_step(), self.lowering.stamp_write(), *begun))
        indexed, anew = (invoke(each) for each in (INDEX, "anew"))
        self.lowering.procedure("begin", (), (indexed, anew), out=True)
        kinds = self.lowering.memory.table([*(WAITING.get(type(each), 0) for each in self.code), 0])
        kind = load(kinds, self.pc())
        who = If(op("==", kind, 0), (Return(read(self.layout.cell(i.ME))),))
        self.make(
            "waiting",
            (),
            (who, Return(kind)),
            Range(-4, max(0, self.layout.cell(i.ME).range.high)) | kinds.range,
            out=True,
        )
        empty = write(count, 0)
        weight = write(self.chance_weight, self.by_instruction("listed", listers, (), Const(0)))
        listed = If(op("!=", read(ready), LISTED), (empty, weight, write(ready, LISTED)))
        self.make("options", (), (listed, Return(read(count))), count.range, out=True)
        self._choose("choose", "chosen", choosers)

    def counted_steps(self, counters: Mapping[int, Function], takers: Mapping[int, Function]) -> None:
        """The functions `counted`, how many options there are, and `take`, which chooses one without a list."""
        known = self.by_instruction("tallied", counters, (), Const(0))
        first = (write(self.listing.count, 0), write(self.chance_weight, known))
        count = read(self.listing.count)
        body = (If(op("==", read(self.listing.ready), 0), first), Return(count))
        self.make("counted", (), body, self.listing.count.range, out=True)
        self._choose("take", "taken", takers)

    def _choose(self, name: str, chosen: str, choosers: Mapping[int, Function]) -> None:
        row = self.fresh("row", Range(0, 19_999))
        stop = Const(self.lowering.program.stop)
        if not choosers:
            self.make(chosen, [row], (Return(stop),), MANY)
        at = self.by_instruction(chosen, choosers, (row,), stop)
        entry = within(at, indices(len(self.code)))
        run = Do(self.lowering.call("run", entry))
        self.lowering.procedure(name, [row], (*self.begin_step(), run, *self.enter_fork()), out=True)

    # ---- playouts ----------------------------------------------------------------------------------------------------

    def playouts(self, ways: Mapping[int, CountedDecision]) -> None:
        """The functions `playout`, from where play stands on, `playouts`, of many games from the first position, and
        `leaves`, which counts the ends of all ways of so many steps."""
        add_routines(self.lowering, "chance", self._names())
        bound, done = self.variables(bound=MANY, done=MANY)
        loop: Block = (
            If(done >= bound, (Break("game"),)),
            Scope("step", self._step(ways)),
            *self.enter_fork(),
            assign(done, op("&", Op("wrapped +", (done, Const(1))), MANY.high)),
        )
        self.make("playout", [bound], (assign(done, 0), Loop("game", loop), Return(done)), MANY, out=True)
        add_routines(self.lowering, "games", self._names())

    def _names(self) -> Names:
        """Ranges, numbers and statements that the routines of games name."""
        together = (If(read(self.forks.within), (Trap(AT_ONCE),)),) if self.forks else ()
        ranges = {"WORD": WORD, "MANY": MANY, "CHOICE": Range(0, 19_999), "COUNT": self.listing.count.range}
        games = {"FIRST": Range(0, 2**30), "GAMES": Range(0, MOST_GAMES)}
        depths = {"DEPTH": Range(0, MOST_DEPTH), "LEVEL": indices(MOST_DEPTH)}
        numbers = {"CHANCE": CHANCE, "ENDED": ENDED, "PLAYERS": self.lowering.players, "rows": self.listing.rows}
        steps = {"index": lambda: (invoke(INDEX),), "stop_where_all_act": lambda: together}
        return {**ranges, **games, **depths, **numbers, **steps}

    def _step(self, ways: Mapping[int, CountedDecision]) -> Block:
        """A step of a playout. Decisions that go on at one instruction alone are threaded: each has code of its own, from
        which that instruction follows without a jump by number."""
        to = self.fresh("to", indices(len(self.code)))
        row = self.fresh("row", Range(0, 19_999))
        taken = self.lowering.call("taken", row)
        ended = op("==", self.lowering.call("waiting"), ENDED)
        other: Block = (
            If(ended, (Break("game"),)),
            Let(row, self.lowering.call("any_row")),
            *self.begin_step(),
            assign(to, taken),
        )
        blocks = [*(self._go_on_behind(way, to) for way in ways.values()), other]
        numbers = {at: n for n, at in enumerate(ways)}
        which = [numbers.get(at, len(ways)) for at in range(len(self.code) + 1)]
        chosen = Switch(load(self.lowering.memory.table(which), self.pc()), tuple(blocks))
        return (*((chosen,) if ways else other), Do(self.lowering.call("run", to)))

    def _go_on_behind(self, way: CountedDecision, to: Var) -> Block:
        """An option of a decision, and what comes behind it up to where play stops or goes on at some instruction."""
        many, row = self.variables(many=self.listing.count.range, row=Range(0, 19_999))
        then = self.fresh("then", way.region.returns)
        below = self.lowering.call("below", many)
        count = Do(Call(way.counter.name, (), way.counter.returns))
        return (
            count if way.at_once else If(op("==", read(self.listing.ready), 0), (count,)),
            Let(many, read(self.listing.count)),
            assign(row, 0),
            If(many > 1, (assign(row, below),)),
            *self.begin_step(),
            Do(Call(way.taker.name, (row,), way.taker.returns)),
            Let(then, Call(way.region.name, (), then.range)),
            If(read(self.counter) > self.limit, (Trap(TOO_MUCH),)),
            If(then < 0, (Break("step"),)),
            assign(to, then),
        )

    def begin_step(self) -> Block:
        """Returns the statements with which a step begins: nothing is counted, and no option listed."""
        return write(self.counter, 0), write(self.listing.ready, 0), *self.begun_step
