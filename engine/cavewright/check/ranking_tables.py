"""Tables of rankings: one row for each place and level."""

from __future__ import annotations

from ..source import Found, Label, Span, at
from ..syntax import tree as t
from ..tables import split_row
from .whole_program import Whole, members


def check_rankings(whole: Whole) -> Found:
    """C0518: two rows that give points for the same place and level."""
    for node in whole.declarations:
        if node.kind == "ranking":
            yield from _doubles(node)


def _doubles(node: t.Declaration) -> Found:
    first: dict[tuple[str, ...], Span] = {}
    for each in members(node, t.Row)[1:]:
        cells = split_row(each.span).cells
        key = tuple(cell.text.lstrip("0") for cell in cells[1:3])
        before = first.setdefault(key, each.span)
        if before is not each.span:
            yield at(
                "C0518",
                f"`{node.name}` has points for place {cells[1].text}, level {cells[2].text} already",
                cells[0],
                more=[Label(before, "the first row for it")],
                help="keep one of the two rows",
            )
