"""Card of a table: what its people have agreed on besides the rules, who sits where, and what was said at it.

It lies beside the file of the match, and before the match has begun it is all that there is of a table.
"""

from __future__ import annotations

import secrets
import unicodedata
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...foundation.source.wrong_fields import wrong_fields
from ...foundation.storage.durable_writes import write_over
from ...foundation.storage.plain_files import read_plain
from ...play.matches.match import SaveError
from ..host.match_rows import Links, Token

STRICT = ConfigDict(strict=False, extra="forbid", frozen=True)
LARGEST = 4 * 1024 * 1024
MOST_SEATS = 16
LONGEST_NAME = 40
"""Letters of a name; what is longer is cut."""
LONGEST_LINE = 500
LONGEST_FORM = 64
"""Letters of the word of a form, by which one that is sent twice is known."""
MOST_LINES = 300
"""Lines of a chat that are kept; the oldest go first."""
HERE, GUEST = "here", "guest"
"""Who sits on a chair: somebody at the screen of the host, somebody who comes by the link; otherwise a bot, by its name."""
Spent = Annotated[float, Field(ge=0, le=1e9)]


class Agreement(BaseModel):
    """Agreement of a table besides the rules. `minutes` are those of each seat for the whole match, 0 for no clock;
    `at_end` says what the host does for a seat whose time is up."""

    model_config = STRICT
    chat: bool = False
    minutes: Annotated[int, Field(ge=0, le=600)] = 0
    at_end: Literal["bot", "pass", "resign"] = "bot"
    spectators: bool = True


class ChatLine(BaseModel):
    """One line of the chat: behind how many entries of the match it was said, by which seat, -1 for the host; `form` is the
    word of the form that said it."""

    model_config = STRICT
    at: Annotated[int, Field(ge=0)]
    seat: Annotated[int, Field(ge=-1, lt=MOST_SEATS)]
    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    text: Annotated[str, Field(max_length=LONGEST_LINE)]
    form: Annotated[str, Field(max_length=LONGEST_FORM)] = ""


class Chair(BaseModel):
    """One seat before and at the beginning: the name, who sits there (`here`, `guest` or a bot), whether a guest has come."""

    model_config = STRICT
    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    who: Annotated[str, Field(max_length=60)] = HERE
    has_come: bool = False

    @property
    def bot(self) -> str:
        """The name of the bot, "" for a person."""
        return "" if self.who in (HERE, GUEST) else self.who


class Card(BaseModel):
    """All of it. `join` is the word of the link by which guests sit down; `next` leads from the words of this table's links
    to those of its rematch."""

    model_config = STRICT
    card: Annotated[int, Field(ge=1, le=1)] = 1
    rules: Annotated[str, Field(max_length=10_000)] = ""
    options: dict[str, str] = {}
    agreement: Agreement = Agreement()
    chairs: Annotated[tuple[Chair, ...], Field(max_length=MOST_SEATS)] = ()
    links: Links
    join: Token
    form: Annotated[str, Field(max_length=LONGEST_FORM)] = ""
    """The word of the form that set the table up."""
    said: Annotated[tuple[ChatLine, ...], Field(max_length=MOST_LINES)] = ()
    spent: Annotated[tuple[Spent, ...], Field(max_length=MOST_SEATS)] = ()
    resigned: Annotated[tuple[int, ...], Field(max_length=MOST_SEATS)] = ()
    next: dict[str, str] = {}
    came_by: dict[str, int] = {}
    """Seats by the words of the forms that took them: a form that is sent twice takes one seat."""


def fresh_token() -> str:
    """Returns a word that nobody guesses: 192 bits."""
    return secrets.token_urlsafe(24)


def fresh_links(seats: int) -> Links:
    """Returns links for so many seats."""
    return Links(host=fresh_token(), watch=fresh_token(), seats=tuple(fresh_token() for _ in range(seats)))


def clean_text(text: str, most: int) -> str:
    """Returns a text in one line, without signs that cannot be seen or that turn the order of others around; what is longer
    is cut.

    >>> clean_text("  Anna \\u202e\\n evil ", 40), clean_text("x" * 10_000, 40) == "x" * 39 + "…"
    ('Anna evil', True)
    """
    spaced = (" " if each.isspace() else each for each in text[: 20 * most])
    shown = "".join(each for each in spaced if each.isprintable())
    line = unicodedata.normalize("NFC", " ".join(shown.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def distinct_names(names: list[str]) -> list[str]:
    """Returns names of which no two are alike; a later one gets a number.

    >>> distinct_names(["Anna", "Anna", "Ben"])
    ['Anna', 'Anna 2', 'Ben']
    """
    found: list[str] = []
    for name in names:
        number, made = 1, name
        while made.casefold() in {each.casefold() for each in found}:
            number += 1
            made = f"{name[: LONGEST_NAME - 4]} {number}"
        found.append(made)
    return found


def write_card(path: Path, card: Card) -> None:
    """Writes a card; on return it is on the disk. Nobody else on the machine may read it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(0o600)
    write_over(path, f"{card.model_dump_json()}\n")


def read_card(path: Path) -> Card:
    """Reads a card. Raises OSError, and SaveError that names what is wrong."""
    try:
        return Card.model_validate_json(read_plain(path, LARGEST))
    except ValidationError as error:
        fields = wrong_fields(error.errors(), "the card")
        raise SaveError(f"`{path}` is no card of a table: {fields[0]}", fields=fields) from error
