"""Names of a ruleset with their grammar: nouns with gender and plural, phrases for conditions and processes.

A catalogue holds both beside the plain names: under `equipment.rope (noun)` the word as a dictionary has it, `das Seil,
die Seile`; under `define starving (phrase)` how it is said, `the team is out of food | the team has food`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...foundation.texts import SOURCE
from ...foundation.texts.english_nouns import one_and_many
from ...play.positions.wording import Wording, split_phrase
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from .known_values import Number
from .language import language
from .mentions import locals_of
from .parts import Filled, Noun, Part, Plain, Told

_NOUNS = {"number": "noun-number", "place": "noun-place", "passage": "noun-passage", "sides": "noun-sides"}
_THINGS = ("row", "place", "passage", "sides")
_VALUES = re.compile(r"(?:: | \()[^{]*\{.*$")
"""Values of a phrase behind a colon or in brackets."""
_ENDS = (".", "?", "!", ":", "…")


class Names:
    """Names of things within sentences, in the language of a wording. `missing` are the keys under which a catalogue of
    another language says nothing of their grammar."""

    def __init__(self, words: Wording, people: tuple[str, ...] = ()) -> None:
        self.words, self.rules, self.language = words, words.rules, language(words.lang)
        self.people = people
        """The names of players, where sentences tell of a game with its players."""
        self.missing: dict[str, str] = {}
        self.passed: set[m.Local] = set()
        """What stands for the places and passages on a way, wherever that leads."""
        self.known: dict[m.Local, Part] = {}
        """What names stand for, where a sentence tells of one choice."""
        self._letters: dict[m.Local, str] | None = None

    # ---- nouns ------------------------------------------------------------------------------------------------------

    def noun(self, key: str, source: str, name: str = "") -> Noun:
        """The noun under a key; `source` is the word that the rules use, `name` how it is called."""
        entry = self.words.text(f"{key} (noun)", source)
        if entry != source:
            return self.language.noun(entry)
        if self.words.lang == SOURCE:
            said = name or source
            one, many = one_and_many(said)
            return Noun(self.language.say, said, many, "p" if said == many != one else "n")
        self.missing[f"{key} (noun)"] = source
        return Noun(self.language.say, name or source)

    def kind(self, name: str) -> Noun:
        """A row of a kind, whichever it is."""
        return self.noun(f"kind {name}", name.replace("_", " "), self.words.kind(name))

    def row(self, kind: m.Kind, row: int) -> Part:
        """A row of a kind."""
        if row < 0:
            return Plain(self.words.row(kind, row))
        if kind.name == self.rules.players and row < len(self.people):
            return Plain(self.people[row])
        key, label = f"{kind.name}.{kind.rows[row]}", kind.label(row)
        if not kind.in_words and self.words.text(f"{key} (noun)", label) == label:
            return Plain(self.words.row(kind, row))
        return self.noun(key, label, self.words.row(kind, row))

    def field(self, field: m.Field) -> Noun:
        """Returns the noun for a field."""
        return self.noun(f"{field.owner}.{field.name}", field.name.replace("_", " "), self.words.field(field))

    def noun_of_each(self, field: m.Field) -> Noun | None:
        """Returns the noun for each of what a number counts, `the turn to miss, the turns to miss`; that of the unit if it is
        paid with, none where no catalogue says it."""
        if (noun := self.counted_in_catalogue(field)) is not None:
            return noun
        return self.unit(field.name) if field.type.is_number and self.words.counted_forms(field.name) else None

    def counted_in_catalogue(self, field: m.Field) -> Noun | None:
        """Returns the noun that a catalogue has for each of what a number counts; none without one."""
        entry = self.own_words(f"{field.owner}.{field.name}", "counted", field.name)
        return self.language.noun(entry) if entry else None

    def column(self, kind: str, name: str) -> Noun:
        """Returns the noun for a column of rows."""
        said = self.words.text(f"{kind}.{name} (column)", name.replace("_", " "))
        return self.noun(f"{kind}.{name}", name.replace("_", " "), said)

    def board(self, name: str) -> Noun:
        """A place of a board."""
        return self.noun(f"board {name}", name.replace("_", " "), self.words.name(f"board {name}", name))

    def unit(self, unit: str) -> Noun:
        """Something that is paid with."""
        unit = self.words.paid_in(unit)
        one, many = (self.words.count_with_noun(number, unit).partition(" ")[2] for number in (1, 2))
        if self.words.lang == SOURCE:
            return Noun(self.language.say, one, many if many != one else "", "n")
        return self.noun(f"counted {unit}", one_and_many(unit)[0], many)

    def value(self, type_: Type, shown: str) -> Part:
        """Returns a value as it is shown, a place by the noun that a catalogue has for it: `the home base` for `o`."""
        entry = self.own_words(f"{type_.name}.{shown}", "noun", shown) if type_.form == "place" else ""
        return self.language.noun(entry) if entry else Number(shown)

    def menu(self, name: str) -> Part:
        """Returns the noun for the actions of a decision."""
        said = self.phrase(f"menu {name}", name)[0]
        if said:
            return self.fill_phrase(said, {}, False)
        text = self.words.text(f"menu {name}", self.rules.menus.get(name, ""))
        if not text:
            return Told(self.language.say, "own-menu", {})
        return Told(self.language.say, "quoted", {"text": text.rstrip(".")})

    def action(self, name: str) -> Part:
        """An action, in the words in which it is offered."""
        text = self.words.about(name, self.rules.actions[name].text) if name in self.rules.actions else ""
        return Told(self.language.say, "quoted", {"text": text or self.words.name(name, name)})

    def local(self, local: m.Local) -> Part:
        """Returns the noun for a name of a rule: what it stands for, as the rules call it, or as one of its kind."""
        if local in self.known:
            return self.known[local]
        if local.type.form not in _THINGS:
            return self.noun(f"local {local.name}", local.name.replace("_", " "))
        noun, letter = self.bound_noun(local), self.letters.get(local)
        if local in self.passed:
            return Told(self.language.say, "passed", {"noun": self.thing(local.type)}, noun.gender)
        if self._own(local) is not None:
            return noun
        return Told(self.language.say, "lettered" if letter else "that", {"noun": noun}, noun.gender)

    def any_things(self, locals_: tuple[m.Local, ...]) -> Mapping[str, Part]:
        """Returns the parameters of a rule as its heading names them: `a square`, a second one `another square`."""
        found: dict[str, Part] = {}
        named: set[Noun] = set()
        for each in locals_:
            noun = self._own(each) or self.thing(each.type)
            message = "another" if noun in named else "any-thing"
            named.add(noun)
            told = Told(self.language.say, message, {"noun": noun}, noun.gender)
            found[each.name] = told if each.type.form in _THINGS else self.local(each)
        return found

    def bound_noun(self, local: m.Local, is_named: bool = True) -> Noun:
        """Anything that a name may stand for, where the name is bound; by what a catalogue calls it, if `is_named`."""
        own = self._own(local) if is_named else None
        letter = self.letters.get(local)
        if local.type.element is not None or local.type.is_number and not self.is_any_number(local):
            return self.noun(f"local {local.name}", local.name.replace("_", " "))
        noun = own or self.thing(local.type)
        if own is not None or not letter or self._own(local) is not None or local.type.form not in _THINGS:
            return noun
        return replace(noun, one=f"{noun.one} {letter}", many=f"{noun.many or noun.one} {letter}")

    def is_any_number(self, local: m.Local) -> bool:
        """Tells if a name stands for a number for which no catalogue has a noun."""
        name = local.name.replace("_", " ")
        return local.type.is_number and self.words.text(f"local {local.name} (noun)", name) == name

    def has_own_noun(self, local: m.Local) -> bool:
        """Tells if a name of a rule is told by a noun of its own, and not as one of its kind."""
        if local.type.element is not None or local.type.is_number:
            return not self.is_any_number(local)
        return self._own(local) is not None

    def _own(self, local: m.Local) -> Noun | None:
        """Returns the noun that a catalogue has for a name of the rules, by the kind of its values."""
        name = local.name.replace("_", " ")
        entry = self.words.text(f"local {local.type.name} {local.name} (noun)", name)
        return self.language.noun(entry) if entry != name and local.type.form in _THINGS else None

    def thing(self, type_: Type) -> Noun:
        """Anything of a type."""
        if type_.facts.is_thing:
            of = type_.name
            return self.kind(of) if of in self.rules.kinds else self.board(of)
        if type_.element is not None:
            return self.thing(type_.element)
        return self.common_noun(type_.form)

    def common_noun(self, form: str) -> Noun:
        """Anything of a form that has no name in the rules: a number, a passage."""
        return self.language.noun(self.language.say(_NOUNS.get(form, "noun-thing")))

    def common_nouns(self) -> Iterator[Noun]:
        """Yields the nouns of the language for what has no name in the rules."""
        return map(self.common_noun, _NOUNS)

    @property
    def letters(self) -> Mapping[m.Local, str]:
        """Letters for names of a rule that stand for things of the same sort."""
        if self._letters is None:
            self._letters = {}
            rules = self.rules
            parts = (rules.defines, rules.rankings, rules.processes, rules.actions)
            for rule in (*(each for part in parts for each in part.values()), *rules.triggers, *rules.demands):
                self._letters |= _letters(locals_of(_parts_of(rule)))
        return self._letters

    # ---- phrases ----------------------------------------------------------------------------------------------------

    def own_words(self, key: str, end: str, name: str) -> str:
        """Returns what a catalogue has under a key with an end of its own, `place.depth (state)`; "" where it has nothing."""
        source = name.replace("_", " ")
        entry = self.words.text(f"{key} ({end})", source)
        return entry if entry != source else ""

    def phrase(self, key: str, name: str, text: str = "") -> tuple[str, str]:
        """Returns the phrase for something, and that for its contrary; "" where nobody has worded it. A text of the
        rules that is no sentence is such a phrase."""
        entry = self.own_words(key, "phrase", name)
        if not entry and text and not text.endswith(_ENDS):
            entry = self.words.text(key, text)
        if not entry:
            return "", ""
        return split_phrase(entry)

    def fill_phrase(self, phrase: str, values: Mapping[str, Part], is_clause: bool = True) -> Filled:
        """A phrase with its values; a noun with its article unless it is a clause."""
        if is_clause:
            return Filled(self.language.say, phrase, values)
        gender, rest = self.language.split(phrase)
        return Filled(self.language.say, rest, values, gender)


def _parts_of(rule: Any) -> Any:
    return (rule.parameters, rule.body) if isinstance(rule, m.Define) else rule


def without_values(phrase: str) -> str:
    """Returns the phrase of a process for its heading: without the values that it tells behind a colon or in brackets.

    >>> without_values("grind emmer into food: {given} into {gained}"), without_values("refill {good} to {value}")
    ('grind emmer into food', 'refill {good} to {value}')
    """
    before = _VALUES.sub("", phrase)
    return phrase if "{" in before else before


def _letters(bound: tuple[m.Local, ...]) -> dict[m.Local, str]:
    """A, B and C for names of the same type."""
    found: dict[m.Local, str] = {}
    alike: dict[tuple[str, str], list[m.Local]] = {}
    for each in bound:
        if each.name == "it":
            continue
        alike.setdefault((each.type.form, each.type.name), []).append(each)
    for several in alike.values():
        found |= dict(zip(several, "ABCDEFGH")) if len(several) > 1 else {}
    return found
