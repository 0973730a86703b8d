"""Sentences of who has what, joined from the parts of a position that an example names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ...rules.model import ruleset as m
from ..sentences import Sentences

NEXT = {"told-gets": "told-gets-next", "told-totals": "told-totals-next"}
"""The messages for whoever gets something beside the first: without the verb."""


IN_OWN_WORDS = ""
"""The verb of holdings whose subject is an author's sentence, with `{value}` for the things."""


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


@dataclass(frozen=True)
class Reward:
    """Points that somebody gets, in the message for the first who does, perhaps for something with a name."""

    subject: str
    amount: str
    message: str
    name: str = ""


Said = Clause | Holding | Reward


def join_told(parts: Iterable[Said], sentences: Sentences, both: Callable[[list[str]], str]) -> str:
    """Returns parts as sentences, each subject once where it comes one after another: `Anna has 3 points and stands on n2; n2
    is a descent`."""
    clauses = (each for each in _whole(dict.fromkeys(parts), sentences, both) if each.text)
    told = []
    for subject, several in groupby(clauses, key=_shared_subject):
        texts = [each.text for each in several]
        told += [_under_one_subject(subject, texts, both)] if subject else texts
    return "; ".join(told)


def _shared_subject(clause: Clause) -> str:
    """Returns the words that a sentence has in common with the next about the same subject."""
    begins = bool(clause.subject) and "," not in clause.subject and clause.text.startswith(f"{clause.subject} ")
    return clause.subject if begins else ""


def _under_one_subject(subject: str, texts: list[str], both: Callable[[list[str]], str]) -> str:
    rest = [each.removeprefix(f"{subject} ") for each in texts]
    if any(", " in each for each in rest[:-1]):
        return "; ".join(texts)
    return f"{subject} {both(rest)}"


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
    """Returns the sentence of who gets how much for something: `Anna gets 8 and Rafał 4 as the bonus for photographs`."""
    message, name = rewards[0].message, rewards[0].name
    messages = [message, *[NEXT[message]] * (len(rewards) - 1)]
    told = [
        sentences.tell_state(says, owner=each.subject, amount=each.amount)
        for says, each in zip(messages, rewards, strict=True)
    ]
    listed = both(told)
    said = sentences.tell_state("told-shares", list=listed, name=name) if name else listed
    return Clause(said, rewards[0].subject if len(rewards) == 1 else "")


def _hold(holdings: list[Holding], sentences: Sentences, both: Callable[[list[str]], str]) -> Iterator[Clause]:
    """Yields the sentences of what somebody has: what is in a bag together, much of it behind the rest."""
    listed: list[str] = []
    behind: list[str] = []
    subject, verb = holdings[0].subject, holdings[0].verb
    for bag, several in groupby(holdings, key=lambda each: each.bag):
        found = _OfOneBag(bag, list(several), sentences, both)
        if own := found.nothing():
            yield Clause(own, subject)
        else:
            (behind if bag is not None and found.is_long else listed).append(found.object())
    if not listed and behind:
        listed = [behind.pop(0)]
    if listed and verb == IN_OWN_WORDS:
        yield Clause(subject.replace("{value}", both(listed)))
    elif listed:
        things = both(listed)
        for each in behind:
            things = sentences.tell_state("told-also", first=things, next=each)
        yield Clause(sentences.tell_state(verb, owner=subject, things=things), subject)


class _OfOneBag:
    """Tells things of one bag of somebody."""

    def __init__(
        self, bag: m.Expr | None, found: list[Holding], sentences: Sentences, both: Callable[[list[str]], str]
    ) -> None:
        self.bag, self.sentences, self.both, self.found = bag, sentences, both, found
        self.things = self._of("")
        is_room_besides = bool(self._of("room")) and len(found) > 1
        self.is_long = len(self.things) > 1 or is_room_besides or " " in "".join(self._of("all"))

    def _of(self, of: str) -> list[str]:
        return [each.things for each in self.found if each.of == of]

    def nothing(self) -> str:
        """Returns the clause that nothing is in the bag, if that is all that is told of it."""
        is_nothing = bool(self._of("nothing")) and len(self.found) == 1
        if not is_nothing:
            return ""
        if self.bag is None:
            return self.sentences.tell_state("told-empty", owner=self.found[0].subject)
        subject = self.found[0].subject
        if own := self.sentences.emptiness_in_words(self.bag, self.found[0].things):
            return self.sentences.tell_state("told-has-nothing", owner=subject, things=own)
        return self.sentences.tell_state("told-nothing", owner=subject, bag=self.sentences.bag(self.bag))

    def object(self) -> str:
        """Returns the things as the object of a verb, and where they are."""
        number, rooms, tell = self._of("all"), self._of("room"), self.sentences.tell_state
        if counted := self._of("counted"):
            return self._tell_number(counted[0]) if self.things else counted[0]
        things = self.both((number or self.things or rooms)[:1] if number or not self.things else self.things)
        amount = next((each.amount for each in self.found if each.of == "all"), 0)
        if self.things and len(self.things) == amount:
            things, number = tell("told-alone", things=self.both(self.things)), []
        if self.bag is not None:
            own = self.sentences.content_in_words(self.bag, things)
            things = own or tell("told-inside", things=things, bag=self.sentences.bag(self.bag))
        if number and self.things:
            things = tell("told-among", things=things, members=self.both(self.things))
        is_besides = bool(rooms) and bool(number or self.things)
        return self.both([things, tell("told-besides", things=rooms[0])]) if is_besides else things

    def _tell_number(self, number: str) -> str:
        """Returns a number of things with the members among them; the members alone where they are all."""
        members, tell = self.both(self.things), self.sentences.tell_state
        amount = next(each.amount for each in self.found if each.of == "counted")
        if len(self.things) == amount:
            own = self.sentences.content_in_words(self.bag, members) if self.bag is not None else ""
            return tell("told-alone", things=own or members)
        return tell("told-among", things=number, members=members)
