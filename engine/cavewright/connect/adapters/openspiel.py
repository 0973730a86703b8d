"""Games of OpenSpiel: every ruleset as `python_cavewright_ID`. Needs the extra `openspiel`.

>>> import pyspiel
>>> names = register(["tic-tac-toe"])
>>> state = pyspiel.load_game(names[0]).new_initial_state()
>>> state.apply_action(4)
>>> state.action_to_string(1, 0), len(state.legal_actions()), state.observation_tensor(0)[:3]
('mark a1', 8, [0.0, 1.0, 0.0])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import pyspiel

from ...bots.encodings import Actions, EncodingError, Information, Observations
from ...bots.encodings.payoffs import MOVES, WIN, known_utility, utility_range, utility_sum
from ...foundation.source.argument_checks import show_value
from ...foundation.source.frozen import frozen
from ...language.compose import registered_games
from ...play.loading.load import load_game
from ...play.states.game import Game
from .game_traits import has_chance, is_perfect, option_values, together
from .openspiel_stand import Beginning, Stand
from .openspiel_state import Nothing, Observer, SpielState
from .starting_states import StartingStates

PREFIX = "python_cavewright_"
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
    """Part of a ruleset that OpenSpiel's model has no room for, and the way out. `fits` is False where nothing can be
    done; `players` are the numbers of players that this is about.

    >>> found = misfits()[0]
    >>> found.ruleset, found.players
    ('backgammon', (2,))
    """

    ruleset: str
    players: tuple[int, ...]
    fits: bool
    reason: str


def register(games: Iterable[str | Game] | None = None) -> tuple[str, ...]:
    """Registers rulesets with OpenSpiel, by default all that are bundled, and returns their names there; one that is
    registered already stays.

    `pyspiel.load_game("python_cavewright_the-cave(players=3,options=starting_kit:suggested,utility=score)")` then gives
    a game. `overlays` are ids joined by `+`, `options` pairs such as `name:value;name:value`. `utility` is `win` (1, -1,
    or 0 for all), `score`, or `margin` (by how much a score passes the average of all). A game is cut after `max_moves`
    moves, chance among them, and pays as if it ended there. A `Game` is registered as it is set, under its id and the
    beginning of its hash. Raises ValueError for an id of no ruleset.

    >>> register(["hex"]), register(["hex"])
    (('python_cavewright_hex',), ('python_cavewright_hex',))
    >>> from cavewright import load_game
    >>> register([load_game("hex")]) == (f"python_cavewright_hex_{load_game('hex').hash[:8]}",)
    True
    """
    known, found = set(pyspiel.registered_names()), []
    for each in registered_games() if games is None else games:
        game = each if isinstance(each, Game) else load_game(each)
        name = PREFIX + (f"{game.id}_{game.hash[:8]}" if isinstance(each, Game) else each)
        if name not in known:
            pyspiel.register_game(
                _type_of(game, WIN, game.players.start, name), type(name, (SpielGame,), {"rules": each})
            )
            known.add(name)
        found.append(name)
    return tuple(found)


def misfits(ids: Iterable[str] | None = None) -> tuple[Misfit, ...]:
    """Returns the parts of rulesets, by default of all, that do not fit OpenSpiel's model, with the reason.

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
    """Tells if every move fills one of the places of a board for good, as far as can be told from the rules: one kind
    of action, no chance."""
    signatures = [*game.signatures.values()]
    return len(signatures) == 1 and not signatures[0].chance and all(b.fixed for b in game.rules_model.boards.values())


def _type_of(game: Game, utility: str, players: int, name: str) -> Any:
    """Returns the type of a game for OpenSpiel. Where nothing is hidden, observations are all that there is to know:
    then learners are given these and no tensors of information states, which hold the moves as well."""
    kinds, perfect = pyspiel.GameType, is_perfect(game)
    return kinds(
        short_name=name,
        long_name=f"Cavewright: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(game) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if perfect else kinds.Information.IMPERFECT_INFORMATION,
        utility=_kind_of_sum(utility_sum(game, utility, players)),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1,
        min_num_players=game.players.start,
        provides_information_state_string=True,
        provides_information_state_tensor=not perfect,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
    )


def _kind_of_sum(whole: float | None) -> Any:
    """Returns OpenSpiel's word for games that always pay so much in all."""
    kinds = pyspiel.GameType.Utility
    if whole is None:
        return kinds.GENERAL_SUM
    return kinds.CONSTANT_SUM if whole else kinds.ZERO_SUM


class Setting:
    """Setting of a game of OpenSpiel: a ruleset as it is set, and how it is encoded."""

    def __init__(self, rules: str | Game, params: Mapping[str, Any]) -> None:
        self._made_of = rules, params
        given = params
        overlays = [each for each in given["overlays"].split("+") if each]
        game = self.ruleset = _set(rules, overlays, option_values(given["options"]))
        players = self.players = given["players"] or game.players.start
        self.utility = known_utility(given["utility"])
        self.max_moves = int(given["max_moves"])
        if self.max_moves < 1:
            raise ValueError(f"max_moves is a whole number from 1, not {show_value(self.max_moves)}")
        reach = given["reach"] or None
        self.actions = Actions(game, players, reach)
        self.observations = Observations(game, players, reach)
        self.starts = StartingStates(game, players)
        self.information = Information(self.actions, self.observations, int(given["remembered"]))

    def __reduce__(self) -> tuple[Any, ...]:
        return known_setting, self._made_of

    def info(self) -> Any:
        """The bounds, as OpenSpiel is told."""
        low, high = utility_range(self.ruleset, self.utility, self.players)
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=self.actions.chance_size,
            num_players=self.players,
            min_utility=low,
            max_utility=high,
            utility_sum=utility_sum(self.ruleset, self.utility, self.players),
            max_game_length=self.max_moves,
        )


def _set(rules: str | Game, overlays: Sequence[str], options: Mapping[str, Any]) -> Game:
    """The game of a ruleset with overlays and options. A game that was registered has its own."""
    if isinstance(rules, str):
        return load_game(rules, overlays=overlays, options=options)
    if overlays:
        raise ValueError("overlays are those of the game that was registered; load it with them")
    return rules.with_options({**rules.options, **options}) if options else rules


def known_setting(rules: str | Game, params: Mapping[str, Any]) -> Setting:
    """The setting of a ruleset with parameters, of which each may be left out."""
    return _setting(rules, tuple(sorted({**DEFAULTS, **params}.items())))


@lru_cache(maxsize=64)
def _setting(rules: str | Game, params: tuple[tuple[str, Any], ...]) -> Setting:
    return Setting(rules, dict(params))


def setting_of(game: Any) -> Setting:
    """Returns the setting of a game of OpenSpiel. ValueError for one of another maker."""
    found: Setting | None = getattr(game, "setting", None)
    if found is None:
        name = game.get_type().short_name
        rules = next((each.rules for each in SpielGame.__subclasses__() if each.__name__ == name), None)
        if rules is None:
            raise ValueError(f"game is one of `{PREFIX}…`, not {show_value(name)}")
        found = known_setting(rules, game.get_parameters())
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; `setting_of(game).ruleset` is the `cavewright.Game`. Each ruleset is a class of its own.

    >>> names = register(["tic-tac-toe"])
    >>> state = pyspiel.load_game(names[0]).new_initial_state()
    >>> state.legal_actions()[:3], state.action_to_string(4)
    ([0, 1, 2], 'mark b2')
    """

    rules: str | Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        setting = self.setting = known_setting(self.rules, given)
        self._beginning = Beginning()
        name = type(self).__name__
        super().__init__(_type_of(setting.ruleset, setting.utility, setting.players, name), setting.info(), given)

    def new_initial_state(self) -> SpielState:
        """The state at the beginning."""
        return SpielState(self)

    def first_stand(self) -> Stand:
        """The node of the first state."""
        return self._beginning.of(self)

    def __deepcopy__(self, known: object) -> SpielGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self.rules, dict(self.get_parameters()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | Nothing:
        """Returns an observer of states: for a player, for nobody (public information alone), or for all. Private
        information without that which is public is not to be had: views hold both."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params) if kind.public_info else Nothing()

    def max_chance_nodes_in_history(self) -> int:
        """At most how often chance is due."""
        setting = setting_of(self)
        return setting.max_moves if has_chance(setting.ruleset) else 0


def _game_again(rules: str | Game, params: Mapping[str, Any]) -> Any:
    """The game of a pickle, in whatever process."""
    return pyspiel.load_game(register([rules])[0], params)
