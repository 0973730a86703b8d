"""The law of secrets, of rules about piles: written ones, and generated ones; and all engines do the same with them."""

import random
from pathlib import Path

import pytest
from tests.engine.agreement.engines import ENGINES
from tests.fuzz.pile_rules import HEAD, PileRules
from tests.fuzz.secret_law import Tally, choices_of, try_rules
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.engine.interpret.step import NumberError
from cavewright.play.loading.load import try_load
from cavewright.rules.model.piles import Heap

WELL = Path(__file__).parents[1] / "engine" / "draws" / "deep_well.cave"
PASSING = (12, 19, 50, 52, 54)
"""Seeds of rules that the checker lets pass, and in which something is drawn or chosen unseen."""


def files(seed):
    """The files of a generated ruleset. What all of them share is one that is parsed once."""
    return {"head.cave": HEAD, "body.cave": PileRules(random.Random(seed)).body()}


def test_a_deck_that_is_looked_into_tells_nothing():
    tally = Tally()
    try_rules({"well.cave": WELL.read_text("utf-8")}, 3, tally)
    assert tally.found == [] and tally.looks >= tally.pairs > 3


@pytest.mark.long
def test_a_view_that_shows_what_its_viewer_did_not_see_is_found(monkeypatch):
    monkeypatch.setattr(Heap, "is_known_to", lambda self, player: True)
    tally = Tally()
    try_rules({"well.cave": WELL.read_text("utf-8") + "# read anew\n"}, 0, tally)
    assert tally.found != []


@pytest.mark.long
@pytest.mark.parametrize("case", range(20))
def test_what_passes_tells_nothing(case):
    tally = Tally()
    for seed in range(15 * case, 15 * case + 15):
        try_rules(files(seed), seed, tally)
    assert tally.found == []


@pytest.mark.parametrize("seed", PASSING)
@pytest.mark.gate("12")
def test_engines_do_the_same(seed):
    games = [try_load(files(seed), **ENGINES[engine])[0] for engine in ("interpreter", "python", "wasm")]
    assert games[-1].make_module(3) == "machine"
    states = [game.new_initial_state(3) for game in games]
    rng = random.Random(seed)
    for _ in range(40):
        one, *others = states
        choices = choices_of(one)
        for other in others:
            assert one.to_json() == other.to_json() and one.view(cw.ALL) == other.view(cw.ALL)
            assert not list(one.problems()) and choices == choices_of(other)
        if not choices:
            return
        action = rng.choice(choices)
        states = [each.apply(action) for each in states]


@pytest.mark.parametrize("seed", [19, *(pytest.param(each, marks=pytest.mark.long) for each in range(400))])
@pytest.mark.parametrize("backend", ["wasm", *(pytest.param(each, marks=pytest.mark.long) for each in ("c", "python"))])
def test_a_module_goes_step_for_step_with_the_interpreter(seed, backend):
    game, found = try_load(files(seed))
    if game is None:
        pytest.skip(f"the checker refuses these rules: {found[0].code}")
    try:
        game.new_initial_state(2 + seed % 2)
    except NumberError:
        pytest.skip("more is drawn at the beginning than there is: no position comes of these rules")
    twin = Twin(game, 2 + seed % 2, backend, checked=True)
    twin.walk(seed, 40)
