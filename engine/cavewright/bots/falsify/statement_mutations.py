"""Changes of a line: dropped, turned round, its branches swapped, its giver and taker exchanged, moved behind the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

from ...rules.model import ruleset as m
from ...rules.model.free_names import locals_in
from ...rules.model.statement_effects import bound_by, inner_blocks, written_to
from .rewriting import expressions_in

LineChange: TypeAlias = tuple[str, str, tuple[m.Step, ...]]
"""The kind of a change, what it does in words, and the lines that take the place of the line."""
DROPPED = {
    m.Require: "requirement",
    m.Cost: "cost",
    m.Assign: "effect",
    m.Transfer: "effect",
    m.Lay: "effect",
    m.Call: "effect",
    m.Repack: "effect",
    m.Finish: "effect",
    m.Offer: "branch",
    m.If: "branch",
    m.ForEach: "branch",
    m.InTurn: "branch",
    m.Repeat: "branch",
    m.May: "branch",
    m.AsPlayer: "branch",
}
"""Statements that can be left out, and the kind of that change."""
ORDERED = (m.Assign, m.Transfer, m.Lay, m.Call, m.Cost)
"""Statements whose order may matter."""


def change_statement(step: m.Step) -> Iterator[LineChange]:
    """Yields the changes of a line as a whole."""
    statement = step.statement
    kind = DROPPED.get(type(statement))
    if kind is not None and not _names_a_value(statement):
        yield kind, "dropped", ()
    for detail, kind, new in _change_inside(statement):
        yield kind, detail, (replace(step, statement=new),)


def _names_a_value(statement: Any) -> bool:
    """Tells if a line is a `let`, which others read."""
    return isinstance(statement, m.Assign) and statement.target.op == "local"


def _change_inside(statement: Any) -> Iterator[tuple[str, str, Any]]:
    match statement:
        case m.Require(condition=condition):
            yield "turned round", "requirement", replace(statement, condition=m.holds("not", condition))
        case m.Cost(payments=payments) if len(payments) > 1:
            for n, each in enumerate(payments):
                yield f"{each.unit} dropped", "cost", replace(statement, payments=payments[:n] + payments[n + 1 :])
        case m.Transfer(giver=giver, taker=taker):
            is_counted = all(each.amount is not None for each in statement.pieces)
            if giver != taker and (is_counted or None not in (giver, taker)):
                yield "giver and taker exchanged", "effect", replace(statement, giver=taker, taker=giver)
            for n in range(len(statement.pieces)) if len(statement.pieces) > 1 else ():
                left = statement.pieces[:n] + statement.pieces[n + 1 :]
                yield f"piece {n + 1} dropped", "effect", replace(statement, pieces=left)
        case m.If(branches=branches):
            for n, (condition, body) in enumerate(branches):
                turned = (*branches[:n], (m.holds("not", condition), body), *branches[n + 1 :])
                yield f"condition {n + 1} turned round", "branch", replace(statement, branches=turned)
            if statement.otherwise:
                yield "otherwise dropped", "branch", replace(statement, otherwise=())
        case m.ForEach():
            if statement.where is not None:
                yield "where dropped", "where", replace(statement, where=None)
        case m.Choose():
            yield from _change_choice(statement)
        case m.Offer():
            if statement.otherwise:
                yield "otherwise dropped", "branch", _with(statement, otherwise=())
            yield "any and one exchanged", "branch", _exchange_any_and_one(statement)
            for name in ("once", "optional", "through"):
                if getattr(statement, name) and not (name == "through" and statement.otherwise):
                    yield f"{name} dropped", "branch", _with(statement, **{name: False})
        case m.InTurn(first=first) if first.op == "seats":
            yield "the other way round", "player", replace(statement, first=replace(first, args=(first.args[0], 1)))
        case m.InTurn(first=first) if first.op != "const" and not statement.is_listed:
            zero = m.constant(0, first.type, first.span)
            yield "begins with the first player", "player", replace(statement, first=zero)
        case m.AsPlayer(player=player):
            me = m.Expr("me", (), player.type, player.span)
            yield "as whoever acts", "player", replace(statement, player=me)


def _change_choice(choice: m.Choose) -> Iterator[tuple[str, str, Any]]:
    """Yields the changes of a choice of things."""
    if choice.where is not None:
        yield "where dropped", "where", replace(choice, where=None, ranks=())
    for n, each in enumerate(choice.ranks[:-1]):
        yield f"rank {n + 1} alone", "where", replace(choice, where=each.condition, ranks=())
    if choice.otherwise:
        yield "otherwise dropped", "branch", replace(choice, otherwise=())
    is_asked = choice.chosen is not None and bool(choice.ranks)
    """Whether ranks ask what was chosen before."""
    if choice.any and not is_asked:
        yield "chosen once", "branch", replace(choice, any=False, stop=False, until=None, chosen=None)
    for name, without in (("stop", False), ("until", None), ("chosen", None)):
        if getattr(choice, name) and not (name == "chosen" and is_asked):
            yield f"{name} dropped", "branch", _with(choice, **{name: without})


def _exchange_any_and_one(offer: m.Offer) -> m.Offer:
    """The offer that lets choose one thing in the place of any number, or any number in the place of one; only what
    the language can write, where nothing but `any` has `once` and `until` behind it."""
    if offer.any:
        return replace(offer, any=False, once=False, until=None, through=False)
    return replace(offer, any=True, optional=False, through=bool(offer.otherwise))


def _with(statement: Any, **changed: Any) -> Any:
    """The statement with some of its fields changed."""
    return replace(statement, **changed)


# ---- order ----------------------------------------------------------------------------------------------------------


def exchange_lines(block: m.Block) -> Iterator[tuple[str, str, tuple[tuple[m.Step, Any], ...]]]:
    """Yields the exchanges of two neighbouring lines whose effects meet. Where they do not, order means nothing."""
    for one, other in pairwise(block):
        if isinstance(one.statement, ORDERED) and isinstance(other.statement, ORDERED) and do_effects_meet(one, other):
            yield "order", "behind the next line", ((one, (other, one)), (other, ()))


def do_effects_meet(one: m.Step, other: m.Step) -> bool:
    """Tells if one of two lines may write what the other reads or writes, where neither names a value for the other."""
    if any(isinstance(each.statement, m.Cost) for each in (one, other)) and type(one.statement) is type(
        other.statement
    ):
        return False
    if _binds(one) & _mentions(other) or _binds(other) & _mentions(one):
        return False
    if any(isinstance(each.statement, m.Call) for each in (one, other)):
        return True
    writes = (_fields_written(one), _fields_written(other))
    reads = (_read(one), _read(other))
    return bool(writes[0] & (writes[1] | reads[1]) or writes[1] & reads[0])


def _binds(step: m.Step) -> set[int]:
    target = getattr(step.statement, "target", None)
    named = {target.args[0].number} if target is not None and target.op == "local" else set()
    return named | {each.number for each in bound_by(step.statement)}


def _mentions(step: m.Step) -> set[int]:
    return {local.number for expr in expressions_in(step.statement) for local in locals_in(expr)}


def _fields_written(step: m.Step) -> set[str]:
    """The names of all that a line writes; "*" for what lies at places."""
    names: set[str] = set()
    for each in (step.statement, *(inner.statement for block in inner_blocks(step.statement) for inner in block)):
        for target in written_to(each):
            names |= _fields_of(target)
        if isinstance(each, m.Lay):
            names.add("*")
    return names


def _fields_of(expr: m.Expr) -> set[str]:
    return {part.name for each in expressions_in(expr) for part in each.args if isinstance(part, m.Field)}


def _read(step: m.Step) -> set[str]:
    """The names of all that a line reads, definitions gone into."""
    found: set[str] = set()
    todo, known = [step.statement], set()
    while todo:
        for each in expressions_in(todo.pop()):
            found |= {part.name for part in each.args if isinstance(part, m.Field)}
            if each.op in ("places", "neighbours", "exits", "openers", "frontier", "tile", "open", "laid"):
                found.add("*")
            for part in each.args:
                if isinstance(part, m.Define) and part.name not in known:
                    known.add(part.name)
                    todo.append(part.body)
                elif isinstance(part, m.Ranking) and part.name not in known:
                    known.add(part.name)
                    todo.append(part.by)
    return found
