"""Steps of examples as sentences: what somebody does, what that costs, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from ...play.matches.consequences import DOES, GAINS, HOLDS, LEARNT, LOSES, NOTED, Consequence
from ...play.matches.narration import Deed
from ..sentences.language import language
from .game_reference import GameReference
from .joined_clauses import gather_runs

Both = Callable[[list[str]], str]
FEWEST_SHARED = 2
"""Words that clauses have in common at least, so that they are one with a list."""


class Lead(NamedTuple):
    """Words that each thing of a list keeps before it: articles always, prepositions where more words than one follow."""

    articles: Collection[str] = ()
    prepositions: Collection[str] = ()


NO_LEAD = Lead()


class StepSentences:
    """Tells steps of a game: `walks to n3 (1 rope), takes 1 traverse line and is 75 m deep for the first time`."""

    def __init__(self, game: GameReference) -> None:
        self.game, self.both = game, game.texts.both
        words_of = language(game.lang).words_of
        self.lead = Lead(frozenset(words_of("articles")), frozenset(words_of("prepositions")))

    def predicate(self, deed: Deed, done: str, name: str = "") -> str:
        """Returns what stands behind a name: a deed with its price, and what comes of it for whoever does it; "" where it is
        all about others. `done` are the words for the deed."""
        own = [each for each in deed.came if not each.subject]
        wins = [each.said.removeprefix(f"{name} ") for each in own if _is_about(each, name)]
        verbs = [*filter(None, [done]), *self._verbs(own, done), *wins]
        prices = [each for each in deed.costs if not done.endswith(f" {each}")]
        has_and = len(verbs) == 2 and self._has_and(verbs[0])
        if prices and verbs:
            verbs[0] = self._say("step-paid", deed=verbs[0], price=self.both(prices))
        if has_and:
            return self._say("step-and", first=verbs[0], last=verbs[1])
        return self.both(verbs) if verbs else ""

    def _has_and(self, said: str) -> bool:
        return self.both(["", ""]) in said

    def _verbs(self, came: Iterable[Consequence], done: str = "") -> Iterator[str]:
        """Yields what somebody does, loses and gains besides what is `done`, each as a verb with its object."""
        found = list(came)
        does = [each for each in found if each.form == DOES and not _is_said(each.piece, done)]
        yield from join_shared(self._by_verb([each.said for each in does]), self.both, 1, self.lead)
        for form, message in ((LOSES, "step-loses"), (GAINS, "step-gains")):
            if things := [each.said for each in found if each.form == form and not done.endswith(f" {each.said}")]:
                yield self._say(message, things=self.both(list(self._times(things))))

    def _by_verb(self, told: list[str]) -> list[str]:
        """Returns sentences of which those with one verb and an object stand together: `takes 1 rope`, `takes the token`."""
        verbs = [each.split(" ")[:2] for each in told]
        first = {verb: n for n, (verb, *object_) in reversed(list(enumerate(verbs))) if self._is_thing(object_)}
        places = [first.get(verb, n) if self._is_thing(object_) else n for n, (verb, *object_) in enumerate(verbs)]
        return [told[n] for n in sorted(range(len(told)), key=lambda n: places[n])]

    def _is_thing(self, words: list[str]) -> bool:
        """Tells if words begin with a number or an article."""
        return bool(words) and (words[0].isdecimal() or words[0] in self.lead.articles)

    def _times(self, things: list[str]) -> Iterator[str]:
        """Yields things, each once, and behind them those that come again: `1 food`, `1 emmer`, `1 food more`."""
        found = Counter(things)
        yield from found
        for each, times in found.items():
            if times > 1:
                yield self._say("step-more", things=each, amount=str(times - 1))

    def any_of(self, deeds: list[str]) -> str:
        """Returns the words for any of some deeds, a verb that they share once: `packs 1, 2 or 3 ropes, or exchanges`."""
        either = self.game.texts.either
        told = join_shared(deeds, either, 1, self.lead)
        if len(told) == 2 and either(["", ""]) in told[0]:
            return self._say("step-or", first=told[0], last=told[1])
        return either(told)

    def clauses(self, deed: Deed, name: str = "") -> list[str]:
        """Returns what comes of a step beside what its player does, as sentences with a subject each."""
        beside = [each for each in deed.came if (each.subject or each.form == HOLDS) and not _is_about(each, name)]
        told: list[str] = []
        for subject, several in groupby(beside, lambda each: each.subject if each.form != NOTED else ""):
            found = list(several)
            verbs = list(self._verbs(found)) if subject else []
            told += [f"{subject} {self.both(verbs)}"] if verbs else [each.said for each in found]
        return list(self._by_pronoun(join_shared(told, self.both, lead=self.lead)))

    def _by_pronoun(self, told: list[str]) -> Iterator[str]:
        """Yields sentences; of those that begin with one pronoun, one after another, a sentence that says it once: `it lies 25 m
        deep and gets a token`."""
        pronouns = language(self.game.lang).words_of("subject-pronouns")
        for pronoun, several in groupby(told, lambda each: each.partition(" ")[0]):
            found = list(several)
            if pronoun not in pronouns or len(found) == 1 or any("," in each for each in found):
                yield from found
                continue
            verbs = [each.removeprefix(f"{pronoun} ") for each in found]
            if any(map(self._has_and, verbs)):
                yield f"{pronoun} {self._say('step-and', first=self.both(verbs[:-1]), last=verbs[-1])}"
            else:
                yield f"{pronoun} {self.both(verbs)}"

    def notes(self, deed: Deed) -> list[str]:
        """Returns what no sentence says."""
        return [each.noted for each in deed.came if each.form == NOTED and not each.subject]

    def behind(self, deed: Deed, done: str, name: str) -> tuple[str, str | None]:
        """Returns the sentence of a step, and the mark between it and the name of its player; none where it has a subject of its
        own."""
        told, clauses = self.predicate(deed, done, name), self.clauses(deed, name)
        notes = ", ".join(self.notes(deed))
        beside = "; ".join(clauses)
        if not told and not notes:
            return beside, None
        begin = f"{told}: {notes}" if told and notes else told or notes
        return "; ".join(filter(None, [begin, beside])), " " if told else ": "

    def has_words(self, deed: Deed, done: str) -> bool:
        """Tells if there is anything to say of a step."""
        return bool(done) or any(each.form != LEARNT for each in deed.came)

    def _say(self, message: str, **values: str) -> str:
        return language(self.game.lang).say(message, values)


def _is_about(each: Consequence, name: str) -> bool:
    """Tells if a sentence begins with a name."""
    return each.form == HOLDS and bool(name) and each.said.startswith(f"{name} ")


def _is_said(piece: str, done: str) -> bool:
    """Tells if the words for a deed name a piece already: `loads the camp`."""
    return bool(piece) and piece in done.split(" ")


def join_shared(told: list[str], both: Both, fewest: int = FEWEST_SHARED, lead: Lead = NO_LEAD) -> list[str]:
    """Returns sentences of which those that follow one another and are alike but for words in one place are one with a list;
    so many words at least they have in common.

    >>> join_shared(["Bo loses A3", "Bo loses Sinkhole Entrance", "Bo loses A4"], " and ".join)
    ['Bo loses A3 and Sinkhole Entrance and A4']
    >>> join_shared(["takes 1 photograph", "takes 1 rope", "is at home"], " and ".join)
    ['takes 1 photograph and 1 rope', 'is at home']
    >>> join_shared(["packs no rope", "packs no oxygen"], " and ".join, 1, Lead({"no"}))
    ['packs no rope and no oxygen']
    >>> join_shared(["goes from a1 to b2", "goes from c1 to d2"], " or ".join, 1, Lead(set(), {"from"}))
    ['goes from a1 to b2 or from c1 to d2']
    """
    together = gather_runs(dict.fromkeys(told), lambda run, each: any(_shared_words([*run, each], fewest, lead)))
    return [_with_list(run, *_shared_words(run, fewest, lead), both) if len(run) > 1 else run[0] for run in together]


def _shared_words(told: list[str], fewest: int, lead: Lead) -> tuple[int, int]:
    """Returns how many words some sentences begin with alike, and end with; none of both where that is too little."""
    words = [each.split(" ") for each in told]
    shortest = min(map(len, words))
    begin = next((n for n in range(shortest) if len({each[n] for each in words}) > 1), shortest)
    while begin and (words[0][begin - 1].isdecimal() or words[0][begin - 1] in lead.articles):
        begin -= 1
    rest = shortest - begin
    end = next((n for n in range(rest) if len({each[-1 - n] for each in words}) > 1), rest)
    are_single = all(len(each) == begin + end + 1 for each in words)
    end = end if are_single else 0
    if begin and not are_single and words[0][begin - 1] in lead.prepositions:
        begin -= 1
    if not begin or begin + end >= shortest:
        return 0, 0
    is_counted = all(each[begin].isdecimal() for each in words)
    return (begin, end) if is_counted or are_single or begin + end >= fewest else (0, 0)


def _with_list(told: list[str], begin: int, end: int, both: Both) -> str:
    words = [each.split(" ") for each in told]
    listed = both([" ".join(each[begin : len(each) - end]) for each in words])
    return " ".join([*words[0][:begin], listed, *words[0][len(words[0]) - end :]])
