"""Statements about numbers and pieces: costs, gaining, losing, moving, repacking and laying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...foundation.source import Span
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.secrecy import HIDDEN
from ..model.types import MOST, UNKNOWN, Type, number, row
from .block_reader import BlockReader
from .recorded_positions import is_now
from .symbols import in_number

WRITABLE = ("field", "record", "edge", "in_set", "local", "amount")
"""Operators that name what can be set."""


def is_hidden_pile(bag: m.Expr) -> bool:
    """Tells if a bag is a pile whose order chance decides."""
    return bag.type.is_pile and bool(bag.args[0].shown == HIDDEN)


def is_decided(bag: m.Expr) -> bool:
    """Tells if a bag is a pile whose order is decided, since somebody sees it."""
    return bag.type.is_pile and not is_hidden_pile(bag)


class PieceStatements(BlockReader):
    """Statements by which things change hands."""

    @handles
    def _do_cost(self, node: t.Cost) -> Any:
        return m.Cost(tuple(filter(None, (self.payment(price) for price in node.prices))))

    def payment(self, price: t.Price) -> m.Payment | None:
        """One item of a cost: a declared currency, a number that the player keeps, or pieces from a bag."""
        if price.quantity.amount is None or not isinstance(price.quantity.unit, t.Name):
            self.wrong("C0405", "a cost is a number of something: `cost 1 point`", price)
            return None
        amount = self.amount(price.quantity.amount, "an amount")
        if amount.type.low < 0 and amount.op == "const":
            self.wrong("C0416", "a cost cannot be negative", price)
        unit = price.quantity.unit.id
        if price.holder is not None:
            return self._pieces(unit, amount, price)
        for name in in_number(unit):
            if name in self.names.currencies:
                return self._currency(name, amount)
            kept = self.names.fields.get((self.names.players, name))
            if kept is not None and kept.type.is_number:
                return self._kept_currency(kept, amount, price.span)
            if kept is not None and kept.type == UNKNOWN:
                return None
        known = [
            *self.names.currencies,
            *(n for (o, n), f in self.names.fields.items() if o == self.names.players and f.type.is_number),
        ]
        self.wrong(
            "C0208",
            f"there is no currency `{unit}`",
            price.quantity.unit,
            help=self.near(unit, known, self._pays(price)) or "pieces are paid `from` a bag; or declare a `currency`",
        )
        return None

    def _pays(self, price: t.Price) -> Callable[[str], bool]:
        """Tells of a name whether a price can be paid in it."""

        def pay_unit(name: str) -> m.Payment | None:
            unit = t.Name(name, span=price.span)
            return self.payment(replace(price, quantity=replace(price.quantity, unit=unit)))

        return self.reader_test(pay_unit, price.span)

    def _kept_currency(self, kept: m.Field, amount: m.Expr, span: Span) -> m.Payment:
        held = m.Expr("field", (kept, self.me(span)), kept.type, span)
        rest = m.Expr("sub", (held, amount), self._rest_type(kept.type, amount.type), span)
        return m.Payment(kept.name, amount, held, self.steps(m.Assign(held, rest)))

    def _rest_type(self, kept: Type, due: Type) -> Type:
        """Returns the type of what is left of a number; outside of an action there may be too little of it, which is an
        error in language 2."""
        is_exact = self.clauses and self.clauses[-1].fit == "exact"
        return number(kept.low - due.high, kept.high - due.low, kept.unit) if is_exact else kept

    def _pieces(self, unit: str, amount: m.Expr, price: t.Price) -> m.Payment | None:
        bag = self.bag(price.holder)
        if not bag.type.is_bag:
            return None
        piece = self.read_as(price.quantity.unit, row(bag.type.name), "what is paid")
        if is_hidden_pile(bag):
            self._no_search((price.quantity,), bag)
        held = m.Expr("amount", (bag, piece), number(0, 9999), price.span)
        pay = m.Transfer((m.Amount(amount, piece),), bag, None)
        return m.Payment(unit, amount, held, self.steps(pay))

    def _currency(self, name: str, amount: m.Expr) -> m.Payment:
        node = self.names.currencies[name]
        if name in self.open_currencies:
            self.wrong(
                "C0508", f"`{name}` is paid with itself", node.name_span, help="let its block lose pieces or numbers"
            )
            return m.Payment(name, amount, amount, ())
        with self.knowing(alone=True):
            held = self.expr(node.value)
            counter = self.names.local("unit", number(1, 999))
            self.open_currencies.append(name)
            paid = self.block(node.block)
            self.open_currencies.pop()
        return m.Payment(name, amount, self.want(held, number(0, MOST)), paid, counter)

    # ---- gaining and losing ------------------------------------------------------------------------------------------

    @handles
    def _do_gain(self, node: t.Gain) -> Any:
        return self._change(node.quantities, None, node.holder, +1)

    @handles
    def _do_lose(self, node: t.Lose) -> Any:
        return self._change(node.quantities, node.holder, None, -1)

    def _change(self, quantities: Any, giver: Any, taker: Any, sign: int) -> Any:
        holder = giver if giver is not None else taker
        if holder is None:
            return [self._adjust(each, sign) for each in quantities]
        if is_now(quantities[0].unit):
            return self._put_positions(quantities, holder, sign)
        bag, bottom = self.end(holder)
        if not bag.type.is_bag:
            return None
        if quantities[0].amount is not None and quantities[0].unit is None:
            return self._read_shift(quantities[0], bag, None, bottom, False)
        if sign < 0:
            self._no_search(quantities, bag)
        pieces = tuple(self._amount(each, bag) for each in quantities)
        if sign < 0:
            return m.Transfer(pieces, bag, None, from_bottom=bottom)
        return m.Transfer(pieces, None, bag, to_bottom=bottom)

    def _put_positions(self, quantities: Any, holder: Any, sign: int) -> Any:
        """`gain 1 now in past`: the position at hand lies more often in a bag of positions."""
        kept = self.expr(holder)
        if kept.type.is_unknown:
            return None
        if len(quantities) > 1 or not kept.type.is_positions:
            return self.misplaced_now(quantities[0].unit) and None
        asked = self.occurrences(quantities[0].unit, kept, holder.span)
        if sign < 0 or kept.type.high == 1:
            why = "a position is not lost" if sign < 0 else "a set holds a position once"
            self.wrong(
                "C0406", why, quantities[0], help=f"write `set {kept.span.text}[now] = {'no' if sign < 0 else 'yes'}`"
            )
            return None
        more = self.amount(quantities[0].amount, "an amount")
        times = m.Expr(
            "add", (asked, more), number(more.type.low, asked.type.high + more.type.high), quantities[0].span
        )
        return None if asked.type.is_unknown else self.put_position(asked, self._known_times(times, more))

    def _known_times(self, times: m.Expr, written: m.Expr) -> m.Expr:
        """Returns how often a position lies somewhere; C0416 where that may be below zero."""
        if times.type.is_number and times.type.low < 0:
            self.wrong("C0416", "a position cannot be there less often than never", written)
        return times

    def set_occurrences(self, asked: m.Expr, node: Any) -> Any:
        """`set past[now] = yes`: the position at hand lies in a set of positions, or so often in a bag."""
        wanted = asked.type if asked.type.is_truth else number(0, 0)
        value = self.read_as(node, wanted, "the new value")
        return self.put_position(asked, self._known_times(value, value))

    def _adjust(self, quantity: t.Quantity, sign: int) -> Any:
        """`gain 2 points`: a number that is kept goes up or down."""
        if quantity.amount is None:
            self.wrong("C0405", "`all` needs a bag", quantity)
            return None
        target = self._number_kept(quantity.unit)
        amount = self.expr(quantity.amount)
        if target.op not in WRITABLE or not target.type.is_number:
            if not target.type.is_unknown:
                self.wrong(
                    "C0406",
                    "only a number that is kept goes up and down without a bag",
                    quantity,
                    help="pieces are gained `in` a bag and lost `from` one",
                )
            return None
        kept, more = target.type, amount.type
        low, high = (
            (kept.low + more.low, kept.high + more.high) if sign > 0 else (kept.low - more.high, kept.high - more.low)
        )
        return m.Assign(
            target, m.Expr("add" if sign > 0 else "sub", (target, amount), number(low, high, kept.unit), quantity.span)
        )

    def _number_kept(self, unit: Any) -> m.Expr:
        if isinstance(unit, t.Name) and unit.id not in self.scope:
            for name in in_number(unit.id)[:2]:
                kept = self._field_by_name(name, unit.span)
                if kept is not None:
                    return kept
        return self.expr(unit)

    def _amount(self, quantity: t.Quantity, bag: m.Expr) -> m.Amount:
        if quantity.amount is None:
            return m.Amount(None, None)
        amount = self.amount(quantity.amount, "an amount")
        if amount.type.is_number and amount.type.high < 0:
            self.wrong("C0416", "an amount cannot be negative", quantity)
        return m.Amount(amount, self.read_as(quantity.unit, row(bag.type.name, True), "a piece"))

    # ---- moving and laying -------------------------------------------------------------------------------------------

    def _bags(self, node: t.Repack) -> Any:
        """Two bags of the same things, or two that are none."""
        first, second = self.bag(node.first), self.bag(node.second)
        if "unknown" in (first.type.form, second.type.form) or not self._hold_alike(first, second, node):
            return None, None
        if first.type.is_pile or second.type.is_pile:
            self._refuse_end(first if first.type.is_pile else second, "a pile cannot be shared out anew", node.span)
            return None, None
        return first, second

    def _hold_alike(self, first: m.Expr, second: m.Expr, node: Any) -> bool:
        """Tells if two bags hold things of the same kind, and says what is wrong if they do not."""
        if first.type.name != second.type.name:
            self.wrong("C0401", f"`{first.type}` and `{second.type}` hold different things", node)
        return first.type.name == second.type.name

    @handles
    def _do_move(self, node: t.Move) -> Any:
        (giver, from_bottom), (taker, to_bottom) = self.end(node.giver), self.end(node.taker)
        if "unknown" in (giver.type.form, taker.type.form) or not self._hold_alike(giver, taker, node):
            return None
        if node.quantities[0].amount is not None and node.quantities[0].unit is None:
            return self._read_shift(node.quantities[0], giver, taker, from_bottom, to_bottom)
        self._no_search(node.quantities, giver)
        pieces = tuple(self._amount(each, giver) for each in node.quantities)
        return m.Transfer(pieces, giver, taker, from_bottom, to_bottom)

    # ---- piles -------------------------------------------------------------------------------------------------------

    def end(self, node: Any) -> tuple[m.Expr, bool]:
        """Returns the bag that pieces leave or come to, and whether it is the bottom of a pile."""
        is_bottom = isinstance(node, t.Bottom)
        bag = self.bag(node.of if is_bottom else node)
        self._look_at_end(bag, is_bottom, node.span)
        return bag, is_bottom

    def _look_at_end(self, bag: m.Expr, is_bottom: bool, span: Span) -> None:
        """C0432 for the bottom of what has none."""
        if is_bottom and bag.type.is_bag and not bag.type.is_pile:
            self._refuse_end(bag, "only a pile has a bottom", span)

    def _refuse_end(self, bag: m.Expr, message: str, span: Span) -> None:
        self.wrong("C0432", message, span, f"this is a `{bag.type}`", help="declare it `pile of …` where it is kept")

    def _no_search(self, quantities: Any, bag: m.Expr) -> None:
        """C0433 where certain pieces are taken out of a pile of which nobody sees where they lie."""
        if is_hidden_pile(bag) and any(each.amount is not None for each in quantities):
            self.wrong(
                "C0433",
                f"nobody sees where in `{bag.span.text}` that lies",
                bag,
                help="draw from it, or move all of it to where it is seen first",
            )

    def _read_shift(
        self, quantity: t.Quantity, giver: m.Expr, taker: m.Expr | None, from_bottom: bool, to_bottom: bool
    ) -> m.Shift | None:
        """Reads a line by which so many pieces leave an end of a pile, whatever they are."""
        if not giver.type.is_pile:
            self._refuse_end(giver, "only a pile says which pieces are meant", quantity.span)
            return None
        amount = self.amount(quantity.amount, "how many leave the pile")
        if is_hidden_pile(giver):
            written = quantity.span.text
            self.wrong(
                "C0433",
                f"chance has to say which lie there: write `draw {written} from {giver.span.text} to …`",
                quantity,
                "the order of a hidden pile is not decided",
            )
            return None
        return m.Shift(amount, giver, taker, from_bottom, to_bottom)

    @handles
    def _do_repack(self, node: t.Repack) -> Any:
        first, second = self._bags(node)
        if first is None:
            return None
        piece = self.names.local("it", row(first.type.name))
        with self.knowing(piece):
            where = self.perhaps(node.where)
        filling = self.amount(node.filling) if node.filling is not None else None
        name = self.at_line.key or "repack"
        self.decision(name, (row(first.type.name), number(0, 99)), node.span)
        return m.Repack(first, second, piece, where, filling, name)

    @handles
    def _do_lay(self, node: t.Lay) -> Any:
        spot, board = self._place(node.at)
        if board is None:
            return None
        if not board.kind:
            self.no_tiles(board, node)
            return None
        tile = self.read_as(node.tile, row(board.kind), "what is laid")
        return m.Lay(board.name, tile, spot, self._lain(node, board, tile))

    def _lain(self, node: t.Lay, board: m.Board, tile: m.Expr) -> m.Expr:
        """The sides of a tile as it is laid: turned, or as they are printed."""
        if node.turned is not None and not board.sides:
            self._no_sides(board, node.turned)
        if node.turned is not None:
            return self.read_as(node.turned, self.names.sides)
        if not board.sides:
            return m.constant(0, self.names.sides, node.span)
        return m.Expr("column", (self.names.kinds[board.kind], board.sides, tile), self.names.sides, node.span)
