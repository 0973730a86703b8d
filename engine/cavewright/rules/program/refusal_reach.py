"""Finds how far ahead a step may still be refused: an option is tried out no further than that."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Any

from ...language.compose.reachability import reachable
from ..check.whole_program import field_of
from ..model import ruleset as m
from ..model.secrecy_facts import Place
from ..model.types import MOST
from . import instructions as i


def risky_points(program: i.Program) -> frozenset[int]:
    """The instructions from which play may come, without a decision, to one that can refuse. Errs on the side of too
    many."""
    refusing = (at for at, node in enumerate(program.code) if can_refuse(node))
    risky = frozenset(reachable(_before(program.code, lambda node: isinstance(node, (i.Fork, i.Freely))), refusing))
    return risky | failing_points(program.code, program.telling)


def failing_points(code: Sequence[Any], telling: Container[Place]) -> frozenset[int]:
    """The instructions from which play may come, without a decision, to a number that does not fit where that is an
    error, or to a decision that such errors may leave without an option. Nobody looks past a line that tells a secret."""
    failing = {at for at, node in enumerate(code) if can_fail(node) or isinstance(node, i.Decide) and node.doubtful}

    def ends(node: Any) -> bool:
        clause = getattr(node, "clause", None)
        is_end = isinstance(node, (i.Fork, i.Reveal)) or isinstance(node, i.Chance) and node.is_sure
        return is_end or clause is not None and clause.span.place in telling

    return frozenset(reachable(_before(code, ends), failing)) if failing else frozenset()


def _before(code: Sequence[Any], ends: Callable[[Any], bool]) -> dict[int, list[int]]:
    """The instructions that may come right before each; behind some nothing counts."""
    before: dict[int, list[int]] = {}
    back = returns(code)
    for at, node in enumerate(code):
        for to in () if ends(node) else i.successors(node, at, back):
            before.setdefault(to, []).append(at)
    return before


def with_failures(code: Sequence[Any], telling: Container[Place]) -> list[Any]:
    """Returns the instructions with what may fail marked on options and decisions. Going on finds more decisions until
    there are no further ones."""
    found = list(code)
    while failing := failing_points(found, telling):
        marked = [
            _with_failure(node, failing) if isinstance(node, i.Decide) and node.packing is None else node
            for node in found
        ]
        if marked == found:
            break
        found = marked
    return found


def _with_failure(node: i.Decide, failing: frozenset[int]) -> i.Decide:
    options = tuple(replace(each, may_fail=_begins_at(each) in failing) for each in node.options)
    sure = any(not (each.may_fail or each.beside or each.guards or each.domains) for each in options)
    own = [each for each in options if not each.beside]
    return replace(node, options=options, doubtful=node.otherwise < 0 and not sure and any(o.may_fail for o in own))


def fields_tried(program: i.Program) -> frozenset[tuple[str, str]] | None:
    """Returns the fields that trying an option may write, as far as something can be refused, by owner and name; none
    where that is not known."""
    if any(each.whole for each in program.trials):
        return None
    found: set[tuple[str, str]] = set()
    for at in risky_points(program):
        node = program.code[at]
        if isinstance(node, (i.LayTile, i.Repack)):
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
        case i.Pieces(transfer=moved) | i.Stacked(transfer=moved) | i.Shifted(shift=moved):
            return tuple(each for each in (moved.giver, moved.taker) if each is not None)
        case i.Shuffled(pile=pile):
            return (pile,)
        case i.Returned(bag=bag):
            return (bag,)
    return ()


def _begins_at(option: i.Option) -> int:
    """The instruction from which on it is not known that all numbers fit: behind an action of which that is proven."""
    is_proven = option.back >= 0 and not option.may_refuse
    return option.to if not is_proven else -1 if option.beside else option.after


def can_refuse(node: Any) -> bool:
    """Tells if an instruction may refuse where a player chose that it is carried out."""
    match node:
        case i.Pieces() | i.Stacked() | i.Shifted() | i.Stocked():
            return bool(node.clause.fit != "up to")
        case i.Check() | i.LayTile():
            return True
        case i.Decide(firm=firm):
            return firm
        case i.Set(target=target, value=value, clause=clause):
            if clause.fit == "up to":
                return False
            if target.op == "local":
                return target.type.is_number and bool(target.type.high >= MOST)
            if target.op == "amount":
                return True
            wanted, given = target.type, value.type
            fits = given.is_number and wanted.covers(given) and (wanted.optional or not given.optional)
            return target.op != "in_set" and wanted.is_number and not fits
    return False


def can_fail(node: Any) -> bool:
    """Tells if a number of an instruction may not fit, where that is an error."""
    if getattr(node, "fits", False):
        return False
    if (
        not isinstance(node, (i.Set, i.Pieces, i.Stacked, i.Shifted, i.Stocked))
        or node.clause.fit != "exact"
        or not can_refuse(node)
    ):
        return False
    if isinstance(node, i.Pieces | i.Stacked):
        return may_be_short(node.transfer)
    if isinstance(node, i.Shifted | i.Stocked):
        return True
    return node.target.op != "amount" or bool(node.target.args[0].type.room) or node.value.type.low < 0


def may_be_short(transfer: m.Transfer) -> bool:
    """Tells if there may be fewer pieces than are to be moved, or less room."""
    counted = [each for each in transfer.pieces if each.amount is not None]
    sure = [each for each in counted if each.amount is not None and each.amount.op == "amount"]
    is_there = (
        transfer.giver is None
        or len(transfer.pieces) == 1
        and all(each.amount is not None and each.amount.args == (transfer.giver, each.piece) for each in sure)
    )
    has_room = transfer.taker is None or not transfer.taker.type.room
    return bool(counted) and not (has_room and is_there and (transfer.giver is None or len(sure) == len(counted)))


def returns(code: Sequence[Any]) -> dict[int, set[int]]:
    """Returns the instructions that slots may go back to, by slot."""
    found: dict[int, set[int]] = {}
    for at, node in enumerate(code):
        if isinstance(node, i.Call):
            found.setdefault(node.back, set()).add(at + 1)
        for option in node.options if isinstance(node, (i.Decide, i.Trial)) else ():
            if option.back >= 0:
                found.setdefault(option.back, set()).add(option.after)
    return found
