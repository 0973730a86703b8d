"""A piece that is drawn from one bag or from another: by both engines the same, and from the bag that the condition says."""

import random

import pytest
from tests.engine.agreement.lockstep import Pair, walk

import cavewright as cw

RULES = """\
ruleset two 1.0 "Two bags"
    language 1

kind gem "A gem."
    | gem  | worth: 0..9 |
    | ruby | 3           |
    | opal | 1           |

game
    keeps full: bag of gem
    keeps spare: bag of gem

players team 1..2
    keeps gold: 0..99

to play
    gain 3 ruby in full
    gain 4 opal in spare
    repeat 4 times
        pick: draw g from spare if size(full) < 2 otherwise full{secret}
        if g is not none
            gain g.worth gold
        offer work
    deal: draw h from full if size(spare) is 0 otherwise spare showing 2
    gain (0 if h is none otherwise h.worth) gold

menu work

action rest in work "Rest"
    gain 1 gold

action wait in work "Wait"
    lose 1 gold

scoring
    score gold = gold
    highest total wins
"""


def test_both_engines_draw_from_the_bag_that_the_condition_says() -> None:
    pair = Pair(cw.load_rules({"two.cave": RULES.replace("{secret}", "")}), 2)
    for seed in range(6):
        pair.begin()
        walk(pair, random.Random(seed), 60)
    assert pair.decisions >= 60


def test_what_is_drawn_in_secret_stays_so() -> None:
    """The name of the piece is as secret as if there were one bag."""
    with pytest.raises(cw.RulesetError, match=r"C0524.*`g`, which only one player knows"):
        cw.load_rules({"two.cave": RULES.replace("{secret}", " secret").replace("if g is not none", "if g is ruby")})


def test_the_first_bag_is_drawn_from_until_the_condition_holds() -> None:
    """Three rubies lie in one bag; the third stays, and then come opals."""
    state = cw.load_rules({"two.cave": RULES.replace("{secret}", "")}).new_initial_state(1)
    drawn = []
    while not state.is_terminal:
        action = str(next((each for each, _ in state.chance_outcomes()), None) or state.legal_actions()[0])
        drawn += [action[action.index("pick") :]] if "pick" in action else []
        state = state.apply(action)
    assert drawn == ["pick ruby", "pick ruby", "pick opal", "pick opal"]
