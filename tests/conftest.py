"""Settings of all tests: what the gate tries is written down, properties are never timed.

What commands and rulesets load is kept, as it is for people; where it is about engines (`APART`) nothing is. That, and whatever else is
written into temporary folders, lies in one folder of this run, which is removed at its end, or by the next run if this one was killed.
Python keeps its bytecode, whatever the surroundings say: programs that tests start would compile the whole engine each.

`--engine interpreter` tries all on the other engine. `--shard 2/10` tries one of every ten tests, the same ones each time.
`--until` ends them in time (`stop_clock.py`).
"""

import gc
import inspect
import os
import shutil
import signal
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import pytest
import typer.testing
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from cavewright.language.syntax import lark_parser
from cavewright.play.loading import load, rulesets, shared
from cavewright.play.positions.playable import ENGINES
from cavewright.play.states.game import Game
from tests.stop_clock import StopClock

NEVER_TIMED = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much],
    "database": None,
}
settings.register_profile("steady", derandomize=True, print_blob=False, **NEVER_TIMED)
settings.load_profile("steady")
NO_CONSTANTS = providers.Constants()
SAME_FILES = 256
"""Files that are parsed once, whichever tests load them: the same text at the same place is the same tree."""
SHARED_RULESETS = 64
"""Rulesets that tests of one process share, with what carries them out, as games of one process do; for people 8 are enough."""
FEWER = 12
"""The gate tries a property on a twelfth of its examples, the longer run on all."""
FEWEST = 10
"""Of so few examples the gate tries all."""
SAME_PARTS = 4096
"""Declarations that the grammar takes apart once, in whichever files they stand: most rules of tests differ in a line from others."""
GARBAGE = 1_000_000
"""How many values more than before are made until somebody looks for garbage."""
COUNTING_GARBAGE = {"test_extension", "test_extension_states", "test_bounds", "test_shared"}
"""Tests that look for garbage themselves, again and again: before them all that is there is set aside."""
APART = {
    "agreement",
    "generate",
    "optimise",
    "test_collector",
    "test_generated",
    "test_pickles",
    "test_processes",
    "test_ready",
}
RUN = "cavewright-tests-"
patches = pytest.MonkeyPatch()
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def folder_of_this_run():
    """Where all that is temporary goes from now on, for programs that are started too; none in a worker, which shares that of the run."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return None
    for left in Path(tempfile.gettempdir()).glob(f"{RUN}*"):
        try:
            os.kill(int(left.name.split("-")[2]), 0)
        except ProcessLookupError:
            shutil.rmtree(left, ignore_errors=True)
    own = tempfile.mkdtemp(prefix=f"{RUN}{os.getpid()}-")
    os.environ["TMPDIR"] = tempfile.tempdir = own
    os.environ.setdefault("CAVEWRIGHT_CACHE", os.path.join(own, "kept"))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return own


own_folder = folder_of_this_run()


def pytest_addoption(parser):
    parser.addoption(
        "--engine",
        choices=ENGINES,
        default=ENGINES[0],
        help="what carries out the rules of games for which a test does not say it",
    )
    parser.addoption(
        "--shard",
        type=shard,
        default=(0, 1),
        metavar="N/OF",
        help="only the tests of one shard, by their names: 0/4, 1/4, 2/4 and 3/4 are all",
    )
    parser.addoption(
        "--until",
        type=float,
        metavar="EPOCH",
        help="no test begins later, in seconds since 1970, and none goes on long",
    )


def shard(text):
    """
    >>> shard("2/10")
    (2, 10)
    """
    number, of = map(int, text.split("/"))
    if not 0 <= number < of:
        raise ValueError(text)
    return number, of


def in_shard(name, number, of):
    return crc32(name.encode()) % of == number


def pytest_configure(config):
    """The last argument of whatever makes a game is the engine; tests may load games while they are collected, so this comes first.

    Inputs of properties depend on the property alone: Hypothesis would mix in numbers and texts of whatever modules are there by then.
    """
    if config.getoption("--until") is not None:
        config.pluginmanager.register(StopClock(config.getoption("--until")))
    for makes in map(inspect.unwrap, (load.load_game, load.try_load, load._game, Game.__init__)):
        assert makes.__defaults__[-1] in ENGINES
        patches.setattr(makes, "__defaults__", (*makes.__defaults__[:-1], config.getoption("--engine")))
    patches.setattr(rulesets, "parse_file", lru_cache(SAME_FILES)(rulesets.parse_file))
    patches.setattr(lark_parser, "_read", lru_cache(SAME_PARTS)(lark_parser._read))
    patches.setattr(shared, "MOST_HELD", SHARED_RULESETS)
    patches.setattr(typer.testing, "_get_command", lru_cache(typer.testing._get_command))
    patches.setattr(providers, "_get_local_constants", lambda: NO_CONSTANTS)
    patches.setattr(
        os, "fsync", lambda number: None
    )  # what tests write outlives no power cut; some put a failing one in its place
    gc.set_threshold(GARBAGE, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leaves to the longer run the cases that the gate does not name, and takes those of the shard."""
    tables = {}
    for item in items:
        if item.get_closest_marker("gate") is not None:
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    whole = not any("[" in each for each in config.args) and not config.getoption("lf", False)
    for name, cases in tables.items():
        leave_to_longer_run(name, cases, whole)
    number, of = config.getoption("--shard")
    config.hook.pytest_deselected(items=[each for each in items if not in_shard(each.nodeid, number, of)])
    items[:] = [each for each in items if in_shard(each.nodeid, number, of)]


def leave_to_longer_run(name, cases, whole):
    """Gives each case of a table that `gate` does not name the marker `long`. What it names has to be there, where the table is whole."""
    if not hasattr(cases[0], "callspec"):
        raise pytest.UsageError(
            f"{name}: `gate` names cases of a table, and this test has none; mark it `long`, or not at all"
        )
    named = dict.fromkeys(cases[0].get_closest_marker("gate").args)
    for number, case in enumerate(cases):
        if not named.keys() & {case.callspec.id, number}:
            case.add_marker(pytest.mark.long)
    there = {each for number, case in enumerate(cases) for each in (case.callspec.id, number)}
    if whole and (strange := [each for each in named if each not in there]):
        raise pytest.UsageError(f"{name}: `gate` names {strange}, and there are {[each.callspec.id for each in cases]}")


def pytest_generate_tests(metafunc):
    """Adds to a property the case with few examples, the same each time, and that with all, which the seed draws."""
    if getattr(metafunc.function, "is_hypothesis_test", False):
        metafunc.fixturenames.append("part_of_examples")
        metafunc.parametrize(
            "part_of_examples",
            [pytest.param(FEWER, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)],
            indirect=True,
        )


@pytest.fixture
def part_of_examples(request, monkeypatch):
    """Sets how many examples are tried, and which. Hypothesis keeps the settings of a test at its function, and nowhere else."""
    said = request.function._hypothesis_internal_use_settings
    most = max(said.max_examples // request.param, min(said.max_examples, FEWEST))
    share = settings(said, max_examples=most, derandomize=request.param > 1, print_blob=request.param == 1)
    monkeypatch.setattr(request.function, "_hypothesis_internal_use_settings", share)


def pytest_collection_finish():
    set_aside()


@pytest.fixture(scope="module", autouse=True)
def little_to_look_through(request):
    if request.path.stem in COUNTING_GARBAGE:
        set_aside()


def set_aside():
    """What there is by now stays to the end; who looks for garbage goes through it no more."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure():
    patches.undo()
    if own_folder is not None:
        os.environ["CAVEWRIGHT_CACHE"] = "off"  # what games would keep when the process ends
        shutil.rmtree(own_folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def nothing_kept(request, monkeypatch):
    """Tests of engines, and of what is kept, change what others would share."""
    if APART & {request.path.parent.name, request.path.stem}:
        monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
