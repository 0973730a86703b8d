"""Plans incremental maintenance: indexes that follow every write, of rows by value and of connected places.

What a program asks of them are the operators `holding` and `linked`; `IndexPlanner` says what has to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...foundation.source.lazy_property import lazy_property
from ...rules.cave.fixed import PlaceGraph
from ...rules.model import ruleset as m
from ...rules.model.types import NONE, YES_NO
from ...rules.program.instructions import Layout
from .dependencies import Dependencies, key_of, mentions
from .substitution import ExpressionPool

LEAST = {True: (40, 0), False: (100, 25)}
"""Rows below which looking through all of them is as quick, in place and from state to state: rows that something more
is asked of, and all the options of a decision."""
MOST_VALUES = 6
"""Values that a field of them may have."""


@dataclass(frozen=True)
class MaintainedIndex:
    """Index of a field of rows that every write maintains: its first slot, how many rows and values there are, the
    values of which rows are listed, whether places are grouped (then what lies next to each), the values whose rows are
    options of a decision as they stand, with the number of the option, and the sorts of places that are asked for, as
    bits.
    """

    base: int
    rows: int
    values: int
    listed: frozenset[int]
    near: tuple[tuple[int, ...], ...] | None
    offered: tuple[tuple[int, int], ...] = ()
    sides: tuple[int, ...] = ()

    @property
    def slots(self) -> slice:
        """All slots of the field."""
        return slice(self.base, self.base + self.rows)

    @property
    def all_values(self) -> tuple[int, ...]:
        """All values, none last."""
        return *range(self.values), NONE

    @lazy_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For every slot in which the field of a place lies those of the places next to it."""
        return *((),) * self.base, *(tuple(self.base + there for there in near) for near in self.near or ())

    @lazy_property
    def sorts_by_slot(self) -> tuple[int, ...]:
        """For every slot the sorts of which the place is, as bits."""
        sorts = (sum(1 << n for n, places in enumerate(self.sides) if places >> row & 1) for row in range(self.rows))
        return *(0,) * self.base, *sorts

    def sorts(self, masks: Iterable[int]) -> int:
        """Sorts of places, as bits of what is `touched`."""
        return sum(1 << self.sides.index(places) for places in set(masks))


@dataclass
class IndexPlanner:
    """Finds out what is worth keeping up in one program, and puts questions about it in the place of others."""

    dependencies: Dependencies
    shared: ExpressionPool
    layout: Layout
    nets: dict[str, PlaceGraph]
    in_place: bool = False
    listed: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    grouped: dict[tuple[str, str], PlaceGraph] = field(default_factory=dict)
    fields: dict[tuple[str, str], m.Field] = field(default_factory=dict)
    sides: dict[tuple[str, str], dict[int, None]] = field(default_factory=dict)

    def rows_holding(self, local: m.Local, domain: m.Expr, test: m.Expr, alone: bool) -> m.Expr | None:
        """The rows whose field is a value, if that is what a condition asks of a row and they are worth keeping: if
        they are many, which are fewer for all the options of a decision `alone`.
        """
        if test.op != "eq" or domain.op != "rows" or not self.dependencies.is_steady(domain):
            return None
        held, value = test.args
        if (
            not self.is_kept(held, local)
            or mentions(value, local)
            or len(domain.args[0].rows) < LEAST[self.in_place][alone]
        ):
            return None
        owner = held.args[0]
        self.note(owner)
        values = {value.args[0]} if value.op == "const" else set(range(NONE, self.values(owner)))
        self.listed.setdefault(key_of(owner), set()).update(values)
        return self.shared.of("holding", (owner, value), domain.type, test.span)

    def linked_field(self, e: m.Expr) -> m.Expr | None:
        """Returns the test for a place of some sort that can be reached over places whose field is a value: asked of
        groups that are kept."""
        local, reach, where, _ = (*e.args, None)[:4]
        if reach.op != "reach" or where is None:
            return None
        board, start, condition, cost, it, passage = reach.args
        whole = self.dependencies.ruleset.boards[board.name]
        tests = m.conjuncts(condition)
        if (
            cost is not None
            or not board.fixed
            or board.sides
            or whole.joined is not None
            or len(tests) != 1
            or tests[0].op != "eq"
        ):
            return None
        held, value = tests[0].args
        if (
            not self.is_kept(held, it)
            or held.args[0].owner != board.name
            or mentions(value, it)
            or mentions(value, passage)
        ):
            return None
        mask = self.mask(local, where, len(self.dependencies.ruleset.kinds[board.name].rows))
        if mask is None:
            return None
        owner = held.args[0]
        self.note(owner)
        self.grouped[key_of(owner)] = self.nets[board.name]
        places = mask.args if mask.op == "const" else mask.args[0].args[0]
        self.sides.setdefault(key_of(owner), {}).update(dict.fromkeys(places))
        return self.shared.of("linked", (owner, board, start, value, (mask,)), YES_NO, e.span)

    def mask(self, local: m.Local, where: m.Expr, rows: int) -> m.Expr | None:
        """The places for which a condition holds, as bits; by the acting player if it depends on that. None if it
        depends on more."""
        names = self.dependencies.free(where)
        players = self.dependencies.ruleset.player_range[1]
        if names is not None and names <= {local}:
            return self.shared.const(self._bits(where, local, rows), where.type, where.span)
        named = [self._acting(where, player) for player in range(players)]
        if not all((free := self.dependencies.free(each)) is not None and free <= {local} for each in named):
            return None
        table = tuple(self._bits(each, local, rows) for each in named)
        me = self.shared.of("me", (), where.type, where.span)
        return self.shared.pick(table, me, 0, where.type)

    def _acting(self, part: Any, player: int) -> Any:
        """Returns the expression with the number of a player in the place of the acting player."""
        if isinstance(part, tuple):
            return tuple(self._acting(each, player) for each in part)
        if not isinstance(part, m.Expr):
            return part
        if part.op == "me":
            return self.shared.const(player, part.type, part.span)
        return self.shared.of(part.op, self._acting(part.args, player), part.type, part.span)

    def _bits(self, where: m.Expr, local: m.Local, rows: int) -> int:
        values = self.dependencies.values(where, [local], iter([(row,) for row in range(rows)]))
        return sum(1 << row for row, value in enumerate(values) if value)

    def is_kept(self, held: m.Expr, local: m.Local) -> bool:
        """Tells if an expression is a field of the row that has a name, with few values."""
        if held.op != "field" or held.args[1] is None or held.args[1].op != "local" or held.args[1].args[0] != local:
            return False
        type_ = held.args[0].type
        return (
            type_.is_row and type_.name in self.dependencies.ruleset.kinds and self.values(held.args[0]) <= MOST_VALUES
        )

    def values(self, owner: m.Field) -> int:
        """Returns the number of values that a field may have, none apart."""
        return len(self.dependencies.ruleset.kinds[owner.type.name].rows)

    def note(self, owner: m.Field) -> None:
        """A field is kept."""
        self.fields.setdefault(key_of(owner), owner)

    def indexes(self, offered: dict[tuple[str, str], dict[int, int]]) -> dict[tuple[str, str], MaintainedIndex]:
        """Returns the indexes to maintain, by owner and name of the field, in the order in which they were found."""
        found = {}
        for key, owner in self.fields.items():
            rows = len(self.dependencies.ruleset.kinds[owner.owner].rows)
            net = self.grouped.get(key)
            near = tuple(tuple(sorted(set(each))) for each in net.near[:rows]) if net is not None else None
            found[key] = MaintainedIndex(
                self.layout.slot(owner),
                rows,
                self.values(owner),
                frozenset(self.listed.get(key, ())),
                near,
                tuple(sorted(offered.get(key, {}).items())),
                tuple(self.sides.get(key, ())),
            )
        return found
