"""Games of OpenSpiel: every ruleset as `python_cavewright_ID`. Needs the extra `openspiel`.

>>> import pyspiel
>>> names = register(["tic-tac-toe"])
>>> state = pyspiel.load_game(names[0]).new_initial_state()
>>> state.apply_action(4)
>>> state.action_to_string(1, 0), len(state.legal_actions()), state.observation_tensor(0)[:3]
('mark a1', 8, [0.0, 1.0, 0.0])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ..compose import registered_games
from ..encodings import Actions, EncodingError, Information, Observations, Recall
from ..loading.load import load_game
from ..positions.action import CHANCE
from ..positions.sight import ALL, Viewer
from ..source.argument_checks import shown
from ..source.frozen import frozen
from ..states.game import Game
from .payoffs import WIN, has_chance, is_perfect, known_utility, option_values, payoffs, together

PREFIX = "python_cavewright_"
MOVES = 1_000
"""Moves after which a game is cut, chance among them, unless told otherwise."""
WORST = 1_000_000.0
"""What a score is never beyond, as OpenSpiel is told."""
REMEMBERED = 16
"""Moves that tensors of information states recall, unless told otherwise."""
DEFAULTS: Mapping[str, Any] = {
    "players": 0,
    "overlays": "",
    "options": "",
    "utility": WIN,
    "max_moves": MOVES,
    "reach": 0,
    "remembered": REMEMBERED,
}
"""The parameters of a game, all of which may be left out. 0 players are as few as may play, a reach of 0 is the default
of `Actions`."""


@frozen
class Misfit:
    """What of a ruleset OpenSpiel's model has no room for, and what is done about it. `fits` is False where nothing can
    be done; `players` are the numbers of players that this is about.

    >>> found = misfits()[0]
    >>> found.ruleset, found.players
    ('cave-vs-cave', (1, 2))
    """

    ruleset: str
    players: tuple[int, ...]
    fits: bool
    reason: str


def register(ids: Iterable[str] | None = None) -> tuple[str, ...]:
    """Registers rulesets with OpenSpiel, by default all, and returns their names there; one that is registered already
    stays.

    `pyspiel.load_game("python_cavewright_the-cave(players=3,options=starting_kit:suggested,utility=score)")` then gives
    a game. `overlays` are ids joined by `+`, `options` pairs such as `name:value;name:value`. `utility` is `win` (1, -1,
    or 0 for all) or `score`. A game is cut after `max_moves` moves, chance among them, and pays as if it ended there.
    Raises ValueError for an id of no ruleset.

    >>> register(["hex"]), register(["hex"])
    (('python_cavewright_hex',), ('python_cavewright_hex',))
    """
    known, found = set(pyspiel.registered_names()), []
    for id in registered_games() if ids is None else ids:
        game = load_game(id)
        name = PREFIX + id
        if name not in known:
            pyspiel.register_game(_type_of(game, WIN, name), type(name, (SpielGame,), {"id": id}))
        found.append(name)
    return tuple(found)


def misfits(ids: Iterable[str] | None = None) -> tuple[Misfit, ...]:
    """What of rulesets, by default of all, does not fit OpenSpiel's model, with the reason.

    >>> [each.reason.partition(":")[0] for each in misfits(["the-cave"])]
    ['players act at once', 'the rules set no bound to its length']
    """
    found: list[Misfit] = []
    for id in registered_games() if ids is None else ids:
        game = load_game(id)
        found += _misfits(id, game)
    return tuple(found)


def _misfits(id: str, game: Game) -> Iterable[Misfit]:
    everybody = tuple(game.players)
    wide: dict[str, list[int]] = {}
    for players in everybody:
        try:
            Actions(game, players)
        except EncodingError as error:
            wide.setdefault(str(error), []).append(players)
    yield from (Misfit(id, tuple(several), False, said) for said, several in wide.items())
    if together(game):
        said = "players act at once: each makes several choices of its own; they are asked one after another, unseen"
        yield Misfit(id, everybody, True, said)
    if not _is_short(game):
        said = "the rules set no bound to its length: it is cut after `max_moves`, and pays as if it ended there"
        yield Misfit(id, everybody, True, said)


def _is_short(game: Game) -> bool:
    """Whether every move fills one of the places of a board for good, as far as can be told from the rules: one kind of
    action, no chance."""
    signatures = [*game.signatures.values()]
    return len(signatures) == 1 and not signatures[0].chance and all(b.fixed for b in game.rules_model.boards.values())


def _type_of(game: Game, utility: str, name: str) -> Any:
    """What OpenSpiel is told of a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=f"Cavewright: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(game) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if is_perfect(game)
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum(game, utility) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1,
        min_num_players=game.players.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
    )


class Setting:
    """What a game of OpenSpiel is about: a ruleset as it is set, and how it is encoded. OpenSpiel keeps its games
    without what Python has put there, so states and observers ask for this by name and parameters."""

    def __init__(self, id: str, params: Mapping[str, Any]) -> None:
        self._named = id, params
        given = params
        overlays = [each for each in given["overlays"].split("+") if each]
        game = self.ruleset = load_game(id, overlays=overlays, options=option_values(given["options"]))
        players = given["players"] or game.players.start
        self.utility, self.max_moves = known_utility(given["utility"]), int(given["max_moves"])
        if self.max_moves < 1:
            raise ValueError(f"max_moves is a whole number from 1, not {shown(self.max_moves)}")
        reach = given["reach"] or None
        self.actions, self.observations = Actions(game, players, reach), Observations(game, players, reach)
        self.information = Information(self.actions, self.observations, int(given["remembered"]))

    def __deepcopy__(self, known: object) -> Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return known_setting, self._named

    def info(self) -> Any:
        """The bounds, as OpenSpiel is told."""
        worst = 1.0 if self.utility == WIN else WORST
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=self.actions.chance_size,
            num_players=self.actions.players,
            min_utility=-worst,
            max_utility=worst,
            utility_sum=0.0 if is_zero_sum(self.ruleset, self.utility) else None,
            max_game_length=self.max_moves,
        )


def known_setting(id: str, params: Mapping[str, Any]) -> Setting:
    """The setting of a ruleset with parameters, of which each may be left out."""
    return _setting(id, tuple(sorted({**DEFAULTS, **params}.items())))


@lru_cache(maxsize=64)
def _setting(id: str, params: tuple[tuple[str, Any], ...]) -> Setting:
    return Setting(id, dict(params))


def setting_of(game: Any) -> Setting:
    """What a game of OpenSpiel is about. ValueError for one of another maker."""
    name = game.get_type().short_name
    if not name.startswith(PREFIX):
        raise ValueError(f"game is one of `{PREFIX}…`, not {shown(name)}")
    return known_setting(name.removeprefix(PREFIX), game.get_parameters())


def is_zero_sum(game: Game, utility: str) -> bool:
    """Whether what one wins the other loses."""
    return utility == WIN and game.players == range(2, 3)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; `setting_of(game).ruleset` is the `cavewright.Game`. Each ruleset is a class of its own.

    >>> names = register(["tic-tac-toe"])
    >>> state = pyspiel.load_game(names[0]).new_initial_state()
    >>> state.legal_actions()[:3], state.action_to_string(4)
    ([0, 1, 2], 'mark b2')
    """

    id: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        setting = known_setting(self.id, given)
        super().__init__(_type_of(setting.ruleset, setting.utility, PREFIX + self.id), setting.info(), given)

    def new_initial_state(self) -> SpielState:
        """The state at the beginning."""
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self.id, dict(self.get_parameters()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | Nothing:
        """What observes states: for a player, for nobody (public information alone), or for all. Private information
        without that which is public is not to be had: views hold both."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params) if kind.public_info else Nothing()

    def max_chance_nodes_in_history(self) -> int:
        """At most how often chance is due."""
        setting = setting_of(self)
        return setting.max_moves if has_chance(setting.ruleset) else 0


def _game_again(id: str, params: Mapping[str, Any]) -> Any:
    """The game of a pickle, in whatever process."""
    return pyspiel.load_game(register([id])[0], params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. `position` is the `cavewright.State`, `recall` the way there.

    While players act at once, the first of those who have still to choose is asked.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.setting = setting_of(game)
        self.recall = Recall(self.setting.ruleset.new_initial_state(self.setting.actions.players))

    @property
    def position(self) -> Any:
        """The state of Cavewright."""
        return self.recall.state

    def current_player(self) -> int:
        """Who decides: the first of those who may act, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        active = self.position.active_players
        return active[0] if active else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut."""
        return bool(self.position.is_terminal or self.recall.moves >= self.setting.max_moves)

    def _legal_actions(self, player: int) -> list[int]:
        return self.setting.actions.legal(self.position, player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, with probabilities."""
        encode = self.setting.actions.encode
        return sorted((encode(action), float(share)) for action, share in self.position.chance_outcomes())

    def _apply_action(self, number: int) -> None:
        player = self.current_player()
        self.recall = self.recall.after(self.setting.actions.decode(int(number), CHANCE if player < 0 else player))

    def _action_to_string(self, player: int, number: int) -> str:
        return self.setting.actions.decode(int(number), CHANCE if player < 0 else player).text

    def returns(self) -> list[float]:
        """What the game pays each player; nothing before its end."""
        if not self.is_terminal():
            return [0.0] * self.setting.actions.players
        return payoffs(self.position, self.setting.utility)

    def __str__(self) -> str:
        return self.setting.observations.text(self.position.view(ALL))


class Observer:
    """Observes states of a game: `tensor` and `dict` are filled by `set_from`, in place. It takes no parameters."""

    def __init__(self, spiel: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {shown(params)}")
        game, self.kind = setting_of(spiel), kind
        self.game = game
        self.size = game.information.size if kind.perfect_recall else game.observations.size
        self.tensor: Any = np.zeros(self.size, np.float32)
        self.dict: dict[str, Any] = {}
        at = self.size - game.observations.size
        if at:
            self.dict["moves"] = self.tensor[:at].reshape((-1, game.information.row))
        for part in game.observations.parts:
            end = at + part.at + part.shape[0] * part.shape[1]
            self.dict[part.name] = self.tensor[at + part.at : end].reshape(part.shape)

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
            found = self.game.observations.tensor(state.position.view(viewer))
        self.tensor[:] = np.frombuffer(found, np.float32)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player may know of a state, as a text."""
        viewer = self._viewer(player)
        if self.kind.perfect_recall:
            return self.game.information.text(state.recall, viewer)
        return self.game.observations.text(state.position.view(viewer))


class Nothing:
    """Observes nothing."""

    tensor: Any = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to fill."""

    def string_from(self, state: SpielState, player: int) -> None:
        """No text."""
