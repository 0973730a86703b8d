"""Store of a host: the few questions that every database has to answer, and the errors that it answers with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol

from ...foundation.source.frozen import frozen

WaitsFor = Literal["people", "bots", "nobody"]
"""Who acts next in a match; nobody where it is over."""
Notice = Callable[[str | None], None]
"""A function that learns the id of a match that has gone on; None where any may have."""


class StoreError(Exception):
    """A database that is away, slow, full, read-only or of another version. A write may have been carried out; the
    number of actions tells."""


class NoMatchError(LookupError):
    """An id of no match."""


class OutrunError(Exception):
    """Somebody else has written the action of that number before."""


def digest_key(key: str) -> str:
    """Returns the form in which a store has a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@frozen
class Beginning:
    """A match as it began: its save (which holds the seed), the hash of its rules, of each seat the name of a bot or
    "", and the digest of the key by which its player is known."""

    id: str
    save: str
    rules: str
    bots: tuple[str, ...]
    keys: tuple[str, ...]


@frozen
class Entries:
    """Actions of a match from a number on, and how many it has in all."""

    number: int
    actions: tuple[str, ...]


class Store(Protocol):
    """Matches in a database. Threads may use a store at once, and so may other processes by stores of their own.

    Every method raises StoreError where the database fails, and those that take an id NoMatchError. A store whose
    `read` waits for no other machine and no writer may say so (`reads_at_once = True`): looks are then answered without
    a thread of their own.
    """

    def begin(self, beginning: Beginning, waits_for: WaitsFor, actions: Sequence[str] = ()) -> None:
        """Writes a new match, with actions that it has already."""

    def read_beginning(self, id: str) -> Beginning:
        """Returns a match as it began."""

    def append(self, id: str, number: int, action: str, waits_for: WaitsFor) -> None:
        """Writes the action of a number. It is on the disk when this returns; raises OutrunError, and then it never
        is, where the match has another number of actions."""

    def read(self, id: str, since: int = 0) -> Entries:
        """Returns the actions from a number on."""

    def matches(self, waits_for: WaitsFor | None = None) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody, or of all."""

    def lease(self, id: str) -> bool:
        """Tells if the bots of a match are this store's to run, until it releases them, is closed or dies."""

    def release(self, id: str) -> None:
        """Gives the bots of a match back."""

    def watch(self, notice: Notice) -> None:
        """Calls a function, in a thread of the store, whenever a match has gone on, by whomever."""

    def close(self) -> None:
        """Ends the watch, gives back what was leased, and closes the database."""


def copy_matches(source: Store, target: Store) -> int:
    """Copies all matches of a store into another that has none of them; returns how many. A match may go on meanwhile:
    then the copy has the first of its actions, and those that were acknowledged before are among them."""
    count = 0
    waiting: tuple[WaitsFor, ...] = ("people", "bots", "nobody")
    for waits_for in waiting:
        for id in source.matches(waits_for):
            target.begin(source.read_beginning(id), waits_for, source.read(id).actions)
            count += 1
    return count
