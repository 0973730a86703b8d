"""Names that are declared more than once, or that the language has taken; members and rows of rankings that may stand
only once."""

from __future__ import annotations

from typing import Any

from ...foundation.source import Diagnostics, Label, Span, at
from ...language.syntax import tree as t
from ...language.tables import split_row
from ..model.operators import FOLDS
from .symbols import BUILTINS, YIELDING
from .whole_program import WholeProgram

_NAMED = ("constant", "option", "define", "notice", "kind", "players", "board", "ranking")
"""Declarations whose names may stand in one expression."""
_VALUES = ("constant", "option", "define", "notice", "ranking")
"""Those that have a value; what is kept may be called like a kind or a board, which stand where things are gone
through."""
_TAKEN = frozenset(("me", "yes", "no", "none", "it", "yes_no", "text", "side", "game", *FOLDS, *BUILTINS)) - YIELDING
_ASKED = frozenset(BUILTINS) - {"passage"}
"""Questions, which stand before brackets: kinds and boards, which stand where things are gone through, may be called
so."""
_ONCE = (t.Grid, t.Free, t.Joined, t.Among, t.Least, t.Together, t.Winner)


def check_duplicate_names(declarations: tuple[t.Declaration, ...]) -> Diagnostics:
    """C0202, C0209, C0227, C0228."""
    first: dict[str, tuple[str, Span]] = {}
    for node in declarations:
        is_map = node.kind == "board" and node.by and not node.of  # it goes by the name of the kind of its places
        if node.kind in _NAMED and not is_map:
            yield from _take_name(node.name, node.kind, node.name_span, first)
        yield from _single(node)
    for node in declarations:
        for each in node.every(t.Keeps) if node.kind in ("players", "game") else ():
            if first.get(each.name, ("", None))[0] in _VALUES:
                yield from _take_name(each.name, "kept thing", each.span, first)
    players = [node for node in declarations if node.kind == "players"]
    for node in players[1:]:
        yield at(
            "C0227",
            "a ruleset has one kind of players",
            node.name_span,
            "the second",
            more=[Label(players[0].name_span, "the first")],
            help="put both together, or make one of them a `kind`",
        )


def _take_name(name: str, what: str, span: Span, first: dict[str, tuple[str, Span]]) -> Diagnostics:
    if name in _TAKEN and not (what in ("kind", "board") and name in _ASKED):
        yield at("C0209", f"`{name}` is a word of the language", span, help="choose another name")
    known = first.setdefault(name, (what, span))
    if known[1] is not span:
        yield at(
            "C0202",
            f"`{name}` is declared twice: as a {known[0]} and as a {what}",
            span,
            "again here",
            more=[Label(known[1], "first here")],
            help="give one of them another name",
        )


def _single(node: t.Declaration) -> Diagnostics:
    seen: dict[type[Any], Span] = {}
    for each in node.members:
        if isinstance(each, _ONCE) and type(each) in seen:
            yield at(
                "C0228",
                f"`{type(each).__name__.lower() if not isinstance(each, t.Winner) else 'wins'}` stands twice in "
                f"`{node.label}`",
                each,
                more=[Label(seen[type(each)], "the first")],
                help="keep one of the two",
            )
        seen.setdefault(type(each), each.span)


def check_rankings(whole: WholeProgram) -> Diagnostics:
    """C0518: two rows that give points for the same place and level."""
    for node in (each for each in whole.declarations if each.kind == "ranking"):
        first: dict[tuple[str, ...], Span] = {}
        for each in node.every(t.Row)[1:]:
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
