"""Messages of a host: what each request takes and what each answer gives. The published document is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...play.views.view import View

Name = Annotated[str, Field(min_length=1, max_length=100)]
Option = str | int | bool


class Message(BaseModel):
    """Anything that is sent: unknown fields and values of other types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)


class NewMatch(Message):
    """A game as it is set, and who plays."""

    game: Annotated[str, Field(min_length=1, max_length=500)]
    """The id of a ruleset, with overlays behind it: `the-cave+long-rope`."""
    players: Annotated[int | list[Name] | None, Field(description="How many, or their names.")] = None
    options: Annotated[dict[Name, Option], Field(max_length=200)] = {}
    """Values of options."""
    bots: Annotated[list[Annotated[str, Field(max_length=50)]], Field(max_length=16)] = []
    """For each player the name of a bot, or an empty text for a person; nothing where all are people."""


class Begun(Message):
    """A new match."""

    match: str
    """Its id."""
    players: list[str]
    """Their names; whoever is a bot too."""
    keys: list[str]
    """The key of each player, which nobody else may have."""


class Act(Message):
    """An action, and the number of the match that its player has seen."""

    action: Annotated[str, Field(max_length=2_000)]
    """As `actions` of a look have it: `mark b2`."""
    number: Annotated[int, Field(ge=0, lt=1_000_000_000)]
    """`number` of that look. It is refused with 409 where the match has gone on since for this player."""


class Undo(Message):
    """A wish to take the viewer's own last action back, and the number of the match that it has seen."""

    number: Annotated[int, Field(ge=0, lt=1_000_000_000)]
    """`number` of a look whose `undo` is true. It is refused with 409 where the match has gone on since."""


class Told(Message):
    """A move as a viewer was told of it."""

    player: int | None
    """Who made it, -1 for chance; null where it was made unseen and something came of it that the viewer saw."""
    name: str | None
    """The action, without its values; null too where somebody has taken the last action back, as `events` say."""
    text: str | None
    """The action; null where its values are not for the viewer."""
    events: list[str]
    """What came of it, in sentences."""


class Legal(Message):
    """An action that a player may carry out."""

    action: str
    """As `Act` takes it."""
    label: str
    """In words."""


class Change(Message):
    """An operation of a JSON Patch (RFC 6902) on a view."""

    op: Literal["add", "replace", "remove"]
    path: str
    """A JSON Pointer into the view."""
    value: Any = None
    """What stands there now; of `remove` nothing."""


class Picture(Message):
    """A picture of a position as a viewer may know it."""

    href: str
    """Its address behind that of the match. It needs the key, too."""
    etag: str
    """Two pictures with one tag are one."""


class Look(Message):
    """A match as a viewer may know it: at a number, or how it came there from an earlier one."""

    match: str
    viewer: int | None
    """The player who looks; null for a spectator."""
    number: int
    """How far the match has gone for this viewer."""
    since: int | None = None
    """The number from which `changes` and `told` begin; null where `view` is whole."""
    view: View | None = None
    """The position, if no number was named."""
    changes: list[Change] | None = None
    """What turns the view at `since` into that at `number`."""
    told: list[Told] = []
    """The moves behind `since` that the viewer was told of, in order; those of the last step, if no number was named. A
    keepsake has all of them."""
    actions: list[Legal]
    """What the viewer may do now."""
    undo: bool = False
    """Whether the viewer may take its last action back now: nobody has learned anything from it, and nobody acted since."""
    picture: Picture


class Acted(Message):
    """An action that was carried out or taken back. It is in the database."""

    number: int
    """How far the match has gone for this player."""
    told: list[Told]
    """The action, and what came of it."""


class Reason(Message):
    """A reason against an action."""

    rule: str
    """The clause that says so."""
    text: str
    code: str


class Problem(Message):
    """An answer to what was not carried out."""

    error: str
    """For people."""
    kind: str
    """For programs: `match`, `viewer`, `outrun`, `ahead`, `illegal`, `undo`, `value`, `fields`, `late`, `rules`, `store`,
    `limit`, `address`, `fault`."""
    reasons: list[Reason] = []
    """All that is against an action that is illegal."""
    fields: list[str] = []
    """What is wrong with a message, by its fields."""
    happened: Look | None = None
    """What has happened since the number that was named, where the match has gone on."""


class Health(Message):
    """A sign of life, with what is in memory."""

    ok: bool
    matches_in_memory: int
    version: str
