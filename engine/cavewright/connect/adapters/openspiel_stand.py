"""Nodes of games of OpenSpiel, which clones of a state share: on states, or on positions of an extension module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any, Protocol

import pyspiel

from ...bots.encodings import Actions, Information, Observations, Recall
from ...bots.encodings.observation_reader import PositionLayout
from ...bots.encodings.payoffs import has_promise, payoffs, payoffs_of_score
from ...foundation.source.memo import Memo
from ...play.positions.action import CHANCE
from ...play.positions.sight import Viewer
from ...play.states.game import Game, State
from .starting_states import StartingStates

CHANCES, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
"""Who decides, as OpenSpiel numbers it, where it is no player."""


class Setting(Protocol):
    """Part of the setting of a game that states need."""

    ruleset: Game
    actions: Actions
    observations: Observations
    information: Information
    utility: str
    max_moves: int
    players: int
    starts: StartingStates


class Ground:
    """Ground on which the nodes of a game stand: all that is the same for those behind one first node, `begun`. Where they
    stand in an extension module, `table` says how action numbers are made, `layouts` how tensors are, by viewers, and
    `root` is a state there.

    `dealt` has the node and the state that were dealt anew, where the first node is what a player imagines."""

    __slots__ = ("begun", "dealt", "game", "is_promised", "layouts", "most", "paid", "root", "setting", "size", "table")
    begun: Stand
    table: bytes
    root: Any

    def __init__(self, game: Any, setting: Setting, dealt: tuple[Stand, State] | None = None) -> None:
        self.game, self.setting, self.dealt = game, setting, dealt
        self.most, self.size = setting.max_moves, setting.actions.size
        self.is_promised = has_promise(setting.ruleset, setting.utility)
        self.layouts: dict[Viewer, PositionLayout] = {}
        self.paid = Memo[tuple[int, ...], list[float]](lambda score: payoffs_of_score(score, setting.utility))
        """payoffs by who wins and all totals"""

    def __reduce__(self) -> tuple[Any, ...]:
        return _ground_again, (self.game, self.dealt)


def _ground_again(game: Any, dealt: tuple[Stand, State] | None) -> Ground:
    """The ground of a pickle, in whatever process."""
    return game.first_stand().ground if dealt is None else dealt[0].dealt(dealt[1]).ground


def _stand_behind(ground: Ground, moves: Sequence[int]) -> Stand:
    """The node behind some moves."""
    found = ground.begun
    for number in moves:
        found = found.after(number)
    return found


class Stand:
    """Node of a game: a state, how many moves led there, and who decides. Clones share it. The recall is made of it when
    somebody asks what was told on the way."""

    __slots__ = ("_legal", "_recall", "before", "ground", "moves", "number", "state", "who")
    before: Stand | None
    number: int
    """number of the action that led here from the node before"""
    _legal: list[int]
    _recall: Recall

    def __init__(self, ground: Ground, state: State, before: Stand | None = None, number: int = 0) -> None:
        self.state = state
        self.begin(ground, before, number)
        who = state.current_player
        if who < 0:
            active = state.active_players
            who = active[0] if active else OVER if state.is_terminal else CHANCES
        self.who: int = OVER if self.moves >= ground.most else who

    def begin(self, ground: Ground, before: Stand | None, number: int) -> None:
        """Sets all that the node before it says."""
        self.ground, self.before, self.number = ground, before, number
        self.moves: int = 0 if before is None else before.moves + 1

    @property
    def setting(self) -> Setting:
        """Setting of the game."""
        return self.ground.setting

    def __deepcopy__(self, known: object) -> Stand:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """The moves since the first node, by which the node is found again."""
        begun, way, each = self.ground.begun, list[int](), self
        while each is not begun:
            assert each.before is not None
            way.append(int(each.number))
            each = each.before
        return _stand_behind, (self.ground, way[::-1])

    def legal_numbers(self) -> list[int]:
        """Returns the numbers of the legal actions, or of what chance may bring, in order."""
        try:
            return self._legal[:]
        except AttributeError:
            found = self.setting.actions.numbers(self.state, self.decider) if self.who != OVER else ()
            self._legal = sorted(found)
            return self._legal[:]

    @property
    def decider(self) -> int | None:
        """Player who decides; nobody where chance is due."""
        return None if self.who == CHANCES else self.who

    def after(self, number: int) -> Stand:
        """Returns the node behind an action."""
        setting = self.setting
        setting.starts.moves += 1
        return stand_at(self.ground, setting.actions.apply(self.state, index(number), self.decider), self, number)

    def mask(self, of_who_decides: bool) -> list[int]:
        """A number for each action, or each that chance may bring: 1 where it is legal, if that of who decides is asked
        for."""
        actions = self.setting.actions
        mask = bytearray(actions.chance_size if self.who == CHANCES else actions.size)
        for number in self.legal_numbers() if of_who_decides else ():
            mask[number] = 1
        return list(mask)

    def observe(self, viewer: Viewer) -> list[float]:
        """The tensor of what a viewer may know."""
        return self.setting.observations.observe(self.state, viewer).tolist()

    def payoffs(self) -> list[float]:
        """Returns what the end of the game pays each player."""
        return payoffs(self.state, self.setting.utility, self.ground.dealt is not None)

    @property
    def recall(self) -> Recall:
        """The state with the moves that led to it."""
        way: list[Stand] = [self]
        while not hasattr(way[-1], "_recall") and way[-1].before is not None:
            way.append(way[-1].before)
        first = way.pop()
        if not hasattr(first, "_recall"):
            first._recall = Recall(first.state)
        for each in reversed(way):
            player = CHANCE if first.who < 0 else first.who
            action = self.setting.actions.decode(int(each.number), player)
            each._recall = Recall(each.state, first._recall, action)
            first = each
        return first._recall

    def dealt(self, state: State) -> Stand:
        """Returns the node with another state that is alike to a player."""
        ground = Ground(self.ground.game, self.setting, (self, state))
        made = ground.begun = Stand(ground, state, self.before, self.number)
        made._recall = self.recall.dealt(state)
        return made


class PositionStand(Stand):
    """A node at a position of an extension module. The module tells numbers and tensors; the state is made when somebody
    asks for it."""

    __slots__ = ("_state", "at")
    at: Any
    _state: State

    @property
    def state(self) -> State:  # type: ignore[override]
        """The state there."""
        try:
            return self._state
        except AttributeError:
            before: Any = self.before
            by = before.at.find_number(self.ground.table, self.number)
            self._state = made = self.ground.root._at_position(self.at, before.at, by)
            return made  # type: ignore[no-any-return]

    def legal_numbers(self) -> list[int]:
        """Returns the numbers of the legal actions, or of what chance may bring, in order."""
        if self.who < 0:
            return super().legal_numbers()
        return self.at.legal_numbers(self.ground.table)  # type: ignore[no-any-return]

    def after(self, number: int) -> Stand:
        """Returns the node behind an action."""
        ground = self.ground
        to = self.at.after_number(ground.table, number) if self.who >= 0 else None
        if to is None:
            return super().after(number)
        made = _new_stand(PositionStand)
        made.ground, made.before, made.number, made.at = ground, self, number, to
        made.moves = moves = self.moves + 1
        made.who = to.who if moves < ground.most else OVER
        return made

    def mask(self, of_who_decides: bool) -> list[int]:
        """A number for each action: 1 where it is legal, if that of who decides is asked for."""
        if not of_who_decides or self.who < 0:
            return super().mask(of_who_decides and self.who != OVER)
        return self.at.mask_list(self.ground.table, self.ground.size)  # type: ignore[no-any-return]

    def observe(self, viewer: Viewer) -> list[float]:
        """The tensor of what a viewer may know."""
        layout = self.ground.layouts.get(viewer) or self._look_for_layout(viewer)
        found = layout.read_list(self.at) if layout is not None else None
        return found if found is not None else super().observe(viewer)

    def _look_for_layout(self, viewer: Viewer) -> PositionLayout | None:
        """Returns how the module writes tensors for a viewer, as far as that is known."""
        found = self.setting.observations.layout_of(self.at, viewer)
        if found is not None:
            self.ground.layouts[viewer] = found
        return found

    def payoffs(self) -> list[float]:
        """Returns what the end of the game pays each player."""
        ground = self.ground
        score = self.at.score() if self.at.is_terminal and not ground.is_promised else None
        return ground.paid[score][:] if score is not None else super().payoffs()


_new_stand: Callable[..., PositionStand] = object.__new__


class Beginning:
    """First node of a game of OpenSpiel, one for all states that begin there. Copies of it find their own."""

    def __init__(self) -> None:
        self.stand: Stand | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Beginning, ()

    def of(self, game: Any) -> Stand:
        """Returns the node of the first state of a game: another one once states stand in a module."""
        setting: Setting = game.setting
        state, found = setting.starts.first_state(), self.stand
        if found is None or found.state is not state:
            ground = Ground(game, setting)
            found = self.stand = ground.begun = stand_at(ground, state)
        return found


def stand_at(ground: Ground, state: State, before: Stand | None = None, number: int = 0) -> Stand:
    """The node at a state: where that stands in an extension module, one that asks the module."""
    at, table = ground.setting.actions.coded_position(state)
    if table is None:
        return Stand(ground, state, before, number)
    made = _new_stand(PositionStand)
    made._state = ground.root = state
    made.at, ground.table = at, table
    made.begin(ground, before, number)
    made.who = at.who if made.moves < ground.most else OVER
    return made
