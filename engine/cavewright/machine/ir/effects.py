"""Lowering of instructions behind which it always goes on: pieces are moved, tiles are laid, loops begin."""

from __future__ import annotations

from typing import Any

from ...foundation.source.frozen import frozen
from ...rules.check.cardinality import PLACES
from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows, sizes_in
from ...rules.model.dispatch import handles
from ...rules.model.types import MOST, NONE
from ...rules.program import instructions as i
from .assignments import TOO_MUCH as TOO_MUCH
from .assignments import Assignments
from .construction import (
    NO,
    assign,
    both,
    choose,
    either,
    greater,
    load,
    no,
    read,
    smaller,
    store,
    up_to,
    within,
    write,
)
from .expressions import whole
from .form import (
    TRUTH,
    Array,
    Block,
    Call,
    Const,
    Do,
    Each,
    Expr,
    If,
    Let,
    Range,
    Statement,
    Trap,
    Var,
    op,
)
from .grounds import FixedGround, GrowingGround
from .position_encoding import NOBODY, FixedIterationCodec, ListIterationCodec, TurnOrderCodec
from .records import OUTGROWN
from .scope import HERE

STOPPED = Const(-1)
"""What is returned in place of an instruction where somebody decides."""
FULL, AT_ONCE = 3, 6
"""Reasons of traps: the options outgrew their list; leaves are counted while all act at once."""
CHANGE = Range(-MOST, MOST)


@frozen
class End:
    """An end of a bag: that of a pile at which pieces come and go, and who knows what comes."""

    below: bool = False
    known: Expr = Const(NOBODY)


TOP = End()
"""Where pieces come and go that no line tells apart by ends; nobody sees what comes."""


class Effects(Assignments):
    """All of them; here what moves, is laid and is gone through."""

    @handles(i.Set)
    def _set(self, node: i.Set) -> list[Statement]:
        target, self.fit = node.target, node.clause.fit
        if target.op == "local":
            return self._let(target, node.value)
        if target.op == "amount":
            return self._set_amount(target, node.value)
        if target.op == "in_set":
            return self._set_member(target, node.value)
        if target.type.is_set:
            return self._set_words(target, node.value)
        before, value = self.keep_within(self.expr(node.value), target.type)
        return [*before, *self.assign(target, lambda array, at: [store(array, at, value)], value)]

    # ---- pieces ------------------------------------------------------------------------------------------------------

    def _set_amount(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        bag, piece = target.args
        let, which = self.let("piece", self.expr(piece))
        change, by = self.let("change", whole(self.expr(value) - self.expr(target)), CHANGE)
        return [let, change, *self.change_piece(bag, which, by)[0]]

    def change_piece(self, bag: m.Expr, piece: Expr, change: Expr, end: End = TOP) -> tuple[list[Statement], Var]:
        """Changes the number of a piece in a bag; by how much it did is a variable."""
        array, at, _ = self.lowering.bag(bag, HERE)
        owner = self.expr(bag.args[1]) if bag.args[1] is not None else Const(0)
        allowed = self.lowering.fresh("allowed", CHANGE)
        entry = at + piece + 1
        put: list[Statement] = [
            *self._change_within(bag, array, entry, piece, change, allowed, end),
            self.lowering.stamp_write(),
        ]
        endless = endless_rows(bag.type, self.rules.kinds[bag.type.name])
        if all(endless):
            put = [Let(allowed, change)]
        elif any(endless):
            never = load(self.lowering.memory.table((0, *endless), NONE), piece)
            put = [If(never, (Let(allowed, change),), tuple(put))]
        there = both(piece >= 0, op("!=", change, 0), owner >= 0)
        return [assign(allowed, 0), If(there, tuple(put))], allowed

    def _change_within(
        self, bag: m.Expr, array: Array, entry: Expr, piece: Expr, change: Expr, allowed: Var, end: End
    ) -> list[Statement]:
        """Returns the statements that find the possible change of the number of a piece, and carry it out."""
        let, held = self.let("held", load(array, entry))
        found: list[Statement] = [let, Let(allowed, greater(0 - held, change))]
        if bag.type.room:
            found += self._within_room(bag, piece, allowed)
        found.append(If(held + allowed > MOST, (Let(allowed, MOST - held),)))
        room = self.lowering.expr(m.Expr("room", (bag,), bag.type, bag.span), HERE) if bag.type.room else NO
        refusal = self.unfit("room", choose(change < 0, held, room), change)
        if refusal:
            found.append(If(op("!=", allowed, change), refusal))
        if bag.type.is_pile:
            return [*found, *self.restack(bag, piece, allowed, end)]
        total = within(held + allowed, array.range)
        return [*found, If(op("!=", allowed, 0), (store(array, entry, total),))]

    def restack(self, bag: m.Expr, piece: Expr, change: Expr, end: End) -> Block:
        """Puts pieces on a pile, or takes them from it."""
        raise NotImplementedError

    def _within_room(self, bag: m.Expr, piece: Expr, allowed: Var) -> list[Statement]:
        sizes = sizes_in(bag.type, self.rules.kinds[bag.type.name])
        size = load(self.lowering.of_rows(sizes), piece)
        room = self.lowering.expr(m.Expr("room", (bag,), bag.type, bag.span), HERE)
        let, fits = self.let("fits", whole(room // size))
        fitting = smaller(choose(fits < 0, 0, fits), allowed)
        return [If(both(allowed > 0, size > 0), (let, assign(allowed, fitting)))]

    @handles(i.Pieces)
    def _pieces(self, node: i.Pieces) -> list[Statement]:
        self.fit = node.clause.fit
        found: list[Statement] = []
        for each in node.transfer.pieces:
            if each.amount is None or each.piece is None:
                found += self._everything(node.transfer)
                continue
            let, piece = self.let("piece", self.expr(each.piece))
            amount, many = self.let("many", greater(self.expr(each.amount), 0), Range(0, MOST))
            found += [let, amount, *self.handed_over(node.transfer, piece, many)]
        return found

    def _everything(self, transfer: m.Transfer) -> list[Statement]:
        assert transfer.giver is not None
        array, at, stride = self.lowering.bag(transfer.giver, HERE)
        piece = self.lowering.fresh("piece", Range(0, stride - 2))
        let, many = self.let("many", load(array, at + piece + 1))
        body = (let, *self.handed_over(transfer, piece, many))
        return [Each(piece, up_to(stride - 1), body)]

    def handed_over(self, transfer: m.Transfer, piece: Expr, many: Var, known: Expr = TOP.known) -> list[Statement]:
        """Moves pieces as far as the giver has them; what the taker has no room for stays with the giver."""
        found: list[Statement] = []
        given: Expr = many
        end_of_giver = End(transfer.from_bottom, known)
        end_of_taker = End(transfer.to_bottom, known)
        if transfer.giver is not None:
            less, wanted = self.let("less", 0 - many)
            gives, gone = self.change_piece(transfer.giver, piece, wanted, end_of_giver)
            let, given = self.let("given", 0 - gone, CHANGE)
            found += [less, *gives, let]
        if transfer.taker is not None:
            takes, taken = self.change_piece(transfer.taker, piece, given, end_of_taker)
            found += takes
            if transfer.giver is not None:
                back, rest = self.let("rest", given - taken, CHANGE)
                returned = self.change_piece(transfer.giver, piece, rest, end_of_giver)[0]
                found.append(If(taken < given, (back, *returned)))
        return found

    @handles(i.Returned)
    def _return_pieces(self, node: i.Returned) -> list[Statement]:
        """Returns the drawn pieces but for one that is kept."""
        array, at, _ = self.lowering.bag(node.bag, HERE)
        kept = read(self.layout.cell(node.kept))
        skipped = self.lowering.fresh("skipped", TRUTH)
        found: list[Statement] = [assign(skipped, 0)]
        for slot in node.slots:
            let, piece = self.let("piece", read(self.layout.cell(slot)))
            entry = at + piece + 1
            more = store(array, entry, load(array, entry) + 1)
            stays = both(no(skipped), op("==", piece, kept))
            found += [let, If(piece >= 0, (If(stays, (assign(skipped, 1),), (more,)),))]
        return [*found, self.lowering.stamp_write()]

    # ---- tiles -------------------------------------------------------------------------------------------------------

    @handles(i.LayTile)
    def _laytile(self, node: i.LayTile) -> list[Statement]:
        ground = self.lowering.ground(self.rules.boards[node.board])
        let_place, place = self.let("place", self.expr(node.at))
        let_tile, tile = self.let("tile", self.expr(node.tile))
        let_sides, sides = self.let("sides", self.expr(node.sides), Range(0, 15))
        refused = [place < 0, tile < 0]
        if isinstance(ground, GrowingGround):
            many = read(ground.records.count)
            function = ground.lay(self.lowering)
            refused += [ground.node(place) >= 0, many >= PLACES]
            args = tuple(within(each, wanted.range) for each, wanted in zip((place, tile, sides), function.parameters))
            full = If(many >= ground.records.count.range.high, (Trap(OUTGROWN),))
            lay: Block = (full, Do(Call(function.name, args, function.returns)))
        else:
            assert isinstance(ground, FixedGround)
            refused.append(ground.is_laid(place))
            turned = (store(ground.sides, place, sides),) if ground.net.board.sides else ()
            lay = (*turned, store(ground.tiles, place, tile))
        refusal = self.refusal("occupied")
        return [let_place, let_tile, let_sides, If(either(*refused), refusal, lay), self.lowering.stamp_write()]

    # ---- control that always goes on ---------------------------------------------------------------------------------

    @handles(i.Copy)
    def _copy(self, node: i.Copy) -> list[Statement]:
        return [write(self.layout.cell(node.target), read(self.layout.cell(node.source)))]

    @handles(i.Clear)
    def _clear(self, node: i.Clear) -> list[Statement]:
        return self.clear(node.slots)

    def clear(self, slots: tuple[int, ...]) -> list[Statement]:
        """Clears slots."""
        found: list[Statement] = []
        for slot in slots:
            held = self.layout.slots[slot]
            if isinstance(held, TurnOrderCodec):
                found += [write(held.taken, 0), write(held.first, 0)]
            elif isinstance(held, (FixedIterationCodec, ListIterationCodec)):
                found.append(write(held.taken, 0))
            else:
                found += [store(held.array, n, 0) for n in range(held.stride)]
        return found

    @handles(i.Collect)
    def _collect(self, node: i.Collect) -> list[Statement]:
        held = self.layout.slots[node.slot]
        if isinstance(held, TurnOrderCodec):
            first = greater(self.expr(node.domain), 0)
            return [write(held.first, first), write(held.taken, 1)]
        if isinstance(held, FixedIterationCodec):
            return [write(held.taken, 1)]
        assert isinstance(held, ListIterationCodec)
        listed, many = held, read(held.count)

        def append(value: Any) -> Block:
            return (store(listed.things, many, value), write(listed.count, many + 1))

        going = self.lowering.through(node.domain, HERE)
        filled = self.lowering.each("thing", going, append)
        return [write(held.count, 0), *filled, write(held.taken, 1)]

    @handles(i.Reveal)
    def _reveal(self, node: i.Reveal) -> list[Statement]:
        return []

    @handles(i.Freely)
    def _freely(self, node: i.Freely) -> list[Statement]:
        return [write(self.strict, 0)] if self.strict is not None else []

    @handles(i.Check)
    def _check(self, node: i.Check) -> list[Statement]:
        if self.strict is None:
            return []
        fails = both(read(self.strict), no(self.lowering.truth(node.condition, HERE)))
        return [If(fails, self.refusal("requirement"))]
