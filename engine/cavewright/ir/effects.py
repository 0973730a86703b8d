"""Lowering of instructions that write: names and fields get values, pieces are moved, tiles are laid, loops begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..check.cardinality import PLACES
from ..model import ruleset as m
from ..model.capacities import endless_rows, sizes_in
from ..model.dispatch import Pass, handles
from ..model.types import MOST, NONE, Type
from ..program import instructions as i
from .construction import (
    NO,
    YES,
    assign,
    both,
    choose,
    either,
    greater,
    indices,
    load,
    no,
    read,
    smaller,
    store,
    up_to,
    within,
    write,
)
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
    Return,
    Statement,
    Trap,
    Var,
    op,
)
from .grounds import FixedGround, GrowingGround
from .lowering import whole
from .position_encoding import Known, Listed, Players, Sets
from .ranges import range_of
from .records import OUTGROWN
from .scope import Names, UnloweredError
from .searches import Searches
from .slot_ranges import least_of

STOPPED, REFUSED = Const(-1), Const(-2)
"""What is returned in place of an instruction: somebody decides; an effect is refused."""
TOO_MUCH, FULL, AT_ONCE = 2, 3, 6
"""Reasons of traps: a board or list outgrew its memory, the work of a step its limit, the options their list;
leaves are counted while all act at once."""
CHANGE = Range(-MOST, MOST)
HERE = Names()


class Effects(Pass):
    """The instructions behind which it always goes on. `lowering` is that of expressions."""

    def __init__(self, lowering: Searches, strict: Array | None) -> None:
        self.lowering, self.layout, self.rules = lowering, lowering.layout, lowering.rules
        self.strict = strict
        """the cell that says whether an option is tried; none where none ever is"""

    def effect(self, node: Any) -> Block | None:
        """An instruction lowered; none of one behind which it may go on elsewhere. Raises UnloweredError."""
        handler = self.handlers.get(type(node))
        return tuple(handler(self, node)) if handler is not None else None

    def expr(self, e: m.Expr) -> Expr:
        """An expression lowered."""
        return self.lowering.expr(e, HERE)

    def refusal(self, code: str, current: Expr = NO, needed: Expr = NO) -> Block:
        """An effect is refused, if it is tried: by a code, with what there is and what there would have to be."""
        return (If(read(self.strict), (Return(REFUSED),)),) if self.strict is not None else ()

    def let(self, name: str, value: Expr, range_: Range | None = None) -> tuple[Let, Var]:
        """A variable with a value."""
        var = self.lowering.fresh(name, range_ or range_of(value))
        return assign(var, value), var

    # ---- values ------------------------------------------------------------------------------------------------------

    @handles(i.Set)
    def _set(self, node: i.Set) -> list[Statement]:
        target = node.target
        if target.op == "local":
            return self._let(target, node.value)
        if target.op == "amount":
            return self._set_amount(target, node.value)
        if target.op == "in_set":
            return self._set_member(target, node.value)
        if target.type.form == "set":
            return self._set_words(target, node.value)
        before, value = self.bounded(self.expr(node.value), target.type)
        return [*before, *self.assigned(target, lambda array, at: [store(array, at, value)], value)]

    def _let(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        """A name gets a value."""
        held = self.layout.slots[self.lowering.program.layout.locals[target.args[0].number]]
        if isinstance(held, Sets):
            lets, words = self._words(value, held.stride)
            return [*lets, *(store(held.array, n, word) for n, word in enumerate(words))]
        made = self.lowering.truth(value, HERE) if target.type.form == "yes_no" else self.expr(value)
        if target.type.form != "number" or target.type.high < MOST:
            return [write(held.array, made)]  # type: ignore[union-attr]
        before, made = self.bounded(made, target.type)
        return [*before, write(held.array, made)]  # type: ignore[union-attr]

    def _words(self, value: m.Expr, many: int) -> tuple[list[Let], list[Var]]:
        """The words of a set, all read before the first is written."""
        read = [self.let("word", self.lowering.word_of(value, Const(n), HERE)) for n in range(many)]
        return [let for let, _ in read], [word for _, word in read]

    def _set_words(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        """A field gets a set."""
        many = self.layout.words(target.type)
        lets, words = self._words(value, many)

        def put(array: Array, at: Expr) -> list[Statement]:
            return [store(array, at * many + n, word) for n, word in enumerate(words)]

        return [*lets, *self.assigned(target, put, NO)]

    def bounded(self, value: Expr, type_: Type) -> tuple[list[Statement], Expr]:
        """A value kept within what a type allows: refused where it is tried, elsewhere as far as it goes."""
        if type_.form == "yes_no":
            return [], value if range_of(value) in TRUTH else op("!=", value, 0)
        bounds = Range(type_.low, type_.high)
        allowed = bounds | Range(NONE, NONE) if type_.optional else bounds
        if type_.form != "number" or range_of(value) in bounds:
            return [], value
        let, number = self.let("value", value)
        outside = either(number < bounds.low, number > bounds.high)
        if type_.optional:
            outside = both(outside, op("!=", number, NONE))
        kept = self.lowering.clamped(number, bounds, type_.optional)
        refusal = self.refusal("range", number, choose(number < bounds.low, bounds.low, bounds.high))
        return [let, *((If(outside, refusal),) if refusal else ())], within(kept, allowed)

    def assigned(self, target: m.Expr, put: Callable[[Array, Expr], list[Statement]], value: Expr) -> list[Statement]:
        """What is written where, if there is such a thing, and what is written can be kept there."""
        array, at, test = self._place_of(target)
        least = least_of(target.type)
        keeps = value >= least if range_of(value).low < least else YES
        before: list[Statement] = []
        if not isinstance(at, Const):
            let, at = self.let("at", at)
            before.append(let)
        written = tuple(put(array, at))
        more: Block = ()
        if target.op == "edge":
            known = self.layout.records[target.args[0].name].known
            more = (store(known, at, either(load(known, at), op("!=", load(array, at), value))),)
        condition = both(test(at), keeps)
        return [
            *before,
            *(more + written if condition == YES else (If(condition, more + written),)),
            self.lowering.stamped(),
        ]

    def _place_of(self, target: m.Expr) -> tuple[Array, Expr, Callable[[Expr], Expr]]:
        """Where something is kept: the array, the row, and whether there is one."""
        if target.op == "field":
            field, of = target.args
            held = self.layout.fields[field.owner, field.name]
            row = self.expr(of) if of is not None else Const(0)
            return held.array, row, self._is_there(row)
        if target.op == "record":
            board, _, index, of = target.args
            node = self.lowering.node(board, of, HERE)
            return self.layout.records[board.name].columns[index + 2], node, self._is_there(node)
        if target.op == "edge":
            return self._edge_of(*target.args)
        raise UnloweredError(target.op, "nothing of that kind can be written yet", target.span)

    def _is_there(self, row: Expr) -> Callable[[Expr], Expr]:
        return lambda at: at >= 0 if range_of(row).low < 0 else YES

    def _edge_of(
        self, board: m.Board, field: m.Field, index: int, of: m.Expr
    ) -> tuple[Array, Expr, Callable[[Expr], Expr]]:
        """Where a passage is kept: with the lower of its places, if both are laid."""
        records, ground = self.layout.records[board.name], self.lowering.ground(board)
        at = self.lowering.edge_at(board, self.expr(of))

        def laid(entry: Expr) -> Expr:
            node, south = entry >> 1, entry & 1
            side = choose(south, 2, 1)
            beside = ground.beside(within(node, indices(records.count.range.high)), side)
            return both(entry >= 0, beside >= 0)

        return records.edges[index], at, laid

    def _set_member(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        """A set gets a member, or loses one."""
        member, of = target.args
        let, bit = self.let("bit", self.lowering.bit_of(self.expr(member), of))
        flag, given = self.let("value", self.lowering.truth(value, HERE))
        many = 1 if of.type.form == "sides" else self.layout.words(of.type)
        word = within(bit >> 5, indices(many)) if many > 1 else Const(0)

        def changed(array: Array, at: Expr) -> list[Statement]:
            entry = at * many + word
            mask = 1 << (bit & 31)
            old = load(array, entry)
            return [store(array, entry, choose(given, old | mask, old & (mask ^ -1)))]

        if of.op == "local":
            held = self.layout.slots[self.lowering.program.layout.locals[of.args[0].number]]
            written: list[Statement] = changed(held.array, Const(0))  # type: ignore[union-attr]
        else:
            written = self.assigned(of, changed, Const(0))
        return [let, flag, If(bit >= 0, tuple(written))]

    # ---- pieces ------------------------------------------------------------------------------------------------------

    def _set_amount(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        bag, piece = target.args
        let, which = self.let("piece", self.expr(piece))
        change, by = self.let("change", whole(self.expr(value) - self.expr(target)), CHANGE)
        return [let, change, *self.put(bag, which, by)[0]]

    def put(self, bag: m.Expr, piece: Expr, change: Expr) -> tuple[list[Statement], Var]:
        """Changes the number of a piece in a bag; by how much it did is a variable."""
        array, at, _ = self.lowering.bag(bag, HERE)
        owner = self.expr(bag.args[1]) if bag.args[1] is not None else Const(0)
        allowed = self.lowering.fresh("allowed", CHANGE)
        entry = at + piece + 1
        put: list[Statement] = [*self._allowed(bag, array, entry, piece, change, allowed), self.lowering.stamped()]
        endless = endless_rows(bag.type, self.rules.kinds[bag.type.name])
        if all(endless):
            put = [Let(allowed, change)]
        elif any(endless):
            never = load(self.lowering.memory.table((0, *endless), NONE), piece)
            put = [If(never, (Let(allowed, change),), tuple(put))]
        there = both(piece >= 0, op("!=", change, 0), owner >= 0)
        return [assign(allowed, 0), If(there, tuple(put))], allowed

    def _allowed(
        self, bag: m.Expr, array: Array, entry: Expr, piece: Expr, change: Expr, allowed: Var
    ) -> list[Statement]:
        """By how much the number of a piece can change, and that it does."""
        let, held = self.let("held", load(array, entry))
        found: list[Statement] = [let, Let(allowed, greater(0 - held, change))]
        if bag.type.room:
            found += self._within_room(bag, piece, allowed)
        found.append(If(held + allowed > MOST, (Let(allowed, MOST - held),)))
        room = self.lowering.expr(m.Expr("room", (bag,), bag.type, bag.span), HERE) if bag.type.room else NO
        refusal = self.refusal("room", choose(change < 0, held, room), change)
        if refusal:
            found.append(If(op("!=", allowed, change), refusal))
        total = within(held + allowed, array.range)
        return [*found, If(op("!=", allowed, 0), (store(array, entry, total),))]

    def _within_room(self, bag: m.Expr, piece: Expr, allowed: Var) -> list[Statement]:
        sizes = sizes_in(bag.type, self.rules.kinds[bag.type.name])
        size = load(self.lowering.of_rows(sizes), piece)
        room = self.lowering.expr(m.Expr("room", (bag,), bag.type, bag.span), HERE)
        let, fits = self.let("fits", whole(room // size))
        fitting = smaller(choose(fits < 0, 0, fits), allowed)
        return [If(both(allowed > 0, size > 0), (let, assign(allowed, fitting)))]

    @handles(i.Pieces)
    def _pieces(self, node: i.Pieces) -> list[Statement]:
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

    def handed_over(self, transfer: m.Transfer, piece: Expr, many: Var) -> list[Statement]:
        """Moves pieces as far as the giver has them; what the taker has no room for stays with the giver."""
        found: list[Statement] = []
        given: Expr = many
        if transfer.giver is not None:
            less, wanted = self.let("less", 0 - many)
            gives, gone = self.put(transfer.giver, piece, wanted)
            let, given = self.let("given", 0 - gone, CHANGE)
            found += [less, *gives, let]
        if transfer.taker is not None:
            takes, taken = self.put(transfer.taker, piece, given)
            found += takes
            if transfer.giver is not None:
                back, rest = self.let("rest", given - taken, CHANGE)
                found.append(If(taken < given, (back, *self.put(transfer.giver, piece, rest)[0])))
        return found

    @handles(i.Returned)
    def _returned(self, node: i.Returned) -> list[Statement]:
        """What was drawn goes back but for one that is kept."""
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
        return [*found, self.lowering.stamped()]

    # ---- tiles -------------------------------------------------------------------------------------------------------

    @handles(i.LayTile)
    def _laytile(self, node: i.LayTile) -> list[Statement]:
        ground = self.lowering.ground(self.rules.boards[node.board])
        let_place, place = self.let("place", self.expr(node.at))
        let_tile, tile = self.let("tile", self.expr(node.tile))
        let_sides, sides = self.let("sides", self.expr(node.sides), Range(0, 15))
        refused = [place < 0, tile < 0]
        if isinstance(ground, GrowingGround):
            many, function = read(ground.records.count), ground.lay(self.lowering)
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
        return [let_place, let_tile, let_sides, If(either(*refused), refusal, lay), self.lowering.stamped()]

    # ---- control that always goes on ---------------------------------------------------------------------------------

    @handles(i.Copy)
    def _copy(self, node: i.Copy) -> list[Statement]:
        return [write(self.layout.cell(node.target), read(self.layout.cell(node.source)))]

    @handles(i.Clear)
    def _clear(self, node: i.Clear) -> list[Statement]:
        return self.cleared(node.slots)

    def cleared(self, slots: tuple[int, ...]) -> list[Statement]:
        """Slots become zero."""
        found: list[Statement] = []
        for slot in slots:
            held = self.layout.slots[slot]
            if isinstance(held, Players):
                found += [write(held.taken, 0), write(held.first, 0)]
            elif isinstance(held, (Known, Listed)):
                found.append(write(held.taken, 0))
            else:
                found += [store(held.array, n, 0) for n in range(held.stride)]
        return found

    @handles(i.Collect)
    def _collect(self, node: i.Collect) -> list[Statement]:
        held = self.layout.slots[node.slot]
        if isinstance(held, Players):
            first = greater(self.expr(node.domain), 0)
            return [write(held.first, first), write(held.taken, 1)]
        if isinstance(held, Known):
            return [write(held.taken, 1)]
        assert isinstance(held, Listed)
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
