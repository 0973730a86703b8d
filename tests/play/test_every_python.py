"""The same on every Python: hashes, saves, views, texts, numbers of actions and pictures, whatever the version, and in whichever order sets are gone through."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.play.digests import digests

import cavewright as cw

ENGINE = Path(cw.__file__).parents[1]
GAMES = ("tic-tac-toe", "connect-four", "the-cave")
NEEDED = "import lark, lazy_loader, networkx, pydantic, cavewright; print('ready')"


def ask(python, seed, *arguments):
    """What a Python prints."""
    done = subprocess.run(
        [python, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(ENGINE), "PYTHONHASHSEED": seed},
    )
    return done.stdout if done.returncode == 0 else ""


@cache
def here():
    return {id: digests(id) for id in GAMES}


def compare(python, seed):
    found = json.loads(ask(python, seed, str(Path(__file__).with_name("digests.py")), *GAMES) or "{}")
    assert found.keys() == here().keys()
    for id in GAMES:
        assert {what for what, each in found[id].items() if here()[id][what] != each} == set(), id


@pytest.mark.parametrize("seed", ["0", "1", "random"])
@pytest.mark.long
def test_the_order_of_sets_means_nothing(seed):
    compare(sys.executable, seed)


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.gate("3.12")
def test_the_version_of_python_means_nothing(version):
    there = [
        path
        for path in sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        if path.resolve() != Path(sys.executable).resolve()
    ]
    ready = next((str(each) for each in there if ask(str(each), "0", "-c", NEEDED).strip() == "ready"), None)
    if ready is None:
        pytest.skip(
            f"no Python {version} here beside this one has what cavewright needs: `python -m pip install cavewright` there"
        )
    compare(ready, "random")
