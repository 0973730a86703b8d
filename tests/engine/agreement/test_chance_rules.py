"""Random rulesets by both engines in lockstep, from several seeds: some dozens here, thousands in the longer run."""

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from tests.engine.agreement.chance_rules import Rules
from tests.engine.agreement.lockstep import Pair, greedy, seeded, uniform, walk
from tests.fuzz.law import written

import cavewright as cw

settings.register_profile("engines", deadline=None, database=None, suppress_health_check=list(HealthCheck))
ENGINES = settings.get_profile("engines")
CHUNK = 250
rulesets = st.integers(0, 2**64)
"""Each number is a ruleset. Whether one differs depends on all of it, so there is little to shrink."""


def loaded(number):
    """The game of a random ruleset, or none if it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return cw.load_game(written(Path(folder, "rules"), {"small.cave": Rules(Random(number)).whole()}))
        except cw.RulesetError:
            return None


def agree(number, seeds=3, steps=25):
    """Both engines agree on some games of a ruleset; how many decisions there were."""
    game, done = loaded(number), 0
    for n in range(seeds) if game is not None else ():
        rng = seeded(number, n)
        done += walk(Pair(game, rng.choice(game.players)), rng, steps, (uniform, greedy)[n % 2])
    return done


@pytest.mark.long
def test_many_random_rulesets_load_and_have_decisions():
    done = [agree(number, 1) for number in range(6)]
    assert sum(each > 2 for each in done) >= 2


@pytest.mark.long
def test_bags_of_random_rulesets_are_hidden_and_secret():
    """Of some hundred numbers, so that it does not depend on how the generator draws: one pouch in five is secret."""
    games = [game for game in map(loaded, range(100)) if game is not None]
    shown = [field.shown for game in games for field in game.rules_model.fields if field.type.form == "bag"]
    assert len(games) >= 50 and shown.count("hidden") >= 20 and shown.count("secret") >= 5


@settings(ENGINES, max_examples=4, derandomize=True)
@given(rulesets)
def test_random_rulesets(number):
    agree(number)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(12))
def test_many_random_rulesets(chunk):
    @seed(chunk)
    @settings(ENGINES, max_examples=CHUNK)
    @given(rulesets)
    def all_agree(number):
        agree(number)

    all_agree()
