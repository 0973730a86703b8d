"""Lowering of lines of sight: a span of steps from a place, which ends where the board or what is seen does."""

from __future__ import annotations

from collections.abc import Callable

from ...rules.check.cardinality import most_in_sight
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from .boards import Boards
from .construction import both, choose, either, indices, load, no, within
from .form import Const, Expr, Fold, Range, Span, With, op
from .iterations import Iteration, Through
from .scope import Environment


class Sight(Boards):
    """The operator that looks along a grid."""

    @handles("sight")
    def through_sight(
        self,
        e: m.Expr,
        names: Environment,
        board: m.Board,
        of: m.Expr,
        east: m.Expr,
        north: m.Expr,
        far: m.Expr | None,
        where: m.Expr | None,
        it: m.Local,
    ) -> Through:
        """The places in a direction, the nearest first."""
        start, most = self.expr(of, names), most_in_sight(board)
        places = indices(self.layout.rows_of(board.name))
        place_at = self._places_ahead(board, start, self.expr(east, names), self.expr(north, names))
        reaches = self.expr(far, names) if far is not None else Const(most)
        step = self.fresh("step", Range(1, max(1, most)))
        here = place_at(step)
        blocked = either(op("<", here, 0), op("==", here, start))
        if where is not None:
            before = self.bind("before", place_at(step - 1), lambda at: choose(at < 0, 0, at))
            seen = self.fresh("seen", places)
            holds = With(seen, within(before, places), self.truth(where, names.bind(it, seen)))
            blocked = either(both(step > 1, no(holds)), blocked)
        ends = Fold("first", step, Span(Const(1), reaches + 1), blocked)
        stop = self.bind("stop", ends, lambda at: choose(at < 0, reaches + 1, at))
        return Iteration(
            Span(Const(1), choose(start < 0, 1, stop)),
            Range(1, max(1, most)),
            lambda at: within(place_at(at), places),
            steady=False,
        )

    def _places_ahead(self, board: m.Board, start: Expr, east: Expr, north: Expr) -> Callable[[Expr], Expr]:
        """Returns the place so many steps on in a direction, or none."""
        columns = self.rules.kinds[board.name].columns
        net = self.nets[board.name]
        x, y = (load(self.of_rows(columns[axis].values), start) for axis in "xy")
        owner = load(self.of_rows(columns["owner"].values), start) if board.private else Const(0)
        return lambda step: self._cell_at(x + step * east, y + step * north, owner, net)
