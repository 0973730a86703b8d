"""Rows of an example, as tables; and the players that they name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...foundation.source import Diagnostics, at
from ...language.compose.overlay_findings import first_line
from ...language.syntax import tree as t
from ...language.tables.inline_rows import split_row
from ...language.tables.table_values import RawRow
from ...rules.model import ruleset as m
from ..states.game import Game

Table = list[RawRow]


def tables_of(rows: Iterable[t.Row], words: Iterable[str]) -> list[Table]:
    """Rows as tables: one begins at the first row, and wherever the first cell is a word that tables begin with."""
    tables: list[Table] = []
    for each in rows:
        row = split_row(each.span)
        if not tables or first_word(row) in words:
            tables.append([])
        tables[-1].append(row)
    return tables


def table_words(rules: m.Ruleset) -> tuple[str, ...]:
    """The words that a table can begin with."""
    kinds = [name for name in rules.kinds if " " not in name and name != "side"]
    return tuple(dict.fromkeys((rules.players, *rules.boards, "passage", *kinds)))


def people_in(members: Iterable[Any], rules: m.Ruleset) -> tuple[str, ...]:
    """The players of an example in order: those of its tables, or where there is none, those for whom something
    begins."""
    members = tuple(members)
    tables = tables_of([each for each in members if isinstance(each, t.Row)], table_words(rules))
    named = [first_word(row) for table in tables if first_word(table[0]) == rules.players for row in table[1:]]
    named = named or [each.player for each in members if isinstance(each, t.Begin)]
    names = [name for name in dict.fromkeys(named) if name]
    more = [f"Player {n + 1}" for n in range(len(names), rules.player_range[1] * 2 + len(names))]
    return (*names, *[name for name in more if name not in names][: max(0, rules.player_range[0] - len(names))])


def first_word(row: RawRow) -> str:
    """Returns the text in the first cell of a row, or nothing."""
    return row.cells[0].text if row.cells else ""


def unusable(game: Game, names: tuple[str, ...], example: m.Example) -> Diagnostics:
    """Why these cannot be the players, if so."""
    try:
        game._names_of(names)
    except ValueError as error:
        yield at("C0904", f"example `{example.name}` cannot be set up: {error}", first_line(example.span))
