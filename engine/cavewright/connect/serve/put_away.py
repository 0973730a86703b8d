"""Matches that are put away: each in a file of a folder that nobody else can open, gone when the server ends.

A server that dies cannot take its folder away; the next one that puts something away does so for it. A folder in use
holds a file that its server has locked.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path

from ...foundation.storage.durable_writes import write_whole
from ...foundation.storage.file_locks import lock_open_file
from ...foundation.storage.plain_files import read_plain
from ...play.matches.match import Match
from .faults import REFUSED, Fault

MOST_BYTES = 64 * 1024 * 1024
"""Of one match."""
PREFIX, IN_USE = "cavewright-away-", "in-use"


class Shelf:
    """Matches by id, on the disk. The folder is made when the first is put away."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._digests: dict[str, bytes] = {}
        """Of what was written, so that nothing else is ever read."""

    def store(self, id: str, match: Match) -> None:
        """Writes a match. A Fault says that it cannot be written, and then nothing of it stays."""
        content = pickle.dumps(match)
        try:
            path = self._path(id)
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
            try:
                write_whole(number, content)
            finally:
                os.close(number)
        except OSError as error:
            self.forget(id)
            said = "there is no room for another match: one would be put away to the disk, and that cannot be written"
            raise Fault(REFUSED, "disk", f"{said} ({error.strerror}); close one first") from error
        self._digests[id] = hashlib.sha256(content).digest()

    def fetch(self, id: str) -> Match:
        """The match of an id. A Fault says that it cannot be read."""
        try:
            content = read_plain(self._path(id), MOST_BYTES)
        except OSError as error:
            raise Fault(REFUSED, "disk", f"the match `{id}` cannot be read from the disk: {error}") from error
        if hashlib.sha256(content).digest() != self._digests[id]:
            raise Fault(REFUSED, "disk", f"the match `{id}` cannot be read from the disk: its file was changed")
        match: Match = pickle.loads(content)
        return match

    def forget(self, id: str) -> None:
        """Takes the file of a match away, if there is one."""
        self._digests.pop(id, None)
        if self._folder is not None:
            with suppress(OSError):
                self._path(id).unlink(missing_ok=True)

    def _path(self, id: str) -> Path:
        if self._folder is None:
            _clear_left_folders()
            folder = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
            try:
                lock = _lock_folder(Path(folder.name))
            except BaseException:
                folder.cleanup()
                raise
            if lock is not None:
                weakref.finalize(self, os.close, lock)
            self._folder = folder
        return Path(self._folder.name) / f"{id}.match"


def _lock_folder(folder: Path) -> int | None:
    """Marks a folder as in use for as long as this process lives, where files can be locked. Raises OSError.

    A mark counts when something stands in it, and that is written when it is locked: nobody finds one that is not.
    """
    number = os.open(folder / IN_USE, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        if _take_lock(number):
            write_whole(number, b"locked")
            return number
    except BaseException:
        os.close(number)
        raise
    os.close(number)
    return None


def _take_lock(number: int) -> bool:
    """Takes an open file for this process; tells if it could be had."""
    try:
        return lock_open_file(number)
    except OSError:
        return False


def _clear_left_folders() -> None:
    """Takes the folders away that servers of this user have left which live no more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if not hasattr(os, "getuid") or folder.lstat().st_uid != os.getuid():
                continue
            number = os.open(folder / IN_USE, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            try:
                if os.fstat(number).st_size and _take_lock(number):
                    shutil.rmtree(folder)
            finally:
                os.close(number)
