"""Icons of rows on a page: the pictures that a publisher has of them, beside the names of what players have and pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...foundation.source.lazy_property import lazy_property
from ...play.loading.opened_rules import OpenedRules
from ...play.positions.wording import Wording
from ...publish.reference.row_pictures import RowPictures
from ...rules.model import ruleset as m

BEHIND = r"(?= ×|, | · |$)"
"""Behind the name of a row within a cell: how many, the next one, or the end."""


@dataclass(frozen=True)
class RowIcons:
    """Icons of the rows that players can have, as files; none where the rules are gone or have no pictures."""

    opened: OpenedRules | None

    @lazy_property
    def files(self) -> Mapping[str, str]:
        """The icons as SVG, by their files: `equipment.rope.svg`."""
        return {file: drawn for kind in self._kinds for file, drawn in self._draw(kind)}

    def in_tables(self, words: Wording) -> Mapping[str, Mapping[str, str]]:
        """Returns the files of icons as they stand in tables of possessions: by the name of what is kept, then by that of the
        row."""
        found: dict[str, Mapping[str, str]] = {}
        for field, kind in self._possessions:
            files = ((n, f"{kind.name}.{row}.svg") for n, row in enumerate(kind.rows))
            named = {words.row(kind, n): file for n, file in files if file in self.files}
            found |= {words.field(field): named} if named else {}
        return found

    def require(self) -> None:
        """RulesetError where a picture of the rules cannot be shown."""
        if self._pictures is not None:
            self._pictures.require()

    @lazy_property
    def _pictures(self) -> RowPictures | None:
        return None if self.opened is None else RowPictures(self.opened)

    @property
    def _possessions(self) -> Iterator[tuple[m.Field, m.Kind]]:
        """Fields of players that are bags or sets, with the kinds of the rows in them."""
        rules = self.opened.rules if self.opened is not None else None
        for field in rules.fields if rules is not None else ():
            element = field.type.content if field.type.is_bag or field.type.is_set else None
            if rules is not None and field.owner == rules.players and element and element.name in rules.kinds:
                yield field, rules.kinds[element.name]

    @lazy_property
    def _kinds(self) -> tuple[m.Kind, ...]:
        return tuple({kind.name: kind for _, kind in self._possessions}.values())

    def _draw(self, kind: m.Kind) -> Iterator[tuple[str, str]]:
        for row in kind.rows:
            own = self._pictures.own(kind, row) if self._pictures is not None else None
            if own is not None:
                yield f"{kind.name}.{row}.svg", own.svg


def with_icons(text: str, icons: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Returns a text of names in parts, each with the file of the icon before it; "" where there is none.

    >>> with_icons("oxygen, two tanks ×2 · rope", {"oxygen, two tanks": "o.svg", "rope": "r.svg"})
    (('o.svg', 'oxygen, two tanks ×2 · '), ('r.svg', 'rope'))
    """
    names = "|".join(re.escape(each) for each in sorted(icons, key=len, reverse=True))
    found = list(re.finditer(rf"(^|, | · )({names}){BEHIND}", text)) if names else []
    if not found:
        return (("", text),) if text else ()
    starts = [each.start(2) for each in found]
    ends = [*starts[1:], len(text)]
    parts = [(icons[each[2]], text[start:end]) for each, start, end in zip(found, starts, ends, strict=True)]
    before = text[: starts[0]]
    return (("", before), *parts) if before else tuple(parts)
