"""The built wheel works away from the repository: rules, grammar and diagnostics travel in it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SCRIPT = """
import cavewright as cw, pathlib
assert "site" in cw.__file__, cw.__file__
game = cw.load_game("the-cave", overlays=["long-rope"])
match = cw.Match(game, players=2, seed=1)
print(game.id, game.overlays, len(match.state.legal_actions(match.state.active_players[0])) > 1)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which the wheel, freshly built, is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(folder.glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder / "site"), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    return folder


def run(installed, *arguments):
    """Runs Python in the folder, with nothing of the repository in reach."""
    env = {**os.environ, "PYTHONPATH": str(installed / "site")}
    return subprocess.run([sys.executable, *arguments], cwd=installed, env=env, capture_output=True, text=True, timeout=120)


def test_a_game_from_the_wheel(installed):
    """Bundled games and overlays load and play."""
    done = run(installed, "-c", SCRIPT)
    assert (done.stdout, done.stderr) == ("the-cave ('long-rope',) True\n", "")


@pytest.mark.parametrize("arguments, said", [
    (["games"], "the-cave"), (["games", "--lang", "de"], "Die Höhle"), (["check", "the-cave"], ""), (["explain", "C0203"], "C0203"), (["explain", "TC-EN-SPEC-05"], "hardship")])
def test_commands_from_the_wheel(installed, arguments, said):
    """The command line finds what it needs inside the package."""
    done = run(installed, "-m", "cavewright", *arguments)
    assert done.returncode == 0 and said in done.stdout, done.stderr
