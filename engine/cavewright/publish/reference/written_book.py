"""Rules by their numbers as authors wrote them: chapters, and which rule is about what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from ...foundation.source.frozen import frozen


@frozen
class WrittenRule:
    """A rule with its number: its text, where `*…*` is bold; the names of the rules that it says; tables and pictures
    below it; the ids of facts; and what the rules say now, if the text says something else."""

    number: str
    text: str
    names: tuple[str, ...] = ()
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    pictures: tuple[tuple[tuple[str, ...], str], ...] = ()
    cites: str = ""
    made: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """The keys of the lines that it says, as its author named them."""


@frozen
class WrittenChapter:
    """A chapter: its number, its title, prices, its rules, the words that are explained by them, and other words under
    which somebody may look for one: the words, and the number of the rule."""

    number: int
    title: str
    prices: tuple[tuple[str, str], ...] = ()
    rules: tuple[WrittenRule, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    sought: tuple[tuple[str, str], ...] = ()

    @property
    def page(self) -> str:
        """The name of its page."""
        return f"chapters/{self.number}.md"

    @property
    def heading(self) -> str:
        """Its title behind its number."""
        return f"{self.number}. {self.title}"


@frozen
class WrittenBook:
    """The chapters of a game for which its authors wrote sentences, and the examples that they chose to draw."""

    chapters: tuple[WrittenChapter, ...] = ()
    pictured: tuple[str, ...] = ()
    covered_keys: frozenset[str] = frozenset()
    """The keys of the lines that authors said in their own words, or left out: nothing more has to be made of them."""
    prices: Mapping[str, str] = field(default_factory=dict)
    """What authors say of the price of an action."""
    words: tuple[tuple[str, str], ...] = ()
    """The words of the game from A to Z, each with what authors say of it."""
    quiet_keys: frozenset[str] = frozenset()
    """The keys of the lines that authors left out, as they named them."""

    @property
    def rules(self) -> Iterator[WrittenRule]:
        """The rules of all chapters that have a number."""
        return (rule for each in self.chapters for rule in each.rules if rule.number)

    def rules_about(self, name: str) -> tuple[WrittenRule, ...]:
        """The rules that say something of an action, a process or a definition, in the order of their numbers."""
        return tuple(rule for rule in self.rules if name in rule.names)

    def place(self, number: str) -> tuple[str, str] | None:
        """The page and the anchor of a rule; None where no rule has the number."""
        for each in self.chapters:
            if any(rule.number == number for rule in each.rules):
                return each.page, rule_anchor(number)
        return None


def rule_anchor(number: str) -> str:
    """The anchor of a rule, on the pages of the reference as in the book.

    >>> rule_anchor("5.3")
    'r5.3'
    """
    return f"r{number}"
