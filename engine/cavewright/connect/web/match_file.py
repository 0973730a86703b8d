"""File of a match: its head, then a row for each action, brought to the disk before anybody is told.

Whatever is refused or carried out as one is one line. A last line without its end was never acknowledged, and is
forgotten. Where a disk fails at a whole line, fails again when the line is taken back, and the server dies before it
could do so, the line stays though it was refused: nothing that is written could say otherwise. One server at a time
has the file: another would write rows behind what it has not read. `match_rows` says what lines hold.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from ...foundation.storage.durable_writes import fill, sync_folder
from ...foundation.storage.file_locks import NoLocksError, lock_open_file
from ...foundation.storage.plain_files import open_plain
from ...play.matches.match import SaveError
from .match_rows import Head, Row, digest, is_head, read_lines

LARGEST = 64 * 1024 * 1024
GONE = "the file of the match was moved, replaced or changed by somebody else; put it back as it was"


class MatchFile:
    """An open file of a match. Rows are on the disk when `append` returns; where it raises, nothing of them stays."""

    def __init__(self, path: Path, number: int, size: int = 0, sum: str = "") -> None:
        self.path, self.number = path, number
        self.size, self.sum = size, sum
        """Bytes that were acknowledged, and their digest."""
        self._is_torn = False

    @classmethod
    def create(cls, path: Path, head: Head) -> MatchFile:
        """A new file, which nobody else on the machine may read: it holds the seed and all links. Raises OSError, and
        then there is none; FileExistsError rather than write over another."""
        path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
        number = os.open(path, flags, 0o600)
        made = cls(path, number)
        try:
            _lock(number, path)
            made._write(head.model_copy(update={"sum": digest(head)}), digest(head))
            sync_folder(path.parent)
        except BaseException:
            made.remove()
            raise
        return made

    @classmethod
    def resume(cls, path: Path) -> tuple[MatchFile, Head, tuple[Row, ...]]:
        """A file that was left, with its rows. Raises OSError, and SaveError that names what is wrong."""
        number = open_plain(path, os.O_RDWR | os.O_APPEND)
        try:
            _lock(number, path)
            text = _read_from_start(number, LARGEST + 1)
            if len(text) > LARGEST:
                raise SaveError(f"`{path}` is too large for a match")
            whole = text[: text.rfind(b"\n") + 1]
            head, rows = read_lines(whole.decode("utf-8"), path)
            if len(whole) < len(text):
                os.ftruncate(number, len(whole))
        except UnicodeDecodeError as error:
            os.close(number)
            raise SaveError(f"`{path}` is no match: it is not written in UTF-8") from error
        except BaseException:
            os.close(number)
            raise
        return cls(path, number, len(whole)), head, rows

    def append(self, row: Row) -> None:
        """Adds a row. Raises OSError, and then nothing of it stays."""
        self._mend()
        self._look()
        sum = digest(row, self.sum)
        self._write(row.model_copy(update={"sum": sum}), sum)

    def close(self) -> None:
        """Closes the file."""
        with suppress(OSError):
            self._mend()
        os.close(self.number)

    def remove(self) -> None:
        """Closes the file, and takes it away."""
        with suppress(OSError):
            os.close(self.number)
        with suppress(OSError):
            self.path.unlink()

    def _write(self, line: Head | Row, sum: str) -> None:
        content = f"{line.model_dump_json(exclude_none=True)}\n".encode()
        try:
            fill(self.number, content)
        except BaseException:
            self._is_torn = True
            with suppress(OSError):
                self._mend()
            raise
        self.size, self.sum = self.size + len(content), sum

    def _mend(self) -> None:
        """Takes back what was written and not acknowledged. Raises OSError, and then nothing more is written."""
        if self._is_torn:
            os.ftruncate(self.number, self.size)
            os.fsync(self.number)
            self._is_torn = False

    def _look(self) -> None:
        """Raises OSError where the path leads to another file by now, or somebody else has written into this one: a row
        would be lost."""
        own = os.fstat(self.number)
        try:
            is_there = os.path.samestat(own, os.stat(self.path))
        except OSError:
            is_there = False
        if not is_there or own.st_size != self.size:
            raise OSError(errno.ENOENT, GONE, str(self.path))


def _lock(number: int, path: Path) -> None:
    """Takes an open file for this process until it is closed, where files can be locked. Raises SaveError if another
    has it, and OSError."""
    with suppress(NoLocksError):
        if not lock_open_file(number):
            raise SaveError(f"`{path}` is served already: go on there, or end that server first")


def _read_from_start(number: int, most: int) -> bytes:
    """Returns the bytes of an open file, at most so many, wherever it was read before."""
    os.lseek(number, 0, os.SEEK_SET)
    found = bytearray()
    while len(found) < most and (part := os.read(number, most - len(found))):
        found += part
    return bytes(found)


def is_match_file(path: Path) -> bool:
    """Tells if a file begins as a table's does. Raises OSError."""
    number = open_plain(path)
    try:
        return is_head(os.read(number, 100))
    except PermissionError:  # some systems let nobody read what another process has locked, and only a table is locked
        return True
    finally:
        os.close(number)
