"""Reads sets and bags of positions: of which fields a position is made, and what is asked of it and put there by `now`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...foundation.source import Span, Where
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.recorded_positions import MOST_BYTES, MOST_TIMES, bytes_of
from ..model.types import YES_NO, Type, number, row
from .definition_reader import DefinitionReader
from .symbols import SymbolTable

NOW = "now"
_ASK = "ask `now in past`, `past[now]`, and put it there by `set past[now] = yes`"


def is_now(node: Any) -> bool:
    """Tells if somebody writes `now`."""
    return isinstance(node, t.Name) and node.id == NOW


def fields_of(type_: Type, names: SymbolTable) -> list[m.Field | None]:
    """Returns the fields of which positions are made; none for one that there is not."""
    return [names.fields.get(_key(each)) for each in type_.name.split(" and ")]


def _key(written: str) -> tuple[str, str]:
    owner, _, name = written.partition(".")
    return owner, name


def reasons_against(type_: Type, names: SymbolTable) -> Iterator[tuple[int, str, str]]:
    """Yields what makes no position: the number of the field, what is wrong with it, and what to do."""
    written = type_.name.split(" and ")
    for n, (each, field) in enumerate(zip(written, fields_of(type_, names), strict=True)):
        if reason := _reason_against(each, field, type_, names):
            yield (n, *reason)
        elif each in written[:n]:
            yield n, f"`{each}` is named twice", "leave one out"
    if (size := _size(type_, names)) > MOST_BYTES:
        yield 0, f"a position of these takes {size:,} bytes, and {MOST_BYTES} is the most", "name fewer fields"


def _reason_against(written: str, field: m.Field | None, type_: Type, names: SymbolTable) -> tuple[str, str] | None:
    owner, name = _key(written)
    if owner in names.boards and not names.boards[owner].fixed:
        return (
            f"`{owner}` grows: its places have no end",
            "a position is made of fixed boards, kinds, players and the game",
        )
    if field is None:
        return (
            f"nothing called `{written}` is kept",
            f"name what keeps it: `game.{name}`, or a kind, board or the players",
        )
    if field.type.is_positions:
        if field.type.name == type_.name:
            return f"`{written}` is a part of itself", "name what the position is made of"
        return f"`{written}` keeps positions itself", "name what the position is made of"
    if not field.type.facts.in_one_number and not field.type.facts.in_bits:
        return (
            f"`{written}` is a `{field.type}`, of which no position is made",
            "a position is made of numbers, rows, places, yes or no, and sets",
        )
    if field.type.is_place or field.type.is_passage:
        return f"`{written}` is a place of a board that grows", "a position is made of fixed boards"
    if field.shown != "open":
        return f"`{written}` is not seen by all, and whether it was so before would tell of it", "name what all see"
    return None


def _size(type_: Type, names: SymbolTable) -> int:
    known = [each for each in fields_of(type_, names) if each is not None and not each.type.is_positions]
    in_slots = [each for each in known if each.type.facts.in_one_number or each.type.facts.in_bits]
    return sum(bytes_of(each.type, names.kinds) * _rows(each, names) for each in in_slots if not each.type.is_unknown)


def _rows(field: m.Field, names: SymbolTable) -> int:
    return 1 if field.owner == "game" else len(names.kinds[field.owner].rows) if field.owner in names.kinds else 0


class PositionReader(DefinitionReader):
    """Questions about the position at hand, and how it is put down."""

    def occurrences(self, position: Any, kept: m.Expr, span: Span, is_asked: bool = False) -> m.Expr:
        """Returns how often the position at hand lies in a set or bag of them; `is_asked`: whether it does at all."""
        if not is_now(position):
            return self.wrong("C0435", f"`{kept.type}` is asked about `now` alone", position, help=_ASK)
        if kept.op != "field":
            return self.wrong("C0422", "positions are named by what keeps them, as in `other.past`", kept)
        many = YES_NO if is_asked or kept.type.high == 1 else number(0, MOST_TIMES)
        return m.Expr("occurrences", (kept, self.parts(kept.type, span)), many, span)

    def parts(self, type_: Type, span: Span) -> tuple[m.Expr, ...]:
        """Returns all that a position is made of: each field of each row. Rows that lie there are others than rows like them."""
        found: list[m.Expr] = []
        for field in fields_of(type_, self.names):
            if field is None or any(reasons_against(type_, self.names)):
                continue
            for content in (field.type, field.type.element):
                if content is not None and content.is_row:
                    self._tell_apart(content.name)
            if field.owner == "game":
                found.append(m.Expr("field", (field, None), field.type, span))
                continue
            self._tell_apart(field.owner)
            rows = range(len(self.names.kinds[field.owner].rows))
            owner = row(field.owner)
            found += [m.Expr("field", (field, m.constant(n, owner, span)), field.type, span) for n in rows]
        return tuple(found)

    def _tell_apart(self, kind: str) -> None:
        if kind != self.names.players:
            self.names.named |= {(kind, n) for n in range(len(self.names.kinds[kind].rows))}

    def put_position(self, asked: m.Expr, times: m.Expr) -> m.Assign:
        """The position at hand lies so often in what keeps positions, from here on."""
        kept, parts = asked.args
        return m.Assign(kept, m.Expr("with_occurrences", (kept, times, parts), kept.type, asked.span))

    def misplaced_now(self, place: Where) -> m.Expr:
        """C0435 for `now` where no positions are meant."""
        return self.wrong(
            "C0435", "`now` is how things lie, and is asked of a set or bag of positions", place, help=_ASK
        )
