"""Lowering of repacking: kind by kind a player says how many go into the first bag, the others go into the second.

What can be said follows from the same search as in the interpreter: for all kinds behind one, how little room they need in
the second bag, by how much they take in the first.
"""

from __future__ import annotations

from collections.abc import Callable

from ...rules.check.expression_cost import MOST_WAYS
from ...rules.model.capacities import endless_rows, sizes_in
from ...rules.model.types import MOST
from ...rules.program import instructions as i
from .construction import (
    YES,
    assign,
    both,
    choose,
    either,
    indices,
    invoke,
    load,
    no,
    read,
    smaller,
    store,
    up_to,
    within,
    write,
)
from .decisions import MOST_OPTIONS, OptionList
from .effects import Effects
from .expressions import whole
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Call,
    Const,
    Each,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Put,
    Range,
    Return,
    Span,
    Statement,
    Var,
    op,
)
from .scope import HERE, UnloweredError

BOUNDLESS = MOST
"""The room of a bag that holds anything."""
LARGEST = 1_000
"""The room of a bag that is shared out, where it has a bound."""


class Repack:
    """The functions of one repacking."""

    def __init__(self, node: i.Repacking, effects: Effects, listing: OptionList) -> None:
        self.node, self.effects, self.lowering, self.listing = node, effects, effects.lowering, listing
        self.fresh, self.variables = self.lowering.fresh, self.lowering.variables
        kind = effects.rules.kinds[node.kind]
        self.rows, self.name = len(kind.rows), f"{node.at}"
        memory, layout = self.lowering.memory, effects.layout
        self.rooms = tuple(each.type.room or BOUNDLESS for each in (node.first, node.second))
        if self.rooms[0] != BOUNDLESS and self.rooms[0] > LARGEST:
            raise UnloweredError("repack", f"the first bag has room for more than {LARGEST}", node.first.span)
        self.sizes = [memory.table(sizes_in(each.type, kind)) for each in (node.first, node.second)]
        self.endless = memory.table(list(map(int, endless_rows(node.second.type, kind))))
        self.hands = memory.view(f"hands_{self.name}", layout.at[node.hands], self.rows, Range(0, MOST))
        self.at = layout.cell(node.at)
        self.numbers = memory.array(f"numbers_{self.name}", MOST_WAYS, Range(0, MOST))
        self.fillings = memory.array(f"fillings_{self.name}", self.width, Range(0, BOUNDLESS + 1))
        self.next = memory.array(f"next_fillings_{self.name}", self.width, Range(0, BOUNDLESS + 1))
        self.kinds = indices(self.rows)
        self._with()
        self._counts()
        self._write_put()

    @property
    def width(self) -> int:
        """Greatest number of amounts of room that may be taken in the first bag."""
        return 1 if self.rooms[0] == BOUNDLESS else self.rooms[0] + 1

    def bag(self, which: int) -> tuple[Array, Expr]:
        """Returns the place of a bag: its array, and the entry for none."""
        array, at, _ = self.lowering.bag((self.node.first, self.node.second)[which], HERE)
        return array, at

    def entry(self, which: int, piece: Expr) -> tuple[Array, Expr]:
        """Returns the entry of the number of a piece."""
        array, at = self.bag(which)
        return array, at + piece + 1

    def room(self, which: int) -> Expr:
        """Returns the room that is left in a bag."""
        bag = (self.node.first, self.node.second)[which]
        kind = self.effects.rules.kinds[bag.type.name]
        used = self.lowering.room_taken(bag, HERE, kind.columns[bag.type.measure].values if bag.type.measure else ())
        return within(whole(self.rooms[which] - used), Range(-MOST, MOST))

    # ---- opening -----------------------------------------------------------------------------------------------------

    def open(self) -> Block:
        """Everything that takes part lies on the table."""
        owners = [
            self.effects.expr(each.args[1]) if each.args[1] is not None else Const(0)
            for each in (self.node.first, self.node.second)
        ]
        same = op("==", *owners) if self.node.first.args[0] is self.node.second.args[0] else Const(0)
        nothing = either(same, *(each < 0 for each in owners))
        piece = self.fresh("piece", self.kinds)
        amounts = [self.effects.let(f"held{n}", load(*self.entry(n, piece))) for n in (0, 1)]
        total = choose(load(self.endless, piece), 0, amounts[0][1] + amounts[1][1])
        taken: list[Statement] = [each for each, _ in amounts]
        taken.append(store(self.hands, piece, whole(total + 1)))
        taken += [store(*self.entry(n, piece), Const(0)) for n in (0, 1)]
        where = self.node.where
        chosen = self.lowering.truth(where, HERE.bind(self.node.piece, piece)) if where is not None else YES
        each = Each(piece, up_to(self.rows), (If(chosen, tuple(taken)),))
        return (write(self.at, 0), If(no(nothing), (each,)), self.lowering.stamp_write())

    # ---- what can be said --------------------------------------------------------------------------------------------

    def ways(self, piece: Expr, a: Expr, b: Expr, body: Callable[[Expr, Expr, Expr], Block]) -> Block:
        """For every number of a kind that can go into the first bag: the number, the room left in both. At most
        `MOST_WAYS` numbers, the least ones."""
        n, total = self.variables(n=Range(0, MOST), total=Range(0, MOST))
        size, other = self.variables(size=self.sizes[0].range, other=self.sizes[1].range)
        endless, least, most = self.variables(endless=TRUTH, least=Range(0, MOST), most=WORD)
        fits = whole(total - b // other)
        low = choose(both(op("!=", other, 0), no(endless)), choose(fits < 0, 0, fits), 0)
        top = choose(endless, MOST_WAYS - 1, total)
        by_room = choose(op("==", size, 0), top, smaller(top, a // size))
        rest = choose(endless, 0, total - n)
        mine, theirs = self.variables(mine=Range(-MOST, MOST), theirs=Range(-MOST, MOST))
        inner: Block = (
            assign(theirs, b - op("clamped *", rest, other)),
            assign(mine, a - op("clamped *", n, size)),
            If(theirs >= 0, body(n, mine, theirs)),
        )
        return (
            Let(size, load(self.sizes[0], piece)),
            Let(other, load(self.sizes[1], piece)),
            Let(endless, load(self.endless, piece)),
            assign(total, load(self.hands, piece) - 1),
            assign(least, low),
            Let(most, smaller(by_room, least + (MOST_WAYS - 1))),
            Each(n, Span(least, whole(within(most, Range(-MOST, MOST - 1)) + 1)), inner),
        )

    def _with(self) -> None:
        """The function that adds a kind to the fillings: by room taken in the first bag, the least in the second."""
        piece, first = self.variables(piece=self.kinds, first=indices(self.width))
        mine_taken, both_taken = self.variables(mine_taken=WORD, both_taken=WORD)

        def body(n: Expr, mine: Expr, theirs: Expr) -> Block:
            held = load(self.fillings, first)
            total = whole(self.rooms[1] - theirs + held)
            place = within(mine_taken, indices(self.width))
            fits = both(mine_taken < self.width, both_taken <= self.rooms[1])
            shorter = (If(both_taken < load(self.next, place), (store(self.next, place, both_taken),)),)
            known: Block = (
                Let(mine_taken, whole(self.rooms[0] - mine + first)),
                Let(both_taken, total),
                If(fits, shorter),
            )
            add = (If(held <= self.rooms[1], known),)
            return (Each(first, up_to(self.width), add),)

        rooms = (Const(self.rooms[0]), Const(self.rooms[1]))
        one, other = self.fresh("first", first.range), self.fresh("first", first.range)
        whole_width = up_to(self.width)
        body_: Block = (
            Each(one, whole_width, (store(self.next, one, BOUNDLESS + 1),)),
            *self.ways(piece, *rooms, body),
            Each(other, whole_width, (store(self.fillings, other, load(self.next, other)),)),
        )
        self.lowering.procedure(f"fill_{self.name}", [piece], body_)

    def _behind(self, piece: Var) -> Block:
        """The fillings of all kinds behind one."""
        kind, each = self.variables(kind=Range(0, self.rows), first=indices(self.width))
        last = within(kind, self.kinds)
        fill = invoke(f"fill_{self.name}", last)
        loop: Block = (
            assign(kind, kind - 1),
            If(kind <= piece, (Break("kinds"),)),
            If(op("!=", load(self.hands, last), 0), (fill,)),
        )
        return (
            Each(each, up_to(self.width), (store(self.fillings, each, BOUNDLESS + 1),)),
            write(self.fillings, 0),
            assign(kind, self.rows),
            Loop("kinds", loop),
        )

    def _counts(self) -> None:
        """The function that writes down the numbers of the current kind that can go into the first bag."""
        many, least = self.variables(many=Range(0, MOST_WAYS), least=Range(0, BOUNDLESS + 1))
        piece, a, b, wanted = self.variables(piece=self.kinds, a=Range(-MOST, MOST), b=Range(-MOST, MOST), wanted=WORD)
        left, first, place = (
            self.fresh("left", WORD),
            self.fresh("first", indices(self.width)),
            indices(MOST_WAYS),
        )
        rooms = self.lowering.memory.array(f"left_rooms_{self.name}", MOST_WAYS, Range(0, BOUNDLESS + 1))

        def body(n: Expr, mine: Expr, theirs: Expr) -> Block:
            fits = both(first <= mine, load(self.fillings, first) <= theirs)
            closer: Block = (Let(left, whole(mine - first)),)
            more: Block = (
                store(rooms, within(many, place), left),
                store(self.numbers, within(many, place), n),
                assign(many, many + 1),
                If(left < least, (assign(least, left),)),
            )
            search = Each(first, up_to(self.width), (If(fits, closer),))
            return (assign(left, -1), search, If(left >= 0, more))

        filling = self.node.filling
        need = whole(self.rooms[0] - self.effects.expr(filling)) if filling is not None else Const(BOUNDLESS)
        self.lowering.function(
            f"counts_{self.name}",
            (),
            (
                assign(piece, read(self.at) - 1),
                *(self._behind(piece) if self.rooms[0] != BOUNDLESS else self._all_behind(piece)),
                assign(many, 0),
                assign(least, BOUNDLESS + 1),
                Let(a, self.room(0)),
                Let(b, self.room(1)),
                Let(wanted, need),
                *self.ways(piece, a, b, body),
                If(op("==", many, 0), (write(self.numbers, 0), Return(Const(1)))),
                *self._keep_numbers(many, choose(wanted > least, wanted, least), rooms),
            ),
            many.range,
        )

    def _all_behind(self, piece: Var) -> Block:
        raise UnloweredError("repack", "the first bag has no bound", self.node.first.span)

    def _keep_numbers(self, many: Var, bound: Expr, rooms: Array) -> Block:
        """Of the numbers those that leave no more room than they may."""
        limit, kept, at = self.variables(limit=WORD, kept=Range(0, MOST_WAYS), at=indices(MOST_WAYS))
        keep: Block = (
            store(self.numbers, within(kept, at.range), load(self.numbers, at)),
            assign(kept, kept + 1),
        )
        each = Each(at, up_to(many), (If(load(rooms, at) <= limit, keep),))
        return (Let(limit, bound), assign(kept, 0), each, Return(kept))

    # ---- going on ----------------------------------------------------------------------------------------------------

    def _write_put(self) -> None:
        """The function that puts so many of the current kind into the first bag, the rest into the second."""
        many, piece = self.variables(many=Range(0, MOST), piece=self.kinds)
        rest = choose(load(self.endless, piece), 0, load(self.hands, piece) - 1 - many)
        stores = [
            store(array, at, load(array, at) + within(amount, Range(0, MOST)))
            for n, amount in ((0, many), (1, rest))
            for array, at in [self.entry(n, piece)]
        ]
        body = (
            assign(piece, read(self.at) - 1),
            *stores,
            store(self.hands, piece, 0),
            self.lowering.stamp_write(),
        )
        self.lowering.procedure(f"put_{self.name}", [many], body)

    def turn(self) -> Expr:
        """Goes to the next kind with a choice; puts away those without. Whether there is one."""
        name = f"turn_{self.name}"
        if name not in self.lowering.functions:
            self._turn(name)
        return Call(name, (), TRUTH)

    def _turn(self, name: str) -> None:
        kind, many = self.variables(kind=Range(0, self.rows), many=Range(0, MOST_WAYS))
        at = read(self.at)
        here = within(kind, self.kinds)
        asked: Block = (
            write(self.at, here + 1),
            Let(many, self.lowering.call(f"counts_{self.name}")),
            If(op("!=", many, 1), (Return(Const(1)),)),
            invoke(f"put_{self.name}", read(self.numbers)),
        )
        loop: Block = (
            If(kind >= self.rows, (Break("turn"),)),
            If(op("!=", load(self.hands, here), 0), asked),
            assign(kind, kind + 1),
        )
        first = choose(at > 0, at - 1, 0)
        body: Block = (
            assign(kind, first),
            Loop("turn", loop),
            write(self.at, 0),
        )
        self.lowering.procedure(name, (), body)

    def lister(self, at: int) -> Function:
        """The function that lists the numbers that can be said."""
        many, number = self.variables(many=Range(0, MOST_WAYS), number=indices(MOST_WAYS))
        row, put = (read(self.at) - 1, load(self.numbers, number)), self.fresh("put", Range(0, MOST_WAYS))
        body: Block = (
            Let(many, self.lowering.call(f"counts_{self.name}")),
            assign(put, 0),
            Each(number, up_to(many), (Put(self.listing.rows, put, row),)),
            write(self.listing.count, put),
            Return(many),
        )
        return self.lowering.function(f"list_{at}", (), body, many.range)

    def chooser(self, at: int, node: i.RepackDecide) -> Function:
        """The function that carries out what a row says."""
        row = self.fresh("row", indices(MOST_OPTIONS))
        value = load(self.listing.rows, row * 2 + 1)
        put = invoke(f"put_{self.name}", within(value, Range(0, MOST)))
        code = self.lowering.program.code
        return self.lowering.function(f"choose_{at}", [row], (put, Return(Const(node.to))), indices(len(code)))
