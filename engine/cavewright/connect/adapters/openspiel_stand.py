"""Nodes of games of OpenSpiel, which clones of a state share: on states, or on positions of an extension module."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any, Protocol

import pyspiel

from ...bots.encodings import Actions, Information, Observations, Recall
from ...bots.encodings.payoffs import has_promise, payoffs, payoffs_of_position
from ...play.positions.action import CHANCE
from ...play.positions.sight import Viewer
from ...play.states.game import Game, State
from .starting_states import StartingStates

CHANCES, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
"""Who decides, as OpenSpiel numbers it, where it is no player."""


class Ground(Protocol):
    """Part of the setting of a game that states need."""

    ruleset: Game
    actions: Actions
    observations: Observations
    information: Information
    utility: str
    max_moves: int
    players: int
    starts: StartingStates


class Stand:
    """Node of a game: a state, how many moves led there, and who decides. Clones share it. The recall is made of it when
    somebody asks what was told on the way."""

    __slots__ = ("_legal", "_recall", "before", "is_dealt", "moves", "number", "setting", "state", "who")
    before: Stand | None
    number: int
    """number of the action that led here from the node before"""

    def __init__(self, setting: Ground, state: State, before: Stand | None = None, number: int = 0) -> None:
        self.state = state
        self.begin(setting, before, number)
        who = state.current_player
        if who < 0:
            active = state.active_players
            who = active[0] if active else OVER if state.is_terminal else CHANCES
        self.who: int = OVER if self.moves >= setting.max_moves else who

    def begin(self, setting: Ground, before: Stand | None, number: int) -> None:
        """Sets all that the node before it says."""
        self.setting, self.before, self.number = setting, before, number
        self.moves: int = 0 if before is None else before.moves + 1
        self.is_dealt: bool = before is not None and before.is_dealt

    def __deepcopy__(self, known: object) -> Stand:
        return self

    def legal_numbers(self) -> list[int]:
        """Returns the numbers of the legal actions, or of what chance may bring, in order."""
        try:
            return self._legal[:]
        except AttributeError:
            found = self.setting.actions.numbers(self.state, self.decider) if self.who != OVER else ()
            self._legal: list[int] = sorted(found)
            return self._legal[:]

    @property
    def decider(self) -> int | None:
        """Player who decides; nobody where chance is due."""
        return None if self.who == CHANCES else self.who

    def after(self, number: int) -> Stand:
        """Returns the node behind an action."""
        setting = self.setting
        setting.starts.moves += 1
        return stand_at(setting, setting.actions.apply(self.state, index(number), self.decider), self, number)

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
        return payoffs(self.state, self.setting.utility, self.is_dealt)

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
        made = Stand(self.setting, state, self.before, self.number)
        made._recall, made.is_dealt = self.recall.dealt(state), True
        return made


class PositionStand(Stand):
    """A node at a position of an extension module. The module tells numbers and tensors; the state is made when somebody
    asks for it."""

    __slots__ = ("_state", "at", "root", "table")
    at: Any
    root: Any
    """a state of the game that stands in the module"""
    table: bytes
    _state: State

    @property
    def state(self) -> State:  # type: ignore[override]
        """The state there."""
        try:
            return self._state
        except AttributeError:
            before: Any = self.before
            by = before.at.find_number(self.table, self.number)
            self._state = made = self.root._at_position(self.at, before.at, by)
            return made  # type: ignore[no-any-return]

    def legal_numbers(self) -> list[int]:
        """Returns the numbers of the legal actions, or of what chance may bring, in order."""
        return self.at.legal_numbers(self.table) if self.who >= 0 else super().legal_numbers()  # type: ignore[no-any-return]

    def after(self, number: int) -> Stand:
        """Returns the node behind an action."""
        table, setting = self.table, self.setting
        to = self.at.after_number(table, number) if self.who >= 0 else None
        if to is None:
            return super().after(number)
        made = _new_stand(PositionStand)
        made.setting, made.root, made.table, made.is_dealt = setting, self.root, table, self.is_dealt
        made.before, made.number, made.at = self, number, to
        made.moves = moves = self.moves + 1
        made.who = to.who if moves < setting.max_moves else OVER
        return made

    def mask(self, of_who_decides: bool) -> list[int]:
        """A number for each action: 1 where it is legal, if that of who decides is asked for."""
        if not of_who_decides or self.who < 0:
            return super().mask(of_who_decides and self.who != OVER)
        return self.at.mask_list(self.table, self.setting.actions.size)  # type: ignore[no-any-return]

    def observe(self, viewer: Viewer) -> list[float]:
        """The tensor of what a viewer may know."""
        found = self.setting.observations.list_position(self.at, viewer)
        return found if found is not None else super().observe(viewer)

    def payoffs(self) -> list[float]:
        """Returns what the end of the game pays each player."""
        setting = self.setting
        if self.at.is_terminal and not has_promise(setting.ruleset, setting.utility):
            found = payoffs_of_position(self.at, setting.utility)
            if found is not None:
                return found
        return super().payoffs()


_new_stand: Callable[..., PositionStand] = object.__new__


def stand_at(setting: Ground, state: State, before: Stand | None = None, number: int = 0) -> Stand:
    """The node at a state: where that stands in an extension module, one that asks the module."""
    at, table = setting.actions.coded_position(state)
    if table is None:
        return Stand(setting, state, before, number)
    made = _new_stand(PositionStand)
    made._state = made.root = state
    made.at, made.table = at, table
    made.begin(setting, before, number)
    made.who = at.who if made.moves < setting.max_moves else OVER
    return made
