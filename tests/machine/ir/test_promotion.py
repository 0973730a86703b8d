"""Cells that become variables of a function: what it gives and leaves in memory is the same."""

from cavewright.machine.ir.form import (
    WORD,
    Array,
    Break,
    Call,
    Check,
    Const,
    Do,
    Each,
    Function,
    If,
    Let,
    Load,
    Loop,
    Module,
    Op,
    Range,
    Return,
    Span,
    Store,
    Var,
    Work,
)  # fmt: skip
from cavewright.machine.ir.promotion import promote
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.machine import PYTHON, WASM, C, compiler, has_wasm, machine

ARRAYS = OWN, SHARED, COUNTER, ROW, TWO, FEW = (
    Array("own", 0, 1, WORD), Array("shared", 4, 1, WORD), Array("counter", 8, 1, Range(0, 2**31 - 1)), Array("row", 12, 4, WORD), Array("two", 28, 2, WORD), Array("few", 36, 3, WORD, 4, -1),
)  # fmt: skip
BACKEND = WASM if has_wasm() else C if compiler() else PYTHON
SIZE, N = 48, Var("n", Range(0, 3))
FIRST = Const(0)


def more(array, by, at=FIRST):
    return Store(array, at, Op("wrapped +", (Load(array, at), by)))


OTHER = Function("other", (), (more(SHARED, Const(10)), Return(FIRST)), WORD)
LOOP = (
    Each(
        N,
        Span(Const(0), Const(4)),
        (
            more(OWN, N),
            Work(COUNTER, 7),
            more(ROW, N, N),
            more(TWO, Load(OWN, FIRST), Const(1)),
            Do(Call("other", (), WORD)),
        ),
    ),
)
LEFT = (Loop("on", (more(OWN, Const(1)), If(Op(">", (Load(OWN, FIRST), Const(9))), (Break("on"),)))),)
EARLY = (If(Op("==", (Load(OWN, FIRST), Const(3))), (Store(OWN, FIRST, Const(5)), Return(Const(1)))),)
AT, K = Var("at", Range(-1, 1)), Var("k", Range(0, 5))
PICKED = Check(Op("-", (Op("%", (K, Const(3))), Const(1))), Range(-1, 1))
FEW_ENTRIES = (
    Loop("once", (Each(K, Span(Const(0), Const(6)), (
        more(FEW, Op("+", (K, Const(5))), PICKED), Let(AT, PICKED), more(FEW, Load(FEW, AT), Const(-1)), more(OWN, Load(FEW, PICKED)),
    )), Break("once"))),
)  # fmt: skip
BODIES = {
    "a loop that calls": LOOP,
    "an array of few entries": FEW_ENTRIES,
    "a loop that is left": LEFT,
    "two ways out": (*EARLY, *LEFT, *EARLY, *LOOP),
}


def left_by(body, is_promoted):
    """What functions give that are called three times, and all memory behind each."""
    function = Function("f", (), (*body, Return(Op("wrapped +", (Load(OWN, FIRST), Load(SHARED, FIRST))))), WORD, True)
    changed = promote(function, {"f": function, "other": OTHER}) if is_promoted else function
    assert is_promoted == (changed != function)
    module = Module("m", ARRAYS, (changed, OTHER), SIZE)
    assert not faults(module)
    made = machine(module, BACKEND, checked=True)  # a printer promotes nothing of what it checks
    for begin in (0, 3, 3):
        made.write(OWN.at, begin.to_bytes(4, "little"))
        yield made.call("f"), made.read(0, SIZE)


def test_a_function_leaves_in_memory_what_it_did_before():
    for name, body in BODIES.items():
        assert list(left_by(body, True)) == list(left_by(body, False)), name


def test_what_others_touch_and_what_is_asked_for_by_any_number_stays_in_memory():
    changed = promote(Function("f", (), (*LOOP, Return(FIRST)), WORD, True), {"other": OTHER})
    lets = [each.value for each in changed.body if isinstance(each, Let)]
    assert lets == [Load(OWN, FIRST), Load(COUNTER, FIRST), Load(TWO, Const(1))]
