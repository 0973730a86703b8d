"""Declarations that nothing uses. Names are looked at as they are written: an option that is off hides no use."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ...foundation.source import Diagnostics, warning
from ...language.syntax import names_in_text
from ...language.syntax import tree as t
from .behaviour import is_interrupting
from .symbols import in_number
from .whole_program import WholeProgram

_WORD = re.compile(r"[^\W\d_][\w-]*")
_CALLED = {
    "constant": "constant",
    "define": "definition",
    "currency": "currency",
    "kind": "kind",
    "unit": "unit",
    "ranking": "ranking",
    "menu": "menu",
}
_UNPLAYED = ("example", "note", "lesson", "preset")


def check_unused(whole: WholeProgram) -> Diagnostics:
    """C0520, C0521: what is declared and never used; options that are never read."""
    users: dict[str, set[str]] = defaultdict(set)
    for node in whole.declarations:
        for name in _names_in(node):
            users[name].add(node.label)
    seats = {each.name for each in whole.declarations if each.kind == "players"}
    unplayed = {each.label for each in whole.declarations if each.kind in _UNPLAYED}
    for node in whole.declarations:
        names = in_number(node.name) if node.kind == "currency" else (node.name,)
        if node.kind == "option" and not users[node.name] - unplayed - {node.label}:
            yield warning(
                "C0521",
                f"option `{node.name}` changes nothing: no rule reads it",
                node.name_span,
                help=f"ask for it in a rule, `if {node.name} is …`, or take it out",
            )
        elif (
            node.kind in _CALLED
            and not _is_of_seats(node, seats)
            and not is_interrupting(node)
            and not any(users[name] - {node.label} for name in names)
        ):
            yield warning(
                "C0520",
                f"{_CALLED[node.kind]} `{node.name}` is never used",
                node.name_span,
                help="use it, or take it out",
            )


def _is_of_seats(node: t.Declaration, players: set[str]) -> bool:
    """Tells if a kind says how the things of players look: pictures use it."""
    head = next((each.raw for each in node.members if isinstance(each, t.Row)), "") if node.kind == "kind" else ""
    return bool(players & {cell.partition(":")[0].strip() for cell in head.split("|")})


def _names_in(declaration: t.Declaration) -> Iterator[str]:
    """Every name that a declaration mentions, also in the types of its columns, the units of its cells and the braces of its
    texts."""
    yield from (declaration.of, declaration.by)
    if declaration.kind == "action":
        yield from declaration.names
    for node in t.walk(declaration):
        text = getattr(node, "text", "")
        yield from names_in_text(text) if isinstance(text, str) and "{" in text else ()
        match node:
            case t.Name(id=name) | t.Attribute(name=name) | t.TypeNode(name=name) | t.Offer(menu=name):
                yield name
            case t.Number(unit=unit):
                yield unit
            case t.Row(raw=raw):
                yield from _WORD.findall(raw)
