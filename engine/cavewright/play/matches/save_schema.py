"""Models of saves, which guard the way in."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

Short = Annotated[str, Field(max_length=200)]
Entry = Annotated[int, Field(ge=0, lt=1_000_000)]
STRICT = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)


class SavedCorrection(BaseModel):
    """A position that the table put in the place of the one to which the actions before it led."""

    model_config = STRICT

    after: Annotated[int, Field(ge=0, le=1_000_000)]
    """Behind how many entries of `actions`."""
    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """Why, in the words of the table."""
    position: Annotated[str, Field(max_length=10_000_000)]
    """The position, as `State.to_json` writes it."""
    back_to: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    """If the match stood there before: behind how many entries of `actions`. Under other rules it goes back to what they made of them."""


class Save(BaseModel):
    """A saved match of Cavewright, format 2: the rules by id and hash, and every action with what chance has
    brought."""

    model_config = ConfigDict(**STRICT, title="A saved match of Cavewright, format 2")

    cavewright: Literal[2]
    """The version of this format."""
    engine: Short
    """The version of Cavewright that wrote it."""
    ruleset: Annotated[str, Field(min_length=1, max_length=500)]
    """The id of the ruleset."""
    version: Short
    """The version of the ruleset."""
    hash: Short
    """The hash of the rules, overlays and options included."""
    overlays: list[Short]
    """The ids of overlays."""
    options: dict[str, str | int | bool]
    """Options that are set otherwise than by default."""
    players: Annotated[list[Short], Field(min_length=1, max_length=16)]
    """The names of the players."""
    seed: Annotated[int, Field(ge=0, lt=2**128)]
    """What chance is drawn by. Up to 128 bits: read it as a whole number, not as a float."""
    by_hand: bool
    """Whether what chance brings is entered by hand from here on."""
    actions: Annotated[list[Short], Field(max_length=1_000_000)]
    """Every action and what chance has brought, as text."""
    entered: Annotated[list[Entry], Field(max_length=1_000_000)]
    """Which entries of `actions`, from 0, chance brought otherwise than the seed says: they were entered by hand, or drawn under other rules."""
    corrections: Annotated[list[SavedCorrection], Field(max_length=1_000)] = []
    """Positions on which the table agreed, in order."""
    effects: Annotated[
        str,
        Field(
            max_length=60_000,
            pattern="^([0-9a-f]{6})*$",
            description="What each of the first 10,000 entries of `actions` did, as six hexadecimal digits. By them a "
            "replay under other rules finds the first that does something else.",
        ),
    ] = ""
    bots: Annotated[list[Short], Field(max_length=16)] = []
    """Who sits at each seat: the name of a bot, or an empty text for a person."""
    checksum: Annotated[
        str,
        Field(
            pattern="^[0-9a-f]{64}$",
            description="SHA-256, in hexadecimal, of all other fields as JSON in ASCII, keys in order and without blanks. "
            "It tells of accidents; it is no signature.",
        ),
    ]


class FirstSave(Save):
    """A saved match as 0.1 wrote it, without a checksum. Nobody could enter by hand what chance brings."""

    cavewright: Literal[1]  # type: ignore[assignment]
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    by_hand: ClassVar[bool] = False  # type: ignore[misc]
    entered: ClassVar[list[Entry]] = []  # type: ignore[misc]
    corrections: ClassVar[list[SavedCorrection]] = []  # type: ignore[misc]
    effects: ClassVar[str] = ""  # type: ignore[misc]
    checksum: ClassVar[str] = ""  # type: ignore[misc]


def schema() -> dict[str, Any]:
    """The JSON schema of a save, as it stands in `docs/save.schema.json` and in the wheel."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Save.model_json_schema()}
