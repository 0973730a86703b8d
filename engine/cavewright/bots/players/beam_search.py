"""The search of the greedy bot: a beam over the actions of one turn. Where the rules can be had as a module, it goes
on in there, to the same end (`machine/ir/routines/beam.py`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.interpret.chance import at_point
from ...engine.interpret.step import Chosen
from ...foundation.source.ample_stack import with_room
from ...foundation.source.frozen import frozen
from ...play.states.game import Game, State
from ...rules.model.beam_limits import DEPTH, FRUITLESS, NODES, PACKING, POINTS, TWINS, WIDTH
from ...rules.model.tree_limits import LOOKED_DRAWS
from ...rules.program import instructions as i
from .compiled_search import compiled_search
from .line_tracker import LineTracker

if TYPE_CHECKING:
    from ...machine.native.searcher import Searcher


@frozen
class Node:
    """A position that was looked at: the state, what led there, and what it is worth.

    `chances` counts the chance on the way; `over` says that the player's turn has ended there.
    """

    state: State
    parent: Node | None
    row: int
    value: int
    chances: int
    over: bool


class Search:
    """Looks for the end of the turn that is worth most to a player. Chance on the way is sampled, once for a whole
    plan. `native` says whether a module may be used, `more` how many times more the score counts."""

    def __init__(self, game: Game, native: bool = True, more: int = 0) -> None:
        self.game, self.native, self.more = game, native, more

    @with_room
    def plan(self, at: State | LineTracker, player: int, seed: str) -> list[int]:
        """The actions of a player from a position on, up to the first chance, by their places among the legal ones.
        Where all positions that are looked at are worth the same, it is any action, by chance."""
        sampler = random.Random(seed)
        points = [sampler.getrandbits(32) for _ in range(POINTS)]
        found: Sequence[int] | None = None
        inside = self.inside(at.players if isinstance(at, LineTracker) else len(at.names))
        if inside is not None and isinstance(at, LineTracker):
            found = at.plan(inside, player, points)
        elif inside is not None and isinstance(at, State):
            found = inside.plan(at._slots(player), at._s, player, points, self.more)
        if found is None:
            state = at() if isinstance(at, LineTracker) else at
            looking = BeamRun(self.game, player, points, self.more)
            found = looking.rows(Node(state, None, 0, looking.value(state), 0, False))
        many = at.options(player) if isinstance(at, LineTracker) else len(at._options(player))
        return list(found) or [sampler.randrange(many)]

    def inside(self, players: int) -> Searcher | None:
        """The module in which searches go on, if there is one."""
        return compiled_search(self.game, players) if self.native else None


class BeamRun:
    """One search under way."""

    def __init__(self, game: Game, player: int, points: list[int], more: int) -> None:
        self.player, self.points, self.more = player, points, more
        self.left, self.code = NODES, game.program.code
        self.tries: dict[tuple[int, int], int] = {}
        self.values: set[int] = set()

    def rows(self, root: Node) -> list[int]:
        """The places of the actions that lead to the best end, up to the first chance; none if all is worth the
        same."""
        best, steps = self.best(root), list[Node]()
        if len(self.values) < 2:
            return []
        while best.parent is not None:
            steps.insert(0, best)
            best = best.parent
        known = next((n for n, each in enumerate(steps) if each.chances), len(steps)) + 1
        return [each.row for each in steps[:known]]

    def best(self, root: Node) -> Node:
        """The best end of the turn that is found; the best position of all where no end is in reach."""
        beam, best, last = [root], root, [root]
        for _ in range(DEPTH):
            level = [child for node in beam for child in self.children(node)]
            for child in level:
                if child.over and (not best.over or child.value > best.value):
                    best = child
            beam = self.best_nodes([child for child in level if not child.over])
            last = beam or last
            if not beam or self.left <= 0:
                break
        return best if best.over else max(last, key=lambda node: node.value)

    def children(self, node: Node) -> list[Node]:
        """Returns the positions that the options of a position lead to, as far as nodes are left."""
        found, at = [], node.state._decision(self.player)
        for row, chosen in enumerate(node.state._options(self.player)):
            if node.parent is not None and (self.left <= 0 or self.tries.get((at, chosen[0]), 0) >= FRUITLESS):
                continue
            self.left -= 1
            child = self.child(node, row, chosen)
            self.learn((at, chosen[0]), child.over or child.value >= node.value)
            self.values.add(child.value)
            found.append(child)
        return found

    def learn(self, kind: tuple[int, int], fruitful: bool) -> None:
        """Notes whether a kind of option gained anything, or ended the turn; one that ever did is always tried."""
        tries = self.tries.get(kind, 0)
        self.tries[kind] = -1 if fruitful or tries < 0 else tries + 1

    def child(self, node: Node, row: int, chosen: Chosen) -> Node:
        """The node behind an option, chance sampled; where that is due again and again it is left at that."""
        state, chances = after(node.state, self.player, chosen), node.chances
        while (
            chances - node.chances < LOOKED_DRAWS
            and state._branches is None
            and isinstance(self.code[state._h[i.PC]], i.Chance)
        ):
            state = state._after_chance(self.sample(state, chances))
            chances += 1
        return Node(state, node, row, self.value(state), chances, self.is_over(node.state, state))

    def value(self, state: State) -> int:
        """Returns the worth of a position to the player."""
        return state.game._worth.of(state._slots(self.player)[:], state._s, self.player, self.more)

    def is_over(self, before: State, state: State) -> bool:
        """Tells if a player's turn has ended; while all act at once, if it is through with that."""
        if before._branches is None:
            return state.current_player != self.player
        return isinstance(self.code[state._decision(self.player)], i.Join)

    def sample(self, state: State, nth: int) -> int:
        """Returns an outcome of chance, the nth in this plan: the same point of the scale whatever was done before."""
        weights = state._weights()
        whole = sum(weight for _, weight in weights)
        return at_point(self.points[nth % POINTS] * whole >> 32, weights)

    def best_nodes(self, level: list[Node]) -> list[Node]:
        """The best of those that stand at the same decision."""
        peers: dict[int, list[Node]] = {}
        for node in sorted(level, key=lambda node: -node.value):
            peers.setdefault(node.state._decision(self.player), []).append(node)
        found = []
        for at, each in peers.items():
            decision = self.code[at]
            packing = isinstance(decision, i.Decide) and decision.packing is not None
            found += (
                spread(each, self.player, PACKING, (TWINS,))
                if packing
                else spread(each, self.player, WIDTH, (TWINS, WIDTH))
            )
        return found


def after(state: State, player: int, chosen: Chosen) -> State:
    """The state behind an option, before chance. While all act at once, others stand where they stood, and nothing goes
    on behind that."""
    if state._branches is None:
        return state._apply_option(player, chosen)
    h, s, run = state.game.engine.apply_option(state._branches[player], state._s, chosen)
    branches = (*state._branches[:player], h, *state._branches[player + 1 :])
    return State(state.game, state.names, state._h, s, branches, run.effects)


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
