"""What a save looks like, as a model that guards the way in."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Short = Annotated[str, Field(max_length=200)]


class Save(BaseModel):
    """A saved match."""

    model_config = ConfigDict(strict=True, extra="forbid")

    cavewright: int
    engine: Short
    ruleset: Annotated[str, Field(min_length=1, max_length=500)]
    version: Short
    hash: Short
    overlays: list[Short]
    options: dict[str, str | int | bool]
    players: Annotated[list[Short], Field(min_length=1, max_length=16)]
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    actions: Annotated[list[Short], Field(max_length=1_000_000)]
    bots: Annotated[list[Short], Field(max_length=16)] = []
    """Who sat at each seat: the name of a bot, or "" for a person. For whoever goes on with it; a match does not need it."""
