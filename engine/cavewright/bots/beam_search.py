"""The search of the greedy bot: a beam over the actions of one turn."""

from __future__ import annotations

import random

from ..interpret.chance import at_point
from ..interpret.step import Chosen
from ..positions.action import Action
from ..program import instructions as i
from ..source.frozen import frozen
from ..states.game import Game, State

DEPTH = 12
"""Actions that a plan looks ahead at most."""
NODES = 400
"""Positions that are looked at for one plan at most."""
WIDTH = 4
"""Positions that are followed up at each depth, of those that stand at the same decision."""
PACKING = 8
"""The same in the middle of a repacking, where the value of what is not yet packed is still to come."""
TWINS = 2
"""How many of them may be worth the same as long as there are others: what makes no difference to the value matters
least."""
FRUITLESS = 12
"""How often a kind of option is tried in one search, at one decision, without a gain, before it is left out."""


@frozen
class Node:
    """A position that was looked at: the state, what led there, and what it is worth.

    `chances` counts the chance on the way; `over` says that the player's turn has ended there.
    """

    state: State
    parent: Node | None
    chosen: Chosen
    value: int
    chances: int
    over: bool


class Search:
    """Looks for the end of the turn that is worth most to a player. Chance on the way is sampled, once for a whole
    plan."""

    def __init__(self, game: Game, depth: int = DEPTH, nodes: int = NODES, width: int = WIDTH) -> None:
        self.game = game
        self.depth, self.nodes, self.width = depth, nodes, width

    def plan(self, state: State, player: int, seed: str) -> list[tuple[State, Action]]:
        """The actions of a player from a state on, each with the position in which it is due, up to the first
        chance."""
        looking = Looking(self, player, seed)
        best = looking.best(Node(state, None, (0, ()), state.value(player), 0, False))
        steps: list[Node] = []
        while best.parent is not None:
            steps.append(best)
            best = best.parent
        steps.reverse()
        known = next((n for n, each in enumerate(steps) if each.chances), len(steps)) + 1
        return [
            (each.parent.state, self.action(each.parent.state, player, each.chosen))
            for each in steps[:known]
            if each.parent
        ]

    def action(self, state: State, player: int, chosen: Chosen) -> Action:
        """An option of a decision as an action."""
        return state.legal_actions(player)[state._options(player).index(chosen)]


class Looking:
    """One search under way."""

    def __init__(self, search: Search, player: int, seed: str) -> None:
        self.search, self.player, self.seed = search, player, seed
        self.left, self.code = search.nodes, search.game.program.code
        self.points: list[float] = []
        self.tries: dict[tuple[int, int], int] = {}

    def best(self, root: Node) -> Node:
        """The best end of the turn that is found; the best position of all where no end is in reach."""
        beam, best, last = [root], root, [root]
        for _ in range(self.search.depth):
            level = [child for node in beam for child in self.children(node)]
            for child in level:
                if child.over and (not best.over or child.value > best.value):
                    best = child
            beam = self.picked([child for child in level if not child.over])
            last = beam or last
            if not beam or self.left <= 0:
                break
        return best if best.over else max(last, key=lambda node: node.value)

    def children(self, node: Node) -> list[Node]:
        """What each option of a position leads to, as far as nodes are left."""
        found, at = [], node.state._slots(self.player)[i.PC]
        for chosen in node.state._options(self.player):
            if node.parent is not None and (self.left <= 0 or self.tries.get((at, chosen[0]), 0) >= FRUITLESS):
                continue
            self.left -= 1
            child = self.child(node, chosen)
            self.learn((at, chosen[0]), child.over or child.value >= node.value)
            found.append(child)
        return found

    def learn(self, kind: tuple[int, int], fruitful: bool) -> None:
        """Notes whether a kind of option gained anything, or ended the turn; one that ever did is always tried."""
        tries = self.tries.get(kind, 0)
        self.tries[kind] = -1 if fruitful or tries < 0 else tries + 1

    def child(self, node: Node, chosen: Chosen) -> Node:
        """The node behind an option, chance sampled."""
        state, chances = node.state._apply_option(self.player, chosen), node.chances
        over = node.state._branches is not None and self.done_at_once(state)
        while not over and isinstance(self.code[state._h[i.PC]], i.Chance):
            state, chances = state._drawn(self.sampled(state, chances)), chances + 1
        over = over or state._branches is None and state.current_player != self.player
        return Node(state, node, chosen, state.value(self.player), chances, over)

    def done_at_once(self, state: State) -> bool:
        """Whether a player is through with what all do at once."""
        return state._branches is None or isinstance(self.code[state._branches[self.player][i.PC]], i.Join)

    def sampled(self, state: State, nth: int) -> int:
        """What chance brings, the nth time in this plan: the same point of the scale whatever was done before."""
        while len(self.points) <= nth:
            self.points.append(random.Random(f"{self.seed} {len(self.points)}").random())
        weights = state._weights()
        return at_point(int(self.points[nth] * sum(weight for _, weight in weights)), weights)

    def picked(self, level: list[Node]) -> list[Node]:
        """The best of those that stand at the same decision."""
        peers: dict[int, list[Node]] = {}
        for node in sorted(level, key=lambda node: -node.value):
            peers.setdefault(node.state._slots(self.player)[i.PC], []).append(node)
        width = self.search.width
        found = []
        for at, each in peers.items():
            packing = isinstance(self.code[at], i.RepackDecide)
            found += (
                spread(each, self.player, PACKING, (TWINS,))
                if packing
                else spread(each, self.player, width, (TWINS, width))
            )
        return found


def spread(peers: list[Node], player: int, width: int, twins: tuple[int, ...]) -> list[Node]:
    """The first so many of some positions, the best first; of equal value at most so many in each round, equal
    positions once."""
    found: list[Node] = []
    for most in twins:
        for node in peers:
            if len(found) == width:
                return found
            same = [each for each in found if each.value == node.value]
            if len(same) < most and not any(each.state._stands_as(node.state, player) for each in same):
                found.append(node)
    return found
