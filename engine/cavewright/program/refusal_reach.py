"""Finds how far ahead a step may still be refused: an option is tried out no further than that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..model.types import MOST
from . import instructions as i


def risky_points(program: i.Program) -> frozenset[int]:
    """The instructions from which play may come, without a decision, to one that can refuse. Errs on the side of too
    many."""
    before: dict[int, list[int]] = {}
    back = returns(program)
    for at in range(len(program.code)):
        for to in after(program, at, back):
            before.setdefault(to, []).append(at)
    found = {at for at, node in enumerate(program.code) if can_refuse(node)}
    todo = list(found)
    while todo:
        for at in before.get(todo.pop(), ()):
            if at not in found:
                found.add(at)
                todo.append(at)
    return frozenset(found)


def can_refuse(node: Any) -> bool:
    """Whether an instruction may refuse where a player chose what is carried out."""
    match node:
        case i.Check() | i.Pieces() | i.LayTile():
            return True
        case i.Decide(firm=firm):
            return firm
        case i.Set(target=target, value=value):
            if target.op == "local":
                return target.type.form == "number" and bool(target.type.high >= MOST)
            if target.op == "amount":
                return True
            return target.op != "in_set" and target.type.form == "number" and not _fits(target.type, value.type)
    return False


def _fits(wanted: Any, given: Any) -> bool:
    """Whether any number of one type is one of the other."""
    return (
        given.form == "number"
        and wanted.low <= given.low
        and given.high <= wanted.high
        and (wanted.optional or not given.optional)
    )


def after(program: i.Program, at: int, back: Mapping[int, Sequence[int]]) -> Iterable[int]:
    """What may come behind an instruction before anybody decides, as far as it can be refused there.

    Behind a return that is everything that its slot may lead `back` to.
    """
    match program.code[at]:
        case i.Jump(to=to) | i.Call(to=to):
            return (to,)
        case i.Unless(to=to) | i.Next(to=to) | i.RepackTurn(to=to):
            return (at + 1, to)
        case i.Return(back=slot):
            return (*back.get(slot, ()), program.stop)
        case i.Decide(otherwise=otherwise):
            return (otherwise,) if otherwise >= 0 else ()
        case i.Chance(to=to):
            return (to,)
        case i.RepackDecide() | i.Fork() | i.Join() | i.End() | i.Freely():
            return ()
    return (at + 1,)


def returns(program: i.Program) -> dict[int, list[int]]:
    """Where slots may say that it goes back to, by slot."""
    found: dict[int, list[int]] = {}
    for at, node in enumerate(program.code):
        if isinstance(node, i.Call):
            found.setdefault(node.back, []).append(at + 1)
        for option in node.options if isinstance(node, i.Decide) else ():
            if option.back >= 0:
                found.setdefault(option.back, []).append(option.after)
    return found
