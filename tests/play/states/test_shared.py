"""One game for many threads, values between processes of every kind, and thousands of games without growth."""

import gc
import multiprocessing
import random
import sys
import threading
import tracemalloc

import pytest

import cavewright as cw
from cavewright.engine.interpret.board_memory import DISTANCES, NeighbourCache
from cavewright.study import simulate

GAMES = [
    "connect-four",
    "the-cave",
    *(pytest.param(id, marks=pytest.mark.long) for id in ("cave-vs-cave", "kave-kapers")),
]


def walked(game, seed, moves=60):
    """A match at random, as text."""
    match, rng = cw.Match(game, game.players[0], seed), random.Random(seed)
    while not match.state.is_terminal and len(match.move_stack) < moves:
        match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    match.state.view(0).to_json()
    return match.to_json()


@pytest.mark.long
def test_eight_threads_share_a_memory_of_boards():
    """Each asks about boards of its own, more than are kept: none meets another where what is oldest is forgotten."""
    memory, right = NeighbourCache(lambda cells, place: len(cells) + place, *DISTANCES), []

    def work(n):
        rng = random.Random(n)
        asked = [(dict.fromkeys(range(rng.randrange(7))), rng.randrange(40)) for _ in range(3_000)]
        right.append(all(memory.of(cells, {}, place) == len(cells) + place for cells, place in asked))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    finally:
        sys.setswitchinterval(interval)
    assert right == [True] * 8
    assert len(memory.kept) <= DISTANCES[0] + 8
    assert all(len(known) <= DISTANCES[1] + 8 for _, _, known in memory.kept.values())


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.long
def test_eight_threads_play_one_game(id):
    """Each its own matches, all begun at once on a game of which nothing is written yet: what they play is what one thread plays."""
    game, found, start = cw.load_game(id), {}, threading.Barrier(8)

    def work(n):
        start.wait()
        found[n] = [walked(game, seed, 40) for seed in (n, n % 3)]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    alone = cw.load_game(id)
    assert found == {n: [walked(alone, seed, 40) for seed in (n, n % 3)] for n in range(8)}


def test_eight_threads_go_on_from_one_state():
    """A state is a value: they list, apply and view the same one."""
    state, found = cw.load_game("the-cave").new_initial_state(2), []

    def work():
        actions = state.legal_actions(0)
        found.append(
            (
                [state.apply(each).key() for each in actions],
                state.view(0).to_json(),
                state.cave.number_of_nodes(),
                hash(state),
            )
        )

    threads = [threading.Thread(target=work) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 8 and all(each == found[0] for each in found)


def gone_on(given):
    """In another process: the next actions of a match and of its state."""
    match, state, encoded = given
    assert match.state == state and encoded.encode(state.legal_actions(state.active_players[0])[0]) >= 0
    for _ in range(10):
        match.push(match.state.legal_actions(match.state.active_players[0])[-1])
    return match, match.state, match.state.view(None), encoded


@pytest.mark.parametrize(
    "method", ["fork", *(pytest.param(each, marks=pytest.mark.long) for each in ("spawn", "forkserver"))]
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_values_travel_to_processes_of_every_kind(method):
    """There and back; what the other process went on with is what this one does."""
    match = cw.Match.from_json(walked(cw.load_game("the-cave"), 5, 30))
    given = match, match.state, cw.encodings.Actions(match.game, 2)
    with multiprocessing.get_context(method).Pool(1) as pool:
        there, state, view, _ = pool.apply(gone_on, (given,))
    here = gone_on((cw.Match.from_json(match.to_json()), match.state, given[2]))
    assert (there, state, view) == here[:3] and there.state == state


def kept_after(game, games, seed):
    """Bytes that Python holds after so many games more."""
    simulate(game, games=games, bots=["random"], seed=seed)
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.long
@pytest.mark.parametrize("games", [400, pytest.param(10_000, marks=pytest.mark.long)])
def test_thousands_of_games_leave_nothing_behind(games):
    """As many games again, in this process, and hardly a byte more is held: twice 10,000 in the longer run."""
    game = cw.load_game("tic-tac-toe")
    tracemalloc.start()
    try:
        kept_after(game, 50, 1)
        first = kept_after(game, games, 1_000)
        assert kept_after(game, games, 50_000) - first < 60_000
    finally:
        tracemalloc.stop()


@pytest.mark.long
def test_matches_leave_nothing_behind():
    """Played by states and with views, which remember more than counted games do."""
    game = cw.load_game("connect-four")
    tracemalloc.start()
    try:
        for seed in range(30):
            walked(game, seed)
        gc.collect()
        first = tracemalloc.get_traced_memory()[0]
        for seed in range(100, 160):
            walked(game, seed)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - first < 100_000
    finally:
        tracemalloc.stop()
