"""Tree of a search for options: loops, conditions, names, and what is offered at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ...rules.model import ruleset as m


@dataclass(frozen=True)
class Ask:
    """Condition on which the rest of a search is looked at."""

    condition: m.Expr
    then: Search


@dataclass(frozen=True)
class Name:
    """A name gets a value for what follows."""

    local: m.Local
    value: m.Expr
    then: Search


@dataclass(frozen=True)
class Each:
    """Values for each of which the rest of a search is looked at."""

    local: m.Local
    domain: m.Expr
    then: Search


@dataclass(frozen=True)
class Offered:
    """An option, with a value for each of its parameters: a constant or a name.

    One that is `tried` has to be carried out to see whether its effects are refused; of others, what their effects
    demand was asked before.
    """

    values: tuple[m.Expr, ...]
    tried: bool = False


Search: TypeAlias = "tuple[Ask | Name | Each | Offered, ...]"
