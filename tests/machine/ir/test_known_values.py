"""Known values: a function that asks nothing that it knows gives what it gave, and leaves in memory what it left."""

from itertools import product
from random import Random

import pytest

from cavewright.machine.ir.bitmap_indexes import IndexMaintenance, room_for_sets
from cavewright.machine.ir.construction import assign, choose, load, store, within
from cavewright.machine.ir.form import (
    TRUTH,
    WORD,
    Array,
    Bits,
    Break,
    Call,
    Check,
    Choose,
    Const,
    Continue,
    Copy,
    Do,
    Each,
    Fold,
    Function,
    If,
    Let,
    Load,
    Loop,
    Module,
    Op,
    Put,
    Range,
    Return,
    Scope,
    Span,
    Store,
    Switch,
    Trap,
    Var,
    With,
    Work,
    op,
)  # fmt: skip
from cavewright.machine.ir.known_values import COMPARED, with_known_values
from cavewright.machine.ir.memory import Memory
from cavewright.machine.ir.ranges import range_of
from cavewright.machine.ir.rewriting import cut_unreachable, within_all
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.machine import PYTHON, WASM, C, compiler, has_wasm, machine
from cavewright.machine.native.traps import TrapError

BACKEND = WASM if has_wasm() else C if compiler() else PYTHON
ROWS = 10
SMALL, ANY_ROW, OWNER = Range(0, 9), Range(-1, ROWS - 1), Range(-1, 2)
MEMORY = Memory()
CELLS = [MEMORY.cell(f"cell{n}", SMALL) for n in range(2)]
PLACE, ENTRIES = MEMORY.cell("place", ANY_ROW), MEMORY.array("entries", 4, SMALL)
FIELD = MEMORY.array("field", ROWS + 1, OWNER, -1)
KEPT = room_for_sets(FIELD, MEMORY)
PLACED = MEMORY.view("placed", PLACE.at, 2, WORD)
COUNTER, SAVED = MEMORY.cell("counter", Range(0, 2**31 - 1)), MEMORY.array("saved", 64)
COUNTS, OTHERS = MEMORY.table([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), MEMORY.table([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
WHOLE = MEMORY.view("whole", CELLS[0].at, (COUNTER.at - CELLS[0].at) // 4)
KEEPING = IndexMaintenance([KEPT], [], lambda name, range_: Var(f"{name}{next(NUMBERS)}", range_))
NUMBERS = iter(range(10**9))
OTHER = Function("other", (), (store(CELLS[0], 0, 7), store(FIELD, 2, 1), Return(Const(4))), SMALL)
ORDERS = ("==", "!=", "<", "<=", ">", ">=")


class Writer:
    """Writes made-up functions: everything is proven or checked, and every loop ends."""

    def __init__(self, seed):
        self.random, self.many = Random(seed), 0
        self.numbers = [Var(f"n{n}", SMALL) for n in range(2)]
        self.rows = [Var("r", ANY_ROW)]

    def fresh(self, name, range_):
        self.many += 1
        return Var(f"{name}_{self.many}", range_)

    def function(self):
        begun = [assign(each, self.random.randrange(3)) for each in (*self.numbers, *self.rows)]
        body = (*begun, *self.block(3, ()))
        return Function(
            "f", (), body if isinstance(body[-1], (Return, Trap)) else (*body, Return(self.number(2))), WORD, True
        )

    def block(self, depth, labels):
        return cut_unreachable(self.statement(depth, labels) for _ in range(self.random.randrange(3, 8)))

    def condition(self, depth):
        if depth and self.random.random() < 0.2:
            return Op(
                self.random.choice(("and", "or", "&", "|")), (self.condition(depth - 1), self.condition(depth - 1))
            )
        read = (*self.numbers, *(load(each, 0) for each in CELLS), self.number(1), self.rows[0], load(PLACE, 0))
        return Op(
            self.random.choice(ORDERS),
            (self.random.choice(read), self.random.choice((Const(0), Const(1), Const(2), self.random.choice(read)))),
        )

    def row(self, depth):
        found = load(KEPT.sets, self.random.randrange(-1, 3))
        word = found if self.random.random() < 0.6 else op("&", found, 0b1011011101)
        kind = self.random.randrange(6)
        if kind == 0 and depth:
            held = self.fresh("held", KEPT.sets.range)
            return With(held, word, within(choose(op("!=", held, 0), Op("lowest", (held,)), -1), ANY_ROW))
        if kind == 1 and depth:
            return Check(Op("nth bit", (word, self.number(0))), ANY_ROW)
        if kind < 4:
            return within(choose(op("!=", word, 0), Op("lowest", (word,)), -1), ANY_ROW)
        return (Const(self.random.randrange(-1, 3)), load(PLACE, 0), *self.rows)[self.random.randrange(3)]

    def number(self, depth):
        kind = self.random.randrange(10 if depth else 4)
        match kind:
            case 0:
                return Const(self.random.randrange(3))
            case 1 | 2:
                return self.random.choice(self.numbers)
            case 3:
                return load(self.random.choice(CELLS), 0)
            case 4:
                return within(self.number(depth - 1) + self.random.randrange(-2, 3), SMALL)
            case 5:
                return Choose(self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1))
            case 6:
                return load(self.random.choice((COUNTS, OTHERS)), self.number(depth - 1)) % 10
            case 7:
                return within(load(FIELD, self.row(1) if self.random.random() < 0.3 else self.rows[0]) + 1, SMALL)
            case 8:
                return load(ENTRIES, self.number(depth - 1) & 3)
        var = self.fresh("k", Range(0, 3))
        return within(Fold("sum", var, Span(Const(0), Const(3)), None, op("&", var + self.number(0), 3)), SMALL)

    def simple(self):
        match self.random.randrange(16):
            case 0 | 1:
                return assign(self.random.choice(self.numbers), self.number(2))
            case 2 | 12:
                return assign(self.rows[0], self.row(1))
            case 3 | 4:
                return store(self.random.choice(CELLS), 0, self.number(2))
            case 13 | 14:
                return store(CELLS[0], 0, within(load(FIELD, self.rows[0]) + 1, SMALL))
            case 15:
                return store(FIELD, within(self.rows[0], Range(0, ROWS - 1)), self.random.randrange(-1, 3))
            case 5:
                return store(PLACE, 0, self.row(1))
            case 6:
                return store(ENTRIES, self.random.choice((Const(2), self.number(1) & 3)), self.number(2))
            case 7:
                return store(FIELD, within(self.row(1), Range(0, ROWS - 1)), within(self.number(1) - 1, OWNER))
            case 8:
                return Work(COUNTER, self.random.choice((0, 3, 40)))
            case 9:
                return store(COUNTER, 0, self.random.choice((0, 5)))
            case 10:
                return self.random.choice(
                    (Do(Call("other", (), SMALL)), Let(self.numbers[0], Call("other", (), SMALL)))
                )
        return self.random.choice((Copy(SAVED, WHOLE), Copy(WHOLE, SAVED), Store(PLACED, Const(0), Const(1))))

    def statement(self, depth, labels):
        kind = self.random.randrange(16) if depth else 0
        match kind:
            case 9 | 10:
                return If(
                    self.condition(1), self.block(depth - 1, labels), self.block(depth - 1, labels) if kind == 9 else ()
                )
            case 11:
                blocks = tuple(self.block(depth - 1, labels) for _ in range(self.random.randrange(2, 4)))
                return Switch(op("%", self.number(1), len(blocks)), blocks)
            case 12:
                label = self.fresh("scope", TRUTH).name
                return Scope(label, self.block(depth - 1, (*labels, label)))
            case 13:
                return self.loop(depth, labels)
            case 14:
                at = self.fresh("at", SMALL)
                domain = (
                    Bits(load(KEPT.sets, self.random.randrange(-1, 3)))
                    if self.random.random() < 0.6
                    else Span(Const(1), self.number(0))
                )
                inner = (assign(self.random.choice((*self.numbers, *self.rows)), at), *self.block(depth - 1, ()))
                return Each(at, domain, cut_unreachable(inner))
            case 15 if labels:
                return If(self.condition(1), (Break(self.random.choice(labels)),))
            case 15:
                return If(op(">", load(COUNTER, 0), 30), (Trap(2) if depth < 3 else Return(self.number(1)),))
        return self.simple()

    def loop(self, depth, labels):
        label, left = self.fresh("loop", TRUTH).name, self.fresh("left", SMALL)
        again = If(self.condition(1), (Continue(label),))
        down = (If(op("==", left, 0), (Break(label),)), assign(left, left - 1))
        inner = cut_unreachable((*down, again, *self.block(depth - 1, (*labels, label))))
        return Scope(f"{label}_all", (Let(left, Const(3)), Loop(label, inner)))


def outcome(function):
    """What a function gives that is called twice, and the memory behind it; the reason of a trap."""
    module = Module("m", tuple(MEMORY.arrays), (function, OTHER_KEPT), MEMORY.end)
    assert not [str(each) for each in faults(module)]
    made = machine(module, BACKEND, checked=True)
    for array, values in ((FIELD, [-1] * (ROWS + 1)), (KEPT.sets, [2**ROWS - 1, 0, 0, 0])):  # all rows are free
        made.write(array.at, b"".join(each.to_bytes(array.width, "little", signed=True) for each in values))
    made.write(SAVED.at, made.read(WHOLE.at, WHOLE.length * WHOLE.width))
    try:
        return [(made.call("f"), made.read(0, MEMORY.end)) for _ in range(2)]
    except TrapError as trap:
        return trap.reason


OTHER_KEPT = KEEPING.function(OTHER)


def compare(seeds):
    """How many functions gave an answer, and how many were changed."""
    answers = changes = 0
    for seed in seeds:
        function = KEEPING.function(Writer(seed).function())
        changed = with_known_values(function, [KEPT])
        found = outcome(function)
        assert outcome(changed) == found, seed
        answers += isinstance(found, list)
        changes += sum(1 for _ in within_all(changed.body)) < sum(1 for _ in within_all(function.body))
    return answers, changes


def test_made_up_functions_do_what_they_did():
    answers, changes = compare(range(60))
    assert answers > 15 and changes > 40, (answers, changes)


@pytest.mark.long
def test_many_made_up_functions_do_what_they_did():
    """A pass that forgets nothing behind a call is found by the 98th of them; 8,000 took 350 s of processor time."""
    compare(range(1_000, 3_000))


def rewritten(*body, kept=KEPT):
    """The body of a function behind the pass."""
    made = with_known_values(Function("f", (), (*body, Return(Const(0))), WORD), [kept]).body
    return made[:-1] if isinstance(made[-1], Return) else made


ROW = Var("row", Range(0, ROWS - 1))
FREE = load(KEPT.sets, -1)


def test_a_row_out_of_a_set_holds_its_value():
    picked = Let(ROW, Check(choose(op("!=", FREE, 0), Op("lowest", (FREE,)), -1), ROW.range))
    asked = store(CELLS[0], 0, load(FIELD, ROW) + 1)
    assert rewritten(picked, asked)[1] == store(CELLS[0], 0, 0)
    assert rewritten(picked, Store(FIELD, Const(3), Const(1)), asked)[2] == asked
    assert rewritten(Each(ROW, Bits(op("&", FREE, 7)), (asked,)))[0].body == (store(CELLS[0], 0, 0),)


def test_a_row_is_asked_for_its_value_once_it_may_have_another():
    picked, word, second = Let(ROW, Op("lowest", (FREE,))), Var("word", KEPT.sets.range), Var("second", ROW.range)
    asked, among = store(CELLS[0], 0, load(FIELD, ROW) + 1), Let(word, op("&", FREE, 7))
    each = Each(ROW, Bits(word), (asked,))
    assert rewritten(picked, asked)[-1] == store(CELLS[0], 0, 0)
    assert rewritten(among, each)[-1].body == (store(CELLS[0], 0, 0),)
    for over in (Store(FIELD, Const(3), Const(1)), Do(CALLED)):
        assert rewritten(picked, over, asked)[-1] == asked
        assert rewritten(among, over, each)[-1].body == (asked,)
    for other in (Choose(ASKED, Op("lowest", (FREE,)), Const(3)), Op("lowest", (load(FIELD, 2),))):
        assert rewritten(Let(ROW, other), asked)[-1] == asked
    through = store(CELLS[0], 0, load(FIELD, second) + 1)
    assert rewritten(picked, store(FIELD, 3, ROW), Let(second, load(FIELD, 3)), through)[-1] == through


@pytest.mark.parametrize("rows", [31, 32])
def test_a_bit_that_a_full_word_may_not_have_is_no_row(rows):
    """A bit of a number that is too great is 32, which is a row where there are as many."""
    memory = Memory()
    field = memory.array("field", rows + 1, OWNER, -1)
    kept, row = room_for_sets(field, memory), Var("row", Range(0, rows - 1))
    picked = Let(row, Check(Op("nth bit", (load(kept.sets, -1), ROW)), row.range))
    value = rewritten(picked, store(memory.cell("cell", OWNER), 0, load(field, row)), kept=kept)[-1].value
    assert value == (Const(-1) if rows < 32 else load(field, row))


def test_work_is_reckoned_where_it_is_known_so_far():
    over = If(op(">", load(COUNTER, 0), 99), (Trap(2),))
    begun = store(COUNTER, 0, 0)
    assert rewritten(begun, Work(COUNTER, 90), over) == (begun, store(COUNTER, 0, 90))
    assert rewritten(begun, Work(COUNTER, 90), Work(COUNTER, 10), over)[-1] == Trap(2)
    assert rewritten(Work(COUNTER, 90), over) == (Work(COUNTER, 90), over)


def test_a_table_that_counts_is_no_table():
    n = Var("n", SMALL)
    asked = [Let(n, Load(CELLS[0], Const(0))), store(CELLS[1], 0, within(load(COUNTS, n) - 1, SMALL))]
    assert rewritten(*asked)[1] == store(CELLS[1], 0, n)


def test_an_array_over_others_takes_what_was_known_of_them():
    first, asked = store(PLACE, 0, 3), If(op("==", load(PLACE, 0), 3), (store(CELLS[0], 0, 1),))
    assert rewritten(first, asked) == (first, store(CELLS[0], 0, 1))
    over = Store(PLACED, Const(0), Const(1))
    assert rewritten(first, over, asked) == (first, over, asked)
    assert isinstance(PLACED, Array)


def test_only_what_is_written_over_is_asked_again():
    begun = (store(CELLS[0], 0, 1), store(ENTRIES, 2, 1), Let(TWICE, Const(1)))
    for over, written in OVER:
        for name, asked in READ.items():
            value = rewritten(*begun, over, store(PLACE, 0, asked))[-1].value
            assert (range_of(value) == Range(1, 1)) == (name not in written), (over, name)


def test_work_that_is_counted_is_asked_again():
    counted, asked = store(COUNTER, 0, TWICE), store(PLACE, 0, load(COUNTER, 0))
    assert rewritten(counted, asked)[-1] == store(PLACE, 0, TWICE)
    for over in (Work(COUNTER, 3), Each(ROW, Span(Const(0), load(ENTRIES, 0)), (Work(COUNTER, 3),))):
        assert rewritten(counted, over, asked)[-1] == asked
    assert rewritten(store(COUNTER, 0, 2**31 - 9), Work(COUNTER, 9))[-1] == Work(COUNTER, 9)


def test_what_does_something_besides_its_value_stays():
    once = op("==", CALLED, 1)
    for each in (
        If(once, (), ()),
        If(op("<", CALLED, 10), (CELL,)),
        store(PLACE, 0, Choose(once, Const(1), Const(1))),
        store(PLACE, 0, Op("&", (op("<", CALLED, 10), TWICE))),
    ):
        assert CALLED in [*within_all(rewritten(each))], each


def test_what_would_be_another_number_stays():
    narrow, wide, maybe = Var("narrow", Range(0, 3)), Var("wide", Range(-5, 20)), Var("maybe", ANY_ROW)
    picked = Let(maybe, Check(choose(op("!=", FREE, 0), Op("lowest", (FREE,)), -1), ANY_ROW))
    for begun, asked in (
        ((), Op("&", (narrow, Const(5)))),
        ((Store(CELLS[0], Const(0), wide),), load(CELLS[0], 0)),
        ((picked,), Load(FIELD, maybe)),
    ):
        assert rewritten(*begun, store(PLACE, 0, asked))[-1].value == asked
    assert rewritten(store(PLACE, 0, Op("&", (narrow, Const(7)))))[-1].value == narrow
    unknown = store(CELLS[0], 0, load(ENTRIES, 0))
    for either in (If(ASKED, (CELL,), (unknown,)), If(ASKED, (unknown,), (CELL,))):
        assert rewritten(either, store(PLACE, 0, load(CELLS[0], 0)))[-1].value == load(CELLS[0], 0)


def test_one_side_of_a_word_decides_or_says_nothing():
    for name, says_nothing in (("&", 1), ("|", 0)):
        for value in (0, 1):
            made = rewritten(store(PLACE, 0, Op(name, (ASKED, Const(value)))))[-1].value
            assert (made == ASKED) == (value == says_nothing), (name, value)


def test_a_loop_is_left_by_its_breaks_alone():
    left = Loop("l", (CELL, If(ASKED, (Break("l"),)), store(CELLS[0], 0, 3)))
    assert rewritten(left, store(PLACE, 0, load(CELLS[0], 0)))[-1].value == Const(2)


def test_a_copy_is_no_copy_once_the_original_is_another_number():
    first, other = Var("first", Range(0, 1)), Var("other", SMALL)
    begun = Let(other, load(CELLS[0], 0)), If(op("==", other, 0), (Let(first, Const(0)),), (Let(first, Const(1)),))
    copied, asked = store(CELLS[1], 0, first), store(PLACE, 0, load(CELLS[1], 0) % 9)
    assert rewritten(*begun, copied, asked)[-1] == store(PLACE, 0, first % 9)
    assert rewritten(*begun, copied, Let(first, Const(1)), asked)[-1] == asked


def test_comparisons_of_ranges_hold_for_all_their_numbers():
    ranges = [Range(low, high) for low in range(-2, 3) for high in range(low, 3)]
    for name, decide in COMPARED.items():
        for a, b in product(ranges, ranges):
            answers = {op(name, n, k).value for n in numbers(a) for k in numbers(b)}
            assert decide(a, b) == (answers == {1}, answers == {0}), (name, a, b)


def numbers(range_):
    return [Const(n) for n in range(range_.low, range_.high + 1)]


TWICE, FOUND = Var("twice", SMALL), Var("found", SMALL)
READ = {"cell": load(CELLS[0], 0), "entry": load(ENTRIES, 2), "variable": TWICE}
ASKED, CALLED, MEMORY_READ = op("==", load(ENTRIES, 0), 1), Call("other", (), SMALL), {"cell", "entry"}
CELL, ENTRY, AGAIN = store(CELLS[0], 0, 2), store(ENTRIES, 2, 2), Span(Const(0), load(ENTRIES, 0))
OVER = (
    (store(ENTRIES, 1, 5), set()),
    (Copy(SAVED, WHOLE), set()),
    (store(CELLS[0], 0, load(ENTRIES, 0)), {"cell"}),
    (store(ENTRIES, load(CELLS[1], 0) & 3, 5), {"entry"}),
    (Copy(WHOLE, SAVED), MEMORY_READ),
    (Put(ENTRIES, TWICE, (Const(5),)), {"entry", "variable"}),
    (Do(CALLED), MEMORY_READ),
    (Let(FOUND, CALLED), MEMORY_READ),
    (store(CELLS[1], 0, CALLED), MEMORY_READ),
    (store(ENTRIES, CALLED & 1, 3), MEMORY_READ),
    (If(op("==", CALLED, 1), (), ()), MEMORY_READ),
    (If(ASKED, (CELL,)), {"cell"}),
    (If(ASKED, (), (ENTRY,)), {"entry"}),
    (Switch(load(ENTRIES, 0) & 1, ((), (CELL,))), {"cell"}),
    (Switch(load(ENTRIES, 0) & 1, ((ENTRY,), ())), {"entry"}),
    *((Each(ROW, AGAIN, (each,)), written) for each, written in (
        (CELL, {"cell"}), (Let(TWICE, Const(2)), {"variable"}), (Put(ENTRIES, FOUND, (Const(5),)), {"entry"}),
        (Put(SAVED, TWICE, (Const(5),)), {"variable"}), (Copy(WHOLE, SAVED), MEMORY_READ), (Do(CALLED), MEMORY_READ),
    )),
    (Each(TWICE, AGAIN, ()), {"variable"}),
    (Loop("l", (If(ASKED, (Break("l"),)), CELL)), {"cell"}),
    (Loop("l", (CELL, If(ASKED, (Break("l"),)), ENTRY)), {"entry"} | {"cell"}),
    (Scope("s", (If(ASKED, (CELL, Break("s"))), store(CELLS[1], 0, 1))), {"cell"}),
    (Scope("s", (If(ASKED, (Break("s"),)), CELL)), {"cell"}),
)  # fmt: skip
