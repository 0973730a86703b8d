"""Lines of sight as functions of a position."""

from __future__ import annotations

from itertools import islice

from ...rules.cave.fixed import PlaceGraph
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from .closures import Boards, Closure, ClosureMaker, Slots
from .step import count_things


class Sight(ClosureMaker):
    """The operator that looks along a grid."""

    nets: dict[str, PlaceGraph]

    @handles("sight")
    def _sight(
        self,
        e: m.Expr,
        board: m.Board,
        of: m.Expr,
        east: m.Expr,
        north: m.Expr,
        far: m.Expr | None,
        where: m.Expr | None,
        it: m.Local,
    ) -> Closure:
        net, slot, meter = self.nets[board.name], self.slot(it), self.work_slot
        start, (across, up) = self.expr(of), self._two(east, north)
        reaches = self.expr(far) if far is not None else None
        goes_on = self.expr(where) if where is not None else None

        def sight(h: Slots, s: Boards) -> list[int]:
            most = reaches(h, s) if reaches is not None else net.count
            seen = list[int]()
            ahead = islice(net.ray(start(h, s), across(h, s), up(h, s)), most)
            for h[slot] in ahead:
                seen.append(h[slot])
                if len(seen) == most or (goes_on is not None and not goes_on(h, s)):
                    break
            count_things(h, meter, len(seen))
            return seen

        return sight
