"""Entries of catalogues that say how names stand in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ...foundation.source import Source
from ...foundation.texts import Catalogue, read_catalogue

GRAMMAR = (
    " (noun)",
    " (counted)",
    " (content)",
    " (without)",
    " (state)",
    " (phrase)",
    " (told)",
    " (gained)",
    " (lost)",
    " (to come)",
)
"""Ends of the keys under which a catalogue says how names stand in sentences, and how sentences tell what has happened;
nobody has to give them."""


def grammar_in(sources: Iterable[Source]) -> Catalogue:
    """Only how names stand in sentences, of some catalogues: English ones stand in for a language that has none."""
    entries = (entry for each in sources for entry in read_catalogue(each.text).entries)
    return Catalogue(tuple(entry for entry in entries if entry.context.endswith(GRAMMAR)))
