"""Generated rules that say everything: interpreter, generated Python, WebAssembly and C play them step for step alike, and what passes the check tells
nobody a secret."""

import random
import re

import pytest
from tests.engine.agreement.engines import ENGINES
from tests.engine.agreement.settings import allow
from tests.fuzz.beside import Company
from tests.fuzz.mixed_rules import CONSTRUCTS, MixedRules
from tests.fuzz.secret_law import Tally, try_rules

from cavewright.machine.native.native import compile_findings
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import try_load

PASSING = (26, 37, 28, 76, 97, 124)
"""Seeds of rules that the checker lets pass, which have every construct among them."""
STEPS = 60


@pytest.fixture
def little_work(monkeypatch):
    """Rules that come to no decision are found out soon."""
    allow(30_000, monkeypatch)


def text_of(seed):
    return MixedRules(random.Random(seed)).text()


def games_of(seed, engines):
    """The game of a seed on some engines; machines that refuse the rules say of what, and are left out. None where the checker refuses them."""
    files, found = {"mixed.cave": text_of(seed)}, []
    for engine in engines:
        game, _ = try_load(files, **ENGINES[engine])
        if game is None:
            return None
        if "backend" in ENGINES[engine] and game.make_module(players_of(seed)) != "machine":
            said = compile_findings(game)
            assert {each.code for each in said} == {"C1001"} and all(each.message and each.labels for each in said)
            assert "of spot.stone" in files["mixed.cave"], [str(each) for each in said]
        else:
            found.append(game)
    return found


def players_of(seed):
    return 2 + seed % 2


def check_seed(seed, engines):
    """Plays a match of the rules of a seed on engines side by side; none of rules that the checker refuses."""
    games = games_of(seed, engines)
    if games is None:
        return None
    for game in games:
        assert [str(each) for result in run_examples(game) for each in result.diagnostics] == []
    return Company(games, players_of(seed), random.Random(seed)).walk(STEPS)


def test_every_construct_is_in_the_rules():
    texts = "\n".join(text_of(seed) for seed in PASSING)
    assert [name for name, pattern in CONSTRUCTS.items() if not re.search(pattern, texts)] == []


@pytest.mark.parametrize("seed", PASSING)
@pytest.mark.gate("28", "124")
def test_engines_do_the_same(seed):
    assert check_seed(seed, ("interpreter", "python", "wasm")).steps > 3


@pytest.mark.long
@pytest.mark.parametrize("seed", PASSING)
def test_c_does_the_same(seed):
    assert check_seed(seed, ("interpreter", "c")).steps > 3


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_engines_do_the_same_with_many(part):
    played = [check_seed(seed, ("interpreter", "python", "wasm")) for seed in range(1000 + 20 * part, 1020 + 20 * part)]
    assert sum(each is not None for each in played) > 1


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_what_passes_tells_nothing(part, little_work):
    tally = Tally()
    for seed in range(2000 + 10 * part, 2010 + 10 * part):
        try_rules({"mixed.cave": text_of(seed)}, seed, tally)
    assert tally.found == []
