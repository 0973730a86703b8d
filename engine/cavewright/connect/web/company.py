"""Company at a table: its card, the clock that runs for whoever is to act, and the chat. None of it is part of the match."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from .table_card import (
    LONGEST_FORM,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_LINES,
    Agreement,
    Card,
    ChatLine,
    clean_text,
    write_card,
)


class Company:
    """The people at one table. Threads may use it at once. `path` is where the card is kept; without one it is forgotten
    with the table."""

    def __init__(self, card: Card, path: Path | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self.card, self.path, self._now = card, path, now
        self.lock = threading.RLock()
        self.hall = ""
        """Address of the hall, for the host; "" where there is none."""
        self.changes = 0
        """Changes so far, by which pages that wait see that something is new."""
        self._acting: frozenset[int] = frozenset()
        self._since = now()

    @property
    def agreement(self) -> Agreement:
        """Agreement of the table."""
        return self.card.agreement

    def change(self, **values: object) -> None:
        """Changes the card, on the disk first. Raises OSError, and then nothing has changed."""
        with self.lock:
            card = self.card.model_copy(update=values)
            if self.path is not None:
                write_card(self.path, card)
            self.card = card
            self.changes += 1

    # ---- the chat ----------------------------------------------------------------------------------------------------

    def say(self, at: int, seat: int, name: str, text: str, form: str = "") -> bool:
        """Adds a line to the chat, once for each form; tells if there was something to add. Raises OSError."""
        said, form = clean_text(text, LONGEST_LINE), form[:LONGEST_FORM]
        if not self.agreement.chat or not said:
            return False
        line = ChatLine(at=at, seat=seat, name=clean_text(name, LONGEST_NAME), text=said, form=form)
        with self.lock:
            if form and any((each.form, each.text) == (form, said) for each in self.card.said):
                return False
            self.change(said=(*self.card.said, line)[-MOST_LINES:])
        return True

    # ---- the clock ---------------------------------------------------------------------------------------------------

    def note_turn(self, acting: Collection[int]) -> None:
        """Counts the time up to now for those who were to act, and goes on with others. Where a disk fails, the time since
        the last note is given back."""
        with self.lock:
            if not self.agreement.minutes:
                return
            spent = self._spent_times()
            self._acting, self._since = frozenset(acting), self._now()
            with suppress(OSError):
                self.change(spent=tuple(spent))

    def seconds_left(self, seat: int) -> float | None:
        """The time that a seat has left, below 0 where it is up; None without a clock."""
        if not self.agreement.minutes:
            return None
        with self.lock:
            return self.agreement.minutes * 60 - self._spent_times()[seat]

    def is_running(self, seat: int) -> bool:
        """Tells if the clock runs for a seat."""
        return bool(self.agreement.minutes) and seat in self._acting

    def _spent_times(self) -> list[float]:
        seats = len(self.card.links.seats)
        found = [*self.card.spent, *[0.0] * seats][:seats]
        for each in self._acting:
            found[each] += self._now() - self._since
        return found
