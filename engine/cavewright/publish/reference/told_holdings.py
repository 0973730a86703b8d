"""Sentences of who has what, joined from the parts of a position that an example names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from ...play.matches.consequences import UNTOLD
from ...rules.model import ruleset as m
from ..sentences import Sentences
from ..sentences.language import language
from ..sentences.parts import Noun
from .joined_clauses import (
    Clause,
    at_places,
    beside_others,
    by_subject,
    of_several,
    shared_subject,
    there,
    under_one_subject,
)

NOT_SAID = ("", UNTOLD)
"""Sentences that say nothing: a catalogue leaves out what is not worth a word."""
LONGEST_NAME = 5
"""Words of a name, without its article."""
EACH = {"told-gets": "told-get-each", "told-totals": "told-total-each"}
"""The messages for several who get the same."""
HAS_NOTHING = {
    "told-has": "told-has-nothing",
    "told-holds": "told-holds-nothing",
    "told-hold": "told-hold-nothing",
    "told-scores": "told-scores-nothing",
    "told-scores-so-far": "told-scores-nothing-so-far",
}
"""The messages for whoever has none of what is told."""
NONE_OF_IT = {
    "told-gets": ("told-gets-nothing", "told-get-nothing"),
    "told-totals": ("told-has-nothing", "told-have-nothing"),
}
"""The messages for one, and for several, who get nothing."""


IN_OWN_WORDS = ""
"""The verb of holdings whose subject is an author's sentence, with `{value}` for the things."""
ORDER = SHORT, LONG, BEHIND, LACKING = "short", "long", "behind", "lacking"
"""Where things of a bag stand in the sentence of what somebody has: short ones first; long ones; a list that says where its
things are, behind all others; and what somebody has not."""


@dataclass(frozen=True)
class Holding:
    """Things that somebody has or a place holds, as the object of a verb. `verb` is the message of the sentence, `bag` where
    they are; `of` says that they are the number of `all` that is there, an `amount`, the `room` that is left, or `nothing`."""

    subject: str
    verb: str
    things: str
    bag: m.Expr | None = None
    of: str = ""
    amount: int = 0
    is_none: bool = False
    """They are what somebody has not: `no rope`."""
    place: str = ""
    """The place that a sentence in own words names."""
    later: str = ""
    """The things without their noun, behind others of the same sort: `2 of Bo’s`."""

    def with_later(self, later: str) -> Holding:
        """Returns the same with words for behind others of the same sort."""
        return replace(self, later=later)


@dataclass(frozen=True)
class Reward:
    """Points that somebody gets, in the message for the first who does, perhaps for something with a name."""

    subject: str
    amount: int
    message: str
    name: str = ""
    nothing: str = ""
    """The words for none of it: `no bonus for water`."""


Said = Clause | Holding | Reward


def join_told(parts: Iterable[Said], sentences: Sentences, both: Callable[[list[str]], str]) -> str:
    """Returns parts as sentences, each subject once where it comes one after another: `Anna has 3 points and stands on n2; n2
    is a descent`."""
    clauses = (each for each in _whole(_by_sort(parts), sentences, both) if not _says_nothing(each))
    told: list[Clause] = []
    several_at_once = at_places(list(of_several(clauses, sentences, both)), sentences, both)
    joined = by_subject(beside_others(list(several_at_once), both))
    articles = language(sentences.lang).words_of("indefinite-articles")
    for subject, several in groupby(joined, key=shared_subject):
        found = list(several)
        is_shared = bool(subject) and len(found) > 1
        told += (
            [Clause(under_one_subject(subject, [each.text for each in found], both, articles))] if is_shared else found
        )
    return "; ".join(each.text for each in there(told, sentences))


def _says_nothing(clause: Clause) -> bool:
    """Tells if a sentence is empty, left out by a catalogue, or says that something is what its name says: `the home base is
    a home base`."""
    words = clause.text.split(" ")
    is_own_name = any(words[1 : 1 + n] == words[-n:] and len(words) == 2 * n + 3 for n in range(1, LONGEST_NAME + 1))
    return clause.text in NOT_SAID or is_own_name


def _by_sort(parts: Iterable[Said]) -> list[Said]:
    """Returns parts, each once; what somebody has stands together with the first that is told of it."""
    found: dict[object, list[Said]] = {}
    for each in dict.fromkeys(parts):
        found.setdefault(_sort_of(each) or each, []).append(each)
    return [each for several in found.values() for each in several]


def _whole(parts: Iterable[Said], sentences: Sentences, both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields clauses; holdings of one verb that follow one another are one, as are rewards of one name."""
    for _, several in groupby(parts, key=_sort_of):
        found = list(several)
        if isinstance(found[0], Clause):
            yield from (each for each in found if isinstance(each, Clause))
        elif isinstance(found[0], Reward):
            yield _share([each for each in found if isinstance(each, Reward)], sentences, both)
        else:
            yield from _hold([each for each in found if isinstance(each, Holding)], sentences, both)


def _sort_of(said: Said) -> tuple[str, ...]:
    match said:
        case Holding(subject, verb):
            return (subject, verb)
        case Reward(message=message, name=name):
            return (message, name)
    return ()


def _share(rewards: list[Reward], sentences: Sentences, both: Callable[[list[str]], str]) -> Clause:
    """Returns the sentence of who gets how much for something: `Anna gets 8 points and Rafał 4 as the bonus for photographs`."""
    first, name, tell = rewards[0], rewards[0].name, sentences.tell_state
    subject = first.subject if len(rewards) == 1 else ""
    is_equal = len({each.amount for each in rewards}) == 1
    message = EACH[first.message] if len(rewards) > 1 else first.message
    owners = both([each.subject for each in rewards])
    if is_equal and not first.amount:
        nothing = first.nothing or points_in_words(0, sentences)
        return Clause(tell(NONE_OF_IT[first.message][len(rewards) > 1], owner=owners, things=nothing), subject)
    if is_equal:
        listed = tell(message, owner=owners, amount=points_in_words(first.amount, sentences))
    else:
        begun = tell(first.message, owner=first.subject, amount=points_in_words(first.amount, sentences))
        listed = both([begun, *(_next_reward(each, sentences) for each in rewards[1:])])
    return Clause(tell("told-shares", list=listed, name=name) if name else listed, subject)


def _next_reward(reward: Reward, sentences: Sentences) -> str:
    """Returns whoever gets something beside the first, without the verb and the word for points."""
    amount = sentences.tell_state("told-no-more", amount=with_minus(reward.amount), count=str(abs(reward.amount)))
    return sentences.tell_state("told-next", owner=reward.subject, amount=amount)


def points_in_words(amount: int, sentences: Sentences, line: str = "") -> str:
    """Returns a number of points, of one line of the scoring or of all: `1 point`, `no points`, `2 half points`."""
    if (noun := _noun_of_points(sentences, line)) is not None:
        message = "pieces" if amount else "told-none-of"
        return sentences.tell_state(message, piece=noun, amount=str(amount))
    return sentences.tell_state("told-points", amount=with_minus(amount), count=str(abs(amount)))


def _noun_of_points(sentences: Sentences, line: str) -> Noun | None:
    """Returns the noun that a catalogue has for each point of a line of the scoring, or of any: `the half point`; none
    without one."""
    scoring = sentences.rules.scoring
    lines = [line] if line else [each.name for each in scoring.lines] if scoring is not None else []
    entries = {each: sentences.words.text(f"scoring.{each} (counted)", each) for each in lines}
    return next((language(sentences.lang).noun(said) for each, said in entries.items() if said != each), None)


def with_minus(amount: int) -> str:
    """Returns a number with the sign that print has for less than none."""
    return str(amount).replace("-", "−")


def _hold(holdings: list[Holding], sentences: Sentences, both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields the sentences of what somebody has: that it is nothing, what is told together, the room that is left, and beside
    other things what a bag holds that no author has words for, as a sentence by itself."""
    subject = holdings[0].subject
    of_one = groupby(_by_bag(holdings), key=lambda each: each.bag or each.is_none and each.things)
    bags = [_OfOneBag(list(several), sentences, both) for _, several in of_one]
    filled = [each for each in bags if not each.is_empty_by_itself]
    is_one_of_many = len({each.bag for each in holdings}) > 1 and any(each.of != "nothing" for each in holdings)
    in_place = [each for each in filled if is_one_of_many and each.is_in_place]
    together = [each for each in filled if each not in in_place] or in_place[:1]
    empty = Clause(sentences.tell_state("told-empty", owner=subject), subject)
    yield from (empty for each in bags if each.is_empty_by_itself)
    yield from _hold_together(holdings[0], together, sentences, both)
    yield from (clause for each in together for clause in each.spare())
    yield from (clause for each in in_place if each not in together for clause in each.clauses())


def _hold_together(
    first: Holding, bags: list[_OfOneBag], sentences: Sentences, both: Callable[[list[str]], str]
) -> Iterator[Clause]:
    """Yields the sentence of what somebody has in some bags, with the subject and the verb of the first holding."""
    told: dict[str, list[str]] = {each: [] for each in ORDER}
    for each in bags:
        where, words = each.objects()
        told[where] += words
    listed, behind, lacking = [*told[SHORT], *told[LONG]], told[BEHIND], _without_special(told[LACKING])
    if not listed:
        listed, behind = behind[:1], behind[1:]
    if first.verb == IN_OWN_WORDS:
        yield Clause(first.subject.replace("{value}", both([*listed, *lacking])), place=first.place)
    elif listed:
        things = both([*listed, *lacking])
        for more in behind:
            things = sentences.tell_state("told-also", first=things, next=more)
        yield Clause(sentences.tell_state(first.verb, owner=first.subject, things=things), first.subject)
    elif lacking:
        things = _neither(lacking, sentences)
        yield Clause(sentences.tell_state(HAS_NOTHING[first.verb], owner=first.subject, things=things), first.subject)


def _neither(lacking: list[str], sentences: Sentences) -> str:
    """Returns things that somebody has not as the object of a verb."""
    *before, last = lacking
    return sentences.tell_state("told-nor", first=", ".join(before), next=last) if before else last


def _by_bag(holdings: list[Holding]) -> list[Holding]:
    """Returns holdings with those of one bag together, in the order in which the bags come; in a bag what is there first."""
    bags = list(dict.fromkeys(each.bag for each in holdings))
    return sorted(holdings, key=lambda each: (bags.index(each.bag), each.is_none))


def _without_special(lacking: list[str]) -> list[str]:
    """Returns what is not there, without what a general noun among it has told.

    >>> _without_special(["no depth tokens", "no tokens", "no points"])
    ['no tokens', 'no points']
    """
    return [each for each in lacking if not any(_is_more_general(other, each) for other in lacking)]


def _is_more_general(one: str, other: str) -> bool:
    """Tells if the thing that one says is not there is of a sort that another divides: `no tokens`, `no depth tokens`."""
    none, _, noun = one.partition(" ")
    is_same = one != other and other.startswith(f"{none} ") and bool(noun)
    return is_same and (other.lower().endswith(noun.lower()) or other.startswith(f"{one} "))


class _OfOneBag:
    """Tells things of one bag of somebody."""

    def __init__(self, found: list[Holding], sentences: Sentences, both: Callable[[list[str]], str]) -> None:
        self.bag, self.sentences, self.both, self.found = found[0].bag, sentences, both, found
        self.things = self._of("")
        self.is_long = len(self.things) > 1 or " " in "".join(self._of("all"))
        self.is_lacking = all(each.is_none or each.of == "nothing" for each in found)
        self.is_empty_by_itself = self.bag is None and all(each.of == "nothing" for each in found)

    def _of(self, of: str) -> list[str]:
        found = [each for each in self.found if each.of == of]
        before = [Holding("", "", ""), *found]
        return [
            each.later if last.later and each.later else each.things for last, each in zip(before, found, strict=False)
        ]

    @property
    def is_in_place(self) -> bool:
        """Tells if the bag is a place that no author has words for."""
        return (
            self.bag is not None
            and not self.sentences.content_in_words(self.bag, "{value}")
            and not self._of("counted")
        )

    def clauses(self) -> Iterator[Clause]:
        """Yields the sentences of what the bag holds: `the backpack holds no rope`, `the backpack is full`."""
        assert self.bag is not None
        owner, tell = self.sentences.bag(self.bag), self.sentences.tell_state
        subject, is_many = owner.form(), owner.gender == "p"
        if things := [*self._of("all"), *self.things]:
            verb = "told-hold" if is_many else "told-holds"
            listed = _neither(things, self.sentences) if self.is_lacking else self.both(things)
            yield Clause(tell(HAS_NOTHING[verb] if self.is_lacking else verb, owner=subject, things=listed), subject)
        elif self._of("nothing"):
            yield Clause(tell("told-empty", owner=subject), subject)
        yield from self.spare(is_alone=True)

    def spare(self, is_alone: bool = False) -> Iterator[Clause]:
        """Yields the sentence of the room that is left in the bag beside its things, or by itself."""
        if self.bag is None or not is_alone and len(self.found) == len(self._of("room")):
            return
        subject = self.sentences.bag(self.bag).form()
        for each in self.found:
            if each.of == "room":
                yield Clause(self.sentences.tell_state("told-spare", owner=subject, amount=str(each.amount)), subject)

    def _nothing(self, bag: m.Expr) -> str:
        """Returns the words for nothing in the bag, as the object of a verb."""
        own = self.sentences.emptiness_in_words(bag, self.found[0].things)
        return own or self.sentences.tell_state("told-nothing", bag=self.sentences.bag(bag))

    def objects(self) -> tuple[str, list[str]]:
        """Returns where the things stand in the sentence of what somebody has, and the words for them, of a mere list for each."""
        said = self.object()
        if self.is_lacking:
            return LACKING, [said]
        if self.bag is None or len(self.things) < 2:
            return LONG if self.is_long else SHORT, [said]
        return (LONG, self.things) if said == self.both(self.things) else (BEHIND, [said])

    def object(self) -> str:
        """Returns the things as the object of a verb, and where they are."""
        number, rooms, tell = self._of("all"), self._of("room"), self.sentences.tell_state
        if self.bag is not None and self._of("nothing") and len(self.found) == 1:
            return self._nothing(self.bag)
        if counted := self._of("counted"):
            return self._tell_number(counted[0]) if self.things else counted[0]
        listed = (number or self.things or rooms)[:1] if number or not self.things else self.things
        things = _neither(listed, self.sentences) if self.is_lacking else self.both(listed)
        amount = next((each.amount for each in self.found if each.of == "all"), 0)
        if self.things and len(self.things) == amount:
            things, number = tell("told-alone", things=self.both(self.things)), []
        if self.bag is not None:
            own = self.sentences.content_in_words(self.bag, things)
            things = own or tell("told-inside", things=things, bag=self.sentences.bag(self.bag))
        if number and self.things:
            things = tell("told-among", things=things, members=self.both(self.things))
        return things

    def _tell_number(self, number: str) -> str:
        """Returns a number of things with the members among them; the members alone where they are all."""
        members, tell = self.both(self.things), self.sentences.tell_state
        amount = next(each.amount for each in self.found if each.of == "counted")
        if len(self.things) == amount:
            own = self.sentences.content_in_words(self.bag, members) if self.bag is not None else ""
            return tell("told-alone", things=own or members)
        return tell("told-among", things=number, members=members)
