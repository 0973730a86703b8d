"""Values as text and back: how rows, places, numbers and sides are written in actions."""

from __future__ import annotations

from ..cave import grid
from ..model import ruleset as m
from ..model.types import NONE, Type


def written(value: int, type_: Type, ruleset: m.Ruleset) -> str:
    """A value as it stands in the text of an action."""
    if type_.form == "yes_no":
        return "yes" if value else "no"
    if type_.form in ("row", "place") and value == NONE:
        return "none"
    if type_.form == "row":
        return ruleset.kinds[type_.name].rows[value]
    if type_.form == "place":
        return grid.name(value)
    if type_.form == "sides":
        return grid.shown(value)
    if type_.form == "set" and type_.element:
        return "{" + " ".join(written(v, type_.element, ruleset) for v in set_members(value, type_.element)) + "}"
    return str(value)


def set_members(bits: int, element: Type) -> list[int]:
    """The members of a set, lowest first."""
    low, step = (element.low, element.step) if element.form == "number" else (0, 1)
    return [low + n * step for n in range(bits.bit_length()) if bits >> n & 1]


def shown(value: int, type_: Type, ruleset: m.Ruleset, names: tuple[str, ...] = ()) -> str:
    """A value as people read it: labels, players by name, units."""
    if type_.form == "row" and value >= 0:
        if type_.name == ruleset.players and value < len(names):
            return names[value]
        return ruleset.kinds[type_.name].label(value)
    if type_.form == "number" and type_.unit and value != NONE:
        return f"{value} {type_.unit}"
    return written(value, type_, ruleset)


def read(text: str, type_: Type, ruleset: m.Ruleset) -> int | None:
    """The value that is written so, or none when the text is no value of the type."""
    if type_.form == "yes_no":
        return {"yes": 1, "no": 0}.get(text)
    if type_.optional and text == "none":
        return NONE
    if type_.form == "row":
        index = ruleset.kinds[type_.name].index(text)
        return index if index >= 0 else None
    if type_.form == "place":
        place = grid.named(text)
        return place if place >= 0 else None
    if type_.form == "sides":
        sides = grid.sides_named(text)
        return sides if sides >= 0 else None
    return read_number(text, type_)


def read_number(text: str, type_: Type) -> int | None:
    """A number, with or without its unit: `75`, `75m`."""
    digits = text.removesuffix(type_.unit) if type_.unit else text
    if not digits.lstrip("-").isdecimal() or not digits.isascii() or len(digits) > 10 or digits.count("-") > digits.startswith("-"):
        return None
    return int(digits) if str(int(digits)) == digits else None
