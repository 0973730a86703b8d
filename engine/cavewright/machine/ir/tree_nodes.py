"""Monte Carlo tree search within a module, as `bots.tree_search` makes it (UCT).

A node of the tree is what led there: a node and a row, or what chance brought. Node 0 is where the search begins. Nodes
are found by two words made of the decision and the row, so that rows mean the same whatever else is listed.
"""

from __future__ import annotations

from ...rules.model.tree_limits import (
    CLAMPED,
    INVERSE_ROOTS,
    LOGS,
    MORE_LOGS,
    MOST_GUIDED,
    MOST_NODES,
    MOST_PATH,
    MOST_PLAYOUTS,
    PRECISION,
    ROOTS,
    TABLE,
    UNTRIED,
    WON,
)
from .construction import assign, both, choose, either, indices, load, read, store, up_to, within, write
from .driver import CHANCE, MANY
from .form import (
    TRUTH,
    WORD,
    Block,
    Break,
    Const,
    Copy,
    Each,
    Expr,
    If,
    Let,
    Loop,
    Range,
    Return,
    Span,
    op,
)
from .sampler import word
from .search_steps import FACTORS, LookingAhead

NODE = indices(MOST_NODES)


class Nodes:
    """Makes the functions `grow` (so many playouts from the position in `root`), `rooted` (the position is the first
    one), `wander` (a playout outside the tree) and `count_roots` (how often each row of the first node was tried)."""

    def __init__(self, ahead: LookingAhead) -> None:
        self.ahead, self.fresh = ahead, ahead.lowering.fresh
        self.variables, self.call = ahead.lowering.variables, ahead.lowering.call
        self.make, self.procedure = ahead.lowering.function, ahead.lowering.procedure
        memory, players = ahead.lowering.memory, ahead.lowering.players
        self.players = players
        self.root = memory.array("root", ahead.whole.length)
        self.nodes = memory.array("tree_nodes", 1, Range(1, MOST_NODES))
        self.visits = memory.array("visits", MOST_NODES, Range(0, MOST_PLAYOUTS))
        self.sums = memory.array("sums", MOST_NODES, Range(0, WON * MOST_PLAYOUTS))
        self.parents = memory.array("parents", MOST_NODES, NODE)
        self.keys = memory.array("keys", MOST_NODES), memory.array("other_keys", MOST_NODES)
        self.homes = memory.array("homes", MOST_NODES, indices(TABLE))
        self.table = memory.array("tree_table", TABLE, NODE)
        self.home = memory.array("home", 1, indices(TABLE))
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
        """The functions of the nodes."""
        self._write_root()
        self._write_find()
        self._write_add()
        self._write_select()

    def _write_root(self) -> None:
        """The position is the first one, and the tree is cut down if that is asked for."""
        anew, node = self.variables(anew=TRUTH, node=NODE)
        cleared: Block = (
            Each(node, Span(Const(1), read(self.nodes)), (store(self.table, load(self.homes, node), 0),)),
            write(self.nodes, 1),
            write(self.visits, 0),
            write(self.sums, 0),
        )
        body = (Copy(self.root, self.ahead.whole), If(anew, cleared))
        self.procedure("rooted", [anew], body, out=True)

    # ---- nodes -------------------------------------------------------------------------------------------------------

    def _write_find(self) -> None:
        """The node that a row of the list leads to from a node, 0 if there is none yet; then `home` is its place in the
        table."""
        node, row = self.variables(node=NODE, row=self.ahead.row)
        keys = [self.fresh(f"key_{n}", WORD) for n in range(2)]
        at, first = self.variables(word=indices(self.ahead.strides.range.high), first=MANY)
        home, found = self.variables(home=self.home.range, found=NODE)
        stride = self.fresh("stride", self.ahead.strides.range)
        value = load(self.ahead.listing.rows, first + at)
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
            If(either(op("==", found, 0), same), (Break("probing"),)),
            Let(home, home + 1 & TABLE - 1),
        )
        body: Block = (
            Let(stride, load(self.ahead.strides, self.ahead.pc)),
            assign(first, row * stride),
            *(
                Let(key, op("wrapped *", self.ahead.pc + 1, word(factor)))
                for key, factor in zip(keys, FACTORS, strict=True)
            ),
            Each(at, up_to(stride), mixed),
            Let(home, (start ^ start >> 15) & TABLE - 1),
            Loop("probing", probe),
            write(self.home, home),
            *(write(cell, key) for cell, key in zip(self.key, keys, strict=True)),
            Return(found),
        )
        self.make("find_node", [node, row], body, NODE)

    def _write_add(self) -> None:
        """A node more, where `find_node` has just found none."""
        parent, node = self.variables(parent=NODE, node=NODE)
        body: Block = (
            assign(node, read(self.nodes)),
            write(self.nodes, node + 1),
            store(self.visits, node, 0),
            store(self.sums, node, 0),
            store(self.bests, node, 0),
            store(self.parents, node, parent),
            *(store(each, node, read(cell)) for each, cell in zip(self.keys, self.key, strict=True)),
            store(self.homes, node, read(self.home)),
            store(self.table, read(self.home), node),
            Return(node),
        )
        self.make("add_node", [parent], body, NODE)

    # ---- which option is tried next ----------------------------------------------------------------------------------

    def _upper(self, node: Expr, log: Expr) -> Expr:
        """Returns the upper bound of a node: its mean, and how little that is worth."""
        visits, total = load(self.visits, node), load(self.sums, node)
        rest = within(total % visits, self.visits.range)
        mean = within(total // visits, Range(0, WON)) * PRECISION
        mean = mean + op("/", rest * PRECISION, visits)
        doubt = op("/", read(self.explore) * log * self.call("inverse_root", visits), 1024)
        return mean + doubt

    def _roots(self) -> None:
        """1 by the root of a number of visits."""
        visits, half = self.variables(visits=self.visits.range, half=Range(0, 31))
        table = self.ahead.lowering.memory.table(INVERSE_ROOTS)
        loop: Block = (
            If(visits < ROOTS, (Break("halving"),)),
            Let(visits, visits >> 2),
            assign(half, half + 1),
        )
        known = load(table, visits) >> half
        self.make("inverse_root", [visits], (assign(half, 0), Loop("halving", loop), Return(known)), Range(0, 4096))

    def _write_select(self) -> None:
        """The row that is tried next from a node; the node behind it goes into `selected`."""
        self._roots()
        node, many = self.variables(node=NODE, many=self.ahead.listing.count.range)
        row, best, chosen = self.variables(row=self.ahead.row, best=WORD, chosen=self.ahead.row)
        behind, of = self.variables(behind=NODE, value=WORD)
        equal, visits = self.variables(equal=Range(0, 20_000), visits=self.visits.range)
        log = self.fresh("log", Range(0, 1024))
        tables = [self.ahead.lowering.memory.table(each) for each in (LOGS, MORE_LOGS)]
        logs = choose(
            visits < ROOTS,
            load(tables[0], visits),
            load(tables[1], within(op("/", visits, ROOTS), indices(ROOTS))),
        )
        taken: Block = (Let(chosen, row), write(self.selected, behind))
        upper = choose(op("==", behind, 0), UNTRIED, self._upper(behind, log))
        lot = op("==", self.call("below", equal), 0)
        each: Block = (
            Let(behind, self.call("find_node", node, row)),
            assign(of, upper),
            If(
                of > best,
                (Let(best, of), assign(equal, 1), *taken),
                (If(op("==", of, best), (assign(equal, equal + 1), If(lot, taken))),),
            ),
        )
        body: Block = (
            Let(many, self.ahead.options()),
            Let(visits, load(self.visits, node)),
            assign(log, logs),
            assign(best, -1),
            assign(chosen, 0),
            assign(equal, 1),
            write(self.selected, 0),
            Each(row, up_to(many), each),
            Return(chosen),
        )
        self.make("select", [node], body, self.ahead.row)
