"""The validator: what is not proven has a check, or is a fault that says what is wrong."""

import pytest

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
    Each,
    Entries,
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
    Var,
    With,
    Work,
)  # fmt: skip
from cavewright.machine.ir.validation import faults

CELLS = Array("cells", 0, 4, TRUTH)
ROWS = Array("rows", 16, 8, WORD)
COUNT = Array("count", 48, 1, Range(0, 8))
TABLE = Array("table", 64, 3, Range(0, 9), 1, -1, (5, 0, 9))
N, X, BIG = Var("n", Range(0, 9)), Var("x", Range(0, 3)), Var("big", Range(0, 2**31 - 1))
MANY = Var("many", Range(0, 8))
END = Return(Const(0))
SQUARE = Function("square", (X,), (Return(Op("*", (X, X))),), Range(0, 9))


def module(*body, parameters=(N, X, BIG), arrays=(CELLS, ROWS, COUNT, TABLE), functions=(SQUARE,)):
    return Module("m", arrays, (*functions, Function("f", parameters, body, Range(0, 9))), 80)


SOUND = {
    "an entry": (Return(Load(CELLS, X)),),
    "an entry of a table from -1 on": (Return(Load(TABLE, Op("-", (Op("%", (N, Const(3))), Const(1))))),),
    "a check": (Return(Load(CELLS, Check(N, Range(0, 3)))),),
    "a sum that is checked": (Return(Choose(Op("<", (Check(Op("+", (BIG, BIG)), WORD), Const(0))), N, X)),),
    "a name of both branches": (If(Op("<", (N, X)), (Let(v := Var("v", Range(0, 9)), N),), (Let(v, X),)), Return(v)),
    "a loop that is left": (Loop("l", (Let(v, N), If(Op("<", (N, X)), (Break("l"),)), Continue("l"))), Return(v)),
    "a block that is left": (Scope("s", (If(Op("<", (N, X)), (Break("s"),)), END)), END),
    "things gone through": (
        Each(i := Var("i", Range(0, 8)), Span(Const(0), N), ()),
        Return(Fold("count", i, Span(Const(0), N), Op("<", (i, X)))),
    ),
    "bits": (Return(Choose(Fold("some", b := Var("b", Range(0, 31)), Bits(N), Op("<", (b, X))), N, X)),),
    "entries": (Return(Fold("most", e := Var("e", Range(0, 9)), Entries(TABLE, Const(-1), Const(2)), None, e)),),
    "a row": (Let(MANY, Const(0)), Put(ROWS, MANY, (N, X)), Work(COUNT, 3), END),
    "a copy": (Copy(CELLS, CELLS), END),
    "a call": (Return(Call("square", (X,), Range(0, 9))),),
    "one of several": (Switch(X, ((END,), (END,), (END,), (END,))),),
    "a value for a name": (Return(With(v, X, Op("&", (v, v)))),),
}


@pytest.mark.parametrize("name", SOUND)
def test_what_is_proven_has_no_fault(name):
    assert [str(each) for each in faults(module(*SOUND[name]))] == []


BROKEN = {
    "f: cells has no entry 0..9": (Return(Load(CELLS, N)),),
    "f: table has no entry 0..3": (Return(Load(TABLE, X)),),
    "f: cells may be 0..3, not only 0..1": (Store(CELLS, Const(0), X), END),
    "f: table is a table": (Store(TABLE, Const(0), X), END),
    "f: what it returns may be 0..2147483647, not only 0..9": (Return(BIG),),
    "f: a value may be 0..4294967294, not only word": (Return(Choose(Op("<", (Op("+", (BIG, BIG)), Const(0))), N, X)),),
    "f: a condition may be 0..9, not only 0..1": (If(N, (END,), (END,)),),
    "f: unset may have no value": (Return(Var("unset", X.range)),),
    "f: once may have no value": (If(Op("<", (N, X)), (Let(Var("once", X.range), X),)), Return(Var("once", X.range))),
    "f: late may have no value": (
        Loop("l", (If(Op("<", (N, X)), (Break("l"),)), Let(Var("late", X.range), X))), Return(Var("late", X.range))),
    "f: it may end without a value": (If(Op("<", (N, X)), (END,)),),
    "f: something stands where nothing comes by": (END, END),
    "f: l is not around this": (Break("l"),),
    "f: s is not around this": (Scope("s", (Continue("s"),)),),
    "f: there is no function none of 0": (Return(Call("none", (), X.range)),),
    "f: there is no function square of 2": (Return(Call("square", (X, X), Range(0, 9))),),
    "f: square returns 0..9, not only 0..3": (Return(Call("square", (X,), X.range)),),
    "f: x of square may be 0..9, not only 0..3": (Return(Call("square", (N,), Range(0, 9))),),
    "f: bits to shift by may be 0..2147483647, not only 0..31": (Return(Op("&", (N, Op(">>", (N, BIG))))),),
    "f: there is no fold all": (Return(Choose(Fold("all", Var("i", Range(0, 8)), Span(Const(0), N), Const(1)), N, X)),),
    "f: i may be 0..8, not only 0..3": (Each(Var("i", X.range), Span(Const(0), N), ()), END),
    "f: table has no entries 0..8": (Each(Var("i", Range(0, 9)), Entries(TABLE, Const(0), N), ()), END),
    "f: the number of a block may be 0..3, not only 0..1": (Switch(X, ((END,), (END,))),),
    "f: x has two ranges": (Let(Var("x", Range(0, 9)), N), END),
    "f: there is no such list": (Let(MANY, Const(0)), Put(TABLE, MANY, (N,)), END),
    "f: many may have no value": (Put(ROWS, MANY, (N,)), END),
    "f: the part of cells may be 0..3, not only 0..0": (Copy(CELLS, CELLS, X), END),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_what_is_not_proven_is_a_fault(fault):
    assert fault in [str(each) for each in faults(module(*BROKEN[fault]))]


def test_memory_is_looked_at_too():
    def of(*arrays):
        return [str(each) for each in faults(Module("m", arrays, (), 80))]

    assert of(CELLS, ROWS, COUNT, TABLE) == []
    assert of(Array("far", 72, 4, WORD)) == [": far does not lie in memory"]
    assert of(Array("odd", 2, 4, WORD)) == [": odd does not lie in memory"]
    assert of(TABLE, Array("over", 64, 1, WORD)) == [": table is a table, and can be written"]
    assert of(Array("short", 0, 3, TRUTH, 4, 0, (1, 0))) == [": short is not the table it says it is"]
    assert of(Array("high", 0, 2, TRUTH, 4, 0, (1, 2))) == [": high is not the table it says it is"]
    assert of(Array("narrow", 0, 2, Range(0, 300), 1)) == [": narrow has entries of 1 bytes for 0..300"]
    assert of(Array("signed", 0, 2, Range(-1, 200), 1)) == [": signed has entries of 1 bytes for -1..200"]
    assert of(Array("unsigned", 0, 2, Range(0, 255), 1)) == []
    twice = Function("f", (), (END,), TRUTH)
    assert [str(each) for each in faults(Module("m", (), (twice, twice), 0))] == [
        "f: there are 2 functions of that name"
    ]
