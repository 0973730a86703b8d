"""Rows of a rule file are cut into cells, each with its own exact place."""

import pytest

from cavewright.foundation.source import Source, Span
from cavewright.language.tables import split_row

ROWS = {
    '| a | 2 | "x | y" | n, e |': ["a", "2", "x | y", "n, e"],
    "| a |  | |": ["a", "", ""],
    "| a | b": ["a", "b"],
    "|a|b|": ["a", "b"],
    "  | a |\t": ["a"],
    '| a | "so ""be"" it" |': ["a", 'so "be" it'],
    '| a | 5" pipe |': ["a", '5" pipe'],
    '| a | call "x|y" now | b |': ["a", 'call "x|y" now', "b"],
    '| a | "open | b |': ["a", '"open', "b"],
    '| a | "" |': ["a", ""],
    "|": [],
    "": [],
}


def whole(text: str) -> Span:
    return Span(Source("a.cave", text), 0, len(text))


@pytest.mark.parametrize(("text", "cells"), ROWS.items())
def test_a_row_is_cut_at_its_bars(text: str, cells: list[str]) -> None:
    assert [cell.text for cell in split_row(whole(text)).cells] == cells


def test_each_cell_knows_its_place_quotes_included() -> None:
    row = split_row(Span(Source("a.cave", 'table\n  | a | "x | y" |  |\n'), 6, 26))
    assert [(cell.span.text, str(cell.span)) for cell in row.cells] == [
        ("a", "a.cave:2:5"),
        ('"x | y"', "a.cave:2:9"),
        ("", "a.cave:2:19"),
    ]


def test_only_so_many_cells_are_read() -> None:
    assert len(split_row(whole("|a" * 5000)).cells) == 65
