"""Loops that come to nothing end at the same position and are told alike, whoever plays: interpreter, generated Python, and modules with no interpreter behind them."""

import random

import pytest
from tests.fuzz.loop_rules import LoopRules
from tests.machine.native.lockstep_native import Twin

from cavewright.machine.ir.loop_ends import LoneProgram
from cavewright.machine.native.machine import PYTHON, WASM, C
from cavewright.play.loading.load import try_load
from cavewright.play.states.game import Game

STEPS = 25


class Lone(Twin):
    """A game by the interpreter, by generated Python, and by a module that ends loops itself; `ended` are the loops that did so."""

    def __init__(self, game, players, backend):
        super().__init__(game, players, backend, checked=True, program=LoneProgram)
        self.generated = Game(game.rules_model, game.facts)
        self.ended = 0

    def ended_in_module(self):
        cell = self.form.interface.symbols["loops_ended"]
        return int.from_bytes(self.cursor.machine.read(cell.at, 4), "little")

    def after(self, row, stepped):
        h, s, run = stepped
        found = sum(each.kind == "ended" for each in run.effects)
        self.ended += found
        before = self.ended_in_module()
        super().after(row, stepped)
        assert self.ended_in_module() - before == found


def ended_in(seed, backend):
    """How many loops ended so in a match of the rules of a seed, played side by side; none of rules that the checker refuses."""
    game, _ = try_load({"loops.cave": LoopRules(random.Random(seed)).text()})
    if game is None:
        return None
    twin = Lone(game, 2 + seed % 2, backend)
    rng = random.Random(seed)
    twin.begin()
    while not twin.state.is_terminal and twin.decisions < STEPS:
        twin.step(rng)
    return twin.ended
