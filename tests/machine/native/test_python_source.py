"""Python printed from the form: it does what other machines do with any program, says nothing of the rules, and is kept."""

import ast
import operator
import random
import re

import pytest
from tests.engine.agreement.settings import load

import cavewright as cw
from cavewright.foundation.storage import cache
from cavewright.machine.emit.python_memory import Plan
from cavewright.machine.emit.python_source import python_source
from cavewright.machine.ir.form import (
    WORD,
    Array,
    Bits,
    Break,
    Call,
    Check,
    Choose,
    Const,
    Continue,
    Do,
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
)  # fmt: skip
from cavewright.machine.ir.validation import faults
from cavewright.machine.native import python_machine as module
from cavewright.machine.native.linking import form_of
from cavewright.machine.native.machine import PYTHON, WASM, C, compiler, has_wasm, machine
from cavewright.machine.native.traps import TrapError

BYTE, SMALL = Range(0, 255), Range(0, 7)
FUEL = Var("fuel", Range(0, 60))
CELLS, HIGHER, COUNT = Array("cells", 0, 8, BYTE), Array("higher", 32, 8, BYTE, 4, -1), Array("count", 64, 1, BYTE)
WORK = Array("work", 68, 1, Range(0, 2**31 - 1))
TABLE = Array("table", 72, 8, SMALL, 1, 0, (3, 1, 4, 1, 5, 2, 6, 5))
NAMES = [Var(name, BYTE) for name in "abc"]


class Programs:
    """Makes programs by chance: all that they do ends, and stays within its ranges."""

    def __init__(self, seed):
        self.rng, self.many = random.Random(seed), 0

    def fresh(self, name, range_):
        self.many += 1
        return Var(f"{name}_{self.many}", range_)

    def number(self, depth, names):
        """A number from 0 to 255."""
        pick = self.rng.randrange(12 if depth else 3)
        inner = lambda: self.number(depth - 1, names)
        match pick:
            case 0:
                return Const(self.rng.randrange(256))
            case 1 | 2:
                return self.rng.choice(names)
            case 3:
                return Op("&", (Op("+", (inner(), inner())), Const(255)))
            case 4:
                return Load(CELLS, Op("&", (inner(), Const(7))))
            case 5:
                return Load(HIGHER, Op("-", (Op("&", (inner(), Const(7))), Const(1))))
            case 6:
                return Choose(self.truth(depth - 1, names), inner(), inner())
            case 7:
                var = self.fresh("with", BYTE)
                return With(var, inner(), self.number(depth - 1, [*names, var]))
            case 8:
                return Call(self.rng.choice(("plain", "counting")), (inner(),), BYTE)
            case 9:
                return Load(TABLE, Op("&", (inner(), Const(7))))
            case 10:
                return Check(Op("+", (inner(), Const(self.rng.choice((0, 0, 0, 3))))), BYTE)
        var = self.fresh("of", SMALL)
        kind = self.rng.choice(("some", "every", "first", "count", "sum", "most", "least"))
        inside = [*names, var]
        asks = kind in ("some", "first", "count")
        test = self.truth(depth - 1, inside) if asks or self.rng.random() < 0.5 else None
        value = None if asks else self.truth(depth - 1, inside) if kind == "every" else self.number(depth - 1, inside)
        return Op("&", (Fold(kind, var, Span(Const(0), Op("&", (inner(), Const(7)))), test, value), Const(255)))

    def truth(self, depth, names):
        if depth and self.rng.random() < 0.4:
            return Op(self.rng.choice(("and", "or")), (self.truth(depth - 1, names), self.truth(depth - 1, names)))
        sign = self.rng.choice(("==", "!=", "<", "<=", ">", ">="))
        return Op(
            sign,
            (self.rng.choice(names) if self.rng.random() < 0.6 else self.number(depth, names), self.number(0, names)),
        )

    def block(self, depth, names, labels):
        found = []
        for _ in range(self.rng.randrange(1, 4)):
            found += self.statement(depth, names, labels)
        return tuple(found)

    def statement(self, depth, names, labels):
        if self.rng.random() < 0.2:
            return [Work(WORK, self.rng.randrange(1, 100))]
        pick = self.rng.randrange(13 if depth else 5)
        inner = lambda more=(), known=(): self.block(depth - 1, [*names, *known], [*labels, *more])
        match pick:
            case 0 | 1:
                return [Let(self.rng.choice(NAMES), self.number(2, names))]
            case 2:
                array, low = self.rng.choice(((CELLS, 0), (HIGHER, 1)))
                return [
                    Store(
                        array, Op("-", (Op("&", (self.number(1, names), Const(7))), Const(low))), self.number(2, names)
                    )
                ]
            case 3 if labels:
                way, label = self.rng.choice(labels)
                return [If(self.truth(1, names), (way(label),))]
            case 4 if self.rng.random() < 0.2:
                return [If(self.truth(1, names), (self.rng.choice((Return(self.number(1, names)), Trap(9))),))]
            case 5 | 6:
                return [If(self.truth(2, names), inner(), inner() if self.rng.random() < 0.6 else ())]
            case 7:
                label = self.fresh("scope", BYTE).name
                return [Scope(label, inner([(Break, label)]))]
            case 8:
                label = self.fresh("loop", BYTE).name
                fuel = (
                    If(Op("<=", (FUEL, Const(0))), (Break(label),)),
                    Let(FUEL, Op("-", (Check(FUEL, Range(1, 60)), Const(1)))),
                )
                return [Loop(label, (*fuel, *inner([(Break, label), (Continue, label)])))]
            case 9:
                var = self.fresh("each", SMALL)
                domain = self.rng.choice((
                    Span(Const(0), Op("&", (self.number(1, names), Const(7)))), Bits(Op("&", (self.number(1, names), Const(255)))),
                    Entries(TABLE, Const(0), Op("&", (self.number(1, names), Const(7)))),
                ))  # fmt: skip
                return [Each(var, domain, inner((), [var]))]
            case 10:
                return [Switch(Op("&", (self.number(1, names), Const(3))), tuple(inner() for _ in range(4)))]
            case 11:
                return self.guarded(names)
        return [Do(Call("counting", (self.number(1, names),), BYTE))]

    def guarded(self, names):
        """A small number that is compared, and has to lie in a range where that held, or did not; then it is another."""
        var, other, n = *self.rng.sample(NAMES, 2), Const(self.rng.randrange(8))
        least, most = (
            self.rng.choice((0, n.value - 1, n.value, n.value + 1)),
            self.rng.choice((7, n.value - 1, n.value, n.value + 1)),
        )
        check = (Let(other, Check(var, Range(max(0, least), max(least, most, 0)))),)
        test = Op(self.rng.choice(("==", "!=", "<", "<=", ">", ">=")), (var, n))
        small = Let(var, Op("&", (self.number(1, names), Const(7))))
        ways = If(test, *self.rng.sample((check, ()), 2))
        return [
            small,
            ways,
            *self.rng.sample(((), (Let(var, self.number(1, names)),)), 1)[0],
            Let(other, Check(var, BYTE)),
        ]

    def module(self):
        given = Var("given", BYTE)
        counted = Op("+", (given, Load(COUNT, Const(0))))
        plain = Op("&", (Op("+", (Load(CELLS, Op("&", (given, Const(7)))), counted)), Const(255)))
        more = Store(COUNT, Const(0), Op("&", (Op("+", (Load(COUNT, Const(0)), Const(1))), Const(255))))
        begun = tuple(Store(CELLS, Const(n), Const(n * 31 % 256)) for n in range(8))
        body = (*begun, Let(FUEL, Const(60)), *self.block(4, NAMES, []), Return(self.number(2, NAMES)))
        functions = (
            Function("plain", (given,), (Return(plain),), BYTE),
            Function("counting", (given,), (more, Return(Op("^", (given, Load(COUNT, Const(0)))))), BYTE),
            Function("f", tuple(NAMES), body, WORD, True),
        )
        return Module("m", (CELLS, HIGHER, COUNT, WORK, TABLE), functions, 96)


def ran(made, args):
    """What a machine gives, and what is in its memory then; behind a trap nobody reads that, and variables are not written back."""
    made.write(WORK.at, bytes(4))
    try:
        return made.call("f", *args), made.read(0, WORK.end)
    except TrapError as trap:
        return f"trap {trap.reason}", b""


@pytest.mark.long
@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(25, 1_500), marks=pytest.mark.long)], ids=str)
def test_any_program_does_in_python_what_it_does_elsewhere(seeds):
    other = WASM if has_wasm() else C
    if other == C and compiler() is None:
        pytest.skip("there is no other machine")
    for seed in seeds:
        built = Programs(seed).module()
        assert not faults(built), [str(each) for each in faults(built)]
        machines = [machine(built, PYTHON), machine(built, PYTHON, checked=True), machine(built, other)]
        for args in ((0, 1, 2), (200, 7, 90), (5, 255, 31)):
            one, checked, meant = (ran(each, args) for each in machines)
            assert one == meant == checked, (seed, args)


SIGNS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


@pytest.mark.parametrize("sign", SIGNS)
def test_what_a_condition_says_of_a_number_is_all_that_is_taken_for_granted(sign):
    x, numbers = Var("x", Range(0, 4)), range(5)
    for n, low, high in [(n, low, high) for n in numbers for low in numbers for high in range(low, 5)]:
        ways = [(Return(Op("+", (Check(x, Range(low, high)), Const(more)))),) for more in (10, 20)]
        body = (If(Op(sign, (x, Const(n))), *ways),)
        made = machine(Module("m", (), (Function("f", (x,), body, WORD, True),), 0), PYTHON)
        for given in numbers:
            meant = given + (10 if SIGNS[sign](given, n) else 20) if low <= given <= high else "trap 4"
            assert ran(made, (given,))[0] == meant, (n, low, high, given)


@pytest.mark.parametrize(
    ("name", "players"), [("connect-four", 2), pytest.param("the-cave", 3, marks=pytest.mark.long)]
)
def test_nothing_of_the_rules_gets_into_the_code_but_numbers(name, players):
    form = form_of(load(name), players, to_machine_code=False)
    tree = ast.parse(python_source(form.module, Plan(form.module)))
    numbered = re.compile(r"([fgvATKR]|BITS)\d+(_at)?")
    others = {*module.PRELUDE, "log", "take", "whole", "put_back", "total", "value", "range", "len", "go"}
    for node in ast.walk(tree):
        names = {getattr(node, field, None) for field in ("id", "name", "arg")} - {None}
        assert all(each in others or numbered.fullmatch(each) for each in names if isinstance(each, str)), names
        assert not isinstance(node, ast.Constant) or node.value is None or isinstance(node.value, int)
        assert not isinstance(node, ast.Attribute) or node.attr in ("bit_count", "clear", "append", "extend")


@pytest.mark.long
def test_code_that_was_kept_and_tampered_with_is_printed_anew(tmp_path, monkeypatch):
    game = load("nine-mens-morris")
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    first = cw.Native(game, 2, backend="python").playouts(3, seed=1)
    (entry,) = tmp_path.glob("*.kept")
    monkeypatch.setattr(module, "python_source", None)
    assert cw.Native(game, 2, backend="python").playouts(3, seed=1) == first
    monkeypatch.undo()
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    data = bytearray(entry.read_bytes())
    data[len(data) // 2] ^= 1
    entry.write_bytes(bytes(data))
    assert cache.read(entry.stem) is None
    assert cw.Native(game, 2, backend="python").playouts(3, seed=1) == first
    assert cache.read(entry.stem) is not None
