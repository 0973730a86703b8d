"""The law of secrets, of rules about piles: written ones, and generated ones; and both engines do the same with them."""

import random
from pathlib import Path

import pytest
from tests.fuzz.pile_rules import HEAD, PileRules
from tests.fuzz.secret_law import Tally, choices_of, try_rules

import cavewright as cw
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
    states = [try_load(files(seed), engine=engine)[0].new_initial_state(3) for engine in ("interpreter", "python")]
    rng = random.Random(seed)
    for _ in range(40):
        one, other = states
        assert one.to_json() == other.to_json() and one.view(cw.ALL) == other.view(cw.ALL)
        assert not list(one.problems())
        choices = choices_of(one)
        assert choices == choices_of(other)
        if not choices:
            return
        action = rng.choice(choices)
        states = [each.apply(action) for each in states]
