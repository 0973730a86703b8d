"""Result of the secrecy check: who knows each name, which choices are hidden, which lines reveal something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ...foundation.source.frozen import frozen

Choice = tuple[str, str]
"""A choice: the rule where it is offered, or the action, and the name of the decision."""
Place = tuple[str, int]
"""A line, by where its clause stands: the source and the offset."""

Knower = tuple[str, object]
"""Who knows a secret: who acts in a rule or from a line on, whom a name stands for, some player, or nobody."""
NOBODY: Knower = ("nobody", 0)


@frozen
class Secrecy:
    """Secrets that the rules keep.

    `veiled`: choices of which only whoever makes them learns the values; all others are public. `telling`: lines that
    bring to somebody what it may not have known. `news`: those of them that may bring it to whoever acts there.
    `sealed`: lines that are carried out while all act at once, unseen by others. `names`: who knows what a name stands
    for, by its number; all, if it is not there. `acting`: who acts in an action that stands below an `offer`.
    """

    veiled: frozenset[Choice] = frozenset()
    telling: frozenset[Place] = frozenset()
    news: frozenset[Place] = frozenset()
    sealed: frozenset[Place] = frozenset()
    names: Mapping[int, Knower] = field(default_factory=dict, hash=False)
    acting: Mapping[str, Knower] = field(default_factory=dict, hash=False)
