"""Locks on open files, which end when the file is closed or the process dies, on every system that has such locks."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from filelock import lock_descriptor, unlock_descriptor


def lock_open_file(number: int) -> bool:
    """Takes an open file for this process until it is closed; tells if it could be had. Raises NoLocksError where the
    system has no locks, and OSError."""
    with _errors_of_system():
        return lock_descriptor(number, blocking=False)


def unlock_open_file(number: int) -> None:
    """Gives an open file back that stays open. Raises NoLocksError where the system has no locks, and OSError."""
    with _errors_of_system():
        unlock_descriptor(number)


@contextmanager
def _errors_of_system() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSYS:
            raise NoLocksError(errno.ENOSYS, "files cannot be locked here") from error
        raise


class NoLocksError(OSError):
    """The system, or the file system, has no locks."""
