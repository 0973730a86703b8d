"""Lowering of chance: whether anything can come up, what, with which weights, and what comes of it.

Rows of the list are a value and its weight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .construction import YES, assign, both, indices, load, store, up_to, within, write
from .decisions import MOST_OPTIONS, OptionList
from .expressions import whole
from .form import (
    Block,
    Const,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Put,
    Range,
    Return,
    Span,
    Statement,
    op,
)
from .pile_effects import PileEffects
from .scope import HERE


class Draws:
    """Makes the functions of chance."""

    def __init__(self, effects: PileEffects, listing: OptionList) -> None:
        self.effects, self.lowering, self.listing = effects, effects.lowering, listing
        self.rules, self.layout = effects.rules, effects.layout

    def merges(self) -> bool:
        """Tells if the interpreter draws some pieces together that are drawn one by one here."""
        drawn = {node.bag.type.name for node in self.lowering.program.code if isinstance(node, i.Chance) and node.bag}
        return any(not self.rules.interchangeable[each].always for each in drawn & set(self.rules.interchangeable))

    def any(self, at: int, node: i.Chance) -> Expr:
        """Returns the test that anything can come up."""
        if node.domain is not None:
            going = self.lowering.through(node.domain, HERE)
            return self.lowering.fold_over("some", "value", going, lambda value: YES)
        assert node.bag is not None
        array, at_, stride = self.lowering.bag(node.bag, HERE)
        piece = self.lowering.fresh("piece", Range(1, stride - 1))
        held = load(array, at_ + piece) > 0
        return Fold("some", piece, Span(Const(1), Const(stride)), held)

    def lister(self, at: int, node: i.Chance) -> Function:
        """The function that lists what can come up; it returns how much all of it weighs."""
        count = self.lowering.fresh("many", self.listing.count.range)

        def append_outcome(value: Expr, weight: Expr) -> Statement:
            return Put(self.listing.rows, count, (value, weight))

        total: Expr = count
        if node.domain is not None:
            going = self.lowering.through(node.domain, HERE)
            listed = self.lowering.each("value", going, lambda value: (append_outcome(value, Const(1)),))  # type: ignore[arg-type]
        else:
            listed, total = self._of_container(node, append_outcome)
        known = indices(2**31)
        body: Block = (assign(count, 0), *listed, write(self.listing.count, count), Return(within(total, known)))
        return self.lowering.function(f"list_{at}", (), body, known)

    def _of_container(self, node: i.Chance, put: Callable[[Expr, Expr], Statement]) -> tuple[Block, Expr]:
        """Returns the statements that list the pieces of a bag, or of the heap at an end of a pile, and their weight."""
        assert node.bag is not None
        if not node.bag.type.is_pile:
            return self._of_bag(node.bag, put), self.lowering.room_taken(node.bag, HERE, ())
        find, amounts, total = self.effects.find_drawn(node.bag, node.bottom)
        piece = self.lowering.fresh("piece", amounts.bounds)
        row = If(load(amounts, piece) > 0, (put(piece, load(amounts, piece)),))
        return (find, Each(piece, up_to(amounts.length), (row,))), total

    def _of_bag(self, bag: m.Expr, put: Callable[[Expr, Expr], Statement]) -> Block:
        """Pieces of which none is told from another are one outcome, the first of them that is there."""
        array, entry, stride = self.lowering.bag(bag, HERE)
        same = self.rules.interchangeable.get(bag.type.name)
        classes = same.first if same is not None and same.always else tuple(range(stride - 1))
        piece = self.lowering.fresh("piece", Range(0, stride - 2))
        let, held = self.effects.let("held", load(array, entry + piece + 1))
        row: Block = (put(piece, held),)
        if len(set(classes)) < len(classes):
            row = self._list_class(classes, lambda one: load(array, entry + one + 1), piece, put)
        return (Each(piece, up_to(stride - 1), (let, If(held > 0, row))),)

    def _list_class(
        self,
        classes: Sequence[int],
        held: Callable[[Expr], Expr],
        piece: Expr,
        put: Callable[[Expr, Expr], Statement],
    ) -> Block:
        """A piece stands for all like it, if none of them is before it."""
        table = self.lowering.memory.table(classes)
        other = self.lowering.fresh("other", indices(len(classes)))
        like = both(op("==", load(table, other), load(table, piece)), held(other) > 0)
        earlier = Fold("some", other, up_to(piece), like)
        later = self.lowering.fresh("other", indices(len(classes)))
        alike = op("==", load(table, later), load(table, piece))
        weight = whole(Fold("sum", later, Span(piece, Const(len(classes))), alike, held(later)))
        return (If(op("==", earlier, 0), (put(piece, weight),)),)

    def taker(self, at: int, node: i.Chance) -> Function:
        """The function that carries out that chance has brought the value of a row, and says where it goes on."""
        slot = self.layout.cell(node.slot)
        row = self.lowering.fresh("row", indices(MOST_OPTIONS))
        let, value = self.effects.let("value", load(self.listing.rows, row * 2), slot.range)
        body: list[Statement] = [let]
        if node.bag is not None and node.bag.type.is_pile:
            body.append(self.effects.take_from_pile(node.bag, value, node.bottom))
        elif node.bag is not None:
            array, entry, _ = self.lowering.bag(node.bag, HERE)
            place = entry + value + 1
            body.append(store(array, place, load(array, place) - 1))
        body += [write(slot, value), self.lowering.stamp_write(), Return(Const(node.to))]
        return self.lowering.function(f"choose_{at}", [row], tuple(body), indices(len(self.lowering.program.code)))
