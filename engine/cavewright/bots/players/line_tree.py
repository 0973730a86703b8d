"""Tree of playouts on a `Line`, number for number that of a module (`machine/ir/routines/tree.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.interpret.chance import at_point
from ...engine.interpret.step import Chosen
from ...play.positions.action import CHANCE, SIMULTANEOUS, TERMINAL
from ...play.states.game import Game, State
from ...play.states.line import Line
from ...rules.model import tree_limits as limits
from ...rules.program import instructions as i
from ...rules.program.instructions import PC
from .sampler import Sampler

STOPPED = (TERMINAL, SIMULTANEOUS)


class Alone(Line):
    """A line that stops where all come to act at once, and where a player is through with that."""

    __slots__ = ()

    def _settle(self, noted: int, step_again: Callable[[State], State]) -> None:
        """Nobody goes on."""


class LineTree:
    """The searches of one game by Python. Its methods are those of `native.searcher.Searcher`."""

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        self.game, self.names, self.players = game, names, range(len(names))
        self.more = 0
        self.edges: dict[tuple[Any, ...], int] = {}
        self.visits, self.sums = [0], [0]
        self.bests: dict[int, int] = {}
        self.behind: list[list[int]] = [[]]
        self.line: Line
        self.joins = frozenset(pc for pc, node in enumerate(game.program.code) if isinstance(node, i.Join))

    def stand(self, h: Sequence[Any], s: Any) -> None:
        """A position is where searches begin."""
        self.line = Alone(State(self.game, self.names, list(h), s))

    def begin(self, h: Sequence[Any], s: Any, anew: bool) -> None:
        """A position is where playouts begin, of a new tree or of the same."""
        self.stand(h, s)
        if anew:
            self.edges, self.visits, self.sums, self.bests, self.behind = {}, [0], [0], {}, [[]]

    def seed(self, seed: int, game: int) -> None:
        """The sampler begins anew."""
        self.sampler = Sampler(seed, game)

    def settle(self, bases: Sequence[int], horizon: int, scale: int, explore: int) -> None:
        """Sets the figures that playouts go by."""
        self.bases, self.horizon, self.scale, self.explore = bases, horizon, scale, explore

    def weigh(self, more: int) -> None:
        """The score counts so many times more."""
        self.more = more

    def keep_to(self, player: int) -> None:
        """Playouts stop where another player decides; with -1 they do not."""
        self.alone = player

    def waits(self) -> int:
        """Returns the player who decides; SIMULTANEOUS where a player who has chosen waits for the others."""
        return SIMULTANEOUS if self.line._h[PC] in self.joins else self.line.current_player

    def stops(self, waits: int) -> bool:
        """Tells if a playout stops: it is over, all act at once, or it is another's turn where that is not looked
        at."""
        return waits in STOPPED or waits >= 0 <= self.alone != waits

    def probe(self, h: Sequence[Any], s: Any, bound: int) -> tuple[bool, tuple[int, ...]]:
        """A playout from a position that is not more than so many steps: whether it ended, and by how much every player
        is ahead there."""
        self.stand(h, s)
        self.wander(bound)
        return self.line.is_terminal, self.ahead_by()

    def grow(self, playouts: int) -> None:
        """Makes so many playouts more."""
        for _ in range(playouts):
            self.follow(())

    def follow(self, rows: Sequence[int]) -> None:
        """A playout more, the first choices of which are given."""
        path = self.descend(rows)
        self.wander(self.horizon)
        rewards = self.rewards()
        self.visits[0] += 1
        if self.alone >= 0:
            self.best_back(path, rewards[self.alone])
        else:
            for node, mover in path:
                self.visits[node] += 1
                if mover != CHANCE:
                    self.sums[node] += rewards[mover]
        while self.line.depth:
            self.line.pop()

    def best_back(self, path: list[tuple[int, int]], value: int) -> None:
        """Notes the result of a playout where one player alone decides: before a choice a node is worth what the best
        node behind it is now, before chance what all behind it are in the mean."""
        behind, by, change, fell = 0, CHANCE, value, False
        for node, mover in reversed(path):
            self.visits[node] += 1
            before = self.sums[node]
            if by == CHANCE:
                self.sums[node] += change
            else:
                best = self.bests.get(node, 0)
                if best == behind and fell:
                    best = self.best_of(behind, node)
                elif best == 0 or self.mean(behind) > self.mean(best):
                    best = behind
                self.bests[node] = best
                self.sums[node] = self.mean(best) * self.visits[node]
            change = self.sums[node] - before
            fell = self.visits[node] > 1 and self.mean(node) < before // (self.visits[node] - 1)
            behind, by = node, mover

    def best_of(self, best: int, node: int) -> int:
        """Returns the best node behind one, where the one that was the best has become worse."""
        for each in reversed(self.behind[node]):
            if self.mean(each) > self.mean(best):
                best = each
        return best

    def mean(self, node: int) -> int:
        """Returns the mean result of a node."""
        return self.sums[node] // self.visits[node]

    def rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Returns the number of tries of every row at the beginning of the tree, and the sum of their results."""
        found = [self.edges.get((0, self.line._h[PC], each), 0) for each in self.line.options()]
        return tuple(self.visits[n] if n else 0 for n in found), tuple(self.sums[n] if n else 0 for n in found)

    # ---- one playout -------------------------------------------------------------------------------------------------

    def descend(self, rows: Sequence[int]) -> list[tuple[int, int]]:
        """Down the tree, as far as one node that is new, and as far as choices are given: the nodes on the way, and who
        chose them."""
        line, node, path, told = self.line, 0, list[tuple[int, int]](), 0
        while not self.stops(waits := self.waits()) and len(path) < limits.MOST_PATH:
            by_chance = waits == CHANCE
            listed: Sequence[Any] = line.weights() if by_chance else line.options()
            given = not by_chance and told < len(rows)
            told += given
            if len(listed) <= 1 or by_chance and self.alone < 0 and len(listed) > limits.MERGED:
                self.step(self.draw(listed) if by_chance and len(listed) > 1 else listed[0], by_chance)
                continue
            row = self.draw(listed) if by_chance else listed[rows[told - 1]] if given else self.select(node, listed)
            key = node, line._h[PC], row[0] if by_chance else row
            behind = self.edges.get(key, 0)
            added = not behind
            if added:
                if len(self.visits) >= limits.MOST_NODES:
                    break
                behind = self.edges[key] = len(self.visits)
                self.visits.append(0)
                self.sums.append(0)
                self.behind.append([])
                self.behind[node].append(behind)
            path.append((behind, waits))
            self.step(row, by_chance)
            node = behind
            if added and told >= len(rows):
                break
        return path

    def step(self, row: Any, by_chance: bool) -> None:
        """Goes on with a row of what is listed."""
        if by_chance:
            self.line.draw_listed(row[0])
        else:
            self.line.push_listed(row)

    def draw(self, weights: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Returns an outcome of chance with its weight."""
        value = at_point(self.sampler.below(sum(weight for _, weight in weights)), weights)
        return next(each for each in weights if each[0] == value)

    def select(self, node: int, options: Sequence[Chosen]) -> Chosen:
        """The option that is tried next from a node."""
        visits, at = self.visits[node], self.line._h[PC]
        log = limits.LOGS[visits] if visits < limits.ROOTS else limits.MORE_LOGS[visits // limits.ROOTS]
        halvings = limits.DOUBTED if self.alone >= 0 and visits >= limits.COMPARED else 0
        untried = limits.UNTRIED if len(self.visits) < limits.MOST_NODES else -1
        best, chosen, equal = -1, options[0], 1
        for option in options:
            behind = self.edges.get((node, at, option), 0)
            upper = self.upper(behind, log, halvings) if behind else untried
            if upper > best:
                best, chosen, equal = upper, option, 1
            elif upper == best:
                equal += 1
                if self.sampler.below(equal) == 0:
                    chosen = option
        return chosen

    def upper(self, node: int, log: int, halvings: int) -> int:
        """Returns the upper bound of a node: its mean, and how little that is worth after so many tries, halved so often."""
        visits, precision = self.visits[node], limits.PRECISION
        mean, rest = divmod(self.sums[node], visits)
        known = mean * precision + rest * precision // visits
        half, visits = 0, visits >> halvings
        while visits >= limits.ROOTS:
            visits, half = visits >> 2, half + 1
        return known + self.explore * log * (limits.INVERSE_ROOTS[visits] >> half) // 1024

    def wander(self, bound: int) -> None:
        """Goes on at random until it is over or so many steps are done, and chance is not due, or is so again and again."""
        line, done = self.line, 0
        while not self.stops(waits := self.waits()) and (
            done < bound or waits == CHANCE and done < bound + limits.LOOKED_DRAWS
        ):
            by_chance = waits == CHANCE
            listed: Sequence[Any] = line.weights() if by_chance else line.options()
            if len(listed) <= 1:
                self.step(listed[0], by_chance)
            else:
                self.step(self.draw(listed) if by_chance else listed[self.sampler.below(len(listed))], by_chance)
            done += 1

    # ---- what came of it ---------------------------------------------------------------------------------------------

    def rewards(self) -> list[int]:
        """The reward of every player, where a playout has stopped."""
        if not self.line.is_terminal or len(self.players) == 1:
            return self.gains()
        return self.shares_of_win() if self.alone < 0 else self.ends_of_turn()

    def gains(self) -> list[int]:
        """Returns what every player has gained since the beginning, between nothing and all."""
        found = []
        for by, base in zip(self.ahead_by(), self.bases, strict=True):
            gain = max(-limits.CLAMPED, min(limits.CLAMPED, by - base))
            found.append(gain * (limits.WON // 2) // (abs(gain) + self.scale) + limits.WON // 2)
        return found

    def ends_of_turn(self) -> list[int]:
        """Returns the rewards where a turn that alone is looked at ends the game: winners have their share, who does
        not count has nothing, and to others this end is worth what any other is."""
        outcome, shares = self.line.state.outcome(), self.shares_of_win()
        return [
            shares[n] if n in (outcome.winners or ()) else gain if outcome.counted[n] else 0
            for n, gain in enumerate(self.gains())
        ]

    def shares_of_win(self) -> list[int]:
        """Those who have won share what there is to win, a side as one; where nobody has, all do."""
        outcome = self.line.state.outcome()
        winners = outcome.winners or ()
        sides = {outcome.sides[each] for each in winners}
        if not sides:
            return [limits.WON // len(self.players)] * len(self.players)
        return [limits.WON // len(sides) if each in winners else 0 for each in self.players]

    def ahead_by(self) -> tuple[int, ...]:
        """Returns the worth of the position to each; beside the best of the others, where their turns are looked at."""
        line, clamped = self.line, limits.CLAMPED
        worths = [
            max(-clamped, min(clamped, self.game._worth.of(line._h, line._boards(), each, self.more)))
            for each in self.players
        ]
        if len(worths) == 1 or self.alone >= 0:
            return tuple(worths)
        return tuple(mine - max(worths[:n] + worths[n + 1 :]) for n, mine in enumerate(worths))
