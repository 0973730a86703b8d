"""Memory of checked rulesets and what carries them out, for games that are made from the same files."""

from __future__ import annotations

from collections import OrderedDict

from ...engine.jit.mechanics import Mechanics
from ...foundation.source.build_lock import BUILD_LOCK
from .ruleset_cache import CheckedRules

MOST_HELD = 8
"""Rulesets that are held for games yet to come; those go first that were not asked for for longest."""


class SharedRulesets:
    """Rulesets that games share if they were made from the same files, with the same options; a memory, it changes
    nothing but the time that loading takes.

    Files, options and program are the key, to the letter (see `ruleset_cache.key_of`). Of two that are made at once,
    all get the first.
    """

    def __init__(self) -> None:
        self.known: OrderedDict[str, tuple[CheckedRules, Mechanics]] = OrderedDict()

    def of(self, key: str | None) -> tuple[CheckedRules, Mechanics] | None:
        """Returns the ruleset under a key."""
        with BUILD_LOCK:
            if key is None or key not in self.known:
                return None
            self.known.move_to_end(key)
            return self.known[key]

    def hold(self, key: str | None, ready: CheckedRules, mechanics: Mechanics) -> tuple[CheckedRules, Mechanics]:
        """Holds a ruleset under a key from now on."""
        if key is None:
            return ready, mechanics
        with BUILD_LOCK:
            found = self.known.setdefault(key, (ready, mechanics))
            self.known.move_to_end(key)
            while len(self.known) > MOST_HELD:
                self.known.popitem(last=False)
            return found


SHARED = SharedRulesets()
