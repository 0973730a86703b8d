"""Playable rules: what carries them out, and their actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.initial_position import blank
from ...engine.interpret.interpreter import Interpreter
from ...engine.interpret.step import Chosen, Stepped
from ...engine.jit.compiled import Compiled
from ...engine.jit.maintained import Column
from ...engine.jit.mechanics import Mechanics
from ...foundation.source.argument_checks import show_value, wrong_type, wrong_value
from ...foundation.source.build_lock import BUILD_LOCK
from ...foundation.source.lazy_property import lazy_property
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.lookahead import Lookahead
from ...rules.program.lower import lower
from .action import CHANCE, SIMULTANEOUS, TERMINAL, Action, InvalidActionError, parse_action
from .concealment import concealed_clauses
from .rulebook import Facts, Rulebook
from .wording import Catalogues

PYTHON, INTERPRETER, MACHINE = "python", "interpreter", "machine"
MACHINE_IN_C = "machine in C"
ENGINES = (PYTHON, INTERPRETER)
"""What can carry out the rules: Python that is written for them, or the interpreter, which says what they mean."""
KEPT = 5_000
"""Actions of a player at one decision that are remembered, to be the same objects when they are offered again."""


LiveRows = tuple[int, int, Column]
"""Of a decision whose options are rows that hold a value: what keeps them, the value, and their actions by player."""


class Playable(Rulebook):
    """Rules with what carries them out. `mechanics` are those of the rules, if there are any yet."""

    def __init__(
        self,
        rules: m.Ruleset,
        facts: Facts | None,
        catalogues: Catalogues | None,
        mechanics: Mechanics | None,
        engine: str,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine is {' or '.join(ENGINES)}, not {show_value(engine)}")
        self.engine_name = engine
        self.program = mechanics.program if mechanics is not None else lower(rules)
        super().__init__(rules, self.program.signatures, facts, catalogues)
        shared = self.mechanics = mechanics or Mechanics(rules, self.program, self._interpreter())
        self.interpreter = shared.interpreter
        self.waiting = tuple(_WAITING.get(type(each), 0) for each in self.program.code)
        self.offered = tuple(_signatures_at(each) for each in self.program.code)
        self.plain, self.width = 3 * len(rules.growing), -1
        """Boards of a position, without what is kept of its slots and with it."""
        self._made: dict[tuple[int, int], dict[Chosen, Action]] = {}
        self._step: Callable[[Slots, Boards, Chosen], Stepped] | None = None
        """Carries out an option, as the engine does."""
        self.at_once = SIMULTANEOUS in self.waiting
        self._rows: list[LiveRows | None] = [None] * len(self.program.code)
        self._by_row: dict[int, tuple[Action, int, int, int, int, Chosen]] = {}
        """Actions of rows by what they are: with the decision, the player, what the row has to hold, its slot, the
        option."""
        self.scoring_among, self.scoring_together, self.scoring_least = (
            shared.scoring_among,
            shared.scoring_together,
            shared.scoring_least,
        )
        self.score_lines, self.tie_breaks = shared.score_lines, shared.tie_breaks
        self._shown_boards: tuple[Any, ...] | None = None
        """What graphs show of boards, for every position; made by `play/views/board_reading` when the first is asked for."""
        self._view_readers: dict[tuple[int, Any], Any] = {}
        """What reads views, by the number of players and the viewer; made by `play/views/view_reader`."""

    def _interpreter(self) -> Interpreter:
        """The functions of the program; a study that looks at them has its own."""
        return Interpreter(self.rules_model, self.program)

    @lazy_property
    def engine(self) -> Interpreter | Compiled:
        """Engine that carries out the rules. Neither changes what it is given."""
        return self.mechanics.state_functions if self.engine_name == PYTHON else self.interpreter

    @lazy_property
    def _interruptions(self) -> Mapping[int, int]:
        """The instruction at which players who are not asked may begin to act, by the decision beside which they do."""
        interrupts = self.program.interrupts
        return {} if interrupts is None else dict(interrupts.begins)

    def interruption_at(self, h: Slots) -> int:
        """Returns the instruction at which a player who is not asked begins to act here; -1 where nobody may: beside
        what is no decision of a menu, and within an action that has begun."""
        interrupts = self.program.interrupts
        if interrupts is None or any(h[slot] for slot in interrupts.begun):
            return -1
        return self._interruptions.get(h[i.PC], -1)

    @lazy_property
    def _ahead(self) -> Lookahead:
        """Lines ahead of choices, and the news that they may have for whoever makes them."""
        return Lookahead(self.program, self.rules_model.secrecy.news)

    @lazy_property
    def _ahead_of_all(self) -> Lookahead:
        """Lines that lie ahead of choices, and whether one of them may tell anybody something."""
        return Lookahead(self.program, self.rules_model.secrecy.telling)

    @lazy_property
    def concealed_clauses(self) -> frozenset[str]:
        """The clauses that work on something that whoever acts does not see, by name."""
        return concealed_clauses(self.rules_model)

    def blank(self, count: int) -> tuple[Slots, Boards]:
        """Slots and boards before anything has happened."""
        return blank(self.interpreter, self.mechanics.starts, count)

    def _names_of(self, players: int | Sequence[str]) -> tuple[str, ...]:
        """The names of players that were given by their number, or by name. ValueError for what may not play."""
        if isinstance(players, (bool, str)) or not isinstance(players, (int, Sequence)):
            raise ValueError(f"players is a number or a list of names, not {show_value(players)}")
        names = (
            tuple(f"Player {n + 1}" for n in range(min(players, 99))) if isinstance(players, int) else tuple(players)
        )
        count = players if isinstance(players, int) else len(names)
        if count not in self.players:
            raise self._wrong_count(count)
        for name in names:
            if not isinstance(name, str) or not name.strip() or len(name) > 40 or not name.isprintable():
                raise ValueError(f"a player's name is a text of 1 to 40 printable characters, not {show_value(name)}")
        bare = [name.strip() for name in names]
        twice = sorted({name for name in bare if bare.count(name) > 1})
        if twice:
            raise ValueError(f"two players are called {twice[0]!r}; names have to differ")
        return names

    def actions(self, player: int, at: int, options: Sequence[Chosen]) -> tuple[Action, ...]:
        """The options of a player at a decision as actions. The same ones are the same objects, as long as they are
        remembered."""
        known = self._made.get((player, at))
        if known is None or len(known) > KEPT:
            known = self._made[player, at] = {}
        try:
            return tuple([known[each] for each in options])
        except KeyError:
            for n, values in options:
                signature = self.offered[at][n]
                known.setdefault((n, values), Action(player, signature.name, values, signature, self))
            return tuple([known[each] for each in options])

    def _first_step(self) -> Callable[[Slots, Boards, Chosen], Stepped]:
        """`_step` for the first time."""
        self._step = self.engine.apply_option
        return self._step

    @lazy_property
    def _live(self) -> Mapping[int, tuple[int, int]]:
        """The decisions whose options are the rows that hold a value, as they are kept with every write: what keeps
        them, and the value."""
        rows = self.mechanics.state_functions.live if self.engine_name == PYTHON else {}
        return {at: (self.plain + n, value) for at, (n, value) in rows.items()}

    def _whole(self, h: Slots, s: Boards) -> Boards:
        """Boards of a state, with what is kept of its slots behind them."""
        whole = s + self.mechanics.state_functions.indexes_of(h) if self.engine_name == PYTHON else s
        self.width = len(whole)
        return whole

    def _rows_at(self, at: int) -> LiveRows | None:
        """Returns the actions of all rows, for every player. They are always the same objects."""
        if at not in self._live:
            return None
        with BUILD_LOCK:
            if self._rows[at] is None:
                self._rows[at] = self._row_actions(at)
            return self._rows[at]

    def _row_actions(self, at: int) -> LiveRows:
        n, value = self._live[at]
        kept = self.mechanics.state_functions.maintained_indexes[n - self.plain]
        signature = self.offered[at][0]
        players = range(self.players.stop - 1)
        made = Column(
            *([Action(each, signature.name, (row,), signature, self) for row in range(kept.rows)] for each in players)
        )
        for player, actions in enumerate(made.things):
            for row, each in enumerate(actions):
                self._by_row[id(each)] = each, at, player, value, kept.base + row, (0, each.values)
        return n, value, made

    def parse_action(self, text: str, player: int | None = None) -> Action:
        """The action that a text says, `0: enter n2 by walk`; `str` of the result is that text again.

        `player` is whose it is where the text does not say it (-1: chance's). Raises InvalidActionError (a ValueError)
        when it is no action, or that of another than `player`, AmbiguousActionError when nobody says whose it is.
        """
        if player is not None and (isinstance(player, bool) or not isinstance(player, int)):
            raise wrong_type("player", player, "a number, from 0, -1 for chance, or None")
        if player is not None and not CHANCE <= player < self.players.stop - 1:
            raise wrong_value("player", player, f"a number from 0 to {self.players.stop - 2}, -1 for chance, or None")
        action = parse_action(text, self, player)
        if player is not None and action.player != player:
            whose = "of chance" if action.player == CHANCE else f"of player {action.player}"
            raise InvalidActionError(f"text is an action {whose}, not of player {player}: `{action}`"[:200])
        return action


_WAITING: Mapping[type, int] = {i.End: TERMINAL, i.Chance: CHANCE, i.Fork: SIMULTANEOUS}
"""For whom play waits at instructions of a type; at others for the player whose turn it is."""


def _signatures_at(node: i.Instruction) -> tuple[i.Signature, ...]:
    """The signatures of what can be chosen at an instruction."""
    return tuple(each.signature for each in node.options) if isinstance(node, i.Decide) else ()
