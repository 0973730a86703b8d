"""Routes through rules: under which conditions play has come to a line, what is certain there, and who chose to be
led there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ..model import ruleset as m
from ..model.kept_back import Knower
from ..source import Span
from ..source.frozen import frozen
from .visibility import Secrets

Holding = tuple[tuple[str, str], object, tuple[str, int]]
"""That a piece lies in a bag: the field, whose it is, and the piece, by name or by row."""


@frozen
class Under:
    """A condition under which play has come somewhere: of which secrets it tells, and whether its line says so."""

    secrets: Secrets
    span: Span
    line: Span
    reveals: bool


@dataclass
class Route:
    """How play has come to a line.

    `chooser`: whose choice would be refused by what is refused here; none, if nothing can be. `lax`: whether play
    may come here otherwise,
    so that as much is done as can be. `held` and `told`: what is certain to lie in bags, and names of which all
    know what they stand for.
    `known`: secrets that all know so far, since nothing that is unknown has come to them yet.
    """

    me: Knower
    under: tuple[Under, ...] = ()
    chooser: Knower | None = None
    lax: bool = True
    held: frozenset[Holding] = frozenset()
    told: frozenset[int] = frozenset()
    known: frozenset[str] = frozenset()

    @classmethod
    def after(cls, entry: Entry | None, me: Knower, **more: Any) -> Self:
        """The route of a rule that is entered."""
        if entry is None:
            return cls(me, **more)
        return cls(
            me,
            tuple(entry.under.values()),
            entry.chooser,
            entry.lax,
            entry.held or frozenset(),
            entry.told or frozenset(),
            entry.known or frozenset(),
            **more,
        )

    def copy(self) -> Self:
        """The same, to go another way."""
        return replace(self)

    def beneath(self, under: Under) -> Self:
        """The same under a further condition, which counts if it tells of something."""
        return replace(self, under=(*self.under, under)) if under.secrets else replace(self)

    def of_player(self, me: Knower) -> Self:
        """The same where another player acts."""
        return replace(self, me=me)

    def decided(self) -> None:
        """Somebody has decided: nothing that comes now is refused."""
        self.chooser, self.lax, self.known = None, True, frozenset()

    def take(self, others: Iterable[Route]) -> None:
        """Goes on behind all of these."""
        ways = list(others)
        chosen = [each.chooser for each in ways if each.chooser is not None]
        self.chooser, self.lax = (chosen[0] if chosen else None), any(each.lax for each in ways)
        self.held = frozenset.intersection(*(each.held for each in ways))
        self.told = frozenset.intersection(*(each.told for each in ways))
        self.known = frozenset.intersection(*(each.known for each in ways))

    def drop(self, fields: Iterable[tuple[str, str]] | None = None) -> None:
        """What lies in bags of these fields is no longer certain; with none, in no bag."""
        gone = None if fields is None else set(fields)
        self.held = frozenset() if gone is None else frozenset(each for each in self.held if each[0] not in gone)


@dataclass
class Entry:
    """All routes by which a process or an action is entered; `me` is who acts there, where that is a player of the
    rule around it."""

    me: Knower | None = None
    under: dict[tuple[tuple[str, int], bool], Under] = field(default_factory=dict)
    chooser: Knower | None = None
    lax: bool = False
    held: frozenset[Holding] | None = None
    told: frozenset[int] | None = None
    known: frozenset[str] | None = None

    def add(self, route: Route) -> None:
        """One more route."""
        for each in route.under:
            key = each.span.place, each.reveals
            known = self.under.get(key)
            self.under[key] = each if known is None else replace(known, secrets=known.secrets | each.secrets)
        self.chooser, self.lax = self.chooser or route.chooser, self.lax or route.lax
        self.held = route.held if self.held is None else self.held & route.held
        self.told = route.told if self.told is None else self.told & route.told
        self.known = route.known if self.known is None else self.known & route.known


def bag_of(bag: m.Expr, me: Knower) -> tuple[tuple[str, str], object] | None:
    """A bag as a key, where it is certain whose it is."""
    kept, of = bag.args
    if of is None:
        return (kept.owner, kept.name), None
    if of.op == "me":
        return (kept.owner, kept.name), me
    if of.op == "local":
        return (kept.owner, kept.name), ("name", of.args[0].number)
    return ((kept.owner, kept.name), ("row", of.args[0])) if of.op == "const" else None


def holding(bag: m.Expr, piece: m.Expr | None, me: Knower) -> Holding | None:
    """That a piece lies in a bag, where it can be said of which."""
    where = bag_of(bag, me)
    if where is None or piece is None or piece.op not in ("local", "const"):
        return None
    return (*where, ("name", piece.args[0].number) if piece.op == "local" else ("row", piece.args[0]))


def held_when(condition: m.Expr | None, me: Knower) -> frozenset[Holding]:
    """What lies in bags if a condition holds."""
    if condition is None:
        return frozenset()
    if condition.op == "and":
        return frozenset(each for part in condition.args for each in held_when(part, me))
    if condition.op == "has":
        found = holding(condition.args[0], condition.args[1], me)
    elif (
        condition.op in ("ge", "gt")
        and condition.args[0].op == "amount"
        and condition.args[1].op == "const"
        and (condition.args[1].args[0] + (condition.op == "gt") >= 1)
    ):
        found = holding(condition.args[0].args[0], condition.args[0].args[1], me)
    else:
        return frozenset()
    return frozenset() if found is None else frozenset({found})
