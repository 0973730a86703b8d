"""The pydantic model of a table, built from its declared columns. Imported only when there are rows to type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, Optional

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    ValidationError,
    create_model,
)
from pydantic_core import PydanticCustomError

from ..source.frozen import frozen
from .table_findings import NAME
from .table_values import Cell, Column, ColumnType, Value

_NUMBER = re.compile(r"(-?[0-9]+)\s*(|[^\W\d_]\w*|%)")
_YES_NO = {"yes": True, "no": False, "": False}


@frozen
class Fault:
    """What pydantic found: the column's index, the kind of error as pydantic calls it, and the guilty word."""

    index: int
    kind: str
    word: str


class Guard:
    """Checks rows against the columns it was built from."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._fields = tuple(f"c{index}" for index in range(len(columns)))
        types = (_name_type(), *(_cell_type(column.type) for column in columns[1:]))
        self._model = _row_model(dict(zip(self._fields, types, strict=True)))

    def check(self, cells: Sequence[Cell]) -> tuple[Value, ...] | list[Fault]:
        """The typed values of a row, one a column, or everything that is wrong with it."""
        try:
            row = self._model(**{field: cell.text for field, cell in zip(self._fields, cells, strict=True)})
        except ValidationError as error:
            return [
                _fault(each["loc"], each["type"], each["input"], cells)
                for each in error.errors(include_url=False, include_context=False)
            ]
        return tuple(getattr(row, field) for field in self._fields)


def _fault(loc: tuple[int | str, ...], kind: str, given: object, cells: Sequence[Cell]) -> Fault:
    index = int(str(loc[0])[1:])
    return Fault(index, kind, str(given) if len(loc) > 1 else cells[index].text.strip())


def _row_model(types: dict[str, Any]) -> type[BaseModel]:
    fields: dict[str, Any] = {name: (annotation, ...) for name, annotation in types.items()}
    return create_model("TableRow", __config__=ConfigDict(regex_engine="python-re", frozen=True), **fields)


def _name_type() -> Any:
    return Annotated[str, Field(pattern=rf"^(?:{NAME})\Z"), BeforeValidator(_filled)]


def _cell_type(of: ColumnType) -> Any:
    makers: dict[str, Callable[[ColumnType], Any]] = {
        "number": _number_type,
        "yes_no": _yes_no_type,
        "choice": _choice_type,
        "set": _set_type,
        "text": _text_type,
    }
    return makers[of.form](of)


def _number_type(of: ColumnType) -> Any:
    number: Any = Annotated[int, Field(ge=of.low, le=of.high), AfterValidator(_stepper(of))]
    return Annotated[_or_none(number), BeforeValidator(_digits_reader(of))]


def _yes_no_type(of: ColumnType) -> Any:
    return Annotated[StrictBool, BeforeValidator(lambda text: _YES_NO.get(text.strip(), text))]


def _choice_type(of: ColumnType) -> Any:
    return Annotated[_or_none(_one_of(of)), BeforeValidator(_choice_reader(of))]


def _set_type(of: ColumnType) -> Any:
    return Annotated[_generic(frozenset, _one_of(of)), BeforeValidator(lambda text: text.replace(",", " ").split())]


def _text_type(of: ColumnType) -> Any:
    return Annotated[_or_none(str), BeforeValidator(lambda text: None if of.optional and not text.strip() else text)]


def _generic(form: Any, argument: Any) -> Any:
    return form[argument]


def _or_none(annotation: Any) -> Any:
    return _generic(Optional, annotation)


def _one_of(of: ColumnType) -> Any:
    return _generic(Literal, of.choices) if of.choices else Annotated[str, AfterValidator(_refuse)]


def _refuse(word: str) -> str:
    raise PydanticCustomError("literal_error", "there are no choices")


def _filled(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("empty", "a value is needed")
    return text.strip()


def _choice_reader(of: ColumnType) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        word = text.strip()
        absent = not word or word == "none" and word not in of.choices
        return None if of.optional and absent else _filled(word)

    return read


def _digits_reader(of: ColumnType) -> Callable[[str], str | None]:
    blank = None if of.optional else "0" if of.admits(0) else ""

    def read(text: str) -> str | None:
        if not text.strip():
            return _filled(blank) if blank is not None else None
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
