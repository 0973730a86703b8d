"""Finds what is kept with every write, for the positions of one program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...foundation.source.ample_stack import with_room
from ...foundation.source.build_lock import BUILD_LOCK
from ...foundation.source.lazy_property import lazy_property
from ..generate import CodeBundle, Plan
from ..interpret.closures import Boards, Slots
from ..interpret.step import Stepped
from ..optimise import MaintainedIndex, Optimised
from .maintained import Column, MutableIndexValues, PersistentIndexValues


class Indexes:
    """The part of `Compiled` that knows what lies behind the boards. `plain` is how many boards there are, `width` how
    many with that."""

    logged: bool
    plain: int
    width: int
    begun: tuple[Slots, list[Any]]
    tried_at: tuple[Slots, list[Any]]
    bundles: list[CodeBundle] | None

    @property
    def rules(self) -> Optimised:
        """The program that is written as Python."""
        raise NotImplementedError

    def open(self) -> None:
        """Takes up what was kept between runs, once."""
        raise NotImplementedError

    def whole(self, h: Slots, s: Boards) -> Boards:
        """Boards, with what is kept of slots behind them, found anew."""
        self.width = self.plain + len(self.maintained_indexes)
        return s[: self.plain] + self.find_indexes(h)

    def step_with_indexes(self, h: Slots, s: Boards, step: Callable[[Boards], Stepped]) -> Stepped:
        """Carries out a step with the indexes behind the boards, and takes them off again."""
        h, s, run = step(self.whole(h, s))
        return h, s[: self.plain], run

    def indexes_of(self, h: Slots) -> list[Any]:
        """Returns the indexes that every write maintains, for the slots of a state. It is remembered for the last one: many games and
        lines begin at one state."""
        slots, known = self.begun
        if slots is not h:
            known = self.find_grouped(h)
            self.begun = h, known
        return known

    def trial_boards(self, h: Slots, s: Boards) -> Boards:
        """Boards for a trial at a position. What a line keeps up changes in place: a trial has it as states do, made once
        for all trials at a position."""
        if self.logged or len(s) == self.plain or not isinstance(s[self.plain], MutableIndexValues):
            return s[:]
        at, known = self.tried_at
        if at != h:
            at = h[:]
            known = self.find_grouped(at)
            self.tried_at = at, known
        return [*s[: self.plain], *known]

    def find_grouped(self, h: Slots) -> list[Any]:
        """Finds what is kept up with every write, groups of places too."""
        known = self.find_indexes(h)
        for each in known:
            if each.kept.near is not None:
                each.find_groups()
        return known

    def find_indexes(self, h: Slots) -> list[Any]:
        """Finds the indexes of any slots anew."""
        if self.logged:
            return [MutableIndexValues(each, h) for each in self.maintained_indexes]
        return [
            PersistentIndexValues(each, h, columns)
            for each, columns in zip(self.maintained_indexes, self.columns, strict=True)
        ]

    @lazy_property
    @with_room
    def plan(self) -> Plan:
        """The indexes that every write maintains, and the decisions whose options are such rows."""
        with BUILD_LOCK:
            self.open()
            known = next((each.plan for each in self.bundles or () if each.plan is not None), None)
            return known or (tuple(self.rules.kept.values()), dict(self.rules.live))

    @property
    def maintained_indexes(self) -> tuple[MaintainedIndex, ...]:
        """The indexes that every write maintains."""
        return self.plan[0]

    @property
    def live(self) -> Mapping[int, tuple[int, int]]:
        """The decisions whose options are rows that are kept, and change with the position: what keeps them, and the
        value that they hold."""
        return self.plan[1]

    @lazy_property
    def columns(self) -> list[list[Column]]:
        """For each of that, by the value, what lists rows."""
        return [[Column(range(each.rows)) for _ in each.all_values] for each in self.maintained_indexes]
