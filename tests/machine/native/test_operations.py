"""Every operation of the form, with every sort of number: each machine gives what is written here."""

import pytest

from cavewright.machine.ir.form import (
    LONG,
    WORD,
    Array,
    Bits,
    Call,
    Check,
    Choose,
    Const,
    Each,
    Entries,
    Fold,
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
    Switch,
    Var,
    With,
)  # fmt: skip
from cavewright.machine.ir.ranges import ON_LONG, OPERATIONS, SAME, range_of
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.machine import machine
from cavewright.machine.native.traps import TrapError

NUMBERS = (0, 1, 2, 3, 7, 31, 32, 1000, 2**31 - 1, -1, -2, -7, -1000, -(2**31) + 1, -(2**31))
A, B = Var("a", WORD), Var("b", WORD)
MASK = 2**32 - 1


def word_of(n):
    return (n + 2**31) % 2**32 - 2**31


MEANINGS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0, "%": lambda a, b: a % b if b else 0,
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "<<": lambda a, b: word_of(a << b), ">>": lambda a, b: word_of((a & MASK) >> b),
    "nth bit": lambda a, b: next((k for k in range(32) if (a & MASK) >> k & 1 and ((a & MASK) & (1 << k) - 1).bit_count() == b), 31),
    "ones": lambda a: (a & MASK).bit_count(), "lowest": lambda a: ((a & -a).bit_length() - 1) if a else 32,
    "and": lambda a, b: a and b, "or": lambda a, b: a or b, "not": lambda a: not a,
    "wrapped +": lambda a, b: word_of(a + b), "wrapped *": lambda a, b: word_of(a * b), "high *": lambda a, b: word_of((a & MASK) * (b & MASK) >> 32),
    "clamped *": lambda a, b: max(-(10**9), min(a * b, 10**9)), "below": lambda a, b: (a & MASK) < (b & MASK),
    "rest of word": lambda a, b: word_of((a & MASK) % (b & MASK)),
}  # fmt: skip
ALL = 2**64 - 1
SETS = (
    0,
    1,
    2,
    ALL,
    1 << 63,
    1 << 31,
    1 << 32,
    (1 << 31) - 1,
    0xF0F0F0F00F0F0F0F,
    0x8000000080000001,
    0x123456789ABCDEF0,
    3 << 62,
    ALL ^ 1 << 40,
)
"""Words of 64 bits."""
OF_SETS = {
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<<": lambda a, n: a << n & ALL, ">>": lambda a, n: a >> n, "rotated": lambda a, n: (a >> n | a << 64 - n) & ALL,
    "lower word": lambda a: word_of(a), "ones": lambda a: a.bit_count(), "lowest": lambda a: (a & -a).bit_length() - 1 if a else 64, "bit": lambda n: 1 << n,
    "nth bit": lambda a, n: next((k for k in range(64) if a >> k & 1 and (a & (1 << k) - 1).bit_count() == n), 63),
}  # fmt: skip
PLACES = (0, 1, 5, 31, 32, 33, 62, 63)
DOMAINS = {
    "and": (0, 1),
    "or": (0, 1),
    "not": (0, 1),
    "<<": range(32),
    ">>": range(32),
    "nth bit": range(32),
    "rest of word": [n for n in NUMBERS if n],
}
"""What the last number may be, where not all may."""


def ran(backend, body, *args, arrays=(), size=0, parameters=(A, B), checked=False, functions=()):
    """What a function gives, or the reason of its trap."""
    built = Module("m", arrays, (*functions, Function("f", parameters, body, WORD, True)), size)
    assert not faults(built), [str(each) for each in faults(built)]
    made = machine(built, backend, checked)

    def call(*given):
        try:
            return made.call("f", *given)
        except TrapError as trap:
            return f"trap {trap.reason}"

    return [call(*each) for each in args]


def test_every_operation_has_a_meaning():
    assert set(MEANINGS) | set(OF_SETS) == set(OPERATIONS) and set(OF_SETS) > ON_LONG


@pytest.mark.parametrize("name", MEANINGS)
@pytest.mark.gate(
    *range(28), "c-clamped *", "c-high *", *range(56, 84)
)  # a compiler of C is started for each of its cases
def test_an_operation_gives_what_it_means(name, backend):
    many, last = OPERATIONS[name][0], DOMAINS.get(name, NUMBERS)
    first = last if name in ("and", "or", "not") else NUMBERS
    given = [(a, b) for a in first for b in (last if many == 2 else (0,))]
    narrow = [
        Check(each, Range(min(last), max(last))) if name in DOMAINS and name != "rest of word" else each
        for each in (A, B)
    ]
    made = Op(name, tuple(narrow[:many] if name in ("and", "or", "not") else (A, narrow[1])[:many]))
    made = Check(made, WORD) if name in ("+", "-", "*", "/") else made
    meant = [int(MEANINGS[name](*each[:many])) for each in given if (name, *each) != ("/", -(2**31), -1)]
    found = ran(backend, (Return(made),), *[each for each in given if (name, *each) != ("/", -(2**31), -1)])
    assert found == [each if WORD.low <= each <= WORD.high else "trap 4" for each in meant]


def table_of(name, at, numbers):
    long = max(numbers) > WORD.high
    return Array(
        name,
        at,
        len(numbers),
        LONG if long else Range(min(0, *numbers), max(numbers)),
        8 if long else 4,
        0,
        tuple(numbers),
    )


@pytest.mark.parametrize("known", [False, True], ids=["read", "known"])
@pytest.mark.parametrize("name", OF_SETS)
@pytest.mark.gate("wasm-nth bit-read", "python-nth bit-read")
def test_an_operation_on_words_of_64_bits_gives_what_it_means(name, known, backend):
    """`known`: the second number, if there is one, is one of the form."""
    firsts, seconds = (
        PLACES if name == "bit" else SETS,
        (0,) if OPERATIONS[name][0] == 1 else SETS if name in SAME else PLACES,
    )
    meaning = OF_SETS[name]
    given = [(n, k) for n in range(len(firsts)) for k in range(len(seconds))]
    meant = [int(meaning(firsts[n], *[seconds[k]][: OPERATIONS[name][0] - 1])) for n, k in given]
    one, other, result = table_of("one", 0, firsts), table_of("other", 128, seconds), table_of("result", 256, meant)
    size = result.end + 8
    first, which = Load(one, Check(A, Range(0, len(firsts) - 1))), Check(B, Range(0, len(given) - 1))
    row = Op("%", (which, Const(len(seconds))))
    if known:
        row = Const(0)
        for k, each in enumerate(seconds):
            found = Op(name, (first, Const(each))[: OPERATIONS[name][0]])
            row = Choose(
                Op("==", (Op("%", (which, Const(len(seconds)))), Const(k))), Op("==", (found, Load(result, which))), row
            )
    else:
        found = Op(name, (first, Load(other, row))[: OPERATIONS[name][0]])
        held, kept = (
            Var("held", range_of(found)),
            Array("kept", size, 1, LONG, 8) if range_of(found) == LONG else Array("kept", size, 1, WORD),
        )
        row = With(held, found, Op("==", (held, Load(result, which))))
        stored = (
            Store(kept, Const(0), found),
            Return(Op("and", (row, Op("==", (Load(kept, Const(0)), Load(result, which)))))),
        )
    body = (Return(row),) if known else stored
    arrays = (one, other, result) if known else (one, other, result, kept)
    assert all(ran(backend, body, *[(n, at) for at, (n, _) in enumerate(given)], arrays=arrays, size=size + 8))


@pytest.mark.gate("wasm", "python")
def test_bits_of_64_are_gone_through_in_their_order(backend):
    sets, at = table_of("sets", 0, SETS), Var("at", Range(0, 63))
    word = Load(sets, Check(A, Range(0, len(SETS) - 1)))
    total = Var("total", WORD)
    step = Let(total, Op("wrapped +", (Op("wrapped *", (total, Const(3))), at)))
    body = (Let(total, Const(0)), Each(at, Bits(word), (step,)), Return(total))

    def meant(bits):
        found = 0
        for n in range(64):
            found = word_of(found * 3 + n) if bits >> n & 1 else found
        return found

    numbers = [(n, 0) for n in range(len(SETS))]
    assert ran(backend, body, *numbers, arrays=(sets,), size=sets.end) == [meant(each) for each in SETS]
    folded = Fold("sum", at, Bits(word), None, at)
    assert ran(backend, (Return(folded),), *numbers, arrays=(sets,), size=sets.end) == [
        sum(n for n in range(64) if each >> n & 1) for each in SETS
    ]


@pytest.mark.gate("wasm", "python")
def test_words_of_64_bits_are_chosen_and_named(backend):
    sets, held = table_of("sets", 0, SETS), Var("held", LONG)
    word = Load(sets, Check(A, Range(0, len(SETS) - 1)))
    odd = Op("==", (Op("&", (A, Const(1))), Const(1)))
    chosen = Choose(odd, word, Const(5))
    other = Choose(odd, Op("^", (word, Const(ALL))), Op("rotated", (word, Const(9))))
    meant = [
        [each if n % 2 else 5, each ^ ALL if n % 2 else (each >> 9 | each << 55) & ALL] for n, each in enumerate(SETS)
    ]
    for n, e in enumerate((chosen, other)):
        many = With(held, e, Op("+", (Op("ones", (held,)), Op("lowest", (held,)))))
        results = [each[n].bit_count() + ((each[n] & -each[n]).bit_length() - 1 if each[n] else 64) for each in meant]
        assert (
            ran(
                backend,
                (Let(held, e), Return(many)),
                *[(k, 0) for k in range(len(SETS))],
                arrays=(sets,),
                size=sets.end,
            )
            == results
        )


@pytest.mark.parametrize("wrong", [
    Op("+", (Var("s", LONG), Const(1))), Op("&", (Var("s", LONG), A)), Op("<<", (Var("s", LONG), Const(64))), Op("ones", (Op("nth bit", (Const(1), Var("s", LONG))),)),
    Var("s", LONG), Check(Var("s", LONG), WORD), Op("rotated", (A, Const(1))), Op("&", (Var("s", LONG), Const(-1))), Op("<", (Var("s", LONG), Const(3))),
], ids=str)  # fmt: skip
def test_words_of_64_bits_stand_only_where_sets_do(wrong):
    body = (
        Let(Var("s", LONG), Const(7)),
        Return(Check(wrong, Range(0, 9)) if not isinstance(wrong, (Var, Check)) else wrong),
    )
    assert faults(Module("m", (), (Function("f", (A, B), body, Range(0, 9), True),), 0))


@pytest.mark.gate("wasm", "python")
def test_checks_stop_what_leaves_its_range(backend):
    body = (Return(Check(A, Range(-3, 5))),)
    assert ran(backend, body, (-3, 0), (5, 0), (6, 0), (-4, 0), (2**31 - 1, 0)) == [-3, 5, "trap 4", "trap 4", "trap 4"]
    cells = Array("cells", 0, 4, Range(0, 9), 1, -1)
    index = Load(cells, Check(A, Range(-1, 2)))
    stores = tuple(Store(cells, Const(n), Const(n + 2)) for n in range(-1, 3))
    assert ran(backend, (*stores, Return(index)), (-1, 0), (2, 0), (3, 0), arrays=(cells,), size=16) == [1, 4, "trap 4"]


K, J = Var("i", Range(0, 20)), Var("j", Range(0, 31))
TABLE = Array("table", 16, 5, Range(-9, 9), 2, 0, (4, -9, 0, 9, 4))
V = Var("v", Range(-9, 9))
UP_TO = Span(Const(2), Check(A, Range(0, 21)))


@pytest.mark.parametrize(("fold", "meant"), [
    (Fold("count", K, UP_TO), lambda a: max(0, a - 2)),
    (Fold("sum", K, UP_TO, Op("==", (Op("%", (K, Const(2))), Const(1))), Op("*", (K, K))), lambda a: sum(n * n for n in range(2, a) if n % 2)),
    (Fold("some", K, UP_TO, Op("==", (K, Const(7)))), lambda a: 7 in range(2, a)),
    (Fold("every", K, UP_TO, Op(">", (K, Const(3))), Op("<", (K, Const(9)))), lambda a: all(n < 9 for n in range(2, a) if n > 3)),
    (Fold("first", K, UP_TO, Op(">", (K, Const(5)))), lambda a: next((n for n in range(2, a) if n > 5), -1)),
    (Fold("most", V, Entries(TABLE, Const(0), Check(Op("%", (A, Const(6))), Range(0, 5))), None, V), lambda a: max((4, -9, 0, 9, 4)[: a % 6], default=0)),
    (Fold("least", V, Entries(TABLE, Const(1), Const(5)), Op("!=", (V, Const(-9))), V), lambda a: 0),
    (Fold("sum", J, Bits(A), None, J), lambda a: sum(n for n in range(32) if a >> n & 1)),
    (Fold("count", K, UP_TO, Fold("some", Var("k", Range(0, 19)), Span(Const(0), K), Op("==", (Op("*", (Var("k", Range(0, 19)), Const(2))), K)))),
     lambda a: sum(n % 2 == 0 for n in range(2, a))),
])  # fmt: skip
@pytest.mark.gate(*range(9), "c-fold2-<lambda>", *range(18, 27))
def test_folds_go_through_all_that_is_there(fold, meant, backend):
    numbers = [0, 1, 2, 3, 8, 9, 10, 20, 21]
    made = Check(fold, WORD)
    assert ran(backend, (Return(made),), *[(n, 0) for n in numbers], arrays=(TABLE,), size=32) == [
        int(meant(n)) for n in numbers
    ]


@pytest.mark.gate("wasm", "python")
def test_sums_that_do_not_fit_stop(backend):
    fold = Check(Fold("sum", K, UP_TO, None, Const(2**30)), WORD)
    assert ran(backend, (Return(fold),), (3, 0), (4, 0), (21, 0)) == [2**30, "trap 4", "trap 4"]


@pytest.mark.gate("wasm", "python")
def test_statements_do_what_they_say(backend):
    rows, count, total = Array("rows", 0, 4, WORD), Array("count", 16, 1, Range(0, 9)), Var("total", WORD)
    many = Var("many", Range(0, 9))
    put = Each(K, UP_TO, (Put(rows, many, (K, Op("wrapped *", (K, B)))),))
    body = (
        Let(many, Load(count, Const(0))),
        put,
        Store(count, Const(0), many),
        Let(total, Load(rows, Const(3))),
        Return(Op("wrapped +", (total, Load(count, Const(0))))),
    )
    # the list is kept between calls, and has room for two rows
    assert ran(backend, body, (3, 5), (3, 5), (3, 5), arrays=(rows, count), size=32) == [1, 12, "trap 3"]
    wide, few = Array("wide", 0, 4, WORD), Var("few", Range(0, 3))
    some = Each(K, UP_TO, (If(Op("==", (Op("&", (K, Const(1))), Const(0))), (Put(wide, few, (K,)),)),))
    # room for three rows, of even numbers
    body = (
        Let(few, Const(0)),
        some,
        Return(Op("+", (Op("*", (few, Const(100))), Check(Load(wide, Const(2)), Range(0, 99))))),
    )
    assert ran(backend, body, (3, 0), (8, 0), (9, 0), arrays=(wide,), size=16) == [100, 306, "trap 3"]
    cases = tuple((Return(Const(10 + n)),) for n in range(3))
    assert ran(backend, (Switch(Check(A, Range(0, 2)), cases),), (0, 0), (1, 0), (2, 0), (3, 0)) == [
        10,
        11,
        12,
        "trap 4",
    ]
    twice = With(V, Check(A, Range(-9, 9)), Op("*", (V, V)))
    assert ran(backend, (If(Op("<", (B, Const(0))), (Return(twice),), (Return(Choose(Op("==", (A, B)), Const(5), Call("g", (), WORD))),)),), (7, -1), (3, 3), (3, 4),
               functions=(Function("g", (), (Return(Const(6)),), WORD),)) == [49, 5, 6]  # fmt: skip


@pytest.mark.gate("wasm", "python")
def test_indices_are_looked_at_where_that_is_asked_for(backend):
    """A number that is proven and yet wrong, as a host may give it, is seen."""
    cells = Array("cells", 0, 4, WORD)
    index = Var("n", Range(0, 3))
    body = (Return(Load(cells, index)),)
    assert ran(backend, body, (3,), (4,), (-1,), arrays=(cells,), size=16, parameters=(index,), checked=True) == [
        0,
        "trap 4",
        "trap 4",
    ]


RANGES = {1: ((-128, 127), (0, 255)), 2: ((-(2**15), 2**15 - 1), (0, 2**16 - 1)), 4: ((-(2**31), 2**31 - 1),)}


@pytest.mark.parametrize("width, low, high", [(width, *each) for width, ranges in RANGES.items() for each in ranges])
@pytest.mark.gate(*range(5), *range(10, 15))
def test_every_number_of_a_range_is_kept_in_as_many_bytes_as_it_needs(backend, width, low, high):
    cells, held = Array("cells", 16, 4, Range(low, high), width), Var("held", Range(low, high))
    numbers = (low, high, 0, high // 2 + 1)
    written = tuple(Store(cells, Const(n), Const(each)) for n, each in enumerate(numbers))
    index = Check(A, Range(0, 3))
    assert ran(
        backend, (*written, Return(Load(cells, index))), *((n, 0) for n in range(4)), arrays=(cells,), size=48
    ) == [*numbers]
    passed = Fold("count", held, Entries(cells, Const(0), Const(4)), Op("==", (held, A)))
    assert ran(backend, (*written, Return(passed)), *((each, 0) for each in numbers), arrays=(cells,), size=48) == [
        numbers.count(each) for each in numbers
    ]
    table = Array("known", 16, 4, Range(low, high), width, 0, numbers)
    assert ran(backend, (Return(Load(table, index)),), *((n, 0) for n in range(4)), arrays=(table,), size=48) == [
        *numbers
    ]
