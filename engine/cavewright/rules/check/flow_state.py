"""Flow state at a program point: the conditions on the path there, the facts that hold, and the player whose choice led
there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from ..model import ruleset as m
from ..model.secrecy_facts import Knower
from .visibility import Secrets, is_none

Holding = tuple[str, object, Knower]
"""That a piece lies in a bag: the field, whose it is, and the piece, by name or by row."""


@frozen
class PathCondition:
    """A condition on the path to a line. It tells of `secrets`; `reveals` says whether its line declares that."""

    secrets: Secrets
    span: Span
    line: Span
    reveals: bool


@dataclass
class FlowState:
    """State of play on the way to a line.

    `chooser`: whose choice would be refused by what is refused here; none, if nothing can be. `lax`: whether play may
    come here otherwise, so that as much is done as can be. `held` and `told`: what is certain to lie in bags, and names
    of which all know what they stand for. `known`: secrets that all know so far, since nothing that is unknown has come
    to them yet.
    """

    me: Knower
    under: tuple[PathCondition, ...] = ()
    chooser: Knower | None = None
    lax: bool = True
    held: frozenset[Holding] = frozenset()
    told: frozenset[int] = frozenset()
    known: frozenset[str] = frozenset()

    @classmethod
    def at_entry(cls, routes: list[FlowState], me: Knower, **more: Any) -> Self:
        """The route of a rule that is entered by several."""
        under: dict[object, PathCondition] = {}
        for each in (one for route in routes for one in route.under):
            where = each.span.place, each.reveals
            known = under.setdefault(where, each)
            under[where] = replace(known, secrets=known.secrets | each.secrets)
        made = cls(me, tuple(under.values()), **more)
        if routes:
            made.meet(routes)
        return made

    def copy(self) -> Self:
        """Copy of the state, to go another way."""
        return replace(self)

    def beneath(self, under: PathCondition) -> Self:
        """Returns the state under a further condition, which counts if it tells of something."""
        return replace(self, under=(*self.under, under)) if under.secrets else replace(self)

    def of_player(self, me: Knower) -> Self:
        """Returns the state where another player acts."""
        return replace(self, me=me)

    def pass_decision(self) -> None:
        """After a decision nothing of an earlier choice can be refused any more, so the state forgets its chooser."""
        self.chooser, self.lax, self.known = None, True, frozenset()

    def meet(self, others: Iterable[FlowState]) -> None:
        """Goes on behind all of these."""
        ways = list(others)
        chosen = [each.chooser for each in ways if each.chooser is not None]
        self.chooser = chosen[0] if chosen else None
        self.lax = any(each.lax for each in ways)
        self.held = frozenset.intersection(*(each.held for each in ways))
        self.told = frozenset.intersection(*(each.told for each in ways))
        self.known = frozenset.intersection(*(each.known for each in ways))

    def drop(self, fields: Iterable[str] | None = None) -> None:
        """Forgets the pieces in bags of these fields; with none, of all bags."""
        gone = None if fields is None else set(fields)
        self.held = frozenset() if gone is None else frozenset(each for each in self.held if each[0] not in gone)


def holding(bag: m.Expr, piece: m.Expr | None, me: Knower) -> frozenset[Holding]:
    """That a piece lies in a bag, where it can be said of which; else nothing."""
    kept, of = bag.args
    owner = None if of is None else me if of.op == "me" else key_of(of)
    if piece is None or (of is not None and owner is None) or (lies := key_of(piece)) is None:
        return frozenset()
    return frozenset({(f"{kept.owner}.{kept.name}", owner, lies)})


def key_of(of: m.Expr) -> Knower | None:
    """Returns the key of a name or a constant."""
    if of.op == "local":
        return "name", of.args[0].number
    return ("row", of.args[0]) if of.op == "const" else None


def there(value: m.Expr) -> frozenset[Holding]:
    """That what a name stands for is not none."""
    return frozenset({("", None, ("name", value.args[0].number))}) if value.op == "local" else frozenset()


def held_unless(condition: m.Expr) -> frozenset[Holding]:
    """Returns the holdings that are certain if a condition does not hold."""
    if condition.op == "or":
        return frozenset(each for part in condition.args for each in held_unless(part))
    if condition.op == "eq" and is_none(condition.args[1]):
        return there(condition.args[0])
    return frozenset()


def held_when(condition: m.Expr | None, me: Knower) -> frozenset[Holding]:
    """Returns the holdings that are certain if a condition holds."""
    if condition is None:
        return frozenset()
    if condition.op == "and":
        return frozenset(each for part in condition.args for each in held_when(part, me))
    if condition.op == "ne" and is_none(condition.args[1]):
        return there(condition.args[0])
    if condition.op == "has":
        return holding(condition.args[0], condition.args[1], me)
    if condition.op in ("ge", "gt") and condition.args[0].op == "amount" and condition.args[1].op == "const":
        is_some = condition.args[1].args[0] + (condition.op == "gt") >= 1
        return holding(condition.args[0].args[0], condition.args[0].args[1], me) if is_some else frozenset()
    return frozenset()
