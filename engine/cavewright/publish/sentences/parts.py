"""Parts of sentences that know their grammar: nouns, and phrases made from messages of a language's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fluent.runtime.types import FluentType

Say = Callable[[str, Mapping[str, Any]], str]
"""A message of a language's file with its values filled in."""
SUBJECT = "nom"
"""The case in which a thing stands by itself."""
OTHER = "dat"
"""Any other case, of a noun that has one form for all of them."""
OWNER = "gen"
"""The case of whose something is: not every part has it, so a message says how an owner stands."""
BEFORE = "before"
"""The form of an owner that stands before what is its: `Anna’s lamp`."""


class Part(FluentType):
    """Something that a message is filled in with. `form` says it in a case, `bare` without an article."""

    gender = ""

    def form(self, case: str = SUBJECT) -> str:
        """The part in a case of the language."""
        raise NotImplementedError

    def bare(self, case: str = SUBJECT, number: str = "one") -> str:
        """The part without an article."""
        return self.form(case)

    def format(self, locale: object) -> str:
        """The part as it stands by itself, for messages that do not say how."""
        return self.form()


@dataclass(frozen=True)
class Noun(Part):
    """A noun with its article. `oblique` is its form in other cases than the first, where it has one.

    Without a gender it is a name of which nobody has said how it is used; the language sets it off.
    """

    say: Say = field(repr=False, compare=False)
    one: str
    many: str = ""
    gender: str = ""
    oblique: str = ""

    def form(self, case: str = SUBJECT) -> str:
        return self.say("the", {"noun": self, "case": case})

    def bare(self, case: str = SUBJECT, number: str = "one") -> str:
        if number != "one":
            return self.many or self.one
        return self.oblique if self.oblique and case != SUBJECT else self.one

    def reword(self, words: Callable[[str], str]) -> Noun:
        """Returns the noun for one in other words, in each of its cases."""
        return replace(self, one=words(self.one), oblique=words(self.oblique) if self.oblique else "")


@dataclass(frozen=True)
class Told(Part):
    """A phrase made from a message; `gender` is that of its main word."""

    say: Say = field(repr=False, compare=False)
    message: str
    values: Mapping[str, Any]
    gender: str = ""

    def form(self, case: str = SUBJECT) -> str:
        return self.say(self.message, {**self.values, "case": case})


@dataclass(frozen=True)
class Plain(Part):
    """Words that are the same in all cases: numbers, names of people, sides."""

    text: str

    def form(self, case: str = SUBJECT) -> str:
        return self.text


@dataclass(frozen=True)
class Filled(Part):
    """Words of an author with things filled in: `the price of {there}`. `article` stands before them, if they are a
    noun; `{there:dat}` says in which case a thing stands, `{there:gen}` that something is its, `{who:before}` that
    its owner stands before it, `{there:one}` that it stands without its article."""

    say: Say = field(repr=False, compare=False)
    template: str
    values: Mapping[str, Part]
    gender: str = ""

    def form(self, case: str = SUBJECT) -> str:
        if not self.gender:
            return self.bare(case)
        return self.say("the", {"noun": self, "case": case})

    def bare(self, case: str = SUBJECT, number: str = "one") -> str:
        from re import sub

        def replace_value(found: Any) -> Any:
            value = self.values.get(found[1])
            if value is None:
                return found[0]
            if found[2] == OWNER:
                return self.say("owned-by", {"owner": value})
            if found[2] == BEFORE:
                return self.say("owner-before", {"owner": value})
            return value.bare() if found[2] == "one" else value.form(found[2] or SUBJECT)

        return sub(r"\{(\w+)(?::(\w+))?\}", replace_value, self.template)
