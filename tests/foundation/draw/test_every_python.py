"""The same pictures on every Python that can be had, and only operations of which that is known."""

import json
import os
import pickle
import random
import shutil
import subprocess
import sys
from pathlib import Path

import lazy_loader
import pytest
from tests.foundation.draw.on_other_pythons import digests

import cavewright as cw
from cavewright.foundation.draw import geometry
from cavewright.play.views.scene import scene_of

ENGINE = Path(cw.__file__).parents[1]
ASKS = "import sys; print(sys.version_info[:2] >= (3, 11), sys.version.split()[0], sys.implementation.name)"


def pythons():
    """Other Pythons of this machine by version: of pyenv, and on the path."""
    there = [
        *sorted(Path.home().glob(".pyenv/versions/3.*/bin/python")),
        *(shutil.which(f"python3.{minor}") for minor in range(11, 20)),
    ]
    found = {}
    for each in filter(None, there):
        said = subprocess.run([each, "-c", ASKS], capture_output=True, text=True, timeout=60).stdout.split()
        if said[:1] == ["True"] and said[1] != sys.version.split()[0] and said[2] == "cpython":
            found.setdefault(said[1].rpartition(".")[0], str(each))
    return found


def scenes():
    """Every bundled game at its beginning for the fewest and the most players, and later."""
    for name in cw.registered_games():
        game = cw.load_game(name)
        for players in {game.players[0], game.players[-1]}:
            state, rng = game.new_initial_state(players), random.Random(players)
            for moves in range(13):
                if moves % 12 == 0:
                    yield f"{name} {players} {moves}", scene_of(state, None)
                if state.is_terminal:
                    break
                chance = state.current_player == cw.CHANCE
                state = state.apply(
                    rng.choice(
                        [each for each, _ in state.chance_outcomes()]
                        if chance
                        else state.legal_actions(state.active_players[0])
                    )
                )


def maps():
    """Printed maps without coordinates: points that pull and push each other."""
    for many in (2, 5, 12, 40):
        rng, names = random.Random(many), [f"n{n}" for n in range(many)]
        yield f"map {many}", (names, [tuple(rng.sample(names, 2)) for _ in range(2 * many)])


@pytest.fixture(scope="module")
def drawn():
    given = dict(scenes()), dict(maps())
    return pickle.dumps(given, protocol=4), digests(*given)


def drawn_by(python, given):
    """The digests that a Python of the machine gives."""
    path = os.pathsep.join([str(ENGINE), str(Path(lazy_loader.__file__).parents[1])])
    done = subprocess.run(
        [python, str(Path(__file__).with_name("on_other_pythons.py"))],
        input=given,
        capture_output=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.long
def test_pictures_are_the_same_on_every_python(version, drawn):
    python = pythons().get(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here beside the one that runs this")
    given, here = drawn
    assert len(here) > 20 and drawn_by(python, given) == here


def test_adding_is_not_compensated():
    """What `sum` of 3.12 is: a sum that ends elsewhere than adding one after another does."""
    tenths = [0.1] * 10
    assert geometry.total(tenths) == 0.9999999999999999 != 1.0
    assert geometry.total([]) == 0 and geometry.distance((1, 1), (4, 5)) == 5
