"""Batches: every game of them is a game of states, step for step, in all that a batch says of it."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tests.bots.batches.twin_batches import Twins
from tests.engine.agreement.settings import load

import cavewright as cw
from cavewright.bots.encodings.payoffs import UTILITIES
from cavewright.encodings import Actions
from cavewright.machine.native.machine import has_wasm
from cavewright.play.loading.load import try_load
from cavewright.play.positions.action import SIMULTANEOUS

pytestmark = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "hex",
    "nine-mens-morris",
    "kave-kapers",
    "cave-vs-cave",
    "the-cave",
]
BURROW = Path(__file__).parents[2] / "play" / "burrow.cave"
DELVE = """ruleset delve 1.0 "Delve"
    language 1

kind slab
    | slab | open: set of side |
    | full | n e s w           |
    | bend | n e               |

game
    keeps steps: 0..9

players delver 2..2
    keeps here: place or none

board place of slab by open
    grid growing
    keeps dust: 2..9
    passage keeps door: 1..4

menu moves

action dig(p in frontier(place), s in slab) in moves
    require count(q in place) < 7
    lay s at p
    set p.dust = 2 + steps

action go(p in place) in moves
    set here = p

action shut(p in place, q in neighbours(p)) in moves
    let now = passage(p, q).door
    set passage(p, q).door = now + 1 if now < 4 otherwise 1

to play
    lay full at cell(place, 0, 0)
    repeat until steps is 9
        each delver from first(d in delver)
            offer moves
            offer moves
        set steps = steps + 1

scoring
    score nothing = 0
    highest total wins
"""
KIT = (("starting_kit", "suggested"),)


def options_of(name):
    return KIT if name == "the-cave" else ()


@pytest.mark.gate("connect-four-some")
@pytest.mark.parametrize("most", [pytest.param(60, id="some"), pytest.param(3_000, id="many", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_a_batch_is_games_of_states(name, most):
    twins = Twins(load(name, (), options_of(name))).walk(most)
    assert twins.ended or name not in ("tic-tac-toe", "connect-four")


@pytest.mark.parametrize("window", [None, 1, 4])
@pytest.mark.parametrize("name", ["burrow", "delve", "the-cave"])
@pytest.mark.gate("burrow-None", "delve-None", "delve-1")
def test_boards_that_grow_are_observed_out_of_the_records_of_all_games(name, window):
    given = {"burrow": lambda: cw.load_game(BURROW), "delve": lambda: cw.load_rules({"delve.cave": DELVE})}
    game = given[name]() if name in given else load(name, (), KIT)
    twins = Twins(game, game.players[-1], window=window).walk(150)
    assert twins.batch._observer.fills is not None
    for _ in range(10):
        twins.step()
        twins.observed_alike()


@pytest.mark.parametrize(("name", "utility"), [("kave-kapers", "margin"), ("cave-vs-cave", "score")])
@pytest.mark.gate(1)
def test_what_ended_games_pay_is_what_their_ends_are_worth(name, utility):
    assert Twins(load(name), 2, utility=utility, max_moves=25).walk(260).ended > 5


@pytest.mark.long
def test_games_that_are_cut_while_all_act_at_once_are_told_as_they_stood():
    twins = Twins(load("the-cave", (), (("starting_kit", "free"),)), 2, max_moves=2)
    while not twins.batch.truncated.any():
        before = twins.states[:]
        twins.alike()
        twins.step()
    assert {state.current_player for state in before} == {SIMULTANEOUS}
    twins.walk(60)


@pytest.mark.parametrize("name", ["connect-four", "kave-kapers"])
@pytest.mark.gate("connect-four")
def test_where_nothing_is_to_be_done_games_stay(name):
    batch = cw.vector(load(name), 2, 6, seed=1, max_moves=1)
    batch.step_options(batch.random_options())
    assert batch.truncated.all()
    before, where = [batch.state(n) for n in range(6)], np.arange(6) % 2 == 0
    batch.step_options(np.where(where, batch.random_options(), -7), where)
    assert batch.truncated.tolist() == where.tolist() and not batch.rewards[~where].any()
    assert [batch.state(n) for n in (1, 3, 5)] == before[1::2]
    batch.step(np.where(where, batch.random_actions(), 10**6), where)
    with pytest.raises(ValueError, match="game 1 was not ended by the last step"):
        batch.final_state(1)
    for wrong in (1, [True] * 5, [1] * 6, "abc", [[True] * 6]):
        with pytest.raises(ValueError, match=r"^where is an array of 6 truth values"):
            batch.step(batch.random_actions(), wrong)


@pytest.mark.long
def test_all_may_act_at_once_in_some_games_and_not_in_others():
    twins = Twins(load("the-cave", (), (("starting_kit", "free"),)), 2)
    assert {state.current_player for state in twins.states} == {SIMULTANEOUS}
    twins.walk(120)
    assert {state.current_player for state in twins.states} != {SIMULTANEOUS}


@pytest.mark.parametrize("utility", UTILITIES)
@pytest.mark.gate("score", "margin")
def test_a_game_that_is_too_long_is_cut_and_pays_as_if_it_ended_there(utility):
    twins = Twins(load("tic-tac-toe"), utility=utility, max_moves=7).walk(200)
    assert twins.ended > 20
    batch = cw.vector(twins.game, size=3, max_moves=1, utility=utility, seed=1)
    batch.step(batch.random_actions())
    assert batch.truncated.all() and not batch.terminated.any() and batch.rewards.tolist() == [[0, 0]] * 3
    assert batch.current_player.tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", ["connect-four", "kave-kapers"])
@pytest.mark.gate("connect-four")
def test_equal_seeds_and_decisions_give_equal_games_whatever_their_number(name):
    def played(size, seed):
        batch, told = cw.vector(load(name), 2, size, seed=seed), []
        for _ in range(12):
            batch.step_options(np.minimum(np.arange(size) % 3, batch.option_counts - 1))
            told.append([batch.state(n) for n in range(2)])
        return told

    assert played(2, 5) == played(7, 5)
    batch = cw.vector(load(name), 2, 4, seed=9)
    first = [batch.random_actions().tolist(), [batch.state(n) for n in range(4)]]
    batch.step(batch.random_actions())
    batch.reset(9)
    assert [batch.random_actions().tolist(), [batch.state(n) for n in range(4)]] == first
    assert not batch.terminated.any() and not batch.rewards.any()


def test_a_step_that_the_module_cannot_make_is_made_in_python(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 100)
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    made, in_python = [], cw.Vector._step_in_python
    monkeypatch.setattr(
        cw.Vector, "_step_in_python", lambda *given, **named: made.append(given) or in_python(*given, **named)
    )
    twins = Twins(load("tic-tac-toe")).walk(80)
    assert 0 < len(made) <= twins.decisions


@pytest.mark.parametrize("work", [10, 40, 90])
@pytest.mark.parametrize("name", ["tic-tac-toe", "nine-mens-morris", "hex"])
@pytest.mark.gate("tic-tac-toe-90", "nine-mens-morris-40")
def test_a_listing_that_might_take_too_much_work_is_made_by_the_interpreter(monkeypatch, name, work):
    """A module charges the worst case: where that passes the limit it stops itself, from the first listing on or later."""
    monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", work)
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    twins = Twins(load(name), size=3, max_moves=12).walk(60)
    assert twins.ended >= 3


def test_what_cannot_be_played_on_is_cut(monkeypatch):
    """Here all positions are too much for the module: a game whose step stops begins anew, and the others go on."""
    batch = cw.vector(load("nine-mens-morris"), size=4, seed=1)
    batch.step(batch.random_actions())
    others = [batch.state(n) for n in (0, 1, 3)]
    batch._chosen[:] = batch.random_actions()
    batch._step_in_python(2, True, 1)
    assert batch.state(2) != load("nine-mens-morris").new_initial_state() and not batch.truncated[2]
    batch._chosen[:] = 0
    monkeypatch.setattr(type(batch._interface.encoding), "encode", too_much)
    batch._step_in_python(2, False, 1)
    assert batch.truncated.tolist() == [False, False, True, False] and not batch.rewards.any()
    assert batch.state(2).key()[2:] == load("nine-mens-morris").new_initial_state(batch.state(2).names).key()[2:]
    assert [batch.state(n) for n in (0, 1, 3)] == others


def too_much(*given):
    from cavewright.machine.ir.memory import TooMuchError

    raise TooMuchError("anything")


def test_what_is_not_legal_is_refused_and_nothing_has_been_done():
    batch = cw.vector("tic-tac-toe", size=3, seed=1)
    batch.step([0, 1, 2])
    before = [batch.state(n) for n in range(3)]
    for wrong in ([1, 1, 1], [1, 2, 9], [1, 2, -1], [1, 2], [[1, 2, 0]], [1.0, 2.0, 0.0], ["a", "b", "c"], None, 3):
        with pytest.raises(ValueError, match=r"^actions"):
            batch.step(wrong)
    for wrong in ([0, 0, 8], [-1, 0, 0], [0], "abc"):
        with pytest.raises(ValueError, match=r"^rows"):
            batch.step_options(wrong)
    assert [batch.state(n) for n in range(3)] == before
    for wrong in (-1, 3, 2.0, None):
        with pytest.raises((TypeError, ValueError), match=r"^n is "):
            batch.state(wrong)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"size": 0}, "size is"),
        ({"size": 10**9}, "size is a whole number from 1 to 16,384"),
        ({"size": 2.0}, "size is"),
        ({"size": True}, "size is"),
        ({"seed": -1}, "seed is"),
        ({"seed": 2**64}, "seed is"),
        ({"max_moves": 0}, "max_moves is"),
        ({"utility": "fun"}, "utility is"),
        ({"players": 5}, "player"),
    ],
)
def test_settings_that_make_no_sense_are_named(settings, said):
    with pytest.raises((TypeError, ValueError), match=said):
        cw.vector("tic-tac-toe", **settings)


@pytest.mark.long
def test_where_actions_have_too_many_numbers_it_says_so():
    batch = cw.vector(load("the-cave", (), KIT), 2, 2, seed=1)
    for ask in (lambda: batch.mask, batch.random_actions, lambda: batch.step([0, 0])):
        with pytest.raises(cw.NativeError, match=r"the-cave has no mask: .*`option_counts` and `step_options`$"):
            ask()
    batch.step_options(batch.random_options())


def test_without_numpy_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("cavewright.bots.batches.arrays.find_spec", lambda name: None)
    with pytest.raises(cw.NativeError, match="pip install numpy"):
        cw.vector("tic-tac-toe")


def test_a_closed_batch_says_so_and_its_arrays_stay():
    batch = cw.vector("tic-tac-toe", size=2, seed=1)
    mask = batch.mask
    batch.close()
    batch.close()
    for ask in (
        lambda: batch.step([0, 0]),
        lambda: batch.step_options([0, 0]),
        batch.reset,
        lambda: batch.state(0),
        lambda: batch.final_state(0),
    ):
        with pytest.raises(ValueError, match="this batch of tic-tac-toe is closed"):
            ask()
    assert mask.sum() == 18


def test_threads_that_share_a_batch_are_told():
    batch = cw.vector("tic-tac-toe", size=2, seed=1)
    before = batch.state(0)
    with batch._alone(), ThreadPoolExecutor(1) as thread:
        for ask in (lambda: batch.step([0, 0]), lambda: batch.step_options([0, 0]), lambda: batch.reset(1)):
            with pytest.raises(RuntimeError, match="two threads at once use this batch of tic-tac-toe"):
                thread.submit(ask).result()
    assert batch.state(0) == before
    batch.step([0, 0])


def test_memory_that_cannot_be_had_is_told(monkeypatch):
    def grow(machine, size):
        raise MemoryError

    monkeypatch.setattr("cavewright.machine.native.machine.WasmMachine.grow", grow)
    with pytest.raises(cw.NativeError, match="there is no memory for 5 games of hex; take fewer"):
        cw.vector("hex", size=5)


def test_without_wasmtime_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("cavewright.machine.native.web_assembly.has_wasm", lambda: False)
    with pytest.raises(cw.NativeError, match=r"pip install \"cavewright\[native\]\""):
        cw.vector("tic-tac-toe")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_has_games_of_its_own():
    batch = cw.vector("connect-four", size=3, seed=1)
    batch.step([0, 1, 2])
    before = [batch.state(n) for n in range(3)]
    child = os.fork()
    if not child:
        batch.step([3, 3, 3])
        os._exit(int(batch.state(0) == before[0]))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert [batch.state(n) for n in range(3)] == before
    batch.step([3, 3, 3])


def test_arrays_stay_when_the_batch_is_gone():
    mask = cw.vector("connect-four", size=2, seed=1).mask
    assert mask.tolist() == [[1] * 7] * 2


def test_without_a_seed_games_differ_each_time():
    drawn = [cw.vector("hex", size=4).random_actions().tolist() for _ in range(3)]
    assert len(set(map(tuple, drawn))) > 1
    batch = cw.vector("hex", size=4, seed=1)
    batch.reset()
    assert batch.random_actions().tolist() != cw.vector("hex", size=4, seed=1).random_actions().tolist()


def test_numbers_are_those_of_encodings():
    assert cw.vector("hex", size=1, seed=1).mask.shape[1] == Actions(load("hex")).size


SHORT = """ruleset short 1.0 "Short"
    language 1
kind card
    | card | v: 0..9 |
    | ace  | 1       |
    | two  | 2       |
players team 2..3
    keeps points: 0..99
game
    keeps deck: bag of card
menu deeds
scoring
    score points = points
    highest total wins
action rest in deeds
    may
        gain 1 point
to play
    gain 2 {} in deck
    gain 2 two in deck
    draw c from deck
    if c is ace
        offer deeds
"""


def short_games(sort):
    game, found = try_load({"short.cave": SHORT.replace("{}", sort)})
    assert game is not None, found
    return game


def test_a_game_that_chance_ends_before_anybody_decides_is_begun_once_more():
    batch = cw.vector(short_games("ace"), size=40, seed=1, max_moves=1)
    for _ in range(3):
        assert (batch.current_player >= 0).all() and (batch.option_counts == 1).all()
        batch.step_options(batch.random_options())
        assert (batch.terminated | batch.truncated).all()


def test_where_nobody_ever_decides_no_batch_is_made():
    with pytest.raises(cw.NativeError, match="short: games are over before a player decides anything"):
        cw.vector(short_games("two"), size=3, seed=1)
