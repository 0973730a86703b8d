"""Machines refuse the same where a number does not fit, also behind a choice and between turns."""

import random

import pytest
from tests.engine.agreement.exact_rules import ExactRules
from tests.machine.native.lockstep_native import Twin

import cavewright as cw


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 60))])
@pytest.mark.gate("wasm-0")
def test_a_machine_goes_step_for_step_with_the_interpreter(seed, backend):
    text = ExactRules(random.Random(seed), up_to=seed % 2 == 1).text()
    twin, rng = Twin(cw.load_rules({"exact.cave": text}), 2, backend, checked=True), random.Random(seed)
    try:
        twin.begin()
        while not twin.state.is_terminal and twin.decisions < 40:
            twin.step(rng)
    except cw.WorkLimitError as error:
        assert "exact.cave:" in str(error)
