"""Platforms without the wheel of wasmtime: what the table of docs/speed.md says plays there, in a process that has none."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cavewright.machine.native.c_compiler import compiler_command

ROOT = Path(__file__).parents[3]
WITHOUT = """
import sys
sys.modules["wasmtime"] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "wasmtime" else found(name, *more)
import random
import cavewright as cw
game = cw.load_game("tic-tac-toe")
"""
GAME = """
state = {game}.new_initial_state()
while not state.is_terminal:
    state = state.apply(state.legal_actions()[-1])
print(state.engine, state.returns())
"""
WAYS = {
    "Python": GAME.format(game="game"),
    "interpreter": GAME.format(game='cw.load_game("tic-tac-toe", engine="interpreter")'),
    "printed Python": """
print("printed", cw.Native(game, backend="python").playouts(20, seed=7))
""",
    "no WebAssembly": """
for refused in (lambda: cw.load_game("tic-tac-toe", engine="machine"), lambda: cw.Line(game.new_initial_state(), engine="native")):
    try:
        refused()
    except cw.NativeError as error:
        print("refused" if "cavewright[native]" in str(error) else error)
""",
}


def run_without_wasmtime(said):
    """What a program prints where wasmtime cannot be imported."""
    done = subprocess.run([sys.executable, "-c", WITHOUT + said], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.gate("interpreter")
def test_without_wasmtime_the_rest_plays(way):
    assert run_without_wasmtime(WAYS[way])


@pytest.mark.long
def test_python_and_the_interpreter_play_the_same_without_it():
    plain, interpreted = (run_without_wasmtime(WAYS[each]).split(" ", 1) for each in ("Python", "interpreter"))
    assert plain[0] == "python" and interpreted[0] == "interpreter" and plain[1] == interpreted[1]


@pytest.mark.long
def test_without_it_a_wish_for_webassembly_is_refused_with_what_to_install():
    assert run_without_wasmtime(WAYS["no WebAssembly"]) == "refused\nrefused"


@pytest.mark.long
@pytest.mark.skipif(compiler_command() is None, reason="there is no C compiler")
def test_without_it_a_c_compiler_does():
    said = GAME.format(game='cw.load_game("tic-tac-toe", engine="machine", backend="c")')
    assert run_without_wasmtime(said).split(" ", 1)[1] == run_without_wasmtime(WAYS["Python"]).split(" ", 1)[1]


def test_each_platform_with_a_wheel_is_in_the_table():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = (ROOT / "docs" / "speed.md").read_text("utf-8").partition("### Platforms")[2].partition("\n### ")[0]
    wanted = [each for each in project["dependencies"] if each.startswith("wasmtime")]
    assert len(wanted) == 6
    for each in wanted:
        system, kind = (part.split("'")[1] for part in each.partition(";")[2].split(" and "))
        assert any(f"`{system}`" in line and f"`{kind}`" in line for line in table.splitlines()), each
