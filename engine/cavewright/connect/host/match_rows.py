"""Lines of the file of a match: their models, what they say together, and the digest by which an edit is found.

A line is one JSON object. The first is the head: the beginning of a match, and at a table of `serve` the links of the
seats. Each other line is an entry, as any store has it. Files of before have rows in their place, which say what was added
behind the first `at` actions; they are read once, as part of the beginning, and entries follow them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...bots.players import known_name
from ...foundation.source.wrong_fields import brief_json, wrong_fields
from ...play.matches.match import SaveError
from ...play.matches.save_text import field_of, parsed_json, read_save, with_bots
from .store import Beginning, WaitsFor, digest_key

STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Entry = Annotated[str, Field(max_length=200)]
LONGEST = 100_000
"""Characters of an entry: a packing is one."""
_BEGIN = re.compile(rb'\s*\{\s*"(table|rules|save|links|sum)"\s*:')


class Links(BaseModel):
    """The words by which links are known: of the host, of those who only watch, of each seat."""

    model_config = STRICT
    host: Token
    watch: Token
    seats: Annotated[tuple[Token, ...], Field(min_length=1, max_length=16)]


class Head(BaseModel):
    """The first line of a table of `serve`."""

    model_config = STRICT
    table: Annotated[int, Field(ge=1, le=1)]
    rules: Annotated[str, Field(max_length=10_000)]
    """As they were named: `the-cave+long-rope`."""
    save: dict[str, Any]
    links: Links
    sum: Digest | None = None
    """The digest of the line; None in files that were begun without."""


class PlainHead(BaseModel):
    """The first line of a match that a program keeps in files: its beginning, and how many entries it had at once."""

    model_config = STRICT
    match: Annotated[int, Field(ge=1, le=1)]
    save: str
    rules: str
    bots: tuple[str, ...]
    keys: tuple[str, ...]
    waits: WaitsFor
    begun: Annotated[int, Field(ge=0)] = 0
    sum: Digest | None = None


class EntryRow(BaseModel):
    """Any other line: an entry, and who acts next behind it."""

    model_config = STRICT
    entry: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    waits: WaitsFor
    sum: Digest | None = None
    """The digest of the lines up to this one."""


class Row(BaseModel):
    """A line of before: what was done behind so many actions, who sits where from now on, or both."""

    model_config = STRICT
    at: Annotated[int, Field(ge=0, le=1_000_000)]
    did: Annotated[tuple[Entry, ...], Field(max_length=1_000_000)] = ()
    bots: Annotated[tuple[Entry, ...], Field(max_length=16)] | None = None
    taken: Annotated[tuple[bool, ...], Field(max_length=16)] | None = None
    sum: Digest | None = None
    """The digest of the lines up to this one."""


AnyHead = Head | PlainHead
AnyRow = Row | EntryRow
Line = TypeVar("Line", bound=BaseModel)


def digest(line: AnyHead | AnyRow, before: str = "") -> str:
    """The digest of a line and of all before it. It finds accidents and edits; it is no signature."""
    said = json.dumps(line.model_dump(mode="json", exclude_none=True, exclude={"sum"}), sort_keys=True)
    return hashlib.sha256(f"{before}\n{said}".encode()).hexdigest()[:16]


def is_head(begin: bytes) -> bool:
    """Tells if a file that begins so is one of a match."""
    return _BEGIN.match(begin) is not None


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_lines(text: str, path: Path) -> tuple[AnyHead, tuple[AnyRow, ...]]:
    """Head and rows of a text. Raises SaveError with the line and the field."""
    first, *lines = text.split("\n")[:-1] or [""]
    head = _read(PlainHead, first, 1, path) if first.startswith('{"match"') else _read(Head, first, 1, path)
    return head, read_rows(lines, 2, path)


def read_rows(lines: Sequence[str], first: int, path: Path) -> tuple[AnyRow, ...]:
    """Rows of lines, the first of which has that number. Raises SaveError with the line and the field."""
    rows: list[AnyRow] = []
    for number, line in enumerate(lines, first):
        if '"entry"' in line:
            rows.append(_read(EntryRow, line, number, path))
        elif rows and isinstance(rows[-1], EntryRow):
            raise SaveError(f"`{path}` is no file of a table: line {number}: an entry has to follow an entry")
        else:
            rows.append(_read(Row, line, number, path))
    return tuple(rows)


def _read(model: type[Line], line: str, number: int, path: Path) -> Line:
    try:
        parsed_json(line, "this is no line of a match")
        return model.model_validate_json(line)
    except ValidationError as error:
        fields = wrong_fields(error.errors(), "the line")
        raise SaveError(f"`{path}` is no file of a table: line {number}: {fields[0]}", fields=fields) from error
    except SaveError as error:
        raise SaveError(f"`{path}` is no file of a table: line {number}: {error}", fields=error.fields) from error


def _wrong(line: int, field: str, value: object, expected: str) -> SaveError:
    said = f"line {line}: `{field}` has to be {expected}, not {brief_json(value)}"
    return SaveError(said, fields=field_of(field, value, expected))


# ---- all lines together ----------------------------------------------------------------------------------------------


def entries_of(rows: Sequence[AnyRow]) -> list[EntryRow]:
    """Returns the entries among rows."""
    return [each for each in rows if isinstance(each, EntryRow)]


def beginning_of(id: str, head: AnyHead, rows: Sequence[AnyRow]) -> Beginning:
    """The beginning of the match of a file. Raises SaveError."""
    if isinstance(head, PlainHead):
        return Beginning(id, head.save, head.rules, head.bots, head.keys)
    text, _ = resumed_save(head, rows)
    save = json.loads(text)
    return Beginning(id, text, save["hash"], tuple(save["bots"]), tuple(map(digest_key, head.links.seats)))


def resumed_save(head: Head, lines: Sequence[AnyRow]) -> tuple[str, tuple[bool, ...]]:
    """The save that head and rows of before make, and of each seat whether somebody has sat down there. Raises
    SaveError."""
    rows = [each for each in lines if isinstance(each, Row)]
    try:
        save = read_save(json.dumps(head.save))
    except SaveError as error:
        raise SaveError(f"line 1: `save`: {error}", fields=error.fields) from error
    count = len(save.players)
    _look_at_links(head.links, count)
    moves, entered = list(save.actions), list(getattr(save, "entered", ()))
    bots, taken = tuple(save.bots) or ("",) * count, (False,) * count
    _look_at_bots(1, "save.bots", bots, count)
    for number, row in enumerate(rows, 2):
        _look_at_row(number, row, len(moves), count)
        moves[row.at :] = row.did
        entered = [each for each in entered if each < row.at]
        bots = bots if row.bots is None else row.bots
        taken = taken if row.taken is None else row.taken
    plain = {name: value for name, value in head.save.items() if name not in ("checksum", "bots")}
    return with_bots(json.dumps({**plain, "actions": moves, "entered": entered}), list(bots)), taken


def _look_at_links(links: Links, count: int) -> None:
    """Raises SaveError unless each of so many players, the host and whoever watches has a word of its own."""
    if len(links.seats) != count:
        raise _wrong(1, "links.seats", len(links.seats), f"a list with an entry for each of the {count} players")
    known = {links.host}
    for name, word in (("watch", links.watch), *((f"seats.{n}", each) for n, each in enumerate(links.seats))):
        if word in known:
            raise _wrong(1, f"links.{name}", word, "a word that no other link has")
        known.add(word)


def _look_at_bots(line: int, field: str, bots: tuple[str, ...], count: int) -> None:
    if len(bots) != count:
        raise _wrong(line, field, list(bots), f"a list with an entry for each of the {count} players")
    for n, each in enumerate(bots):
        if each and not is_bot(each):
            raise _wrong(line, f"{field}.{n}", each, "the name of a bot, or an empty text for a person")


def is_bot(name: str) -> bool:
    """Tells if there is a bot with a name."""
    try:
        return bool(known_name(name))
    except ValueError:
        return False


def _look_at_row(line: int, row: Row, moves: int, count: int) -> None:
    """Raises SaveError for a row that cannot stand behind so many entries of a match for so many."""
    if row.at > moves:
        raise _wrong(line, "at", row.at, f"a number up to {moves}, for so many entries are before it")
    if (row.bots is None) != (row.taken is None):
        missing = "bots" if row.bots is None else "taken"
        raise _wrong(line, missing, None, f"a list with an entry for each of the {count} players")
    if row.bots is None or row.taken is None:
        if not row.did and row.at == moves:
            raise _wrong(line, "did", list(row.did), "a list of what was done, or `at` a smaller number")
        return
    if row.at != moves:
        raise _wrong(line, "at", row.at, f"the number of entries before it, {moves}")
    _look_at_bots(line, "bots", row.bots, count)
    if len(row.taken) != count:
        raise _wrong(line, "taken", list(row.taken), f"a list with an entry for each of the {count} players")


def look_at_digests(head: AnyHead, rows: Sequence[AnyRow]) -> str:
    """The digest of all lines. Raises SaveError for the first that is not the line that was written."""
    before = digest(head)
    _look_at_digest(1, head.sum, before, is_due=False)
    return look_at_more(2, rows, before, is_due=head.sum is not None)


def look_at_more(first: int, rows: Sequence[AnyRow], before: str, is_due: bool = True) -> str:
    """The digest of rows behind lines of that digest. Raises SaveError for the first that is not the line that was
    written."""
    for number, row in enumerate(rows, first):
        before = digest(row, before)
        _look_at_digest(number, row.sum, before, is_due)
    return before


def _look_at_digest(line: int, said: str | None, right: str, is_due: bool) -> None:
    if said != right and (is_due or said is not None):
        expected = f"{right}, the digest of the lines as they were written, so one was edited or is missing"
        raise _wrong(line, "sum", said, expected)
