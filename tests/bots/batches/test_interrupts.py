"""Ctrl-C at any line of a step of a batch: the games stand at positions of theirs, and the batch goes on."""

from pathlib import Path

import pytest
from tests.interrupts import Interrupts, interrupted

pytest.importorskip("numpy", reason="needs numpy")

import cavewright as cw
from cavewright.machine.native.machine import has_wasm

pytestmark = pytest.mark.skipif(not has_wasm(), reason="needs wasmtime")
BATCHES = str(Path(cw.__file__).parent / "bots" / "batches")
SIZE = 3


def interrupted_at(line, ask):
    """Tells if something was interrupted at a line of batches."""
    return interrupted(ask, Interrupts(lambda file: file.startswith(BATCHES), line))


@pytest.mark.parametrize("name", ["connect-four", "kuhn-poker"])
@pytest.mark.parametrize("ask", ["step", "step_options", "cut", "reset"])
def test_a_batch_that_is_interrupted_goes_on(name, ask):
    batch, line = cw.vector(name, size=SIZE, seed=1), 0
    actions = cw.encodings.Actions(batch.game, 2)
    given = {"step": batch.random_actions, "step_options": batch.random_options, "cut": lambda: 1, "reset": lambda: 5}
    while True:
        line += 1
        given_now = given[ask]()
        if not interrupted_at(line, lambda what=given_now: getattr(batch, ask)(what)):
            break
        for n in range(SIZE):
            state = batch.state(n)
            legal = actions.legal(state, state.current_player)
            assert batch.mask[n].nonzero()[0].tolist() == legal and batch.option_counts[n] == len(legal), (line, n)
            assert batch.current_player[n] == state.current_player
        batch.step(batch.random_actions())
    assert line > 5
