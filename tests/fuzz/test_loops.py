"""Loops that come to nothing end at the same position and are counted alike, whoever plays: interpreter, generated Python, and modules with no
interpreter behind them."""

import random

import pytest
from tests.fuzz.loop_rules import LoopRules
from tests.machine.native.lockstep_native import Twin

from cavewright.machine.ir.loop_ends import LoneProgram
from cavewright.machine.native.machine import WASM, C, compiler, has_wasm
from cavewright.play.loading.load import try_load
from cavewright.play.states.game import Game

STEPS = 25
FOUND = (2, 12)
"""Seeds of rules of which many loops end so."""


class Lone(Twin):
    """A game by the interpreter and by a module that ends loops itself. `ended` are the loops that did so."""

    def __init__(self, game, players, backend):
        super().__init__(game, players, backend, checked=True, program=LoneProgram)
        self.ended = 0

    def ended_in_module(self):
        """How many loops have ended so in the module."""
        return int.from_bytes(self.cursor.machine.read(self.form.interface.symbols["loops_ended"].at, 4), "little")

    def after(self, row, stepped):
        found = sum(each.kind == "ended" for each in stepped[2].effects)
        self.ended += found
        before = self.ended_in_module()
        super().after(row, stepped)
        assert self.ended_in_module() - before == found


def rules_of(seed):
    """The rules of a seed; none where the checker refuses them."""
    return try_load({"loops.cave": LoopRules(random.Random(seed)).text()})[0]


def ended_in(seed, backend):
    """How many loops ended so in a match of the rules of a seed, played side by side; none of rules that are refused."""
    game = rules_of(seed)
    if game is None:
        return None
    twin = Lone(game, 2 + seed % 2, backend)
    rng = random.Random(seed)
    twin.begin()
    while not twin.state.is_terminal and twin.decisions < STEPS:
        twin.step(rng)
    return twin.ended


@pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
@pytest.mark.parametrize("seed", FOUND)
def test_loops_end_alike(seed):
    assert ended_in(seed, WASM) > 20


@pytest.mark.long
@pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
@pytest.mark.parametrize("part", range(8))
def test_of_many_rules_loops_end_alike(part):
    assert sum(ended_in(seed, WASM) or 0 for seed in range(20 + 20 * part, 40 + 20 * part)) > 200


@pytest.mark.long
@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
@pytest.mark.parametrize("seed", FOUND)
def test_they_do_so_in_c(seed):
    assert ended_in(seed, C) > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", FOUND)
def test_generated_python_hands_over_and_ends_them_alike(seed):
    game = rules_of(seed)
    states = [
        Game(game.rules_model, game.facts, engine=each).new_initial_state(2) for each in ("python", "interpreter")
    ]
    for _ in range(3):
        action = random.Random(seed).choice(states[0].legal_actions())
        states = [each.apply(str(action)) for each in states]
        assert states[0].key() == states[1].key() and states[0].events == states[1].events
