"""Counting of options without a list of them, and beginning the one of a number: for playouts, which ask for no more.

Both are made from the function that lists them, where rows are put into the list out of sets or one by one; where every
row has conditions of its own, the list is as quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .construction import assign, choose, indices, load, within, write
from .form import (
    LONG,
    TRUTH,
    WORD,
    Array,
    Bits,
    Block,
    Break,
    Call,
    Check,
    Const,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Load,
    Put,
    Range,
    Return,
    Scope,
    Statement,
    Store,
    Trap,
    Var,
    op,
)
from .if_conversion import is_cheap, without_branches
from .memory import Memory
from .ranges import BITS, is_long, range_of
from .rewriting import cut_unreachable, mentions, substitute, within_all, without_unused
from .rows_of_members import MemberRows, MemberSearch, rows_of_members, total_of
from .shifted_conditions import conditions_as_word

Begin = Callable[[Sequence[Expr]], Block]
"""What begins the option of a row of the list."""
LEFT = 4
MOST_CONDITIONS = 32
FEW_SETS = 8
"""Words of sets that are looked at once more where their bits are to be counted."""


def is_counted(lister: Function) -> bool:
    """Tells if options are counted as quickly as they are listed, or quicker."""
    return not any(isinstance(each, Call) for each in within_all(lister.body)) and _is_counted(lister.body, False)


def _is_counted(block: Block, inside: bool) -> bool:
    """`inside` of a loop, every row has to come out of a set."""
    for s in block:
        match s:
            case Put() if inside:
                return False
            case Each() if rows_of_members(s) is not None:
                continue
            case Each() if out_of_set(s) is None:
                if any(isinstance(each, Fold) for each in within_all(s)) or not _is_counted(s.body, True):
                    return False
            case If(then=then, otherwise=otherwise):
                if not (_is_counted(then, inside) and _is_counted(otherwise, inside)):
                    return False
    return True


def has_sets(lister: Function) -> bool:
    """Tells if some options come out of sets."""
    return any(isinstance(each, Each) and out_of_set(each) is not None for each in within_all(lister.body))


def is_union(lister: Function) -> bool:
    """Tells if all options are the members of some sets: then it is known at once whether there are any."""
    rows = [s for s in lister.body if isinstance(s, (Each, If, Put))]
    sets = [found[0].word for s in rows if isinstance(s, Each) and (found := out_of_set(s)) is not None]
    return 0 < len(rows) <= FEW_SETS and len(sets) == len(rows) and len(set(map(is_long, sets))) == 1


def out_of_set(s: Each) -> tuple[Bits, Block, Put] | None:
    """The set, the names and the row of a loop that puts a row for everything in a set."""
    *before, last = s.body
    if isinstance(s.domain, Bits) and isinstance(last, Put) and all(isinstance(each, Let) for each in before):
        return s.domain, tuple(before), last
    return None


class Counting:
    """Makes the two functions of a decision."""

    def __init__(self, fresh: Callable[[str, Range], Var], memory: Memory, ready: Array) -> None:
        self.fresh, self.memory, self.ready = fresh, memory, ready

    def counter(self, name: str, lister: Function, known: int) -> Function:
        """The function that counts them; it returns what the one that lists them does."""
        body = tuple(write(self.ready, known) if is_write(each, self.ready) else each for each in lister.body)
        return without_unused(Function(name, (), self._count_rows(body), lister.returns))

    def _count_rows(self, block: Block) -> Block:
        """Statements that count rows; of rows with conditions that are asked at once they count the bits."""
        found: list[Statement] = []
        for each in together(block):
            first = each[0]
            word = self.word_of(each) if isinstance(first, If) else None
            if word is None:
                found += map(self._counts, each)
            else:
                found.append(self._more(first.then[0].count, op("ones", word)))
        return tuple(found)

    def word_of(self, rows: Sequence[Any]) -> Expr | None:
        """The bits of the rows whose conditions hold, if these are asked at once."""
        return conditions_as_word([each.condition for each in rows], self.fresh)

    def _counts(self, s: Statement) -> Statement:
        match s:
            case Put(count=count):
                return self._more(count, Const(1))
            case If(condition=condition, then=(Put(count=count),), otherwise=()):
                return self._more(count, condition)
            case Each() if (found := out_of_set(s)) is not None:
                return self._more(found[2].count, op("ones", found[0].word))
            case Each() if (rows := rows_of_members(s)) is not None:
                return self._more(rows.puts[0].count, rows.many)
            case Each(var=var, domain=domain, body=body):
                return Each(var, domain, self._count_rows(body))
            case If(condition=condition, then=then, otherwise=otherwise):
                return If(condition, self._count_rows(then), self._count_rows(otherwise))
        return s

    def existence(self, name: str, lister: Function) -> Function:
        """The function that says whether there is any, of a list that is a union of sets: the union is not empty."""
        names = (each for each in within_all(lister.body) if isinstance(each, Var) and each.range == lister.returns)
        counts = tuple(dict.fromkeys(names))
        sets = (found[0].word for s in lister.body if isinstance(s, Each) and (found := out_of_set(s)) is not None)
        whole = whole_of(next(sets))
        union: dict[Var, Expr] = {each: self.fresh("union", whole) for each in counts}
        body: list[Statement] = []
        for s in lister.body:
            match s:
                case Each() if (found := out_of_set(s)) is not None:
                    so_far = substitute(found[2].count, union)
                    body.append(Let(so_far, so_far | found[0].word))
                case Let(var=var, value=value) if var in counts:
                    body.append(Let(substitute(var, union), substitute(value, union)))
                case Return(value=value):
                    body.append(Return(op("!=", substitute(value, union), 0)))
        return without_unused(Function(name, (), tuple(body), TRUTH))

    def _more(self, count: Var, by: Expr) -> Let:
        return assign(count, count + by)

    def taker(self, name: str, lister: Function, row: Var, wide: int, begin: Begin) -> Function:
        """The function that begins the option of a number, and says where it goes on. `wide` is how many numbers a row
        has."""
        left = self.fresh("left", WORD)
        found = tuple(self.fresh("found", WORD) for _ in range(wide))
        taking = _Taking(self.fresh, self.memory, left, found)
        search = Scope("option", (*taking.block(lister.body), Trap(LEFT)))
        body = cut_unreachable((Let(left, row), search, *begin(found)))
        return without_unused(Function(name, (row,), body, WORD))


@dataclass(frozen=True)
class _Taking:
    """The search for the row of a number: how many rows are `left` before it, what is `found` in it."""

    fresh: Callable[[str, Range], Var]
    memory: Memory
    left: Var
    found: tuple[Var, ...]

    def block(self, block: Block) -> Block:
        """Statements that put rows into the list, as those that look for one."""
        return tuple(
            after
            for each in together(block)
            for after in (self.statement(each[0]) if len(each) == 1 else self.out_of_several(each))
        )

    def statement(self, s: Statement) -> Sequence[Statement]:
        """One of them."""
        match s:
            case Put():
                return (If(op("==", self.left, 0), self.leaving(s)), self.less(Const(1)))
            case Each(var=var) if (found := out_of_set(s)) is not None:
                return self.out_of_set(var, *found)
            case Each() if (rows := rows_of_members(s)) is not None:
                return self.out_of_members(rows)
            case Each(var=var, domain=domain, body=body):
                return (Each(var, domain, self.block(body)),)
            case If(condition=condition, then=then, otherwise=otherwise):
                return (If(condition, self.block(then), self.block(otherwise)),)
            case Store() | Return():
                return ()
        return (s,)

    def leaving(self, put: Put) -> Block:
        """The row is this one."""
        return (*(Let(var, value) for var, value in zip(self.found, put.values, strict=True)), Break("option"))

    def less(self, by: Expr) -> Let:
        """There are fewer rows before it."""
        return Let(self.left, op("wrapped +", self.left, op("wrapped *", by, -1)))

    def out_of_several(self, several: Sequence[Any]) -> Block:
        """Rows of the words of a set, or each with a condition of its own."""
        return self.out_of_words(several) if isinstance(several[0], Each) else self.out_of_conditions(several)

    def out_of_conditions(self, rows: Sequence[If]) -> Block:
        """Rows with a condition each: these are the bits of a word."""
        found_at_once = conditions_as_word([each.condition for each in rows], self.fresh)
        offered: Expr = rows[0].condition
        for n, row in enumerate(rows[1:], 1):
            offered = offered | row.condition << n
        offered = found_at_once or offered
        word, many, which = (
            self.fresh("offered", range_of(offered)),
            self.fresh("many", Range(0, 32)),
            self.fresh("which", BITS),
        )
        columns = zip(*(row.then[0].values for row in rows), strict=True)  # type: ignore[union-attr]
        found = [
            load(self.memory.table([each.value for each in column]), within(which, indices(len(rows))))
            for column in columns
        ]
        number = Let(which, op("nth bit", word, self.left & 31))
        here = If(
            self.left < many,
            (number, *(Let(var, value) for var, value in zip(self.found, found, strict=True)), Break("option")),
        )
        return Let(word, offered), Let(many, op("ones", word)), here, self.less(many)

    def out_of_words(self, loops: Sequence[Each]) -> Block:
        """Rows of everything in the words of one set: which word it is is reckoned, not guessed."""
        sets = [each.domain.word for each in loops]  # type: ignore[union-attr]
        whole = whole_of(sets[0])
        size = size_of(whole)
        words = [self.fresh("among", whole) for _ in loops]
        many = [self.fresh("many", Range(0, size)) for _ in loops]
        before = [self.fresh("before", Range(0, size * n)) for n in range(1, len(loops) + 1)]
        behind = [self.fresh("behind", TRUTH) for _ in loops[1:]]
        lets: list[Statement] = []
        so_far: Expr = Const(0)
        for it, among, ones, ends in zip(sets, words, many, before, strict=True):
            lets += [Let(among, it), Let(ones, op("ones", among)), Let(ends, so_far + ones)]
            so_far = ends
        number = self.fresh("which", indices(len(loops)))
        word = self.fresh("word", whole)
        which: Expr = Const(0)
        skipped: Expr = Const(0)
        chosen: Expr = words[0]
        for n, it in enumerate(behind):
            which, skipped = which + it, skipped + (many[n] & 0 - it)
            chosen = choose(it, words[n + 1], chosen)
        first, *others = loops[0].body
        assert isinstance(first, Let) and isinstance(others[-1], Put)
        bit = op("nth bit", word, op("wrapped +", self.left, 0 - skipped) & size - 1)
        row = assign(first.var, number * size + bit)
        asked = [Let(it, self.left >= ends) for it, ends in zip(behind, before[:-1], strict=True)]
        found: Block = (*asked, Let(number, which), Let(word, beginning_with(sets, number) or chosen), row)
        here = If(self.left < before[-1], (*found, *others[:-1], *self.leaving(others[-1])))
        return *lets, here, self.less(before[-1])

    def out_of_members(self, rows: MemberRows) -> Sequence[Statement]:
        """Rows of which every member of a set has some."""
        sets = [self.fresh("offered", LONG) for _ in rows.sets]
        many = self.fresh("many", Range(0, 64 * len(sets)))
        search, values = MemberSearch(self.fresh, self.memory, self.left).find_row(rows, sets)
        number = total_of([op("ones", each) for each in sets])
        named = (Let(var, value) for var, value in zip(self.found, values, strict=True))
        here = If(self.left < many, (*search, *named, Break("option")))
        lets = (Let(var, value) for var, value in zip(sets, rows.options_by_row, strict=True))
        return *lets, Let(many, number), here, self.less(many)

    def out_of_set(self, var: Var, domain: Bits, lets: Block, put: Put) -> Block:
        """Rows of everything in a set."""
        whole = whole_of(domain.word)
        size = size_of(whole)
        word = self.fresh("among", whole)
        many = self.fresh("many", Range(0, size))
        bit = within(op("nth bit", word, self.left & size - 1), var.range)
        here = If(self.left < many, (Let(var, bit), *lets, *self.leaving(put)))
        return Let(word, domain.word), Let(many, op("ones", word)), here, self.less(many)


def together(block: Block) -> list[list[Any]]:
    """The statements of a block, loops over the words of one set together."""
    found: list[list[Any]] = []
    for each in block:
        if found and (is_next_word(found[-1], each) or is_next_condition(found[-1], each)):
            found[-1].append(each)
        else:
            found.append([each])
    return found


def is_next_word(words: Sequence[Any], s: Any) -> bool:
    """Tells if a statement goes through the next word of a set as others before it go through theirs."""
    if not all(isinstance(each, Each) and out_of_set(each) is not None for each in (words[-1], s)):
        return False
    first, rest = words[0].body[0], words[0].body[1:]
    mine = s.body[0]
    if not (isinstance(first, Let) and isinstance(mine, Let)) or first.value != words[0].var:
        return False
    own_rest = s.body[1:]
    same = substitute(own_rest, {mine.var: first.var}) == rest
    if not same or mentions((rest, own_rest), s.var):
        return False
    first_row = size_of(whole_of(words[0].domain.word)) * len(words)
    row = op("+", s.var, first_row)
    return mine.var.range == first.var.range and without_check(mine.value) == row


def whole_of(word: Expr) -> Range:
    """The range of any word of the size of another."""
    return LONG if is_long(word) else WORD


def size_of(whole: Range) -> int:
    """Returns the number of bits of the words of a range."""
    return 64 if whole == LONG else 32


def beginning_with(words: Sequence[Expr], n: Expr) -> Expr | None:
    """The word of a number, of words that lie one behind another."""
    first = words[0]
    if not isinstance(first, Load):
        return None
    rows = all(each == load(first.array, first.index + k) for k, each in enumerate(words))
    return load(first.array, n + first.index) if rows else None


def is_next_condition(rows: Sequence[Any], s: Any) -> bool:
    """Tells if a statement puts a row that is known under a condition that costs little, as others before it do."""
    return len(rows) < MOST_CONDITIONS and all(map(is_known_row, (rows[-1], s)))


def is_known_row(s: Any) -> bool:
    """Tells if a statement puts a row that is known, under a condition that costs little."""
    match s:
        case If(condition=condition, then=(Put(values=values),), otherwise=()):
            return (
                all(isinstance(each, Const) for each in values)
                and range_of(condition) in TRUTH
                and is_cheap(without_branches(condition))
            )
    return False


def without_check(e: Expr) -> Expr:
    """A value without what is asked of it."""
    return e.value if isinstance(e, Check) else e


def is_write(s: Any, cell: Array) -> bool:
    """Tells if a statement writes a cell."""
    return isinstance(s, Store) and s.array == cell
