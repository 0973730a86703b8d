"""Machines play rulesets made at random as the interpreter plays them: secrets, several boards, choices at once."""

import random

import pytest
from tests.fuzz.hands import Hands
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.play.loading.load import try_load

DEAD_CODE = (3, 121, 141, 158, 172, 289, 379, 380)
"""Seeds of rulesets in which an option that is always there stands before others, within a condition or a loop."""


@pytest.mark.parametrize(
    "seed",
    [
        *DEAD_CODE[:3],
        *(pytest.param(seed, marks=pytest.mark.long) for seed in {*range(400), *DEAD_CODE} - {*DEAD_CODE[:3]}),
    ],
)
@pytest.mark.gate("c-121")
def test_a_machine_goes_step_for_step_with_the_interpreter(seed, backend):
    game, found = try_load({"hands.cave": Hands(random.Random(seed)).text()})
    if game is None:
        pytest.skip(f"the checker refuses these rules: {found[0].code}")
    try:
        twin = Twin(game, 2, backend, checked=True)
    except cw.NativeError as error:
        pytest.skip(f"machine code cannot be made of these rules: {error}")
    rng = random.Random(seed)
    twin.begin()
    while not twin.state.is_terminal and twin.decisions < 60:
        twin.step(rng)
    assert twin.decisions or twin.state.is_terminal
