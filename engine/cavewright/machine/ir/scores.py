"""Lowering of scores: what every player has, who wins; the same as `views.outcome` says of the end of a game."""

from __future__ import annotations

from ...rules.model import ruleset as m
from .construction import YES, both, choose, indices, load, read, store, up_to, within, write
from .expressions import Lowering, whole
from .form import TRUTH, WORD, Block, Const, Each, Expr, Fold, If, Let, Range, Span, Statement, Var, op
from .memory import Memory
from .scope import Environment

MOST_POINTS = 100_000_000
"""Points, either way; a total beyond has to be counted in Python."""
POINTS = Range(-MOST_POINTS, MOST_POINTS)


class Scores:
    """Makes the function `score`: totals and winners (as bits) go into lists."""

    def __init__(self, lowering: Lowering, memory: Memory, scoring: m.Scoring) -> None:
        self.lowering, self.scoring, self.players = lowering, scoring, lowering.players
        self.totals = memory.array("totals", self.players, WORD)
        self.winners = memory.array("winners", 1, indices(2**self.players))
        self.counted = memory.array("counted", self.players, TRUTH)
        self.own = memory.array("own_points", self.players, POINTS)
        self.sides = memory.array("sides", self.players)
        self.least = memory.array("least", self.players)
        self.values = memory.array("tie_values", self.players)

    def function(self) -> None:
        """The function itself."""
        ties = [part for highest, value in self.scoring.ties for part in self.tie(highest, value)]
        body = (*self.each(self.note_points), *self.each(self.sum_side), *self.first_winners(), *ties, *self.together())
        self.lowering.procedure("score", (), body, out=True)

    def player(self) -> Var:
        """A name for a player."""
        return self.lowering.fresh("player", indices(self.players))

    def each(self, what: object) -> Block:
        """Returns the scores of every player."""
        player = self.player()
        return (Each(player, self.all, tuple(what(player))),)  # type: ignore[operator]

    @property
    def all(self) -> Span:
        """All players."""
        return up_to(self.players)

    def note_points(self, player: Var) -> list[Statement]:
        """Returns the statements that note the points of a player: whether it is in the running, its points, its side,
        the least that it needs."""
        names, s = Environment(me=player), self.scoring
        points: Expr = Const(0)
        for line in s.lines:
            points = whole(points + self.number(line.value, names))
        counts = self.lowering.truth(s.among, names) if s.among is not None else YES
        mine = within(points, POINTS)
        found: list[Statement] = [
            store(self.counted, player, counts),
            store(self.own, player, choose(load(self.counted, player), mine, 0)),
            store(self.sides, player, self.number(s.together, names) if s.together is not None else player),
        ]
        return [*found, *([store(self.least, player, self.number(s.least, names))] if s.least is not None else [])]

    def number(self, e: m.Expr, names: Environment) -> Expr:
        """A value of the rules."""
        return self.lowering.value(e, names)

    def is_with(self, one: Expr, other: Expr) -> Expr:
        """Returns the test for two players on one side."""
        return op("==", load(self.sides, one), load(self.sides, other))

    def sum_side(self, player: Var) -> list[Statement]:
        """The total of a player: that of its side."""
        other = self.player()
        return [
            store(
                self.totals,
                player,
                whole(Fold("sum", other, self.all, self.is_with(other, player), load(self.own, other))),
            )
        ]

    def first_winners(self) -> Block:
        """Returns the statements that find the players on a side with the best total of those in the running, and with
        the total that it takes."""
        best_of, other = self.player(), self.player()
        total = load(self.totals, best_of)
        extreme = self.best(best_of, load(self.counted, best_of), total, self.scoring.highest)
        let = Let(best := self.lowering.fresh("best", WORD), extreme)

        def wins(player: Var) -> list[Statement]:
            running = Fold("some", other, self.all, both(load(self.counted, other), self.is_with(other, player)))
            enough = load(self.totals, player) >= load(self.least, player) if self.scoring.least is not None else YES
            return [self.noting(player, both(op("==", load(self.totals, player), best), enough, running))]

        return (let, write(self.winners, 0), *self.each(wins))

    def best(self, player: Var, counts: Expr, value: Expr, highest: bool) -> Expr:
        """The highest or the lowest value of those that count; 0 if none do."""
        return Fold("most" if highest else "least", player, self.all, counts, value)

    def noting(self, player: Expr, condition: Expr) -> Statement:
        """A player wins where a condition holds."""
        bits = read(self.winners) | 1 << player
        return If(condition, (write(self.winners, within(bits, self.winners.range)),))

    def is_winner(self, player: Expr, mask: Expr) -> Expr:
        """Returns the test for a player among some."""
        return mask >> player & 1

    def tie(self, highest: bool, value: m.Expr) -> Block:
        """Of those who are equal, the ones with the highest or the lowest value."""
        mask, best = self.lowering.variables(equal=self.winners.range, best=WORD)
        one = self.player()

        def note_value(player: Var) -> list[Statement]:
            return [store(self.values, player, self.number(value, Environment(me=player)))]

        def wins(player: Var) -> list[Statement]:
            same = op("==", load(self.values, player), best)
            return [self.noting(player, both(self.is_winner(player, mask), same))]

        return (
            Let(mask, read(self.winners)),
            *self.each(note_value),
            Let(best, self.best(one, self.is_winner(one, mask), load(self.values, one), highest)),
            write(self.winners, 0),
            *self.each(wins),
        )

    def together(self) -> Block:
        """Returns the statements by which whoever is on a side with a winner wins as well."""
        mask = self.lowering.fresh("found", self.winners.range)
        other = self.player()

        def wins(player: Var) -> list[Statement]:
            beside = Fold("some", other, self.all, both(self.is_winner(other, mask), self.is_with(other, player)))
            return [self.noting(player, beside)]

        return (Let(mask, read(self.winners)), write(self.winners, 0), *self.each(wins))
