"""Batches: many games of a module stand beside each other, and one call carries out a step of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.interpret.step import MOST_DRAWS
from ...rules.program import instructions as i
from .action_numbers import ActionNumbers, Numbers, size_of
from .construction import NO, assign, both, choose, either, indices, invoke, load, read, store, up_to, within, write
from .driver import CHANCE
from .effects import TOO_MUCH
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Copy,
    Do,
    Each,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Range,
    Return,
    Statement,
    Switch,
    Trap,
    Var,
    op,
)
from .position_heads import ENDED
from .position_pool import NOWHERE, ROW, STOPPED, PooledProgram

MOST_BATCH = 16_384
"""Games of a batch."""
MOST_NUMBERS = 65_536
"""Numbers of actions of which masks are written."""
MASK_BYTES = 2**28
"""Bytes that the masks of all games take at most."""
POSITION_BYTES = 2**27
"""Bytes that the positions of all games take at most."""
ALL_BYTES = 2**30
"""The same with how the games before ended, and with what players do apart where all act at once."""
MOST_TRIES, NOBODY = 1_000, 9
"""How often a game is begun anew that is over before a player decides, and the reason to stop then."""
ONE = 0x3F800000
"""The number 1.0 of single precision as a word; its sign is the highest bit."""


def most_games(numbers: int) -> int:
    """Returns the greatest number of games of a batch, with masks of so many numbers.

    >>> most_games(0), most_games(7), most_games(65_536)
    (16384, 16384, 4096)
    """
    return min(MOST_BATCH, MASK_BYTES // max(numbers, 1))


class BatchProgram(PooledProgram):
    """Lowering of a program that is played in batches. `numbers` are those of actions, if they are to have any."""

    def __init__(self, *given: Any, numbers: Numbers | None = None) -> None:
        super().__init__(*given)
        self.numbers = numbers

    def before_pool(self, functions: Sequence[Function]) -> Callable[[], Sequence[Function]]:
        """Room for what is known of every game."""
        return BatchFunctions(self, functions).functions


class BatchFunctions:
    """Makes the functions of batches. Game *k* stands at position *k + 1* of the pool; `who`, `count`, `drawn`, `paid`,
    `over`, `cut` and `mask` say how it stands, `finals` how the last one ended in its place, `chosen` what is to be done:
    below 0 nothing is."""

    def __init__(self, program: BatchProgram, functions: Sequence[Function]) -> None:
        self.program, self.lowering, self.players = program, program.lowering, program.lowering.players
        self.known = {each.name: each for each in functions}
        self.whole, self.listing, self.fresh = program.layout.whole, program.listing, self.lowering.fresh
        self.arrays = {each.name: each for each in program.memory.arrays}
        self.size = size_of(program.numbers or {})
        forks = program.driver.forks
        own = 2 * self.whole.length
        if forks is not None:
            own += 2 * (self.whole.length + forks.branches.length)
        self.most = min(most_games(self.size), POSITION_BYTES // (4 * self.whole.length), ALL_BYTES // (4 * own))
        behind, most = program.behind, self.most
        self.first = behind("first_position", self.whole.length)
        self.chosen = behind("chosen", most)
        self.who = behind("who", most, Range(ENDED, self.players - 1))
        self.count = behind("count", most, self.listing.count.range)
        self.drawn = behind("drawn", most)
        self.paid = behind("paid", most * self.players)
        self.moves = behind("moves_made", most, indices(2**31))
        self.over = behind("over", most, TRUTH, 1)
        self.cut = behind("cut", most, TRUTH, 1)
        self.finals = behind("finals", most * self.whole.length)
        self.samplers = behind("samplers", 4 * most)
        self.own_sampler = behind("own_sampler", 4)
        self.game = behind("game", 1, indices(most))
        self.most_moves = behind("most_moves", 1, indices(2**31))
        self.by_score = behind("by_score", 1, TRUTH)
        self.numbers_here = behind("numbers_here", self.listing.count.range.high + 1)
        if self.size:
            self.mask = behind("mask", most * self.size, TRUTH, 1)
            self.no_mask = behind("no_mask", self.size, TRUTH, 1)
        if forks is not None:
            self.fork_at = behind("fork_at", most, Range(-1, self.players))
            self.commons = behind("commons", most * self.whole.length)
            self.all_branches = behind("all_branches", most * forks.branches.length)
            behind("final_fork", most, Range(-1, self.players))
            behind("final_commons", most * self.whole.length)
            behind("final_branches", most * forks.branches.length)

    def functions(self) -> Sequence[Function]:
        """All of them."""
        self.pool = next(each for each in self.program.memory.arrays if each.name == "pool")
        self.here = next(each for each in self.program.memory.arrays if each.name == "here")
        made = [self._fate()]
        numbering = (
            ActionNumbers(self.program, self.program.numbers or {}, self.known, self.mask, self.numbers_here)
            if self.size
            else None
        )
        if numbering is not None:
            made += numbering.functions()
        made += [self._settle(), self._anew(), self._after_step()]
        made += [self._all("step_rows", self._by_row), self._entering(), self._cutting(), self._beginning()]
        if self.size:
            made.append(self._all("step_numbers", self._by_number))
        return made

    def _k(self) -> Var:
        return self.fresh("k", indices(self.most))

    def _procedure(self, name: str, takes: Sequence[Var], body: Block, out: bool = False) -> Function:
        return self.lowering.procedure(name, takes, body, out=out)

    # ---- chance ----------------------------------------------------------------------------------------------------------

    @property
    def has_chance(self) -> bool:
        """True if chance ever has anything to decide."""
        return any(isinstance(each, i.Chance) for each in self.program.program.code)

    def _copy_sampler(self, target: Array, source: Array, to: Expr, at: Expr) -> Block:
        """The four words of a sampler become those of another."""
        return tuple(store(target, to * 4 + n, load(source, at * 4 + n)) for n in range(4))

    def _with_sampler(self, k: Expr, inner: Block) -> Block:
        """Something that is done with the sampler of a game; where nothing is left to chance there is but one."""
        if not self.has_chance:
            return inner
        sampler = self.arrays["sampler"]
        back = (
            *self._copy_sampler(self.samplers, sampler, k, NO),
            *self._copy_sampler(sampler, self.own_sampler, NO, NO),
        )
        return (
            *self._copy_sampler(self.own_sampler, sampler, NO, NO),
            *self._copy_sampler(sampler, self.samplers, NO, k),
            *inner,
            *back,
        )

    def _fate(self) -> Function:
        """The function that lets chance bring what is due, until a player decides or the game is over."""
        k, row, call = self._k(), self.fresh("row", ROW), self.lowering.call
        due = op("==", call("waiting"), CHANCE)
        drawn = self.fresh("draws", indices(MOST_DRAWS + 1))
        loop: Block = (
            If(due, (), (Break("chance"),)),
            If(drawn >= MOST_DRAWS, (Trap(TOO_MUCH),)),
            assign(drawn, within(drawn + 1, drawn.range)),
            Let(row, call("any_row")),
            invoke("take", row),
        )
        draws = self._with_sampler(k, (Let(drawn, NO), Loop("chance", loop)))
        return self._procedure("fate", [k], (If(due, draws),))

    # ---- after a step ----------------------------------------------------------------------------------------------------

    def _settle(self) -> Function:
        """The function that says how a game stands at which it is a player's turn, and keeps its position."""
        k, call = self._k(), self.lowering.call
        many = self.fresh("many", self.listing.count.range)
        row = within(call("below", within(many, Range(1, WORD.high))), ROW)
        some = many > 0
        told: list[Statement] = [store(self.who, k, call("waiting"))]
        if self.size:
            told += [
                Copy(self.mask, self.no_mask, k),
                *self._mark_options(k),
                Let(many, read(self.listing.count)),
                If(some, (store(self.drawn, k, load(self.numbers_here, row)),)),
            ]
        else:
            told += [Let(many, call("counted")), If(some, (store(self.drawn, k, row),))]
        told.append(store(self.count, k, many))
        told += self._apart(k, "fork_at", "commons", "all_branches")
        told.append(Copy(self.pool, self.whole, k + 1))
        return self._procedure("settled_at", [k], tuple(told))

    def _apart(self, k: Var, *names: str) -> Block:
        """Emits the saving of what each player has done apart, where all act at once, in arrays of these names, and who
        is due; else that nobody is."""
        forks = self.program.driver.forks
        if forks is None:
            return ()
        at, commons, branches = (
            next(each for each in self.program.memory.arrays if each.name == name) for name in names
        )
        apart = (
            store(at, k, read(forks.branch)),
            Copy(commons, forks.common, k),
            Copy(branches, forks.branches, k),
        )
        return (If(read(forks.within), apart, (store(at, k, -1),)),)

    def _end_game(self, k: Var) -> Block:
        """Emits the keeping of how a game ended, and the beginning of the next."""
        last = self._apart(k, "final_fork", "final_commons", "final_branches")
        return Copy(self.finals, self.whole, k), *last, invoke("begin_anew", k)

    def _mark_options(self, k: Var) -> Block:
        """The numbers of the options where play stands are marked."""
        blocks, of = list[Block](), dict[int, int]()
        for at in self.program.strides:
            if f"mark_{at}" in self.lowering.functions:
                of[at] = len(blocks)
                blocks.append((Do(self.lowering.call(f"mark_{at}", k)),))
        which = [of.get(at, len(blocks)) for at in range(len(self.program.program.code) + 1)]
        table = self.program.memory.table(which)
        return write(self.listing.count, 0), Switch(load(table, self.program.driver.pc()), (*blocks, ()))

    def _anew(self) -> Function:
        """The function that begins a game anew: once more where chance ends it before a player decides."""
        k, tries = self._k(), self.fresh("tries", indices(MOST_TRIES + 1))
        begun: Block = (
            Copy(self.whole, self.first),
            invoke("anew"),
            invoke("fate", k),
            If(op("!=", self.lowering.call("waiting"), ENDED), (Break("tries"),)),
            If(tries >= MOST_TRIES, (Trap(NOBODY),)),
            assign(tries, within(tries + 1, tries.range)),
        )
        body: Block = (store(self.moves, k, 0), Let(tries, NO), Loop("tries", begun), invoke("settled_at", k))
        return self._procedure("begin_anew", [k], body)

    def _after_step(self) -> Function:
        """The function that goes on behind a step of a game: of one that is over, or has become too long, it says what
        everybody is paid, and begins the next."""
        k, player = self._k(), self.fresh("player", indices(self.players))
        over, cut = self.fresh("over", TRUTH), self.fresh("cut", TRUTH)
        ended = op("==", self.lowering.call("waiting"), ENDED)
        won = op("&", read(self.arrays["winners"]) >> within(player, Range(0, 31)), 1)
        all_ = 2**self.players - 1
        winners = read(self.arrays["winners"])
        nobody = either(op("==", winners, 0), op("==", winners, all_)) if self.players > 1 else NO
        result = choose(nobody, 0, choose(op("!=", won, 0), ONE, ONE - 2**31))
        paid = choose(read(self.by_score), load(self.arrays["totals"], player), result)
        at = k * self.players + player
        pays: Block = (invoke("score"), Each(player, up_to(self.players), (store(self.paid, at, paid),)))
        free: Block = (Each(player, up_to(self.players), (store(self.paid, at, 0),)),)
        body: Block = (
            store(self.moves, k, within(load(self.moves, k) + 1, indices(2**31))),
            Let(over, ended),
            Let(cut, both(op("==", over, 0), load(self.moves, k) >= read(self.most_moves))),
            store(self.over, k, over),
            store(self.cut, k, cut),
            If(
                either(over, cut),
                (*pays, *self._end_game(k)),
                (*free, invoke("settled_at", k)),
            ),
        )
        return self._procedure("stepped", [k], body)

    # ---- what is called from outside -------------------------------------------------------------------------------------

    def _standing(self, k: Expr) -> Block:
        """The module stands where a game does; which game that is is noted for whoever finds it stopped."""
        return write(self.game, k), self._load_position(k), invoke("anew"), *self._together(k)

    def _load_position(self, k: Expr) -> Statement:
        """The position of a game becomes that of the module."""
        return Copy(self.whole, self.pool, NO, within(k + 1, indices(self.pool.length // self.whole.length)))

    def _together(self, k: Expr) -> Block:
        """Emits the return of what each player has done apart to the module, where all act at once in a game."""
        forks = self.program.driver.forks
        if forks is None:
            return ()
        branch = load(self.fork_at, k)
        apart = (
            write(forks.within, 1),
            write(forks.branch, within(branch, forks.branch.range)),
            Copy(forks.common, self.commons, NO, k),
            Copy(forks.branches, self.all_branches, NO, k),
        )
        return (If(branch >= 0, apart),)

    def _all(self, name: str, step: Callable[[Expr], Block]) -> Function:
        """A function that carries out a step of all games from one on."""
        first = self.fresh("first", indices(self.most + 1))
        stop = self.fresh("stop", indices(self.most + 1))
        k = self._k()
        begin: Block = (If(op("==", read(self.here), STOPPED), (invoke("forget"),)), write(self.here, STOPPED))
        begun = load(self.chosen, k) >= 0
        one: Block = (
            If(
                begun,
                (
                    *self._standing(k),
                    *step(k),
                    invoke("fate", k),
                    invoke("stepped", k),
                ),
            ),
        )
        loop: Block = (
            If(k >= stop, (Break("games"),)),
            *one,
            If(op("==", k, self.most - 1), (Break("games"),)),
            assign(k, k + 1),
        )
        some = (Let(k, within(first, k.range)), Loop("games", loop))
        body: Block = (*begin, If(first < stop, some), write(self.here, NOWHERE), Return(NO))
        return self.lowering.function(name, [first, stop], body, TRUTH, out=True)

    def _by_row(self, k: Expr) -> Block:
        """An option by its number."""
        return Do(self.lowering.call("counted")), invoke("take", within(load(self.chosen, k), ROW))

    def _by_number(self, k: Expr) -> Block:
        """An action by its number."""
        number = within(load(self.chosen, k), indices(self.size))
        return invoke("write_row", number), invoke("choose", 0)

    def _entering(self) -> Function:
        """The function behind which a game stands at a position that was written from outside, a step further."""
        k = self._k()
        body: Block = (
            If(op("==", read(self.here), STOPPED), (invoke("forget"),)),
            write(self.here, STOPPED),
            Copy(self.whole, self.pool, NO, k + 1),
            invoke("begin"),
            invoke("fate", k),
            invoke("stepped", k),
            write(self.here, NOWHERE),
        )
        return self._procedure("enter", [k], body, out=True)

    def _cutting(self) -> Function:
        """The function that cuts a game that cannot be gone on with, and pays nobody."""
        k = self._k()
        player = self.fresh("player", indices(self.players))
        forks = self.program.driver.forks
        body: Block = (
            If(op("==", read(self.here), STOPPED), (invoke("forget"),)),
            write(self.here, STOPPED),
            store(self.over, k, 0),
            store(self.cut, k, 1),
            self._load_position(k),
            *((write(forks.within, 0), *self._together(k)) if forks else ()),
            Each(player, up_to(self.players), (store(self.paid, k * self.players + player, 0),)),
            *self._end_game(k),
            write(self.here, NOWHERE),
        )
        return self._procedure("cut_off", [k], body, out=True)

    def _beginning(self) -> Function:
        """The function that begins all games anew, with a seed if that is wanted, or one that is cut."""
        lower, upper = self.fresh("lower", WORD), self.fresh("upper", WORD)
        many = self.fresh("many", indices(self.most + 1))
        k = self._k()
        sampler, samplers = self.arrays["sampler"], self.samplers
        seeded: Block = (invoke("seed", lower, upper, k), *self._copy_sampler(samplers, sampler, k, NO))
        last: Block = (invoke("seed", lower, upper, -1),)
        body: Block = (
            If(op("==", read(self.here), STOPPED), (invoke("forget"),)),
            write(self.here, STOPPED),
            Copy(self.whole, self.first),
            invoke("index"),
            Copy(self.first, self.whole),
            *((Each(k, up_to(many), seeded),) if self.has_chance else ()),
            *last,
            Each(k, up_to(many), (write(self.game, k), invoke("begin_anew", k))),
            write(self.here, NOWHERE),
        )
        return self._procedure("begin_all", [lower, upper, many], body, out=True)
