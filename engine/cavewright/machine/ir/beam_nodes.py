"""Beam search within a module: the plan of the greedy bot, as `bots.beam_search` makes it.

Positions of a level lie in one half of `positions`, those of the next in the other. Of other nodes only what led there
is kept.
"""

from __future__ import annotations

from ...rules.model.beam_limits import DEPTH, FRUITLESS, NODES, PACKING, POINTS, TWINS, WIDTH
from .construction import (
    DONE,
    assign,
    both,
    choose,
    either,
    indices,
    invoke,
    load,
    no,
    read,
    store,
    up_to,
    within,
    write,
)
from .driver import CHANCE, MANY
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Const,
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
    Var,
    op,
)
from .search_steps import LookingAhead

MOST_CHILDREN = 2_000
"""Options of the decision at which a plan begins; with more it is made in Python."""
MOST_NODES = MOST_CHILDREN + NODES + 1
MOST_BEAM = 64
"""Positions that are followed up at one depth; with more the plan is made in Python."""
GAVE_UP = -2
NODE = indices(MOST_NODES)


class Nodes:
    """Makes the function `plan`: of a player, how many steps its plan has that are known, the rows of which then stand
    in `rows`. It is 0 where all positions that were looked at are worth the same."""

    def __init__(self, ahead: LookingAhead) -> None:
        self.ahead, self.fresh = ahead, ahead.lowering.fresh
        self.variables, self.call = ahead.lowering.variables, ahead.lowering.call
        self.make, self.procedure = ahead.lowering.function, ahead.lowering.procedure
        memory = ahead.lowering.memory
        self.points = memory.array("points", POINTS)
        self.rows = memory.array("plan_rows", DEPTH, ahead.row)
        self.player = memory.array("planner", 1, indices(ahead.lowering.players))
        self.left = memory.array("nodes_left", 1, Range(-MOST_NODES, NODES))
        self.nodes = memory.array("nodes", 1, Range(0, MOST_NODES))
        self.gave_up = memory.array("gave_up", 1, TRUTH)
        self.tries = memory.array("tries", max(1, ahead.kinds), Range(-1, NODES))

        def column(name: str, range_: Range = WORD) -> Array:
            return memory.array(f"node_{name}", MOST_NODES, range_)

        self.parent, self.row = column("parent", Range(-1, NODE.high)), column("row", ahead.row)
        self.value, self.chances = column("value"), column("chances", MANY)
        self.over, self.at = column("over", TRUTH), column("at", Range(0, len(ahead.code)))
        self.prints = column("print"), column("other_print")
        self.place, self.grouped = column("place", indices(2 * MOST_BEAM)), column("grouped", TRUTH)
        self.positions = memory.array("beam_positions", ahead.whole.length * 2 * MOST_BEAM)
        self.level, self.beam, self.last = (
            memory.array(name, size, NODE)
            for name, size in (("level", MOST_NODES), ("beam", MOST_BEAM), ("last", MOST_BEAM))
        )
        self.beam_count, self.last_count = (
            memory.array(name, 1, Range(0, MOST_BEAM)) for name in ("beam_count", "last_count")
        )
        packing = [int(each) for each in ahead.packing]
        self.packing = memory.table(packing)

    def functions(self) -> None:
        """The functions of the nodes."""
        self._draw()
        self._child()
        self._expand()
        self._spread()
        self._pick()

    # ---- one node ----------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Samples chance until somebody decides: the nth time in a plan at the same point, whatever was done before."""
        chances = self.fresh("chances", MANY)
        weight, point = self.variables(weight=MANY, point=WORD)
        at = op("high *", point, weight)
        loop: Block = (
            If(op("!=", self.ahead.waiting(), CHANCE), (Break("chance"),)),
            Do(self.ahead.options()),
            Let(weight, read(self.ahead.weight)),
            Let(point, load(self.points, chances % POINTS)),
            self.ahead.advance(self.call("at_point", at)),
            assign(chances, chances + 1),
        )
        self.make("draw_on", [chances], (Loop("chance", loop), Return(chances)), MANY)

    def _arrive(self, parent: Expr, row: Expr) -> Block:
        """Goes on with a row from the position of a node that is followed up, which is put in place before."""
        ahead = self.ahead
        return (
            Copy(ahead.whole, self.positions, Const(0), load(self.place, parent)),
            ahead.begin(),
            *ahead.only(row),
            ahead.advance(0),
        )

    def _child(self) -> None:
        """Looks at the position behind a row, and notes its node; whether that was fruitful."""
        parent, row = self.variables(parent=NODE, row=self.ahead.row)
        chances, node, waits = self.variables(chances=MANY, node=NODE, waits=WORD)
        player, value = read(self.player), self.fresh("value", WORD)
        over = op("!=", waits, player)
        columns = (
            (self.parent, parent),
            (self.row, row),
            (self.value, value),
            (self.chances, chances),
            (self.over, over),
            (self.at, self.ahead.pc),
            (self.prints[0], read(self.ahead.prints[0])),
            (self.prints[1], read(self.ahead.prints[1])),
            (self.grouped, over),
        )
        body: Block = (
            *self._arrive(parent, row),
            Let(chances, self.call("draw_on", load(self.chances, parent))),
            If(self.ahead.at_fork(), (write(self.gave_up, 1), DONE)),
            Let(waits, self.ahead.waiting()),
            Let(value, self.ahead.worth(player)),
            If(op("==", waits, player), (self.ahead.print_position(),)),
            assign(node, read(self.nodes)),
            write(self.nodes, node + 1),
            *(store(column, node, what) for column, what in columns),
            Return(either(over, value >= load(self.value, parent))),
        )
        self.make("look_at", [parent, row], body, TRUTH)

    def _expand(self) -> None:
        """Looks at what each option of a node leads to, as far as nodes are left."""
        ahead, node = self.ahead, self.fresh("node", NODE)
        many, row = self.variables(many=ahead.listing.count.range, row=ahead.row)
        kind = self.fresh("kind", Range(0, max(0, ahead.kinds - 1)))
        fruitful, tried = self.variables(fruitful=TRUTH, tried=self.tries.range)
        left = read(self.left)
        skipped = both(node > 0, either(left <= 0, tried >= FRUITLESS))
        learned = choose(either(fruitful, tried < 0), -1, tried + 1)
        looked: Block = (
            Let(kind, ahead.kind(row)),
            Let(tried, load(self.tries, kind)),
            If(
                no(skipped),
                (
                    write(self.left, within(left - 1, self.left.range)),
                    Let(fruitful, self.call("look_at", node, row)),
                    store(self.tries, kind, learned),
                ),
            ),
        )
        body: Block = (
            Copy(ahead.whole, self.positions, Const(0), load(self.place, node)),
            ahead.begin(),
            Let(many, ahead.options()),
            If(many > MOST_CHILDREN, (write(self.gave_up, 1), DONE)),
            *ahead.keep_rows(many),
            Each(row, up_to(many), looked),
        )
        self.procedure("expand", [node], body)

    # ---- who is followed up ------------------------------------------------------------------------------------------

    def _spread(self) -> None:
        """Follows up a node, if there are not too many of its worth, and none in the same position; whether it was."""
        node, first, most = self.variables(node=NODE, first=Range(0, MOST_BEAM), most=MANY)
        count = read(self.beam_count)
        at, other, span = *(self.fresh("at", indices(MOST_BEAM)) for _ in range(2)), Span(first, count)
        worth_same = op("==", load(self.value, load(self.beam, at)), load(self.value, node))
        same = Fold("count", at, span, worth_same)
        like = [op("==", load(each, load(self.beam, other)), load(each, node)) for each in self.prints]
        alike = op("==", load(self.value, load(self.beam, other)), load(self.value, node))
        equal = Fold("some", other, span, both(alike, *like))
        put: Block = (
            If(count >= MOST_BEAM, (write(self.gave_up, 1), DONE)),
            store(self.beam, count, node),
            write(self.beam_count, count + 1),
        )
        body = (If(both(same < most, no(equal)), put),)
        self.procedure("follow_up", [node, first, most], body)

    def _sort(self, first: Expr, count: Var) -> Block:
        """The nodes from one on whose turn is not over, the best first, into `level`."""
        node, at = self.variables(node=NODE, place=Range(0, MOST_NODES))
        before = within(at - 1, NODE)
        worse = load(self.value, load(self.level, before)) < load(self.value, node)
        moved: Block = (
            If(at <= 0, (Break("sorting"),)),
            If(no(worse), (Break("sorting"),)),
            store(self.level, within(at, NODE), load(self.level, before)),
            Let(at, before),
        )
        inserted: Block = (
            Let(at, count),
            Loop("sorting", moved),
            store(self.level, within(at, NODE), node),
            assign(count, count + 1),
        )
        chosen = If(no(load(self.over, node)), inserted)
        return (assign(count, 0), Each(node, Span(first, read(self.nodes)), (chosen,)))

    def _pick(self) -> None:
        """Chooses the nodes of the next level, and puts their positions into the half that is not `half`."""
        first, half = self.variables(first=Range(0, MOST_NODES), half=TRUTH)
        count = self.fresh("count", Range(0, MOST_NODES))
        at, of_group = self.variables(at=NODE, of_group=Range(0, MOST_BEAM))
        head, width, round_ = self.variables(head=NODE, width=MANY, round=TRUTH)
        node, peer = self.variables(node=NODE, peer=NODE)
        packs = load(self.packing, load(self.at, head))
        begun = read(self.beam_count)
        most = choose(op("==", round_, 0), TWINS, width)
        mine = op("==", load(self.at, node), load(self.at, head))
        taken: Block = (
            Let(node, load(self.level, peer)),
            If(
                both(mine, begun - of_group < width),
                (store(self.grouped, node, Const(1)), invoke("follow_up", node, of_group, most)),
                (If(mine, (store(self.grouped, node, Const(1)),)),),
            ),
        )
        rounds = Each(round_, up_to(2 - packs), (Each(peer, Span(at, count), taken),))
        group: Block = (
            Let(head, load(self.level, at)),
            If(
                no(load(self.grouped, head)),
                (
                    Let(of_group, begun),
                    Let(width, choose(packs, PACKING, WIDTH)),
                    rounds,
                ),
            ),
        )
        body: Block = (
            *self._sort(first, count),
            write(self.beam_count, 0),
            Each(at, up_to(count), group),
            *self._follow(half),
        )
        self.procedure("pick", [first, half], body)

    def _follow(self, half: Expr) -> Block:
        """The positions of what is followed up are reached again and kept."""
        ahead, at = self.ahead, self.fresh("at", indices(MOST_BEAM))
        node, parent = self.variables(node=NODE, parent=NODE)
        place = at + (1 - half) * MOST_BEAM
        again: Block = (
            Let(node, load(self.beam, at)),
            assign(parent, load(self.parent, node)),
            Copy(ahead.whole, self.positions, Const(0), load(self.place, parent)),
            ahead.begin(),
            Do(ahead.options()),
            ahead.advance(load(self.row, node)),
            Do(self.call("draw_on", load(self.chances, parent))),
            Copy(self.positions, ahead.whole, place),
            store(self.place, node, place),
        )
        kept = store(self.last, at, load(self.beam, at))
        noted = If(read(self.beam_count) > 0, (write(self.last_count, 0),))
        counted = write(self.last_count, within(at + 1, self.last_count.range))
        return (noted, Each(at, up_to(read(self.beam_count)), (*again, kept, counted)))
