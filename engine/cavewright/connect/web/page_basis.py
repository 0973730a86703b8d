"""Basis of a page: for whom it is, which position it shows, and what that guest was told of what happened before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from ...foundation.texts import Texts
from ...play.matches.match import Match
from ...play.matches.narration import Told, narrate
from ...play.positions.action import CHANCE
from ...play.positions.moment import wording_at
from ...play.positions.sight import Viewer
from ...play.positions.wording import Wording
from ...play.states.game import State
from .page_values import Asked
from .table import Guest, Table
from .texts import WORDS


class PageBasis:
    """The position that a guest looks at, and whose turn that guest plays."""

    def __init__(self, table: Table, guest: Guest, asked: Asked, lang: str) -> None:
        self.table, self.guest, self.asked, self.lang = table, guest, asked, lang
        self.match: Match = table.match
        self.words: Wording = self.match.game.wording(lang)
        self.texts: Texts = self.words.texts
        self.people = tuple(self.words.people(self.match.names))
        self.seats = table.seats(guest)
        self.shown = table.shown
        self.positions = self.shown.told_to(guest.seat)
        earlier = self.positions[:-1]
        self.then = earlier[asked.then] if asked.then is not None and asked.then < len(earlier) else None
        self.at = len(self.match.move_stack) if self.then is None else self.then
        self.state: State = self.match.at(self.at)
        self.acting = () if self.then is not None else tuple(n for n in self.state.active_players if n in self.seats)
        self.me = self.whose()
        self.viewer: Viewer = guest.seat if guest.role == "seat" else self.me
        self.may_hint = self.me in self.acting
        if self.me in self.acting:
            self.words = wording_at(self.state, lang, self.me, self.viewer)

    def say(self, what: str, /, **values: object) -> str:
        """A word of the page."""
        return self.texts.phrase(WORDS[what], **values)

    def whose(self) -> int | None:
        """The seat for which the page is: the one that acts; where a screen is shared and something on it is not for
        all, the one that says to be here."""
        if self.guest.role == "seat":
            return self.guest.seat if self.guest.seat in self.seats else None
        if self.table.is_private(self.guest):
            return self.asked.me if self.asked.me in self.acting else None
        return self.acting[0] if self.acting else self.seats[0] if len(self.seats) == 1 else None

    # ---- what has happened ------------------------------------------------------------------------------------------

    def since(self) -> int:
        """The entry behind which everything is told: the end of the last turn of whoever looks, before this one."""
        moves, at = self.match.move_stack, len(self.match.move_stack)
        if not isinstance(self.viewer, int):
            return max(0, at - 12)
        while at and moves[at - 1].player in (self.viewer, CHANCE):
            at -= 1
        while at and moves[at - 1].player != self.viewer:
            at -= 1
        return at or self.own_last_turn()

    def own_last_turn(self) -> int:
        """The entry behind which the last turn of somebody began who plays alone; 0 where others have acted too."""
        moves = self.match.move_stack
        if any(each.player not in (self.viewer, CHANCE) for each in moves):
            return 0
        ends = [n for n, each in enumerate(moves, 1) if each.name == "done" and n < len(moves)]
        return ends[-1] if ends else max(0, len(moves) - 12)

    def last_turn(self) -> int:
        """The entry behind which only one player has acted, and chance."""
        by = [each.player for each in self.match.move_stack[: self.at]]
        last = next((each for each in reversed(by) if each != CHANCE), CHANCE)
        return next((n for n in range(len(by), 0, -1) if by[n - 1] not in (last, CHANCE)), 0)

    def account(self, since: int) -> tuple[tuple[Told, ...], tuple[int, ...]]:
        """Returns the account of all that has happened since then, and of each part the position to which it led; of an
        earlier position the move that led to it."""
        if self.then is not None:
            behind = [each for each in self.positions if each < self.then]
            before = behind[-1] if behind else 0
            return tuple(_accounts(self.match, before, self.viewer, self.lang, self.then)), ()
        told = tuple(_accounts(self.match, since, self.viewer, self.lang))
        ends = accumulate((each.moves for each in told), initial=since)
        places = tuple(bisect_left(self.positions, end) for end in list(ends)[1:])
        return told[-30:], places[-30:]


def _accounts(match: Match, since: int, viewer: Viewer, lang: str, until: int | None = None) -> Iterator[Told]:
    at = since
    for each in narrate(match, since, viewer if isinstance(viewer, int) else None, lang):
        at += each.moves
        if until is not None and at > until:
            yield replace(each, parts=each.parts[:1])
            return
        yield each
