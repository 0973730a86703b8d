"""Sessions: the games that are served and the matches that are played, by id. No transport is known here."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...foundation.source import nearest
from ...language.compose import registered_games
from ...play.loading.load import load_game, load_rules
from ...play.matches.match import Match
from ...play.states.game import Game
from .faults import REFUSED, Fault, faults_of, wrong
from .put_away import Shelf

MOST_MATCHES = 20_000
"""Matches that are open, in memory and put away."""
IN_MEMORY = 500
"""Matches in memory; the one that was asked for longest ago is put away to the disk where another needs room."""
MOST_MOVES = 50_000
"""Of one match."""


@dataclass
class Open:
    """A match that is open: in memory, or put away to the disk."""

    game: str
    match: Match | None
    moves: int = 0
    is_terminal: bool = False

    def note(self) -> None:
        """Notes where the match stands, so that this can be told while it is put away."""
        if self.match is not None:
            self.moves, self.is_terminal = len(self.match.move_stack), self.match.state.is_terminal


class Sessions:
    """The matches of one server. Given specs, only these games are played; else all that are installed.

    >>> sessions = Sessions()
    >>> id = sessions.open(Match(sessions.game("tic-tac-toe"), 2, seed=1))
    >>> sessions.match(id).game.id, sessions.close(id), sessions.close(id)
    ('tic-tac-toe', True, False)
    """

    def __init__(self, specs: Iterable[str] = (), most: int = MOST_MATCHES, in_memory: int = IN_MEMORY) -> None:
        self.most, self.in_memory, self._count = most, in_memory, 0
        self.lock, self.studies = threading.RLock(), 0
        """Held by whoever of several clients asks for something, and how many simulations run."""
        self._open: dict[str, Open] = {}
        self._used: OrderedDict[str, None] = OrderedDict()
        self._shelf = Shelf()
        self.on_put_away: Callable[[str], None] = lambda id: None
        self.specs = {load_game(each).id: each for each in specs}

    # ---- games ---------------------------------------------------------------------------------------------------

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of what can be played."""
        return tuple(self.specs) or registered_games()

    def game(
        self,
        name: str = "",
        files: Mapping[str, str] = {},
        overlays: Sequence[str | Mapping[str, str]] = (),
        options: Mapping[str, Any] = {},
    ) -> Game:
        """A game as it is asked for. No path is looked at, but those that the server was begun with."""
        if bool(name) == bool(files):
            raise wrong("game", name, "the id of a game, or `files` hold its rules")
        if files:
            if self.specs:
                raise wrong("files", list(files), "not given: this server plays the games that it was begun with")
            with faults_of("files", list(files)):
                return load_rules(files, overlays=overlays, options=options)
        with faults_of("game", name):
            return self._load(name, overlays=overlays, options=options)

    def _load(self, name: str, **given: Any) -> Game:
        base, *more = name.split("+")
        if self.specs and base not in self.specs:
            near = nearest(base, self.specs)
            raise ValueError(
                f"this server plays {', '.join(self.specs)}" + (f"; did you mean `{near}`?" if near else "")
            )
        if base in self.specs:
            return load_game(self.specs[base], **{**given, "overlays": [*more, *given["overlays"]]})
        return load_game(name, registered_only=True, **given)

    # ---- matches -------------------------------------------------------------------------------------------------

    def open(self, match: Match) -> str:
        """The id of a match that is played from now on."""
        if len(self._open) >= self.most:
            raise Fault(REFUSED, "limit", f"{self.most} matches are open; close one first", most=self.most)
        self._make_room()
        self._count += 1
        id = f"m{self._count}"
        self._open[id], self._used[id] = Open(match.game.id, match), None
        return id

    def match(self, id: str) -> Match:
        """The match of an id; it comes back from the disk if it was put away."""
        found = self._open.get(id)
        if found is None:
            raise wrong("match", id, "the id of an open match", "match")
        if found.match is None:
            match = self._shelf.fetch(id)
            self._make_room()
            found.match = match
            self._shelf.forget(id)
        self._used[id] = None
        self._used.move_to_end(id)
        return found.match

    def matches(self) -> list[tuple[str, Open]]:
        """All open matches with their ids, in the order in which they were opened."""
        for each in self._open.values():
            each.note()
        return list(self._open.items())

    def close(self, id: str) -> bool:
        """Forgets a match; whether there was one."""
        self._used.pop(id, None)
        self._shelf.forget(id)
        return self._open.pop(id, None) is not None

    def _make_room(self) -> None:
        """Puts the match away that was asked for longest ago, if there is no room for another."""
        while len(self._used) >= self.in_memory:
            oldest = next(iter(self._used))
            found = self._open[oldest]
            assert found.match is not None
            found.note()
            self._shelf.store(oldest, found.match)
            found.match = None
            del self._used[oldest]
            self.on_put_away(oldest)

    def resume(self, save: str) -> str:
        """The id of the match of a save."""
        load: Callable[..., Game] = self._load
        with faults_of("save", save):
            return self.open(Match.from_json(save, load))

    def check_length(self, match: Match) -> None:
        """Sees to it that a match does not grow for ever."""
        if len(match.move_stack) >= MOST_MOVES:
            raise Fault(REFUSED, "limit", f"a match has at most {MOST_MOVES} moves", most=MOST_MOVES)

    def push(self, match: Match, text: str, player: int, moves: int | None = None, by_host: bool = False) -> str:
        """Carries out an action of a player; its text. Faults say why it is not carried out."""
        if moves is not None and moves != len(match.move_stack):
            told_moves = {"field": "moves", "value": str(moves), "expected": str(len(match.move_stack))}
            message = f"the match has {len(match.move_stack)} moves, not {moves}: it has gone on since"
            raise Fault(REFUSED, "stale", message, [told_moves], moves=len(match.move_stack))
        self.check_length(match)
        with faults_of("player", player):
            player = match.state.player_meant(player)
        with faults_of("action", text):
            return match.push(match.game.parse_action(text, player), by_host).text
