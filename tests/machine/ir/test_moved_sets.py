"""Options that ask by tables what lies beside each row: sets of rows answer as looking at every row does, in the same order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cavewright.machine.ir.bitmap_indexes import IndexMaintenance, room_for_sets
from cavewright.machine.ir.bitmap_queries import BitmapQueries
from cavewright.machine.ir.construction import load, store
from cavewright.machine.ir.counted_options import Counting, is_counted
from cavewright.machine.ir.form import (
    WORD,
    Array,
    Const,
    Each,
    Function,
    If,
    Let,
    Load,
    Module,
    Op,
    Put,
    Range,
    Return,
    Span,
    Store,
    Var,
)  # fmt: skip
from cavewright.machine.ir.memory import Memory
from cavewright.machine.ir.rewriting import substitute, without_unused
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.machine import WASM, C, compiler, has_wasm, machine

VALUES, WAYS = Range(-1, 1), Range(-1, 1)
BACKEND = WASM if has_wasm() else C if compiler() else None
pytestmark = pytest.mark.skipif(BACKEND is None, reason="nothing runs modules here")


class Board:
    """A field of so many rows, a cell beside it to which tables lead where there is no row, and a list of what can be done."""

    def __init__(self, rows, moves, signs, wanted):
        self.rows, self.memory, self.count = rows, Memory(), 0
        self.outside = self.memory.array("outside", 1, VALUES)
        self.way = self.memory.adjacent_array("way", 1, WAYS)
        self.field = self.memory.adjacent_array("field", rows + 1, VALUES, -1)
        self.whole = self.memory.view("whole", self.outside.at, (self.memory.end - self.outside.at) // 4)
        self.kept = room_for_sets(self.field, self.memory)
        self.listed = self.memory.array("listed", 2 * 4 * rows + 2, WORD)
        self.many, self.ready = self.memory.array("many", 1, Range(0, 999)), self.memory.array("ready", 1, Range(0, 2))
        self.tables = [
            self.memory.table([self.slot(row, by * way) for way in (-1, 0, 1) for row in range(rows)]) for by in moves
        ]
        self.lister = self.listing(signs, wanted)

    def fresh(self, name, range_):
        self.count += 1
        return Var(f"{name}_{self.count}", range_)

    def slot(self, row, by):
        """Where among all cells the row lies that is so far away; rows of eight do not lead round their ends."""
        there = row + by
        lost = there not in range(self.rows) or abs(there % 8 - row % 8) > 1
        return 0 if lost else (self.field.at - self.whole.at) // 4 + 1 + there

    def listing(self, signs, wanted):
        """What lists a row, and the number of a table, where the table leads to something that is wanted or not."""
        row, many = self.fresh("row", Range(0, self.rows - 1)), self.fresh("many", Range(0, 999))
        body = []
        for n, (table, sign) in enumerate(zip(self.tables, signs, strict=True)):
            slot = self.fresh("slot", Range(0, self.whole.length - 1))
            index = Op("+", (Op("*", (Op("+", (load(self.way, 0), Const(1))), Const(self.rows))), row))
            value = load(self.outside, 0) if wanted[n] is None else Const(wanted[n])
            put = Put(self.listed, many, (row, Const(7 - 2 * n)))
            body += [
                Let(slot, Load(table, index)),
                If(Op(sign, (Load(self.whole, slot), value)), (put,)) if sign else put,
            ]
        mine = Op("==", (Load(self.field, row), Const(1)))
        loop = Each(row, Span(Const(0), Const(self.rows)), (If(mine, tuple(body)),))
        return Function(
            "plain",
            (),
            (Let(many, Const(0)), loop, store(self.many, 0, many), store(self.ready, 0, 2), Return(many)),
            WORD,
            True,
        )

    def machine(self):
        """A machine with the list as it was written, by sets, counted, and the option of a number."""
        questions = BitmapQueries([self.kept], self.memory, self.fresh)
        known = without_unused(questions.rewritten(self.lister))
        assert is_counted(known)
        counting, number = Counting(self.fresh, self.memory, self.ready), self.fresh("number", Range(0, 999))
        taken = lambda found: (Return(Op("wrapped +", (Op("wrapped *", (found[0], Const(100))), found[1]))),)
        row, value = Var("at", Range(0, self.rows - 1)), Var("value", VALUES)
        keeping = IndexMaintenance([self.kept], [], self.fresh)
        functions = [
            self.lister,
            Function("asked", (), known.body, WORD, True),
            Function("counted", (), counting.counter("counted", known, 1).body, WORD, True),
            Function("taken", (number,), counting.taker("taken", known, number, 2, taken).body, WORD, True),
            keeping.function(
                Function("write", (row, value), (Store(self.field, row, value), Return(Const(0))), WORD, True)
            ),
            Function("index", (), (*keeping.rebuilding(), Return(Const(0))), WORD, True),
        ]
        module = Module(
            "m", tuple(self.memory.arrays), tuple(substitute(each, {}) for each in functions), self.memory.end
        )
        assert not faults(module), [str(each) for each in faults(module)]
        return machine(module, BACKEND, True)

    def rows_listed(self, made, many):
        """The rows of the list."""
        data = made.read(self.listed.at, 8 * many)
        numbers = [int.from_bytes(data[n : n + 4], "little", signed=True) for n in range(0, len(data), 4)]
        return [*zip(numbers[::2], numbers[1::2], strict=True)]


def write(made, array: Array, value):
    made.write(array.at, value.to_bytes(4, "little", signed=True))


SHAPES = {
    "men that go forward": (64, [(7, "!=", None), (8, "==", -1), (9, "!=", None)]),
    "four ways, one always": (48, [(1, "==", 0), (-8, "", 0), (-1, "!=", 1), (16, "==", 1)]),
    "one way": (40, [(8, "!=", None)]),
    "two ways of a hundred": (64, [(-9, "==", None), (1, "!=", -1)]),
}
MADE = {}


@pytest.fixture(scope="module", autouse=True)
def machines():
    yield
    MADE.clear()


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
@pytest.mark.gate("some-one way")
def test_sets_offer_what_every_row_is_asked_for(name, data):
    rows, options = SHAPES[name]
    if name not in MADE:
        board = Board(rows, *zip(*options, strict=True))
        MADE[name] = board, board.machine()
    board, made = MADE[name]
    held = data.draw(st.lists(st.integers(-1, 1), min_size=rows, max_size=rows))
    write(made, board.outside, data.draw(st.integers(-1, 1)))
    write(made, board.way, data.draw(st.integers(-1, 1)))
    made.write(board.field.at + 4, b"".join(each.to_bytes(4, "little", signed=True) for each in held))
    made.call("index")
    plain = board.rows_listed(made, made.call("plain"))
    assert board.rows_listed(made, made.call("asked")) == plain
    assert made.call("counted") == len(plain)
    assert [divmod(made.call("taken", n), 100) for n in range(len(plain))] == plain


def test_a_table_that_moves_rows_by_several_distances_is_asked_row_by_row():
    board = Board(64, (8,), ("==",), (0,))
    twisted = board.memory.table([board.slot(row, 8 if row % 2 else -8) for _ in range(3) for row in range(64)])
    board.tables = [twisted]
    board.lister = board.listing(("==",), (0,))
    questions = BitmapQueries([board.kept], board.memory, board.fresh)
    asked = without_unused(questions.rewritten(board.lister))
    assert not is_counted(asked)
