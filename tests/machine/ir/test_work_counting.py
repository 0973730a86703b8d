"""The law of counted work in the form: what a module counts of any rules is never less than what the interpreter counts."""

import random

import pytest
from tests.engine.agreement.settings import load
from tests.engine.agreement.work_rules import toil
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.machine.ir import work_counting
from cavewright.machine.native.machine import PYTHON, WASM, C, compiler, has_wasm

GO = (("width", 5), ("suicide", True))
MARKS = {
    WASM: pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed"),
    C: pytest.mark.skipif(compiler() is None, reason="there is no C compiler"),
    PYTHON: (),
}
BACKENDS = [pytest.param(each, marks=marks) for each, marks in MARKS.items()]


@pytest.fixture
def all_counted(monkeypatch):
    """Every instruction is counted as it is done, and nothing within it at its worst."""
    monkeypatch.setattr(work_counting, "may_pass", lambda interpreter, limit: True)
    monkeypatch.setattr(work_counting, "SHARE", 10**12)
    monkeypatch.setattr(work_counting, "FEW", 0)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 40))])
@pytest.mark.gate("1-wasm")
def test_a_module_never_counts_less_than_the_interpreter(seed, backend, all_counted):
    game = cw.load_rules({"toil.cave": toil(random.Random(seed))})
    twin = Twin(game, 2, backend, checked=True)
    assert twin.walk(seed, 12) == 12


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 5))])
@pytest.mark.gate(f"1-{WASM}")
def test_stones_that_are_taken_are_counted(seed, backend, all_counted):
    assert Twin(load("go", (), GO), 2, backend, checked=True).walk(seed, 30) == 30


@pytest.mark.long
def test_a_count_is_close_to_what_is_done(all_counted):
    game = cw.load_rules({"toil.cave": toil(random.Random(3))})
    twin = Twin(game, 2, PYTHON, checked=False)
    meant = counted = 0
    twin.begin()
    for _ in range(12):
        option = twin.plain.interpreter.list_options(twin.state._h, twin.state._s)[-1]
        stepped = twin.plain.interpreter.apply_option(twin.state._h, twin.state._s, option)
        twin.cursor.options()
        twin.after(len(twin.cursor.options()) - 1, stepped)
        meant, counted = meant + stepped[2].work, counted + twin.cursor.work
    assert meant <= counted < 4 * meant


def test_what_is_proven_to_stay_below_the_limit_is_not_counted_in_loops():
    for name in ("tic-tac-toe", "breakthrough", "hex", "the-cave"):
        interpreter = load(name).interpreter
        assert work_counting.work_source(interpreter, 2_000_000).interpreter is None
    assert work_counting.work_source(load("go", (), GO).interpreter, 2_000_000).interpreter is not None
