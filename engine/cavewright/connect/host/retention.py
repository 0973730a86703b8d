"""Retention: matches that nobody plays any longer are put away, or removed, when an operator says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from .store import NoMatchError, OutrunError, Store, StoreError, WaitsFor

SECONDS_OF_DAY = 86_400


class PrunedStore(Store, Protocol):
    """A store that knows when each match went on last, and removes matches."""

    def idle_matches(self, waits_for: WaitsFor, seconds: float) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody and have not gone on for so long."""

    def remove(self, id: str, number: int) -> None:
        """Removes a match, if it has so many actions; raises OutrunError, and leaves it, where it has others."""


def put_away_matches(
    store: PrunedStore,
    days: float,
    archive: Store | None = None,
    waits_for: Sequence[WaitsFor] = ("nobody",),
) -> int:
    """Moves matches that have not gone on for so many days into another store, or removes them where none is given;
    returns how many. They are those that are over, unless `waits_for` says otherwise.

    A match is removed when the archive has all of it. One that goes on meanwhile stays; what an earlier run moved and
    did not come to remove is removed.
    """
    count = 0
    for kind in waits_for:
        for id in store.idle_matches(kind, days * SECONDS_OF_DAY):
            try:
                entries = store.read(id)
                if archive is not None and not _has_all(archive, id, entries.number):
                    archive.begin(store.read_beginning(id), kind, entries.actions)
                store.remove(id, entries.number)
            except (NoMatchError, OutrunError):  # another run was here, or somebody acted
                continue
            count += 1
    return count


def _has_all(archive: Store, id: str, number: int) -> bool:
    """Returns if an archive has a match. Raises StoreError where it has less of it, from a time at which it went on."""
    try:
        found = archive.read(id).number
    except NoMatchError:
        return False
    if found != number:
        raise StoreError(f"the archive has {found} actions of match {id}, and the store {number}")
    return True
