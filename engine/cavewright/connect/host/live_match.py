"""A match in memory: as many actions as the store had when somebody last looked, and the accounts of its viewers."""

from __future__ import annotations

import threading

from ...bots.players import Bot, make
from ...play.matches.match import Match
from ...play.positions.action import Action
from .account import Account
from .store import Beginning, WaitsFor

MOST_ACCOUNTS = 64
"""Of one match: for each viewer and language one."""


class LiveMatch:
    """A match in memory. Whoever reads or changes it holds `lock`; `match` is there once somebody has loaded it."""

    def __init__(self, id: str) -> None:
        self.id, self.lock = id, threading.RLock()
        self.beginning: Beginning
        self.match: Match | None = None
        self.ends: list[int] = []
        """Behind how many entries of the match the beginning stands, and each action."""
        self.written_for: WaitsFor | None = None
        """Who was to act behind what this process wrote last."""
        self._accounts: dict[tuple[int | None, str], Account] = {}
        self._bots: dict[int, Bot] = {}

    def start(self, beginning: Beginning, match: Match) -> None:
        """Takes a match as it began."""
        self.beginning, self.match, self.ends = beginning, match, [len(match.move_stack)]

    @property
    def playing(self) -> Match:
        """The match, which was loaded."""
        assert self.match is not None
        return self.match

    @property
    def number(self) -> int:
        """The count of the actions, for the store."""
        return len(self.ends) - 1

    def push(self, action: Action | str) -> None:
        """Carries out an action, and what chance brings then."""
        self.playing.push(action)
        self.ends.append(len(self.playing.move_stack))

    def pop(self) -> None:
        """Takes the last action back. No viewer was told of it."""
        self.playing.pop()
        self.ends.pop()

    def forget(self) -> None:
        """Forgets all; whoever comes next reads it from the store."""
        self.match = None
        self._accounts.clear()
        self._bots.clear()

    def account(self, viewer: int | None, lang: str) -> Account:
        """Returns the account of a viewer, caught up. Raises ValueError for a language that there is not."""
        found = self._accounts.get((viewer, lang))
        if found is None:
            self.playing.game.wording(lang)
            if len(self._accounts) >= MOST_ACCOUNTS:
                del self._accounts[next(iter(self._accounts))]
            found = self._accounts[viewer, lang] = Account(self.id, self.playing, viewer, lang)
        found.catch_up(self.ends)
        return found

    # ---- bots ------------------------------------------------------------------------------------------------------

    @property
    def waits_for(self) -> WaitsFor:
        """Names who acts next."""
        if self.playing.state.is_terminal:
            return "nobody"
        return "people" if self.bot_seat is None else "bots"

    @property
    def bot_seat(self) -> int | None:
        """The first seat of a bot that may act now."""
        bots = self.beginning.bots
        return next((each for each in self.playing.state.active_players if bots[each]), None)

    def bot(self, seat: int) -> Bot:
        """Returns the bot of a seat."""
        if seat not in self._bots:
            self._bots[seat] = make(self.beginning.bots[seat], self.playing.game, self.playing.seed + seat)
        return self._bots[seat]
