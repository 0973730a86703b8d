"""Positions at a decision: whose it is, what can be done, and what chance may bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.effect_records import Effect, new_effect
from ...engine.interpret.step import Chosen, Run
from ...foundation.source.argument_checks import show_value
from ...rules.program import instructions as i
from ...rules.program.instructions import ME, PC
from .action import CHANCE, SIMULTANEOUS, TERMINAL, Action, parse_action
from .playable import Playable
from .rulebook import Unchanging

Branches = tuple[Slots, ...]
"""The slots of each player while all act at once."""


class Turn:
    """Turn at a position."""

    __slots__ = ()
    game: Playable
    _h: Slots

    @property
    def current_player(self) -> int:
        """Player who decides: a player from 0, CHANCE, SIMULTANEOUS while several may act, or TERMINAL."""
        who: int = self.game.waiting[self._h[PC]] or self._h[ME]
        return who

    @property
    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.game.waiting[self._h[PC]] == TERMINAL


class Position(Turn, Unchanging):
    """Slots and boards at a decision, of rules that can be played. `State` is what users have of it."""

    __slots__ = ("_actions", "_boards", "_branches", "_h", "_known", "_listed", "_noted", "game", "names")

    def __init__(
        self,
        game: Playable,
        names: tuple[str, ...],
        h: Slots,
        s: Boards,
        branches: Branches | None = None,
        noted: Iterable[tuple[Any, ...]] | None = None,
        options: list[Chosen] | None = None,
    ) -> None:
        self.game, self.names = game, names
        self._h, self._boards, self._branches = h, s, branches
        self._noted: Iterable[tuple[Any, ...]] = () if noted is None else noted
        self._listed: list[Any] | dict[int, list[Any]] | None = options
        self._actions: tuple[Action, ...] | None = None
        self._known: dict[Any, Any] | None = None

    @property
    def _memory(self) -> dict[Any, Any]:
        """Facts about the position that may be asked for again: its hash, and pictures of it."""
        if self._known is None:
            self._known = {}
        return self._known

    @property
    def _effects(self) -> list[Effect]:
        """Effects of the last action, as they were noted."""
        return [new_effect(Effect, each) for each in self._noted]

    @property
    def _s(self) -> Boards:
        """The boards alone, without what is kept of the slots behind them."""
        boards, plain = self._boards, self.game.plain
        return boards if len(boards) == plain else boards[:plain]

    def _whole(self) -> Boards:
        """The boards, with what is kept of the slots."""
        if len(self._boards) != self.game.width:
            self._boards = self.game._whole(self._h, self._boards)
        return self._boards

    # ---- whose turn it is --------------------------------------------------------------------------------------------

    @property
    def _node(self) -> Any:
        return self.game.program.code[self._decision(0) if self._branches is None else self._h[PC]]

    @property
    def active_players(self) -> tuple[int, ...]:
        """All who may act now; empty at chance and at the end."""
        if self._branches is not None:
            return tuple(
                n for n, h in enumerate(self._branches) if not isinstance(self.game.program.code[h[PC]], i.Join)
            )
        who = self.current_player
        return (who,) if who >= 0 else ()

    def _decision(self, player: int) -> int:
        """The instruction at which a player decides, or everybody waits."""
        at: int = self._slots(player)[PC]
        return at

    def _slots(self, player: int) -> Slots:
        """The slots as one player has them: its own while all act at once."""
        return self._branches[player] if self._branches is not None else self._h

    # ---- what can be done --------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """The legal actions of a player, always in the same order; empty when it may not act. Of a player who is not
        asked, what it may do beside the decision of another (`interrupts`).

        Without a player when exactly one may act; ValueError when several may.
        """
        h, game = self._h, self.game
        rows = game._rows[h[PC]]
        if rows is not None and player is None and self._listed is None is self._actions:
            n, value, column = rows
            s = self._boards
            if len(s) == game.width:
                found = self._actions = column.of(s[n].bits[value], h[ME])  # type: ignore[attr-defined]
                return found
        if self._branches is None:
            who = game.waiting[h[PC]] or h[ME]
            if who >= 0 and (player is None or player is who):
                if self._actions is None:
                    self._actions = self._list_actions(who, h[PC])
                return self._actions
        player = self.player_meant(player)
        if player not in self.active_players:
            return self._when_not_asked(player)
        return game.actions(player, self._decision(player), self._options(player))

    def _when_not_asked(self, player: int) -> tuple[Action, ...]:
        """The actions of a player who is not asked."""
        return ()

    def _list_actions(self, who: int, at: int) -> tuple[Action, ...]:
        """The actions of the player whose turn it is. Those of rows that are kept need no options."""
        rows = self.game._rows_at(at) if self._listed is None else None
        if rows is None:
            return self.game.actions(who, at, self._options(who))
        n, value, column = rows
        return column.of(self._whole()[n].bits[value], who)  # type: ignore[attr-defined]

    def _kept_rows(self) -> tuple[int, int] | None:
        """The decision and its options as bits, where they are rows that are kept with every write and nobody has asked
        for them one by one."""
        at = self._h[PC]
        rows = self.game._rows_at(at) if self._listed is None else None
        if rows is None:
            return None
        n, value, _ = rows
        return at, self._whole()[n].bits[value]  # type: ignore[attr-defined]

    def player_meant(self, player: int | None) -> int:
        """The number of a player, checked; of none the one who is to act. Raises ValueError for a number that nobody
        has, and where several may act and none is named."""
        if player is not None:
            if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < len(self.names):
                raise ValueError(
                    f"there is no player {show_value(player)}; players are numbered 0 to {len(self.names) - 1}"
                )
            return player
        active = self.active_players
        if self.current_player == SIMULTANEOUS:
            raise ValueError(f"players act at once, now {', '.join(map(str, active))}; say whose actions")
        return active[0] if active else CHANCE

    def _options(self, player: int) -> list[Chosen]:
        """The options of the decision a player is at: which of its kinds, with which values. Computed once."""
        if self._branches is None:
            if self._listed is None:
                self._listed = self.game.engine.list_options(self._h, self._whole())
            return self._listed  # type: ignore[return-value]
        if self._listed is None:
            self._listed = {}
        assert isinstance(self._listed, dict)
        if player not in self._listed:
            self._listed[player] = self.game.engine.list_options(self._branches[player], self._s)
        return self._listed[player]

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction]]:
        """Returns the outcomes of chance, with exact probabilities that add up to 1; empty unless chance is due."""
        if self.current_player != CHANCE:
            return []
        weights = self._weights()
        whole = sum(weight for _, weight in weights)
        return [(self._chance_action(value), Fraction(weight, whole)) for value, weight in weights]

    def _chance_action(self, value: int) -> Action:
        signature = self._node.signature
        return Action(CHANCE, signature.name, (value,), signature, self.game)

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, Action):
            return (
                action if action.game is self.game or action.game == self.game else parse_action(str(action), self.game)
            )
        active = self.active_players
        player = active[0] if len(active) == 1 else None
        if not active:
            player = CHANCE if self.current_player == CHANCE else 0
        return parse_action(action, self.game, player)

    def _find(self, action: Action) -> Chosen | None:
        if action.player not in self.active_players:
            return None
        for n, known in enumerate(self.legal_actions(action.player)):
            if known.values == action.values and known.name == action.name:
                return self._options(action.player)[n]
        return None

    def _weights(self) -> list[tuple[int, int]]:
        """Returns the outcomes of chance that is due, with whole-numbered weights."""
        return self.game.engine.weights(self._h, self._s)

    def _stands_as(self, other: Position, player: int) -> bool:
        """Tells if a player is in the same position in both states (the deeds of others at the same time apart)."""
        size = self.game.program.layout.size
        mine, theirs = self._slots(player), other._slots(player)
        return self.game is other.game and mine[:size] == theirs[:size] and self._s == other._s

    def _may_come(self, value: int, outcomes: Mapping[int, int]) -> bool:
        """An outcome, or a piece that is there too and printed just like one."""
        bag = self._node.bag
        if value in outcomes or bag is None:
            return value in outcomes
        return bool(self.game.interpreter.evaluate.expr(bag)(self._h[:], self._s)[value])

    # ---- while all act at once -------------------------------------------------------------------------------------

    def _fork(self, h: Slots, s: Boards, run: Run) -> Branches:
        branches = []
        for player in range(len(self.names)):
            own = h[:]
            own[ME], own[PC] = player, h[PC] + 1
            self.game.interpreter.go_on(own, s, run)
            branches.append(own)
        return tuple(branches)

    def _act_apart(self, engine: Any, player: int, chosen: Chosen) -> tuple[Slots, Boards, Run, Branches]:
        """Returns slots, boards and run behind what one of them does, and the branches of all."""
        assert self._branches is not None
        own, s, run = engine.apply_option(self._branches[player], self._s, chosen)
        return self._h[:], s, run, (*self._branches[:player], own, *self._branches[player + 1 :])

    def _all_done(self, branches: Branches) -> bool:
        code = self.game.program.code
        return all(isinstance(code[each[PC]], i.Join) for each in branches)

    def _gather(self, h: Slots, branches: Branches) -> None:
        """Puts what each player has done by itself into slots."""
        for player, own in enumerate(branches):
            for slot in self.game.program.layout.player_slots[player]:
                h[slot] = own[slot]

    def _join(self, h: Slots, branches: Branches) -> None:
        """Joins the deeds of each player into the one position, and goes on behind them."""
        self._gather(h, branches)
        fork = self.game.program.code[h[PC]]
        assert isinstance(fork, i.Fork)
        h[PC] = fork.to

    # ---- the position as a value -----------------------------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """The position as a hashable value: equal for equal positions of one ruleset. Not its history, not its
        events."""
        size = self.game.program.layout.size
        boards = tuple(tuple(sorted(each.items())) for each in self._s)
        branches = None if self._branches is None else tuple(tuple(each[:size]) for each in self._branches)
        return self.game.hash, self.names, tuple(self._h[:size]), boards, branches

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or self.key() == other.key()

    def __hash__(self) -> int:
        known = self._memory
        if "hash" not in known:
            known["hash"] = hash(self.key())
        return known["hash"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        who = self.current_player
        at = {TERMINAL: "the end", CHANCE: "chance", SIMULTANEOUS: "several at once"}.get(
            who
        ) or f"{self.names[who]}'s decision"
        return f"<State of {self.game.id}: {at}>"
