"""The law of counted work: whatever the limit, all engines stop at the same step, and none before it."""

import random
from functools import cache

import pytest
from tests.engine.agreement.settings import allow, load
from tests.engine.agreement.work_rules import idle_toil, toil

import cavewright as cw
from cavewright.machine.native import moves
from cavewright.machine.native.machine_game import MachineGame
from cavewright.play.states.game import Game

LIMITS = (30, 150, 600, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 200_000)
PLIES = 16
TELLING = 0, 5
"""Seeds of rules that some limits stop early, and others late."""


@cache
def made(seed):
    """The rules of a seed."""
    return toil(random.Random(seed))


@cache
def idle(seed):
    """The rules of a seed in which many decisions offer nothing."""
    return idle_toil(random.Random(seed))


def stops_at(game, seed):
    """The step at which a random game is too much work, with the options before; the last one where nothing was."""
    rng, been = random.Random(seed), []
    try:
        state = game.new_initial_state(2)
        for _ in range(PLIES):
            if state.is_terminal:
                break
            options = [str(each) for each in state.legal_actions()]
            been.append(options)
            state = state.apply(rng.choice(options))
    except cw.WorkLimitError as error:
        return been, error.rule, error.line
    return been, "", 0


def plain(seed, rules=made):
    """The rules carried out by the interpreter."""
    return Game(cw.load_rules({"toil.cave": rules(seed)}).rules_model, engine="interpreter")


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.long
def test_generated_code_stops_where_the_interpreter_does(seed, monkeypatch):
    ends = set()
    for limit in LIMITS:
        allow(limit, monkeypatch)
        meant = stops_at(plain(seed), seed)
        assert stops_at(cw.load_rules({"toil.cave": made(seed)}), seed) == meant, limit
        ends.add(len(meant[0]))
    assert len(ends) > 1 or seed not in TELLING, "no limit made a difference"


def allow_everywhere(limit, monkeypatch):
    """So much work is what a step may take, in machines too."""
    allow(limit, monkeypatch)
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", limit)
    monkeypatch.setattr("cavewright.machine.native.extension.WORK_LIMIT", limit)
    moves.maker_for.cache_clear()


@pytest.mark.parametrize("limit", [700, *(pytest.param(n, marks=pytest.mark.long) for n in (100, 250, 2_000, 6_000))])
@pytest.mark.parametrize("engine", [pytest.param("python", marks=pytest.mark.long), "machine"])
def test_stones_that_are_taken_stop_every_engine_at_the_same_step(engine, limit, monkeypatch):
    rules = load("go", (), (("width", 5), ("suicide", True))).rules_model
    allow_everywhere(limit, monkeypatch)
    meant = [stops_at(Game(rules, engine="interpreter"), seed) for seed in range(3)]
    game = MachineGame(rules) if engine == "machine" else Game(rules)
    assert engine == "python" or game.make_module(2) == "machine"
    assert [stops_at(game, seed) for seed in range(3)] == meant
    moves.maker_for.cache_clear()


@pytest.mark.parametrize("backend", ["wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [3, *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 12))])
def test_a_machine_stops_where_the_interpreter_does(seed, backend, monkeypatch):
    for limit in LIMITS[1::3]:
        allow_everywhere(limit, monkeypatch)
        game = cw.load_rules({"toil.cave": made(seed)}, engine="machine", backend=backend)
        assert game.make_module(2) == "machine"
        assert stops_at(game, seed) == stops_at(plain(seed), seed), limit
    moves.maker_for.cache_clear()


@pytest.mark.parametrize("engine", ["python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [1, 12, *(pytest.param(n, marks=pytest.mark.long) for n in (0, *range(2, 12), 13))])
def test_decisions_that_offer_nothing_count_in_the_step(seed, engine, monkeypatch):
    ends = set()
    for limit in LIMITS[1::2] if engine != "python" else LIMITS:
        allow_everywhere(limit, monkeypatch)
        files = {"toil.cave": idle(seed)}
        game = cw.load_rules(files, engine="machine", backend=engine) if engine != "python" else cw.load_rules(files)
        assert engine == "python" or game.make_module(2) == "machine"
        meant = stops_at(plain(seed, idle), seed)
        assert stops_at(game, seed) == meant, limit
        ends.add(len(meant[0]))
    assert len(ends) > 1 or seed != 1, "no limit made a difference"
    moves.maker_for.cache_clear()
