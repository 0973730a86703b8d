"""Writes of statements: what is kept that they change, and which bags."""

from __future__ import annotations

from typing import Any

from ..model import ruleset as m
from .whole_program import steps


def touched_by(body: m.Block) -> frozenset[str]:
    """What is kept that a block writes or draws from."""
    found = set[str]()
    for each in steps(body):
        match each.statement:
            case m.Assign(target=target) if target.op != "local":
                found.update(names_kept(target))
            case m.Transfer(giver=giver, taker=taker):
                found.update(name for bag in (giver, taker) if bag is not None for name in names_kept(bag))
            case m.Draw(bag=bag) | m.PutBack(bag=bag):
                found.update(names_kept(bag))
            case m.Repack(first=first, second=second):
                found.update((*names_kept(first), *names_kept(second)))
    return frozenset(found)


def names_kept(target: m.Expr) -> tuple[str, ...]:
    """The name of what is written, as that of a secret."""
    kept = kept_of(target)
    field = kept.args[0] if kept.op == "field" else kept.args[1] if kept.op in ("record", "edge") else None
    return () if field is None else (f"{field.owner}.{field.name}",)


def bags_of(node: Any) -> list[tuple[str, str]]:
    """The fields of the bags that a statement changes."""
    match node:
        case m.Assign(target=target):
            bags = [target.args[0]] if target.op == "amount" else []
        case m.Transfer(giver=giver, taker=taker):
            bags = [each for each in (giver, taker) if each is not None]
        case _:
            bags = [node.bag]
    return [(each.args[0].owner, each.args[0].name) for each in bags]


def changes_bags(body: m.Block) -> bool:
    """Whether a block may change what lies in bags."""
    return any(not isinstance(each.statement, (m.If, m.Require, m.AsPlayer)) for each in steps(body))


def is_taken_alone(body: m.Block, bind: m.Bind) -> bool:
    """Whether a loop over the pieces in a bag takes none of them out but the one at hand."""
    bag = bind.domain.args[1] if bind.domain.op == "those" else bind.domain
    if bag.op != "field" or bag.type.form != "bag":
        return False
    for each in steps(body):
        match each.statement:
            case m.Call() | m.Offer() | m.Choose() | m.Draw() | m.PutBack() | m.Repack():
                return False
            case m.Assign() as changes if (bag.args[0].owner, bag.args[0].name) in bags_of(changes):
                return False
            case m.Transfer(giver=giver, pieces=pieces) if giver is not None and giver.args[0].name == bag.args[0].name:
                if not all(
                    p.piece is not None and p.piece.op == "local" and p.piece.args[0] == bind.local for p in pieces
                ):
                    return False
    return True


def kept_of(target: m.Expr) -> m.Expr:
    """What is written to: the whole set or bag where it is a part of one."""
    return target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target
