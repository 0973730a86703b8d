"""Error of a module that stops itself."""

from __future__ import annotations


class TrapError(Exception):
    """A module stopped itself: `reason` is the number of its reason, 0 for one that is not its own."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason
