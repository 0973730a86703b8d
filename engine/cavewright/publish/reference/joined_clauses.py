"""Sentences about a position that belong together: those about one subject, and those that are alike but for their subjects."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from ..sentences import Sentences
from ..sentences.language import language

Thing = TypeVar("Thing")
QUOTED = ("”", "“", "»")
"""Marks behind words that somebody reads."""
LONGEST_ENDING = 2
"""Letters by which a noun may differ from itself in the other number."""


def gather_runs(
    things: Iterable[Thing], is_next: Callable[[list[Thing], Thing], bool], fewest: int = 2
) -> Iterator[list[Thing]]:
    """Yields things in their order, as many together as belong to those before them; where these are fewer than the fewest,
    the first by itself.

    >>> list(gather_runs([1, 2, 3, 7, 8], lambda run, each: each == run[-1] + 1, fewest=3))
    [[1, 2, 3], [7], [8]]
    """
    waiting = list(things)
    while waiting:
        many = 1
        while many < len(waiting) and is_next(waiting[:many], waiting[many]):
            many += 1
        many = many if many >= fewest else 1
        yield waiting[:many]
        del waiting[:many]


@dataclass(frozen=True)
class Clause:
    """A sentence by itself; `subject` are the words with which it begins, where they are known. It may be a warning to
    the subject, or say that there `is_no_warning`."""

    text: str
    subject: str = ""
    is_warning: bool = False
    is_no_warning: bool = False
    piece: str = ""
    """What lies at a place, if that is all that it says."""
    place: str = ""
    """The place that it says something of, if it does not begin with it."""

    def repeats(self, other: object) -> bool:
        """Tells if another sentence says already what lies at a place: `n3 is a boulder choke`."""
        is_other = isinstance(other, Clause) and other is not self and other.text.startswith(f"{self.subject} ")
        return bool(self.piece) and is_other and isinstance(other, Clause) and other.text.endswith(self.piece)


def of_several(clauses: Iterable[Clause], sentences: Sentences, both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields sentences; of those that are alike but for their subjects one about all: `A5, A6 and AW are flooded`. Where a
    language has no form of the verb for many, they stay apart."""
    for said, several in groupby(clauses, key=_without_subject):
        found = list(dict.fromkeys(several))
        text = _said_of_many(said, both([each.subject for each in found]), sentences) if said and found[1:] else ""
        yield from [Clause(text)] if text else found


def _said_of_many(said: str, owners: str, sentences: Sentences) -> str:
    """Returns what is said of one, with many in its place: behind a preposition as it is, else with the verb for many; ""
    where it cannot be said so."""
    before, _, behind = said.partition("\0")
    verb, *words = behind.split()
    spoken = language(sentences.lang)
    counted = [n for n, each in enumerate(words) if each.isdecimal() or each in spoken.words_of("one-of-many")]
    if before:
        return "" if counted else f"{before}{owners}{behind}"
    forms = spoken.pairs_of("verbs-of-many")
    if verb not in forms:
        return ""
    if not counted:
        return " ".join((owners, forms[verb], *words))
    told = {"before": " ".join(words[: counted[0]]), "rest": " ".join(words[counted[0] :])}
    return " ".join(sentences.tell_state("told-each", owners=owners, verb=forms[verb], **told).split())


def _without_subject(clause: Clause) -> str:
    """Returns the words of a sentence without its subject, which stands in it once, as its beginning or behind a word; "" of
    any other."""
    is_plain = bool(clause.subject) and not clause.is_warning and clause.text.count(clause.subject) == 1
    before, _, behind = clause.text.partition(clause.subject) if is_plain else ("", "", "")
    is_begun = before.count(" ") <= 1 and before.islower() or not before
    return f"{before}\0{behind}" if behind.startswith(" ") and is_begun and "," not in clause.text else ""


def by_subject(clauses: Iterable[Clause]) -> list[Clause]:
    """Returns sentences with those that begin with one subject behind the first of them."""
    found: dict[object, list[Clause]] = {}
    for n, each in enumerate(clauses):
        found.setdefault(n if each.is_warning else shared_subject(each) or n, []).append(each)
    return [each for several in found.values() for each in several]


def there(clauses: Iterable[Clause], sentences: Sentences) -> Iterator[Clause]:
    """Yields sentences; the place that the sentence before has named, and no other, is `there`."""
    names = "|".join(map(re.escape, language(sentences.lang).words_of("before-places")))
    somewhere, again, last = re.compile(rf"\b(?:{names}) (?!\d+ )"), sentences.tell_state("told-there-again"), ""
    for each in clauses:
        place = rf"{re.escape(each.place or each.subject)}(?![\w’-])"
        here = re.compile(rf"\b(?:{names}) {place}")
        is_known = bool(each.place or each.subject) and re.search(rf"(?<![\w-]){place}", last) is not None
        others = somewhere.sub("", here.sub("", last)) != here.sub("", last)
        yield replace(each, text=here.sub(again, each.text, count=1)) if is_known and not others else each
        last = each.text


def beside_others(clauses: Iterable[Clause], both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields sentences; of those about others that differ in a number or a thing the verb once: `Ann has 2 ropes and Bo 3`."""
    joins = both(["", ""]).split()
    for first, *others in gather_runs(
        clauses, lambda run, each: _predicate(run[0])[:1] != joins and _is_alike(run[0], each)
    ):
        rest = [f"{each.subject} {_predicate(each)[1]}" for each in others]
        yield Clause(both([first.text, *rest])) if rest else first


def _predicate(clause: Clause) -> list[str]:
    """Returns the words behind the subject of a sentence."""
    begins = bool(clause.subject) and clause.text.startswith(f"{clause.subject} ")
    return clause.text.removeprefix(f"{clause.subject} ").split(" ") if begins else []


def _is_alike(one: Clause, other: Clause) -> bool:
    """Tells if two sentences of different subjects differ only in the word behind the verb, a name or a number, and then in
    the number of a noun."""
    words, others = _predicate(one), _predicate(other)
    if one.subject == other.subject or len(words) != len(others) or len(words) < 3 or words[0] != others[0]:
        return False
    are_numbers = words[1].isdecimal() and others[1].isdecimal()
    are_names = words[1] != others[1] and not any(each[1].islower() or each[1].isdecimal() for each in (words, others))
    if not (are_numbers and _is_same_noun(words[2], others[2]) or are_names and words[2] == others[2]):
        return False
    return words[3:] == others[3:]


def _is_same_noun(one: str, other: str) -> bool:
    """Tells if two words are one noun, perhaps in the other number."""
    if one.startswith(other) or other.startswith(one):
        return True
    shortest = min(len(one), len(other))
    return shortest > LONGEST_ENDING + 2 and one[: shortest - LONGEST_ENDING] == other[: shortest - LONGEST_ENDING]


def shared_subject(clause: Clause) -> str:
    """Returns the words that a sentence has in common with the next about the same subject."""
    begins = bool(clause.subject) and "," not in clause.subject and clause.text.startswith(f"{clause.subject} ")
    return clause.subject if begins else ""


def under_one_subject(
    subject: str, texts: list[str], both: Callable[[list[str]], str], articles: Collection[str] = ()
) -> str:
    """Returns sentences about a subject as one, which names it once, and a verb once whose objects follow one another."""
    rest = [each.removeprefix(f"{subject} ") for each in texts]
    listed = next((n for n, each in enumerate(rest[:-1], 1) if ", " in each), 0)
    if listed:
        parts = (texts[:listed], texts[listed:])
        return "; ".join(under_one_subject(subject, each, both, articles) for each in parts)
    return f"{subject} {both(list(_verbs_once(rest, both, articles)))}"


def _verbs_once(predicates: list[str], both: Callable[[list[str]], str], articles: Collection[str]) -> Iterator[str]:
    """Yields verbs with their objects; those of one verb as one: `has a squeeze token and no photo token`, and those that are
    alike but for a name at their end: `is next to A8 and B11`."""
    joins = both(["", ""]).split()
    for verb, several in groupby(predicates, key=lambda each: _verb_of(each, joins, articles)):
        found = list(several)
        yield from [f"{verb} {both([each.removeprefix(f'{verb} ') for each in found])}"] if verb else found


def _verb_of(predicate: str, joins: list[str], articles: Collection[str]) -> str:
    """Returns the verb that stands before a single thing, which begins with an article or a number or ends with what stands on
    it, or all words before the mark of a place; "" of anything else."""
    verb, *thing = predicate.split(" ")
    if thing and thing[-1].endswith(QUOTED):
        return verb
    if not thing or set(joins) & set(thing):
        return ""
    if thing[0].isdecimal() or thing[0] in articles:
        return verb
    is_mark = len(thing) > 1 and any(map(str.isdecimal, thing[-1]))
    return predicate.rpartition(" ")[0] if is_mark else ""


def at_places(clauses: list[Clause], sentences: Sentences, both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields sentences; of those of what is at places that follow one another the verb once: `a king stands on g1 and a rook on
    f1`."""
    spoken = language(sentences.lang)
    prepositions, known = spoken.words_of("before-places"), spoken.pairs_of("verbs-of-many").keys()
    joins = set(both(["", ""]).split())
    while clauses:
        first = clauses.pop(0)
        verb, _ = _at_place(first, known, prepositions)
        others: list[str] = []
        while verb and clauses and _at_place(clauses[0], known, prepositions)[0] == verb:
            if joins & set(f"{first.text} {clauses[0].text}".split()):
                break
            others.append(_at_place(clauses.pop(0), known, prepositions)[1])
        yield Clause(both([first.text, *others])) if others else first


def _at_place(clause: Clause, verbs: Collection[str], prepositions: Collection[str]) -> tuple[str, str]:
    """Returns the verb of a sentence of what is at a place, with the preposition, and the sentence without the verb; "" of any
    other sentence."""
    words, place = clause.text.split(" "), clause.subject
    if len(words) < 4 or not place or "," in clause.text or clause.is_warning:
        return "", ""
    if words[-1] == place and words[-2] in prepositions and words[-3] in verbs:
        return " ".join(words[-3:-1]), " ".join((*words[:-3], *words[-2:]))
    if words[1] == place and words[0] in prepositions:
        return f"{words[0]} {words[2]}", " ".join((*words[:2], *words[3:]))
    return "", ""
