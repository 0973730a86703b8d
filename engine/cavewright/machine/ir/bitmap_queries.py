"""Rewrites loops and conditions over a field into bit operations on its bitmap index.

The form means what it meant; only rows that are gone through in their order are found in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from .bitmap_indexes import BitmapIndex
from .condition_tables import condition_table
from .connected_groups import Fresh
from .construction import NONE, YES, assign, both, choose, either, indices, load, no, up_to, within
from .form import (
    Array,
    Bits,
    Block,
    Const,
    Each,
    Entries,
    Expr,
    Fold,
    If,
    Load,
    Op,
    Put,
    Range,
    Span,
    Var,
    With,
    op,
)
from .line_shapes import MOST_SHAPES, Lets, all_begin, bind_names, complete_shapes, shape_of, starts_of
from .membership import MembershipTest, either_word, one_condition, union, writes
from .memory import Memory
from .moved_sets import MovedSets
from .ranges import member_range, range_of
from .rewriting import conjuncts, map_parts, mentions, operands, substitute
from .table_loops import of_line, runs_of

FEW_WORDS = 4
"""Words of a set that are gone through one after another, where little is done for each row."""


class BitmapQueries:
    """Puts questions to sets. `asked` are the fields of which that was done."""

    def __init__(self, kept: Iterable[BitmapIndex], memory: Memory, fresh: Fresh) -> None:
        self.kept, self.memory, self.fresh = {each.field: each for each in kept}, memory, fresh
        self.asked: set[Array] = set()
        self.moved = MovedSets(self.kept, memory, fresh, self.asked)

    def rewritten(self, part: Any) -> Any:
        """A part of the form with its questions put to sets."""
        match part:
            case tuple():
                made = tuple(
                    after for each in part for after in (self._each(each) if isinstance(each, Each) else (each,))
                )
                part = part if len(made) == len(part) and all(a is b for a, b in zip(made, part, strict=True)) else made
            case Fold():
                part = self._fold(part)
            case Op(name="and" | "or"):
                part = self._condition_from_table(part) or self._chain(part)
        return map_parts(part, self.rewritten)

    # ---- what is asked -----------------------------------------------------------------------------------------------

    def member(self, test: Expr) -> MembershipTest | None:
        """Returns the membership that a test asks of a row, if it asks for a value."""
        if not (isinstance(test, Op) and test.name in ("==", "!=")):
            return None
        for held, value in (test.args, test.args[::-1]):
            if isinstance(held, Load) and held.array in self.kept and range_of(value) in held.array.range:
                return MembershipTest(self.kept[held.array], held.index, value, test.name == "==")
        return None

    def of_rows(self, test: Expr | None, index: Expr, var: Var) -> tuple[list[MembershipTest], list[Expr]]:
        """Returns the memberships that a test asks of the row of a number, and all else that it asks."""
        members: list[MembershipTest] = []
        rest: list[Expr] = []
        for each in conjuncts(test) if test is not None else ():
            found = self.member(each)
            if (
                found is None
                or found.index != index
                or mentions(found.value, var)
                or members
                and found.kept.field != members[0].kept.field
            ):
                rest.append(each)
            else:
                members.append(found)
        return members, rest

    def note(self, members: Sequence[MembershipTest]) -> BitmapIndex:
        """The sets are asked for."""
        self.asked.update(each.kept.field for each in members)
        return members[0].kept

    def word(self, members: Sequence[MembershipTest], n: Expr | int, among: Expr) -> Expr:
        """A word of the rows of which all is true, among some."""
        whole = members[0].word(n)
        for each in members[1:]:
            whole = whole & each.word(n)
        return whole if among == Const(-1) else whole & among

    def among(self, members: Sequence[MembershipTest], domain: Span) -> Callable[[int], int] | None:
        """The words of all rows that are gone through, where that is known; none where it is something else."""
        kept = members[0].kept
        low, stop = domain.low, domain.stop
        if low != Const(0) or not isinstance(stop, Const) or not 0 <= stop.value <= kept.rows:
            return None
        if stop.value == kept.rows and any(each.holds for each in members):
            return lambda n: -1
        return lambda n: kept.all_rows(stop.value, n)

    # ---- loops -------------------------------------------------------------------------------------------------------

    def _each(self, s: Each) -> Block:
        """A loop that asks of every row first of all whether it holds a value."""
        s = one_condition(s)
        match s:
            case Each(var=var, domain=domain, body=(If(condition=test, then=then, otherwise=()),)):
                members, rest = self.of_rows(test, var, var)
                if not members or writes(then, members[0].kept):
                    return (s,)
                words = self._words(members, domain, in_order=True)
                if words is None:
                    return (s,)
                body: Block = then if not rest else (If(both(*rest), then),)
                return self._through(var, words, members[0].kept, body)
        return (s,)

    def _words(
        self, members: Sequence[MembershipTest], domain: Any, in_order: bool
    ) -> Callable[[Expr | int], Expr] | None:
        """The words of the rows that are gone through, and of which all is true."""
        kept = members[0].kept
        if isinstance(domain, Span):
            among = self.among(members, domain)
            if among is None:
                return None
            known = [among(n) for n in range(kept.words)]
            self.note(members)
            if len(set(known)) == 1:
                return lambda n: self.word(members, n, Const(known[0]))
            table = self.memory.table(known, size=kept.size)
            return lambda n: self.word(members, n, load(table, Const(n) if isinstance(n, int) else n))
        masks = self.masks(domain, kept, in_order)
        if masks is None:
            return None
        self.note(members)
        return lambda n: self.word(members, n, masks(n))

    def masks(self, domain: Any, kept: BitmapIndex, in_order: bool) -> Callable[[Expr | int], Expr] | None:
        """The words of the rows of a list out of a table of lists."""
        if not isinstance(domain, Entries):
            return None
        runs = runs_of(domain.start, domain.stop)
        if runs is None or domain.array.values is None or domain.array.origin or domain.array.range.low < 0:
            return None
        which, starts = runs
        lists = [domain.array.values[a:b] for a, b in pairwise(starts)]
        if any(list(each) != sorted(each) for each in lists) and in_order:
            return None
        if any(len(set(each)) != len(each) for each in lists):
            return None
        return self.words_in_table([sum(1 << row for row in each) for each in lists], which, kept)

    def words_in_table(self, sets: Sequence[int], which: Expr, kept: BitmapIndex) -> Callable[[Expr | int], Expr]:
        """The words of a set out of a table."""
        words = kept.words
        table = self.memory.table([kept.word_of(each, n) for each in sets for n in range(words)], size=kept.size)
        return lambda n: load(table, which * words + n)

    def _through(self, var: Var, words: Callable[[Expr | int], Expr], kept: BitmapIndex, body: Block) -> Block:
        many, size = kept.words, kept.size
        if many == 1 and member_range(Bits(words(0))) in var.range:
            return self.moved.hoist_sets(Each(var, Bits(words(0)), body), kept.rows)
        if many == 1:
            (loop,) = self._through_word(var, words(0), 0, body)
            return self.moved.hoist_sets(loop, kept.rows)
        if many <= FEW_WORDS and len(body) == 1 and isinstance(body[0], Put):
            return tuple(after for n in range(many) for after in self._through_word(var, words(n), size * n, body))
        n = self.fresh("word", indices(many))
        bit = self.fresh("bit", indices(size))
        inner = (assign(var, n * size + bit), *body)
        return (Each(n, up_to(many), (Each(bit, Bits(words(n)), inner),)),)

    def _through_word(self, var: Var, word: Expr, first: int, body: Block) -> tuple[Each]:
        bit = self.fresh("bit", member_range(Bits(word)))
        row = self.fresh(var.name, var.range)
        named = (assign(row, bit + first), *body)
        return (Each(bit, Bits(word), substitute(named, {var: row})),)

    # ---- folds -------------------------------------------------------------------------------------------------------

    def _fold(self, e: Fold) -> Expr:
        if e.kind == "every" and e.value is not None:
            exception = Fold("some", e.var, e.domain, both(*conjuncts(e.test or YES), no(e.value)))
            made = self._fold(exception)
            return no(made) if made is not exception else e
        if isinstance(e.domain, Span):
            found = self._lines(e)
            if found is not None:
                return found
        members, rest = self.of_rows(e.test, e.var, e.var)
        if not members:
            return e
        words = self._words(members, e.domain, in_order=e.kind == "first")
        if words is None:
            return e
        return self._over(e, words, members[0].kept, rest) or e

    def _over(self, e: Fold, words: Callable[[Expr | int], Expr], kept: BitmapIndex, rest: list[Expr]) -> Expr | None:
        """A fold over the rows whose bits are set."""
        many = kept.words
        all_words = [words(n) for n in range(many)]
        if not rest and e.kind == "some":
            return either_word(iter(all_words))
        if not rest and e.kind == "count":
            total = op("ones", all_words[0])
            for each in all_words[1:]:
                total = total + op("ones", each)
            return within(total, range_of(e))
        if not rest and e.kind == "first":
            return self._lowest(all_words, e.var, kept)
        test = both(*rest) if rest else None
        if many == 1 and member_range(Bits(all_words[0])) in e.var.range:
            return replace(e, domain=Bits(all_words[0]), test=test)
        return self._by_words(e, words, kept, test)

    def _lowest(self, words: Sequence[Expr], var: Var, kept: BitmapIndex) -> Expr:
        """The row of the lowest bit of some words, if one is set."""
        lets = [(self.fresh("word", kept.whole), each) for each in words]
        found: Expr = NONE
        for n, (word, _) in reversed([*enumerate(lets)]):
            found = choose(op("!=", word, 0), op("lowest", word) + kept.size * n, found)
        return bind_names(lets, within(found, var.range | Range(-1, -1)))

    def _by_words(
        self, e: Fold, words: Callable[[Expr | int], Expr], kept: BitmapIndex, test: Expr | None
    ) -> Expr | None:
        """A fold over some rows of each word."""
        if e.kind not in ("some", "count", "sum"):
            return None
        n = self.fresh("word", indices(kept.words))
        bit = self.fresh("bit", indices(kept.size))

        def with_member(inner: Expr) -> Expr:
            return With(e.var, within(n * kept.size + bit, e.var.range), inner)

        inner_test = with_member(test) if test is not None else None
        inner = Fold(e.kind, bit, Bits(words(n)), inner_test, with_member(e.value) if e.value is not None else None)
        outer = "some" if e.kind == "some" else "sum"
        made = Fold(outer, n, up_to(kept.words), *((inner,) if outer == "some" else (None, inner)))
        return within(made, range_of(e))

    # ---- lines -------------------------------------------------------------------------------------------------------

    def _lines(self, e: Fold) -> Expr | None:
        """Returns the test for a line, out of a table of lines, all rows of which hold a value."""
        assert isinstance(e.domain, Span)
        if e.kind not in ("some", "count") or e.test is None:
            return None
        found = [(each, self.member(each)) for each in conjuncts(e.test)]
        by_line = [(test, it) for test, it in found if it is not None and of_line(it.index, e.var) is not None]
        if not by_line:
            return None
        first = by_line[0][1]
        mine = [(t, it) for t, it in by_line if it.kept == first.kept and it.value == first.value and it.holds]
        if not mine or not first.holds or mentions(first.value, e.var):
            return None
        parts = [of_line(it.index, e.var) for _, it in mine]
        table, stride, _ = parts[0]  # type: ignore[misc]
        if any(part is None or part[:2] != (table, stride) for part in parts) or table.values is None:
            return None
        rest = [test for test, _ in found if all(test is not each for each, _ in mine)]
        rows = [
            sum({1 << table.values[line * stride + part[2]] for part in parts if part is not None})
            for line in range(table.length // stride)
        ]
        if any(mentions(each, e.var) for each in rest):
            return None
        return self._line_test(e, first, rows, rest, len(mine))

    def _line_test(
        self, e: Fold, asked: MembershipTest, rows: Sequence[int], rest: list[Expr], many: int
    ) -> Expr | None:
        kept = self.note([asked])
        runs = runs_of(e.domain.low, e.domain.stop) if isinstance(e.domain, Span) else None
        if e.kind == "some" and many == 1 and runs is not None:
            which, starts = runs
            sets = [union(rows[a:b]) for a, b in pairwise(starts)]
            mask = self.words_in_table(sets, which, kept)
            return both(*rest, either_word(asked.word(n) & mask(n) for n in range(kept.words)))
        words = [self.fresh("held", kept.whole) for _ in range(kept.words)]
        mask = self.words_in_table(rows, e.var, kept)
        test = both(*(op("==", word & mask(n), mask(n)) for n, word in enumerate(words)))
        made: Expr = replace(e, test=test)
        if e.kind == "some" and runs is not None:
            made = self._by_shape(kept, words, rows, *runs) or made
        made = bind_names([(word, asked.word(n)) for n, word in enumerate(words)], made)
        return both(*rest, made) if e.kind == "some" else made if not rest else None

    def _by_shape(
        self, kept: BitmapIndex, words: Sequence[Var], rows: Sequence[int], which: Expr, starts: Sequence[int]
    ) -> Expr | None:
        """Returns the test for a line, of lines of few shapes: all of a shape are asked at once."""
        own, runs = complete_shapes([rows[a:b] for a, b in pairwise(starts)])
        shapes = sorted({shape_of(line) for run in runs for line in run})
        if not 0 < len(shapes) <= MOST_SHAPES or max(map(len, runs)) <= len(shapes) or len(words) > 2:
            return None
        met = [self.fresh("met", kept.whole) for _ in words]
        mine = self.words_in_table(own, which, kept)
        lets: Lets = [(var, word | mine(n)) for n, (var, word) in enumerate(zip(met, words, strict=True))]
        found: list[Expr] = []
        for shape in shapes:
            begin, more = all_begin(shape, met, self.fresh)
            lets += more
            masks = self.words_in_table([starts_of(run, shape) for run in runs], which, kept)
            found += [word & masks(n) for n, word in enumerate(begin)]
        return bind_names(lets, either_word(iter(found)))

    # ---- rows that are known -----------------------------------------------------------------------------------------

    def _condition_from_table(self, e: Op) -> Expr | None:
        """Conditions that all ask which rows of a small field hold one value, out of a table."""
        found = condition_table(e, self.member)
        if found is None:
            return None
        asked, answers = found
        self.note([asked])
        return load(self.memory.table(answers), asked.kept.word(asked.value, 0))

    def _chain(self, e: Op) -> Expr:
        """Conditions of which several ask whether rows that are known hold the same value."""
        groups: dict[tuple[Array, Expr, bool], list[int]] = {}
        others: list[Expr] = []
        parts = operands(e.name, e)
        asked = [self.member(each) for each in parts]
        keys = [
            (it.kept.field, it.value, it.holds) if it is not None and isinstance(it.index, Const) else None
            for it in asked
        ]
        for part, it, key in zip(parts, asked, keys, strict=True):
            if key is None or it is None or keys.count(key) == 1:
                others.append(part)
            else:
                assert isinstance(it.index, Const)
                groups.setdefault(key, []).append(it.index.value)
        if not groups or any(row < 0 for rows in groups.values() for row in rows):
            return e
        tests = [self._known_rows(e.name, *key, rows) for key, rows in groups.items()]
        return (either if e.name == "or" else both)(*tests, *others)

    def _known_rows(self, name: str, field: Array, value: Expr, holds: bool, rows: Sequence[int]) -> Expr:
        kept = self.kept[field]
        self.asked.add(field)
        bits = union(1 << row for row in rows)
        every = holds == (name == "and")
        masks = [(n, Const(kept.word_of(bits, n))) for n in range(kept.words)]
        met = [(kept.word(value, n) & mask, mask) for n, mask in masks if mask.value]
        if len(met) == 1:
            found = op("==", *met[0]) if every else op("!=", met[0][0], 0)
        else:
            found = no(either_word(word ^ mask for word, mask in met)) if every else either_word(w for w, _ in met)
        return found if holds else no(found)
