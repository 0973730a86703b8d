"""Narrows the domains of aggregates to the rows or lines that can matter, and unrolls small ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.expression_parts import all_in
from ...rules.model.types import NONE, YES_NO, Type, number
from .dependencies import is_single, list_of, mentions
from .maintained_indexes import IndexPlanner
from .substitution import ExpressionPool
from .unrolling import Unrolling, is_, is_column_of

MOST_LISTED = 1_000
"""Things that are written down as a list."""
MOST_VALUES = 6
"""Values of a field of which one after another is looked for."""


class Narrowing(Unrolling):
    """Rewrites folds whose parts have been rewritten."""

    keeping: IndexPlanner | None = None

    def of(self, e: m.Expr) -> m.Expr:
        """A fold, or something quicker that means the same."""
        local, domain, where, body = (*e.args, None)[:4]
        quicker = self.across(e, local, domain, where) if e.op == "some" else None
        if quicker is None and e.op == "some" and self.keeping is not None:
            quicker = self.keeping.linked_field(e)
        if quicker is not None:
            return quicker
        domain, tests = self.narrow(local, domain, m.conjuncts(where))
        domain = self.members(domain)
        by_value = self.by_value(e, local, domain, tests) if e.op == "some" else None
        if by_value is not None:
            return self.simplify(by_value)
        found = self.unroll(e, local, domain, tests, body)
        if found is not None:
            return self.simplify(found)
        return self.shared.of(e.op, (local, domain, self.all_of(tests, e), *e.args[3:]), e.type, e.span)

    # ---- what is gone through ----------------------------------------------------------------------------------------

    def members(self, domain: m.Expr) -> m.Expr:
        """Returns the list of the things to go through, where it is always the same."""
        several = not is_single(domain) or domain.type.facts.in_bits
        if domain.op in ("rows", "values") or not several or self.dependencies.free(domain) != frozenset():
            return domain
        if not self.dependencies.affords(domain):
            return domain
        found = self.dependencies.members(domain)
        return (
            self.shared.of("values", (found,), list_of(domain.type.element or number(0, 0)), domain.span)
            if len(found) <= MOST_LISTED
            else domain
        )

    def list_printed_set(self, domain: m.Expr) -> m.Expr:
        """The members of a printed set as an entry of a table of lists."""
        if domain.op != "column" or not domain.type.is_set:
            return domain
        kind, name, of = domain.args
        element = domain.type.element or number(0, 0)
        return self.shared.pick(self.members_of(kind, name, element), of, 0, list_of(element))

    def narrow(self, local: m.Local, domain: m.Expr, tests: list[m.Expr]) -> tuple[m.Expr, list[m.Expr]]:
        """Returns the things that have to be gone through, and the conditions that are left to ask."""
        if domain.op == "lines" and domain.args[1] is None:
            return self._lines_through(local, domain, tests)
        if not self.dependencies.is_steady(domain):
            return domain, tests
        for n, test in enumerate(tests):
            found = self._by(local, domain, test)
            if found is not None:
                return found, tests[:n] + tests[n + 1 :]
        return domain, tests

    def _by(self, local: m.Local, domain: m.Expr, test: m.Expr) -> m.Expr | None:
        """The rows of a kind that meet a condition, looked up by what they are compared with; none where that cannot be
        done."""
        if test.op == "or":
            return self._either(local, domain, test)
        if test.op == "in_set" and is_column_of(test.args[1], local) and not mentions(test.args[0], local):
            return self._rows_with(domain, *test.args)
        if (
            test.op == "in_list"
            and is_(test.args[0], local)
            and test.args[1].op == "neighbours"
            and not mentions(test.args[1], local)
        ):
            return self._rows_near(domain, test.args[1])
        for mine, other in (test.args, test.args[::-1]) if test.op == "eq" else ():
            if is_column_of(mine, local) and not mentions(other, local):
                values = mine.args[0].columns[mine.args[1]].values
                table: dict[int, list[int]] = {}
                for at in self.dependencies.rows(domain.args[0]):
                    table.setdefault(values[at], []).append(at)
                return self.table_entry(table, other, domain.type)
        return None

    def _either(self, local: m.Local, domain: m.Expr, test: m.Expr) -> m.Expr | None:
        """All rows if one condition holds that has nothing to do with them, else those that meet the other."""
        for free, other in (test.args, test.args[::-1]):
            if not mentions(free, local) and (found := self._by(local, domain, other)) is not None:
                return self.shared.of("if", (free, domain, found), found.type, test.span)
        return None

    def _rows_with(self, domain: m.Expr, member: m.Expr, column: m.Expr) -> m.Expr:
        """The rows whose printed set has a member."""
        table: dict[int, list[int]] = {}
        members = self.members_of(column.args[0], column.args[1], column.type.element or number(0, 0))
        for at in self.dependencies.rows(domain.args[0]):
            for each in members[at]:
                table.setdefault(each, []).append(at)
        return self.table_entry(table, member, domain.type)

    def _rows_near(self, domain: m.Expr, near: m.Expr) -> m.Expr | None:
        """The places next to one, in the order of places."""
        board = near.args[0]
        if board.name != domain.args[0].name or not self.dependencies.is_closed(near):
            return None
        return self.shared.pick(
            tuple(tuple(sorted(set(each))) for each in self.nets[board.name].near), near.args[1], 0, domain.type
        )

    def table_entry(self, table: dict[int, list[int]], key: m.Expr, type_: Type) -> m.Expr:
        """Returns the entry of a table by a number; nothing by any other."""
        entries = tuple((value, tuple(rows)) for value, rows in sorted(table.items()))
        if key.op == "const":
            return self.shared.of("values", (dict(entries).get(key.args[0], ()),), type_, key.span)
        return self.shared.of("found", (entries, key), type_, key.span)

    def _lines_through(self, local: m.Local, domain: m.Expr, tests: list[m.Expr]) -> tuple[m.Expr, list[m.Expr]]:
        through = self._through(local, tests)
        if through is None:
            return domain, tests
        board, _, length = domain.args
        bits = [(line, sum(1 << place for place in line)) for line in self.nets[board.name].lines(length)]
        table = tuple(
            tuple(whole for line, whole in bits if place in line)
            for place in (*range(self.nets[board.name].count), NONE)
        )
        return self.shared.pick(table, through.args[0], 0, domain.type), [each for each in tests if each is not through]

    # ---- by the values of a field ------------------------------------------------------------------------------------

    def by_value(self, e: m.Expr, local: m.Local, domain: m.Expr, tests: Sequence[m.Expr]) -> m.Expr | None:
        """Returns the test for a row of whose field alone something is asked: whether there is one with this value for
        which it holds, or with that.

        None where more is asked, or the field can have many values.
        """
        if len(tests) < 2 or not self.dependencies.is_steady(domain):
            return None
        kept = {id(each): each for test in tests for each in fields_of(test, local)}
        field = next(iter(kept.values()), None)
        kind = self.ruleset.kinds.get(field.type.name) if field is not None and field.type.is_row else None
        if field is None or len(kept) != 1 or kind is None or len(kind.rows) > MOST_VALUES:
            return None
        test = self.all_of(tests, e)
        parts = []
        for value in (NONE, *range(len(kind.rows))):
            known = self.shared.const(value, field.type, e.span)
            asked = self.simplify(exchange(test, field, known, self.shared))
            if mentions(asked, local):
                return None
            same = self.shared.of("eq", (field, known), YES_NO, e.span)
            there = self.shared.of("some", (local, domain, same, None), YES_NO, e.span)
            parts.append(self.shared.of("and", (asked, there), YES_NO, e.span))
        return self._chain("or", parts, e)


def fields_of(e: m.Expr, local: m.Local) -> list[m.Expr]:
    """Returns the fields of a row that has this name, as far as an expression asks for them."""
    return [each for each in all_in(e) if each.op == "field" and each.args[1] is not None and is_(each.args[1], local)]


def exchange(part: Any, old: m.Expr, new: m.Expr, shared: ExpressionPool) -> Any:
    """Returns the expression with one part in the place of another."""
    if part is old:
        return new
    if isinstance(part, tuple):
        return tuple(exchange(each, old, new, shared) for each in part)
    return (
        shared.of(part.op, exchange(part.args, old, new, shared), part.type, part.span)
        if isinstance(part, m.Expr)
        else part
    )
