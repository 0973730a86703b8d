"""Lines of examples that speak of actions: for which reasons one is refused, and what else is possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...foundation.source import did_you_mean
from ...foundation.source.frozen import frozen
from ...foundation.texts.english_nouns import singular_of
from ..positions.action import CHANCE, Action, Reason
from ..states.game import State

ONLY = "allow only"
"""The verb of a line that lists all that is possible."""

_BECAUSE = re.compile(r"\s+because\s+(?!.*\sbecause\s)")
_AT_LEAST = re.compile(r"at\s+least\s+")


@frozen
class Because:
    """The reasons that a `refuse` line names: just these, or these at least. None are named where any will do."""

    keys: tuple[str, ...] = ()
    at_least: bool = False


def because_of(text: str) -> tuple[str, Because]:
    """The action of a `refuse` line, and the reasons that it names.

    >>> because_of("Anna: dig because strong, points")
    ('Anna: dig', Because(keys=('strong', 'points'), at_least=False))
    >>> because_of("Anna: dig because at least strong")
    ('Anna: dig', Because(keys=('strong',), at_least=True))
    """
    action, *named = _BECAUSE.split(text, maxsplit=1)
    if not named:
        return action, Because()
    keys = _AT_LEAST.sub("", named[0], count=1)
    return action, Because(tuple(map(str.strip, keys.split(","))), keys != named[0])


def keys_of(reason: Reason) -> Iterator[str]:
    """Yields the words that a line may name a reason by: the key of its clause, or its code; a currency also in the
    singular."""
    key = reason.rule.rpartition(".")[2]
    yield from (each for each in (key, reason.code) if each)
    if reason.code == "cost":
        yield singular_of(key)


def reason_note(reason: Reason) -> str:
    """A reason as a note: what it says, what there is and what is needed, and its key."""
    there = (
        f" There is {reason.current}, needed is {reason.needed}."
        if reason.current and reason.needed and reason.code != "cost"
        else ""
    )
    text = reason.text()
    if reason.code == "requirement" and reason.needed and not reason.current and reason.needed not in text:
        there = f" Missing is `{reason.needed}`."
    return f"`{reason.rule or reason.code}`: {text}{there}"


def in_quotes(names: Iterable[str]) -> str:
    """Names as a message lists them."""
    return " and ".join(f"`{each}`" for each in names)


def otherwise_refused(shown: str, because: Because, reasons: Sequence[Reason]) -> tuple[str, str] | None:
    """Returns the fault in the reasons that a line names, as a message and a help; none if they are those that there
    are."""
    known = [key for each in reasons for key in keys_of(each)]
    missing = [key for key in because.keys if key not in known]
    if missing:
        return f"`{shown}` is refused, but not because of {in_quotes(missing)}", did_you_mean(
            missing[0], set(known).difference(because.keys)
        )
    further = [
        each for each in reasons if because.keys and not because.at_least and not set(keys_of(each)) & set(because.keys)
    ]
    if not further:
        return None
    more = dict.fromkeys(next(keys_of(each)) for each in further)
    return (
        f"`{shown}` is refused, also because of {in_quotes(more)}",
        f"name all reasons, or write `because at least {', '.join(because.keys)}`",
    )


def not_there(state: State, action: Action) -> str:
    """The first place that an action names and that there is not: neither laid nor open to what is laid. "" if there is
    none such."""
    boards, places = state.game.interpreter.evaluate.boards, state.game.rules_model.growing
    for at, (value, (_, type_)) in enumerate(zip(action.values, action.signature.parameters, strict=True)):
        if type_.is_place and type_.name in places and value >= 0:
            board = boards[type_.name]
            if value not in state._s[board] and value not in state._s[board + 1]:
                return str(action.arguments[at])
    return ""


def also_possible(state: State, player: int, named: Iterable[Action]) -> list[Action]:
    """Returns the actions of a player, or of chance, besides those that are named. Pieces that nothing tells apart
    count as one."""
    if player != CHANCE:
        stand = {(each.name, each.values) for each in named}
        return [each for each in state.legal_actions(player) if (each.name, each.values) not in stand]
    brought = {state.game.interpreter.outcome(state._h, state._s, each.values[0]) for each in named}
    return [each for each, _ in state.chance_outcomes() if each.values[0] not in brought]
