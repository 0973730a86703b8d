"""Plain files: opened and read where they are nothing else. A pipe waits, a device never ends, and a file that the system
makes up may do both; so each is refused before a byte of it is read."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path

SYSTEM = ("/proc", "/sys")
"""Where the system makes files up while they are read: they look like plain ones."""
SORTS = (
    (stat.S_ISDIR, "is a directory, and no plain file"),
    (stat.S_ISFIFO, "is a pipe, and no plain file"),
    (stat.S_ISSOCK, "is a socket, and no plain file"),
    (stat.S_ISCHR, "is a device, and no plain file"),
    (stat.S_ISBLK, "is a device, and no plain file"),
)
MADE_UP = "is made up by the system, and no plain file"
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
"""An open that waits for nobody, in case the file was exchanged since it was looked at."""

_PART = 1024 * 1024


class NotPlainError(OSError):
    """A path that leads to something else than a plain file; `strerror` says to what."""


def look_at_plain(path: Path) -> None:
    """Raises NotPlainError where a path leads to something else than a plain file, and OSError where it leads nowhere."""
    _look_at(os.stat(path), path)


def look_at_folder(path: Path) -> None:
    """Raises NotADirectoryError where a path, or what it lies in, is something else than a folder. It may lead nowhere
    yet."""
    there = next((each for each in (path, *path.parents) if os.path.lexists(each)), None)
    if there is not None and not there.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is no folder", str(there))


def open_plain(path: Path, flags: int = os.O_RDONLY) -> int:
    """Opens a plain file and returns its number. Raises NotPlainError for anything else, without opening it, and
    OSError."""
    look_at_plain(path)
    number = os.open(path, flags | _FLAGS)
    try:
        _look_at(os.fstat(number), path)
    except BaseException:
        os.close(number)
        raise
    return number


def read_plain(path: Path, most: int) -> bytes:
    """The bytes of a plain file: one more than `most` of a longer one. Raises NotPlainError and OSError."""
    found = bytearray()
    with os.fdopen(open_plain(path), "rb") as file:
        while len(found) <= most and (part := file.read(min(_PART, most + 1 - len(found)))):
            found += part
    return bytes(found)


def _look_at(found: os.stat_result, path: Path) -> None:
    said = next((word for is_sort, word in SORTS if is_sort(found.st_mode)), "")
    if not said and found.st_dev in _system_devices():
        said = MADE_UP
    if said:
        raise NotPlainError(errno.EINVAL, said, str(path))


@cache
def _system_devices() -> frozenset[int]:
    """Returns the devices of the file systems that the system makes up."""
    found = set()
    for each in SYSTEM:
        with suppress(OSError):
            found.add(os.stat(each).st_dev)
    return frozenset(found - {os.stat(os.sep).st_dev})
