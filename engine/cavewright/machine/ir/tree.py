"""Playouts of the Monte Carlo tree search within a module: down the tree, on at random, and back."""

from __future__ import annotations

from ...rules.model.tree_limits import CLAMPED, MERGED, MOST_GUIDED, MOST_NODES, MOST_PATH, MOST_PLAYOUTS, WON
from .construction import DONE, assign, both, choose, either, indices, invoke, load, no, read, store, up_to, within
from .driver import CHANCE, ENDED, MANY
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Const,
    Continue,
    Copy,
    Do,
    Each,
    Expr,
    Fold,
    If,
    Let,
    Loop,
    Range,
    Return,
    Span,
    Statement,
    Var,
    op,
)
from .tree_nodes import NODE, Nodes


class Tree(Nodes):
    """The whole search."""

    def functions(self) -> None:
        """The functions of the search."""
        super().functions()
        self._wander()
        self._judge()
        self._descend()
        self._grow()
        self._write_counts()

    # ---- playouts ----------------------------------------------------------------------------------------------------

    def stops(self, waits: Expr) -> Expr:
        """Returns the test that ends a playout: it is over, all act at once, or it is another's turn where that is not
        looked at."""
        alone = read(self.alone)
        return either(waits < CHANCE, both(waits >= 0, alone >= 0, op("!=", waits, alone)))

    def _wander(self) -> None:
        """Goes on at random until it is over or so many steps are done, and chance is not due; how many it did."""
        bound, done = self.variables(bound=MANY, done=MANY)
        waits = self.fresh("waits", Range(-4, max(0, self.players - 1)))
        ends = either(self.stops(waits), both(done >= bound, waits >= 0))
        loop: Block = (
            assign(waits, self.ahead.waiting()),
            If(ends, (Break("playout"),)),
            self.ahead.advance_at_random(),
            assign(done, done + 1),
        )
        body: Block = (assign(done, 0), Loop("playout", loop), Return(done))
        self.make("wander", [bound], body, MANY, out=True)

    def _each_player(self) -> tuple[Var, Span]:
        return self.fresh("player", indices(self.players)), up_to(self.players)

    def _judge(self) -> None:
        """The reward of every player, where a playout has stopped."""
        ended = op("==", self.ahead.waiting(), ENDED) if self.players > 1 else Const(0)
        player, _ = self._each_player()
        shares = self._shares_of_win(player, Const(0), Const(WON // self.players))
        self._write_compare()
        body: Block = (
            If(both(ended, read(self.alone) < 0), (invoke("score"), *shares, DONE)),
            invoke("compare"),
            *self._gain(),
            If(ended, (invoke("score"), *self._end_of_turn())),
        )
        self.procedure("judge", (), body)

    def _end_of_turn(self) -> Block:
        """Returns the statements for a turn that alone is looked at and ends the game: winners have their share, who
        does not count has nothing, and to others this end is worth what any other is."""
        counted = next(each for each in self.ahead.lowering.memory.arrays if each.name == "counted")
        player, _ = self._each_player()
        gain = choose(load(counted, player), load(self.rewards, player), 0)
        return self._shares_of_win(player, gain, gain)

    def _shares_of_win(self, player: Var, lost: Expr, shared: Expr) -> Block:
        """Those who have won share what there is to win, a side as one; others have what they have `lost`, and all what
        is `shared` where nobody has won."""
        arrays = {each.name: each for each in self.ahead.lowering.memory.arrays}
        winners, sides = arrays["winners"], arrays["sides"]
        mask, many = self.variables(mask=winners.range, many=Range(0, self.players))
        one, span = self._each_player()
        other = self.fresh("other", one.range)
        beside = both(mask >> other & 1, op("==", load(sides, other), load(sides, one)))
        alone = no(Fold("some", other, up_to(one), beside))
        count = Fold("count", one, span, both(mask >> one & 1, alone))
        share = choose(many > 0, choose(mask >> player & 1, Const(WON) // many, lost), shared)
        stored = store(self.rewards, player, share)
        return (Let(mask, read(winners)), assign(many, count), Each(player, up_to(self.players), (stored,)))

    def _write_compare(self) -> None:
        """The function `compare`: what the position is worth to each goes into `ahead_by`; beside the best of the
        others, where their turns are looked at."""
        self.ahead_by = self.ahead.lowering.memory.array("ahead_by", self.players, self.bases.range)
        player, span = self._each_player()
        value = self.fresh("value", WORD)
        clamped = choose(value > CLAMPED, CLAMPED, choose(value < -CLAMPED, -CLAMPED, value))
        valued: Block = (
            Let(value, self.ahead.worth(player)),
            store(self.worths, player, clamped),
        )
        mine, all_ = self._each_player()
        other = self.fresh("other", mine.range)
        best = Fold("most", other, all_, op("!=", other, mine), load(self.worths, other))
        others = choose(read(self.alone) < 0, best, 0) if self.players > 1 else Const(0)
        by = load(self.worths, mine) - others
        compared = store(self.ahead_by, mine, by)
        body = (Each(player, span, valued), Each(mine, all_, (compared,)))
        self.procedure("compare", (), body, out=True)

    def _gain(self) -> Block:
        """Returns the statements that find the gain since the beginning, between nothing and all."""
        player, span = self._each_player()
        by, size = self.variables(by=WORD, size=Range(0, CLAMPED))
        near = self.fresh("near", Range(-CLAMPED, CLAMPED))
        gain = load(self.ahead_by, player) - load(self.bases, player)
        clamped = choose(by > CLAMPED, CLAMPED, choose(by < -CLAMPED, -CLAMPED, by))
        share = near * (WON // 2) // (size + read(self.scale)) + WON // 2
        return (
            Each(
                player,
                span,
                (
                    Let(by, gain),
                    assign(near, clamped),
                    assign(size, choose(near < 0, 0 - near, near)),
                    store(self.rewards, player, share),
                ),
            ),
        )

    def _descend(self) -> None:
        """One playout: down the tree, on at random, and back with what came of it."""
        node, depth, waits = self.variables(
            node=NODE, depth=Range(0, MOST_PATH), waits=Range(-4, max(0, self.players - 1))
        )
        many, row, behind = self.variables(many=self.ahead.listing.count.range, row=self.ahead.row, behind=NODE)
        added, told = self.variables(added=TRUTH, told=Range(0, MOST_GUIDED))
        guided = self.fresh("guided", Range(0, MOST_GUIDED))
        by_chance: Block = (
            Let(row, self.call("any_row")),
            If(both(many > MERGED, read(self.alone) < 0), (self.ahead.advance(row), Continue("tree"))),
            Let(behind, self.call("find_node", node, row)),
        )
        chosen: Block = (Let(row, self.call("select", node)), Let(behind, read(self.selected)))
        given: Block = (
            Let(row, load(self.guide, within(told, indices(MOST_GUIDED)))),
            assign(told, told + 1),
            Let(behind, self.call("find_node", node, row)),
        )
        by_choice: Block = (If(told < guided, given, chosen),)
        by_need = If(both(waits >= 0, told < guided), (assign(told, told + 1),))
        new: Block = (
            If(read(self.nodes) >= MOST_NODES, (Break("tree"),)),
            Do(self.call("find_node", node, row)),
            Let(behind, self.call("add_node", node)),
            assign(added, 1),
        )
        place = within(depth, indices(MOST_PATH))
        loop: Block = (
            assign(waits, self.ahead.waiting()),
            If(either(self.stops(waits), depth >= MOST_PATH), (Break("tree"),)),
            Let(many, self.ahead.options()),
            If(many <= 1, (by_need, self.ahead.advance(0), Continue("tree"))),
            If(op("==", waits, CHANCE), by_chance, by_choice),
            If(op("==", behind, 0), new),
            store(self.path, place, behind),
            store(self.movers, place, waits),
            assign(depth, depth + 1),
            self.ahead.advance(row),
            Let(node, behind),
            If(both(added, told >= guided), (Break("tree"),)),
        )
        body: Block = (
            Copy(self.ahead.whole, self.root),
            self.ahead.begin(),
            assign(node, 0),
            assign(depth, 0),
            assign(added, 0),
            assign(told, 0),
            Loop("tree", loop),
            Do(self.call("wander", read(self.horizon))),
            invoke("judge"),
            *self._back(depth),
        )
        self.procedure("descend", [guided], body, out=True)

    def _back(self, depth: Expr) -> Block:
        """Returns the statements that note the result of a playout on the way back."""
        at, node = self.variables(at=indices(MOST_PATH), node=NODE)
        mover = self.fresh("mover", self.movers.range)
        reward = load(self.rewards, within(mover, indices(self.players)))
        noted: Block = (
            Let(node, load(self.path, at)),
            Let(mover, load(self.movers, at)),
            self._more(self.visits, node, Const(1)),
            If(mover >= 0, (self._more(self.sums, node, reward),)),
        )
        first = self._more(self.visits, Const(0), Const(1))
        summed: Block = (Each(at, up_to(depth), noted),)
        return (first, If(read(self.alone) < 0, summed, self._best_back(depth)))

    def _best_back(self, depth: Expr) -> Block:
        """The same where one player alone decides: before a choice a node is worth what the best node behind it is."""
        at, node = self.variables(at=Range(-1, MOST_PATH), node=NODE)
        behind, best, value = self.variables(behind=NODE, best=NODE, value=Range(0, WON))
        mover = self.fresh("mover", self.movers.range)

        def mean(of: Expr) -> Expr:
            return within(load(self.sums, of) // load(self.visits, of), Range(0, WON))

        better = either(op("==", best, 0), op("==", best, behind), mean(behind) > mean(best))
        visits = load(self.visits, node)
        by_choice: Block = (
            Let(best, load(self.bests, node)),
            If(better, (Let(best, behind), store(self.bests, node, behind))),
            Let(value, mean(best)),
            store(self.sums, node, value * visits),
        )
        by_mean: Block = (self._more(self.sums, node, value), Let(value, mean(node)))
        place = indices(MOST_PATH)
        step: Block = (
            assign(at, at - 1),
            If(at < 0, (Break("back"),)),
            Let(node, load(self.path, within(at, place))),
            self._more(self.visits, node, Const(1)),
            If(mover >= 0, by_choice, by_mean),
            Let(behind, node),
            Let(mover, load(self.movers, within(at, place))),
        )
        return (
            Let(at, depth),
            assign(mover, CHANCE),
            assign(behind, 0),
            Let(value, load(self.rewards, within(read(self.alone), indices(self.players)))),
            Loop("back", step),
        )

    def _more(self, array: Array, at: Expr, by: Expr) -> Statement:
        return store(array, at, load(array, at) + by)

    def _grow(self) -> None:
        many, n = self.variables(many=Range(0, MOST_PLAYOUTS), playout=indices(MOST_PLAYOUTS))
        each = Each(n, up_to(many), (invoke("descend", 0),))
        self.procedure("grow", [many], (each,), out=True)

    def _write_counts(self) -> None:
        """Writes the function that returns the number of tries of each row of the first node, their results, and the
        number of rows."""
        many, row, behind = self.variables(many=self.ahead.listing.count.range, row=self.ahead.row, behind=NODE)

        def of(array: Array) -> Expr:
            return choose(behind > 0, load(array, behind), 0)

        each: Block = (
            Let(behind, self.call("find_node", Const(0), row)),
            store(self.row_visits, row, of(self.visits)),
            store(self.row_sums, row, of(self.sums)),
        )
        body: Block = (
            Copy(self.ahead.whole, self.root),
            self.ahead.begin(),
            Let(many, self.ahead.options()),
            Each(row, up_to(many), each),
            Return(many),
        )
        self.make("count_roots", (), body, many.range, out=True)
