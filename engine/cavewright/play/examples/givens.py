"""Single things that an example sets: what is kept, pieces in a bag, the open sides of a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.interpret.bags_and_sets import with_amount
from ...language.syntax import tree as t
from ...language.tables.table_values import Cell
from ...rules.cave import grid
from ...rules.check.statements import KEPT
from ...rules.model import ruleset as m
from ...rules.model.types import NONE, Type
from ..views.problems import in_range
from .kept_slots import whole
from .position_tables import PositionBuilder, ways_round


class Given(PositionBuilder):
    """A position in which single things can be set too."""

    def set_value(self, node: t.Given) -> None:
        """Sets one thing that is kept, all that lies in a bag or a pile, or the open sides of a place."""
        target = self.words.expr(node.target)
        if target.type.is_bag and target.op in KEPT:
            self._fill(target, node.value)
            return
        several = self._several(node.value, target.type)
        value = (
            None
            if several is not None or isinstance(node.value, t.Words)
            else self.words.read_as(node.value, target.type)
        )
        if wrong := self.words.take_findings():
            self.found += wrong
            return
        write = {
            **dict.fromkeys(KEPT, self._keep),
            "amount": self._give_amount,
            "in_set": self._give_member,
            "open": self._give_sides,
        }.get(target.op)
        if write is None:
            self.cannot(
                f"`{target.span.text}` is nothing that can be set",
                target,
                "name what is kept, as in `Anna.points`, or pieces in a bag, as in `Anna.purse[coin]`",
            )
            return
        number = self._number(value) if value is not None else several
        if value is None and several is None:
            said = node.value.span
            self.cannot(
                f"`{said.text}` is no {target.type}", said, self.words.cell_help.of(said.text.split()[0], target.type)
            )
        elif number is None:
            return
        elif target.type.is_number and not in_range(number, target.type):
            self.cannot(f"`{node.value.span.text}` is no {target.type}", node.value, f"write {target.type}")
        elif not self._write_value(write, target, number):
            self.cannot(f"`{target.span.text}` does not exist here", target)

    def _fill(self, target: m.Expr, node: t.Expr | t.Words) -> None:
        """Puts pieces into a bag or a pile in place of what lies there: of a pile the uppermost first."""
        value = self.contents(Cell(" ".join(node.span.text.split()), node.span), target.type)
        self.found += self.words.take_findings()
        if value is not None and not self._write_value(self._keep, target, value):
            self.cannot(f"`{target.span.text}` does not exist here", target)

    def _number(self, value: m.Expr) -> int | None:
        """The value of an expression, where it is known."""
        return int(self._now(value))

    def _write_value(self, write: Callable[[m.Expr, Any], bool], target: m.Expr, number: Any) -> bool:
        """Sets what is kept; false if it is not there."""
        return write(target, number)

    def _several(self, node: t.Expr | t.Words, type_: Type) -> int | None:
        """Sides or members as a cell says them, `n e`; none for an expression, and for words that no cell of the type
        holds."""
        if isinstance(node, t.Words) or (type_.facts.in_bits and isinstance(node, t.Name | t.Nothing)):
            return self.words.cells.value(" ".join(node.span.text.split()), type_)
        return None

    def _now(self, expr: m.Expr) -> Any:
        return self.words.value(expr, whole(self.state), self.s)

    def _keep(self, target: m.Expr, value: int | tuple[int, ...]) -> bool:
        """Sets what is kept of a row, a place or a passage, if that is there."""
        field = target.args[0 if target.op == "field" else 1]
        of = target.args[-1]
        row = self._now(of) if of is not None else 0
        is_there = row in self.s[self.words.evaluate.boards[field.owner]] if target.op == "record" else row >= 0
        if is_there:
            self.keep(field, row, value)
        return bool(is_there)

    def _give_sides(self, target: m.Expr, value: int) -> bool:
        """Turns the tile of a place, so that these sides are open."""
        board, of = target.args
        place, kind = self._now(of), self.rules.kinds[board.kind]
        there = self._lying(board, place)
        if there < 0:
            return False
        lies = kind.columns[board.sides].values[there]
        shape = grid.shape_of(self.rules)
        if value in shape.turnings[lies]:
            self.lay(board, place, there, value)
        else:
            self.cannot(
                f"`{kind.rows[there]}` is not printed so, however it is turned", target, ways_round(lies, shape)
            )
        return True

    def _lying(self, board: m.Board, place: int) -> int:
        """The tile that lies at a place; NONE where there is none."""
        if not board.kind or place < 0:
            return NONE
        if board.fixed:
            return int(self.h[self.words.evaluate.lying(board, board.kind) + place])
        record = self.s[self.words.evaluate.boards[board.name]].get(place)
        return NONE if record is None else int(record[0])

    def _give_amount(self, target: m.Expr, value: int) -> bool:
        bag, piece = target.args
        which = self._now(piece)
        start = self.words.evaluate.bag(bag)(self.h, self.s)
        if which >= 0:
            self.write_slot(start, with_amount(self.h[start], which, value))
        return bool(which >= 0)

    def _give_member(self, target: m.Expr, value: int) -> bool:
        member, whole_set = target.args
        bit = self.words.evaluate.members(whole_set)(self._now(member))
        if bit < 0 or whole_set.op not in KEPT:
            return False
        bits = self._now(whole_set)
        return self._keep(whole_set, bits | 1 << bit if value else bits & ~(1 << bit))
