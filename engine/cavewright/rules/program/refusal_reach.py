"""Finds how far ahead a step may still be refused: an option is tried out no further than that."""

from __future__ import annotations

from typing import Any

from ...language.compose.reachability import reachable
from ..model.types import MOST
from . import instructions as i


def risky_points(program: i.Program) -> frozenset[int]:
    """The instructions from which play may come, without a decision, to one that can refuse. Errs on the side of too
    many."""
    before: dict[int, list[int]] = {}
    back = returns(program)
    for at, node in enumerate(program.code):
        for to in () if isinstance(node, (i.Fork, i.Freely)) else i.successors(node, at, back):
            before.setdefault(to, []).append(at)
    return frozenset(reachable(before, (at for at, node in enumerate(program.code) if can_refuse(node))))


def can_refuse(node: Any) -> bool:
    """Tells if an instruction may refuse where a player chose that it is carried out."""
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
            wanted, given = target.type, value.type
            fits = given.form == "number" and wanted.covers(given) and (wanted.optional or not given.optional)
            return target.op != "in_set" and wanted.form == "number" and not fits
    return False


def returns(program: i.Program) -> dict[int, set[int]]:
    """Returns the instructions that slots may go back to, by slot."""
    found: dict[int, set[int]] = {}
    for at, node in enumerate(program.code):
        if isinstance(node, i.Call):
            found.setdefault(node.back, set()).add(at + 1)
        for option in node.options if isinstance(node, (i.Decide, i.Trial)) else ():
            if option.back >= 0:
                found.setdefault(option.back, set()).add(option.after)
    return found
