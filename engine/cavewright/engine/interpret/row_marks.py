"""Tells equivalent rows apart by where they lie in a position, so that chance can merge those that are alike.

Two such rows are alike in a position that stays the same if they change places: every bag holds as many of one as of
the other, every set has both or neither, and no field, no place, no name of a rule in progress and no loop stands for
either.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from typing import Any

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .closures import Boards, Slots


class RowMarks:
    """Finds the marks of the rows of a kind, asked of the slots and boards of a program; see `chance.Elsewhere`."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program, kind: str) -> None:
        self.kind, self.program, self.layout = kind, program, program.layout
        self.rows = range(len(ruleset.kinds[kind].rows))
        kept = {form: list(self._slots(ruleset, form)) for form in ("bag", "set", "row")}
        self.bags = kept["bag"]
        self.sets = kept["set"]
        self.single = kept["row"]
        self.loops = [
            each.slot for each in program.code if isinstance(each, i.Collect) and self._is_of(each.domain.type)
        ]
        self.boards = list(self._boards(ruleset))
        self.returns = [at for at, each in enumerate(program.code) if isinstance(each, i.Return)]

    def __call__(self, h: Slots, s: Boards) -> tuple[Sequence[Any], Set[int]]:
        """For every row how many of it lie in each bag and whether it is in each set; and the rows that something
        stands for."""
        names = list(self._names(h))
        sets = [h[slot] for slot in self.sets] + [h[slot] for slot, of in names if of.is_set]
        said: Sequence[Any] = list(zip(*(h[slot] for slot in self.bags), strict=True))
        if any(sets):
            said = [(said[row], *(each >> row & 1 for each in sets)) for row in self.rows]
        alone = {h[slot] for slot in self.single} | {h[slot] for slot, of in names if of.is_row}
        for slot in self.loops:
            alone |= set(h[slot] or ())
        for board, at, is_set in self.boards:
            found = {record[at] for record in s[board].values()}
            alone |= {row for row in self.rows for each in found if each >> row & 1} if is_set else found
        return said, alone

    def _is_of(self, type_: Any) -> bool:
        """Tells if a value of a type stands for rows of the kind."""
        return (
            type_.name == self.kind
            if type_.is_row or type_.is_bag
            else type_.element is not None and self._is_of(type_.element)
        )

    def _slots(self, ruleset: m.Ruleset, form: str) -> Iterator[int]:
        for each in ruleset.in_slots:
            if each.type.form == form and self._is_of(each.type):
                yield from range(self.layout.slot(each), self.layout.slot(each) + ruleset.owners_of(each))

    def _boards(self, ruleset: m.Ruleset) -> Iterator[tuple[int, int, bool]]:
        """The boards whose records hold rows of the kind: which, where in the record, and whether as a set."""
        for n, board in enumerate(ruleset.growing.values()):
            if board.kind == self.kind:
                yield 3 * n, 0, False
            for at, fields, first in ((3 * n, board.fields, 2), (3 * n + 2, board.passage_fields, 0)):
                yield from (
                    (at, first + k, each.type.is_set) for k, each in enumerate(fields) if self._is_of(each.type)
                )

    def _names(self, h: Slots) -> Iterator[tuple[int, Any]]:
        """The slots of names that stand for rows of the kind and may be asked for yet, in the rule at hand and in those
        that led to it."""
        at, code = h[i.PC], self.program.code
        while at > self.program.stop:
            yield from (
                (self.layout.locals[each.number], each.type)
                for each in self.program.scopes[at]
                if self._is_of(each.type)
            )
            back = code[self.returns[bisect_left(self.returns, at)]].back  # type: ignore[union-attr]
            at = h[back]
