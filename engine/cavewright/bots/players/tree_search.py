"""Search of the `mcts` bot: Monte Carlo tree search (UCT), within a module where the rules can be had as one.

Every playout goes down the tree to a position that is new. Where the rules give no `advice` it goes on from there at
random, and is judged by who has won. Where they do, or random play hardly ever ends, it looks at the player's own turn
only: it is judged there by what the position is worth, and points count more than they do for the greedy bot.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...engine.interpret.step import Chosen
from ...foundation.source.ample_stack import with_room
from ...foundation.source.frozen import frozen
from ...play.states.game import Game, State
from ...rules.model.tree_limits import CLAMPED, MORE_POINTS, MOST_PLAYOUTS, WON
from .beam_search import Search
from .compiled_search import compiled_search, faults
from .determinisation import BROKEN, determinise, imagine, keeps_secrets
from .line_tree import LineTree

if TYPE_CHECKING:
    from ...machine.native.searcher import Searcher

EXPLORE = 45
"""How much more is made of what was tried little, in parts of 64."""
PROBES = 8
"""Playouts before the first one, that say how the others are judged."""
LONG = 400
"""Steps within which most probes have to end, if playouts are to go on to the end."""
SHORT = 12
"""Steps within which probes say how much positions of a turn differ, where they do not."""
BEYOND = 4
"""How many times as much as that is half of what there is to gain."""
LEAST_POINTS = 64
"""Points of the score that count half of what there is to gain in a turn, at least."""
EXPLORE_ALONE = 10
"""`EXPLORE` where nothing but the player's own turn is looked at, so that its end is reached."""
DOUBT = 0.02
"""How much less is made there, at the end, of what was tried but once; of what was tried four times, half as much."""
AS_GOOD = 1 / WON
"""How much more has to come of something than of the plan of the greedy search, to be chosen instead."""
SLICE = 32
"""Playouts between two looks at the clock."""
WORLDS = 32
"""Positions that are made up where something is not known to the player."""


@frozen
class Budget:
    """Budget of playouts, of milliseconds, or of both, where the one that is used up first ends the search."""

    playouts: int | None
    milliseconds: int | None

    def slices(self, most: int) -> Iterator[int]:
        """Yields the numbers of playouts that follow, again and again, at most so many at once."""
        left = self.playouts or MOST_PLAYOUTS - PROBES
        end = perf_counter() + (self.milliseconds or 0) / 1000
        while left > 0:
            many = min(left, most, SLICE if self.milliseconds else most)
            yield many
            left -= many
            if self.milliseconds and perf_counter() >= end:
                return


@frozen
class SearchResult:
    """Result of a search, by option: how often it was tried, and what came of it, between 0 and 1.

    That is the share of games that are won, if playouts went on to the end (`is_won`); `gains` say how much better the
    player stands at the end of the turn, as far as it was looked for. `planned` is the option of the greedy search.
    """

    visits: tuple[int, ...]
    shares: tuple[float, ...]
    gains: tuple[int, ...]
    is_won: bool
    planned: int

    @property
    def best(self) -> int:
        """The option that was tried most, of those the one of which most came; where only the turn was looked at, the
        one of which most came for sure."""
        if self.is_won:
            return max(range(len(self.visits)), key=lambda n: (self.visits[n], self.shares[n]))
        return max((n for n, many in enumerate(self.visits) if many), key=self.sure)

    def sure(self, n: int) -> float:
        """Returns the result of an option that was tried, less what may be mere luck; a little more if it is
        planned."""
        return self.shares[n] - DOUBT / sqrt(self.visits[n]) + AS_GOOD * (n == self.planned)


class TreeSearch:
    """Looks for the option of which most comes. `native` says whether a module may be used."""

    def __init__(self, game: Game, native: bool = True) -> None:
        self.game, self.native = game, native
        self.more = 0 if game.rules_model.advice is None else MORE_POINTS
        self.greedy = Search(game, native, self.more)

    @with_room
    def look(self, state: State, player: int, seed: int, number: int, budget: Budget) -> SearchResult:
        """Returns the result of a search over the options of a player. `seed` and the `number` of the search decide all
        that is random; what the player cannot know decides nothing."""
        if not keeps_secrets(self.game):
            return self.search(state, player, seed, number, budget)
        options = state._options(player)
        try:
            world = imagine(state, player, f"{seed} {number}")
            found = self.search(world, player, seed, number, budget)
            return found if world._options(player) == options else match_options(found, world._options(player), options)
        except BROKEN:
            return guess(len(options), random.Random(f"guess {seed} {number}"))

    def search(self, state: State, player: int, seed: int, number: int, budget: Budget) -> SearchResult:
        """Returns the result in a position of which the player knows everything, or believes to."""
        rows = self.greedy.plan(state, player, f"mcts {seed} {number}")
        inside = compiled_search(self.game, len(state.names)) if self.native else None
        if inside is not None:
            try:
                with inside.lock:
                    return self.search_tree(inside, state, player, seed, number, budget, rows)
            except faults():
                pass
        return self.search_tree(LineTree(self.game, state.names), state, player, seed, number, budget, rows)

    def search_tree(
        self,
        tree: Searcher | LineTree,
        state: State,
        player: int,
        seed: int,
        number: int,
        budget: Budget,
        rows: list[int],
    ) -> SearchResult:
        """The search, in a module or not."""
        h, s = state._slots(player), state._s
        tree.seed(seed, number)
        tree.weigh(self.more)
        ends, bases, scale = self.probe(tree, h, s, player)
        expected = 0
        if not ends:
            expected = self.expect(tree, h, s, player, bases, scale, rows)
            scale = max(scale, min(CLAMPED, BEYOND * expected))
        bases = [base + expected * (n == player) for n, base in enumerate(bases)]
        tree.settle(bases, *((LONG, scale, EXPLORE) if ends else (0, scale, EXPLORE_ALONE)))
        tree.begin(h, s, True)
        if not ends:
            tree.follow(rows)
        self.grow(tree, state, player, f"{seed} {number}", budget)
        tree.begin(h, s, False)
        visits, shares = shares_of_rows(tree)
        gains = tuple(expected + round(worth_of_share(each, scale)) for each in shares)
        return SearchResult(visits, shares, gains, ends, rows[0])

    def expect(
        self,
        tree: Searcher | LineTree,
        h: Sequence[Any],
        s: Any,
        player: int,
        bases: Sequence[int],
        scale: int,
        rows: list[int],
    ) -> int:
        """Returns about what the greedy plan gains, 0 where it wins the game or loses it all: results near it are told
        from each other best."""
        tree.settle(bases, 0, scale, EXPLORE_ALONE)
        tree.begin(h, s, True)
        tree.follow(rows)
        tree.begin(h, s, False)
        share = shares_of_rows(tree)[1][rows[0]]
        return round(worth_of_share(share, scale)) if 0 < share < 1 else 0

    def probe(
        self, tree: Searcher | LineTree, h: Sequence[Any], s: Any, player: int
    ) -> tuple[bool, Sequence[int], int]:
        """Tells if playouts go on to the end; with the worth of the position, and the range that it may differ by."""
        if self.game.rules_model.advice is None:
            tree.keep_to(-1)
            bases = tree.probe(h, s, 0)[1]
            probes = [tree.probe(h, s, LONG) for _ in range(PROBES)]
            if 2 * sum(ended for ended, _ in probes) >= PROBES:
                return True, bases, scale_of(bases, probes)
        tree.keep_to(player)
        bases = tree.probe(h, s, 0)[1]
        gains = [tree.probe(h, s, SHORT)[1][player] - bases[player] for _ in range(PROBES)]
        return False, bases, scale_of_turn(gains, LEAST_POINTS * (1 + self.more))

    def grow(self, tree: Searcher | LineTree, state: State, player: int, seed: str, budget: Budget) -> None:
        """All playouts; where something is not known to the player, they begin in one world after another."""
        if not keeps_secrets(self.game):
            for many in budget.slices(MOST_PLAYOUTS):
                tree.grow(many)
            return
        sampler = random.Random(f"worlds {seed}")
        for many in budget.slices(max(1, (budget.playouts or WORLDS * SLICE) // WORLDS)):
            guess = determinise(state, player, sampler)
            tree.begin(guess._slots(player), guess._s, False)
            with suppress(*BROKEN):
                tree.grow(many)


def match_options(found: SearchResult, listed: Sequence[Chosen], options: Sequence[Chosen]) -> SearchResult:
    """Returns a result about options for others: those of a position that turned out to be another. ValueError where
    nothing was found about any."""
    places = [listed.index(each) if each in listed else -1 for each in options]
    if not any(found.visits[n] for n in places if n >= 0):
        raise ValueError("nothing was found about any of the options")
    return SearchResult(
        tuple(found.visits[n] if n >= 0 else 0 for n in places),
        tuple(found.shares[n] if n >= 0 else 0.0 for n in places),
        tuple(found.gains[n] if n >= 0 else 0 for n in places),
        found.is_won,
        places.index(found.planned) if found.planned in places else -1,
    )


def guess(many: int, sampler: random.Random) -> SearchResult:
    """Returns a result for so many options about which nothing can be found out: that any one is as good."""
    one = sampler.randrange(many)
    return SearchResult(tuple(int(n == one) for n in range(many)), (0.5,) * many, (0,) * many, False, one)


def scale_of(bases: Sequence[int], probes: Sequence[tuple[bool, Sequence[int]]]) -> int:
    """Returns the additional worth that counts half of all there is to gain.

    >>> scale_of([3], [(True, [5]), (False, [2])])
    6
    """
    gains = [abs(by - base) for _, each in probes for by, base in zip(each, bases, strict=True)]
    return min(CLAMPED, max(1, BEYOND * sum(gains) // len(gains)))


def scale_of_turn(gains: Sequence[int], least: int) -> int:
    """Returns the additional worth that counts half of all there is to gain in a turn, at least a `least` one. Blunders
    among the playouts, which may cost far more than there is to gain, say nothing about it.

    >>> scale_of_turn([12, 0, 16, -2500], 20), scale_of_turn([-3, -1700], 20)
    (56, 20)
    """
    up = [each for each in gains if each > 0]
    return min(CLAMPED, max(least, BEYOND * sum(up) // max(1, len(up))))


def shares_of_rows(tree: Searcher | LineTree) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Returns for every row at the beginning of a tree how often it was tried, and what share came of it."""
    visits, sums = tree.rows()
    return visits, tuple(total / (WON * max(1, n)) for n, total in zip(visits, sums, strict=True))


def worth_of_share(share: float, scale: int) -> float:
    """Returns the worth above the first position that counts as much as a share.

    >>> worth_of_share(0.5, 40), worth_of_share(0.75, 40)
    (0.0, 40.0)
    """
    part = 2 * share - 1
    return scale * part / max(1 - abs(part), 1 / WON)
