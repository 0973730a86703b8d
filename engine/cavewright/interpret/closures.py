"""Closures: functions of slots and boards, their types, and what all that make them have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..cave.fixed import Net, Way
from ..cave.grid import Shape
from ..model import ruleset as m
from ..model.dispatch import Pass
from ..program.instructions import Layout

Slots = list[Any]
Boards = list[dict[int, Any]]
Closure = Callable[[Slots, Boards], Any]
Steps = Callable[[Slots, Boards, int], Iterable[Way]]
Flood = Callable[[Slots, Boards, int], dict[int, int]]


ZERO: Closure = lambda h, s: 0


class ClosureMaker(Pass):
    """The parts of `Evaluator` stand on this."""

    ruleset: m.Ruleset
    layout: Layout
    boards: dict[str, int]
    nets: dict[str, Net]
    shape: Shape
    """Of the places of boards that grow."""

    def expr(self, e: m.Expr) -> Closure:
        """The closure of an expression."""
        raise NotImplementedError

    def slot(self, local: m.Local) -> int:
        """The slot of a local: its own, or a scratch slot."""
        raise NotImplementedError

    def maybe(self, e: m.Expr | None) -> Closure | None:
        """The same, if there is an expression."""
        return None if e is None else self.expr(e)

    def _two(self, a: m.Expr, b: m.Expr) -> tuple[Closure, Closure]:
        return self.expr(a), self.expr(b)
