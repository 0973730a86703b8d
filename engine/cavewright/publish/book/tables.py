"""Tables of a book: what is printed on the rows of a kind and what they do, and how a game is counted."""

from __future__ import annotations

from collections.abc import Iterator

from ...play.positions.sight import ALL, Sight
from ...play.states.game import State
from ...play.views.faces import Face
from ...play.views.outcome import outcome_of, score_rows
from ...play.views.panel import held_words
from ...play.views.view_reader import view_of
from ..reference.components_page import kind_table
from ..reference.game_reference import GameReference
from ..reference.markdown import plain

Table = tuple[tuple[str, ...], ...]
"""Rows of words, the heading first."""


def read_kind(game: GameReference, name: str) -> Table:
    """Returns the rows of a kind; the last column says what each does, if any does something, each part
    in a line of its own. Columns in which nothing stands are left out."""
    kind = game.rules.kinds[name]
    made = kind_table(game, kind)
    if made is None:
        return ()
    face = Face(kind, game.opened.words)
    deeds = ["\n".join(each.rstrip(".") for each in face.deeds(n)) for n in range(len(kind.rows))]
    last = [game.phrase("It does"), *deeds] if any(deeds) else [""] * (len(deeds) + 1)
    rows = [(*map(plain, each), said) for each, said in zip((made.head, *made.rows), last, strict=True)]
    used = [n for n in range(len(rows[0])) if any(each[n] not in ("", "0") for each in rows[1:])]
    return tuple(tuple(each[n] if each[n] != "0" else "" for n in used) for each in rows)


def read_scores(game: GameReference, example: str) -> Table:
    """Returns how the players of an example are counted at its end: what they have, and each part of the score that
    somebody has something of."""
    if example in game.changed or not game.steps.get(example):
        return ()
    state = game.steps[example][-1].after
    head, *counted, total = zip(*score_rows(outcome_of(state, Sight(state, ALL)), game.lang), strict=True)
    told = [each for each in counted if any(cell not in ("0", "–") for cell in each[1:])]
    return (head, *_list_things(game, state), *told, total)


def _list_things(game: GameReference, state: State) -> Iterator[tuple[str, ...]]:
    """Yields the things that players have, a line for each field."""
    rules, words = game.rules, game.opened.words
    players = view_of(state, Sight(state, ALL)).players
    for field in rules.fields:
        is_thing = (field.type.is_bag or field.type.is_set) and rules.board_of(field.type.element or field.type) is None
        if field.owner == rules.players and field.told and is_thing:
            said = [held_words(field, each, state, words) for each in players]
            if any(said):
                yield (words.field(field), *said)
