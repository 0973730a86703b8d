"""Finds how far ahead a step may still be refused: an option is tried out no further than that."""

from __future__ import annotations

from typing import Any

from ...language.compose.reachability import reachable
from ..check.whole_program import field_of
from ..model import ruleset as m
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


def fields_tried(program: i.Program) -> frozenset[tuple[str, str]] | None:
    """Returns the fields that trying an option may write, as far as something can be refused, by owner and name; none
    where that is not known."""
    if any(each.whole for each in program.trials):
        return None
    found: set[tuple[str, str]] = set()
    for at in risky_points(program):
        node = program.code[at]
        if isinstance(node, (i.LayTile, i.RepackOpen, i.RepackTurn)):
            return None
        for target in _targets(node):
            field = field_of(target)
            if field is not None:
                found.add((field.owner, field.name))
    return frozenset(found)


def _targets(node: Any) -> tuple[m.Expr, ...]:
    match node:
        case i.Set(target=target):
            return (target,)
        case i.Pieces(transfer=transfer):
            return tuple(each for each in (transfer.giver, transfer.taker) if each is not None)
        case i.Returned(bag=bag):
            return (bag,)
    return ()


def can_refuse(node: Any) -> bool:
    """Tells if an instruction may refuse where a player chose that it is carried out."""
    match node:
        case i.Check() | i.Pieces() | i.LayTile():
            return True
        case i.Decide(firm=firm):
            return firm
        case i.Set(target=target, value=value):
            if target.op == "local":
                return target.type.is_number and bool(target.type.high >= MOST)
            if target.op == "amount":
                return True
            wanted, given = target.type, value.type
            fits = given.is_number and wanted.covers(given) and (wanted.optional or not given.optional)
            return target.op != "in_set" and wanted.is_number and not fits
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
