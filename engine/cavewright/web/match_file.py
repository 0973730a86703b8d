"""File of a match: its head, then a row for each action, brought to the disk before anybody is told.

A line is one JSON object. The first is the head: all that a save holds before its first action, and the links of the
seats. Each other line says what was added behind the first `at` entries of the match; so taking back is a row too. A
last line without its end was never acknowledged, and is forgotten. One server at a time has the file: another would
write rows behind what it has not read.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..matches.match import SaveError
from ..matches.save_text import with_bots
from ..source.wrong_fields import wrong_fields

LARGEST = 64 * 1024 * 1024
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{20,64}$")]


class Links(BaseModel):
    """The words by which links are known: of the host, of those who only watch, of each seat."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    host: Token
    watch: Token
    seats: tuple[Token, ...]


class Head(BaseModel):
    """The first line."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    table: int = Field(ge=1, le=1)
    rules: str
    """As they were named: `the-cave+long-rope`."""
    save: dict[str, Any]
    links: Links


class Row(BaseModel):
    """Any other line: what was done behind so many entries, or who sits where from now on."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    at: int = Field(ge=0)
    did: tuple[str, ...] = ()
    bots: tuple[str, ...] | None = None
    taken: tuple[bool, ...] | None = None


class MatchFile:
    """An open file of a match. Each row is on the disk when `append` returns."""

    def __init__(self, path: Path, number: int) -> None:
        self.path, self.number = path, number

    @classmethod
    def create(cls, path: Path, head: Head) -> MatchFile:
        """A new file, which nobody else on the machine may read: it holds the seed and all links. Raises OSError;
        FileExistsError rather than write over another."""
        path.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        _taken(number, path)
        made = cls(path, number)
        made._write(head.model_dump_json())
        _sync_folder(path.parent)
        return made

    @classmethod
    def resume(cls, path: Path) -> tuple[MatchFile, Head, tuple[Row, ...]]:
        """A file that was left, with its rows. Raises OSError, and SaveError that names what is wrong."""
        if path.stat().st_size > LARGEST:
            raise SaveError(f"`{path}` is too large for a match")
        number = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            _taken(number, path)
            text = os.pread(number, LARGEST, 0)
            whole = text[: text.rfind(b"\n") + 1]
            head, rows = _read(whole.decode("utf-8"), path)
            os.ftruncate(number, len(whole))
        except UnicodeDecodeError as error:
            os.close(number)
            raise SaveError(f"`{path}` is no match: it is not written in UTF-8") from error
        except BaseException:
            os.close(number)
            raise
        return cls(path, number), head, rows

    def append(self, row: Row) -> None:
        """Adds a row. Raises OSError, and then nothing of the row stays."""
        size = os.fstat(self.number).st_size
        try:
            self._write(row.model_dump_json(exclude_none=True))
        except OSError:
            os.ftruncate(self.number, size)
            raise

    def close(self) -> None:
        """Closes the file."""
        os.close(self.number)

    def _write(self, text: str) -> None:
        left = memoryview(f"{text}\n".encode())
        while left:
            left = left[os.write(self.number, left) :]
        os.fsync(self.number)


def _read(text: str, path: Path) -> tuple[Head, tuple[Row, ...]]:
    """Head and rows of a text. Raises SaveError with the line."""
    first, *lines = text.split("\n")[:-1] or [""]
    rows: list[Row] = []
    at = 1
    try:
        head = Head.model_validate_json(first)
        for line in lines:
            at += 1
            rows.append(Row.model_validate_json(line))
    except ValidationError as error:
        fields = wrong_fields(error.errors(), "the line")
        raise SaveError(f"`{path}` is no file of a table: line {at}: {fields[0]}", fields=fields) from error
    return head, tuple(rows)


def resumed_save(head: Head, rows: tuple[Row, ...]) -> tuple[str, tuple[bool, ...]]:
    """The save that head and rows make, and of each seat whether somebody has sat down there. Raises SaveError."""
    moves, entered = list(head.save["actions"]), list(head.save["entered"])
    bots, taken = list(head.save.get("bots", ())), (False,) * len(head.links.seats)
    for number, row in enumerate(rows, 2):
        if row.at > len(moves):
            raise SaveError(f"line {number}: `at` is {row.at}, and there are {len(moves)} entries before it")
        if row.bots is None and row.taken is None:
            moves[row.at :] = row.did
            entered = [each for each in entered if each < row.at]
        bots = bots if row.bots is None else list(row.bots)
        taken = taken if row.taken is None else row.taken
    save = {name: value for name, value in head.save.items() if name not in ("checksum", "bots")}
    return with_bots(json.dumps({**save, "actions": moves, "entered": entered}), bots), taken


def _taken(number: int, path: Path) -> None:
    """Takes an open file for this process until it is closed, where files can be locked. Raises SaveError if another
    has it."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - not on this system
        return
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SaveError(f"`{path}` is served already: go on there, or end that server first") from error


def _sync_folder(folder: Path) -> None:
    """Sees to the disk what a folder holds, where folders can be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    except OSError:
        return
    finally:
        os.close(number)


def is_match_file(path: Path) -> bool:
    """Whether a file begins as a table's does. Raises OSError."""
    number = os.open(path, os.O_RDONLY)
    try:
        return os.read(number, 20).lstrip().startswith(b'{"table":')
    finally:
        os.close(number)
