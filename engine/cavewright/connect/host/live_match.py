"""A match in memory: as many actions as the store had when somebody last looked, and the accounts of its viewers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from copy import copy

from ...bots.players import Bot, make
from ...play.matches.match import Match
from ...play.matches.undoing import REFUSED, find_undoable, is_unseen, undo_for
from ...play.positions.action import Action
from .account import Account
from .entries import Seating, Undoing, read_entry
from .store import Beginning, WaitsFor
from .trail import Aside, Trail

MOST_ACCOUNTS = 64
"""Of one match: for each viewer and language one."""


class LiveMatch:
    """A match in memory. Whoever reads or changes it holds `lock`; `match` is there once somebody has loaded it."""

    def __init__(self, id: str) -> None:
        self.id, self.lock = id, threading.RLock()
        self.beginning: Beginning
        self.match: Match | None = None
        self.trail: Trail
        self.may_undo = True
        self.bots: tuple[str, ...] = ()
        self.taken: tuple[bool, ...] = ()
        self.written_for: WaitsFor | None = None
        """Who was to act behind what this process wrote last."""
        self._accounts: dict[tuple[int | None, str], Account] = {}
        self._bots: dict[tuple[int, str], Bot] = {}

    def start(self, beginning: Beginning, match: Match, may_undo: bool = True) -> None:
        """Takes a match as it began, and whether its players may take back."""
        self.may_undo = may_undo
        self.beginning, self.match, self.trail = beginning, match, Trail(len(match.move_stack))
        self.bots, self.taken = beginning.bots, (False,) * len(match.names)

    @property
    def playing(self) -> Match:
        """The match, which was loaded."""
        assert self.match is not None
        return self.match

    @property
    def number(self) -> int:
        """The count of the entries, for the store."""
        return len(self.trail) - 1

    def carry_out(self, text: str) -> None:
        """Carries out an entry of the store. Raises ValueError where that cannot be."""
        entry = read_entry(text)
        if isinstance(entry, Undoing):
            self.undo(entry.player)
        elif isinstance(entry, Seating):
            self.seat(entry.bots, entry.taken)
        else:
            self.push(*entry.texts, by_host=True)
            if entry.takes_seat:
                self.take_seat(self.playing.move_stack[self.trail.ends[-2]].player)

    def push(self, *actions: Action | str, by_host: bool = False) -> None:
        """Carries out actions as one entry, all or none, and what chance brings then; `by_host`: also those that only the
        host does."""
        try:
            for each in actions:
                self.playing.push(each, by_host)
        except BaseException:
            self._pop_to(self.trail.ends[-1])
            raise
        self.trail.add(len(self.playing.move_stack))

    def pop(self) -> None:
        """Takes the last entry of actions back. No viewer was told of it."""
        self._pop_to(self.trail.pop())

    def _pop_to(self, moves: int) -> None:
        while len(self.playing.move_stack) > moves:
            self.playing.pop()

    def undo(self, player: int) -> None:
        """Carries out an undoing, which is an entry of its own. Raises ValueError where it may not be."""
        index = find_undoable(self.playing, player)
        if index is None:
            raise ValueError(REFUSED)
        before = copy(self.playing)
        undo_for(self.playing, player)
        self.trail.undo(before, index, is_unseen(before, index + 1))
        self._accounts.clear()

    def seat(self, bots: tuple[str, ...], taken: tuple[bool, ...]) -> None:
        """Notes who sits where, of which no viewer is told."""
        self.bots, self.taken = bots, taken
        self.trail.add_aside(Aside(None, is_hidden=True))

    def take_seat(self, seat: int) -> None:
        """Notes that a person has come to a seat."""
        self.taken = tuple(each or n == seat for n, each in enumerate(self.taken))

    def undo_preview(self, player: int) -> Match | None:
        """Returns the match as an undoing would leave it; None where the player may not."""
        trial = copy(self.playing)
        try:
            undo_for(trial, player)
        except ValueError:
            return None
        return trial

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
            found = self._accounts[viewer, lang] = Account(self.id, self.playing, viewer, lang, self.may_undo)
        found.catch_up(self.trail)
        return found

    # ---- bots ------------------------------------------------------------------------------------------------------

    @property
    def waits_for(self) -> WaitsFor:
        """Names who acts next."""
        return self.find_waited_for(self.bots)

    def find_waited_for(self, bots: tuple[str, ...]) -> WaitsFor:
        """Names who acts next if these bots sit there."""
        if self.playing.state.is_terminal:
            return "nobody"
        return "bots" if any(bots[each] for each in self.playing.state.active_players) else "people"

    @property
    def bot_seat(self) -> int | None:
        """The first seat of a bot that may act now."""
        return next((each for each in self.playing.state.active_players if self.bots[each]), None)

    def bot(self, seat: int) -> Bot:
        """Returns the bot of a seat."""
        key = seat, self.bots[seat]
        if key not in self._bots:
            self._bots[key] = make(self.bots[seat], self.playing.game, self.playing.seed + seat)
        return self._bots[key]

    def let_bot_act(self, seat: int, write: Callable[[Action], None]) -> None:
        """Lets the bot of a seat act. It thinks while others look at the match, and what it chose counts only where the
        match has not changed meanwhile."""
        with self.lock:
            if self.match is None or not self.bots[seat]:
                return
            bot, state, number = self.bot(seat), self.match.state, self.number
        action = bot.choose(state, seat)
        with self.lock:
            if self.match is not None and self.number == number:
                write(action)

    def forget_bot(self, seat: int) -> None:
        """Forgets the bot of a seat, which failed; the next one of its name begins anew."""
        self._bots.pop((seat, self.bots[seat]), None)
