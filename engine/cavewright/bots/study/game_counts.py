"""Counts of one game: actions, events, length, and its outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...play.loading.rulesets import RulesetError
from ...play.states.game import Game, State
from ...play.views.constant_total import broken_total
from ...rules.model import ruleset as m
from ...rules.program.instructions import Signature
from .elimination import out_by, read_by
from .played_games import Played
from .stuck_games import find_stuck

Seating = tuple[int, tuple[str, ...]]
"""The seed of a game, and the names of the bots on its seats."""
MOST_LISTED = 50_000
"""Effects of a game that are listed before they are counted and forgotten."""
Bounds = tuple[int, int]
"""Turns, and decisions, of one player after which a game is given up."""


class Counts:
    """Decisions and turns of each player, all effects, and what was chosen: the instruction at which somebody decided,
    and the name of the action."""

    def __init__(self, game: Game, players: int, bounds: Bounds) -> None:
        self.game, self.bounds = game, bounds
        self.decisions = [0] * players
        self.turns = [0] * players
        self.last = -1
        self.effects: list[Any] = []
        self.chosen: list[tuple[int, str]] = []
        self.unchanged = 0
        """Loops that ended by a round without change, among effects that are no longer listed."""
        self.offered, self.pieces = 0, Counter[tuple[str, int]]()
        """How many options there were in all decisions that were any, and which rows of which kinds were chosen."""
        self.used = [Counter[str]() for _ in range(players)]
        """By seat actions and rows that it chose or drew."""
        self.names, self.lasting = Counter[str](), dict[Any, Any]()
        """Of effects that are no longer listed: how often each clause had one, and the last one on each thing that is
        kept."""

    def settle(self, most: int = MOST_LISTED) -> None:
        """Counts the effects so far and forgets them, if there are more than so many."""
        if len(self.effects) > most:
            self.names.update(each.clause.name for each in self.effects)
            self.unchanged += count_unchanged(self.effects)
            for each in self.effects:
                if isinstance(each.subject, m.Field):
                    key = each.subject.owner, each.subject.name, each.where
                    self.lasting.pop(key, None)
                    self.lasting[key] = each
            del self.effects[:]

    def goes_on(self, player: int, options: int) -> bool:
        """Counts that a player decides between so many options; whether that is within bounds."""
        if player != self.last:
            self.turns[player] += 1
            self.last = player
        if options > 1:
            self.decisions[player] += 1
            self.offered += options
        return self.turns[player] <= self.bounds[0] and self.decisions[player] <= self.bounds[1]

    def choose(self, at: int, signature: Signature, values: Sequence[int], player: int) -> None:
        """Counts that a player chose an option at an instruction, and the rows that it named."""
        self.chosen.append((at, signature.name))
        if signature.name in self.game.rules_model.actions:
            self.used[player][signature.name] += 1
        self._count_rows(signature, values, player, self.pieces)

    def draw(self, signature: Signature, value: int, player: int) -> None:
        """Counts what chance brought to a player."""
        self._count_rows(signature, (value,), player, Counter())

    def _count_rows(self, signature: Signature, values: Sequence[int], player: int, rows: Counter[Any]) -> None:
        rules = self.game.rules_model
        for value, (_, type_) in zip(values, signature.parameters, strict=False):
            if type_.is_row and type_.name != rules.players and value >= 0:
                rows[type_.name, value] += 1
                if 0 <= player < len(self.used):
                    self.used[player][f"{type_.name} {rules.kinds[type_.name].rows[value]}"] += 1

    def firings(self) -> Counter[str]:
        """Counts the times that each clause had an effect or left a decision, and that each action was chosen."""
        found, actions = Counter(self.names), self.game.rules_model.actions
        code: Any = self.game.program.code
        clauses = [each.clause for each in self.effects]
        named = {id(each): each.name for each in clauses}
        for key, times in Counter(map(id, clauses)).items():
            found[named[key]] += times
        for (at, name), times in Counter(self.chosen).items():
            found[code[at].clause.name] += times
            found[name] += times if name in actions else 0
        return found

    def play_record(self, state: State, seating: Seating, ended: bool) -> Played:
        """Returns the record of a game that is over, or given up."""
        scoring, fired = self.game.rules_model.scoring, self.firings()
        outcome: Any = state.outcome()
        broken = broken_total(state, outcome)
        if broken is not None:
            raise RulesetError([broken])
        assert scoring is not None
        for n, line in enumerate(scoring.lines):
            fired[line.clause.name] += sum(1 for parts in outcome.breakdown if parts[n]) if ended else 0
        clauses = tuple((name, times) for name, times in sorted(fired.items()) if times)
        kinds, actions = self.game.rules_model.kinds, self.game.rules_model.actions
        length = sum(self.decisions), sum(self.turns), max(self.turns)
        out = out_by(read_by(scoring.among), outcome.counted, [*self.lasting.values(), *self.effects])
        return Played(
            *seating,
            ended,
            *length,
            outcome.totals,
            outcome.breakdown,
            outcome.counted,
            outcome.winners,
            clauses,
            outcome.sides,
            out,
            self.unchanged + count_unchanged(self.effects),
            self.offered,
            tuple(sorted((f"{kind} {kinds[kind].rows[row]}", many) for (kind, row), many in self.pieces.items())),
            None if ended else find_stuck(state, self.chosen),
            tuple(tuple(sorted(each.items())) for each in self.used),
            next((name for _, name in reversed(self.chosen) if name in actions), ""),
        )


def count_unchanged(effects: list[Any]) -> int:
    """Returns the number of loops that ended by a round without change."""
    return sum(each.kind == "ended" for each in effects)
