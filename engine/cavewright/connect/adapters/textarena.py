"""Environments in the shape that TextArena's have: texts in, texts out. Needs nothing but numpy.

>>> arena = env("tic-tac-toe")
>>> arena.reset(num_players=2, seed=7)
>>> player, messages = arena.get_observation()
>>> player, messages[0][1].splitlines()[0]
(0, 'You play Tic-tac-toe as Player 1, player 0 of 2.')
>>> arena.step("The middle. ACTION: mark b2"), arena.step("mark b2")
((False, {}), (True, {'reason': 'Player 2 made an invalid move: ...'}))
>>> arena.close()[0]
{0: 1.0, 1: -1.0}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...foundation.source.frozen import frozen
from ...play.positions.action import Action
from ...play.states.game import Game
from ..prompts.prompt import prompt
from ..prompts.reply import read_reply
from .episode import Episode

GAME = -1
"""Who speaks, where it is no player."""


class MessageType(str):
    """Sort of a message: equal to its name, and to the member of TextArena's enumeration that has this name."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, getattr(other, "name", other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


PROMPT, EVENT = MessageType("PROMPT"), MessageType("GAME_ACTION_DESCRIPTION")
BOARD, ADMIN = MessageType("GAME_BOARD"), MessageType("GAME_ADMIN")
Message = tuple[int, str, MessageType]
"""Who speaks, the text, its sort."""


@frozen
class ArenaState:
    """State of an arena, as TextArena's wrappers ask for it."""

    num_players: int
    current_player_id: int
    role_mapping: dict[int, str]
    """names of the players"""
    turn: int
    done: bool
    rewards: dict[int, float] | None
    game_info: dict[int, dict[str, Any]]


def env(game: Game | str, **settings: Any) -> Arena:
    """An environment of a game, or of the ruleset of an id or a path; `settings` are those of `Arena`.

    >>> env("tic-tac-toe").get_observation()[0]
    0
    """
    return Arena(game, **settings)


class Arena:
    """A match of players who read and write. Who has to decide is told what happened since it was asked last, as far as
    it saw it, and then its decision in writing (`cavewright.prompt`), as the board; a reply is read by
    `cavewright.read_reply`. Wrappers of TextArena take it as an environment of theirs.

    A reply that names no legal action is told why, and asked for again `errors` times; the next one ends the match: who
    gave it is paid -1, all others 1. `info` of `step` holds the `reason` then. `settings` are those of `Episode`.

    >>> arena = Arena("tic-tac-toe", errors=1)
    >>> arena.step("hm"), arena.get_observation()[1][-2][1].splitlines()[0]
    ((False, {}), '“hm” is no action of this game. ...')
    """

    def __init__(self, game: Game | str, errors: int = 0, lang: str = "en", **settings: Any) -> None:
        self.errors, self.lang = errors, lang
        self.episode = Episode(game, **settings)
        self.game = self.episode.game
        self._begin()

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """A new match for so many players. ValueError for a number that may not play."""
        self.episode = self.episode.again(num_players)
        self.episode.begin(seed)
        self._begin()

    def _begin(self) -> None:
        self.rewards: dict[int, float] | None = None
        self.info: dict[int, dict[str, Any]] = {n: {"invalid_move": False} for n in range(self.episode.players)}
        self._since = [-1] * self.episode.players
        self._left = self.errors
        self._refused = ""

    def get_observation(self) -> tuple[int, list[Message]]:
        """Returns the player who decides, and the messages for that player: at first who it is, then what it saw
        happen, why its last reply was none, its decision."""
        episode, player = self.episode, self.episode.player
        if player < 0 or self.rewards is not None:
            return GAME, []
        match = episode.match
        said, since = prompt(match.state, player, self.lang), self._since[player]
        self._since[player] = len(match.move_stack)
        found = [(GAME, said.partition("\n")[0], PROMPT)] if since < 0 else []
        for each in match.told(player, max(since, 0), self.lang):
            found.append((each["player"] if each["player"] is not None else GAME, _line(each), EVENT))
        refused = [(GAME, self._refused, ADMIN)] if self._refused else []
        return player, [*found, *refused, (GAME, said, BOARD)]

    @property
    def state(self) -> ArenaState:
        """State of the match, by TextArena's names."""
        episode, is_over = self.episode, self.rewards is not None
        return ArenaState(
            num_players=episode.players,
            current_player_id=GAME if is_over else episode.player,
            role_mapping=dict(enumerate(episode.state.names)),
            turn=len(episode.match.move_stack),
            done=is_over,
            rewards=self.rewards,
            game_info=self.info,
        )

    def get_board_str(self) -> str:
        """Returns the board as text, as a spectator knows it."""
        from ...foundation.draw import draw_text
        from ...play.views.scene import scene_of

        return draw_text(scene_of(self.episode.state, None))

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Carries out the action that a reply names. Whether the match is over, and why if it was ended."""
        if self.rewards is not None:
            return True, {}
        episode, player = self.episode, self.episode.player
        read = read_reply(episode.state, player, action)
        if not isinstance(read, Action):
            return self._refuse(player, read.text(self.lang))
        self._left, self._refused = self.errors, ""
        episode.push(read)
        if episode.is_over:
            self.rewards = dict(enumerate(episode.payments()))
        return self.rewards is not None, {}

    def _refuse(self, player: int, why: str) -> tuple[bool, dict[str, Any]]:
        """A reply was none."""
        if self._left:
            self._left, self._refused = self._left - 1, why
            return False, {}
        self.info[player]["invalid_move"] = True
        self.rewards = {n: -1.0 if n == player else 1.0 for n in self.info}
        return True, {"reason": f"{self.episode.state.names[player]} made an invalid move: {why}"}

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Returns the payoff of each player, none before the end of the match, and the facts that are known of each."""
        return self.rewards, self.info


def _line(told: Mapping[str, Any]) -> str:
    """A move that a player was told of, with what it saw of it."""
    return ": ".join(filter(None, (told["text"], "; ".join(told["events"]))))
