"""Lowering of repacking: kind by kind a player says how many go into the first bag, the others go into the second."""

from __future__ import annotations

from ...rules.check.cardinality import MOST_WAYS
from ...rules.model.types import MOST, NONE
from ...rules.program import instructions as i
from .allotments import Allotments
from .construction import (
    YES,
    assign,
    choose,
    either,
    invoke,
    load,
    no,
    read,
    store,
    up_to,
    within,
    write,
)
from .effects import Effects
from .expressions import whole
from .form import (
    TRUTH,
    Array,
    Block,
    Break,
    Const,
    Each,
    Expr,
    If,
    Loop,
    Range,
    Return,
    Statement,
    op,
)
from .scope import HERE


class Repack:
    """The functions of one repacking: `begin_N` and `pack_N`, which say whether there is a choice."""

    def __init__(self, node: i.Repack, effects: Effects) -> None:
        self.node, self.effects, self.lowering = node, effects, effects.lowering
        self.fresh, self.variables = self.lowering.fresh, self.lowering.variables
        self.allotments: Allotments = self.lowering.allotments(node.allotments)
        self.hands, self.endless, self.kinds = self.allotments.hands, self.allotments.endless, self.allotments.kinds
        self.rows, self.name = node.kinds, f"{node.left}"
        slots = self.lowering.program.layout.locals
        self.piece, self.many = (effects.layout.cell(slots[each.number]) for each in (node.piece, node.many))
        self._write_put()
        self._write_going_to_choice()
        self.lowering.function(f"begin_{self.name}", (), (*self.open(), Return(self.go_to_choice())), TRUTH)
        self._write_packing()

    def bag(self, which: int) -> tuple[Array, Expr]:
        """Returns the place of a bag: its array, and the entry for none."""
        array, at, _ = self.lowering.bag((self.node.first, self.node.second)[which], HERE)
        return array, at

    def entry(self, which: int, piece: Expr) -> tuple[Array, Expr]:
        """Returns the entry of the number of a piece."""
        array, at = self.bag(which)
        return array, at + piece + 1

    def note(self, which: int, piece: Expr, change: Expr) -> Block:
        """Returns what notes that pieces go into a bag, or out of it onto the table: nothing here."""
        return ()

    # ---- opening -----------------------------------------------------------------------------------------------------

    def open(self) -> Block:
        """Everything that takes part lies on the table."""
        owners = [
            self.effects.expr(each.args[1]) if each.args[1] is not None else Const(0)
            for each in (self.node.first, self.node.second)
        ]
        same = op("==", *owners) if self.node.first.args[0] is self.node.second.args[0] else Const(0)
        nothing = either(same, *(each < 0 for each in owners))
        piece = self.fresh("piece", self.kinds)
        amounts = [self.effects.let(f"held{n}", load(*self.entry(n, piece))) for n in (0, 1)]
        total = choose(load(self.endless, piece), 0, amounts[0][1] + amounts[1][1])
        taken: list[Statement] = [each for each, _ in amounts]
        taken.append(store(self.hands, piece, whole(total + 1)))
        taken += [store(*self.entry(n, piece), Const(0)) for n in (0, 1)]
        taken += [one for n in (0, 1) for one in self.note(n, piece, 0 - amounts[n][1])]
        where = self.node.where
        chosen = self.lowering.truth(where, HERE.bind(self.node.piece, piece)) if where is not None else YES
        each = Each(piece, up_to(self.rows), (If(chosen, tuple(taken)),))
        return (If(no(nothing), (each,)), self.lowering.stamp_write())

    # ---- going on ----------------------------------------------------------------------------------------------------

    def _write_put(self) -> None:
        """The function that puts so many of a kind into the first bag, the rest into the second."""
        piece, many = self.variables(piece=self.kinds, many=Range(0, MOST))
        left = choose(load(self.endless, piece), 0, load(self.hands, piece) - 1 - many)
        let_rest, rest = self.effects.let("rest", left, Range(-MOST, MOST))
        stores = [
            store(array, at, load(array, at) + within(amount, Range(0, MOST)))
            for n, amount in ((0, many), (1, rest))
            for array, at in [self.entry(n, piece)]
        ]
        notes = (*self.note(0, piece, many), *self.note(1, piece, rest))
        body = (let_rest, *stores, store(self.hands, piece, 0), *notes, self.lowering.stamp_write())
        self.lowering.procedure(f"put_{self.name}", [piece, many], body)

    def _write_packing(self) -> None:
        """The function that puts away what was chosen, and goes on."""
        put = invoke(f"put_{self.name}", within(read(self.piece), self.kinds), within(read(self.many), Range(0, MOST)))
        body = (put, write(self.piece, 0), write(self.many, 0), Return(self.go_to_choice()))
        self.lowering.function(f"pack_{self.name}", (), body, TRUTH)

    def go_to_choice(self) -> Expr:
        """Returns the call that goes to the next kind with a choice. Whether there is one."""
        found: Expr = self.lowering.call(f"choice_{self.name}")
        return found

    def _write_going_to_choice(self) -> None:
        """The function that goes to the next kind with a choice, and puts away those without."""
        kind, many = self.variables(kind=Range(NONE, self.rows - 1), many=Range(0, MOST_WAYS))
        here = within(kind, self.kinds)
        loop: Block = (
            assign(kind, self.lowering.first_left(self.node.left, self.rows)),
            If(kind < 0, (Break("kinds"),)),
            assign(many, self.allotments.count(here)),
            If(op("!=", many, 1), (Return(Const(1)),)),
            invoke(f"put_{self.name}", here, read(self.allotments.numbers)),
        )
        self.lowering.procedure(f"choice_{self.name}", (), (Loop("kinds", loop),))
