"""Origin of a game, as games are pickled."""

from __future__ import annotations

from typing import Any, Protocol


class Origin(Protocol):
    """Files, options and engine that a game was made from, by which it is pickled."""

    @property
    def told(self) -> str:
        """Stands for all of it, to the letter."""

    def game(self) -> Any:
        """The game that is made from it."""
