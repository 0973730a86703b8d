"""Numbers of rules by the clauses that they say, for those who look a rule up from the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...foundation.source.lazy_property import lazy_property
from ...play.loading.opened_rules import OpenedRules
from .sentence_book import SentenceBook


@dataclass(frozen=True)
class RuleNumbers:
    """The rules that authors wrote, by number."""

    opened: OpenedRules

    @lazy_property
    def book(self) -> SentenceBook:
        """The sentences of the authors."""
        return SentenceBook(self.opened)

    @lazy_property
    def _numbers(self) -> Mapping[str, str]:
        """The first number under each key, and for each rule as a whole that of its first line."""
        found: dict[str, str] = {}
        for entry in self.book.entries:
            for key in entry.keys if entry.word == "says" else ():
                found.setdefault(_bare(key), entry.number)
        for key, number in tuple(found.items()):
            found.setdefault(key.partition(".")[0], number)
        return found

    def number_of(self, clause: str) -> str:
        """Returns the number of the rule that says a clause, `enter.gear`, or else the rule in which it stands; "" where
        nobody wrote one."""
        key = _bare(clause)
        while key and key not in self._numbers:
            key = key.rpartition(".")[0]
        return self._numbers.get(key, "")

    def rules_about(self, name: str) -> tuple[tuple[str, str], ...]:
        """The rules that say something of an action, by number and in the language of the words."""
        return tuple(
            (each.number, self.book.text(each).replace("*", ""))
            for each in self.book.entries
            if each.word == "says" and any(_bare(key).partition(".")[0] == name for key in each.keys)
        )


def _bare(key: str) -> str:
    """A key without the word of its declaration.

    >>> _bare("define base"), _bare("enter.gear")
    ('base', 'enter.gear')
    """
    return key.rpartition(" ")[2]
