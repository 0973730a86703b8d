"""Words beside a board: whose turn it is, and what is kept, as far as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import Type, row
from ..positions.action import CHANCE, SIMULTANEOUS
from ..positions.moment import wording_at
from ..positions.position import Position
from ..positions.sight import Sight, Viewer
from ..positions.wording import Wording
from .view import Kept
from .view_reader import view_of

MANY = 24
"""Rows of a kind whose pieces are counted, not named, where they are more than a hand."""
A_HAND = 13
"""Pieces of a kind with many rows that are named one by one, as a hand of cards is."""


def initials(names: Iterable[str]) -> tuple[str, ...]:
    """A letter for every name: the first where they differ, otherwise the last, otherwise numbers.

    >>> initials(["Anna", "jola"]), initials(["Player 1", "Player 2"]), initials(["Al", "Abel"])
    (('A', 'J'), ('1', '2'), ('1', '2'))
    """
    known = list(names)
    for at in (0, -1):
        letters = tuple(name.strip()[at].upper() for name in known)
        if len({each.casefold() for each in letters}) == len(known) and all(map(str.isalnum, letters)):
            return letters
    return tuple(str(number) for number in range(1, len(known) + 1))


def turn_words(state: Position, lang: str = "en") -> str:
    """Returns the turn, in words."""
    words = state.game.wording(lang)
    phrase = words.texts.phrase
    if state.is_terminal:
        return phrase("the end")
    if state.current_player == CHANCE:
        return phrase("chance decides")
    if state.current_player == SIMULTANEOUS:
        return phrase("all at once")
    return phrase("{name}’s turn", name=words.people(state.names)[state.current_player])


def kept_words(state: Position, viewer: Viewer, lang: str = "en") -> tuple[str, ...]:
    """Returns the progress of counted repetitions, and the values of the game and its kinds, as far as a viewer knows
    them and they are not as they were at the beginning of all things.

    It reads `stack left: II 9, III 13`.
    """
    pairs = kept_pairs(state, viewer, lang)
    return (*counted_words(state, lang), *(f"{name}: {said}" if said else name for _, name, said in pairs))


def counted_words(state: Position, lang: str) -> Iterator[str]:
    """Of each line that is being carried out so many times and has a text, the text and how far it has gone:
    `Last rounds: 2 of 3`."""
    words = wording_at(state, lang, max(state.current_player, 0), None)
    for clause, items, slot in state.game.program.counted:
        if turn := state._h[slot]:
            said = words.clause(clause).rstrip(".")
            last = turn + len(state._h[items] or ())
            yield words.texts.phrase("{what}: {number} of {all}", what=said, number=turn, all=last)


def kept_pairs(state: Position, viewer: Viewer, lang: str) -> Iterator[tuple[m.Field, str, str]]:
    """Returns fields, their names and what they keep; of a mere fact its name alone."""
    rules = state.game.rules_model
    view = view_of(state, Sight(state, viewer))
    words = state.game.wording(lang)
    for field in rules.fields:
        if not field.told:
            continue
        if field.owner == "game" and field.name in view.game.values:
            if said := value_words(field.type, view.game.values[field.name], state, words):
                yield field, words.field(field), "" if field.type.is_truth else said
        elif field.owner in view.kinds:
            kind, rows = rules.kinds[field.owner], view.kinds[field.owner]
            parts = [
                f"{words.row(kind, n)} {said}"
                for n, row in enumerate(kind.rows)
                if (said := value_words(field.type, rows[row].values.get(field.name), state, words))
            ]
            if parts:
                yield field, f"{words.kind(field.owner)} {words.field(field)}", ", ".join(parts)


def held_words(field: m.Field, kept: Kept, state: Position, words: Wording) -> str:
    """Returns the value of a field in words, or of a bag the number of pieces; "" where there is nothing, or it is not
    known."""
    if field.name in kept.values:
        return value_words(field.type, kept.values[field.name], state, words)
    return many_words(field, kept.sizes[field.name], words) if kept.sizes.get(field.name) else ""


def many_words(field: m.Field, many: int, words: Wording) -> str:
    """Returns a number of pieces in words, whatever they are: `card ×3`."""
    return f"{words.kind(field.type.name)} ×{many}"


def kept_value(field: m.Field, value: Any, state: Position, words: Wording) -> list[str]:
    """A kept value with its name, or nothing when it says nothing."""
    said = value_words(field.type, value, state, words)
    return [] if not said else [words.field(field) + ("" if field.type.is_truth else f": {said}")]


class ValueWords(Pass, over=FORMS, left=("place", "passage", "sides", "list", "text", "none", "unknown")):
    """Plain values of a view in words, by the forms of their types: as they are written, if no words are for them."""

    def say(self, type_: Type, value: Any, state: Position, words: Wording) -> str:
        """A plain value of a view in words; "" for none, nothing, and an empty bag or set."""
        if value is None or not (value or type_.is_row_of(state.game.rules_model.players)):
            return ""
        handler = self.handlers.get(type_.form)
        return handler(self, type_, value, state, words) if handler else str(value)

    @handles("number")
    def _number(self, type_: Type, value: int, state: Position, words: Wording) -> str:
        return f"{value} {type_.unit}".strip()

    @handles("yes_no")
    def _truth(self, type_: Type, value: bool, state: Position, words: Wording) -> str:
        return words.plain("yes")

    @handles("row")
    def _row(self, type_: Type, value: int | str, state: Position, words: Wording) -> str:
        if isinstance(value, int):
            names = words.people(state.names)
            return names[value] if value < len(names) else str(value)
        kind = state.game.rules_model.kinds[type_.name]
        return words.row(kind, kind.index(value))

    @handles("set")
    def _set(self, type_: Type, value: Iterable[Any], state: Position, words: Wording) -> str:
        assert type_.element is not None
        return ", ".join(self.say(type_.element, each, state, words) or str(each) for each in value)

    @handles("pile")
    def _pile(self, type_: Type, value: Sequence[Any], state: Position, words: Wording) -> str:
        """From the top: `bolt, 3 unseen, salve`. Of more than fit in a line the rest is counted."""
        kind, said = row(type_.name), list[str]()
        for each, same in groupby(value):
            many = len(list(same))
            one = words.texts.phrase("face down") if each is None else self._row(kind, each, state, words)
            said.append(one + (f" ×{many}" if many > 1 else ""))
        left = len(said) - MANY
        return " · ".join([*said[:MANY], *([words.texts.phrase("{number} more", number=left)] if left > 0 else [])])

    @handles("positions")
    def _positions(self, type_: Type, value: int, state: Position, words: Wording) -> str:
        return words.texts.phrase("positions ×{number}", number=value)

    @handles("bag")
    def _bag(self, type_: Type, value: Mapping[str, int], state: Position, words: Wording) -> str:
        return pieces_words(type_.name, value, state, words)


value_words = ValueWords().say


def pieces_words(kind_name: str, amounts: Mapping[str, int], state: Position, words: Wording) -> str:
    """The contents of a bag: `rope ×2 · raft`. Of a kind with many rows, and of more than a hand, only how many pieces there
    are."""
    kind = state.game.rules_model.kinds[kind_name]
    if len(kind.rows) > MANY and len(amounts) > A_HAND:
        return f"{words.kind(kind_name)} ×{sum(amounts.values())}"
    return named_pieces(kind, amounts, words)


def named_pieces(kind: m.Kind, amounts: Mapping[str, int], words: Wording) -> str:
    """Returns the contents of a bag with the name of each piece."""
    return " · ".join(
        words.row(kind, kind.index(row)) + (f" ×{count}" if count > 1 else "") for row, count in amounts.items()
    )


def board_title(board: m.Board, words: Wording) -> str:
    """Returns the name of a board for people: the one that somebody gave it, else of the only board for all that word.

    >>> from cavewright import load_game
    >>> game = load_game("the-cave")
    >>> board_title(game.rules_model.boards["place"], game.wording("de"))
    'Spielplan'
    """
    named = words.name(f"board {board.name}", board.name)
    is_only = len(words.rules.boards) == 1 and not board.private and named == board.name.replace("_", " ")
    return words.texts.phrase("board") if is_only else named


def board_of(name: str, board: m.Board, words: Wording) -> str:
    """Returns the name of the board of one player, where each has one."""
    return words.texts.phrase("{thing} of {name}", thing=words.name(f"board {board.name}", board.name), name=name)
