"""The pydantic types of the columns of a table, as these are declared. Imported only when there are rows to type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import PydanticCustomError

from ...foundation.source.frozen import frozen
from .table_findings import NAME
from .table_values import Cell, Column, ColumnType, Form, Value

_NUMBER = re.compile(r"(-?[0-9]+)\s*(|[^\W\d_]\w*|%)")
_YES_NO = {"yes": True, "no": False, "": False}


@frozen
class CellError:
    """Finding of pydantic: the column's index, the kind of error as pydantic calls it, and the guilty word."""

    index: int
    kind: str
    word: str


class RowValidator:
    """Checks rows against the columns it was built from."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._types = [_adapter_of(None), *(_adapter_of(column.type) for column in columns[1:])]

    def check(self, cells: Sequence[Cell]) -> tuple[Value, ...] | list[CellError]:
        """The typed values of a row, one a column, or everything that is wrong with it."""
        values: list[Value] = []
        faults: list[CellError] = []
        for index, (of, cell) in enumerate(zip(self._types, cells, strict=True)):
            try:
                values.append(of.validate_python(cell.text))
            except ValidationError as error:
                for each in error.errors(include_url=False, include_context=False):
                    faults.append(
                        CellError(index, each["type"], str(each["input"] if each["loc"] else cell.text.strip()))
                    )
        return faults or tuple(values)


def _strip_filled(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("empty", "a value is needed")
    return text.strip()


_NAME_TYPE = Annotated[str, Field(pattern=rf"^(?:{NAME})\Z"), BeforeValidator(_strip_filled)]


@lru_cache(256)
def _adapter_of(of: ColumnType | None) -> TypeAdapter[Any]:
    """Returns what checks the cells of a column, or of the names where there is no type. It takes a millisecond to
    make, and a text in an editor is checked with every key."""
    return TypeAdapter(
        _NAME_TYPE if of is None else _CELL_TYPES[of.form](of), config=ConfigDict(regex_engine="python-re")
    )


def _number_type(of: ColumnType) -> Any:
    form: Any = Annotated[int, Field(ge=of.low, le=of.high), AfterValidator(_stepper(of))]
    return Annotated[form | None, BeforeValidator(_digits_reader(of))]


def _truth_type(of: ColumnType) -> Any:
    return Annotated[StrictBool, BeforeValidator(lambda text: _YES_NO.get(text.strip(), text))]


def _choice_type(of: ColumnType) -> Any:
    form: Any = _one_of(of)
    return Annotated[form | None, BeforeValidator(_choice_reader(of))]


def _set_type(of: ColumnType) -> Any:
    form: Any = _one_of(of)
    return Annotated[frozenset[form], BeforeValidator(lambda text: text.replace(",", " ").split())]


def _text_type(of: ColumnType) -> Any:
    return Annotated[str | None, BeforeValidator(lambda text: None if of.optional and not text.strip() else text)]


_CELL_TYPES: Mapping[Form, Callable[[ColumnType], Any]] = {
    "number": _number_type,
    "yes_no": _truth_type,
    "choice": _choice_type,
    "set": _set_type,
    "text": _text_type,
}
"""The types of cells for pydantic, by the forms of columns."""


def _one_of(of: ColumnType) -> Any:
    form: Any = Literal
    return form[of.choices] if of.choices else Annotated[str, AfterValidator(_refuse)]


def _refuse(word: str) -> str:
    raise PydanticCustomError("literal_error", "there are no choices")


def _choice_reader(of: ColumnType) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        word = text.strip()
        absent = not word or word == "none" and word not in of.choices
        return None if of.optional and absent else _strip_filled(word)

    return read


def _digits_reader(of: ColumnType) -> Callable[[str], str | None]:
    blank = None if of.optional else "0" if of.admits(0) else ""

    def read(text: str) -> str | None:
        if not text.strip():
            return _strip_filled(blank) if blank is not None else None
        return _digits(text.strip(), of.unit)

    return read


def _digits(text: str, unit: str) -> str:
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise PydanticCustomError("int_parsing", "not a number")
    if found[2] != unit:
        raise PydanticCustomError("unit" if found[2] else "no_unit", "written without the unit of the column")
    return found[1]


def _stepper(of: ColumnType) -> Callable[[int], int]:
    def check(number: int) -> int:
        if not of.on_step(number):
            raise PydanticCustomError("step", "between two steps")
        return number

    return check
