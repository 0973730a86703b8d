"""Parts of declarations as they are written: values, tables, texts, citations and prices."""

from __future__ import annotations

from typing import Any

from ...language.compose.clause_keys import Clausal
from ...language.compose.row_cells import typed_columns
from ...language.syntax import tree as t
from ...language.syntax import unparse
from ...language.syntax.table_row import first_cell, plain, row_cells
from .difference_sentences import DifferenceSentences

SILENT = ("note", "notice", "lesson", "example", "advice", "chapter")
"""Declarations that change nothing of how a game is played."""


def value_of(node: t.Declaration) -> str:
    """A value as it is written."""
    return unparse(node.value) if node.value is not None else ""


def range_of(node: t.TypeNode | None, say: DifferenceSentences) -> str:
    """The numbers that a type admits."""
    low, high = (unparse(each) for each in (node.low, node.high)) if node and node.low and node.high else ("", "")
    return say.range(low, high)


def table_of(node: t.Declaration) -> tuple[dict[str, str], dict[str, t.Row]]:
    """The columns with their types, and the rows by name; an example has no table of this kind."""
    rows = node.every(t.Row) if node.kind not in SILENT else []
    return dict(typed_columns(rows[0].raw) if rows else ()), {first_cell(each.raw): each for each in rows[1:]}


def plain_cells(row: t.Row) -> list[str]:
    """The cells of a row, without quotes."""
    return [plain(each) for each in row_cells(row.raw)]


def choices_of(node: t.Declaration) -> dict[str, str]:
    """The values of an option, each with its text."""
    rows = [row_cells(each.raw) for each in node.every(t.Row)]
    return {plain(each[0]): plain(each[1]) for each in rows if len(each) > 1}


def text_of(node: Any) -> str:
    """Returns the text that people read; the action that an example has done is none of that."""
    return "" if isinstance(node, t.Said) else str(getattr(node, "text", ""))


def cites_of(node: Any) -> tuple[str, ...]:
    """The facts that a clause cites itself."""
    return tuple(getattr(node, "cites", ()))


def all_cites(node: Any) -> tuple[str, ...]:
    """Returns the facts that a declaration cites, with those of its blocks."""
    return tuple(dict.fromkeys(cite for each in t.walk(node) for cite in cites_of(each)))


def citations(node: t.Declaration) -> tuple[str, ...]:
    """The facts that a rule cites, with all its clauses."""
    return tuple(
        dict.fromkeys((*node.cites, *(cite for each in (*node.members, *node.block) for cite in all_cites(each))))
    )


# ---- costs ----------------------------------------------------------------------------------------------------------


def prices_told(old: Clausal, new: Clausal, say: DifferenceSentences) -> str:
    """Returns the differences in the prices of a line, unit by unit."""
    before, after = (
        {unparse(each.quantity.unit) if each.quantity.unit else "": each for each in node.statement.prices}  # type: ignore[union-attr]
        for node in (old, new)
    )
    told = []
    for unit in {**before, **after}:
        was, now = before.get(unit), after.get(unit)
        if was is None and now is not None:
            told.append(say.only("cost", "added", _price(now, say, True), ""))
        elif now is None and was is not None:
            told.append(say.only("cost", "removed", _price(was, say, False), ""))
        elif was != now and was is not None and now is not None:
            told.append(say.costs(_price(now, say, True), _number(now) and _number(was) or _price(was, say, False)))
    return "; ".join(told)


def prices(cost: t.Cost, say: DifferenceSentences, is_new: bool) -> str:
    """Returns the prices in words."""
    return ", ".join(_price(each, say, is_new) for each in cost.prices)


def _price(price: t.Price, say: DifferenceSentences, is_new: bool) -> str:
    number = _number(price)
    return (
        say.count_with_noun(number, unparse(price.quantity.unit))
        if number and price.quantity.unit is not None
        else say.lines.price(price, is_new)
    )


def _number(price: t.Price) -> str:
    return str(price.quantity.amount.value) if isinstance(price.quantity.amount, t.Number) else ""
