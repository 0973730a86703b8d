"""Types of the columns of tables, of the types that rules write for them."""

from __future__ import annotations

from collections.abc import Mapping

from ...language.tables.table_values import ColumnType
from ..model.dispatch import Pass, handles
from ..model.forms import FORMS
from ..model.ruleset import Kind
from ..model.types import Type


def kind_of_cells(type_: Type) -> str:
    """The kind whose rows cells of a type may name."""
    return (type_.content or type_).name


class ColumnTypes(Pass, over=FORMS, left=("positions", "place", "passage", "bag", "pile", "list", "none", "unknown")):
    """Column types, by the forms of types; what no column holds has none."""

    def of(self, type_: Type, kinds: Mapping[str, Kind]) -> ColumnType | None:
        """The type of the cells of a column; none if no cell can hold such values."""
        handler = self.handlers.get(type_.form)
        return handler(self, type_, kinds) if handler else None

    @handles("number")
    def _number(self, type_: Type, kinds: Mapping[str, Kind]) -> ColumnType:
        return ColumnType("number", type_.low, type_.high, type_.step, type_.unit, optional=type_.optional)

    @handles("yes_no")
    def _truth(self, type_: Type, kinds: Mapping[str, Kind]) -> ColumnType:
        return ColumnType("yes_no")

    @handles("row")
    def _row(self, type_: Type, kinds: Mapping[str, Kind]) -> ColumnType:
        of = type_.name
        return ColumnType("choice", choices=kinds[of].rows, of=of, optional=type_.optional)

    @handles("set", "sides")
    def _set(self, type_: Type, kinds: Mapping[str, Kind]) -> ColumnType | None:
        of = kind_of_cells(type_)
        return ColumnType("set", choices=kinds[of].rows, of=of) if of in kinds else None

    @handles("text")
    def _text(self, type_: Type, kinds: Mapping[str, Kind]) -> ColumnType:
        return ColumnType("text")


column_type_of = ColumnTypes().of
