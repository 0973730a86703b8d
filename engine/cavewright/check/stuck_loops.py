"""Loops that wait for what never comes: nothing in them changes what their condition looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..model import ruleset as m
from ..source import Diagnostic, at
from .control_flow import called_from
from .whole_program import Whole, parts, steps

Mark = tuple[Any, ...]
"""What can change: a field, by owner and name; a local, by number; a board, on which tiles are laid; the acting
player."""

_ME = ("me",)


def check_waiting(whole: Whole) -> Iterator[Diagnostic]:
    """C0509: a `repeat until` that would never end once begun."""
    bodies = whole.bodies()
    for step in whole.steps():
        node = step.statement
        if not isinstance(node, m.Repeat) or node.until is None or (node.until.op == "const" and node.until.args[0]):
            continue
        inside = _reached(node.body, whole, bodies)
        if any(isinstance(each.statement, m.Finish) for each in inside):
            continue
        read = set(_read(node.until, set()))
        if None not in read and not read & set(_written(inside)):
            yield at(
                "C0509",
                "nothing in this loop changes what it waits for",
                node.until.span,
                help="let something in it change this, or `finish`; or repeat a number of times",
            )


def _reached(body: m.Block, whole: Whole, bodies: dict[str, m.Block]) -> list[m.Step]:
    """All steps that a block can come to."""
    found, done, todo = list(steps(body)), set[str](), called_from(body, whole.ruleset)
    while todo:
        name = todo.pop()
        if name not in done:
            done.add(name)
            found += steps(bodies[name])
            todo |= called_from(bodies[name], whole.ruleset)
    return found


def _read(value: m.Expr, inside: set[str]) -> Iterator[Mark | None]:
    """What an expression looks at; none for what is not known here."""
    for each in parts(value):
        match each.op:
            case "field":
                yield (each.args[0].owner, each.args[0].name)
            case "record" | "edge":
                yield (each.args[1].owner, each.args[1].name)
                yield ("board",)
            case "local":
                yield ("local", each.args[0].number)
            case "me":
                yield _ME
            case "call" | "ranked" if each.args[0].name not in inside:
                what = each.args[0]
                bodies = (what.body,) if each.op == "call" else (what.by, what.among, what.least)
                for body in filter(None, bodies):
                    yield from _read(body, inside | {what.name})
            case _ if any(isinstance(arg, m.Board) for arg in each.args):
                yield ("board",)


def _written(inside: Iterable[m.Step]) -> Iterator[Mark]:
    for step in inside:
        match step.statement:
            case m.Assign(target=target):
                yield from _marks(target)
            case m.Transfer(giver=giver, taker=taker):
                yield from (mark for bag in (giver, taker) if bag is not None for mark in _marks(bag))
            case m.Draw(local=local, bag=bag):
                yield from (("local", local.number), *_marks(bag))
            case m.PutBack(bag=bag):
                yield from _marks(bag)
            case m.Repack(first=first, second=second):
                yield from (*_marks(first), *_marks(second))
            case m.Roll(local=local):
                yield ("local", local.number)
            case m.Lay():
                yield ("board",)
            case m.InTurn() | m.AsPlayer() | m.AtOnce():
                yield _ME
            case m.Choose(binds=binds) | m.ForEach(binds=binds):
                yield from (("local", each.local.number) for each in binds)


def _marks(target: m.Expr) -> Iterator[Mark]:
    """What changes when a target is written: the kept thing at its root."""
    match target.op:
        case "field":
            yield (target.args[0].owner, target.args[0].name)
        case "record" | "edge":
            yield (target.args[1].owner, target.args[1].name)
        case "local":
            yield ("local", target.args[0].number)
        case "in_set":
            yield from _marks(target.args[1])
        case "amount":
            yield from _marks(target.args[0])
