"""Fields of data from outside that are not as they have to be: which one, what stands there, and what is expected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from .argument_checks import shorten, show_value
from .frozen import frozen

EXPECTED = {
    "string_type": "a valid string",
    "int_type": "a valid integer",
    "bool_type": "a valid boolean",
    "list_type": "a valid list",
    "tuple_type": "a valid list",
    "dict_type": "a valid dictionary",
    "model_type": "a valid dictionary",
    "missing": "a field that has to be there",
    "extra_forbidden": "no field that is known",
}
"""What a field has to be, by the type of pydantic's error."""
ALTERNATIVES = {("string_type", "int_type", "bool_type"): "a text, a whole number, or true or false"}
"""What a field has to be that may be of several types."""
TAGS = ("str", "int", "bool", "constrained-str")
"""What pydantic adds behind a field that may be of several types, besides what has a bracket."""


@frozen
class WrongField:
    """A field by its way in the data (`corrections.0.after`), what stands there as JSON, not more than the beginning of
    it, and what is expected.

    >>> str(WrongField("seed", "-1", "greater than or equal to 0"))
    '`seed` has to be greater than or equal to 0, not -1'
    """

    field: str
    value: str
    expected: str

    def __str__(self) -> str:
        if self.expected == EXPECTED["missing"]:
            return f"`{self.field}` is missing"
        if self.expected == EXPECTED["extra_forbidden"]:
            return f"`{self.field}` is not known"
        return f"`{self.field}` has to be {self.expected}, not {self.value}"


def wrong_fields(errors: Iterable[Any], whole: str = "") -> tuple[WrongField, ...]:
    """The fields of pydantic's errors, each once; `whole` is the name of the data. Of a field that may be of several
    types, and is of one of them, those within that are wrong.

    >>> error = {"type": "int_type", "loc": ("players", "int"), "input": "x", "msg": ""}
    >>> [str(each) for each in wrong_fields([error, {**error, "type": "list_type", "loc": ("players", "list[str]")}])]
    ['`players` has to be a valid integer or a valid list, not "x"']
    """
    found: dict[tuple[Any, ...], list[Any]] = {}
    for each in errors:
        found.setdefault(_way(each["loc"]), []).append(each)
    return tuple(
        WrongField(
            shorten(".".join(map(str, way)) or whole),
            "" if several[0]["type"] == "missing" else brief_json(several[0]["input"]),
            _expectation(several),
        )
        for way, several in found.items()
        if not any(len(other) > len(way) and other[: len(way)] == way for other in found)
    )


def _way(loc: Sequence[int | str]) -> tuple[int | str, ...]:
    """The way to a field, without the types that it may be of."""
    way = tuple(each for each in loc if not (isinstance(each, str) and "[" in each))
    return way[:-1] if way and way[-1] in TAGS else way


def _expectation(errors: Sequence[Any]) -> str:
    """Returns the value that a field has to have, of all that is wrong with it."""
    either = ALTERNATIVES.get(tuple(each["type"] for each in errors))
    return either or " or ".join(dict.fromkeys(map(_one, errors)))


def _one(error: Any) -> str:
    bounds = error.get("ctx", {})
    match error["type"]:
        case "too_long" | "string_too_long":
            return f"at most {bounds['max_length']} long"
        case "too_short" | "string_too_short":
            return f"at least {bounds['min_length']} long"
        case "greater_than_equal":
            return f"greater than or equal to {bounds['ge']}"
        case "less_than_equal":
            return f"less than or equal to {bounds['le']}"
        case "less_than":
            return f"less than {bounds['lt']}"
        case "string_pattern_mismatch":
            return f"of the form {bounds['pattern']}"
    said: str = EXPECTED.get(error["type"]) or error["msg"].removeprefix("Input should be ").lower()
    return said


def brief_json(value: object) -> str:
    """A value as JSON writes it, not more than the beginning of it.

    >>> brief_json(["x" * 50])
    '["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    """
    try:
        return shorten(json.dumps(value, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        return shorten(show_value(value))
