"""Choices of a player, and where on the boards each is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ...foundation.draw import Scene
from ...foundation.draw.scene import SIDES, STEP, Side
from ...foundation.source.frozen import frozen
from ...play.matches.narration import brief, label
from ...play.positions.action import Action
from ...play.positions.wording import Wording
from ...play.states.game import State
from ...play.states.preview import Preview, currencies, preview
from ...play.views.disclosure import may_tell
from ...rules.cave.grid import position, shape_of
from ...rules.model import ruleset as m
from ...rules.model.types import NONE
from .passage_spots import Ends, ends_of_passages

Spot = tuple[int, str]
"""A place or a passage of a scene: the number of its board, and its name there."""
MOST_EFFECTS = 4
MOST_PREVIEWED = 120
"""Actions of which is said beforehand what they bring; of more, only what they are called."""


@frozen
class Choice:
    """Something that a player can do. `spots` are the places that it names, in order."""

    action: Action
    text: str
    label: str
    cost: str
    effects: tuple[str, ...]
    spots: tuple[Spot, ...]
    about: str = ""
    price: int = 0
    """How much it takes of numbers that costs are paid from."""

    @property
    def line(self) -> str:
        """All of it in one line."""
        return ": ".join(filter(None, (self.label, ", ".join(filter(None, (self.cost, *self.effects))))))


@frozen
class Group:
    """Choices that stand together; `title` is what they have in common where there are several of one kind."""

    title: str
    choices: tuple[Choice, ...]


class Spots:
    """Places on the boards of a scene that actions name."""

    def __init__(self, state: State, scene: Scene, words: Wording) -> None:
        self.state, self.scene, self.rules = state, scene, state.game.rules_model
        self.numbers: dict[tuple[str, int | None], int] = {}
        self.passages = {each.passages: each for each in self.rules.boards.values() if each.fixed and each.passages}
        self._ends: dict[str, dict[Spot, Ends]] = {}
        self.cards: list[int] = [n for n, board in enumerate(scene.boards) if board.form == "cards"]
        number = 0
        for board in self.rules.boards.values():
            for owner in range(len(state.names)) if board.private else (None,):
                self.numbers[board.name, owner] = number
                number += 1

    def owners(self) -> Iterator[tuple[int, int]]:
        """Yields the number of each board that a player has, and the player."""
        return ((number, owner) for (_, owner), number in self.numbers.items() if owner is not None)

    def of(self, action: Action) -> Iterator[Spot]:
        """The places and passages that an action names."""
        for value, (_, type_) in zip(action.arguments, action.signature.parameters, strict=True):
            board = self.rules.board_of(type_) or (self.passages.get(type_.name) if type_.is_row else None)
            if board is not None and value not in (None, "none"):
                yield self.on(board, str(value))
            elif type_.is_row and type_.name in self.rules.kinds:
                yield from self._card(type_.name, str(value))

    def on(self, board: m.Board, name: str) -> Spot:
        """Returns the spot of a place, by its name in the rules."""
        owner, _, place = name.rpartition(".") if board.private else ("", "", name)
        return self.numbers[board.name, int(owner) if owner else None], place

    def _card(self, kind: str, row: str) -> Iterator[Spot]:
        if row in self.rules.kinds[kind].rows:
            for n in self.cards:
                if any(place.name == row for place in self.scene.boards[n].places):
                    yield n, row
                    return

    def landing(self, action: Action) -> tuple[Spot, ...]:
        """Returns the spots to which an action brings something, on a board that does not grow; nothing where it may
        reveal something to its player."""
        if may_tell(self.state, action):
            return ()
        found = []
        for event in self.state.apply(action).events_for(action.player):
            effect = event._effect
            if event.kind == "set" and isinstance(effect.subject, m.Field) and effect.second != NONE:
                owner = effect.subject.owner
                board = self.passages.get(owner) or self.rules.boards.get(owner)
                if board is not None and board.fixed:
                    found.append(self.on(board, self.rules.kinds[owner].rows[effect.where]))
        return tuple(dict.fromkeys(found))

    def ends(self, spot: Spot) -> Ends | None:
        """Returns the ends of a passage; none for what is no passage."""
        name = next((name for (name, _), n in self.numbers.items() if n == spot[0]), "")
        if name not in self._ends:
            self._ends[name] = dict(self._ends_on(self.rules.boards[name])) if name else {}
        return self._ends[name].get(spot)

    def is_passage(self, spot: Spot) -> bool:
        """Tells if a spot is a passage between places."""
        return self.ends(spot) is not None

    def _ends_on(self, board: m.Board) -> Iterator[tuple[Spot, Ends]]:
        if not (board.fixed and board.passages):
            return
        net, kinds = self.state.game.interpreter.evaluate.nets[board.name], self.rules.kinds
        places = kinds[board.name].rows[: len(self.state.names) * net.each if board.private else None]
        for name, (a, b) in ends_of_passages(board, net, places, kinds[board.passages].rows).items():
            yield self.on(board, name), (self.on(board, a)[1], b if b in SIDES else self.on(board, b)[1])

    def is_shown(self, spot: Spot) -> bool:
        """Tells if a place can be pointed at: it lies on its board, or beside a place from which one looks there."""
        board = self.scene.boards[spot[0]]
        is_place = any(place.name == spot[1] for place in board.places)
        return is_place or self.beside(spot) is not None or self.is_passage(spot)

    def beside(self, spot: Spot) -> tuple[str, Side] | None:
        """Of a place where nothing lies yet, a place that is open to it, and on which side."""
        board = self.scene.boards[spot[0]]
        ruled = next((name for (name, _), n in self.numbers.items() if n == spot[0]), "")
        if not board.form.startswith("growing") or any(place.name == spot[1] for place in board.places):
            return None
        at = shape_of(self.rules.boards[ruled]).place_by_name(spot[1])
        x, y = position(at)
        cells = board.cells()
        for side in board.sides if at >= 0 else ():
            there = cells.get((x - STEP[side][0], y - STEP[side][1]))
            if there is not None and side in there.open:
                return there.name, side
        return None


def choices_of(state: State, player: int, spots: Spots, words: Wording) -> tuple[Choice, ...]:
    """Returns the choices of a player now, in the order of the list."""
    actions = state.legal_actions(player)
    if len(actions) > MOST_PREVIEWED:
        return tuple(_choice(each, None, state, spots, words) for each in actions)
    return tuple(_with_landings([_choice(each, preview(state, each), state, spots, words) for each in actions], spots))


def _with_landings(choices: Sequence[Choice], spots: Spots) -> Iterator[Choice]:
    """Choices of one name that name the same places are told apart by where each of them brings something, if no two do
    so at one place: what falls to the lowest free place of its column, a man that goes one of several ways."""
    for name, of_name in groupby(choices, key=lambda each: each.action.name):
        alike = tuple(of_name)
        found = _landings(alike, spots) if name else {}
        yield from (replace(each, spots=found.get(each.text, each.spots)) for each in alike)


def _landings(alike: Sequence[Choice], spots: Spots) -> dict[str, tuple[Spot, ...]]:
    """Returns the spots of choices of one name, by their texts, as far as they are told apart by their landings: a
    passage says by itself where something is put, a place says where it goes from those that are named."""
    together = Counter(each.spots for each in alike)
    if max(together.values()) < 2:
        return {}
    found: dict[str, tuple[Spot, ...]] = {}
    for each in alike:
        lands = [spot for spot in spots.landing(each.action) if spot not in each.spots] if each.action.values else []
        if len(lands) != 1:
            return {}
        found[each.text] = (lands[0],) if spots.is_passage(lands[0]) else (*each.spots, lands[0])
    return found if len(set(found.values())) == len(alike) else {}


def _choice(action: Action, seen: Preview | None, state: State, spots: Spots, words: Wording) -> Choice:
    cost, effects, price = "", [], 0
    if seen is not None:
        cost = ", ".join(words.count_with_noun(each.amount, each.unit) for each in seen.dues)
        effects = list(_effects(seen, state, words))
        spent = currencies(state.game.rules_model)
        price = sum(each.amount for each in seen.dues if each.unit in spent)
    places = tuple(each for each in spots.of(action) if spots.is_shown(each))
    said = _label(action, words)
    about = "" if action.values else words.question(action.signature)
    about = "" if about.lower() == said.lower() else about
    return Choice(action, action.text, said, cost, _in_short(effects), places, about, price)


def _label(action: Action, words: Wording) -> str:
    """Returns the label of a choice: where a question is answered, the answer."""
    types = [type_ for _, type_ in action.signature.parameters]
    is_answer = [each.form for each in types] == ["yes_no"] and bool(words.question(action.signature))
    return words.show_value(action.values[0], types[0]) if is_answer else label(action, words.lang)


def _in_short(effects: Sequence[str]) -> tuple[str, ...]:
    """The first few of what an action brings, and the last: whose turn it is then."""
    return tuple(effects) if len(effects) <= MOST_EFFECTS else (*effects[: MOST_EFFECTS - 2], "…", effects[-1])


def group(choices: Sequence[Choice], words: Wording) -> tuple[Group, ...]:
    """Choices that differ in a value and cost nothing under one title, others by themselves."""
    found: list[Group] = []
    for name, some in groupby(choices, key=lambda each: each.action.name):
        alike = tuple(some)
        many = len(alike) > 2 and not any(each.cost for each in alike) and len(choices) > len(alike)
        found.append(Group(words.action(alike[0].action.signature) if many and name else "", alike))
    return tuple(found)


def _effects(seen: Preview, state: State, words: Wording) -> Iterator[str]:
    """Yields the gains of an action, the decisions of chance then, and the next turn."""
    phrase = words.texts.phrase
    yield from brief(seen.events, state.names[seen.action.player], words.lang, seen.action)
    if seen.chance is not None:
        yield phrase("then: {what}", what=words.to_come(seen.chance))
    if seen.turn is not None:
        name = words.people(state.names)[seen.turn] if seen.turn >= 0 else ""
        yield phrase("then {name}’s turn", name=name) if name else phrase("ends the game")
    if seen.ended is not None:
        yield phrase("ends: {what}", what=words.question(seen.ended) or words.action(seen.ended))


def choices_at(choices: Sequence[Choice], picks: Sequence[Spot]) -> tuple[Choice, ...]:
    """The choices whose places begin with those that were pointed at."""
    return tuple(each for each in choices if each.spots[: len(picks)] == tuple(picks))


def plain_choice(choices: Sequence[Choice], depth: int) -> Choice | None:
    """Returns the choice that a click on a place is, where all are made there: the only one, or the one that takes least
    of what costs are paid from."""
    if not choices or any(len(each.spots) != depth for each in choices):
        return None
    first, *others = sorted(choices, key=lambda each: each.price)
    return first if not others or first.price < others[0].price else None


def next_spots(choices: Sequence[Choice], picks: Sequence[Spot]) -> dict[Spot, tuple[Choice, ...]]:
    """Returns the choices behind each place that can be pointed at next."""
    found: dict[Spot, list[Choice]] = {}
    for each in choices_at(choices, picks):
        if len(each.spots) > len(picks):
            found.setdefault(each.spots[len(picks)], []).append(each)
    return {spot: tuple(some) for spot, some in found.items()}


def question(choices: Sequence[Choice], words: Wording) -> str:
    """Returns the question if all choices are of one decision, and the rules have words for it."""
    signatures = {each.action.signature.text: each.action.signature for each in choices}
    if len(signatures) != 1:
        return ""
    signature = signatures.popitem()[1]
    return words.question(signature) or words.texts.phrase("{what}?", what=words.action(signature))
