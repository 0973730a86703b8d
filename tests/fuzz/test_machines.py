"""Rules that are made at random, and bundled ones with options by chance: states, lines and batches of a module are those of
the interpreter, with branches."""

import random

import pytest
from tests.bots.batches.twin_batches import Twins as Batch
from tests.engine.agreement.settings import BASES, with_random_options
from tests.fuzz.hands import Hands
from tests.machine.native.twin_lines import Pair
from tests.machine.native.twin_states import Twins

import cavewright as cw
from cavewright.machine.native.machine import has_wasm
from cavewright.machine.native.machine_game import MachineGame
from cavewright.play.loading.load import try_load
from cavewright.play.states.game import Game

pytestmark = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
STEPS, AT_ONCE = 5_000, 120
"""Steps that a part compares, and those of one way to play in one game."""


def any_rules(rng):
    """The rules of a game by chance, mostly of one that nobody has seen."""
    if rng.random() < 0.7:
        game, _ = try_load({"hands.cave": Hands(random.Random(rng.random()), suppose=rng.random() < 0.5).text()})
        return game
    name, *overlays = rng.choice(BASES).split("+")
    return with_random_options(name, rng, tuple(overlays))


def steps_beside(rules, players, rng):
    """Steps that were compared of one game: none of rules that no machine code is made of."""
    plain = Game(rules.rules_model, rules.facts, engine="interpreter")
    machine = MachineGame(rules.rules_model, rules.facts)
    if machine.make_module(players) == "interpreter":
        return 0
    states = Twins((plain.new_initial_state(players), machine.new_initial_state(players)), rng)
    states.walk(AT_ONCE)
    line = Pair(plain, players, rng)
    line.walk(AT_ONCE)
    done = len(states.engines) + line.decisions
    try:
        return done + Batch(plain, players, rng.randint(1, 5), rng.randrange(2**32)).walk(AT_ONCE).decisions
    except cw.NativeError:  # nobody ever decides, or more than a batch may have
        return done


@pytest.mark.long
@pytest.mark.parametrize("part", range(40))
def test_whatever_the_rules_a_module_plays_what_the_interpreter_plays(part):
    rng, done = random.Random(f"machines {part}"), 0
    while done < STEPS:
        rules = any_rules(rng)
        if rules is not None:
            done += steps_beside(rules, rng.randint(*rules.rules_model.player_range), rng)
