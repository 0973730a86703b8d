"""File of a match: its head, then a row for each entry, brought to the disk before anybody is told.

Whatever is refused or carried out as one is one line. A last line without its end was never acknowledged, and is
forgotten. Where a disk fails at a whole line, fails again when the line is taken back, and the server dies before it
could do so, the line stays though it was refused: nothing that is written could say otherwise. A file is one server's
alone, or several share it: then each locks it while it writes, and reads on first. `match_rows` says what lines hold.
"""

from __future__ import annotations

import errno
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ...foundation.storage.durable_writes import fill, sync_folder
from ...foundation.storage.file_locks import NoLocksError, lock_open_file, unlock_open_file
from ...foundation.storage.plain_files import open_plain
from ...play.matches.match import SaveError
from .match_rows import (
    AnyHead,
    AnyRow,
    EntryRow,
    PlainHead,
    digest,
    entries_of,
    is_head,
    look_at_digests,
    look_at_more,
    read_lines,
    read_rows,
)
from .store import OutrunError

LARGEST = 64 * 1024 * 1024
GONE = "the file of the match was moved, replaced or changed by somebody else; put it back as it was"


class MatchFile:
    """An open file of a match. Rows are on the disk when `append` returns; where it raises, nothing of them stays. With
    patience, the seconds that a write waits for others, it is shared; without it is this server's alone."""

    def __init__(self, path: Path, number: int, patience: float = 0) -> None:
        self.path, self.number, self._patience = path, number, patience
        self.head: AnyHead
        self.rows: tuple[AnyRow, ...] = ()
        """Lines with which it was opened."""
        self.entries: list[EntryRow] = []
        self.size, self.sum = 0, ""
        """Bytes that were acknowledged, and their digest."""
        self._is_torn = False

    @classmethod
    def create(cls, path: Path, head: AnyHead, entries: Sequence[EntryRow] = (), patience: float = 0) -> MatchFile:
        """A new file, which nobody else on the machine may read: it holds the seed and all links. Raises OSError, and
        then there is none; FileExistsError rather than write over another."""
        path.parent.mkdir(parents=True, exist_ok=True)
        written = path.with_name(f".{path.name}.{secrets.token_hex(4)}") if patience else path
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
        number = os.open(written, flags, 0o600)
        made = cls(written, number, patience)
        try:
            with made._hold_lock():
                made.head, made.entries = head, list(entries)
                made._write([head, *entries])
                made._take_name(path)
        except BaseException:
            made.remove()
            raise
        return made

    def _take_name(self, path: Path) -> None:
        """Gives a file that is written whole the name by which others find it."""
        if self.path != path:
            os.link(self.path, path)
            written, self.path = self.path, path
            with suppress(OSError):
                written.unlink()
        sync_folder(path.parent)

    @classmethod
    def resume(cls, path: Path, patience: float = 0) -> MatchFile:
        """A file that was left; `check` holds its lines against their digests. Raises OSError, and SaveError that names
        what is wrong."""
        made = cls(path, open_plain(path, os.O_RDWR | os.O_APPEND), patience)
        try:
            with made._hold_lock():
                made._read_all()
        except BaseException:
            os.close(made.number)
            raise
        return made

    def _read_all(self) -> None:
        text = self._read_from(0, LARGEST + 1)
        if len(text) > LARGEST:
            raise SaveError(f"`{self.path}` is too large for a match")
        whole = text[: text.rfind(b"\n") + 1]
        try:
            self.head, self.rows = read_lines(whole.decode("utf-8"), self.path)
        except UnicodeDecodeError as error:
            raise SaveError(f"`{self.path}` is no match: it is not written in UTF-8") from error
        self.entries, self.size = entries_of(self.rows), len(whole)
        if isinstance(self.head, PlainHead) and len(self.entries) < self.head.begun:
            raise SaveError(f"`{self.path}` is no match: whoever began it did not come to its end")
        if len(whole) < len(text):
            os.ftruncate(self.number, len(whole))

    @property
    def is_shared(self) -> bool:
        """True if others write into the file, too."""
        return self._patience > 0

    def check(self) -> None:
        """Raises SaveError for the first line that is not the one that was written."""
        self.sum = look_at_digests(self.head, self.rows)

    def append(self, number: int, row: EntryRow) -> None:
        """Adds the entry of a number. Raises OutrunError where there are others, and OSError; then nothing of it stays."""
        with self._hold_lock():
            self._mend()
            if self.is_shared:
                self._read_new()
            self._look()
            if number != len(self.entries):
                raise OutrunError(self.path.stem)
            self._write([row])
            self.entries.append(row)

    def read_on(self) -> None:
        """Reads what others have written. Raises OSError, and SaveError."""
        if self.is_shared and os.fstat(self.number).st_size != self.size:
            with self._hold_lock():
                self._read_new()

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

    def _write(self, lines: Sequence[AnyHead | AnyRow]) -> None:
        """Writes lines with their digests."""
        content, sum = b"", self.sum
        for each in lines:
            sum = digest(each, sum)
            content += f"{each.model_copy(update={'sum': sum}).model_dump_json(exclude_none=True)}\n".encode()
        try:
            fill(self.number, content)
        except BaseException:
            self._is_torn = True
            with suppress(OSError):
                self._mend()
            self._is_torn &= not self.is_shared  # others go on behind what could not be taken back; it is read on
            raise
        self.size, self.sum = self.size + len(content), sum

    def _mend(self) -> None:
        """Takes back what was written and not acknowledged. Raises OSError, and then nothing more is written."""
        if self._is_torn:
            os.ftruncate(self.number, self.size)
            os.fsync(self.number)
            self._is_torn = False

    def _read_new(self) -> None:
        """Reads the lines behind those that are known, while nobody writes, and forgets one without its end."""
        text = self._read_from(self.size, LARGEST)
        whole = text[: text.rfind(b"\n") + 1]
        first = 2 + len(self.entries)
        rows = read_rows(whole.decode("utf-8").split("\n")[:-1], first, self.path)
        self.sum = look_at_more(first, rows, self.sum)
        self.entries += entries_of(rows)
        self.size += len(whole)
        if len(whole) < len(text):
            os.ftruncate(self.number, self.size)

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

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        """Holds the file against others: until this ends where it is shared, otherwise until it is closed, where files can
        be locked. Raises SaveError if another server has it."""
        end = time.monotonic() + self._patience
        with suppress(NoLocksError):
            while not lock_open_file(self.number):
                if time.monotonic() >= end:
                    raise SaveError(
                        f"`{self.path}` is locked by another process"
                        if self.is_shared
                        else f"`{self.path}` is served already: go on there, or end that server first"
                    )
                time.sleep(0.002)
        try:
            yield
        finally:
            if self.is_shared:
                with suppress(NoLocksError):
                    unlock_open_file(self.number)

    def _read_from(self, start: int, most: int) -> bytes:
        """Returns the bytes of the file from a place on, at most so many, wherever it was read before."""
        os.lseek(self.number, start, os.SEEK_SET)
        found = bytearray()
        while len(found) < most and (part := os.read(self.number, most - len(found))):
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
