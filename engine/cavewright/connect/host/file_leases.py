"""Leases of one machine: locks on files of a folder, which the system takes away from a process that ends."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

MOST_FILES = 1024
"""Names share so many files. The folder keeps them: one that went while somebody opens it would be two locks."""


class FileLeases:
    """Locks by name, held by this object and not by its process: two of one process exclude each other.

    Names that share a file share a lock; then one of two leases waits until the other is given back.
    """

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._held: dict[str, tuple[FileLock, set[str]]] = {}
        self._lock = threading.Lock()

    def take(self, name: str) -> bool:
        """Takes a lock, or tells that somebody else has it."""
        file = _file_of(name)
        with self._lock:
            if file in self._held:
                self._held[file][1].add(name)
                return True
            lock = self._file_lock(file)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                return False
            self._held[file] = lock, {name}
            return True

    def give_back(self, name: str) -> None:
        """Gives a lock back, if it is held."""
        file = _file_of(name)
        with self._lock:
            lock, names = self._held.get(file, (None, set()))
            names.discard(name)
            if lock is not None and not names:
                del self._held[file]
                lock.release()

    @contextmanager
    def hold_tables(self) -> Iterator[None]:
        """Waits for the lock on the tables, and holds it."""
        with self._file_lock("tables"):
            yield

    def close(self) -> None:
        """Gives back all."""
        with self._lock:
            for lock, _ in self._held.values():
                lock.release()
            self._held.clear()

    def _file_lock(self, file: str) -> FileLock:
        """Returns a lock that any thread of this process may give back."""
        return FileLock(self._folder / file, mode=0o600, thread_local=False)


def _file_of(name: str) -> str:
    return f"{zlib.crc32(name.encode()) % MOST_FILES:04}"
