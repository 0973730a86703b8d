"""Conservation: finds the kinds of pieces of which all know how many lie in bags that they do not see, though not in
which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Any

from ..check.whole_program import field_of, steps
from ..model import ruleset as m
from ..model.secrecy import OPEN
from ..model.statement_effects import written_to

ALONE = (m.Assign, m.Transfer, m.Draw, m.Require, m.If, m.ForEach, m.PutBack, m.Roll)
"""Statements in which nobody decides, so that what was drawn and lies in no bag is on its way."""


def conserved_kinds(
    points: Iterable[tuple[m.Step, m.Block, bool]], is_unknown: Callable[[Any], bool], fields: Set[str]
) -> frozenset[str]:
    """The kinds of pieces of which nothing is made or lost unseen. `points` are all steps, each with its block and
    whether not all know that it is carried out; `fields` are those of which it is unknown what they hold."""
    found, lost = set[str](), set[str]()
    for step, block, is_hidden in points:
        for bag in written_to(step.statement):
            field = field_of(bag)
            if field is None or field.type.form != "bag" or f"{field.owner}.{field.name}" not in fields:
                continue
            found.add(field.type.name)
            if not _conserves(step.statement, block, is_hidden, is_unknown):
                lost.add(field.type.name)
    return frozenset(found - lost)


def _conserves(statement: Any, block: m.Block, is_hidden: bool, is_unknown: Callable[[Any], bool]) -> bool:
    """Whether all know how many pieces there are behind a statement if they did before."""
    if any(each.type.endless for each in written_to(statement)):
        return False
    match statement:
        case m.Transfer(giver=None, taker=m.Expr() as taker, pieces=pieces):
            if _is_drawn(statement, block):
                return True
            has_room = not taker.type.room or (_is_counted(taker) and len(pieces) == 1)
            return has_room and not is_hidden and not is_unknown(pieces)
        case m.Transfer(giver=m.Expr() as giver, taker=None, pieces=pieces):
            is_plain = len(pieces) == 1 and pieces[0].amount is not None
            return is_plain and _is_counted(giver) and not is_hidden and not is_unknown(pieces)
        case m.Transfer() | m.Repack():
            return True
        case m.Draw(local=local):
            return local.shown == OPEN or sum(_brings(each.statement, local) for each in _behind(statement, block)) == 1
    return False


def _is_counted(bag: m.Expr) -> bool:
    """Whether all know how many pieces lie in a bag."""
    field = field_of(bag)
    return field is not None and (field.counted or field.shown == OPEN)


def _behind(draw: m.Draw, block: m.Block) -> list[m.Step]:
    """The steps of a block behind a draw; none where somebody may decide on the way to the last that brings what was
    drawn into a bag."""
    at = next(n for n, each in enumerate(block) if each.statement is draw)
    behind = list(block[at + 1 :])
    last = max((n for n, each in enumerate(behind) if _brings(each.statement, draw.local)), default=-1)
    on_the_way = behind[: last + 1]
    return behind if all(isinstance(each.statement, ALONE) for each in steps(tuple(on_the_way))) else []


def _brings(statement: Any, local: m.Local) -> bool:
    """Whether a statement brings the piece that a name stands for into a bag that is not seen, for certain."""
    match statement:
        case m.Transfer(giver=None, taker=m.Expr() as taker, pieces=(m.Amount(amount=amount, piece=piece),)):
            is_one = amount is not None and amount.op == "const" and amount.args[0] == 1
            is_it = piece is not None and piece.op == "local" and piece.args[0].number == local.number
            return is_one and is_it and not taker.type.room
    return False


def _is_drawn(statement: m.Transfer, block: m.Block) -> bool:
    """Whether pieces that seem to be made were drawn just before, in the same block."""
    draws = [each.statement for each in block if isinstance(each.statement, m.Draw)]
    return any(
        any(each.statement is statement for each in _behind(draw, block)) and _brings(statement, draw.local)
        for draw in draws
    )
