"""A file system of which one call fails: it is full, it is broken, it writes a part, or does what it says that it did not."""

import errno
import os
from contextlib import contextmanager

CALLS = ("open", "write", "fsync", "replace", "rename", "link", "ftruncate", "mkdir", "unlink", "close", "chmod")
WAYS = {
    "full": errno.ENOSPC,
    "broken": errno.EIO,
    "a part of it": errno.ENOSPC,
}


class Disk:
    """Counts calls that may write, and lets the one of a number fail in a way."""

    def __init__(self, number=0, way="full"):
        self.number, self.way, self.count, self.failed = number, way, 0, None
        self.rest = None

    def called(self, name, real, given, named):
        if (
            name == "open"
            and len(given) > 1
            and not given[1] & (os.O_CREAT | os.O_WRONLY | os.O_RDWR)
            and not os.path.isdir(given[0])
        ):
            return real(*given, **named)  # only reads
        self.count += 1
        if self.rest == name:  # the rest of a part
            self.rest = None
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.count != self.number:
            return real(*given, **named)
        self.failed = name
        if name == "close":  # the file is closed all the same
            real(*given, **named)
        if name == "write" and self.way == "a part of it" and len(given[1]) > 1:
            self.rest = name
            return real(given[0], bytes(given[1])[: len(given[1]) // 2])
        if name == "fsync" and self.way == "a part of it":  # on the disk, and nobody can tell
            real(*given, **named)
        raise OSError(WAYS[self.way], os.strerror(WAYS[self.way]))


@contextmanager
def failing(monkeypatch, disk):
    """Everything in here goes by that disk."""

    def by(name, real):
        return lambda *given, **named: disk.called(name, real, given, named)

    with monkeypatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, by(name, getattr(os, name)))
        yield disk
