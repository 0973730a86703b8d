"""Leases of one machine: locks on bytes of a file, which the kernel takes away from a process that ends."""

from __future__ import annotations

import fcntl
import os
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

MIGRATING = 0
"""The byte that stands for the tables; those of matches begin behind it."""


class FileLeases:
    """Locks by name, held by this object and not by its process: two of one process exclude each other.

    Names that share a byte share a lock; then one of two leases waits until the other is given back.
    """

    def __init__(self, path: str) -> None:
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b", buffering=0)
        self._held: dict[int, set[str]] = {}
        self._lock = threading.Lock()

    def take(self, name: str) -> bool:
        """Takes a lock, or tells that somebody else has it."""
        byte = 1 + zlib.crc32(name.encode())
        with self._lock:
            if byte in self._held:
                self._held[byte].add(name)
                return True
            try:
                self._set(fcntl.F_OFD_SETLK, fcntl.F_WRLCK, byte)
            except BlockingIOError:
                return False
            self._held[byte] = {name}
            return True

    def give_back(self, name: str) -> None:
        """Gives a lock back, if it is held."""
        byte = 1 + zlib.crc32(name.encode())
        with self._lock:
            names = self._held.get(byte, set())
            names.discard(name)
            if not names and self._held.pop(byte, None) is not None:
                self._set(fcntl.F_OFD_SETLK, fcntl.F_UNLCK, byte)

    @contextmanager
    def hold_tables(self) -> Iterator[None]:
        """Waits for the lock on the tables, and holds it."""
        self._set(fcntl.F_OFD_SETLKW, fcntl.F_WRLCK, MIGRATING)
        try:
            yield
        finally:
            self._set(fcntl.F_OFD_SETLK, fcntl.F_UNLCK, MIGRATING)

    def close(self) -> None:
        """Gives back all."""
        self._file.close()

    def _set(self, command: int, kind: int, byte: int) -> None:
        """Calls fcntl(2) with a `struct flock` of Linux on 64 bits."""
        fcntl.fcntl(self._file, command, struct.pack("hhqqi4x", kind, os.SEEK_SET, byte, 1, 0))
