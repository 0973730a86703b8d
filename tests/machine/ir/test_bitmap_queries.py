"""Questions put to kept sets, and groups: whatever a field holds, the answer is that of looking through all rows."""

import random

import pytest

from cavewright.machine.ir.bitmap_indexes import IndexMaintenance, room_for_sets
from cavewright.machine.ir.bitmap_queries import BitmapQueries
from cavewright.machine.ir.connected_groups import room_for_groups
from cavewright.machine.ir.construction import DONE, load
from cavewright.machine.ir.form import (
    TRUTH,
    WORD,
    Array,
    Call,
    Const,
    Each,
    Entries,
    Fold,
    Function,
    If,
    Load,
    Module,
    Op,
    Range,
    Return,
    Span,
    Store,
    Var,
)  # fmt: skip
from cavewright.machine.ir.group_routines import group_functions
from cavewright.machine.ir.memory import Memory
from cavewright.machine.ir.rewriting import mentions
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.machine import WASM, C, compiler, has_wasm, machine

VALUES = Range(-1, 2)
WANTED = Var("wanted", VALUES)
BACKEND = WASM if has_wasm() else C if compiler() else None
pytestmark = pytest.mark.skipif(BACKEND is None, reason="nothing runs modules here")


class Setting:
    """A field of so many rows with its sets, lists of rows and lines of rows, and functions that ask about them."""

    def __init__(self, rows, seed=1, lines=None):
        self.rows, self.memory, self.count, rng = rows, Memory(), 0, random.Random(seed)
        self.functions = {}
        self.field = self.memory.array("field", rows + 1, VALUES, -1)
        self.kept = room_for_sets(self.field, self.memory)
        self.lists = [sorted(rng.sample(range(rows), rng.randrange(5))) for _ in range(6)]
        self.lines = lines or [[rng.sample(range(rows), 3) for _ in range(rng.randrange(1, 4))] for _ in range(6)]
        self.list_table, self.list_starts = self.table(self.lists)
        self.line_table, self.line_starts = self.table(self.lines, flat=True)
        self.listed = self.memory.array("listed", rows + 1, WORD)

    def table(self, lists, flat=False):
        starts = [sum(map(len, lists[:n])) for n in range(len(lists) + 1)]
        entries = [each for row in lists for each in row]
        return self.memory.table([each for line in entries for each in line] if flat else entries), self.memory.table(
            starts
        )

    def fresh(self, name, range_):
        self.count += 1
        return Var(f"{name}_{self.count}", range_)

    def function(self, name, parameters, body, returns, out=False):
        self.functions[name] = Function(name, tuple(parameters), body, returns, out)

    def procedure(self, name, parameters, body, out=False):
        self.function(name, parameters, (*body, DONE), TRUTH, out)

    def call(self, name, *args):
        return Call(name, args, self.functions[name].returns)

    def holds(self, row, value=WANTED, sign="=="):
        return Op(sign, (Load(self.field, row), value))

    def row(self):
        return self.fresh("row", Range(0, self.rows - 1))

    def run(self, starts, which):
        return load(starts, which), load(starts, which + 1)

    def line(self, each):
        at = [
            Load(self.line_table, Op("+", (Op("*", (each, Const(3))), Const(n))) if n else Op("*", (each, Const(3))))
            for n in range(3)
        ]
        return Op("and", (self.holds(at[0]), Op("and", (self.holds(at[1]), self.holds(at[2])))))


ALL = {
    "all": lambda s: Span(Const(0), Const(s.rows)),
    "the first": lambda s: Span(Const(0), Const(s.rows - 3)),
    "a list": lambda s: Entries(s.list_table, *s.run(s.list_starts, Const(2))),
    "one of several": lambda s: Entries(s.list_table, *s.run(s.list_starts, WANTED + 1)),
}
TESTS = {
    "holds": lambda s, row: s.holds(row),
    "holds another": lambda s, row: s.holds(row, sign="!="),
    "one of two": lambda s, row: Op("and", (s.holds(row, Const(0), "!="), s.holds(row, sign="!="))),
    "and more": lambda s, row: Op("and", (s.holds(row), Op("==", (Op("%", (row, Const(2))), Const(0))))),
}


def folds(s, kind, domain, test):
    """A question of some sort about the rows of a domain."""
    row = s.row()
    asked = TESTS[test](s, row)
    if kind == "every":
        return Fold("every", row, ALL[domain](s), s.holds(row, Const(-1), "!="), asked)
    return Fold(kind, row, ALL[domain](s), asked, Op("+", (row, Const(1))) if kind in ("sum", "most") else None)


def known(s, name):
    """A condition on rows that are known."""
    parts = [s.holds(Const(n), sign="==" if name[1] else "!=") for n in (0, 3, s.rows - 1)]
    return Op(name[0], (parts[0], Op(name[0], (parts[1], parts[2]))))


def lines(s, kind):
    """Whether there is a line of rows that hold a value, or how many."""
    which, line = WANTED + 1, s.fresh("line", Range(0, s.line_table.length // 3 - 1))
    return Fold(kind, line, Span(*s.run(s.line_starts, which)), s.line(line))


def answers(s, questions):
    """What functions return for every value, plainly and with their questions put to sets; none was put to nobody."""
    asking = BitmapQueries([s.kept], s.memory, s.fresh)
    plain = [Function(f"plain_{n}", (WANTED,), (Return(e),), WORD, True) for n, e in enumerate(questions)]
    asked = [
        Function(f"asked_{n}", (WANTED,), (Return(asking.rewritten(e)),), WORD, True) for n, e in enumerate(questions)
    ]
    assert all(a.body != b.body for a, b in zip(plain, asked, strict=True))
    keeping = IndexMaintenance([s.kept], [], s.fresh)
    row = s.row()
    write = keeping.function(
        Function("write", (row, WANTED), (Store(s.field, row, WANTED), Return(Const(0))), WORD, True)
    )
    index = Function("index", (), (*keeping.rebuilding(), Return(Const(0))), WORD, True)
    module = Module("m", tuple(s.memory.arrays), (*plain, *asked, write, index), s.memory.end)
    assert not faults(module)
    made, rng = machine(module, BACKEND, True), random.Random(3)
    for row in range(s.rows):
        made.call("write", row, -1)
    made.call("index")
    for _ in range(12):
        for n in range(len(questions)):
            for value in range(-1, 3):
                yield n, made.call(f"plain_{n}", value), made.call(f"asked_{n}", value)
        for _ in range(s.rows // 3):
            made.call("write", rng.randrange(s.rows), rng.randrange(-1, 3))


@pytest.mark.parametrize("rows", [9, 31, 32, 42, 121])
@pytest.mark.parametrize("domain", ALL)
def test_what_sets_answer_is_what_looking_through_all_rows_finds(rows, domain):
    s = Setting(rows)
    kinds = ("some", "every", "count", "sum", "first", "most")
    cases = [
        (kind, test)
        for kind in kinds
        for test in TESTS
        if rows < 33 or kind in ("some", "every", "count") or (kind, test) == ("first", "holds")
    ]
    found = list(answers(s, [folds(s, kind, domain, test) for kind, test in cases]))
    assert not [(cases[n], plain, asked) for n, plain, asked in found if plain != asked]
    assert len({plain for _, plain, _ in found}) > 3


@pytest.mark.parametrize("rows", [9, 42])
def test_lines_and_rows_that_are_known_are_asked_of_sets(rows):
    s = Setting(rows)
    asked = [
        lines(s, "some"),
        lines(s, "count"),
        *(known(s, (name, holds)) for name in ("and", "or") for holds in (True, False)),
    ]
    found = list(answers(s, asked))
    assert not [each for each in found if each[1] != each[2]]
    assert all(len({plain for n, plain, _ in found if n == each}) > 1 for each in range(len(asked)))


THROUGH = [
    [[m for m in range(first, first + 4) if m != n] for first in range(max(0, n - 3), n + 1)]
    + [[n + 8, n + 16, n + 24]]
    for n in range(6)
]
"""Of six rows the lines of four through each, without it."""
BESIDE = [[[n + m, n + m + 2, n + m + 4] for m in range(5)] for n in range(6)]


@pytest.mark.parametrize("rows", [30, 42])
@pytest.mark.parametrize("runs", [THROUGH, BESIDE])
def test_lines_of_few_shapes_are_asked_all_at_once(rows, runs, monkeypatch):
    s = Setting(rows, lines=runs)
    found = list(answers(s, [lines(s, "some")]))
    assert not [each for each in found if each[1] != each[2]] and len({plain for _, plain, _ in found}) > 1
    assert not mentions(BitmapQueries([s.kept], s.memory, s.fresh).rewritten(lines(s, "some")), s.line_starts)


def test_a_loop_that_writes_what_it_goes_through_looks_at_each_row_anew():
    """Each row that holds a value gives it to the next, so all behind it get it: with sets only the first would."""
    s, row = Setting(31), Var("row", Range(0, 29))
    onwards = Store(s.field, Op("+", (row, Const(1))), WANTED)
    loop = Each(row, Span(Const(0), Const(30)), (If(s.holds(row), (onwards,)),))
    assert BitmapQueries([s.kept], s.memory, s.fresh).rewritten((loop,)) == (loop,)


@pytest.mark.parametrize("ways", [
    lambda n: (n + 1, n - 1, n * 7 + 3),
    lambda n: (n + 1, n - 1, n + 6, n - 6, n + 7, n - 7),
], ids=["ring", "triangles"])  # fmt: skip
def test_groups_are_those_that_would_be_found_anew(ways):
    """A ring of places with more ways between them: what is linked, after every write, as found by walking."""
    size = 40
    near = [sorted({each % size for each in ways(n)} - {n}) for n in range(size)]
    near = [sorted({*each, *(m for m in range(size) if n in near[m])}) for n, each in enumerate(near)]
    s = Setting(size)
    groups = room_for_groups(s.field, near, s.memory)
    sorts = [groups.sort(0b1011), groups.sort(1 << 39 | 1 << 20), groups.sort(1 << 7)]
    row, keeping = s.row(), IndexMaintenance([s.kept], [groups], s.fresh)
    functions = [
        *(keeping.function(each) for each in group_functions(groups, s)),
        *keeping.functions(),
        keeping.function(Function("write", (row, WANTED), (Store(s.field, row, WANTED), Return(Const(0))), WORD, True)),
        Function("index", (), (*keeping.rebuilding(), Return(Const(0))), WORD, True),
        Function("ask", (row,), (Return(groups.of(row)),), WORD, True),
    ]
    module = Module("m", tuple(s.memory.arrays), tuple(functions), s.memory.end)
    assert not faults(module)
    made, rng, held = machine(module, BACKEND, True), random.Random(1), [0] * size
    made.call("index")
    for _ in range(400):
        place, value = rng.randrange(size), rng.choice((-1, 0, 0, 1))
        made.call("write", place, value)
        held[place] = value
        for start in rng.sample([n for n in range(size) if held[n] >= 0], 3):
            found, todo = {start}, [start]
            while todo:
                new = {each for each in near[todo.pop()] if held[each] == held[start]} - found
                found |= new
                todo += new
            meant = sum(bit for bit, mask in zip(sorts, groups.masks, strict=True) if any(mask >> n & 1 for n in found))
            assert made.call("ask", start) == meant


def test_there_are_no_more_sorts_than_bits():
    s = Setting(40)
    groups = room_for_groups(s.field, [[] for _ in range(40)], s.memory)
    assert [groups.sort(1 << n) for n in (*range(31), 31, 5)] == [*(1 << n for n in range(31)), -(2**31), 32]
    assert groups.sort(3) is None


def test_of_many_rows_or_values_no_sets_are_kept():
    memory = Memory()
    for length, values in ((5, VALUES), (400, VALUES), (30, Range(-1, 20))):
        assert room_for_sets(Array("field", 0, length, values, 4, -1), memory) is None
