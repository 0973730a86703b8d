"""Consequences of a step, in few words for a log, and in parts from which pages make sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ...foundation.source.frozen import frozen
from ..positions.action import Action
from ..views.events import Event

UNTOLD = "–"
"""What a catalogue says of what is not worth a word."""

DOES, HOLDS, GAINS, LOSES, LEARNT, NOTED = "does", "holds", "gains", "loses", "learnt", "noted"
"""How a sentence goes on with a consequence: as a verb of the subject, as a sentence by itself, as something gained or lost, as
a rule that has turned out to apply, or as a mere note."""


@frozen
class Consequence:
    """One thing that came of a step: `noted` as logs say it, `said` as a sentence about the `subject` goes on with it. The subject
    is empty where it is whoever acts, or where the words have one of their own."""

    noted: str
    said: str
    form: str
    subject: str = ""
    about: str = ""
    """The name of what changed."""
    piece: str = ""
    """The name of the only piece that moved."""


def consequences(
    events: Iterable[Event], owner: str, lang: str = "en", action: Action | None = None
) -> list[Consequence]:
    """Returns what came of events for their owner; what goes from one bag into another, or is taken from a place, once."""
    waiting = list(events)
    named = set(map(str, action.arguments)) if action is not None else set[str]()
    gained = {each.piece for each in waiting if each.kind in ("pieces", "supply") and each.change > 0}
    waiting = [each for each in waiting if not (each.kind == "set" and each.after == "none" and each.before in gained)]
    waiting = [each for n, each in enumerate(waiting) if not _is_overwritten(each, waiting[n + 1 :], lang)]
    found: list[Consequence] = []
    while waiting:
        event = waiting.pop(0)
        partner = next((each for each in waiting if _undoes(event, each)), None)
        if partner is not None:
            waiting.remove(partner)
        if UNTOLD in (event.sentence(lang), partner and partner.sentence(lang)):
            continue
        if partner is not None:
            found.append(_move(min(event, partner, key=_gain), max(event, partner, key=_gain), owner, lang))
        else:
            found.append(_consequence(event, owner, named, lang))
    return found


def _consequence(event: Event, owner: str, named: set[str], lang: str) -> Consequence:
    noted = _short(event, owner, named, lang)
    is_others = event.is_of_player and event.owner != owner
    subject = event.whose(lang) if is_others else ""
    if sentence := event.sentence(lang):
        said, form = _split_sign(sentence) if event.is_of_player or event.kind == "draw" else (sentence, HOLDS)
        return Consequence(noted, said, form, subject, event.subject)
    match event.kind:
        case "pieces" | "supply" if event.is_of_player:
            said, form = _split_sign(event.brief(lang))
            return Consequence(noted, said, form, subject)
        case "lay" | "back" | "shuffled" | "ended":
            return Consequence(noted, noted, HOLDS)
        case "reveal":
            return Consequence(noted, noted, LEARNT if event.after in (None, "yes") else HOLDS)
    return Consequence(noted, noted, NOTED)


def _split_sign(sentence: str) -> tuple[str, str]:
    """Returns a consequence without its sign, and what the sign says of it."""
    form = {"+": GAINS, "−": LOSES}.get(sentence[:1], DOES)
    return (sentence if form == DOES else sentence[1:]), form


def _short(event: Event, owner: str, named: set[str], lang: str) -> str:
    """An event without the name of its owner; of what an action names only how it is now."""
    if sentence := event.sentence(lang):
        return f"{event.whose(lang)} {sentence}" if event.is_of_player and event.owner != owner else sentence
    begin = f"{event.whose(lang)}: " if event.kind == "set" and event.owner not in ("", owner, *named) else ""
    if event.kind != "set":
        return event.text(lang).removeprefix(f"{owner}: ")
    if event.after in ("yes", "no"):
        return begin + (
            event.name(lang)
            if event.after == "yes"
            else event.texts(lang).phrase("no longer {value}", value=event.name(lang))
        )
    if event.owner in named and event.is_counted:
        return f"{event.name(lang)} {event.value(lang)}"
    return event.text(lang) if begin else event.brief(lang)


def _undoes(one: Event, other: Event) -> bool:
    """Tells if the pieces that one event takes are those that the other gives to the same owner."""
    pieces = {one.kind, other.kind} <= {"pieces", "supply"} and one.piece == other.piece
    return pieces and one.owner == other.owner and bool(one.change == -other.change)


def _is_overwritten(event: Event, later: Iterable[Event], lang: str) -> bool:
    """Tells if a later event sets anew what an event has set, and the same words say of both what it is then."""
    said = _without_value(event, lang)
    same = (each for each in later if (each.owner, each.subject) == (event.owner, event.subject))
    return bool(said) and any(_without_value(each, lang) == said for each in same)


def _without_value(event: Event, lang: str) -> str:
    """Returns the sentence of what something is set to, without the value; "" if it does not say that."""
    value, said = (event.value(lang), event.sentence(lang)) if event.kind == "set" else ("", "")
    return said.replace(value, "{}") if value and value in said else ""


def _gain(event: Event) -> int:
    return int(event.change)


def _move(taken: Event, given: Event, owner: str, lang: str) -> Consequence:
    """Returns the move of pieces from one bag of somebody to another."""
    values = {
        "number": -taken.change,
        "piece": taken.value(lang),
        "giver": taken.name(lang),
        "taker": given.name(lang),
    }
    phrase = taken.texts(lang).phrase
    noted = phrase("{number} {piece} from {giver} to {taker}", **values)
    subject = "" if taken.owner in ("", owner) else taken.whose(lang)
    if not taken.is_of_player:
        return Consequence(f"{subject}: {noted}" if subject else noted, noted, NOTED)
    said = phrase("moves {number} {piece} from {giver} to {taker}", **values)
    piece = taken.value(lang) if taken.change == -1 else ""
    return Consequence(f"{subject}: {noted}" if subject else noted, said, DOES, subject, piece=piece)
