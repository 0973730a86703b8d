"""Forks and threads: a process that is forked while another thread loads goes on, and threads may share a game from its first step."""

import os
import random
import threading
import time

import pytest

import cavewright as cw
from cavewright.foundation.source.build_lock import BUILD_LOCK
from cavewright.foundation.source.lazy_property import lazy_property
from cavewright.play.loading import load

PATIENCE = 300
"""Seconds: however busy the machine is, by then it has happened."""


def over(child):
    """The status of a process once it has ended; none if it has not before patience does."""
    for _ in range(PATIENCE * 20):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


def forked(work):
    """The exit status of a process that is forked here and does some work."""
    child = os.fork()
    if not child:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return over(child)


def used():
    """Loads a game and plays some of it."""
    state = cw.load_game("tic-tac-toe").new_initial_state(2)
    for _ in range(4):
        state = state.apply(
            state.legal_actions(state.active_players[0])[0] if state.active_players else state.chance_outcomes()[0][0]
        )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", ["kave-kapers", "hex"])
@pytest.mark.gate("hex")
def test_a_fork_while_another_thread_loads_does_not_hang(name):
    """One in the middle of each of several loads, at different times into them."""
    for wait in (0.01, 0.1):
        thread = threading.Thread(target=lambda: cw.load_game(name).new_initial_state().apply)
        thread.start()
        time.sleep(wait)
        assert forked(used) == 0
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_waits_for_whoever_loads(monkeypatch):
    """Whatever the other thread is in the middle of; here it is the checking of rules."""
    middle, seen, ready_in = threading.Event(), [], load.ready_in

    def slow(files, options):
        middle.set()
        time.sleep(0.5)
        seen.append("loaded")
        return ready_in(files, options)

    monkeypatch.setattr(load, "ready_in", slow)
    thread = threading.Thread(target=cw.load_game, args=("tic-tac-toe",))
    thread.start()
    assert middle.wait(PATIENCE)
    monkeypatch.setattr(load, "ready_in", ready_in)
    assert forked(lambda: (seen == ["loaded"] or os._exit(3), used())) == 0
    thread.join(PATIENCE)


def test_nothing_that_is_found_once_holds_a_lock():
    """Python's own `cached_property` does, before 3.12, and what a fork catches of it nobody lets go of."""
    modules = [
        each
        for each in (
            os.path.join(root, name) for root, _, names in os.walk(os.path.dirname(cw.__file__)) for name in names
        )
        if each.endswith(".py")
    ]
    for path in modules:
        with open(path, encoding="utf-8") as file:
            assert "import cached_property" not in file.read() and len(modules) > 200, path


def test_of_what_two_threads_find_at_once_both_get_the_first():
    class Slow:
        @lazy_property
        def found(self):
            barrier.wait(PATIENCE)
            return object()

    barrier, slow, seen = threading.Barrier(4), Slow(), []
    threads = [threading.Thread(target=lambda: seen.append(slow.found)) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE)
    assert len(seen) == 4 and len(set(map(id, seen))) == 1


@pytest.mark.parametrize("name", ["the-cave", "connect-four"])
@pytest.mark.gate("connect-four")
def test_threads_share_a_game_whose_functions_are_not_written_yet(name):
    """Each plays a match of its own seed, and Lines beside it, as it would alone."""

    def match_of(game, seed):
        made, rng = cw.Match(game, None, seed), random.Random(seed)
        while not made.state.is_terminal and len(made.move_stack) < 60:
            made.push(rng.choice(made.state.legal_actions(rng.choice(made.state.active_players))))
        line = cw.Line(made.at(0))
        line.playout(random.Random(seed).random, 40)
        return [*map(str, made.move_stack)], line.state.key()

    def work(seed):
        start.wait(PATIENCE)
        try:
            said[seed] = match_of(game, seed)
        except BaseException as error:
            said[seed] = error

    game, said, start = cw.load_game(name), {}, threading.Barrier(8)
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE)
    alone = cw.load_game(name)
    assert said == {seed: match_of(alone, seed) for seed in range(8)}
    assert BUILD_LOCK.acquire(timeout=1)
    BUILD_LOCK.release()
