"""States of OpenSpiel, and what observes them. `openspiel` makes the games."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
import pyspiel

from ...bots.encodings import Recall
from ...bots.players.determinisation import imagine
from ...foundation.source.argument_checks import show_value
from ...play.positions.action import CHANCE
from ...play.positions.sight import ALL, Viewer
from .openspiel_stand import CHANCES, OVER, Setting, Stand


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. `position` is the `cavewright.State`, `recall` the way there.

    While players act at once, the first of those who have still to choose is asked. What Python asks for is answered
    here, without the detour over OpenSpiel's own methods of the same names. So OpenSpiel's own history stays behind:
    `told` is the number of moves to which that has come, -1 where it has not begun, and whatever asks for it is told the
    moves since then first.
    """

    told = -1

    _due: Stand | None = None
    """node to which a move leads of which OpenSpiel is just told"""

    def __init__(self, game: Any) -> None:
        _begin(self, game)
        self.stand: Stand = game.first_stand()

    # ---- moves -------------------------------------------------------------------------------------------------------

    def apply_action(self, number: int) -> None:
        """Goes on with the action of a number."""
        self.stand = self.stand.after(number)

    def clone(self) -> SpielState:
        """A copy. OpenSpiel's own history of it is told when somebody asks for that."""
        stand, made = self.stand, _new_state(SpielState)
        _begin(made, stand.ground.game)
        made.stand = stand
        return made

    def child(self, number: int) -> SpielState:
        """Returns the state behind an action."""
        made = self.clone()
        made.apply_action(number)
        return made

    def _apply_action(self, number: int) -> None:
        """Goes on as OpenSpiel says, which has noted the move or does it now."""
        if self._due is None:
            self.tell_moves()
        self.stand = self._due or self.stand.after(number)
        self.told = self.stand.moves

    def tell_moves(self) -> None:
        """Tells OpenSpiel of all moves that it does not know yet."""
        way, told = [self.stand], max(self.told, self.stand.ground.begun.moves)
        while way[-1].moves > told:
            assert way[-1].before is not None
            way.append(way[-1].before)
        self.stand = way.pop()
        try:
            for each in reversed(way):
                self._due = each
                super().apply_action(each.number)
        finally:
            self.__dict__.pop("_due", None)

    @property
    def setting(self) -> Setting:
        """Setting of the game."""
        return self.stand.setting

    @property
    def recall(self) -> Recall:
        """The position with the way there."""
        return self.stand.recall

    @property
    def position(self) -> Any:
        """The state of Cavewright."""
        return self.stand.state

    # ---- who decides, and what ---------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Returns the player who decides: the first of those who may act, chance, or nobody any more."""
        return self.stand.who

    def is_terminal(self) -> bool:
        """Tells if the game is over, or cut."""
        return self.stand.who == OVER

    def is_chance_node(self) -> bool:
        """Tells if chance is due."""
        return self.stand.who == CHANCES

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal actions of a player, by default of who decides; none of others."""
        stand = self.stand
        return stand.legal_numbers() if player is None or player == stand.who else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A number for each action, or each that chance may bring: 1 where it is legal."""
        stand = self.stand
        return stand.mask(player is None or player == stand.who)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of chance, with probabilities."""
        encode = self.setting.actions.encode
        return sorted((encode(action), float(share)) for action, share in self.position.chance_outcomes())

    def _action_to_string(self, player: int, number: int) -> str:
        return self.setting.actions.decode(int(number), CHANCE if player < 0 else player).text

    # ---- what it pays ------------------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        """Returns the payoff of each player; nothing before the end of the game."""
        stand = self.stand
        if stand.who != OVER:
            return [0.0] * stand.setting.players
        return stand.payoffs()

    rewards = returns
    """All is paid at the end."""

    # ---- what is known -----------------------------------------------------------------------------------------------

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns the part of the position that a player, by default the one who decides, may know."""
        stand = self.stand
        try:
            return stand.observe(stand.who if player is None else player)
        except ValueError:
            return super().observation_tensor(player)  # type: ignore[no-any-return]  # says what is wrong as OpenSpiel does

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Returns the observation, and before it the last moves that the player was told of."""
        stand = self.stand
        try:
            return stand.setting.information.tensor(stand.recall, stand.who if player is None else player).tolist()
        except ValueError:
            return super().information_state_tensor(player)  # type: ignore[no-any-return]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> SpielState:
        """A state that is the same to a player, in which all that it cannot know is dealt anew, by numbers from 0 to 1
        of a sampler. The moves that led to it are those of this state, as the player was told of them; OpenSpiel's own
        `history` of it is empty."""
        draw = sampler if sampler is not None else random.random
        position = imagine(self.position, player, f"{draw()} {draw()}")
        made = SpielState(self.stand.ground.game)
        made.stand = self.stand.dealt(position)
        return made

    def __str__(self) -> str:
        return self.setting.observations.text(self.position.view(ALL))


TOLD = (
    "__getstate__",
    "full_history",
    "history",
    "history_str",
    "is_initial_non_chance_state",
    "is_initial_state",
    "move_number",
    "serialize",
    "undo_action",
)
"""Methods of OpenSpiel's states that ask for the history."""


def _telling(method: Callable[..., Any], which: int) -> Callable[..., Any]:
    """Returns a method of OpenSpiel that reads the history of a state, its argument of a number, as one that tells the
    moves first."""

    @wraps(method)
    def tell_and_ask(*given: Any) -> Any:
        state = given[which] if len(given) > which else None
        if isinstance(state, SpielState):
            state.tell_moves()
        return method(*given)

    return tell_and_ask


def _tell_readers() -> None:
    """Sees to it that nobody reads a history that was not told: neither methods of states, nor the one function of OpenSpiel
    that takes a state and reads its history without asking the state."""
    for name in TOLD:
        setattr(SpielState, name, _telling(getattr(pyspiel.State, name), 0))
    values = pyspiel.TabularBestResponse
    values.value_from_state = _telling(values.value_from_state, 1)


_tell_readers()
_begin: Callable[[Any, Any], None] = pyspiel.State.__init__
_new_state: Callable[..., SpielState] = SpielState.__new__


class Observer:
    """Observes states of a game: `tensor` and `dict` are filled by `set_from`, in place. It takes no parameters."""

    def __init__(self, spiel: Any, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {show_value(params)}")
        game, self.kind = spiel.setting, kind
        self.game = game
        self.size = game.information.size if kind.perfect_recall else game.observations.size
        self.tensor: Any = np.zeros(self.size, np.float32)
        self.dict: dict[str, Any] = {}
        at = self.size - game.observations.size
        if at:
            self.dict["moves"] = self.tensor[:at].reshape((-1, game.information.row))
        for part in game.observations.parts:
            end = at + part.at + part.shape[0] * part.shape[1]
            name = part.name if part.name not in self.dict else f"{part.name}, {part.at}"
            self.dict[name] = self.tensor[at + part.at : end].reshape(part.shape)

    def _viewer(self, player: int) -> Viewer:
        """For whom is observed."""
        private = pyspiel.PrivateInfoType
        return {private.NONE: None, private.ALL_PLAYERS: ALL}.get(self.kind.private_info, player)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what a player may know of a state."""
        viewer = self._viewer(player)
        if self.kind.perfect_recall:
            found = self.game.information.tensor(state.recall, viewer)
        else:
            found = self.game.observations.observe(state.position, viewer)
        self.tensor[:] = np.frombuffer(found, np.float32)

    def string_from(self, state: SpielState, player: int) -> str:
        """Returns the part of a state that a player may know, as a text."""
        viewer = self._viewer(player)
        if self.kind.perfect_recall:
            return self.game.information.text(state.recall, viewer)  # type: ignore[no-any-return]
        return self.game.observations.text(state.position.view(viewer))  # type: ignore[no-any-return]


class Nothing:
    """Observes nothing."""

    tensor: Any = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to fill."""

    def string_from(self, state: SpielState, player: int) -> None:
        """No text."""
