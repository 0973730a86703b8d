"""The names that are bound where the rules are being lowered, who may know them, and whose secrets they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..model import ruleset as m
from ..model.free_names import locals_in
from ..model.secrecy import HIDDEN, OPEN, SECRET, secrecy
from . import instructions as i

RANK = (OPEN, SECRET, HIDDEN)


class Scope:
    """Names, innermost last. What a player has bound as its secret is known to that player also while others act.

    `given` says of parameters, by number, how secret something is that is passed to them anywhere.
    """

    def __init__(self, given: Mapping[int, str]) -> None:
        self.bound: list[i.Bound] = []
        self.given = given

    def bind(self, local: m.Local, *read: Any) -> None:
        """Adds a name that was got by reading so much; by none of it, if chance gave it."""
        self.bound.append(self.named(local, *read))

    def named(self, local: m.Local, *read: Any) -> i.Bound:
        """A secret is known to whoever knows all that it was got from: to nobody, where those are secrets of several."""
        known = {each.local.number: each for each in self.bound}
        got = [known.get(each.number, i.Bound(each)) for each in locals_in(read)]
        shown = max((local.shown, self.given.get(local.number, OPEN), *(each.local.shown for each in got)), key=RANK.index)
        bound = replace(local, shown=shown)
        if shown != SECRET:
            return i.Bound(bound)
        whose = {each.whose if each.local.number in known else None for each in got if each.local.shown != OPEN}
        if _own(read) or not whose:
            whose.add(i.ME)
        slot = whose.pop() if len(whose) == 1 else None
        return i.Bound(bound, slot) if slot is not None else i.Bound(replace(local, shown=HIDDEN))

    def passed(self, parameter: m.Local, value: Any) -> str:
        """How secret a parameter is to whoever acts where it is passed: another's secret is hidden."""
        bound = self.named(replace(parameter, shown=max(parameter.shown, secrecy(value), key=RANK.index)), value)
        return HIDDEN if bound.whose != i.ME else bound.local.shown

    @contextmanager
    def within(self, binds: Iterable[tuple[m.Local, Any]] = ()) -> Iterator[None]:
        """Names, each with what it is got from, that are forgotten behind a block, with all that is bound in it."""
        known = len(self.bound)
        for local, read in binds:
            self.bind(local, read)
        yield
        del self.bound[known:]

    @contextmanager
    def as_another(self, slot: int) -> Iterator[None]:
        """A block in which others act: who acted before is kept in a slot, and knows its own secrets by it."""
        saved = self.bound
        self.bound = [replace(each, whose=slot) if each.whose == i.ME else each for each in saved]
        yield
        self.bound = saved

    def names(self) -> tuple[i.Bound, ...]:
        """The names as they are bound now, without those that no rule gave."""
        return tuple(each for each in self.bound if each.local.number > 0)


def _own(value: Any) -> bool:
    """Whether something that the acting player keeps in secret is read, besides locals."""
    if isinstance(value, m.Local):
        return False
    if isinstance(value, (m.Expr, tuple)):
        if isinstance(value, m.Expr) and value.op == "field":
            return value.args[0].shown != OPEN or _own(value.args[1:])
        return any(_own(each) for each in (value.args if isinstance(value, m.Expr) else value))
    return isinstance(value, (m.Define, m.Ranking)) and secrecy(value) != OPEN
