"""Settings of all tests: properties are tried on the same inputs everywhere, and never timed; nothing is kept between runs.

`--engine interpreter` tries all on the other engine.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

from cavewright.play import load
from cavewright.play.game import ENGINES, Game

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
settings.load_profile("steady")
os.environ.setdefault("CAVEWRIGHT_CACHE", "off")
patches = pytest.MonkeyPatch()


def pytest_addoption(parser):
    parser.addoption("--engine", choices=ENGINES, default=ENGINES[0], help="what carries out the rules of games for which a test does not say it")


def pytest_configure(config):
    """The last argument of whatever makes a game is the engine; tests may load games while they are collected, so this comes first."""
    for makes in (load.load_game, load.try_load, load._game, Game.__init__):
        assert makes.__defaults__[-1] in ENGINES
        patches.setattr(makes, "__defaults__", (*makes.__defaults__[:-1], config.getoption("--engine")))


def pytest_unconfigure():
    patches.undo()
