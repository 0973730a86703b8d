"""Values as people read them: labels, players by name, units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Self

from ...foundation.texts import Texts, translatable
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import NONE, Type
from .value_text import write_value

_NUMBERED = re.compile(r"Player ([1-9]\d?)")
"""The name of a player to whom nobody gave one."""
_ARTICLES = translatable("acc: the=the")
"""The articles of nouns in each case that a text may ask for."""


class ShownValues(
    Pass, over=FORMS, left=("passage", "sides", "set", "bag", "pile", "positions", "list", "text", "none", "unknown")
):
    """Values in words of a language, by the forms of their types: as in actions, if no words are for them."""

    rules: m.Ruleset
    texts: Texts
    is_in_words = True
    """Tells if values of the moment are named, and may begin a sentence."""

    def _say_spoken(self, value: m.Expr, forms: tuple[str, ...]) -> str:
        """Returns the words for a value of the moment where no position is at hand: as the rules write it."""
        return value.span.text.replace("_", " ")

    def saying(self, say: Callable[[m.Expr, tuple[str, ...]], str], in_words: bool = False) -> Self:
        """Returns the wording with other words for values of the moment; `in_words` are such as name them, of which one
        may begin a sentence."""
        made = copy(self)
        vars(made)["_say_spoken"], made.is_in_words = say, in_words
        return made

    def row(self, kind: m.Kind, row: int) -> str:
        """Returns the name of a row for people."""
        raise NotImplementedError

    def show_value(self, value: int, type_: Type, names: Sequence[str] = ()) -> str:
        """A value as people read it: labels, players by name, units."""
        handler = self.handlers.get(type_.form)
        return handler(self, value, type_, names) if handler else write_value(value, type_, self.rules)

    def text(self, key: str, source: str) -> str:
        """Returns a text of the rules by its key."""
        raise NotImplementedError

    def people(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of players; those who have only a number, and those for which a catalogue has a noun, such as White, in
        this language."""
        numbered = (_NUMBERED.fullmatch(each) for each in names)
        return tuple(
            self.texts.phrase("Player {number}", number=found[1]) if found else self.text(f"player {name} (noun)", name)
            for name, found in zip(names, numbered, strict=True)
        )

    def plain(self, text: str) -> str:
        """`yes`, `no` and `none` in words; all else as it is."""
        phrase = self.texts.phrase
        return {"yes": phrase("yes"), "no": phrase("no"), "none": phrase("none")}.get(text, text)

    def in_cases(self, name: str, shown: str, value: int, type_: Type) -> Iterator[tuple[str, str]]:
        """Yields what a value is called in each case that a text may ask for, `room:acc`: a row for which a catalogue has a
        noun with its article, any other as it is `shown`."""
        kind = self.rules.kinds.get(type_.name) if type_.is_row and value >= 0 else None
        label = kind.label(value) if kind else ""
        entry = self.text(f"{kind.name}.{kind.rows[value]} (noun)", label) if kind else ""
        one, _, oblique = (each.strip() for each in f"{entry},,".split(",")[:3])
        article, _, noun = one.partition(" ")
        for case, _, articles in (each.partition(": ") for each in self.texts.phrase(_ARTICLES).split("; ")):
            other = dict(pair.split("=") for pair in articles.split() if "=" in pair).get(article, "")
            yield f"{name}:{case}", f"{other} {oblique.rpartition(' ')[2] or noun}" if noun and other else shown

    @handles("number")
    def _number(self, value: int, type_: Type, names: Sequence[str]) -> str:
        text = write_value(value, type_, self.rules)
        return f"{text} {type_.unit}" if type_.unit and value != NONE else text

    @handles("yes_no")
    def _truth(self, value: int, type_: Type, names: Sequence[str]) -> str:
        return self.plain(write_value(value, type_, self.rules))

    @handles("row")
    def _row(self, value: int, type_: Type, names: Sequence[str]) -> str:
        if value < 0:
            return self.plain(write_value(value, type_, self.rules))
        if type_.name == self.rules.players and value < len(names):
            return self.people(names)[value]
        board = self.rules.board_of(type_) or next(
            (each for each in self.rules.boards.values() if each.passages == type_.name), None
        )
        return self._of_owner(value, type_, board, names) or self.row(self.rules.kinds[type_.name], value)

    @handles("place")
    def _place(self, value: int, type_: Type, names: Sequence[str]) -> str:
        if value < 0:
            return self.texts.phrase("no place")
        board = self.rules.boards[type_.name]
        return self._of_owner(value, type_, board, names) or write_value(value, type_, self.rules)

    def _of_owner(self, value: int, type_: Type, board: m.Board | None, names: Sequence[str]) -> str:
        """Returns a place or a passage of a board that each player has, and whose it is; "" for all others."""
        if board is None or not board.private or not names:
            return ""
        owner, _, place = write_value(value, type_, self.rules).partition(".")
        name = self.people(names)[int(owner)] if int(owner) < len(names) else owner
        return self.texts.phrase("{thing} of {name}", thing=place, name=name)
