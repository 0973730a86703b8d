"""Modules in a browser: by JavaScript as Pyodide lends it, played by a double, and, where node has it, in Pyodide itself."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import lark
import pytest
from tests.engine.agreement.settings import load
from tests.machine.native.browser_double import JsException, javascript
from tests.machine.native.twin_lines import Pair
from tests.machine.native.twin_states import Twins

import cavewright as cw
from cavewright.machine.native import browser, linking, module_making, moves
from cavewright.machine.native.machine import has_wasm

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[3]
needs_wasmtime = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
GAMES = ["tic-tac-toe", "hex", "the-cave", "kave-kapers"]


@pytest.fixture
def in_browser(monkeypatch):
    """Python as it runs in a browser: JavaScript runs modules, and there are no threads."""

    def no_thread(*given, **named):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("cavewright.machine.native.web_assembly.has_browser", lambda: True)
    monkeypatch.setattr("cavewright.machine.native.web_assembly.has_wasm", lambda: False)
    monkeypatch.setattr(module_making.MakingThread, "start", no_thread)
    for name, module in javascript().items():
        monkeypatch.setitem(sys.modules, name, module)
    for each in (moves.maker_for, browser._javascript):
        each.cache_clear()
    yield
    for each in (moves.maker_for, browser._javascript):
        each.cache_clear()


def both(name):
    plain, machine = load(name), cw.load_game(name, engine="machine")
    players = plain.players.start
    assert machine.make_module(players) == "machine"
    return plain.new_initial_state(players), machine.new_initial_state(players)


@needs_wasmtime
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("tic-tac-toe")
def test_states_in_a_browser_are_those_of_python(in_browser, name):
    states = both(name)
    assert type(states[1].game.pool(len(states[1].names)).machine) is browser.BrowserMachine
    assert Twins(states, random.Random(name)).walk(60) > 10


@needs_wasmtime
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("hex")
def test_so_are_lines(in_browser, name):
    game = load(name)
    assert Pair(game, game.players.start, random.Random(name)).walk(60) > 10


@needs_wasmtime
def test_until_somebody_asks_for_the_module_the_interpreter_plays(in_browser, monkeypatch):
    monkeypatch.setattr(moves, "is_kept", lambda *given: False)
    game = cw.load_game("connect-four", engine="machine")
    state = game.new_initial_state()
    assert state.engine == "interpreter" and len(state.legal_actions()) == 7
    assert game.make_module() == "machine" and state.engine == "machine"


@needs_wasmtime
def test_a_module_that_was_kept_is_there_at_once(in_browser, monkeypatch):
    cw.load_game("connect-four", engine="machine").make_module()
    moves.maker_for.cache_clear()
    monkeypatch.setattr(linking, "form_of", lambda *given, **named: pytest.fail("a module is made"))
    assert cw.load_game("connect-four", engine="machine").new_initial_state().engine == "machine"


@needs_wasmtime
def test_a_step_that_stops_itself_is_made_by_the_interpreter(in_browser, monkeypatch):
    monkeypatch.setattr(linking, "WORK_LIMIT", 150)
    states = both("nine-mens-morris")
    assert 10 < Twins(states, random.Random(1)).walk(50) < 50


@needs_wasmtime
def test_memory_grows_by_need_and_what_cannot_be_had_is_told(in_browser, monkeypatch):
    pool = both("hex")[1]._at.pool
    size = pool.machine.size
    positions = [pool.new() for _ in range(size // pool.size)]
    assert pool.machine.size > size and pool.data(positions[-1]) == bytes(pool.size)

    def refuse(pages):
        raise JsException("RangeError")

    monkeypatch.setattr(pool.machine.exports.memory, "grow", refuse)
    with pytest.raises(MemoryError):
        pool.machine.grow(2**30)
    for at, many in ((-1, 4), (pool.machine.size - 2, 4)):
        with pytest.raises(IndexError):
            pool.machine.read(at, many)
        with pytest.raises(IndexError):
            pool.machine.write(at, bytes(many))


@needs_wasmtime
def test_playouts_are_those_of_other_machines(in_browser, monkeypatch):
    found = cw.Native(load("tic-tac-toe"), backend="wasm").playouts(20, seed=7)
    assert found == cw.Native(load("tic-tac-toe"), backend="python").playouts(20, seed=7)
    monkeypatch.setattr(sys.modules["js"].WebAssembly.Module, "new", lambda source: refused())
    with pytest.raises(cw.NativeError, match="the browser does not compile it"):
        cw.Native(load("hex"), backend="wasm")


@needs_wasmtime
@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "the-cave"])
@pytest.mark.gate("tic-tac-toe")
def test_batches_are_games_of_states_by_copies_of_memory(in_browser, name):
    pytest.importorskip("numpy")
    from tests.bots.batches.twin_batches import Twins as Batch

    batch = Batch(load(name), load(name).players.start, 3, max_moves=20)
    assert type(batch.batch._machine) is browser.BrowserMachine
    assert batch.walk(120).ended
    batch.observed_alike()


@needs_wasmtime
def test_steps_of_batches_that_stop_themselves_are_made_by_the_interpreter(in_browser, monkeypatch):
    pytest.importorskip("numpy")
    from tests.bots.batches.twin_batches import Twins as Batch

    monkeypatch.setattr(linking, "WORK_LIMIT", 150)
    assert Batch(load("nine-mens-morris"), 2, 3).walk(60).decisions >= 60


def refused():
    raise JsException("CompileError")


IN_PYODIDE = """
import random
import cavewright as cw

def ends(**how):
    game, rng = cw.load_game("hex", **how), random.Random(7)
    if "engine" in how:
        assert game.make_module() == "machine"
    state = game.new_initial_state()
    while not state.is_terminal:
        state = state.apply(state.legal_actions()[rng.randrange(len(state.legal_actions()))])
    line = cw.Line(game.new_initial_state(), engine="native")
    assert line.make_module() == "native"
    line.playout(random.Random(7).random)
    return state.engine, state.returns(), line.engine, line.state.returns(), line.depth

print(*ends(), *ends(engine="machine"), sep="\\n")
"""


def pyodide():
    """The folder of the package of npm; none where node does not find it."""
    if shutil.which("node") is None:
        return None
    asked = "console.log(require('path').dirname(require.resolve('pyodide/package.json')))"
    found = subprocess.run(["node", "-e", asked], capture_output=True, text=True, cwd=ROOT)
    return Path(found.stdout.strip()) if found.returncode == 0 else None


def test_pyodide_plays_in_modules_of_its_own(tmp_path):
    folder = pyodide()
    if folder is None:
        pytest.skip("Pyodide is not installed: `npm install --no-save pyodide`")
    shutil.copy(HERE / "pyodide.mjs", tmp_path)
    (tmp_path / "node_modules").symlink_to(folder.parent)
    packages = Path(lark.__file__).parents[1]
    done = subprocess.run(
        ["node", tmp_path / "pyodide.mjs", ROOT, packages, IN_PYODIDE],
        capture_output=True,
        text=True,
        env=os.environ,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    plain, machine = (done.stdout.split("\n")[n : n + 5] for n in (0, 5))
    assert [plain[0], machine[0]] == ["python", "machine"] and plain[1:] == machine[1:] and plain[2] == "native"
