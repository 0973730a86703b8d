"""Settings of all tests: properties are tried on inputs that are settled, and never timed.

What commands and rulesets load is kept, as it is for people; where it is about engines (`APART`) nothing is. That, and whatever else is
written into temporary folders, lies in one folder of this run, which is removed at its end, or by the next run if this one was killed.
Python keeps its bytecode, whatever the surroundings say: programs that tests start would compile the whole engine each.

`--engine interpreter` tries all on the other engine. `--shard 2/10` tries one of every ten tests, the same ones each time.
`--draw 417` takes those cases of samples that the commit of that number takes; without it, the checked out commit says which.
"""

import gc
import inspect
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import pytest
import typer.testing
from hypothesis import HealthCheck, settings

from cavewright.loading import load, rulesets
from cavewright.positions.playable import ENGINES
from cavewright.states.game import Game

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
settings.load_profile("steady")
SAME_FILES = 256
"""Files that are parsed once, whichever tests load them: the same text at the same place is the same tree."""
DRAWS = 1000
"""How many draws there are: a number that can be typed."""
FEWER = 12
"""A property is tried on a twelfth of its examples each time, on all in the longer run."""
FEWEST = 20
"""Of so few examples all are tried each time."""
GARBAGE = 1_000_000
"""How many values more than before are made until somebody looks for garbage: that is done after each file."""
APART = {"engines", "generate", "optimise", "test_collector", "test_generated", "test_pickles", "test_processes", "test_ready"}
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
    parser.addoption("--engine", choices=ENGINES, default=ENGINES[0], help="what carries out the rules of games for which a test does not say it")
    parser.addoption("--shard", type=shard, default=(0, 1), metavar="N/OF", help="only the tests of one shard, by their names: 0/4, 1/4, 2/4 and 3/4 are all")
    parser.addoption("--draw", type=int, metavar="N", help=f"which cases of a sample are run: 0 to {DRAWS - 1}; those of the commit, if it is not said")


def shard(text):
    """
    >>> shard("2/10")
    (2, 10)
    """
    number, of = map(int, text.split("/"))
    if not 0 <= number < of:
        raise ValueError(text)
    return number, of


def draw_of_commit():
    """What the commit that is checked out draws; always the same where there is none."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--verify", "--quiet", "HEAD"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        said = ""
    return int(said or "0", 16) % DRAWS


def drawn(cases, of, draw, name):
    """
    Which of so many cases are run: of every `of` one, and of fewer one too. Each table has a turn of its own, lest all take their first at once.

    >>> drawn(7, 3, 0, "a"), drawn(7, 3, 1, "a"), drawn(7, 3, 2, "a")
    ({0, 3, 6}, {1, 4, 6}, {2, 5, 6})
    >>> drawn(1, 3, 417, "a")
    {0}
    """
    at = draw + crc32(name.encode())
    return {first + at % min(of, cases - first) for first in range(0, cases, of)}


def in_shard(name, number, of):
    return crc32(name.encode()) % of == number


def pytest_configure(config):
    """The last argument of whatever makes a game is the engine; tests may load games while they are collected, so this comes first."""
    for makes in map(inspect.unwrap, (load.load_game, load.try_load, load._game, Game.__init__)):
        assert makes.__defaults__[-1] in ENGINES
        patches.setattr(makes, "__defaults__", (*makes.__defaults__[:-1], config.getoption("--engine")))
    patches.setattr(rulesets, "parse_file", lru_cache(SAME_FILES)(rulesets.parse_file))
    patches.setattr(typer.testing, "_get_command", lru_cache(typer.testing._get_command))
    config.option.draw = getattr(config, "workerinput", {}).get("draw", config.option.draw)
    if config.option.draw is None:
        config.option.draw = draw_of_commit()
    gc.set_threshold(GARBAGE, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """All workers of a run draw the same, even while somebody commits."""
    node.workerinput["draw"] = node.config.option.draw


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Of a test marked `sample(n)` one of every n cases is run each time, the others in the longer run."""
    tables = {}
    for item in items:
        if item.get_closest_marker("sample") is not None and item.get_closest_marker("long") is None:
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in tables.items():
        runs = drawn(len(cases), cases[0].get_closest_marker("sample").args[0], config.option.draw, name)
        for left in set(range(len(cases))) - runs:
            cases[left].add_marker(pytest.mark.long)
    number, of = config.getoption("--shard")
    config.hook.pytest_deselected(items=[each for each in items if not in_shard(each.nodeid, number, of)])
    items[:] = [each for each in items if in_shard(each.nodeid, number, of)]


def pytest_generate_tests(metafunc):
    """Whoever asks for a property asks for it with few examples, and with all."""
    if getattr(metafunc.function, "is_hypothesis_test", False):
        metafunc.fixturenames.append("part_of_examples")
        metafunc.parametrize("part_of_examples", [pytest.param(FEWER, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)], indirect=True)


@pytest.fixture
def part_of_examples(request, monkeypatch):
    """Hypothesis keeps the settings of a test at its function, and nowhere else."""
    said = request.function._hypothesis_internal_use_settings
    fewer = settings(said, max_examples=max(said.max_examples // request.param, min(said.max_examples, FEWEST)))
    monkeypatch.setattr(request.function, "_hypothesis_internal_use_settings", fewer)


def pytest_collection_finish():
    what_is_there_stays()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    if nextitem is not None and nextitem.path != item.path:
        what_is_there_stays()


def what_is_there_stays():
    """Rules that tests have loaded are kept to the end; who looks for garbage goes through them no more."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.write_line(f"Samples are those of --draw {config.option.draw}.")


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

