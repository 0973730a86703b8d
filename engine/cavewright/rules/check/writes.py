"""Writes of statements: what is kept that they change, and which bags."""

from __future__ import annotations

from typing import Any

from ..model import ruleset as m
from ..model.statement_effects import may_change_bags, written_to
from .whole_program import field_of, kept_of, steps


def written_by(body: m.Block) -> frozenset[str]:
    """Returns the names of the fields that a block writes or draws from."""
    return frozenset(
        name for each in steps(body) for target in written_to(each.statement) if (name := name_kept(target))
    )


def name_kept(target: m.Expr) -> str:
    """The name of what is written, as that of a secret; "" where it is the name of a value."""
    field = field_of(target)
    return "" if field is None else f"{field.owner}.{field.name}"


def bags_of(node: Any) -> list[str]:
    """The names of the bags that a statement changes."""
    return [name_kept(each) for each in map(kept_of, written_to(node)) if each.type.is_bag]


def changes_bags(body: m.Block) -> bool:
    """Tells if a block may change the pieces in bags."""
    return any(not isinstance(each.statement, (m.If, m.Require, m.AsPlayer)) for each in steps(body))


def is_taken_alone(body: m.Block, bind: m.Bind) -> bool:
    """Tells if a loop over the pieces in a bag takes none of them out but the one at hand."""
    bag = bind.domain.args[1] if bind.domain.op == "those" else bind.domain
    if bag.op != "field" or not bag.type.is_bag:
        return False
    for each in steps(body):
        match each.statement:
            case m.Assign() as changes if name_kept(bag) in bags_of(changes):
                return False
            case m.Transfer(giver=giver, pieces=pieces) if giver is not None and giver.args[0].name == bag.args[0].name:
                if not all(
                    p.piece is not None and p.piece.op == "local" and p.piece.args[0] == bind.local for p in pieces
                ):
                    return False
            case m.Assign() | m.Transfer():
                pass
            case other if may_change_bags(other):
                return False
    return True
