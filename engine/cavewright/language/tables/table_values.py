"""Tables as values: what a column declares, what was read, and what it was typed to."""

from __future__ import annotations

from typing import Literal

from ...foundation.source import Span
from ...foundation.source.frozen import frozen

Form = Literal["number", "yes_no", "choice", "set", "text"]
Value = int | bool | str | frozenset[str] | None


@frozen
class ColumnType:
    """Type of the cells of a column.

    A number is in `low`..`high`, counted from `low` in steps of `step`, and written with its `unit` if there is one.
    `choices` belong to `choice` and `set`; `of` names the kind they come from. `optional` allows a blank cell.

    >>> ColumnType("number", 0, 500, 25, "m").admits(75)
    True
    """

    form: Form
    low: int = 0
    high: int = 0
    step: int = 1
    unit: str = ""
    choices: tuple[str, ...] = ()
    of: str = ""
    optional: bool = False

    @property
    def is_number(self) -> bool:
        """True for numbers."""
        return self.form == "number"

    @property
    def is_text(self) -> bool:
        """True for words that mean nothing to the rules."""
        return self.form == "text"

    def admits(self, number: int) -> bool:
        """Tells if a number lies in the range and on a step."""
        return self.low <= number <= self.high and self.on_step(number)

    def on_step(self, number: int) -> bool:
        """Tells if a number is a whole count of steps away from `low`."""
        return (number - self.low) % max(self.step, 1) == 0

    def amount(self, number: int) -> str:
        """A number as it is written in a cell of this column."""
        return f"{number} {self.unit}".rstrip()


@frozen
class Column:
    """A declared column, and where it was declared."""

    name: str
    type: ColumnType
    span: Span


@frozen
class Cell:
    """A cell as it was read: the text without blanks around it and without its quotes; the span has the quotes."""

    text: str
    span: Span


@frozen
class RawRow:
    """A row as it was read."""

    cells: tuple[Cell, ...]
    span: Span


@frozen
class RawTable:
    """A file as it was read. The header is empty when it could not be read; `ragged` are rows with more or fewer cells
    than it."""

    header: tuple[Cell, ...]
    rows: tuple[RawRow, ...]
    ragged: tuple[RawRow, ...] = ()


@frozen
class Row:
    """A typed row. Column 0 is its name; `values[i]` belongs to column `i + 1`, but `spans[i]` to column `i`."""

    name: str
    values: tuple[Value, ...]
    span: Span
    spans: tuple[Span, ...]
