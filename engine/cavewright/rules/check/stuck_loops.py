"""Loops that wait for what never comes: nothing in them changes what their condition looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...foundation.source import Diagnostics, at
from ..model import ruleset as m
from ..model.statement_effects import bound_by, written_to
from .whole_program import WholeProgram, field_of, kept_of, steps

Location = tuple[Any, ...]
"""What can change: a field, by owner and name; a local, by number; a board, on which tiles are laid; the acting
player."""

_ME = ("me",)
AGAIN = "let each be chosen only `once`, let the player end it with `or stop`, or let something in it change this"
"""What helps where a choice is made again and again."""


def check_stuck_loops(whole: WholeProgram) -> Diagnostics:
    """C0509: a `repeat until`, or a choice made again and again, that would never end once begun."""
    for step in whole.steps():
        node = step.statement
        ends = _ends(node)
        if ends is None or any(each.op == "const" and each.args[0] for each in ends):
            continue
        names = whole.reachable_from(whole.called_from(node.body))
        inside = [step for block in (node.body, *map(whole.bodies.__getitem__, names)) for step in steps(block)]
        if any(isinstance(each.statement, m.Finish) for each in inside):
            continue
        written = set(locations_written(inside))
        if not any(written & set(locations_read(whole, each)) for each in ends):
            yield at(
                "C0509",
                "nothing in this loop changes what it waits for",
                ends[0] if ends else step.clause,
                help=AGAIN
                if isinstance(node, m.Choose)
                else "let something in it change this, or `finish`; or repeat a number of times",
            )


def _ends(node: object) -> tuple[m.Expr, ...] | None:
    """Returns the conditions that end a loop without a number: rounds of turns end where nobody has one, too; none for
    what is no such loop."""
    match node:
        case m.Repeat(until=m.Expr() as until):
            return (until,)
        case m.InTurn(again=True, first=first, where=where, until=until):
            order = first if node.is_listed and first.op != "seats" else None
            return tuple(each for each in (until, where, order) if each is not None)
        case m.Choose(any=True, stop=False, chosen=None, binds=binds, where=where, until=until):
            return tuple(each for each in (until, where, *(bind.domain for bind in binds)) if each is not None)
    return None


def locations_read(whole: WholeProgram, value: m.Expr) -> Iterator[Location]:
    """Yields the locations that an expression looks at, also in what it supposes."""
    for each in whole.all_asked(value):
        yield from locations_of(each)
        if each.op == "me":
            yield _ME
        elif any(isinstance(arg, m.Board) for arg in each.args):
            yield ("board",)


def locations_written(inside: Iterable[m.Step]) -> Iterator[Location]:
    """Yields the locations that statements write, or names that they bind."""
    for step in inside:
        yield from (mark for target in written_to(step.statement) for mark in locations_of(target))
        yield from (("local", each.number) for each in bound_by(step.statement))
        if isinstance(step.statement, m.Lay):
            yield ("board",)
        elif isinstance(step.statement, (m.InTurn, m.AsPlayer, m.AtOnce)):
            yield _ME


def locations_of(target: m.Expr) -> Iterator[Location]:
    """Yields the locations that change when a target is written: the kept thing at its root."""
    field, kept = field_of(target), kept_of(target)
    if field is not None:
        yield (field.owner, field.name)
    elif kept.op == "local":
        yield ("local", kept.args[0].number)
