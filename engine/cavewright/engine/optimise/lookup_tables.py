"""Replaces an expression of few values with small ranges by a lookup table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.expression_parts import bound_locals, parts_of
from ...rules.model.operators import FOLDS
from ...rules.model.types import NONE, Type
from .dependencies import Dependencies, is_single
from .substitution import ExpressionPool

PLAIN = frozenset({"const", "local", "column", "table", "values", "me", "field"})
"""Operators that are read as they stand."""
WORTH = {1: 2, 2: 3, 3: 3}
"""So many others make a table worth while, by the values that it depends on."""
DEAR = {"in_set": 2, "cell": 3, "passage": 2, "beside": 2, "across": 9, **dict.fromkeys(FOLDS, 9)}
"""What counts for more than one of them."""
MOST_ENTRIES = 2_048
"""Entries of a table."""
MOST_VALUES = 16
"""Values that a number may have on which a table depends."""


@dataclass(frozen=True)
class Leaf:
    """Something that a table depends on: an expression, its lowest value, and all its values in the order of the
    entries."""

    e: m.Expr
    low: int
    values: tuple[int, ...]


class LookupTables:
    """Puts expressions of one ruleset into tables."""

    def __init__(self, dependencies: Dependencies, shared: ExpressionPool) -> None:
        self.dependencies, self.shared, self.ruleset = dependencies, shared, dependencies.ruleset
        self._leaves: dict[int, tuple[m.Expr, tuple[m.Expr, ...] | None]] = {}

    def of(self, e: m.Expr) -> m.Expr | None:
        """The entry of a table that an expression comes to; none where a table cannot be had, or would not be worth
        while."""
        if not is_single(e) or e.op in PLAIN:
            return None
        leaves = self.leaves(e)
        if not leaves or len(leaves) > len(WORTH) or worth(e) < WORTH[len(leaves)]:
            return None
        known = [self.leaf(each) for each in leaves]
        return self.table(e, [each for each in known if each is not None]) if all(known) else None

    def table(self, e: m.Expr, leaves: list[Leaf]) -> m.Expr | None:
        """The table over some leaves: those first that change least often."""
        many = 1
        for each in leaves:
            many *= len(each.values)
        if many > MOST_ENTRIES or not self.dependencies.affords(e, many):
            return None
        leaves.sort(key=lambda each: (each.e.op == "local", each.e.args[0].number if each.e.op == "local" else 0))
        names = [m.Local(f"value{n}", each.e.type, -9_000_000 - n) for n, each in enumerate(leaves)]
        freed = self._with_names(
            e,
            {
                id(each.e): self.shared.of("local", (name,), each.e.type, each.e.span)
                for each, name in zip(leaves, names, strict=True)
            },
        )
        values = self.dependencies.values(freed, names, product(*(each.values for each in leaves)))
        found = _nest(iter([int(each) for each in values]), [len(each.values) for each in leaves])
        entry: Any = found
        for each in leaves:
            entry = self.shared.pick(entry, each.e, each.low, e.type)
        return entry  # type: ignore[no-any-return]

    def _with_names(self, e: Any, names: dict[int, m.Expr]) -> Any:
        """Returns the expression with names in the place of leaves."""
        if isinstance(e, tuple):
            return tuple(self._with_names(each, names) for each in e)
        if not isinstance(e, m.Expr):
            return e
        known = names.get(id(e))
        return known if known is not None else self.shared.of(e.op, self._with_names(e.args, names), e.type, e.span)

    # ---- what a table can depend on ----------------------------------------------------------------------------------

    def leaves(self, e: m.Expr) -> tuple[m.Expr, ...] | None:
        """All that an expression depends on; none if that is something of which no table can be made."""
        known = self._leaves.get(id(e))
        if known is None:
            known = self._leaves[id(e)] = e, self._leaves_of(e)
        return known[1]

    def _leaves_of(self, e: m.Expr) -> tuple[m.Expr, ...] | None:
        if e.op == "local":
            return (e,)
        if e.op == "me" or (e.op == "field" and (e.args[1] is None or e.args[1].op == "me")):
            return (e,) if self.leaf(e) is not None else None
        if not self.dependencies.is_closed(e):
            return None
        found: dict[int, m.Expr] = {}
        bound = bound_locals(e)
        for part in parts_of(e):
            inner = self.leaves(part)
            if inner is None:
                return None
            found |= {id(each): each for each in inner if each.op != "local" or each.args[0] not in bound}
        return tuple(found.values())

    def leaf(self, e: m.Expr) -> Leaf | None:
        """All values that something may have; none where they are not known, or too many."""
        if e.op == "me":
            return Leaf(e, 0, tuple(range(self.ruleset.player_range[1])))
        rows = self.rows(e.type)
        if rows is not None:
            return Leaf(e, 0, (*rows, NONE)) if e.op == "local" else None
        numbers = e.type.is_number and not e.type.optional and e.type.high - e.type.low < MOST_VALUES
        if not numbers or e.op != "field":
            return None
        return Leaf(e, e.type.low, tuple(range(e.type.low, e.type.high + 1)))

    def rows(self, type_: Type) -> range | None:
        """The rows that something of a type is one of, or none of; none where they are places of a board that grows, or
        no rows."""
        if not type_.is_row or type_.name not in self.ruleset.kinds:
            return None
        return range(len(self.ruleset.kinds[type_.name].rows))


def worth(e: m.Expr) -> int:
    """Returns the gain of not working an expression out."""
    return (0 if e.op in PLAIN else DEAR.get(e.op, 1)) + sum(map(worth, parts_of(e)))


def _nest(values: Iterator[int], sizes: Sequence[int]) -> tuple[Any, ...]:
    """Values in tuples in tuples, of such sizes."""
    if len(sizes) == 1:
        return tuple(next(values) for _ in range(sizes[0]))
    return tuple(_nest(values, sizes[1:]) for _ in range(sizes[0]))
