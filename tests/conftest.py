"""Settings of all tests: properties are tried on the same inputs everywhere, and never timed.

What commands and rulesets load is kept, as it is for people; where it is about engines (`APART`) nothing is. That, and whatever else is
written into temporary folders, lies in one folder of this run, which is removed at its end, or by the next run if this one was killed.
Python keeps its bytecode, whatever the surroundings say: programs that tests start would compile the whole engine each.

`--engine interpreter` tries all on the other engine. `--shard 2/10` tries one of every ten tests, the same ones each time.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from cavewright.loading import load, rulesets
from cavewright.positions.playable import ENGINES
from cavewright.states.game import Game

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
settings.load_profile("steady")
SAME_FILES = 256
"""Files that are parsed once, whichever tests load them: the same text at the same place is the same tree."""
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


def shard(text):
    """
    >>> shard("2/10")
    (2, 10)
    """
    number, of = map(int, text.split("/"))
    if not 0 <= number < of:
        raise ValueError(text)
    return number, of


def pytest_configure(config):
    """The last argument of whatever makes a game is the engine; tests may load games while they are collected, so this comes first."""
    for makes in (load.load_game, load.try_load, load._game, Game.__init__):
        assert makes.__defaults__[-1] in ENGINES
        patches.setattr(makes, "__defaults__", (*makes.__defaults__[:-1], config.getoption("--engine")))
    patches.setattr(rulesets, "parse_file", lru_cache(SAME_FILES)(rulesets.parse_file))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Of a test marked `sample(n)` the first of every n cases is run each time, the others in the longer run."""
    seen = Counter()
    for item in items:
        mark = item.get_closest_marker("sample")
        if mark is not None and item.get_closest_marker("long") is None:
            if seen[item.function] % mark.args[0]:
                item.add_marker(pytest.mark.long)
            seen[item.function] += 1
    number, of = config.getoption("--shard")
    left = [each for each in items if crc32(each.nodeid.encode()) % of != number]
    config.hook.pytest_deselected(items=left)
    items[:] = [each for each in items if crc32(each.nodeid.encode()) % of == number]


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

