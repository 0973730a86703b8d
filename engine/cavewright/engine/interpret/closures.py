"""Closures: functions of slots and boards, their types, and what all that make them have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...rules.cave.fixed import Edge, PlaceGraph
from ...rules.cave.grid import shape_of
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass
from ...rules.model.initial_values import blank_place
from ...rules.program.instructions import Layout

Slots = list[Any]
Boards = list[dict[int, Any]]
Closure = Callable[[Slots, Boards], Any]
Steps = Callable[[Slots, Boards, int], Iterable[Edge]]
Flood = Callable[[Slots, Boards, int], dict[int, int]]


ZERO: Closure = lambda h, s: 0


class ClosureMaker(Pass):
    """Makes closures for one program; the parts of `Evaluator` stand on this. Names bound inside expressions get
    scratch slots behind those of the layout. With `at_rest` only positions at decisions are asked about, whose boards
    nothing changes any more."""

    def __init__(self, ruleset: m.Ruleset, layout: Layout, at_rest: bool = False) -> None:
        self.ruleset, self.layout, self.at_rest = ruleset, layout, at_rest
        self.boards = {name: 3 * n for n, name in enumerate(ruleset.growing)}
        self.blank = {name: blank_place(board) for name, board in ruleset.growing.items()}
        self.nets = {
            name: PlaceGraph(board, ruleset.kinds[name]) for name, board in ruleset.boards.items() if board.fixed
        }
        self.defines: dict[str, Closure] = {}
        self.allotments: dict[int, Any] = {}
        self.scratch: dict[int, int] = {}
        self.work_slot = layout.size
        """The slot behind those of the layout, in which the work is counted."""
        self.size = layout.size + 1
        self.shape = shape_of(ruleset)
        """Of the places of boards that grow."""

    def slot(self, local: m.Local) -> int:
        """The slot of a local: its own, or a scratch slot."""
        if local.number in self.layout.locals:
            return self.layout.locals[local.number]
        if local.number not in self.scratch:
            self.scratch[local.number] = self.size
            self.size += 1
        return self.scratch[local.number]

    def expr(self, e: m.Expr) -> Closure:
        """The closure of an expression."""
        made: Closure = self.handlers[e.op](self, e, *e.args)
        return made

    def maybe(self, e: m.Expr | None) -> Closure | None:
        """Returns the closure of an expression, if there is one."""
        return None if e is None else self.expr(e)

    def _two(self, a: m.Expr, b: m.Expr) -> tuple[Closure, Closure]:
        return self.expr(a), self.expr(b)
