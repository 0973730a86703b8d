"""Tables of a book: what is printed on the rows of a kind and what they do, and how a game is counted."""

from __future__ import annotations

from ...play.positions.sight import ALL, Sight
from ...play.views.faces import Face
from ...play.views.outcome import outcome_of, score_rows
from ..reference.components_page import kind_table
from ..reference.example_blocks import ExampleBlocks
from ..reference.game_reference import GameReference
from ..reference.markdown import Table as TableBlock
from ..reference.markdown import plain

Table = tuple[tuple[str, ...], ...]
"""Rows of words, the heading first."""


def read_kind(game: GameReference, name: str) -> Table:
    """Returns the rows of a kind; the last column says what each does, if any does something. Columns in which nothing
    stands are left out."""
    kind = game.rules.kinds[name]
    made = kind_table(game, kind)
    if made is None:
        return ()
    face = Face(kind, game.opened.words)
    deeds = [" / ".join(each.rstrip(".") for each in face.deeds(n)) for n in range(len(kind.rows))]
    last = [game.phrase("It does"), *deeds] if any(deeds) else [""] * (len(deeds) + 1)
    rows = [(*map(plain, each), said) for each, said in zip((made.head, *made.rows), last, strict=True)]
    used = [n for n in range(len(rows[0])) if any(each[n] not in ("", "0") for each in rows[1:])]
    return tuple(tuple(each[n] if each[n] != "0" else "" for n in used) for each in rows)


def read_scores(game: GameReference, example: str) -> Table:
    """Returns how the players of an example are counted at its end: what they have, and each part of the score."""
    if not game.steps.get(example):
        return ()
    named = next(each for each in game.examples if each.name == example)
    blocks = ExampleBlocks(game, named)
    state = blocks.steps[-1].after
    rows = score_rows(outcome_of(state, Sight(state, ALL)), game.lang)
    head, *counted = zip(*rows, strict=True)
    held = [
        tuple(map(plain, row)) for each in blocks.position(state) if isinstance(each, TableBlock) for row in each.rows
    ]
    return (head, *held, *counted)
