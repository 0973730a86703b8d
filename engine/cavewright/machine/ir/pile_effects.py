"""Lowering of what moves on piles: pieces with a name, so many from an end, all of them, and the order that all forget."""

from __future__ import annotations

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.piles import MOST_IN_PILE
from ...rules.model.secrecy import HIDDEN, OPEN, SECRET
from ...rules.model.types import MOST
from ...rules.program import instructions as i
from .construction import NO, choose, greater, indices, read, smaller, up_to, within
from .effects import Effects, End
from .form import TRUTH, Array, Block, Const, Do, Each, Expr, If, Range, Statement, Trap
from .position_encoding import ALL, NOBODY, BagCodec, PileCodec, bits_of_pieces
from .position_layout import MOST_PIECES
from .records import OUTGROWN
from .routine_compiler import Names, add_routines
from .scope import HERE


class PileEffects(Effects):
    """Effects with those of piles. Each field of piles, and of bags that give to them, has functions of its own."""

    @handles(i.Stacked)
    def _stack(self, node: i.Stacked) -> list[Statement]:
        self.fit, transfer = node.clause.fit, node.transfer
        let, known = self.let("known", self._known_by(transfer.giver, transfer.taker, node.known))
        found: list[Statement] = [let]
        for each in transfer.pieces:
            if each.amount is None or each.piece is None:
                assert transfer.giver is not None
                ends = transfer.from_bottom, transfer.to_bottom
                most = m.constant(MOST_IN_PILE, transfer.giver.type, node.clause.span)
                found += self._move(m.Shift(most, transfer.giver, transfer.taker, *ends), known, None)
                continue
            let_piece, piece = self.let("piece", self.expr(each.piece))
            amount, many = self.let("many", greater(self.expr(each.amount), 0), Range(0, MOST))
            found += [let_piece, amount, *self.handed_over(transfer, piece, many, known)]
        return found

    @handles(i.Shifted)
    def _shift(self, node: i.Shifted) -> list[Statement]:
        self.fit, shift = node.clause.fit, node.shift
        let, known = self.let("known", self._known_by(shift.giver, shift.taker, HIDDEN))
        amount, many = self.let("many", greater(self.expr(shift.amount), 0), Range(0, MOST))
        return [let, amount, *self._move(shift, known, many)]

    @handles(i.Shuffled)
    def _shuffle(self, node: i.Shuffled) -> list[Statement]:
        forget = self._invoke("shuffle", node.pile)
        return [*self._if_owned(node.pile, (forget,)), self.lowering.stamp_write()]

    @handles(i.Stocked)
    def _look_at_supply(self, node: i.Stocked) -> list[Statement]:
        self.fit = node.clause.fit
        let, held = self.let("held", self._size_of(node.bag))
        amount, many = self.let("many", self.expr(node.amount))
        lacking = self.unfit("room", held, 0 - many)
        return [*self._if_owned(node.bag, (let, amount, If(many > held, lacking)))] if lacking else []

    def _known_by(self, giver: m.Expr | None, taker: m.Expr | None, known: str) -> Expr:
        """Returns who knows what comes to a hidden pile; of all others that is not kept."""
        if taker is None or not taker.type.is_pile or taker.args[0].shown != HIDDEN:
            return Const(NOBODY)
        if known == OPEN or giver is not None and giver.args[0].shown == OPEN:
            return Const(ALL)
        if giver is not None and giver.args[0].shown == SECRET:
            owner = self.owner_of(giver)
            return choose(owner >= 0, self._known_to(owner), NOBODY)
        return self._known_to(read(self.layout.cell(i.ME))) if known == SECRET else Const(NOBODY)

    def _known_to(self, player: Expr) -> Expr:
        return (Const(1) << within(player, indices(self.layout.types.players))) + NOBODY

    def owner_of(self, bag: m.Expr) -> Expr:
        """Returns the row or player that a bag belongs to; 0 for one of the game."""
        return self.expr(bag.args[1]) if bag.args[1] is not None else NO

    def _if_owned(self, bag: m.Expr, block: Block) -> Block:
        """Returns statements about a bag, which do nothing where it is nobody's."""
        return block if bag.args[1] is None else (If(self.owner_of(bag) >= 0, block),)

    # ---- several at once ---------------------------------------------------------------------------------------------

    def _move(self, shift: m.Shift, known: Expr, many: Expr | None) -> list[Statement]:
        """Moves so many pieces from an end of a pile, or all of a pile or bag, as far as they are there and fit."""
        let, held = self.let("held", self._size_of(shift.giver))
        found: list[Statement] = [let]
        if many is None:
            moving: Expr = held
        else:
            lacking = self.unfit("room", held, 0 - many)
            found += [If(many > held, lacking)] if lacking else []
            let_moving, moving = self.let("moving", smaller(many, held))
            found.append(let_moving)
        limited, moving = self._within_capacity(shift, moving)
        if shift.giver.type.is_pile:
            lifted = self._invoke("lift", shift.giver, moving, Const(int(shift.from_bottom)))
        else:
            lifted = self._invoke("pour", shift.giver)
        found += [*limited, lifted, *self.note_moved(shift.giver, -1)]
        if shift.taker is not None:
            ends = (known, Const(int(shift.to_bottom)))
            land = self._invoke("land", shift.taker, *ends) if shift.taker.type.is_pile else None
            landed = (land or self._invoke("collect", shift.taker), *self.note_moved(shift.taker, 1))
            found += self._if_owned(shift.taker, landed)
        return [*self._if_owned(shift.giver, tuple(found)), self.lowering.stamp_write()]

    def _size_of(self, bag: m.Expr) -> Expr:
        return self.expr(m.Expr("size", (bag,), bag.type, bag.span))

    def _within_capacity(self, shift: m.Shift, moving: Expr) -> tuple[list[Statement], Expr]:
        """Returns the number of the pieces that move which have room where they come to."""
        taker = shift.taker
        if taker is None or not taker.type.room or taker.type.measure:
            return [], moving
        let_room, room = self.let("room", self.expr(m.Expr("room", (taker,), taker.type, taker.span)))
        fits = smaller(moving, greater(room, 0))
        if taker.args[1] is not None:
            fits = choose(self.owner_of(taker) >= 0, fits, moving)
        let, fitting = self.let("fitting", fits)
        refusal = self.unfit("room", room, moving)
        return [let_room, let, *((If(fitting < moving, refusal),) if refusal else ())], fitting

    def note_moved(self, bag: m.Expr, sign: int) -> Block:
        """Notes what was lifted from a bag, or has come to it; nothing, where nobody asks."""
        return ()

    # ---- single pieces -----------------------------------------------------------------------------------------------

    def restack(self, bag: m.Expr, piece: Expr, change: Expr, end: End) -> Block:
        """Puts pieces on a pile, or takes them from it, one by one."""
        held, _ = self.lowering.pile(bag, HERE)
        below = Const(int(end.below))
        many = Range(0, held.most)
        let_code, code = self.let("code", within(piece, indices(held.kinds)) + (end.known << held.bits))
        outgrown = If(change > held.most, (Trap(OUTGROWN),))
        more, less = (self.lowering.fresh(name, indices(held.most)) for name in ("more", "less"))
        comes = Each(more, up_to(within(change, many)), (self._invoke("stack", bag, code, below),))
        goes = Each(less, up_to(within(0 - change, many)), (self._invoke("take", bag, piece, below),))
        return (If(change > 0, (outgrown, let_code, comes), (If(change < 0, (goes,)),)),)

    def take_from_pile(self, pile: m.Expr, piece: Expr, bottom: bool) -> Statement:
        """Takes a piece that chance has brought."""
        return self._invoke("take", pile, piece, Const(int(bottom)))

    def find_drawn(self, pile: m.Expr, bottom: bool) -> tuple[Statement, Array, Expr]:
        """Returns the statement that counts the pieces out of which chance draws, where their numbers lie, and how many
        they are."""
        find = self._invoke("find_drawn", pile, Const(int(bottom)))
        arrays = {each.name: each for each in self.lowering.memory.arrays}
        return find, arrays[f"drawn_{pile.type.name}"], read(arrays[f"drawn_count_{pile.type.name}"])

    # ---- functions of fields -----------------------------------------------------------------------------------------

    def _invoke(self, name: str, bag: m.Expr, *args: Expr) -> Do:
        """Returns the call of a function of the field of a bag or pile."""
        _, at, _ = self.lowering.bag(bag, HERE)
        field = bag.args[0]
        held = self.layout.fields[field.owner, field.name]
        assert isinstance(held, PileCodec | BagCodec)
        suffix = f"_{self.rules.fields.index(field)}"
        if name + suffix not in self.lowering.functions:
            text = "piles" if isinstance(held, PileCodec) else "bags_of_piles"
            add_routines(self.lowering, text, self._names(held, bag), suffix)
        return Do(self.lowering.call(name + suffix, at, *args))

    def _names(self, held: PileCodec | BagCodec, bag: m.Expr) -> Names:
        """Returns the names on which the routines of a field stand."""
        kinds = len(self.rules.kinds[bag.type.name].rows)
        bits = bits_of_pieces(kinds)
        rows = held.array.length // held.stride + held.array.origin // held.stride
        names = {
            "AT": Range(held.array.origin, max(0, rows - 1) * held.stride),
            "AMOUNT": held.array.bounds,
            "BITS": bits,
            "KINDS": kinds,
            "PIECES": (1 << bits) - 1,
            "UNKNOWN": NOBODY << bits,
            **self._reserve_rooms(bag.type.name, kinds),
        }
        if isinstance(held, BagCodec):
            return {**names, "MANY": Range(0, MOST_IN_PILE), "bag": held.array}
        return {
            **names,
            "ALL": ALL,
            "CODE": held.array.range,
            "FIRST": held.first,
            "IS_SEEN": Const(int(bag.args[0].shown != HIDDEN)),
            "MANY": Range(0, held.most),
            "MOST": held.most,
            "NOBODY": NOBODY,
            "PIECE": indices(kinds),
            "PLACE": indices(held.most),
            "SEEN": Range(0, held.array.range.high >> bits),
            "SIZE": held.size_at,
            "TRUTH": TRUTH,
            "outgrow": lambda: (Trap(OUTGROWN),),
            "pile": held.array,
        }

    def _reserve_rooms(self, kind: str, kinds: int) -> dict[str, Array]:
        """Returns where pieces of a kind are written down while they move, and those out of which chance draws."""
        memory = self.lowering.memory
        known = {each.name: each for each in memory.arrays}
        codes = Range(0, max(MOST_PIECES, (NOBODY + 2**self.layout.types.players << bits_of_pieces(kinds)) - 1))
        rooms = {
            "moved": (MOST_IN_PILE, codes),
            "moved_count": (1, Range(0, MOST_IN_PILE)),
            "drawn": (kinds, Range(0, MOST_IN_PILE)),
            "drawn_count": (1, Range(0, MOST_IN_PILE)),
        }
        return {
            name: known.get(f"{name}_{kind}") or memory.array(f"{name}_{kind}", length, range_)
            for name, (length, range_) in rooms.items()
        }
