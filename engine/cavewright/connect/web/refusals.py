"""Refusals: what cannot be done now, with the rule's words, what is needed and what there is, and the facts behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from ...foundation.source.frozen import frozen
from ...play.positions.action import Action, Reason
from ...play.positions.wording import Wording
from ...play.states.game import Game, State
from ...play.views.reasons import with_prices
from ...publish.reference.option_words import name_choices
from ...publish.sentences.reasons import reason_text
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import Type
from ...rules.program import instructions as i
from ..prompts.decision_signatures import signatures_of_decision
from .choices import Choice, Spot, Spots

MOST_ONE_BY_ONE = 12
"""Things of which it is said one by one that something cannot be done with them."""
MOST_TRIED = 150
"""Ways to fill in an action that are asked about."""


@frozen
class Fact:
    """A fact of a rulebook: its id, what it says, where it stands."""

    id: str
    text: str
    place: str


@frozen
class Cause:
    """One reason as it is shown."""

    text: str
    by: str
    current: str
    needed: str
    rule: str
    facts: tuple[Fact, ...]


@frozen
class Refusal:
    """An action that is not possible now, and why."""

    name: str
    label: str
    causes: tuple[Cause, ...]

    @property
    def short(self) -> str:
        """The first reason, as far as a line has room for it."""
        return self.causes[0].text if self.causes else ""


def refusals_of(
    state: State, player: int, choices: Iterable[Choice], words: Wording, spots: Spots, spot: Spot | None = None
) -> tuple[Refusal, ...]:
    """Returns the actions that belong to the present decision and cannot be done: with a place, at that place."""
    possible = tuple(choices)
    known = {each.action.name for each in possible if spot is None or spot in each.spots}
    found: list[Refusal] = []
    for signature in signatures_of_decision(state, player):
        if signature.name in known and spot is None:
            found += _others(state, player, signature, possible, words, spots)
        if signature.name in known or signature.name == "done":
            continue
        best = _nearest(state, _readings(state, player, signature, spots, spot))
        if best is not None:
            action, reasons = best
            said = words.action(signature) if spot is None else action.label(words.lang)
            found.append(Refusal(signature.name, said, tuple(causes(reasons, words, state))))
    return tuple(found)


def _others(
    state: State, player: int, signature: i.Signature, possible: Iterable[Choice], words: Wording, spots: Spots
) -> Iterator[Refusal]:
    """Of an action with one of a few things that lie nowhere on the boards, the things with which it cannot be done: those
    for the same reasons together."""
    alike = [each for each in possible if each.action.name == signature.name]
    types = [type_ for _, type_ in signature.parameters]
    if [each.form for each in types] != ["row"] or any(each.spots for each in alike):
        return
    texts, readings = {each.text for each in alike}, tuple(_readings(state, player, signature, spots, None))
    found: dict[tuple[Cause, ...], list[str]] = {}
    for action in readings if len(readings) <= MOST_ONE_BY_ONE else ():
        reasons = with_prices(state, action) if action.text not in texts and not any(spots.of(action)) else ()
        if reasons and not any(each.code == "domain" for each in reasons):
            said = words.label(signature, action.values, player, words.people(state.names))
            found.setdefault(tuple(causes(reasons, words, state)), []).append(said)
    yield from (Refusal(signature.name, " · ".join(labels), some) for some, labels in found.items())


def causes(reasons: Iterable[Reason], words: Wording, state: State) -> Iterator[Cause]:
    """Reasons in a language, each once, with the facts that they carry out."""
    seen = set()
    for reason in reasons:
        said, text = reason.in_language(words.lang), reason_text(reason, words)
        if text in seen:
            continue
        seen.add(text)
        facts = tuple(facts_of(said.citation, state.game, words))
        is_number = said.needed[:1].isdecimal()
        is_domain = said.code == "domain"
        tells = said.needed not in (words.plain("yes"), words.plain("no"))  # else the sentence has said it
        needed = said.needed if is_number or (said.current and not is_domain and tells) else ""
        yield Cause(text, said.by, said.current, needed, said.rule, facts)


def facts_of(ids: Iterable[str], game: Game, words: Wording) -> Iterator[Fact]:
    """Facts by their ids, as far as the rulebook has them."""
    for id in ids:
        if (row := game.facts.get(id)) is not None:
            yield Fact(id, name_choices(words.fact(id, row.get("text", "")), words), row.get("place", ""))


def _nearest(state: State, readings: Iterable[Action]) -> tuple[Action, tuple[Reason, ...]] | None:
    """Of several ways to do something the one that fails least: not because of a value that makes no sense here."""
    best: tuple[tuple[bool, int], Action, tuple[Reason, ...]] | None = None
    for action in readings:
        reasons = with_prices(state, action)
        rank = (any(each.code == "domain" for each in reasons), len(reasons))
        if reasons and (best is None or rank < best[0]):
            best = rank, action, reasons
    return best[1:] if best is not None else None


def _readings(state: State, player: int, signature: i.Signature, spots: Spots, spot: Spot | None) -> Iterator[Action]:
    """The ways in which an action may be filled in; with a place, those that name it."""
    if spot is not None and not signature.parameters:
        return
    possible = CandidateValues(state, player)
    domains = [possible.find(type_) for _, type_ in signature.parameters]
    for values in islice(product(*domains), 20 * MOST_TRIED if spot else MOST_TRIED):
        action = Action(player, signature.name, values, signature, state.game)
        if spot is None or spot in tuple(spots.of(action)):
            yield action


class CandidateValues(
    Pass,
    over=FORMS,
    left=("place", "passage", "sides", "set", "bag", "pile", "positions", "list", "text", "none", "unknown"),
):
    """Values that a parameter may have, as far as they can be listed, by the forms of types."""

    def __init__(self, state: State, player: int) -> None:
        self.state, self.rules, self.player = state, state.game.rules_model, player

    def find(self, type_: Type) -> Iterable[int]:
        """Finds the values of a type: of a board that grows the places that there are."""
        board = self.rules.board_of(type_)
        if board is not None and not board.fixed:
            return self.state._s[self.state.game.interpreter.evaluate.boards[board.name]]
        handler = self.handlers.get(type_.form)
        return handler(self, type_) if handler else ()

    @handles("yes_no")
    def _truth(self, type_: Type) -> Iterable[int]:
        return 1, 0

    @handles("row")
    def _row(self, type_: Type) -> Iterable[int]:
        if type_.is_row_of(self.rules.players):
            return range(len(self.state.names))
        board = self.rules.board_of(type_)
        whose = f"{self.player}." if board is not None and board.private else ""
        return [n for n, row in enumerate(self.rules.kinds[type_.name].rows) if row.startswith(whose)]

    @handles("number")
    def _number(self, type_: Type) -> Iterable[int]:
        return range(max(type_.low, 0), min(type_.high, 9) + 1)
