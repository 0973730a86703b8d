"""Nodes of games of OpenSpiel, which clones of a state share: on states, or on positions of an extension module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pyspiel

from ...bots.encodings import Actions, Information, Observations, Recall
from ...bots.encodings.values import Tensor
from ...play.positions.action import CHANCE
from ...play.positions.sight import Viewer
from ...play.states.game import State
from .starting_states import StartingStates

CHANCES, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
"""Who decides, as OpenSpiel numbers it, where it is no player."""


class Ground(Protocol):
    """Part of the setting of a game that states need."""

    actions: Actions
    observations: Observations
    information: Information
    utility: str
    max_moves: int
    players: int
    starts: StartingStates


class Stand:
    """Node of a game: a state, how many moves led there, who decides, and the numbers of the legal actions. Clones
    share it. The recall is made of it when somebody asks what was told on the way."""

    __slots__ = ("_legal", "_recall", "before", "is_dealt", "moves", "number", "setting", "state", "who")

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
        self._legal: tuple[int, ...] | None = None
        self._recall: Recall | None = None
        self.moves: int = 0 if before is None else before.moves + 1
        self.is_dealt: bool = before is not None and before.is_dealt

    def __deepcopy__(self, known: object) -> Stand:
        return self

    @property
    def legal(self) -> Sequence[int]:
        """The numbers of the legal actions, or of what chance may bring, in order."""
        if self._legal is None:
            self._legal = (
                tuple(sorted(self.setting.actions.numbers(self.state, self.decider))) if self.who != OVER else ()
            )
        return self._legal

    @property
    def decider(self) -> int | None:
        """Player who decides; nobody where chance is due."""
        return None if self.who == CHANCES else self.who

    def after(self, number: int) -> Stand:
        """Returns the node behind an action."""
        setting = self.setting
        setting.starts.moves += 1
        return stand_at(setting, setting.actions.apply(self.state, number, self.decider), self, number)

    def mask(self, of_who_decides: bool) -> list[int]:
        """A number for each action, or each that chance may bring: 1 where it is legal, if that of who decides is asked
        for."""
        actions = self.setting.actions
        mask = bytearray(actions.chance_size if self.who == CHANCES else actions.size)
        for number in self.legal if of_who_decides else ():
            mask[number] = 1
        return list(mask)

    def observe(self, viewer: Viewer) -> Tensor:
        """The tensor of what a viewer may know."""
        return self.setting.observations.observe(self.state, viewer)

    @property
    def recall(self) -> Recall:
        """The state with the moves that led to it."""
        way: list[Stand] = [self]
        while way[-1]._recall is None and way[-1].before is not None:
            way.append(way[-1].before)
        first = way.pop()
        found = first._recall = first._recall or Recall(first.state)
        for each in reversed(way):
            before = first
            player = CHANCE if before.who < 0 else before.who
            action = self.setting.actions.decode(each.number, player)
            found = each._recall = Recall(each.state, found, action)
            first = each
        return found

    def dealt(self, state: State) -> Stand:
        """Returns the node with another state that is alike to a player."""
        made = Stand(self.setting, state, self.before, self.number)
        made._recall, made.is_dealt = self.recall.dealt(state), True
        return made


class PositionStand(Stand):
    """A node at a position of an extension module at which a player decides. The module tells numbers and tensors; the
    state is made when somebody asks for it."""

    __slots__ = ("_state", "at", "by", "root", "table")
    at: Any
    root: Any
    """the first state of the game that stands in the module"""
    by: int
    """which of the options led here"""
    table: bytes
    _state: State

    @property
    def state(self) -> State:  # type: ignore[override]
        """The state there."""
        try:
            return self._state
        except AttributeError:
            before: Any = self.before
            self._state = made = self.root._at_position(self.at, before.at, self.by)
            return made  # type: ignore[no-any-return]

    @property
    def legal(self) -> Sequence[int]:
        """The numbers of the legal actions, in order."""
        found = self._legal
        if found is None:
            found = self._legal = tuple(sorted(self.at.numbers(self.table))) if self.who != OVER else ()
        return found

    def after(self, number: int) -> Stand:
        """Returns the node behind an action."""
        setting, at, table = self.setting, self.at, self.table
        n = at.find_number(table, number) if self.who != OVER else -1
        to = at.after(n) if n >= 0 else None
        if to is None:
            return super().after(number)
        setting.starts.moves += 1
        if to.who < 0:
            return Stand(setting, self.root._at_position(to, at, n), self, number)
        made = _new_stand(PositionStand)
        made.setting, made.root, made.table = setting, self.root, table
        made.before, made.number, made.at, made.by = self, number, to, n
        made._legal = made._recall = None
        made.is_dealt = self.is_dealt
        made.moves = moves = self.moves + 1
        made.who = to.who if moves < setting.max_moves else OVER
        return made

    def mask(self, of_who_decides: bool) -> list[int]:
        """A number for each action: 1 where it is legal, if that of who decides is asked for."""
        if not of_who_decides or self.who == OVER:
            return super().mask(False)
        return list(self.at.mask(self.table, self.setting.actions.size))

    def observe(self, viewer: Viewer) -> Tensor:
        """The tensor of what a viewer may know."""
        found = self.setting.observations.observe_position(self.at, viewer)
        return found if found is not None else super().observe(viewer)


_new_stand: Callable[..., PositionStand] = object.__new__


def stand_at(setting: Ground, state: State, before: Stand | None = None, number: int = 0) -> Stand:
    """The node at a state: where that stands in an extension module, one that asks the module."""
    at, table = setting.actions.coded_position(state)
    if table is None:
        return Stand(setting, state, before, number)
    made = _new_stand(PositionStand)
    made._state = made.root = state
    made.at, made.by, made.table = at, 0, table
    made.begin(setting, before, number)
    made.who = at.who if made.moves < setting.max_moves else OVER
    return made
