"""Values as text and back: how rows, places, numbers and sides are written in actions."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.interpret.bags_and_sets import members
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import NONE, Type


def place_words(place: int, board: m.Board) -> str:
    """A place of a board that grows, as it is written: `n2`, and on a board for each player `0.n2`."""
    name = grid.shape_of(board).name(place)
    return f"{place // grid.BEYOND}.{name}" if board.private and place >= 0 else name


def place_named(text: str, board: m.Board) -> int:
    """The place that is written so, or -1."""
    owner, dot, rest = text.rpartition(".")
    if bool(dot) != board.private or (dot and not (owner.isdecimal() and owner.isascii() and len(owner) < 3)):
        return -1
    place = grid.shape_of(board).place_by_name(rest)
    return place + int(owner or 0) * grid.BEYOND if place >= 0 else -1


def border_words(passage: int, board: m.Board) -> str:
    """A passage of a board that grows, by its two places."""
    return "–".join(place_words(each, board) for each in grid.shape_of(board).passage_ends(passage))


def own_words(value: int, type_: Type, ruleset: m.Ruleset, player: int) -> str:
    """A value as a player writes it: places of its own board without the player's number."""
    text, board = write_value(value, type_, ruleset), ruleset.board_of(type_)
    return text.removeprefix(f"{player}.") if board is not None and board.private else text


def read_own(text: str, type_: Type, ruleset: m.Ruleset, player: int | None) -> int | None:
    """The value that a player writes so, or none."""
    value = read(text, type_, ruleset)
    if value is not None or player is None:
        return value
    board = ruleset.board_of(type_)
    return read(f"{player}.{text}", type_, ruleset) if board is not None and board.private else None


class WrittenValues(Pass, over=FORMS, left=("number", "passage", "bag", "pile", "list", "text", "none", "unknown")):
    """Values as they stand in the texts of actions, by the forms of their types."""

    def write(self, value: int, type_: Type, ruleset: m.Ruleset) -> str:
        """A value as it stands in the text of an action. A row that there is not is a number."""
        if value == NONE and type_.facts.empty_at_first:
            return "none"
        handler = self.handlers.get(type_.form)
        return handler(self, value, type_, ruleset) if handler else str(value)

    @handles("yes_no")
    def truth(self, value: int, type_: Type, ruleset: m.Ruleset) -> str:
        """Returns yes or no."""
        return "yes" if value else "no"

    @handles("row")
    def row(self, value: int, type_: Type, ruleset: m.Ruleset) -> str:
        """Returns the name of a row."""
        rows = ruleset.kinds[type_.name].rows
        return rows[value] if 0 <= value < len(rows) else str(value)

    @handles("place")
    def place(self, value: int, type_: Type, ruleset: m.Ruleset) -> str:
        """Returns the name of a place."""
        return place_words(value, ruleset.boards[type_.name])

    @handles("sides")
    def sides(self, value: int, type_: Type, ruleset: m.Ruleset) -> str:
        """Returns the letters of sides."""
        return grid.shape_of(ruleset).write_sides(value)

    @handles("set")
    def set(self, value: int, type_: Type, ruleset: m.Ruleset) -> str:
        """Returns the members of a set in braces."""
        element = type_.element
        if element is None:
            return str(value)
        return "{" + " ".join(self.write(each, element, ruleset) for each in set_members(value, element)) + "}"

    @handles("positions")
    def positions(self, value: Sequence[int], type_: Type, ruleset: m.Ruleset) -> str:
        """Returns how many positions there are."""
        return str(len(value))


write_value = WrittenValues().write


def set_members(bits: int, element: Type) -> list[int]:
    """The members of a set, lowest first."""
    return members(bits, element.low, element.step)


class ReadValues(
    Pass, over=FORMS, left=("number", "passage", "set", "bag", "pile", "positions", "list", "text", "none", "unknown")
):
    """Values that are read from the texts of actions, by the forms of their types; -1 for a text that is none."""

    def read(self, text: str, type_: Type, ruleset: m.Ruleset) -> int | None:
        """The value that is written so, or none when the text is no value of the type. What has no way of its own to be
        written is a number."""
        if type_.optional and text == "none":
            return NONE
        handler = self.handlers.get(type_.form)
        if handler is None:
            return read_number(text, type_)
        value: int = handler(self, text, type_, ruleset)
        return value if value >= 0 else None

    @handles("yes_no")
    def truth(self, text: str, type_: Type, ruleset: m.Ruleset) -> int:
        """Reads yes or no."""
        return {"yes": 1, "no": 0}.get(text, NONE)

    @handles("row")
    def row(self, text: str, type_: Type, ruleset: m.Ruleset) -> int:
        """Reads the name of a row."""
        return ruleset.kinds[type_.name].index(text)

    @handles("place")
    def place(self, text: str, type_: Type, ruleset: m.Ruleset) -> int:
        """Reads the name of a place."""
        return place_named(text, ruleset.boards[type_.name])

    @handles("sides")
    def sides(self, text: str, type_: Type, ruleset: m.Ruleset) -> int:
        """Reads the letters of sides."""
        return grid.shape_of(ruleset).sides_named(text)


read = ReadValues().read


def read_number(text: str, type_: Type) -> int | None:
    """A number, with or without its unit: `75`, `75m`."""
    digits = text.removesuffix(type_.unit) if type_.unit else text
    if (
        not digits.lstrip("-").isdecimal()
        or not digits.isascii()
        or len(digits) > 10
        or digits.count("-") > digits.startswith("-")
    ):
        return None
    return int(digits) if str(int(digits)) == digits else None
