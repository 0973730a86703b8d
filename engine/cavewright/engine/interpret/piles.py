"""Instructions of piles: pieces are put on them and leave them, in their order, and who saw them is noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.piles import EVERYBODY, MOST_IN_PILE, Heap, Heaps, Pile
from ...rules.model.secrecy import HIDDEN, OPEN, SECRET
from ...rules.model.types import number
from ...rules.program import instructions as i
from .closures import Boards, Slots
from .effect_records import Effect
from .effects import WriteInstructions
from .step import Refused, Run, Step, stop_unfit

Bits = Callable[[Slots, Boards], int]
"""The bits of the players who see what moves."""


class PileInstructions(WriteInstructions):
    """The functions of instructions that change piles."""

    @handles
    def _stack(self, at: int, node: i.Stacked) -> Step:
        transfer, clause, after = node.transfer, node.clause, at + 1
        seen = self._seen_by(transfer.giver, transfer.taker, node.known)
        give = take = None
        if transfer.giver is not None:
            give = self._putting(transfer.giver, clause, self._stacking(transfer.from_bottom, seen))
        if transfer.taker is not None:
            take = self._putting(transfer.taker, clause, self._stacking(transfer.to_bottom, seen))
        moves = [
            self._all_of(transfer, seen, clause) if each.piece is None else self._one_move(each, transfer, give, take)
            for each in transfer.pieces
        ]

        def move_all(h: Slots, s: Boards, run: Run) -> int:
            for move in moves:
                move(h, s, run)
            return after

        return move_all

    def _stacking(self, bottom: bool, seen: Bits) -> Callable[..., tuple[int, ...]]:
        """Changes the number of a piece in a pile at one of its ends."""

        def stack(h: Slots, s: Boards, pile: Pile, piece: int, change: int) -> Pile:
            return pile.add(piece, change, bottom, seen(h, s)) if change > 0 else pile.take(piece, -change, bottom)

        return stack

    def _seen_by(self, giver: m.Expr | None, taker: m.Expr | None, known: str) -> Bits:
        """The bits of those who know what comes to a hidden pile; of all others that is not kept."""
        if taker is None or not taker.type.is_pile or taker.args[0].shown != HIDDEN:
            return lambda h, s: 0
        if known == OPEN or giver is not None and giver.args[0].shown == OPEN:
            return lambda h, s: EVERYBODY
        if giver is not None and giver.args[0].shown == SECRET:
            owner = self.evaluate.owner(giver)
            return lambda h, s: 1 << whose if (whose := owner(h, s)) >= 0 else 0
        return (lambda h, s: 1 << h[i.ME]) if known == SECRET else lambda h, s: 0

    # ---- whatever lies there -----------------------------------------------------------------------------------------

    def _all_of(self, transfer: m.Transfer, seen: Bits, clause: m.Clause) -> Callable[[Slots, Boards, Run], None]:
        """Everything leaves a bag or a pile."""
        assert transfer.giver is not None
        shift = m.Shift(
            m.constant(MOST_IN_PILE, number(0, MOST_IN_PILE), clause.span),
            transfer.giver,
            transfer.taker,
            transfer.from_bottom,
            transfer.to_bottom,
        )
        move = self._moving(shift, clause, seen)
        size = self.evaluate.expr(transfer.giver)
        return lambda h, s, run: move(h, s, run, sum(size(h, s)))

    @handles
    def _shift(self, at: int, node: i.Shifted) -> Step:
        shift, after = node.shift, at + 1
        amount = self.evaluate.expr(shift.amount)
        move = self._moving(shift, node.clause, self._seen_by(shift.giver, shift.taker, HIDDEN))

        def shift_pieces(h: Slots, s: Boards, run: Run) -> int:
            move(h, s, run, max(0, amount(h, s)))
            return after

        return shift_pieces

    def _moving(self, shift: m.Shift, clause: m.Clause, seen: Bits) -> Callable[[Slots, Boards, Run, int], None]:
        """Moves so many pieces from an end of a pile, or out of a bag, as far as they are there and fit."""
        taken_from = self.evaluate.bag(shift.giver)
        owner = self.evaluate.owner(shift.giver)
        given_to = None if shift.taker is None else self._receiving(shift.taker, clause, shift.to_bottom, seen)
        field, bottom = shift.giver.args[0], shift.from_bottom

        def move(h: Slots, s: Boards, run: Run, many: int) -> None:
            if (whose := owner(h, s)) < 0:
                return
            at = taken_from(h, s)
            held = sum(h[at])
            if many > held:
                stop_unfit(run, clause, Refused(clause, "lack", held, many), many, held)
            many = min(many, held)
            fits = many if given_to is None else given_to.room(h, s, run, h[at], many)
            if isinstance(h[at], Pile):
                heaps, h[at] = h[at].split(fits, bottom) if fits < held else (h[at].heaps, h[at].with_heaps(()))
            else:
                heaps, h[at] = _heap_of(h[at]), (0,) * len(h[at])
            for piece, count in sorted(Counter(each for heap in heaps for each in heap.pieces).items()):
                run.effects.append(Effect("pieces", clause, h[i.ME], field, whose, piece, -count))
            if given_to is not None:
                given_to.put_heaps(h, s, run, heaps)

        return move

    def _receiving(self, taker: m.Expr, clause: m.Clause, bottom: bool, seen: Bits) -> _Receiver:
        return _Receiver(self, taker, clause, bottom, seen)

    @handles
    def _shuffle(self, at: int, node: i.Shuffled) -> Step:
        pile = self.evaluate.bag(node.pile)
        owner = self.evaluate.owner(node.pile)
        after = at + 1

        def shuffle(h: Slots, s: Boards, run: Run) -> int:
            if (whose := owner(h, s)) >= 0:
                at = pile(h, s)
                h[at] = h[at].forget_order()
                run.effects.append(Effect("shuffled", node.clause, h[i.ME], node.pile, whose, 0, 0))
            return after

        return shuffle

    @handles
    def _look_at_supply(self, at: int, node: i.Stocked) -> Step:
        bag, owner, amount = self.evaluate.bag(node.bag), self.evaluate.owner(node.bag), self.evaluate.expr(node.amount)
        clause, after = node.clause, at + 1

        def look(h: Slots, s: Boards, run: Run) -> int:
            many = amount(h, s)
            held = sum(h[bag(h, s)]) if owner(h, s) >= 0 else many
            if many > held:
                stop_unfit(run, clause, Refused(clause, "lack", held, many), many, held)
            return after

        return look


class _Receiver:
    """Taker of pieces that come in their order: a pile, or a bag, which forgets it."""

    def __init__(self, making: PileInstructions, taker: m.Expr, clause: m.Clause, bottom: bool, seen: Bits) -> None:
        self.slot = making.evaluate.bag(taker)
        self.owner = making.evaluate.owner(taker)
        self.left = making.evaluate.expr(m.Expr("room", (taker,), taker.type, taker.span))
        self.type, self.field = taker.type, taker.args[0]
        self.sizes = (
            making.ruleset.kinds[taker.type.name].columns[taker.type.measure].values if taker.type.measure else ()
        )
        self.clause, self.bottom, self.seen = clause, bottom, seen

    def room(self, h: Slots, s: Boards, run: Run, contents: Any, many: int) -> int:
        """Returns how many of the pieces that come have room here."""
        if self.owner(h, s) < 0 or not self.type.room:
            return many
        left = self.left(h, s)
        fits = many if self.sizes else max(0, min(many, left))
        if fits < many:
            stop_unfit(run, self.clause, Refused(self.clause, "room", left, many), many, fits)
        return fits

    def put_heaps(self, h: Slots, s: Boards, run: Run, heaps: Heaps) -> None:
        """Puts heaps here, in their order."""
        owner = self.owner(h, s)
        if owner < 0:
            return
        at = self.slot(h, s)
        moved = Counter(each for heap in heaps for each in heap.pieces)
        if isinstance(h[at], Pile):
            h[at] = h[at].put_on(self.as_seen(heaps, self.seen(h, s)), self.bottom)
        else:
            h[at] = tuple(many + moved[piece] for piece, many in enumerate(h[at]))
        for piece, count in sorted(moved.items()):
            run.effects.append(Effect("pieces", self.clause, h[i.ME], self.field, owner, piece, count))

    def as_seen(self, heaps: Heaps, seen: int) -> Heaps:
        """Returns heaps with those who know them here: in an open pile nobody has to be named; of a heap of several
        nobody knows the order."""
        if self.field.shown != HIDDEN:
            return tuple(Heap((piece,)) for heap in heaps for piece in heap.pieces)
        return tuple(Heap(each.pieces, each.known | seen if len(each.pieces) == 1 else 0) for each in heaps)


def _heap_of(contents: tuple[int, ...]) -> Heaps:
    """Returns the pieces of a bag as one heap: they have no order."""
    return (Heap(tuple(piece for piece, many in enumerate(contents) for _ in range(many))),)
