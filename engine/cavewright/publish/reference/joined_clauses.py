"""Sentences about a position that belong together: those about one subject, and those that are alike but for their subjects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ..sentences import Sentences

LONGEST_ENDING = 2
"""Letters by which a noun may differ from itself in the other number."""
MOST_BEFORE = 3
"""Words that may stand before the subject of a sentence that others share."""


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

    def repeats(self, other: object) -> bool:
        """Tells if another sentence says already what lies at a place: `n3 is a boulder choke`."""
        is_other = isinstance(other, Clause) and other is not self and other.text.startswith(f"{self.subject} ")
        return bool(self.piece) and is_other and isinstance(other, Clause) and other.text.endswith(self.piece)


def likewise(clauses: list[Clause], sentences: Sentences, both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields sentences; of those that are alike but for their subjects the verb once: `A5 is flooded, likewise A6 and AW`."""
    for said, several in groupby(clauses, key=_without_subject):
        first, *others = list(several)
        if not said or not others or "," in first.text:
            yield from (first, *others)
            continue
        before, _, behind = said.partition("\0")
        ending = behind.partition(" ")[0]
        listed = [f"{each.subject}{ending}" for each in others]
        named = f"{before}{both(listed)}"
        yield Clause(sentences.tell_state("told-likewise", first=first.text, others=named))


def _without_subject(clause: Clause) -> str:
    """Returns the words of a sentence without its subject, which stands in it once, near its beginning; "" of any other."""
    is_plain = bool(clause.subject) and not clause.is_warning and clause.text.count(clause.subject) == 1
    said = clause.text.replace(clause.subject, "\0") if is_plain else ""
    return said if said.partition("\0")[0].count(" ") <= MOST_BEFORE else ""


def beside_others(clauses: list[Clause], both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields sentences; of those about others that differ in a number or a thing the verb once: `Ann has 2 ropes and Bo 3`."""
    while clauses:
        first, many = clauses[0], 1
        joins = both(["", ""]).split()
        while many < len(clauses) and _predicate(first)[:1] != joins and _is_alike(first, clauses[many]):
            many += 1
        if many == 1:
            yield clauses.pop(0)
            continue
        others = [f"{each.subject} {_predicate(each)[1]}" for each in clauses[1:many]]
        yield Clause(both([first.text, *others]))
        del clauses[:many]


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


def under_one_subject(subject: str, texts: list[str], both: Callable[[list[str]], str]) -> str:
    rest = [each.removeprefix(f"{subject} ") for each in texts]
    if any(", " in each for each in rest[:-1]):
        return "; ".join(texts)
    return f"{subject} {both(rest)}"
