"""What the suite says of the default engine holds of the interpreter: all examples and shallow leaf counts here, the whole suite in the longer run."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.engine.agreement.settings import BASES, HOUSE
from tests.play.positions.rehearsals import position, settings_of
from tests.play.states.leafcount import POSITIONS, leaves, steps
from tests.play.states.test_leaves import stored

import cavewright as cw
from cavewright.engine.interpret.interpreter import Interpreter
from cavewright.engine.jit.compiled import Compiled

TESTS = Path(__file__).parents[2]
SHALLOW = 300
SUITE = [
    path
    for folder in ("play", "engine/interpret", "rules/boards", "rulesets")
    for path in sorted((TESTS / folder).rglob("test_*.py"))
]


@cache
def by(engine, name, overlays=(), options=()):
    return cw.load_game(name, overlays, dict(options), engine=engine)


def test_an_engine_is_what_it_is_called():
    assert isinstance(by("python", "tic-tac-toe").engine, Compiled) and isinstance(
        by("interpreter", "tic-tac-toe").engine, Interpreter
    )


def own_examples(game, overlay=""):
    """The examples of a ruleset, or of the last overlay on it: those of the base need not hold under it."""
    return [each.name for each in game.examples if not overlay or overlay in each.span.source.name]


@pytest.mark.parametrize("share", [pytest.param(8, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("connect-four-some", "breakthrough-some")
def test_examples_by_the_interpreter(name, share):
    game = by("interpreter", name)
    results = cw.run_examples(game, own_examples(game, "".join(name.split("+")[1:]))[::share])
    assert results and not [str(each) for result in results for each in result.diagnostics]


@pytest.mark.long
@pytest.mark.parametrize("overlay", HOUSE)
def test_examples_of_house_rules_by_the_interpreter(overlay):
    game = by("interpreter", "the-cave", (overlay,))
    assert not [
        str(each) for result in cw.run_examples(game, own_examples(game, overlay)) for each in result.diagnostics
    ]


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.gate("camp_on_the_back", "final_round")
def test_leaves_by_the_interpreter(name):
    example, known = POSITIONS[name], {}
    state, (counts, lists) = (
        position(by("interpreter", "the-cave", (), tuple(settings_of(example).items())), example),
        stored(name),
    )
    assert [str(each) for each in steps(state)] == list(lists)
    for depth, count in enumerate(counts, start=1):
        if count <= SHALLOW:
            assert leaves(state, depth, known) == count, depth


@pytest.mark.long
@pytest.mark.parametrize("path", SUITE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_suite_by_the_interpreter(path):
    """Every law, position, stored count and recorded game, in a process in which games are loaded with the interpreter.
    A file of which all tests are long has none to run."""
    told = [
        sys.executable,
        "-m",
        "pytest",
        "--engine",
        "interpreter",
        "-m",
        "not long",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        str(path),
    ]
    done = subprocess.run(told, capture_output=True, text=True, cwd=TESTS.parent, env=dict(os.environ))
    assert done.returncode in (0, pytest.ExitCode.NO_TESTS_COLLECTED), done.stdout[-3_000:] + done.stderr[-1_000:]


@pytest.mark.long
def test_a_run_of_tests_can_be_by_the_interpreter(tmp_path):
    (tmp_path / "conftest.py").write_text((TESTS / "conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_it.py").write_text(
        "import cavewright as cw\nGAME = cw.load_game('tic-tac-toe')\ndef test_it():\n    assert GAME.engine is GAME.interpreter\n"
        "    assert GAME.with_options({}).engine is not GAME.engine\n    assert cw.load_game('hex', engine='python').engine.names\n"
    )
    told = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        os.devnull,
        "--rootdir",
        str(tmp_path),
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        str(tmp_path),
    ]
    ends = [
        subprocess.run([*told, *more], capture_output=True, text=True, env=dict(os.environ))
        for more in ([], ["--engine", "interpreter"])
    ]
    assert [each.returncode for each in ends] == [1, 0], ends
