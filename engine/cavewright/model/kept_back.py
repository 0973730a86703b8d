"""Secrecy of a ruleset: what its rules keep from whom, found out once when they are checked, and asked by whatever shows a game."""

from __future__ import annotations

from dataclasses import dataclass

Choice = tuple[str, str]
"""A choice: the rule where it is offered, or the action, and the name of the decision."""
Place = tuple[str, int]
"""A line, by where its clause stands: the source and the offset."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What the rules keep back.

    `veiled`: choices of which only whoever makes them learns the values; all others are public. `telling`: lines that bring to somebody what
    it may not have known. `news`: those of them that may bring it to whoever acts there. `sealed`: lines that are carried out while all act
    at once, unseen by others.
    """

    veiled: frozenset[Choice] = frozenset()
    telling: frozenset[Place] = frozenset()
    news: frozenset[Place] = frozenset()
    sealed: frozenset[Place] = frozenset()
