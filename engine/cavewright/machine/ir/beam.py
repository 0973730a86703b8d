"""Plan of the greedy bot within a module: the search over the nodes of a beam."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.model.beam_limits import DEPTH, NODES
from .beam_nodes import GAVE_UP, MOST_BEAM, MOST_NODES, NODE, Nodes
from .construction import NO, assign, both, either, indices, invoke, load, no, read, store, up_to, within, write
from .form import (
    TRUTH,
    Block,
    Break,
    Const,
    Copy,
    Each,
    Fold,
    If,
    Let,
    Loop,
    Range,
    Return,
    Scope,
    Span,
    Statement,
    op,
)


class Beam(Nodes):
    """The whole search."""

    def functions(self) -> None:
        """The functions of the search."""
        super().functions()
        self._best()
        self._plan()

    # ---- the plan ----------------------------------------------------------------------------------------------------

    def _best(self) -> None:
        """The best end of the turn that is found; the best position of all where no end is in reach."""
        depth, best, first = self.variables(depth=indices(DEPTH), best=NODE, first=Range(0, MOST_NODES))
        at, node, half = self.variables(at=indices(MOST_BEAM), node=NODE, half=TRUTH)
        better = both(
            load(self.over, node),
            either(no(load(self.over, best)), load(self.value, node) > load(self.value, best)),
        )
        ended = either(read(self.gave_up), op("==", read(self.beam_count), 0), read(self.left) <= 0)
        level: Block = (
            Let(first, read(self.nodes)),
            Each(at, up_to(read(self.beam_count)), (invoke("expand", load(self.beam, at)),)),
            If(read(self.gave_up), (Break("levels"),)),
            Each(node, Span(first, read(self.nodes)), (If(better, (Let(best, node),)),)),
            invoke("pick", first, half),
            Let(half, 1 - half),
            If(ended, (Break("levels"),)),
        )
        of_last = load(self.last, at)
        highest = If(load(self.value, of_last) > load(self.value, best), (Let(best, of_last),))
        body: Block = (
            assign(best, 0),
            assign(half, 0),
            Scope("levels", (Each(depth, up_to(DEPTH), level),)),
            If(
                both(no(load(self.over, best)), read(self.last_count) > 0),
                (Let(best, read(self.last)), Each(at, up_to(read(self.last_count)), (highest,))),
            ),
            Return(best),
        )
        self.make("best_end", (), body, NODE)

    def _root(self) -> Sequence[Statement]:
        kind = self.fresh("kind", Range(0, max(0, self.ahead.kinds - 1)))
        zero = Const(0)
        columns = ((self.parent, Const(-1)), (self.value, self.ahead.worth(read(self.player))), (self.chances, zero))
        more = ((self.over, zero), (self.place, zero), (self.row, zero))
        return (
            write(self.gave_up, 0),
            write(self.left, NODES),
            write(self.nodes, 1),
            Each(kind, Span(zero, Const(self.ahead.kinds)), (store(self.tries, kind, zero),)),
            Copy(self.positions, self.ahead.whole),
            *(store(column, zero, value) for column, value in (*columns, *more)),
            write(self.beam, 0),
            write(self.beam_count, 1),
            write(self.last, 0),
            write(self.last_count, 1),
        )

    def _plan(self) -> None:
        player = self.fresh("player", self.player.range)
        node, steps = self.variables(node=NODE, steps=Range(0, DEPTH))
        best = self.fresh("best", NODE)
        steps_known = self.fresh("known", Range(GAVE_UP, DEPTH))
        worth_first = load(self.value, Const(1))
        differs = op("!=", load(self.value, node), worth_first)
        signal = Fold("some", node, Span(Const(1), read(self.nodes)), differs)
        up: Block = (
            If(best <= 0, (Break("up"),)),
            assign(steps, steps + 1),
            assign(best, load(self.parent, best)),
        )
        known, at, end = self.variables(known=Range(0, DEPTH), at=Range(0, DEPTH), end=NODE)
        place = within(at - 1, indices(DEPTH))
        down: Block = (
            If(at <= 0, (Break("down"),)),
            store(self.rows, place, load(self.row, end)),
            If(load(self.chances, end) > 0, (Let(known, at),)),
            assign(end, load(self.parent, end)),
            Let(at, place),
        )
        body: Block = (
            write(self.player, player),
            *self._root(),
            Let(end, self.call("best_end")),
            If(read(self.gave_up), (Return(Const(GAVE_UP)),)),
            If(no(signal), (Return(NO),)),
            Let(best, end),
            assign(steps, 0),
            Loop("up", up),
            Let(known, steps),
            Let(at, steps),
            Loop("down", down),
            Return(known),
        )
        made = self.make("plan", [player], body, Range(GAVE_UP, DEPTH), out=True)
        home, stays = (
            self.ahead.lowering.memory.array("planned_from", self.ahead.whole.length),
            self.call("plan", player),
        )
        there = Copy(home, self.ahead.whole), Let(steps_known, stays), Copy(self.ahead.whole, home)
        again = (*there, self.ahead.begin(), Return(steps_known))
        self.make("plan_here", [player], again, made.returns, out=True)
