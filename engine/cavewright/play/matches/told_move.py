"""Moves as a viewer was told of them; what is made of one for a keepsake stays."""

from __future__ import annotations

import json
from textwrap import indent
from typing import Any

from ...foundation.source.lazy_property import lazy_property


class ToldMove:
    """A move as a viewer was told of it: by whom, which, with its values unless they are veiled, and what came of it."""

    def __init__(self, player: int | None, name: str | None, text: str | None, events: tuple[str, ...]) -> None:
        self.player, self.name, self.text, self.events = player, name, text, events

    def plain(self) -> dict[str, Any]:
        """Returns the move as plain data, which is the caller's to change."""
        return {"player": self.player, "name": self.name, "text": self.text, "events": list(self.events)}

    @lazy_property
    def line(self) -> str:
        """The move as JSON, as it stands in a keepsake."""
        return indent(json.dumps(self.plain(), ensure_ascii=False, indent=1), "  ")
