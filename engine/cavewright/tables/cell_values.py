"""Values of cells: what a text says in a column of some type."""

from __future__ import annotations

import re
from collections.abc import Set

from .table_findings import NAME
from .table_values import ColumnType, Value

_NUMBER = re.compile(r"(-?[0-9]+)\s*(|[^\W\d_]\w*|%)")
_YES_NO = {"yes": True, "no": False, "": False}


class Unfit(ValueError):
    """A cell that its column does not take: in which way, and the words that are to blame."""

    def __init__(self, way: str, *words: str) -> None:
        super().__init__(way)
        self.way, self.words = way, words


def name_in(text: str) -> str:
    """The name that the first cell gives its row. Raises Unfit."""
    word = text.strip()
    if not NAME.fullmatch(word):
        raise Unfit("name" if word else "empty", word)
    return word


def value_in(text: str, of: ColumnType, choices: Set[str]) -> Value:
    """What another cell holds; `choices` are those of the column. Raises Unfit."""
    word = text.strip()
    match of.form:
        case "number":
            return _number(word, of)
        case "yes_no":
            if word not in _YES_NO:
                raise Unfit("yes_no", word)
            return _YES_NO[word]
        case "choice":
            if word and word in choices:
                return word
            if of.optional and word in ("", "none"):
                return None
            raise Unfit("choice" if word else "empty", word)
        case "set":
            words = text.replace(",", " ").split()
            if wrong := [each for each in words if each not in choices]:
                raise Unfit("choice", *wrong)
            return frozenset(words)
    return None if of.optional and not word else text


def _number(word: str, of: ColumnType) -> int | None:
    if not word and of.optional:
        return None
    if not word and of.admits(0):
        return 0
    found = _NUMBER.fullmatch(word)
    if found is None:
        raise Unfit("digits" if word else "empty", word)
    if found[2] != of.unit:
        raise Unfit("unit" if found[2] else "no_unit", word)
    number = int(found[1])
    if not of.admits(number):
        raise Unfit("low" if number < of.low else "high" if number > of.high else "step", word)
    return number
