"""Replaces questions about rows that come out of a table by questions about their slots.

For none the table holds a slot of which the answer is no whatever it holds, so that nobody has to ask whether there is
a row at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.types import MOST, NONE, number
from ...rules.program.instructions import COUNT, ME, Layout
from .dependencies import is_number, mentions
from .search_tree import Ask, Name
from .substitution import ExpressionPool


class BySlot:
    """Rewrites questions that follow a name."""

    def __init__(self, shared: ExpressionPool, layout: Layout) -> None:
        self.shared, self.layout, self.count = shared, layout, 0

    def of(self, name: Name, asked: Sequence[Ask], later: Any) -> tuple[Name, list[Ask]] | None:
        """A name for a slot in the place of a name for a row, with what is asked of it; none where more is asked of the
        row than that."""
        mine = [each for each in asked if mentions(each.condition, name.local)]
        there = [each for each in mine if _is_there(each.condition, name.local)]
        compared = [each for each in mine if not _is_there(each.condition, name.local)]
        if not there or not compared or mentions(later, name.local) or name.value.op != "pick":
            return None
        fields = {
            id(each.condition.args[0].args[0]): each.condition.args[0].args[0]
            for each in compared
            if _is_of(each.condition, name.local)
        }
        stops = {stop for each in compared for stop in [_nothing(each.condition)]}
        if (
            len(fields) != 1
            or not all(_is_of(each.condition, name.local) for each in compared)
            or len(stops) != 1
            or None in stops
        ):
            return None
        base, stop = self.layout.slot(next(iter(fields.values()))), stops.pop()
        self.count += 1
        local = m.Local(f"slot{self.count}", number(0, MOST - 1), 20_000_000 + self.count)
        at = self.shared.of("local", (local,), local.type, name.value.span)
        value = self._table(name.value, base, stop)
        if value is None:
            return None
        questions = [each for each in asked if each not in there]
        for n, each in enumerate(questions):
            if each in compared:
                held, other = each.condition.args
                slot = self.shared.of("slot", (at,), held.type, held.span)
                questions[n] = Ask(
                    self.shared.of(each.condition.op, (slot, other), each.condition.type, each.condition.span), ()
                )
        return Name(local, value, ()), questions

    def _table(self, e: m.Expr, base: int, stop: Any) -> m.Expr | None:
        """Returns the entry of a table in which slots stand for rows."""
        of, at = e.args
        if of.op == "table":
            table = self.shared.of("table", (_slots(of.args[0], base, stop),), of.type, of.span)
        elif of.op == "pick":
            inner = self._table(of, base, stop)
            if inner is None:
                return None
            table = inner
        else:
            return None
        return self.shared.of("pick", (table, at), number(0, MOST - 1), e.span)


def _slots(table: Any, base: int, stop: int) -> Any:
    return tuple(
        _slots(each, base, stop) if isinstance(each, tuple) else base + each if each >= 0 else stop for each in table
    )


def _is_there(e: m.Expr, local: m.Local) -> bool:
    """Tells if an expression asks that a row is not none."""
    if e.op != "ne" or e.args[0].op != "local":
        return False
    return bool(e.args[0].args[0] == local) and is_number(e.args[1], NONE)


def _is_of(e: m.Expr, local: m.Local) -> bool:
    """Tells if a field of a row is compared with something that has nothing to do with the row."""
    held = e.args[0]
    return (
        e.op in ("eq", "ne")
        and held.op == "field"
        and held.args[1] is not None
        and held.args[1].op == "local"
        and bool(held.args[1].args[0] == local)
        and not mentions(e.args[1], local)
    )


def _nothing(e: m.Expr) -> int | None:
    """A slot of which a comparison never holds."""
    if e.op == "ne" and e.args[1].op == "me":
        return ME
    if e.op == "eq" and e.args[1].op == "me":
        return COUNT
    return ME if e.op == "eq" and is_number(e.args[1], NONE) else None
