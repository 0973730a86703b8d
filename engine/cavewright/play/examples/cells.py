"""Cells of an example's tables: the values that they say, and what helps where they say none."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...foundation.source import did_you_mean
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.piles import MOST_IN_PILE
from ...rules.model.types import NONE, Type
from ..positions.value_text import place_named, read
from ..views.problems import in_range

_PIECES = re.compile(r"(?:(\d{1,6}) +)?(\S+)")


class Cells(Pass, over=FORMS, left=("passage", "bag", "pile", "positions", "list", "text", "none", "unknown")):
    """Values that cells say, by the forms of their types, where players and places have names."""

    def __init__(self, rules: m.Ruleset, people: Sequence[str]) -> None:
        self.rules, self.people = rules, people

    def write_place(self, text: str) -> str:
        """A place as the rules write it: with the number of the player whose it is."""
        owner, _, rest = text.partition(".")
        return f"{self.people.index(owner)}.{rest}" if owner in self.people else text

    def place_in(self, text: str, board: m.Board) -> int:
        """The place of a board that is written so, or -1; where every player has one, `Anna.a1`."""
        said = self.write_place(text)
        return self.rules.kinds[board.name].index(said) if board.fixed else place_named(said, board)

    def value(self, text: str, type_: Type) -> int | None:
        """The value that a cell says, or none when it is no value of the type. Numbers lie in their range, on a
        step."""
        handler: Callable[..., int | None] | None = self.handlers.get(type_.form)
        return handler(self, text, type_) if handler else None

    def pieces(self, text: str, kind: m.Kind) -> tuple[list[int], str]:
        """Returns the number of each row of a kind that a cell says, `3 rope, 1 camera`; and the first word that says
        nothing, or ""."""
        amounts = [0] * len(kind.rows)
        for word in () if text == "none" else text.split(","):
            found = _PIECES.fullmatch(word.strip())
            if found is None or kind.index(found[2]) < 0:
                return amounts, found[2] if found else word.strip() or ","
            amounts[kind.index(found[2])] += int(found[1] or 1)
        return amounts, ""

    def order(self, text: str, kind: m.Kind) -> list[int]:
        """Returns the pieces of a pile from the top, as far as a cell says them: `copper, 2 hill`."""
        said = [_PIECES.fullmatch(word.strip()) for word in text.split(",")]
        known = [(kind.index(each[2]), int(each[1] or 1)) for each in said if each is not None]
        return [piece for piece, many in known if piece >= 0 for _ in range(min(many, MOST_IN_PILE))][:MOST_IN_PILE]

    @handles("number")
    def _number(self, text: str, type_: Type) -> int | None:
        value = read(text.removesuffix(type_.unit).rstrip() if type_.unit else text, type_, self.rules)
        return value if value is not None and in_range(value, type_) else None

    @handles("yes_no")
    def _truth(self, text: str, type_: Type) -> int | None:
        return read(text, type_, self.rules)

    @handles("row", "place")
    def _thing(self, text: str, type_: Type) -> int | None:
        board = self.rules.board_of(type_)
        if board is not None and text != "none":
            place = self.place_in(text, board)
            return place if place >= 0 else None
        if not type_.is_row_of(self.rules.players):
            return read(text, type_, self.rules)
        if text in self.people:
            return self.people.index(text)
        return NONE if text == "none" and type_.optional else None

    @handles("sides")
    def _sides(self, text: str, type_: Type) -> int | None:
        shape = grid.shape_of(self.rules)
        names = text.replace(",", " ").split()
        return read("-" if text == "none" else shape.between.join(dict.fromkeys(names)), type_, self.rules)

    @handles("set")
    def _set(self, text: str, type_: Type) -> int | None:
        element, bits = type_.element, 0
        assert element is not None
        for word in () if text == "none" else text.split(","):
            value = self.value(word.strip(), element)
            if value is None:
                return None
            bits |= 1 << (value - element.low) // element.step
        return bits


class CellHelp(Pass, over=FORMS, left=("positions", "passage", "list", "text", "none", "unknown")):
    """Help lines for words that are no values of a type, by its form."""

    def __init__(self, rules: m.Ruleset, people: Sequence[str]) -> None:
        self.rules, self.people = rules, people

    def of(self, word: str, type_: Type) -> str:
        """A help line for a word that is no value of a type; "" if there is none."""
        handler = self.handlers.get(type_.form)
        return handler(self, word, type_) if handler else ""

    @handles("number")
    def _number(self, word: str, type_: Type) -> str:
        return f"write {type_}"

    @handles("yes_no")
    def _truth(self, word: str, type_: Type) -> str:
        return "write `yes` or `no`"

    @handles("row", "bag", "pile")
    def _row(self, word: str, type_: Type) -> str:
        if type_.is_row_of(self.rules.players):
            return did_you_mean(word, self.people)
        return self._whose(type_) or did_you_mean(word, self.rules.kinds[type_.name].rows)

    @handles("place")
    def _place(self, word: str, type_: Type) -> str:
        return self._whose(type_) or "write a place as in `n2e1`, the middle as `o`"

    @handles("sides")
    def _sides(self, word: str, type_: Type) -> str:
        return f"write the open sides as in `{' '.join(grid.shape_of(self.rules).letters[:3])}`"

    @handles("set")
    def _set(self, word: str, type_: Type) -> str:
        assert type_.element is not None
        return self.of(word, type_.element)

    def _whose(self, type_: Type) -> str:
        board = self.rules.board_of(type_)
        if board is None or not board.private or not self.people:
            return ""
        return f"say whose, as in `{self.people[0]}.{'a1' if board.fixed else 'n1'}`"
