"""House rules on The Cave that add effects to what teams do: none of them brings a step to more work than it may be."""

from itertools import combinations
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.bots.study.simulate import play

RULES = Path(__file__).parents[2] / "rulesets" / "house-rules"
SHIPPED = sorted(each.stem for each in RULES.glob("*.cave"))
BASE = "extends the-cave ^2.0"
ON_THE_CAVE = [each for each in SHIPPED if BASE in (RULES / f"{each}.cave").read_text("utf-8")]
OVERLAY = """overlay mine 1.0 "Mine"
    language 1
    extends the-cave ^2.0
    why "To see what it does."

amend players team
    add keeps luck: 0..1000 = 500 "Luck that is left."
    add keeps visited: set of 0..20 "Levels it has stood on."

amend action {action}
    add mine

add to mine "What a team does besides."
    mine: {body}
"""
BODIES = {
    "loses luck": "lose 1 luck",
    "gains luck": "gain 1 luck",
    "needs luck": "require luck > 0",
    "eats": "if consumable in backpack\n        lose 1 consumable from backpack",
    "finds food": "gain 1 consumable in backpack",
    "finds food once": "if here.depth / 100 m not in visited\n        set visited[here.depth / 100 m] = yes\n        gain 1 consumable in backpack",
    "everybody eats": "for each t in team\n        if consumable in t.backpack\n            lose 1 consumable from t.backpack",
    "another eats": "if some(t in team where t.luck > luck)\n        lose 2 luck",
    "loses points": "if points > 0\n        lose 1 point",
    "pays twice": "repeat 2 times\n        lose 1 luck",
}
OWN = [(action, name) for action in ("struggle", "enter") for name in BODIES]
"""Twenty of our own: each does something that may be refused, where a starving team or anybody goes one tile on.

What keeps all starving teams from going on for ever (`lose 1 consumable` where there is none) is another matter: then nobody decides any more.
"""


def overlay(action, name, folder):
    (folder / "mine.cave").write_text(OVERLAY.format(action=action, body=BODIES[name]), "utf-8")
    return str(folder / "mine.cave")


def played(overlays, bot, seeds):
    """Games of two bots that end, or are given up, without an error."""
    game = cw.load_game("the-cave", overlays)
    for seed in seeds:
        assert play(game, (seed, (bot,) * game.players.start), (60, 400)).turns > 0


@pytest.mark.parametrize(
    "action, name", [("struggle", "finds food once"), ("struggle", "pays twice"), ("enter", "finds food")]
)
@pytest.mark.long
def test_some_of_our_own(action, name, tmp_path):
    played([overlay(action, name, tmp_path)], "random", [1])


@pytest.mark.long
@pytest.mark.parametrize("action, name", OWN)
def test_twenty_of_our_own_by_greedy_bots(action, name, tmp_path):
    played([overlay(action, name, tmp_path)], "greedy", range(20))


@pytest.mark.long
@pytest.mark.parametrize("names", [*((each,) for each in ON_THE_CAVE), *combinations(ON_THE_CAVE, 2)], ids="+".join)
def test_those_that_come_with_it_and_pairs_of_them(names):
    try:
        cw.load_game("the-cave", names)
    except cw.RulesetError:
        pytest.skip("they cannot be had together")
    played(names, "greedy", range(20))
