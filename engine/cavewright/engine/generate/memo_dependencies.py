"""Dependencies of memoised searches: the slots and boards whose change makes a result stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.operators import OPERATORS
from ...rules.program.instructions import COUNT, ME, Layout


class MemoDependencies:
    """On which slots expressions depend."""

    def __init__(self, layout: Layout, ruleset: m.Ruleset, slot: Callable[[m.Local], int]) -> None:
        self.layout, self.ruleset, self.slot = layout, ruleset, slot
        self.fields: dict[tuple[str, str], m.Field] = {}
        self.free: dict[int, m.Local] = {}
        self.bound: set[int] = set()
        self.seen: set[str] = set()
        self.grows = self.supposes = False

    def of(
        self, board: m.Board, where: m.Expr | None, cost: m.Expr | None, it: m.Local, passage: m.Local
    ) -> tuple[slice, ...]:
        """The slots that a question about ways reads. `grows` says afterwards whether it reads boards that grow too,
        `supposes` whether it asks what would be, which may depend on anything."""
        board = self.ruleset.boards[board.name]
        self.bound |= {it.number, passage.number} | (
            {board.joined_local.number} if board.joined_local is not None else set()
        )
        self._board(board)
        self.visit((where, cost))
        single = [
            slice(ME, COUNT + 1),
            *(
                slice(at, at + 1)
                for n, each in sorted(self.free.items())
                if n not in self.bound
                for at in [self.slot(each)]
            ),
        ]
        return (*single, *self.field_slots())

    def name_slots(self, given: tuple[int, ...]) -> tuple[slice, ...]:
        """Returns the slots of the names that are read, but for those whose values are given."""
        slots = (self.layout.locals[n] for n in sorted(self.free) if n not in self.bound and n not in given)
        return tuple(slice(at, at + 1) for at in slots)

    def field_slots(self) -> tuple[slice, ...]:
        """The slots of the fields that are read, those of boards that grow apart."""
        return tuple(self._range(each) for each in self.fields.values() if each.owner not in self.ruleset.growing)

    def _range(self, field: m.Field) -> slice:
        key = field.owner, field.name
        rows = 1 if field.owner == "game" else len(self.ruleset.kinds[field.owner].rows)
        return slice(self.layout.base[key], self.layout.base[key] + rows)

    def _board(self, board: m.Board) -> None:
        self.grows |= not board.fixed
        known = {(f.owner, f.name): f for f in self.ruleset.fields}
        for name in (board.kind, board.sides) if board.fixed else ():
            if name:
                self.fields[board.name, name] = known[board.name, name]
        if board.name not in self.seen:
            self.seen.add(board.name)
            self.visit((board.joined, board.free))
            self.bound |= {each.number for each in (board.joined_local, board.free_local) if each is not None}

    def visit(self, value: Any) -> None:
        """Goes through a value and all in it."""
        match value:
            case m.Expr(op=op, args=args):
                self.supposes |= op in ("possible", "after")
                if OPERATORS[op].binds:
                    self.bound |= {each.number for each in args if isinstance(each, m.Local)}
                self.visit(args)
            case m.Local():
                self.free[value.number] = value
            case m.Field():
                self.fields[value.owner, value.name] = value
                self.grows |= value.owner in self.ruleset.growing
            case m.Board():
                self._board(self.ruleset.boards[value.name])
            case m.Define():
                self._read_named(value, value.parameters, (value.body,))
            case m.Ranking():
                self._read_named(value, value.parameters, (value.by, value.among, value.least))
            case tuple():
                for each in value:
                    self.visit(each)

    def _read_named(self, what: m.Define | m.Ranking, parameters: tuple[m.Local, ...], parts: tuple[Any, ...]) -> None:
        if what.name not in self.seen:
            self.seen.add(what.name)
            self.bound |= {each.number for each in parameters}
            self.visit(parts)
