"""Monte Carlo tree search within a module, as `bots.tree_search` makes it (UCT).

A node of the tree is what led there: a node and a row, or what chance brought. Node 0 is where the search begins. Nodes
are found by two words made of the decision and the row, so that rows mean the same whatever else is listed.
"""

from __future__ import annotations

import math

from .construction import both, choose, either, load, no, read, store, within, write
from .driver import CHANCE, ENDED, MANY
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Call,
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
from .looking_ahead import FACTORS, LookingAhead
from .sampler import word

MOST_NODES = 2**17
"""Nodes of a tree; when there are so many none is added."""
TABLE = 2**18
MOST_PATH = 256
"""Nodes from the first one to the last at most."""
MOST_PLAYOUTS = 2**20
MOST_GUIDED = 64
"""Choices of the first playout that are given."""
MERGED = 8
"""Outcomes of chance above which they are not told from each other in the tree."""
WON = 1024
"""What a game that is won alone counts; one that is lost counts 0."""
ROOTS = 1024
PRECISION = 64
"""Parts of a point of `WON` in which means are compared."""
UNTRIED = 2**30
"""What is said for an option that was never tried: more than for any that was."""
CLAMPED = 2**20
"""The largest difference between positions that makes a difference, either way."""

NODE = Range(0, MOST_NODES - 1)
LOGS = tuple(round(256 * math.sqrt(math.log(max(1, n)))) for n in range(ROOTS))
MORE_LOGS = tuple(round(256 * math.sqrt(math.log(max(1, n) * ROOTS))) for n in range(ROOTS))
"""Of the number of visits, the root of the logarithm, in parts of 256; then by visits divided by `ROOTS`."""
INVERSE_ROOTS = tuple(round(4096 / math.sqrt(max(1, n))) for n in range(ROOTS))
"""Of the number of visits, 1 by the root, in parts of 4096; four times as many visits are half as much."""


class Tree:
    """Makes the functions `grow` (so many playouts from the position in `root`), `rooted` (the position is the first
    one), `wander` (a playout outside the tree) and `count_roots` (how often each row of the first node was tried)."""

    def __init__(self, ahead: LookingAhead) -> None:
        self.ahead, self.fresh, self.make = ahead, ahead.lowering.fresh, ahead.lowering.function
        memory, players = ahead.lowering.memory, ahead.lowering.players
        self.players = players
        self.root = memory.array("root", ahead.whole.length)
        self.nodes = memory.array("tree_nodes", 1, Range(1, MOST_NODES))
        self.visits = memory.array("visits", MOST_NODES, Range(0, MOST_PLAYOUTS))
        self.sums = memory.array("sums", MOST_NODES, Range(0, WON * MOST_PLAYOUTS))
        self.parents = memory.array("parents", MOST_NODES, NODE)
        self.keys = memory.array("keys", MOST_NODES), memory.array("other_keys", MOST_NODES)
        self.homes = memory.array("homes", MOST_NODES, Range(0, TABLE - 1))
        self.table = memory.array("tree_table", TABLE, NODE)
        self.home = memory.array("home", 1, Range(0, TABLE - 1))
        self.key = memory.array("key", 1), memory.array("other_key", 1)
        self.bests = memory.array("best_behind", MOST_NODES, NODE)
        self.guide = memory.array("guide", MOST_GUIDED, ahead.row)
        self.selected = memory.array("selected", 1, NODE)
        self.path = memory.array("path", MOST_PATH, NODE)
        self.movers = memory.array("movers", MOST_PATH, Range(CHANCE, players - 1))
        self.rewards = memory.array("rewards", players, Range(0, WON))
        self.worths = memory.array("worths", players, Range(-CLAMPED, CLAMPED))
        self.bases = memory.array("bases", players, Range(-2 * CLAMPED, 2 * CLAMPED))
        self.explore = memory.array("explore", 1, Range(0, 255))
        self.alone = memory.array("alone", 1, Range(-1, players - 1))
        self.horizon = memory.array("horizon", 1, MANY)
        self.scale = memory.array("scale", 1, Range(1, CLAMPED))
        self.row_visits = memory.array("row_visits", ahead.row.high + 1, self.visits.range)
        self.row_sums = memory.array("row_sums", ahead.row.high + 1, self.sums.range)

    def functions(self) -> None:
        """The functions of the search."""
        self._rooted()
        self._found()
        self._added()
        self._selected()
        self._wander()
        self._judge()
        self._descend()
        self._grow()
        self._counted()

    def _rooted(self) -> None:
        """The position is the first one, and the tree is cut down if that is asked for."""
        anew, node = self.fresh("anew", TRUTH), self.fresh("node", NODE)
        cleared: Block = (
            Each(node, Span(Const(1), read(self.nodes)), (store(self.table, load(self.homes, node), Const(0)),)),
            write(self.nodes, 1),
            write(self.visits, 0),
            write(self.sums, 0),
        )
        body: Block = (Copy(self.root, self.ahead.whole), If(anew, cleared), Return(Const(0)))
        self.make("rooted", [anew], body, TRUTH, out=True)

    # ---- nodes -------------------------------------------------------------------------------------------------------

    def _found(self) -> None:
        """The node that a row of the list leads to from a node, 0 if there is none yet; then `home` is its place in the
        table."""
        node, row = self.fresh("node", NODE), self.fresh("row", self.ahead.row)
        keys = [self.fresh(f"key_{n}", WORD) for n in range(2)]
        at, first = self.fresh("word", Range(0, self.ahead.strides.range.high - 1)), self.fresh("first", MANY)
        home, found = self.fresh("home", self.home.range), self.fresh("found", NODE)
        stride = self.fresh("stride", self.ahead.strides.range)
        value = load(self.ahead.listing.rows, within(first + at, self.ahead.listing.rows.bounds))
        mixed = tuple(
            Let(key, op("wrapped *", key ^ value, word(factor)) ^ key >> 15)
            for key, factor in zip(keys, FACTORS, strict=True)
        )
        start = op("wrapped +", keys[0], op("wrapped *", node, word(FACTORS[1])))
        same = both(
            op("==", load(self.parents, found), node),
            *(op("==", load(each, found), key) for each, key in zip(self.keys, keys, strict=True)),
        )
        probe: Block = (
            Let(found, load(self.table, home)),
            If(either(op("==", found, Const(0)), same), (Break("probing"),)),
            Let(home, home + 1 & TABLE - 1),
        )
        body: Block = (
            Let(stride, load(self.ahead.strides, self.ahead.pc)),
            Let(first, within(row * stride, MANY)),
            *(
                Let(key, op("wrapped *", self.ahead.pc + 1, word(factor)))
                for key, factor in zip(keys, FACTORS, strict=True)
            ),
            Each(at, Span(Const(0), stride), mixed),
            Let(home, (start ^ start >> 15) & TABLE - 1),
            Loop("probing", probe),
            write(self.home, home),
            *(write(cell, key) for cell, key in zip(self.key, keys, strict=True)),
            Return(found),
        )
        self.make("find_node", [node, row], body, NODE)

    def _added(self) -> None:
        """A node more, where `find_node` has just found none."""
        parent, node = self.fresh("parent", NODE), self.fresh("node", NODE)
        body: Block = (
            Let(node, within(read(self.nodes), NODE)),
            write(self.nodes, node + 1),
            store(self.visits, node, Const(0)),
            store(self.sums, node, Const(0)),
            store(self.bests, node, Const(0)),
            store(self.parents, node, parent),
            *(store(each, node, read(cell)) for each, cell in zip(self.keys, self.key, strict=True)),
            store(self.homes, node, read(self.home)),
            store(self.table, read(self.home), node),
            Return(node),
        )
        self.make("add_node", [parent], body, NODE)

    # ---- which option is tried next ----------------------------------------------------------------------------------

    def _upper(self, node: Expr, log: Expr) -> Expr:
        """What is said for a node: its mean, and how little that is worth."""
        visits, total = load(self.visits, node), load(self.sums, node)
        rest = within(total % visits, self.visits.range)
        mean = within(total // visits, Range(0, WON)) * PRECISION
        mean = mean + op("/", rest * PRECISION, visits)
        doubt = op("/", read(self.explore) * log * Call("inverse_root", (visits,), Range(0, 4096)), Const(1024))
        return mean + doubt

    def _roots(self) -> None:
        """1 by the root of a number of visits."""
        visits, half = self.fresh("visits", self.visits.range), self.fresh("half", Range(0, 31))
        table = self.ahead.lowering.memory.table(INVERSE_ROOTS)
        loop: Block = (
            If(visits < ROOTS, (Break("halving"),)),
            Let(visits, visits >> 2),
            Let(half, within(half + 1, half.range)),
        )
        known = load(table, within(visits, table.bounds)) >> half
        self.make("inverse_root", [visits], (Let(half, Const(0)), Loop("halving", loop), Return(known)), Range(0, 4096))

    def _selected(self) -> None:
        """The row that is tried next from a node; the node behind it goes into `selected`."""
        self._roots()
        node, many = self.fresh("node", NODE), self.fresh("many", self.ahead.listing.count.range)
        row, best, chosen = (
            self.fresh("row", self.ahead.row),
            self.fresh("best", WORD),
            self.fresh("chosen", self.ahead.row),
        )
        behind, of = self.fresh("behind", NODE), self.fresh("value", WORD)
        equal, visits = self.fresh("equal", Range(0, 20_000)), self.fresh("visits", self.visits.range)
        log = self.fresh("log", Range(0, 1024))
        tables = [self.ahead.lowering.memory.table(each) for each in (LOGS, MORE_LOGS)]
        logs = choose(
            visits < ROOTS,
            load(tables[0], within(visits, tables[0].bounds)),
            load(tables[1], within(op("/", visits, Const(ROOTS)), Range(0, ROOTS - 1))),
        )
        taken: Block = (Let(chosen, row), write(self.selected, behind))
        upper = choose(op("==", behind, Const(0)), Const(UNTRIED), self._upper(behind, log))
        lot = op("==", Call("below", (within(equal, Range(1, WORD.high)),), WORD), Const(0))
        each: Block = (
            Let(behind, Call("find_node", (node, row), NODE)),
            Let(of, within(upper, WORD)),
            If(
                of > best,
                (Let(best, of), Let(equal, Const(1)), *taken),
                (If(op("==", of, best), (Let(equal, within(equal + 1, equal.range)), If(lot, taken))),),
            ),
        )
        body: Block = (
            Let(many, self.ahead.options()),
            Let(visits, load(self.visits, node)),
            Let(log, within(logs, log.range)),
            Let(best, Const(-1)),
            Let(chosen, Const(0)),
            Let(equal, Const(1)),
            write(self.selected, 0),
            Each(row, Span(Const(0), many), each),
            Return(chosen),
        )
        self.make("select", [node], body, self.ahead.row)

    # ---- playouts ----------------------------------------------------------------------------------------------------

    def stopped(self, waits: Expr) -> Expr:
        """Whether a playout stops: it is over, all act at once, or it is another's turn where that is not looked at."""
        alone = read(self.alone)
        return either(waits < CHANCE, both(waits >= 0, alone >= 0, op("!=", waits, alone)))

    def _wander(self) -> None:
        """Goes on at random until it is over or so many steps are done, and chance is not due; how many it did."""
        bound, done = self.fresh("bound", MANY), self.fresh("done", MANY)
        waits = self.fresh("waits", Range(-4, max(0, self.players - 1)))
        ends = either(self.stopped(waits), both(done >= bound, waits >= 0))
        loop: Block = (
            Let(waits, within(self.ahead.waiting(), waits.range)),
            If(ends, (Break("playout"),)),
            Do(self.ahead.taken()),
            Let(done, within(done + 1, MANY)),
        )
        body: Block = (Let(done, Const(0)), Loop("playout", loop), Return(done))
        self.make("wander", [bound], body, MANY, out=True)

    def _each_player(self) -> tuple[Var, Span]:
        return self.fresh("player", Range(0, self.players - 1)), Span(Const(0), Const(self.players))

    def _judge(self) -> None:
        """The reward of every player, where a playout has stopped."""
        ended = op("==", self.ahead.waiting(), Const(ENDED)) if self.players > 1 else Const(0)
        self._valued()
        body: Block = (
            If(ended, (Do(Call("score", (), TRUTH)), *self._won(), Return(Const(0)))),
            Do(Call("compare", (), TRUTH)),
            *self._told(),
            Return(Const(0)),
        )
        self.make("judge", (), body, TRUTH)

    def _won(self) -> Block:
        """Those who have won share what there is to win, a side as one; where nobody has, all do."""
        arrays = {each.name: each for each in self.ahead.lowering.memory.arrays}
        winners, sides = arrays["winners"], arrays["sides"]
        mask, many = self.fresh("mask", winners.range), self.fresh("many", Range(0, self.players))
        one, span = self._each_player()
        other = self.fresh("other", one.range)
        beside = both(mask >> other & 1, op("==", load(sides, other), load(sides, one)))
        alone = no(Fold("some", other, Span(Const(0), one), beside))
        count = Fold("count", one, span, both(mask >> one & 1, alone))
        player, span = self._each_player()
        share = choose(many > 0, choose(mask >> player & 1, Const(WON) // many, Const(0)), Const(WON // self.players))
        stored = store(self.rewards, player, within(share, self.rewards.range))
        return (Let(mask, read(winners)), Let(many, within(count, many.range)), Each(player, span, (stored,)))

    def _valued(self) -> None:
        """The function `compare`: what the position is worth to each goes into `ahead_by`; beside the best of the
        others, where their turns are looked at."""
        self.ahead_by = self.ahead.lowering.memory.array("ahead_by", self.players, self.bases.range)
        player, span = self._each_player()
        value = self.fresh("value", WORD)
        clamped = choose(value > CLAMPED, Const(CLAMPED), choose(value < -CLAMPED, Const(-CLAMPED), value))
        valued: Block = (
            Let(value, self.ahead.worth(player)),
            store(self.worths, player, within(clamped, self.worths.range)),
        )
        mine, all_ = self._each_player()
        other = self.fresh("other", mine.range)
        best = Fold("most", other, all_, op("!=", other, mine), load(self.worths, other))
        others = choose(read(self.alone) < 0, best, Const(0)) if self.players > 1 else Const(0)
        by = load(self.worths, mine) - others
        compared = store(self.ahead_by, mine, within(by, self.ahead_by.range))
        self.make(
            "compare",
            (),
            (Each(player, span, valued), Each(mine, all_, (compared,)), Return(Const(0))),
            TRUTH,
            out=True,
        )

    def _told(self) -> Block:
        """How much better it stands than at the beginning, between nothing and all."""
        player, span = self._each_player()
        by, size = self.fresh("by", WORD), self.fresh("size", Range(0, CLAMPED))
        near = self.fresh("near", Range(-CLAMPED, CLAMPED))
        gain = load(self.ahead_by, player) - load(self.bases, player)
        clamped = choose(by > CLAMPED, Const(CLAMPED), choose(by < -CLAMPED, Const(-CLAMPED), by))
        share = near * (WON // 2) // (size + read(self.scale)) + WON // 2
        return (
            Each(
                player,
                span,
                (
                    Let(by, gain),
                    Let(near, within(clamped, near.range)),
                    Let(size, within(choose(near < 0, 0 - near, near), size.range)),
                    store(self.rewards, player, within(share, self.rewards.range)),
                ),
            ),
        )

    def _descend(self) -> None:
        """One playout: down the tree, on at random, and back with what came of it."""
        node, depth, waits = (
            self.fresh("node", NODE),
            self.fresh("depth", Range(0, MOST_PATH)),
            self.fresh("waits", Range(-4, max(0, self.players - 1))),
        )
        many, row, behind = (
            self.fresh("many", self.ahead.listing.count.range),
            self.fresh("row", self.ahead.row),
            self.fresh("behind", NODE),
        )
        added, told = self.fresh("added", TRUTH), self.fresh("told", Range(0, MOST_GUIDED))
        guided = self.fresh("guided", Range(0, MOST_GUIDED))
        by_chance: Block = (
            Let(row, Call("any_row", (), self.ahead.row)),
            If(both(many > MERGED, read(self.alone) < 0), (Do(self.ahead.advanced(row)), Continue("tree"))),
            Let(behind, Call("find_node", (node, row), NODE)),
        )
        chosen: Block = (Let(row, Call("select", (node,), self.ahead.row)), Let(behind, read(self.selected)))
        given: Block = (
            Let(row, load(self.guide, within(told, Range(0, MOST_GUIDED - 1)))),
            Let(told, within(told + 1, told.range)),
            Let(behind, Call("find_node", (node, row), NODE)),
        )
        by_choice: Block = (If(told < guided, given, chosen),)
        by_need = If(both(waits >= 0, told < guided), (Let(told, within(told + 1, told.range)),))
        new: Block = (
            If(read(self.nodes) >= MOST_NODES, (Break("tree"),)),
            Do(Call("find_node", (node, row), NODE)),
            Let(behind, Call("add_node", (node,), NODE)),
            Let(added, Const(1)),
        )
        place = within(depth, Range(0, MOST_PATH - 1))
        loop: Block = (
            Let(waits, within(self.ahead.waiting(), waits.range)),
            If(either(self.stopped(waits), depth >= MOST_PATH), (Break("tree"),)),
            Let(many, self.ahead.options()),
            If(many <= 1, (by_need, Do(self.ahead.advanced(Const(0))), Continue("tree"))),
            If(op("==", waits, Const(CHANCE)), by_chance, by_choice),
            If(op("==", behind, Const(0)), new),
            store(self.path, place, behind),
            store(self.movers, place, within(waits, self.movers.range)),
            Let(depth, within(depth + 1, depth.range)),
            Do(self.ahead.advanced(row)),
            Let(node, behind),
            If(both(added, told >= guided), (Break("tree"),)),
        )
        body: Block = (
            Copy(self.ahead.whole, self.root),
            Do(self.ahead.begun()),
            Let(node, Const(0)),
            Let(depth, Const(0)),
            Let(added, Const(0)),
            Let(told, Const(0)),
            Loop("tree", loop),
            Do(Call("wander", (read(self.horizon),), MANY)),
            Do(Call("judge", (), TRUTH)),
            *self._back(depth),
            Return(Const(0)),
        )
        self.make("descend", [guided], body, TRUTH, out=True)

    def _back(self, depth: Expr) -> Block:
        """What came of a playout is noted on the way back."""
        at, node = self.fresh("at", Range(0, MOST_PATH - 1)), self.fresh("node", NODE)
        mover = self.fresh("mover", self.movers.range)
        reward = load(self.rewards, within(mover, Range(0, self.players - 1)))
        noted: Block = (
            Let(node, load(self.path, at)),
            Let(mover, load(self.movers, at)),
            self._more(self.visits, node, Const(1)),
            If(mover >= 0, (self._more(self.sums, node, reward),)),
        )
        first = self._more(self.visits, Const(0), Const(1))
        summed: Block = (Each(at, Span(Const(0), depth), noted),)
        return (first, If(read(self.alone) < 0, summed, self._best_back(depth)))

    def _best_back(self, depth: Expr) -> Block:
        """The same where one player alone decides: before a choice a node is worth what the best node behind it is."""
        at, node = self.fresh("at", Range(-1, MOST_PATH)), self.fresh("node", NODE)
        behind, best, value = self.fresh("behind", NODE), self.fresh("best", NODE), self.fresh("value", Range(0, WON))
        mover = self.fresh("mover", self.movers.range)

        def mean(of: Expr) -> Expr:
            return within(load(self.sums, of) // load(self.visits, of), Range(0, WON))

        better = either(op("==", best, Const(0)), op("==", best, behind), mean(behind) > mean(best))
        visits = load(self.visits, node)
        by_choice: Block = (
            Let(best, load(self.bests, node)),
            If(better, (Let(best, behind), store(self.bests, node, behind))),
            Let(value, mean(best)),
            store(self.sums, node, within(value * visits, self.sums.range)),
        )
        by_mean: Block = (self._more(self.sums, node, value), Let(value, mean(node)))
        place = Range(0, MOST_PATH - 1)
        step: Block = (
            Let(at, within(at - 1, at.range)),
            If(at < 0, (Break("back"),)),
            Let(node, load(self.path, within(at, place))),
            self._more(self.visits, node, Const(1)),
            If(mover >= 0, by_choice, by_mean),
            Let(behind, node),
            Let(mover, load(self.movers, within(at, place))),
        )
        return (
            Let(at, depth),
            Let(mover, Const(CHANCE)),
            Let(behind, Const(0)),
            Let(value, load(self.rewards, within(read(self.alone), Range(0, self.players - 1)))),
            Loop("back", step),
        )

    def _more(self, array: Array, at: Expr, by: Expr) -> Statement:
        return store(array, at, within(load(array, at) + by, array.range))

    def _grow(self) -> None:
        many, n = self.fresh("many", Range(0, MOST_PLAYOUTS)), self.fresh("playout", Range(0, MOST_PLAYOUTS - 1))
        body: Block = (Each(n, Span(Const(0), many), (Do(Call("descend", (Const(0),), TRUTH)),)), Return(Const(0)))
        self.make("grow", [many], body, TRUTH, out=True)

    def _counted(self) -> None:
        """How often each row of the first node was tried, and what came of it; how many rows there are."""
        many, row, behind = (
            self.fresh("many", self.ahead.listing.count.range),
            self.fresh("row", self.ahead.row),
            self.fresh("behind", NODE),
        )

        def of(array: Array) -> Expr:
            return choose(behind > 0, load(array, behind), Const(0))

        each: Block = (
            Let(behind, Call("find_node", (Const(0), row), NODE)),
            store(self.row_visits, row, of(self.visits)),
            store(self.row_sums, row, of(self.sums)),
        )
        body: Block = (
            Copy(self.ahead.whole, self.root),
            Do(self.ahead.begun()),
            Let(many, self.ahead.options()),
            Each(row, Span(Const(0), many), each),
            Return(many),
        )
        self.make("count_roots", (), body, many.range, out=True)
