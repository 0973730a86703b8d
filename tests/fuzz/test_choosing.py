"""Laws of choices by ranks, of choices that are made again and again, and of offers of which nothing is possible, over generated rules:
all engines say the same, matches are saved, and what passes the check tells nothing."""

import random
from functools import cache
from itertools import count

import pytest
from tests.engine.agreement.settings import allow
from tests.fuzz.choosing import Choosing
from tests.fuzz.secret_law import Tally, try_rules
from tests.machine.native.twin_states import Twins

import cavewright as cw
from cavewright.machine.native.machine import has_wasm
from cavewright.machine.native.machine_game import MachineGame
from cavewright.play.loading.load import try_load
from cavewright.play.states.game import Game

STEPS = 60
parts = pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 80))])


@pytest.fixture(autouse=True)
def little_work(monkeypatch):
    """Rules that come to no decision are found out soon."""
    allow(30_000, monkeypatch)


@cache
def game_of(part):
    """The game of a part, by the first seed of which the rules load and choose in one of these ways."""
    for seed in count(1000 * part):
        text = Choosing(random.Random(seed)).text()
        game = (
            try_load({"choosing.cave": text})[0]
            if "choose any" in text and "\notherwise" in text.replace("    ", "")
            else None
        )
        if game is not None:
            return game
    return None


@parts
@pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
def test_every_engine_says_the_same(part):
    game, rng = game_of(part), random.Random(part)
    rules, players = game.rules_model, rng.randint(*game.rules_model.player_range)
    plain, machine = Game(rules, game.facts, engine="interpreter"), MachineGame(rules, game.facts)
    assert machine.make_module(players) == "machine"
    for other in (game, machine):
        twins = Twins((plain.new_initial_state(players), other.new_initial_state(players)), random.Random(part))
        try:
            twins.walk(STEPS)
        except cw.WorkLimitError:
            continue


@parts
def test_a_match_is_saved(part):
    game, rng = game_of(part), random.Random(part)
    match, done = cw.Match(game, game.rules_model.player_range[0], seed=rng.randrange(99)), 0
    while not match.state.is_terminal and done < STEPS:
        try:
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
        except cw.WorkLimitError:
            break
        done += 1
    assert match.divergence(game) is None
    assert cw.Match.from_json(match.to_json(), lambda *_, **__: match.game) == match


@pytest.mark.long
@pytest.mark.parametrize("case", range(20))
def test_what_passes_tells_nothing(case):
    tally = Tally()
    for seed in range(15 * case, 15 * case + 15):
        try_rules({"choosing.cave": Choosing(random.Random(seed)).text()}, seed, tally)
    assert tally.found == []
