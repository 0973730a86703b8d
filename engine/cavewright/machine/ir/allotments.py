"""Lowering of allotments: how many of a kind can go into the first of two bags, so that the rest can still be put away.

The numbers follow from the same search as in the interpreter: for all kinds behind one, how little room they need in the
second bag, by how much they take in the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.check.cardinality import MOST_WAYS
from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows, sizes_in
from ...rules.model.dispatch import handles
from ...rules.model.types import MOST
from .construction import (
    assign,
    both,
    choose,
    indices,
    invoke,
    load,
    no,
    smaller,
    store,
    up_to,
    within,
    write,
)
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
    Entries,
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
from .iterations import Iteration, Through
from .scope import HERE, Environment, UnloweredError
from .seats import Seats

BOUNDLESS = MOST
"""The room of a bag that holds anything."""
LARGEST = 1_000
"""The room of a bag that is shared out, where it has a bound."""


class Allotments:
    """The functions that find the allotments of two bags, from the slots in which what is left to put away lies."""

    def __init__(self, lowering: Any, first: m.Expr, second: m.Expr, filling: m.Expr | None, left: int) -> None:
        self.lowering, self.bags, self.filling = lowering, (first, second), filling
        self.fresh, self.variables = lowering.fresh, lowering.variables
        of, memory = lowering.rules.kinds[first.type.name], lowering.memory
        self.rows, self.name = len(of.rows), f"{left}"
        self.rooms = tuple(each.type.room or BOUNDLESS for each in self.bags)
        if self.rooms[0] != BOUNDLESS and self.rooms[0] > LARGEST:
            raise UnloweredError("repack", f"the first bag has room for more than {LARGEST}", first.span)
        self.sizes = [memory.table(sizes_in(each.type, of)) for each in self.bags]
        self.endless = memory.table(list(map(int, endless_rows(second.type, of))))
        self.hands = lowering.left_to_pack(left, self.rows)
        self.numbers = memory.array(f"numbers_{self.name}", MOST_WAYS, Range(0, MOST))
        self.fillings = memory.array(f"fillings_{self.name}", self.width, Range(0, BOUNDLESS + 1))
        self.next = memory.array(f"next_fillings_{self.name}", self.width, Range(0, BOUNDLESS + 1))
        self.kinds = indices(self.rows)
        self._with()
        self._counts()

    def count(self, piece: Expr) -> Call:
        """Returns the call that writes down the numbers of a kind, and says how many there are."""
        found: Call = self.lowering.call(f"counts_{self.name}", piece)
        return found

    @property
    def width(self) -> int:
        """Greatest number of amounts of room that may be taken in the first bag."""
        return 1 if self.rooms[0] == BOUNDLESS else self.rooms[0] + 1

    def room(self, which: int) -> Expr:
        """Returns the room that is left in a bag."""
        bag = self.bags[which]
        kind = self.lowering.rules.kinds[bag.type.name]
        used = self.lowering.room_taken(bag, HERE, kind.columns[bag.type.measure].values if bag.type.measure else ())
        return within(whole(self.rooms[which] - used), Range(-MOST, MOST))

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
        one = self.fresh("first", first.range)
        other = self.fresh("first", first.range)
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
        """The function that writes down the numbers of a kind that can go into the first bag."""
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

        need: Expr = Const(BOUNDLESS)
        if self.filling is not None:
            need = whole(self.rooms[0] - self.lowering.expr(self.filling, HERE))
        self.lowering.function(
            f"counts_{self.name}",
            [piece],
            (
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
        raise UnloweredError("repack", "the first bag has no bound", self.bags[0].span)

    def _keep_numbers(self, many: Var, bound: Expr, rooms: Array) -> Block:
        """Of the numbers those that leave no more room than they may."""
        limit, kept, at = self.variables(limit=WORD, kept=Range(0, MOST_WAYS), at=indices(MOST_WAYS))
        keep: Block = (
            store(self.numbers, within(kept, at.range), load(self.numbers, at)),
            assign(kept, kept + 1),
        )
        each = Each(at, up_to(many), (If(load(rooms, at) <= limit, keep),))
        return (Let(limit, bound), assign(kept, 0), each, Return(kept))


class PackedPieces(Seats):
    """Domains of decisions that pack: the first kind that is left, and its allotments."""

    @handles("first_left")
    def through_first_left(self, e: m.Expr, names: Environment, kind: m.Kind, left: int) -> Through:
        """The first kind of piece that is left to be put away."""
        first = within(self.first_left(left, len(kind.rows)), indices(len(kind.rows)))
        return self.span(first, first + 1)

    def first_left(self, left: int, rows: int) -> Expr:
        """Returns the first kind of piece that is left to be put away, or none."""
        piece = self.fresh("piece", indices(rows))
        return Fold("first", piece, up_to(rows), op("!=", load(self.left_to_pack(left, rows), piece), 0))

    def left_to_pack(self, left: int, rows: int) -> Array:
        """Returns the slots in which what is left to put away lies, as one array."""
        if left not in self.known_left:
            self.known_left[left] = self.memory.view(f"left_{left}", self.layout.at[left], rows, Range(0, MOST))
        return self.known_left[left]

    @handles("allotments")
    def through_allotments(
        self, e: m.Expr, names: Environment, first: m.Expr, second: m.Expr, piece: m.Expr, *more: Any
    ) -> Through:
        """Returns the iteration over the numbers that a function writes down."""
        found = self.allotments(e)
        return Iteration(Entries(found.numbers, Const(0), found.count(self.expr(piece, names))), found.numbers.range)

    def allotments(self, e: m.Expr) -> Allotments:
        """Returns the functions that find the allotments of two bags, made once for what is left to put away."""
        first, second, _, filling, left = e.args
        found: Allotments = self.known_allotments.get(left) or Allotments(self, first, second, filling, left)
        self.known_allotments[left] = found
        return found
