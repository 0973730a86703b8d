"""Chance in streams of its own for each bag and each roll, so that two games with one seed meet the same chance.

A bag is a race of its pieces: each has a waiting time from the seed, the bag, the piece and how often it was drawn, and
the first to arrive is drawn. That is as if the bag were a stack shuffled once: games that draw five and eight pieces
share the first five, whatever happens between. A roll is the n-th of its line.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from math import log

from ...engine.interpret.chance import at_point
from ...play.states.line import Line
from ...rules.program import instructions as i
from ...rules.program.instructions import ME, PC

Weights = Sequence[tuple[int, int]]


class ChanceStreams:
    """Chance of one game by its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.left: dict[Hashable, float] = {}
        """By bag and piece what is left of its waiting time, for one piece in the bag."""
        self.drawn: Counter[Hashable] = Counter()
        self.rolled: Counter[str] = Counter()

    def bring(self, line: Line) -> int:
        """Returns the value that chance brings where it is due."""
        node = line.game.program.code[line._h[PC]]
        weights = line.weights()
        if not isinstance(node, i.Chance) or node.bag is None:
            return self.roll(node.clause.name if isinstance(node, i.Chance) else "", weights)
        field, owner = node.bag.args[:2]
        whose = 0 if owner is None else line._h[ME] if owner.op == "me" else owner.args[0] if owner.op == "const" else 0
        return self.draw((field.owner, field.name, str(whose)), weights)

    def roll(self, name: str, weights: Weights) -> int:
        """The next value of a roll, by the name of its line."""
        self.rolled[name] += 1
        sampler = random.Random(f"{self.seed} roll {name} {self.rolled[name]}")
        return at_point(sampler.random() * sum(weight for _, weight in weights), weights)

    def draw(self, bag: Hashable, weights: Weights) -> int:
        """The next piece of a bag, by the name of the bag and how many there are of each piece.

        >>> streams = ChanceStreams(7)
        >>> drawn = [streams.draw("pile", [(piece, 1) for piece in range(4)]) for _ in range(3)]
        >>> other = ChanceStreams(7)
        >>> drawn == [other.draw("pile", [(piece, 1) for piece in range(4)]) for _ in range(3)]
        True
        """
        waits = {piece: self._waiting_time(bag, piece) / many for piece, many in weights}
        first = min(waits, key=lambda piece: (waits[piece], piece))
        for piece, many in weights:
            self.left[bag, piece] -= waits[first] * many
        self.drawn[bag, first] += 1
        del self.left[bag, first]
        return first

    def _waiting_time(self, bag: Hashable, piece: int) -> float:
        key = bag, piece
        if key not in self.left:
            sampler = random.Random(f"{self.seed} bag {bag} {piece} {self.drawn[key]}")
            self.left[key] = -log(1.0 - sampler.random())
        return self.left[key]
