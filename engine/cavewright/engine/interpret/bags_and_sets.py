"""Bags and sets, as functions of a position: what lies in a bag, how much fits in, what is a member."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.piles import Pile
from ...rules.model.recorded_positions import (
    MOST_TIMES,
    occurrences,
    position_of,
    stretches,
    with_occurrences,
    work_of_position,
)
from ...rules.program.instructions import ME
from .closures import ZERO, Boards, Closure, ClosureMaker, Slots
from .step import NumberError


class BagsAndSets(ClosureMaker):
    """The operators that ask of bags and sets. A bag is a tuple: how many of each kind of piece, and a zero for none."""

    def bag(self, e: m.Expr) -> Closure:
        """The slot in which a bag lies."""
        field, of = e.args
        base = self.layout.slot(field)
        if of is None:
            return lambda h, s: base
        if of.op == "me":
            return lambda h, s: base + h[ME]
        inner = self.expr(of)
        return lambda h, s: base + inner(h, s)

    def owner(self, bag: m.Expr) -> Closure:
        """The row or player that a bag belongs to; 0 for one of the game."""
        return self.maybe(bag.args[1]) or ZERO

    def kinds_of(self, bag: m.Expr) -> int:
        """Returns the number of kinds of pieces that a bag can hold."""
        return len(self.ruleset.kinds[bag.type.name].rows)

    def room_left(self, bag: m.Expr) -> Callable[[Sequence[int]], int]:
        """Returns the function from the contents of a bag to the room that they leave."""
        room = bag.type.room or 99_999
        if not bag.type.measure:
            return lambda contents: room - sum(contents)
        sizes = self.ruleset.kinds[bag.type.name].columns[bag.type.measure].values
        return lambda contents: room - sum(map(mul, contents, sizes))

    @handles("room")
    def _room(self, e: m.Expr, bag: m.Expr) -> Closure:
        contents, left = self.expr(bag), self.room_left(bag)
        return lambda h, s: left(contents(h, s))

    def members(self, e: m.Expr) -> Callable[[int], int]:
        """From a member of a set to its bit."""
        element = e.type.element
        if element is None or not element.is_number:
            return lambda v: v
        low, high, step = element.low, element.high, element.step
        return lambda v: (v - low) // step if low <= v <= high and (v - low) % step == 0 else -1

    @handles("occurrences")
    def _occurrences(self, e: m.Expr, kept: m.Expr, parts: tuple[m.Expr, ...]) -> Closure:
        record, made = self.expr(kept), self.position(parts)
        if e.type.is_truth:
            return lambda h, s: occurrences(record(h, s), made(h, s)) > 0
        return lambda h, s: occurrences(record(h, s), made(h, s))

    @handles("with_occurrences")
    def _with_occurrences(self, e: m.Expr, kept: m.Expr, times: m.Expr, parts: tuple[m.Expr, ...]) -> Closure:
        record = self.expr(kept)
        often = self.expr(times)
        made = self.position(parts)
        room = e.type.room
        span = e.span

        def put_position(h: Slots, s: Boards) -> tuple[int, ...]:
            more = with_occurrences(record(h, s), made(h, s), min(int(often(h, s)), MOST_TIMES))
            if len(more) > room:
                raise NumberError(span, fit=(len(more), room))
            return more

        return put_position

    def position(self, parts: tuple[m.Expr, ...]) -> Closure:
        """Returns the closure of the number of the position at hand; looking at it is work."""
        made = stretches(parts, self.layout.slot, self.ruleset.kinds)
        work = work_of_position(len(parts))
        meter = self.work_slot

        def position(h: Slots, s: Boards) -> int:
            h[meter] += work
            return position_of(made, h)

        return position

    @handles("in_set")
    def _in_set(self, e: m.Expr, member: m.Expr, of: m.Expr) -> Closure:
        inner, whole, bit = self.expr(member), self.expr(of), self.members(of)

        def contains(h: Slots, s: Boards) -> bool:
            at = bit(inner(h, s))
            return at >= 0 and whole(h, s) >> at & 1 == 1

        return contains


def with_amount(contents: tuple[int, ...], piece: int, amount: int) -> tuple[int, ...]:
    """The contents of a bag with another amount of a piece; of a pile, it comes and leaves on top."""
    if isinstance(contents, Pile):
        return contents.with_amount(piece, amount)
    return (*contents[:piece], amount, *contents[piece + 1 :])


def members(bits: int, low: int, step: int) -> list[int]:
    """The members of a set."""
    return [low + n * step for n in range(bits.bit_length()) if bits >> n & 1]
