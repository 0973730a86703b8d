"""Small rules, each written to make generated Python differ from the interpreter; its first line says how."""

from functools import cache
from pathlib import Path

import pytest
from tests.engine.agreement.lockstep import Pair, greedy, seeded, uniform, walk
from tests.engine.agreement.settings import allow

import cavewright as cw
from cavewright.play.states.game import Game

FOLDER = Path(__file__).parent / "attacks"
GROUND = (FOLDER / "ground.cave").read_text("utf-8")
HEAVY = ("too_much_to_try", "loops_left_over")
"""Those that are tried only where little work is allowed."""
LITTLE = {
    "long_stretches": (200, 900),
    "work_in_place": range(100, 500, 20),
    "below_nothing": range(3, 7),
    "off_the_board": range(3, 9),
    "repacking": range(8, 40),
}
"""How much work is allowed where other attacks have little: where work is counted as it is done, some do next to none, and some stop
where all act at once."""
ATTACKS = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.cave")) if path.stem != "ground"}


@pytest.fixture(scope="module")
def game_of(tmp_path_factory):
    """The game of an attack, loaded once."""

    @cache
    def made(name):
        folder = tmp_path_factory.mktemp(name)
        (folder / "ground.cave").write_text(GROUND, "utf-8")
        (folder / f"{name}.cave").write_text(ATTACKS[name], "utf-8")
        return cw.load_game(folder)

    return made


def test_every_attack_says_what_it_attacks():
    assert len(ATTACKS) > 20 and all(text.startswith("# ") for text in ATTACKS.values())


@pytest.mark.parametrize("name", [each for each in ATTACKS if each not in HEAVY])
@pytest.mark.gate("rows_that_become_free")
def test_an_attack(name, game_of):
    game, decisions = game_of(name), 0
    for seed in range(4):
        rng = seeded(name, seed)
        decisions += walk(Pair(game, rng.choice(game.players)), rng, 60, (uniform, greedy)[seed % 2], asked=0.1)
    assert decisions >= 4


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.gate("too_much_to_try")
def test_an_attack_where_little_work_is_allowed(name, game_of, monkeypatch):
    """What is too much for one engine is too much for the other: generated Python counts no less."""
    stuck = 0
    for most in LITTLE.get(name, (8, 20, 60, 150, 600, 3_000)):
        allow(most, monkeypatch)
        game = Game(game_of(name).rules_model)
        for seed in range(2):
            rng = seeded(name, seed, most)
            pair = Pair(game, rng.choice(game.players))
            stuck += walk(pair, rng, 30, asked=0) < 30 and (pair.stuck or not pair.made.is_terminal)
    assert stuck
