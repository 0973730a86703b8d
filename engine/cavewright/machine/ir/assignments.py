"""Lowering of assignments: names, fields and members of sets get values, within their bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass
from ...rules.model.types import MOST, NONE, Type
from .construction import (
    NO,
    YES,
    assign,
    both,
    choose,
    either,
    indices,
    load,
    read,
    store,
    within,
    write,
)
from .form import (
    TRUTH,
    Array,
    Block,
    Const,
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
from .position_encoding import SetCodec
from .ranges import range_of
from .scope import HERE, UnloweredError
from .searches import Searches

TOO_MUCH = 2
"""Reason of a trap: the work of a step is over its limit, or the interpreter has to say what is wrong."""
REFUSED = Const(-2)
"""What is returned in place of an instruction where an effect is refused."""


class Assignments(Pass):
    """Writes of values, and the common part of all effects. `lowering` is that of expressions."""

    def __init__(self, lowering: Searches, strict: Array | None) -> None:
        self.lowering, self.layout, self.rules = lowering, lowering.layout, lowering.rules
        self.strict = strict
        """the cell that says whether an option is tried; none where none ever is"""
        self.depth: Array | None = None
        """the cell that says how many trials go on; none where none ever do"""
        self.fit = ""
        """what becomes of a number that does not fit, of the line at hand"""

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

    def unfit(self, code: str, current: Expr = NO, needed: Expr = NO) -> Block:
        """A number does not fit: refused where it is tried; of an exact line in any trial, and else left to the
        interpreter, which names the line."""
        if self.fit != "exact":
            return self.refusal(code, current, needed) if not self.fit else ()
        in_trial = (If(read(self.depth) > 0, (Return(REFUSED),)),) if self.depth is not None else ()
        return (*self.refusal(code, current, needed), *in_trial, Trap(TOO_MUCH))

    def let(self, name: str, value: Expr, range_: Range | None = None) -> tuple[Let, Var]:
        """A variable with a value."""
        var = self.lowering.fresh(name, range_ or range_of(value))
        return assign(var, value), var

    # ---- values ------------------------------------------------------------------------------------------------------

    def _let(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        """A name gets a value."""
        held = self.layout.slots[self.lowering.program.layout.locals[target.args[0].number]]
        if isinstance(held, SetCodec):
            lets, words = self._words(value, held.stride)
            return [*lets, *(store(held.array, n, word) for n, word in enumerate(words))]
        made = self.lowering.value(value, HERE)
        if not target.type.is_number or target.type.high < MOST:
            return [write(held.array, made)]  # type: ignore[union-attr]
        return [write(held.array, within(made, Range(target.type.low, target.type.high)))]  # type: ignore[union-attr]

    def _words(self, value: m.Expr, many: int) -> tuple[list[Let], list[Var]]:
        """The words of a set, all read before the first is written."""
        read = [self.let("word", self.lowering.word_of(value, Const(n), HERE)) for n in range(many)]
        return [let for let, _ in read], [word for _, word in read]

    def _set_words(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        """A field gets a set."""
        many = self.layout.words(target.type)
        lets, words = self._words(value, many)

        def write_words(array: Array, at: Expr) -> list[Statement]:
            return [store(array, at * many + n, word) for n, word in enumerate(words)]

        return [*lets, *self.assign(target, write_words, NO)]

    def keep_within(self, value: Expr, type_: Type) -> tuple[list[Statement], Expr]:
        """A value kept within what a type allows: refused where it is tried, elsewhere as far as it goes."""
        if type_.is_truth:
            return [], value if range_of(value) in TRUTH else op("!=", value, 0)
        bounds = Range(type_.low, type_.high)
        allowed = bounds | Range(NONE, NONE) if type_.optional else bounds
        if not type_.is_number or range_of(value) in bounds:
            return [], value
        let, number = self.let("value", value)
        outside = either(number < bounds.low, number > bounds.high)
        if type_.optional:
            outside = both(outside, op("!=", number, NONE))
        kept = self.lowering.clamp(number, bounds, type_.optional)
        refusal = self.unfit("range", number, choose(number < bounds.low, bounds.low, bounds.high))
        return [let, *((If(outside, refusal),) if refusal else ())], within(kept, allowed)

    def assign(self, target: m.Expr, put: Callable[[Array, Expr], list[Statement]], value: Expr) -> list[Statement]:
        """Returns the statements of a write, if its target exists and can hold the value."""
        array, at, test = self._place_of(target)
        least = target.type.least_kept
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
            self.lowering.stamp_write(),
        ]

    def _place_of(self, target: m.Expr) -> tuple[Array, Expr, Callable[[Expr], Expr]]:
        """Returns the place of a target: the array, the row, and whether there is one."""
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
        """Returns the place of a passage: with the lower of its places, if both are laid."""
        records = self.layout.records[board.name]
        ground = self.lowering.ground(board)
        at = self.lowering.edge_at(board, self.expr(of))

        def is_laid(entry: Expr) -> Expr:
            node, south = entry >> 1, entry & 1
            side = choose(south, 2, 1)
            beside = ground.beside(within(node, indices(records.count.range.high)), side)
            return both(entry >= 0, beside >= 0)

        return records.edges[index], at, is_laid

    def _set_member(self, target: m.Expr, value: m.Expr) -> list[Statement]:
        """A set gets a member, or loses one."""
        member, of = target.args
        let, bit = self.let("bit", self.lowering.bit_of(self.expr(member), of))
        flag, given = self.let("value", self.lowering.truth(value, HERE))
        many = 1 if of.type.is_sides else self.layout.words(of.type)
        word = within(bit >> 5, indices(many)) if many > 1 else Const(0)

        def change_bit(array: Array, at: Expr) -> list[Statement]:
            entry = at * many + word
            mask = 1 << (bit & 31)
            old = load(array, entry)
            return [store(array, entry, choose(given, old | mask, old & (mask ^ -1)))]

        if of.op == "local":
            held = self.layout.slots[self.lowering.program.layout.locals[of.args[0].number]]
            written: list[Statement] = change_bit(held.array, Const(0))  # type: ignore[union-attr]
        else:
            written = self.assign(of, change_bit, Const(0))
        return [let, flag, If(bit >= 0, tuple(written))]
