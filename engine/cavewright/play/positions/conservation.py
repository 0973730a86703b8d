"""Conservation: finds the kinds of pieces of which all know how many lie in bags that they do not see, though not in
which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from ...rules.check.whole_program import field_of, steps
from ...rules.model import ruleset as m
from ...rules.model.secrecy import OPEN
from ...rules.model.statement_effects import inner_blocks, written_to

ALONE = (
    m.Assign,
    m.Transfer,
    m.Shift,
    m.Shuffle,
    m.Take,
    m.Draw,
    m.Require,
    m.If,
    m.ForEach,
    m.PutBack,
    m.Roll,
)
"""Statements in which nobody decides, so that what was drawn and lies in no bag is on its way."""
ANY_ROW: frozenset[int | str | None] = frozenset({"any"})
"""In place of the names of rows: outside of loops, where a line is carried out for one row."""


def conserved_kinds(
    points: Iterable[tuple[m.Step, m.Block, bool]],
    is_unknown: Callable[[Any], bool],
    fields: Set[str],
    keeping: Set[str] = frozenset(),
) -> frozenset[str]:
    """The kinds of pieces of which nothing is made or lost unseen. `points` are all steps, each with its block and
    whether not all know that it is carried out; `fields` are those of which it is unknown what they hold; `keeping`
    those that keep one drawn piece, as `keeping_fields` finds them."""
    found, lost = set[str](), set[str]()
    for step, block, is_hidden in points:
        for bag in written_to(step.statement):
            field = field_of(bag)
            if field is None or not field.type.is_bag or f"{field.owner}.{field.name}" not in fields:
                continue
            found.add(field.type.name)
            if not _conserves(step.statement, block, is_hidden, is_unknown, keeping):
                lost.add(field.type.name)
    return frozenset(found - lost)


def keeping_fields(
    points: Iterable[tuple[m.Step, m.Block, bool]],
    is_unknown: Callable[[Any], bool],
    fields: Set[str],
    processes: Mapping[str, m.Process],
) -> frozenset[str]:
    """The unseen fields that keep one piece, as it was drawn, for good: each is written by one line only, right behind
    the draw, which play comes to at most once for each row, and all know when."""
    all_points = list(points)
    writes = [target for step, *_ in all_points for target in written_to(step.statement)]
    calls = [step.statement.process for step, *_ in all_points if isinstance(step.statement, m.Call)]
    once = {id(each) for each in _carried_out_once(processes, calls)}
    found = set[str]()
    for step, block, is_hidden in all_points:
        match step.statement:
            case m.Assign(target=target) as node if id(node) in once and not is_hidden:
                field = field_of(target)
                if field is None or target.op != "field" or not field.type.optional or field.start is not None:
                    continue
                name = f"{field.owner}.{field.name}"
                is_only = sum(field_of(each) == field for each in writes) == 1
                if is_only and name in fields and _is_drawn(node, block, {name}) and not is_unknown(target.args[1:]):
                    found.add(name)
    return frozenset(found)


def _carried_out_once(processes: Mapping[str, m.Process], calls: list[str]) -> Iterator[m.Assign]:
    """The assignments that play comes to at most once for each row that they write. `calls` are the processes that are
    called, as often as there are lines that do."""
    todo = [(processes["play"].body, ANY_ROW)] if "play" in processes and "play" not in calls else []
    while todo:
        block, rows = todo.pop()
        for step in block:
            node = step.statement
            match node:
                case m.Assign(target=target) if rows is ANY_ROW or _row_of(target.args[-1]) in rows:
                    yield node
                case m.Call(process=name) if rows is ANY_ROW and calls.count(name) == 1:
                    todo.append((processes[name].body, ANY_ROW))
                case m.If():
                    todo += [(inner, rows) for inner in inner_blocks(node)]
                case m.ForEach(binds=(bind,), body=body) if rows is ANY_ROW and bind.domain.op == "rows":
                    todo.append((body, frozenset({bind.local.number})))
                case m.InTurn(body=body) if rows is ANY_ROW:
                    todo.append((body, frozenset({"me"})))
                case m.AsPlayer(body=body) if rows is ANY_ROW:
                    todo.append((body, ANY_ROW))
                case m.AsPlayer(player=player, body=body):
                    named = rows - {"me"}
                    todo.append((body, named | {"me"} if _row_of(player) in rows else named))


def _row_of(expr: Any) -> int | str | None:
    """Returns the name of a row: the number of a name, or `me` of whoever acts."""
    if not isinstance(expr, m.Expr):
        return None
    return expr.args[0].number if expr.op == "local" else "me" if expr.op == "me" else None


def _conserves(
    statement: Any, block: m.Block, is_hidden: bool, is_unknown: Callable[[Any], bool], keeping: Set[str]
) -> bool:
    """Tells if all know the number of pieces behind a statement if they did before."""
    if any(each.type.endless for each in written_to(statement)):
        return False
    match statement:
        case m.Transfer(giver=None, taker=m.Expr() as taker, pieces=pieces):
            if _is_drawn(statement, block, keeping):
                return True
            has_room = not taker.type.room or (_is_counted(taker) and len(pieces) == 1)
            return has_room and not is_hidden and not is_unknown(pieces)
        case m.Transfer(giver=m.Expr() as giver, taker=None, pieces=pieces):
            is_plain = len(pieces) == 1 and pieces[0].amount is not None
            return is_plain and _is_counted(giver) and not is_hidden and not is_unknown(pieces)
        case m.Transfer() | m.Repack() | m.Deal() | m.Shuffle() | m.Shift(taker=m.Expr()):
            return True
        case m.Draw(local=local) | m.Take(local=local):
            behind = _behind(statement, block, keeping)
            return local.shown == OPEN or sum(_brings(each.statement, local, keeping) for each in behind) == 1
    return False


def _is_counted(bag: m.Expr) -> bool:
    """Tells if all know the number of pieces in a bag."""
    field = field_of(bag)
    return field is not None and (field.counted or field.shown == OPEN)


def _behind(draw: m.Draw | m.Take, block: m.Block, keeping: Set[str]) -> list[m.Step]:
    """The steps of a block behind a draw; none where somebody may decide on the way to the last that brings what was
    drawn to where it stays."""
    at = next(n for n, each in enumerate(block) if each.statement is draw)
    behind = list(block[at + 1 :])
    last = max((n for n, each in enumerate(behind) if _brings(each.statement, draw.local, keeping)), default=-1)
    on_the_way = behind[: last + 1]
    return behind if all(isinstance(each.statement, ALONE) for each in steps(tuple(on_the_way))) else []


def _brings(statement: Any, local: m.Local, keeping: Set[str]) -> bool:
    """Tells if a statement brings the piece that a name stands for into a bag that is not seen, or a field that keeps
    it, for certain."""
    match statement:
        case m.Transfer(giver=None, taker=m.Expr() as taker, pieces=(m.Amount(amount=amount, piece=piece),)):
            is_one = amount is not None and amount.op == "const" and amount.args[0] == 1
            return is_one and piece is not None and _row_of(piece) == local.number and not taker.type.room
        case m.Assign(target=target, value=value):
            field = field_of(target)
            return field is not None and f"{field.owner}.{field.name}" in keeping and _row_of(value) == local.number
    return False


def _is_drawn(statement: m.Transfer | m.Assign, block: m.Block, keeping: Set[str]) -> bool:
    """Tells if what seems to be made, or is kept, was drawn just before, in the same block."""
    draws = [each.statement for each in block if isinstance(each.statement, m.Draw | m.Take)]
    return any(
        any(each.statement is statement for each in _behind(draw, block, keeping))
        and _brings(statement, draw.local, keeping)
        for draw in draws
    )
