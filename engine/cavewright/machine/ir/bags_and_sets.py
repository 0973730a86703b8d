"""Lowering of what is asked of sets and bags: words of bits, and words of how many."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NONE
from .construction import YES, both, choose, indices, load, within
from .expressions import Arithmetic, whole
from .form import Array, Const, Expr, Fold, Range, Span, op
from .memory import word_of
from .position_encoding import PileCodec
from .ranges import range_of
from .scope import Environment, UnloweredError


class BagsAndSets(Arithmetic):
    """The operators that ask of sets and bags."""

    # ---- sets --------------------------------------------------------------------------------------------------------

    def word_of(self, e: m.Expr, index: Expr, names: Environment) -> Expr:
        """A word of a set, by its number."""
        match e.op:
            case "const":
                return load(self.words_table([e.args[0]], self.layout.words(e.type)), index)
            case "field":
                held = self.layout.fields[e.args[0].owner, e.args[0].name]
                row = self.expr(e.args[1], names) if e.args[1] is not None else Const(0)
                return load(held.array, row * held.stride + index)
            case "column":
                values = e.args[0].columns[e.args[1]].values
                words = self.layout.words(e.type)
                at = (self.expr(e.args[2], names) + 1) * words + index
                return load(self.words_table([values[-1], *values[:-1]], words), at)
            case "local":
                value = names.values.get(e.args[0].number)
                if value is not None:
                    return value(index) if callable(value) else value
                return load(self.layout.slots[self.program.layout.locals[e.args[0].number]].array, index)  # type: ignore[union-attr]
            case "pick":
                values, at = self.table_and_index(e, names)
                words = self.layout.words(e.type)
                return load(self.words_table(values, words), at * words + index)
            case "if":
                test, a, b = e.args
                return choose(self.truth(test, names), self.word_of(a, index, names), self.word_of(b, index, names))
            case "call":
                return self.word_of(e.args[0].body, index, self.bind_parameters(e.args[0].parameters, e.args[1], names))
        if e.type.is_sides:
            return self.expr(e, names)
        raise UnloweredError(e.op, "it is a set that is not kept anywhere", e.span)

    def words_table(self, sets: Sequence[int], words: int) -> Array:
        """A table of sets, each so many words."""
        return self.memory.table([word_of(bits, n) for bits in sets for n in range(words)])

    def bit_of(self, member: Expr, of: m.Expr) -> Expr:
        """The number of the bit of a member; below 0 for what cannot be one."""
        element = of.type.element
        if element is None or not element.is_number:
            return member

        def bit(n: Expr) -> Expr:
            at = (n - element.low) // element.step
            fits = both(n >= element.low, n <= element.high)
            even = op("==", (n - element.low) % element.step, 0) if element.step > 1 else YES
            return choose(both(fits, even), at, NONE)

        return self.bind("member", member, bit)

    @handles("in_set")
    def _in_set(self, e: m.Expr, names: Environment, member: m.Expr, of: m.Expr) -> Expr:
        sides = of.type.is_sides
        words = 1 if sides else self.layout.words(of.type)

        def contains(bit: Expr) -> Expr:
            index = within(bit >> 5, indices(words)) if words > 1 else Const(0)
            shifted = self.word_of(of, index, names) >> (bit & 31)
            found = shifted & 1
            return found if range_of(bit).low >= 0 else both(bit >= 0, found)

        return self.bind("bit", self.bit_of(self.expr(member, names), of), contains)

    @handles("count_bits")
    def _count_bits(self, e: m.Expr, names: Environment, of: m.Expr) -> Expr:
        words = 1 if of.type.is_sides else self.layout.words(of.type)
        found: Expr = Const(0)
        for n in range(words):
            found = found + op("ones", self.word_of(of, Const(n), names))
        return found

    @handles("turned")
    def _turn(self, e: m.Expr, names: Environment, sides: m.Expr, times: m.Expr) -> Expr:
        table = self.memory.table([grid.SQUARE.turn_sides(each, n) for each in range(16) for n in range(4)])
        quarter = self.expr(times, names) & 3
        return load(table, self.expr(sides, names) * 4 + quarter)

    # ---- bags --------------------------------------------------------------------------------------------------------

    def bag(self, e: m.Expr, names: Environment) -> tuple[Array, Expr, int]:
        """Returns the place of a bag: its field, the entry for none, and how many entries it has."""
        if e.op != "field":
            raise UnloweredError(e.op, "it is a bag that is not kept anywhere", e.span)
        held = self.layout.fields[e.args[0].owner, e.args[0].name]
        row = self.expr(e.args[1], names) if e.args[1] is not None else Const(0)
        return held.array, row * held.stride, held.kinds + 1 if isinstance(held, PileCodec) else held.stride

    def pile(self, e: m.Expr, names: Environment) -> tuple[PileCodec, Expr]:
        """Returns the codec of a pile, and its entry for none."""
        _, at, _ = self.bag(e, names)
        held = self.layout.fields[e.args[0].owner, e.args[0].name]
        assert isinstance(held, PileCodec)
        return held, at

    def piece_at(self, pile: PileCodec, at: Expr, depth: Expr) -> Expr:
        """Returns the piece that lies below so many others."""
        code = load(pile.array, at + load(pile.array, at + pile.size_at) + (pile.first - 1) - depth)
        return within(code & (1 << pile.bits) - 1, indices(pile.kinds))

    @handles("lying")
    def _lying(self, e: m.Expr, names: Environment, pile: m.Expr, place: m.Expr) -> Expr:
        held, at = self.pile(pile, names)

        def piece(nth: Expr) -> Expr:
            there = both(nth >= 1, nth <= load(held.array, at + held.size_at))
            return choose(there, self.piece_at(held, at, nth - 1), NONE)

        return self.bind("place", self.expr(place, names), piece)

    @handles("amount")
    def _amount(self, e: m.Expr, names: Environment, bag: m.Expr, piece: m.Expr) -> Expr:
        array, at, _ = self.bag(bag, names)
        return load(array, at + self.expr(piece, names) + 1)

    @handles("has")
    def _has(self, e: m.Expr, names: Environment, bag: m.Expr, piece: m.Expr) -> Expr:
        return self._amount(e, names, bag, piece) > 0

    @handles("size")
    def _size(self, e: m.Expr, names: Environment, bag: m.Expr) -> Expr:
        if bag.type.is_pile:
            held, at = self.pile(bag, names)
            return load(held.array, at + held.size_at)
        return self.room_taken(bag, names, ())

    def room_taken(self, bag: m.Expr, names: Environment, sizes: Sequence[int]) -> Expr:
        """Returns the number of pieces in a bag, or the room that they take."""
        array, at, stride = self.bag(bag, names)

        def total(first: Expr) -> Expr:
            piece = self.fresh("piece", Range(1, stride - 1))
            many: Expr = load(array, first + piece)
            if sizes:
                many = whole(many * load(self.memory.table((0, *sizes[:-1])), piece))
            return whole(Fold("sum", piece, Span(Const(1), Const(stride)), None, many))

        return self.bind("bag", at, total)

    @handles("room")
    def _room(self, e: m.Expr, names: Environment, bag: m.Expr) -> Expr:
        columns = self.rules.kinds[bag.type.name].columns
        used = self.room_taken(bag, names, columns[bag.type.measure].values if bag.type.measure else ())
        return whole((bag.type.room or 99999) - used)
