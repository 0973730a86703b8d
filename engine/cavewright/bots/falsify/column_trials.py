"""Examples that may notice a column: which cells of it are changed, and which examples are asked about each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from .declaration_mutations import DeclarationMutant
from .example_runs import ExampleRun, ExampleRuns

MOST_CELLS = 12
"""Cells of a column that are changed, one after another, until an example notices one."""


def column_trials(
    cells: list[DeclarationMutant], examples: ExampleRuns
) -> Iterator[tuple[DeclarationMutant, list[ExampleRun]]]:
    """Yields cells, each with examples under the same options, since a cell is checked anew for each set of options.

    First come the examples that read the very cell, best those that name its row, under the options of the game and then
    under others. Boards and bags read columns by themselves, so in the end all examples are asked: about one cell, or
    where no example reads any, about those whose rows examples name.
    """
    every = examples.evaluating("", None, cells[0].name)
    every_reading = ((each, examples.reading(each.cell, every)) for each in cells)
    reading = sorted(
        ((each, runs) for each, runs in every_reading if runs),
        key=lambda pair: not is_named(pair[0], pair[1]),
    )
    own = [run for run in every if not run.settings]
    under = ((each, [run for run in runs if not run.settings]) for each, runs in reading)
    yield from islice(((each, runs) for each, runs in under if runs), MOST_CELLS)
    others = (
        (each, [run for run in runs if run.settings == settings])
        for each, runs in reading
        for settings in dict.fromkeys(run.settings for run in runs if run.settings)
    )
    yield from islice(others, MOST_CELLS)
    named = sorted(cells, key=lambda each: not is_named(each, examples.runs))
    yield from ((each, own) for each in named[: 1 if reading else MOST_CELLS])


def is_named(cell: DeclarationMutant, runs: Iterable[ExampleRun]) -> bool:
    """Tells if one of some examples names the row of a cell."""
    row = re.compile(rf"(?<![\w-]){re.escape(cell.detail.split(': ')[1])}(?![\w-])")
    return any(row.search(each.example.span.text) for each in runs)
