"""Outline of a game or an overlay: what a list says of it, read off the first words of its lines without the grammar.

Building the parser takes longer than a list may. Where these lines are not all that matters, there is no outline, and the rules
are opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...foundation.source.frozen import frozen
from ...foundation.texts import read_catalogue, texts
from ...language.compose import find_ruleset
from ...language.compose.folders import Folder

_HEAD = re.compile(r'^(ruleset|edition|overlay)[ \t]+([\w-]+)[ \t]+(\S+)(?:[ \t]+"([^"\n]*)")?', re.MULTILINE)
_EXTENDS = re.compile(r"^[ \t]+extends[ \t]+([\w-]+)", re.MULTILINE)
_PLAYERS = re.compile(r"^players[ \t]+[\w-]+[ \t]+(\d+)\.\.(\d+)", re.MULTILINE)
_OPTION = re.compile(r"^(?:add[ \t]+)?option[ \t]+([\w-]+)", re.MULTILINE)
_REMOVED = re.compile(r"^remove[ \t]+option[ \t]+([\w-]+)", re.MULTILINE)
_OTHERWISE = re.compile(r"^(?:add[ \t]+to|replace|remove|change)[ \t]+players\b", re.MULTILINE)


@frozen
class Outline:
    """Game or overlay in a line of a list: players from `low` to `high`, 0 where an overlay says nothing of them."""

    kind: str
    id: str
    version: str
    title: str
    extends: tuple[str, ...]
    low: int
    high: int
    options: frozenset[str]

    def players(self, lang: str) -> str:
        """Returns the number of players, in words."""
        return texts(lang).count_of_players(self.low, self.high)


def outline_of(name: str, lang: str) -> Outline | None:
    """Returns the outline of a game or an overlay; None where its lines do not say all of it."""
    folder = find_ruleset(name)
    text = "\n".join(each.text for each in folder.sources) if isinstance(folder, Folder) else ""
    heads = list(_HEAD.finditer(text))
    if not isinstance(folder, Folder) or len(heads) != 1:
        return None
    kind, id, version, title = heads[0].groups()
    if kind == "edition" and _OTHERWISE.search(text):
        return None
    extends = tuple(_EXTENDS.findall(text))
    options = set(_OPTION.findall(text))
    low, high = next(((int(a), int(b)) for a, b in _PLAYERS.findall(text)), (0, 0))
    if kind == "edition":
        base = outline_of(extends[0], lang) if extends else None
        if base is None:
            return None
        low, high = (low, high) if low else (base.low, base.high)
        options = (options | base.options) - set(_REMOVED.findall(text))
    if kind != "overlay" and not low:
        return None
    label = "ruleset" if kind != "overlay" else f"overlay {id}"
    said = next(_titles_in(folder, lang, label, title or ""), title or "")
    return Outline(kind, id, version, said, extends, low, high, frozenset(options))


def _titles_in(folder: Folder, lang: str, label: str, title: str) -> Iterator[str]:
    """Yields the translations of a title in the catalogue of a folder."""
    source = folder.catalogues.get(lang)
    entries = read_catalogue(source.text).entries if source is not None else ()
    yield from (each.said[0] for each in entries if each.is_full and each.key == (label, title))
