"""Loading and writing Python do without the collector of garbage, and leave it as it was."""

import gc
import threading

import pytest

import cavewright as cw
from cavewright.engine.generate import Generator
from cavewright.engine.jit.compiled import Compiled
from cavewright.play.loading import load


@pytest.mark.parametrize("at_work", [True, False])
def test_the_collector_is_left_as_it_was(at_work, monkeypatch):
    seen, composed = [], load.read_stack
    monkeypatch.setattr(load, "read_stack", lambda *given: seen.append(gc.isenabled()) or composed(*given))
    try:
        gc.enable() if at_work else gc.disable()
        cw.load_game("tic-tac-toe")
        with pytest.raises(cw.RulesetError):
            cw.load_game("no-such-game")
        assert gc.isenabled() == at_work and seen == [False, False]
    finally:
        gc.enable()


@pytest.mark.parametrize("at_work", [True, False])
def test_so_it_is_when_python_is_written(at_work, monkeypatch):
    seen, written = [], Generator.write_function
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    monkeypatch.setattr(
        Generator, "write_function", lambda self, *ask: seen.append(gc.isenabled()) or written(self, *ask)
    )
    game = cw.load_game("tic-tac-toe")
    state, engine = game.new_initial_state(), Compiled(game.interpreter)
    try:
        gc.enable() if at_work else gc.disable()
        engine.list_options(state._h, state._s)
        assert gc.isenabled() == at_work and seen and not any(seen)
    finally:
        gc.enable()


def test_with_several_threads_it_is_at_work_in_the_end():
    threads = [
        threading.Thread(target=cw.load_game, args=(name,))
        for name in ("tic-tac-toe", "hex", "connect-four", "breakthrough") * 3
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert gc.isenabled()
