"""Boards as the rules have them, whatever the position: where places are drawn, what is printed and kept there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from ...foundation.draw.map_layout import spread_out
from ...rules.model import ruleset as m
from ...rules.model.initial_values import first_value
from ..positions.wording import Wording
from .faces import Face


def places_drawn(board: m.Board, rules: m.Ruleset) -> Mapping[str, tuple[float, float]]:
    """Returns the points at which places are drawn, y growing south; a map says so itself in its columns x and y, or is
    spread out."""
    kind = rules.kinds[board.name]
    axes = [kind.columns[axis] for axis in "xy" if axis in kind.columns and kind.columns[axis].type.is_number]
    if len(axes) < 2:
        return spread_out(kind.rows, [(kind.rows[a], kind.rows[b]) for a, b in board.ends])
    xs, ys = ([0 if each < 0 and axis.type.optional else each for each in axis.values] for axis in axes)
    points = zip(kind.rows, xs, ys, strict=False)
    return {name: (x, y if board.is_map else board.height - y) for name, x, y in points}


def fields_of_places(board: m.Board, rules: m.Ruleset) -> list[m.Field]:
    """Returns the fields of the places of a board, besides tiles."""
    own = (each for each in rules.fields if each.owner == board.name and each.told and not each.passage)
    return [each for each in own if each.name not in (board.kind, board.sides)]


def fixed_words(board: m.Board, words: Wording) -> str:
    """Returns the fixed facts about a passage that is marked."""
    told = [each for each in board.passage_fields if each.type.is_truth and not first_value(each)]
    return words.texts.either(map(words.field, told)) if told else ""


def measures_at(kind: m.Kind, row: int) -> list[str]:
    """Returns the measures that are printed at a place or a passage: `3 m`."""
    measured = ((each.values[row], each.type) for each in kind.columns.values() if each.type.unit)
    return [f"{value} {type_.unit}" for value, type_ in measured if value >= 0 or not type_.optional]


def tracks_through(board: m.Board, words: Wording) -> Iterator[tuple[Face, int, list[int]]]:
    """Yields the tracks that are printed through places of a map, and the places of each: rows of other kinds that have
    a set of places and a label."""
    rules = words.rules
    faces = [Face(kind, words) for kind in rules.kinds.values() if kind.name != board.passages]
    for face in faces if board.is_map else ():
        columns = [(c, c.type.member) for c in face.kind.columns.values()]
        sets = [column for column, of in columns if face.is_labelled and of and rules.board_of(of) is board]
        for column, row in product(sets, range(len(face.kind.rows))):
            yield face, row, [n for n in range(len(rules.kinds[board.name].rows)) if column.values[row] >> n & 1]
