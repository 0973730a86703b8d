"""Unrolls aggregates over a few things, and over lines and sets that always have as many members."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ...rules.cave.fixed import PlaceGraph
from ...rules.model import ruleset as m
from ...rules.model.name_substitution import replace_names
from ...rules.model.types import NONE, YES_NO, Type, number
from .dependencies import Dependencies, list_of, mentions, size_of
from .substitution import ExpressionPool

UNROLLED = 8
"""Things that are gone through one by one, without a loop."""
SMALL = 45
"""Nodes of what is asked of each of them."""
Simplify = Callable[[m.Expr], m.Expr]


class Unrolling:
    """The part of `Narrowing` that writes out what is asked of one thing after another."""

    def __init__(self, dependencies: Dependencies, shared: ExpressionPool, simplify: Simplify) -> None:
        self.dependencies, self.shared, self.simplify, self.ruleset = (
            dependencies,
            shared,
            simplify,
            dependencies.ruleset,
        )
        self.nets = {
            name: PlaceGraph(board, self.ruleset.kinds[name])
            for name, board in self.ruleset.boards.items()
            if board.fixed
        }
        self.count = 0

    def all_of(self, tests: Sequence[m.Expr], e: m.Expr) -> m.Expr | None:
        """All of some conditions as one; none of none."""
        if not tests:
            return None
        whole = tests[0]
        for each in tests[1:]:
            whole = self.shared.of("and", (whole, each), YES_NO, e.span)
        return whole

    def members_of(self, kind: m.Kind, name: str, element: Type) -> tuple[tuple[int, ...], ...]:
        """The members of the sets that are printed in a column, by row, and of none."""
        low, step = element.numbering
        return tuple(
            tuple(low + n * step for n in range(bits.bit_length()) if bits >> n & 1)
            for bits in kind.columns[name].values
        )

    def _through(self, local: m.Local, tests: Sequence[m.Expr]) -> m.Expr | None:
        """The condition that something is a member of a set that a name stands for."""
        return next(
            (
                each
                for each in tests
                if each.op == "in_set" and is_(each.args[1], local) and not mentions(each.args[0], local)
            ),
            None,
        )

    # ---- one by one --------------------------------------------------------------------------------------------------

    def unroll(
        self, e: m.Expr, local: m.Local, domain: m.Expr, tests: Sequence[m.Expr], body: m.Expr | None
    ) -> m.Expr | None:
        """A fold over a few known things, written out; none where there are many, or it is not known which."""
        few = self.few(domain)
        if few is None or e.op not in ("some", "every", "first") or size_of((*tests, body)) > SMALL:
            return None
        cases = [(value, {local: self.shared.const(value, local.type, e.span)}) for value in few]
        asked = [
            (
                value,
                replace_names(self.all_of(tests, e), names, self.shared.of),
                replace_names(body, names, self.shared.of),
            )
            for value, names in cases
        ]
        if e.op == "some":
            return self._chain("or", [self._yes(test, e) for _, test, _ in asked], e)
        if e.op == "every":
            return self._chain("and", [self._unless(test, then, e) for _, test, then in asked], e)
        found = self.shared.const(NONE, e.type, e.span)
        for value, test, _ in reversed(asked):
            found = self.shared.of(
                "if", (self._yes(test, e), self.shared.const(value, e.type, e.span), found), e.type, e.span
            )
        return found

    def few(self, domain: m.Expr) -> Sequence[int] | None:
        """Returns the things to go through, if they are always the same few."""
        few: Sequence[int] | None = None
        if domain.op == "values":
            few = domain.args[0]
        elif self.dependencies.is_steady(domain):
            few = self.dependencies.rows(domain.args[0])
        return few if few is not None and len(few) <= UNROLLED else None

    def _yes(self, test: m.Expr | None, e: m.Expr) -> m.Expr:
        return test if test is not None else self.shared.truth(True, e.span)

    def _unless(self, test: m.Expr | None, then: m.Expr | None, e: m.Expr) -> m.Expr:
        """Returns an expression that holds if a condition does not, or something else does."""
        if test is None or then is None:
            return self._yes(then, e)
        return self.shared.of("or", (self.shared.of("not", (test,), YES_NO, e.span), then), YES_NO, e.span)

    def _chain(self, op: str, parts: Sequence[m.Expr], e: m.Expr) -> m.Expr:
        if not parts:
            return self.shared.truth(op == "and", e.span)
        whole = parts[0]
        for each in parts[1:]:
            whole = self.shared.of(op, (whole, each), YES_NO, e.span)
        return whole

    # ---- several names at once ---------------------------------------------------------------------------------------

    def across(self, e: m.Expr, local: m.Local, domain: m.Expr, where: m.Expr | None) -> m.Expr | None:
        """Returns the test for a line, or a row with a printed set, whose members all meet a condition: each member
        with a name of its own.

        None where the members are not always as many, or something else is asked about the line or the row.
        """
        tests = m.conjuncts(where)
        sets = self._sets(local, domain, tests)
        if sets is None:
            return None
        whole, lines, entry = sets
        many = {len(line) for line in lines}
        if len(many) != 1 or not 1 <= (length := many.pop()) <= UNROLLED:
            return None
        rest = [each for each in tests if each is not entry]
        inner = [self._over(each, whole) for each in rest]
        if not any(inner) or any(mentions(each, local) for each, fold in zip(rest, inner, strict=True) if fold is None):
            return None
        names = [self._member(whole, n) for n in range(length)]
        spread = [
            self._spread(fold, names, e) if fold is not None else each for each, fold in zip(rest, inner, strict=True)
        ]
        if size_of(tuple(spread)) > 4 * SMALL:
            return None
        return self._through_lines(e, names, lines, spread, entry)

    def _sets(
        self, local: m.Local, domain: m.Expr, tests: list[m.Expr]
    ) -> tuple[m.Expr, list[tuple[int, ...]], m.Expr | None] | None:
        """Sets that are gone through: how one is called, their members, and the condition that something is a
        member."""
        if domain.op == "lines" and domain.args[1] is None:
            lines = [tuple(sorted(line)) for line in self.nets[domain.args[0].name].lines(domain.args[2])]
            whole = self.shared.of("local", (local,), local.type, domain.span)
            return whole, lines, self._through(local, tests)
        if not self.dependencies.is_steady(domain):
            return None
        for each in tests:
            fold = each.args[1] if each.op in ("every", "some") else None
            if fold is not None and is_column_of(fold, local):
                lines = list(self.members_of(fold.args[0], fold.args[1], fold.type.element or number(0, 0)))[
                    : len(self.dependencies.rows(domain.args[0]))
                ]
                entry = next(
                    (
                        test
                        for test in tests
                        if test.op == "in_set" and test.args[1] is fold and not mentions(test.args[0], local)
                    ),
                    None,
                )
                return fold, lines, entry
        return None

    def _over(self, test: m.Expr, whole: m.Expr) -> m.Expr | None:
        """A condition that asks something of all, or of some members of a set and nothing else about it."""
        if test.op not in ("every", "some") or test.args[1] is not whole:
            return None
        return test if not any(self._names(each, whole) for each in test.args[2:]) else None

    def _names(self, part: Any, whole: m.Expr) -> bool:
        local = whole.args[0] if whole.op == "local" else whole.args[2].args[0]
        return mentions(part, local)

    def _member(self, whole: m.Expr, n: int) -> m.Local:
        """A name for a member of a set; each has a number that no other name has."""
        self.count += 1
        return m.Local(f"member{n}", whole.type.element or number(0, 0), 10_000_000 + self.count)

    def _spread(self, fold: m.Expr, names: Sequence[m.Local], e: m.Expr) -> m.Expr:
        """Returns the question that a fold asks of every member, of names."""
        local, _, where, body = (*fold.args, None)[:4]
        parts = []
        for each in names:
            value = {local: self.shared.of("local", (each,), each.type, e.span)}
            test = replace_names(where, value, self.shared.of)
            then = replace_names(body, value, self.shared.of)
            parts.append(self._yes(test, e) if fold.op == "some" else self._unless(test, then, e))
        return self._chain("or" if fold.op == "some" else "and", parts, e)

    def _through_lines(
        self,
        e: m.Expr,
        names: list[m.Local],
        lines: list[tuple[int, ...]],
        spread: list[m.Expr],
        entry: m.Expr | None,
    ) -> m.Expr:
        """Returns the test for a line of which a condition on the members holds: of those through a place, whose last
        member that place is."""
        test = self.all_of(spread, e)
        assert test is not None
        if entry is None and len(lines) <= UNROLLED:

            def ask(line: tuple[int, ...]) -> m.Expr:
                values = {
                    name: self.shared.const(place, name.type, e.span) for name, place in zip(names, line, strict=True)
                }
                return replace_names(test, values, self.shared.of)  # type: ignore[no-any-return]

            return self.simplify(self.gather([m.conjuncts(ask(line)) for line in lines], e))
        if entry is None:
            table = self.shared.of("table", (tuple(lines),), list_of(YES_NO), e.span)
            return self.shared.of("across", (tuple(names), table, self.simplify(test)), YES_NO, e.span)
        through = entry.args[0]
        places = sorted({place for line in lines for place in line})
        found = {
            place: tuple((*(each for each in line if each != place), place) for line in lines if place in line)
            for place in places
        }
        if through.op in ("local", "me"):
            test = replace_names(test, {names[-1]: through}, self.shared.of)
            names = names[:-1]
            found = {place: tuple(line[:-1] for line in each) for place, each in found.items()}
        table = self._lines_at(found, through)
        return self.shared.of("across", (tuple(names), table, self.simplify(test)), YES_NO, e.span)

    def gather(self, rows: Sequence[Sequence[m.Expr]], e: m.Expr) -> m.Expr:
        """Returns the test for a row of which all conditions hold; one that several rows have in common is asked once
        for all of them."""
        known = {id(each): each for row in rows for each in row}
        times = Counter(each for row in rows for each in {id(part) for part in row})
        most = known[max(known, key=lambda each: times[each])] if known else None
        if most is None or times[id(most)] < 2:
            return self._chain("or", [self._chain("and", row, e) for row in rows], e)
        having = [[each for each in row if each is not most] for row in rows if any(each is most for each in row)]
        others = [row for row in rows if not any(each is most for each in row)]
        found = self._chain("and", [most, self.gather(having, e)], e)
        return self._chain("or", [found, self.gather(others, e)], e) if others else found

    def _lines_at(self, found: dict[int, tuple[tuple[int, ...], ...]], through: m.Expr) -> m.Expr:
        rows = self.ruleset.kinds.get(through.type.name) if through.type.is_row else None
        if rows is None:
            return self.shared.of("found", (tuple(sorted(found.items())), through), list_of(YES_NO), through.span)
        return self.shared.pick(
            tuple(found.get(place, ()) for place in (*range(len(rows.rows)), NONE)), through, 0, list_of(YES_NO)
        )


def is_column_of(e: m.Expr, local: m.Local) -> bool:
    """Tells if an expression is the value printed on a row that has this name."""
    return e.op == "column" and is_(e.args[2], local)


def is_(e: m.Expr, local: m.Local) -> bool:
    """Tells if an expression is this name and nothing else."""
    return e.op == "local" and bool(e.args[0] == local)
