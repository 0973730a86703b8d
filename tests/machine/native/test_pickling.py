"""What is said where a module cannot be pickled or copied, and what a line says of its engine."""

import copy
import pickle

import pytest
from tests.engine.agreement.settings import load

import cavewright as cw


@pytest.mark.parametrize("take", [pickle.dumps, copy.copy, copy.deepcopy], ids=lambda each: each.__name__)
@pytest.mark.gate("dumps")
def test_a_module_says_that_it_cannot_be_pickled_and_what_can(take):
    native = cw.Native(load("tic-tac-toe"), players=2, backend="python")
    with pytest.raises(TypeError, match=r"a Native cannot be pickled.*Pickle its `game`") as caught:
        take(native)
    assert "Native(game, players=" in str(caught.value)
    again = cw.Native(pickle.loads(pickle.dumps(native.game)), players=native.players, backend=native.backend)
    assert again.playouts(3, seed=7).totals == native.playouts(3, seed=7).totals


@pytest.mark.parametrize("name", ["tic-tac-toe", "the-cave"])
def test_a_line_says_who_carries_out_its_rules(name):
    line = cw.Line(load(name).new_initial_state())
    assert line.engine == "python"
    line.playout(iter([0.3] * 99).__next__, 9)
    assert line.engine == "python"
    with pytest.raises(AttributeError):
        line.engine = "native"


def test_a_native_line_says_so():
    pytest.importorskip("wasmtime", reason="the package wasmtime is missing")
    assert cw.Line(load("tic-tac-toe").new_initial_state(), engine="native").make_module() == "native"
