"""Lowering of what is gone through, sets, bags, lists and tables, and of the folds and blocks that go through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...rules.cave import grid
from ...rules.check.cardinality import LONGEST_RANGE
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NONE
from .bags_and_sets import BagsAndSets
from .construction import NO, YES, assign, both, choose, indices, load, store, up_to, within
from .expressions import LISTS, whole
from .form import (
    WORD,
    Bits,
    Block,
    Call,
    Const,
    Each,
    Entries,
    Expr,
    Fold,
    If,
    Range,
    Return,
    Span,
    op,
)
from .iterations import Branch, HeldThings, Iteration, Through
from .ranges import most_in, range_of
from .scope import Environment, UnloweredError, Value, Words

SEARCHING = frozenset({"reach", "distance", "linked", "possible", "after"})
"""Operators that search a board, or carry out what may."""
BY_WORDS = ("some", "every", "count", "sum")
"""What can be found of a set by what is found of its words."""


class Domains(BagsAndSets):
    """The operators that go through things, and what can be gone through."""

    # ---- what is gone through ----------------------------------------------------------------------------------------

    def through(self, e: m.Expr, names: Environment) -> Through:
        """Returns the iteration over the members of an expression."""
        if e.op == "local" and (known := self.lowered.get(e.args[0].number)) is not None:
            made: Through = known
            return made
        if e.op == "if":
            test, a, b = e.args
            return Branch(self.truth(test, names), self.through(a, names), self.through(b, names))
        if e.op == "call":
            return self.through(e.args[0].body, self.bind_parameters(e.args[0].parameters, e.args[1], names))
        held = HeldThings(self).go_through(e, names)
        if held is not None:
            return held
        if e.op == "pick":
            return self.through_pick(e, names)
        handler = self.handlers.get(e.op) if e.op in LISTS else None
        if handler is None:
            raise UnloweredError(e.op, "the form cannot go through it yet", e.span)
        found: Through = handler(self, e, names, *e.args)
        return found

    def span(self, low: Expr, stop: Expr) -> Iteration:
        """Going through numbers."""
        first = range_of(low).low
        return Iteration(Span(low, stop), Range(first, max(first, range_of(stop).high - 1)))

    @handles("rows")
    def through_rows(self, e: m.Expr, names: Environment, kind: m.Kind) -> Through:
        """All rows of a kind that are in play."""
        return self.span(Const(0), Const(self.layout.rows_of(kind.name)))

    @handles("range")
    def through_range(self, e: m.Expr, names: Environment, low: m.Expr, high: m.Expr) -> Through:
        """The numbers from one to another."""
        first, last = self.expr(low, names), self.expr(high, names)
        stop = last + 1
        if range_of(last).high - range_of(first).low < LONGEST_RANGE:
            return self.span(first, whole(stop))
        longest = whole(first + LONGEST_RANGE)
        return self.span(first, choose(stop < longest, stop, longest))

    @handles("values")
    def through_values(self, e: m.Expr, names: Environment, values: tuple[int, ...]) -> Through:
        """Numbers that are known beforehand."""
        if values and len(values) == values[-1] - values[0] + 1 and list(values) == sorted(set(values)):
            return self.span(Const(values[0]), Const(values[-1] + 1))
        if values and max(values) > WORD.high:
            raise UnloweredError(e.op, "the form cannot go through sets of so many rows yet", e.span)
        table = self.memory.table(values)
        return Iteration(Entries(table, Const(0), Const(len(values))), table.range)

    def runs(self, lists: Sequence[Sequence[int]], which: Expr) -> Iteration:
        """The entries of one of several lists."""
        starts = [sum(map(len, lists[:n])) for n in range(len(lists) + 1)]
        flat = self.memory.table([each for row in lists for each in row])
        offsets = self.memory.table(starts)
        return Iteration(Entries(flat, load(offsets, which), load(offsets, which + 1)), flat.range)

    def through_pick(self, e: m.Expr, names: Environment) -> Through:
        """A list out of a table."""
        lists, which = self.table_and_index(e, names)
        return self.runs(lists, which)

    @handles("found")
    def through_found(
        self, e: m.Expr, names: Environment, entries: tuple[tuple[int, Any], ...], key: m.Expr
    ) -> Through:
        """Returns the iteration over the entry of a table for a number."""
        known = dict(entries)
        low, high = min(known, default=0), max(known, default=0)
        lists = [known.get(n, ()) for n in range(low, high + 1)] + [()]
        which = self.expr(key, names)
        inside = both(which >= low, which <= high)
        at = which - low
        if range_of(at) not in Range(0, high - low):
            at = choose(inside, at, high - low + 1)
        return self.runs(lists, within(at, Range(0, high - low + 1)))

    @handles("holding")
    def through_holding(self, e: m.Expr, names: Environment, field: m.Field, value: m.Expr) -> Through:
        """The rows whose field is a value."""
        held = self.layout.fields[field.owner, field.name]
        wanted = self.expr(value, names)
        rows = len(self.rules.kinds[field.owner].rows)
        going = self.span(Const(0), Const(rows))
        return replace(going, test=lambda row, _: op("==", load(held.array, row), wanted))

    @handles("those")
    def through_those(self, e: m.Expr, names: Environment, local: m.Local, of: m.Expr, where: m.Expr | None) -> Through:
        """Returns the iteration over the members that meet a condition."""
        return self.where(self.through(of, names), lambda value: self._condition(where, names.bind(local, value)))

    def _condition(self, where: m.Expr | None, names: Environment) -> Expr:
        return self.truth(where, names) if where is not None else YES

    def where(self, going: Through, test: Callable[[Value], Expr]) -> Through:
        """Returns the domain under another condition."""
        if isinstance(going, Branch):
            return replace(going, then=self.where(going.then, test), otherwise=self.where(going.otherwise, test))
        before = going.test
        return replace(going, test=lambda var, value: both(before(var, value), test(value)))

    @handles("these")
    def through_these(self, e: m.Expr, names: Environment, *things: m.Expr) -> Through:
        """Some things, each once: a function writes them down."""
        values = [self.expr(each, names) for each in things]
        takes = [self.fresh("thing", range_of(each)) for each in values]
        high = max(max((range_of(each).high for each in values), default=0), 0)
        self.count += 1
        listed = self.memory.array(f"these_{self.count}", max(1, len(values)), Range(0, high))
        count = self.fresh("count", Range(0, len(values)))
        body: list[Any] = [assign(count, 0)]
        for each in takes:
            at = self.fresh("at", Range(0, max(0, len(values) - 1)))
            known = Fold("some", at, up_to(count), op("==", load(listed, at), each))
            new = both(each >= 0, op("==", known, 0))
            more = (store(listed, count, each), assign(count, count + 1))
            body.append(If(new, more))
        made = self.function(f"these_{self.count}", takes, (*body, Return(count)), count.range)
        return Iteration(Entries(listed, Const(0), Call(made.name, tuple(values), made.returns)), listed.range)

    @handles("turnings")
    def through_turnings(self, e: m.Expr, names: Environment, sides: m.Expr) -> Through:
        """The ways in which a tile can be turned."""
        return self.runs(grid.SQUARE.turnings, self.expr(sides, names))

    # ---- going through them ------------------------------------------------------------------------------------------

    def fold(self, e: m.Expr, names: Environment, kind: str, parts: tuple[Any, ...]) -> Expr:
        """Returns the result of a fold."""
        local, domain, where, body = (*parts, None)[:4]
        going = self.through(domain, self.with_own_lists(names, domain, (where, body)))

        def value(inner: Environment) -> Expr:
            if kind == "every":
                return self.truth(body, inner) if body is not None else YES
            return self.expr(body, inner) if body is not None else YES

        return self.fold_over(
            kind,
            local.name,
            going,
            lambda each: self._condition(where, names.bind(local, each)),
            None
            if kind in ("some", "first", "count") and body is None
            else lambda each: value(names.bind(local, each)),
        )

    def with_own_lists(self, names: Environment, domain: m.Expr, asked: Any, tried: bool = False) -> Environment:
        """The names with which something is lowered that is gone through: where a search finds it, and another is made
        meanwhile, or something is `tried`, it has lists that nothing else uses."""
        found = self.searches_in(domain)
        if not found or not tried and found + self.searches_in(asked) < 2:
            return names
        self.count += 1
        return names.with_lists(self.count)

    def searches_in(self, part: Any) -> int:
        """Returns the number of searches that expressions make, 2 of many; what would be counts as one."""
        if isinstance(part, tuple):
            return min(2, sum(map(self.searches_in, part)))
        if not isinstance(part, m.Expr):
            return 0
        return min(2, (part.op in SEARCHING) + self.searches_in(part.args) + self._searches_of(part))

    def _searches_of(self, e: m.Expr) -> int:
        """Returns the number of searches of a definition that is called, found once."""
        if e.op != "call":
            return 0
        define = e.args[0]
        if define.name not in self.searching:
            self.searching[define.name] = self.searches_in(define.body)
        return self.searching[define.name]

    def fold_over(
        self,
        kind: str,
        name: str,
        going: Through,
        test: Callable[[Value], Expr],
        value: Callable[[Value], Expr] | None = None,
    ) -> Expr:
        """Returns the result of a fold over an iteration."""
        if isinstance(going, Branch):
            return choose(
                going.condition,
                self.fold_over(kind, name, going.then, test, value),
                self.fold_over(kind, name, going.otherwise, test, value),
            )
        if kind in ("some", "first", "count"):
            value = None
        if going.words is not None and kind in BY_WORDS:
            return self._by_words(kind, name, going, going.words, test, value)
        var = self.fresh(name, going.member)
        item = going.item(var)
        asked = both(self._inside(going, var), going.test(var, item), test(item))
        if asked == NO or most_in(going.domain) == 0:
            return {"first": Const(NONE), "every": YES}.get(kind, Const(0))
        found = Fold(kind, var, going.domain, None if asked == YES else asked, value(item) if value else None)
        if kind != "first" or going.steady:
            return found
        return self.bind("found", found, lambda at: choose(at < 0, NONE, self._item_at(going, at)))

    def _by_words(
        self,
        kind: str,
        name: str,
        going: Iteration,
        words: tuple[int, Words],
        test: Callable[[Value], Expr],
        value: Callable[[Value], Expr] | None,
    ) -> Expr:
        """Returns the result of a fold over a set word by word: of each the bits that are set."""
        many, word_at = words
        at = self.fresh("word", indices(many))
        bit = self.fresh(name, Range(0, 31))
        item = going.item(at * 32 + bit)
        asked = both(going.test(bit, item), test(item))
        inner = Fold(kind, bit, Bits(word_at(at)), None if asked == YES else asked, value(item) if value else None)
        every_word = up_to(many)
        if kind == "some":
            return Fold(kind, at, every_word, inner)
        return Fold(kind if kind == "every" else "sum", at, every_word, None, inner)

    def _inside(self, going: Iteration, member: Expr) -> Expr:
        """Returns the test for a number in a set of several words."""
        if going.words is None:
            return YES
        many, word_at = going.words
        return word_at(within(member >> 5, indices(many))) >> (member & 31) & 1

    def _item_at(self, going: Iteration, at: Expr) -> Expr:
        """Returns the value of a member that was found."""
        var = self.fresh("found", going.member)
        return self.bind("found", within(at, var.range), lambda each: _number(going.item(each)))

    def each(self, name: str, going: Through, body: Callable[[Value], Block]) -> Block:
        """A block for each thing."""
        if isinstance(going, Branch):
            return (If(going.condition, self.each(name, going.then, body), self.each(name, going.otherwise, body)),)
        var = self.fresh(name, going.member)
        item = going.item(var)
        asked = both(self._inside(going, var), going.test(var, item))
        inner = body(item)
        return (Each(var, going.domain, inner if asked == YES else (If(asked, inner),)),) if inner else ()

    @handles("in_list")
    def _in_list(self, e: m.Expr, names: Environment, member: m.Expr, of: m.Expr) -> Expr:
        return self.bind(
            "member",
            self.expr(member, names),
            lambda one: self.fold_over(
                "some", "each", self.through(of, names), lambda each: op("==", _number(each), one)
            ),
        )

    @handles("across")
    def _across(self, e: m.Expr, names: Environment, locals_: tuple[m.Local, ...], rows: m.Expr, test: m.Expr) -> Expr:
        """Returns the test of a condition on several names for some row of values."""
        many = len(locals_)
        if rows.op == "pick":
            lists, which = self.table_and_index(rows, names)
        else:
            lists, which = [rows.args[0]], Const(0)
        starts = [sum(map(len, lists[:n])) for n in range(len(lists) + 1)]
        flat = self.memory.table([each for row in lists for line in row for each in line])
        offsets = self.memory.table(starts)
        domain = Span(load(offsets, which), load(offsets, which + 1))
        row = self.fresh("row", Range(0, max(0, starts[-1] - 1)))
        inner = names
        for n, local in enumerate(locals_):
            inner = inner.bind(local, load(flat, row * many + n))
        return Fold("some", row, domain, self.truth(test, inner)) if starts[-1] else NO


def _number(value: Value) -> Expr:
    """Returns the number that a name stands for."""
    assert not callable(value)
    return value
