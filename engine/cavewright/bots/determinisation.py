"""Determinisation: deals out anew what a player cannot see, so that a search learns no secret."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..model import ruleset as m
from ..model.secrecy import SECRET
from ..positions.sight import Sight
from ..states.game import Game, State

TRIES = 8
"""How often a world is made up that turns out impossible, before it is taken as it is."""


def keeps_secrets(game: Game) -> bool:
    """Whether some player may keep something from others."""
    return any(field.shown == SECRET for field in game.rules_model.in_slots)


def imagined(state: State, player: int, seed: str) -> State:
    """A position that is the same to a player and depends on nothing that others keep secret; itself where none do."""
    return determinised(state, player, random.Random(f"world {seed}")) if keeps_secrets(state.game) else state


def determinised(state: State, player: int, sampler: random.Random) -> State:
    """A position that is the same to a player: pieces that it does not see lie in other bags of which it does not see
    the contents, as many in each as there are; a number or a choice of another is any that it could be."""
    made = state
    for _ in range(TRIES):
        made = _dealt(state, player, sampler)
        if not any(True for _ in made.problems(player)):
            break
    return made


def _unseen(state: State, player: int) -> Iterator[tuple[m.Field, int]]:
    """What a player does not see: fields, each with a slot."""
    rules, sight = state.game.rules_model, Sight(state, player)
    for field in rules.in_slots:
        rows = len(state.names) if field.owner == rules.players else rules.owners_of(field)
        first = state.game.program.layout.slot(field)
        yield from ((field, first + row) for row in range(rows) if not sight.sees(field, row))


def _dealt(state: State, player: int, sampler: random.Random) -> State:
    h, unseen = list(state._slots(player)), list(_unseen(state, player))
    secret = {field.type.name for field, _ in unseen if field.shown == SECRET and field.type.form == "bag"}
    for kind in sorted(secret):
        slots = [slot for field, slot in unseen if field.type.form == "bag" and field.type.name == kind]
        pieces = sorted(n for slot in slots for n, many in enumerate(h[slot]) for _ in range(many))
        sampler.shuffle(pieces)
        for slot in slots:
            many, size = sum(h[slot]), len(h[slot])
            mine, pieces = pieces[:many], pieces[many:]
            h[slot] = tuple(mine.count(n) for n in range(size))
    blank = state.game.blank(len(state.names))[0]
    for field, slot in unseen:
        values = _values(state, field) if field.shown == SECRET and h[slot] != blank[slot] else range(0)
        if values:
            h[slot] = sampler.choice(values)
    if state._branches is None:
        return State(state.game, state.names, h, state._s)
    branches = (*state._branches[:player], h, *state._branches[player + 1 :])
    return State(state.game, state.names, state._h, state._s, branches)


def _values(state: State, field: m.Field) -> range:
    """What a number, a choice or a row may be; nothing of all else."""
    match field.type.form:
        case "number":
            return range(field.type.low, field.type.high + 1)
        case "yes_no":
            return range(2)
        case "row":
            rules, kind = state.game.rules_model, field.type.name
            return range(len(state.names) if kind == rules.players else len(rules.kinds[kind].rows))
    return range(0)
