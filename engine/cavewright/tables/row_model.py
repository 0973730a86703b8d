"""The pydantic model of a table, built from its declared columns. Imported only when there are rows to type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

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
        types = (_NAME_TYPE, *(_cell_type(column.type) for column in columns[1:]))
        fields: dict[str, Any] = {name: (annotation, ...) for name, annotation in zip(self._fields, types, strict=True)}
        config = ConfigDict(regex_engine="python-re", frozen=True)
        self._model: type[BaseModel] = create_model("TableRow", __config__=config, **fields)

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


def _filled(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("empty", "a value is needed")
    return text.strip()


_NAME_TYPE = Annotated[str, Field(pattern=rf"^(?:{NAME})\Z"), BeforeValidator(_filled)]


def _cell_type(of: ColumnType) -> Any:
    form: Any
    match of.form:
        case "number":
            form = Annotated[int, Field(ge=of.low, le=of.high), AfterValidator(_stepper(of))]
            return Annotated[form | None, BeforeValidator(_digits_reader(of))]
        case "yes_no":
            return Annotated[StrictBool, BeforeValidator(lambda text: _YES_NO.get(text.strip(), text))]
        case "choice":
            form = _one_of(of)
            return Annotated[form | None, BeforeValidator(_choice_reader(of))]
        case "set":
            form = _one_of(of)
            return Annotated[frozenset[form], BeforeValidator(lambda text: text.replace(",", " ").split())]
    return Annotated[str | None, BeforeValidator(lambda text: None if of.optional and not text.strip() else text)]


def _one_of(of: ColumnType) -> Any:
    form: Any = Literal
    return form[of.choices] if of.choices else Annotated[str, AfterValidator(_refuse)]


def _refuse(word: str) -> str:
    raise PydanticCustomError("literal_error", "there are no choices")


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
