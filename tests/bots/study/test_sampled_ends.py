"""Loops that only an empty menu ends are noted where play at random comes to that, and nowhere else."""

import pytest
from tests.engine.agreement.settings import BASES, load

import cavewright as cw
from cavewright.bots.study.sampled_ends import find_ended_loops

RULES = """ruleset draws 1.0 "A draw was forgotten"
    language 2

players player 2..2
    keeps n: 0..9

game
    keeps winner: player or none

board square
    grid 3 by 3
    keeps man: player or none

menu turn

to play
    repeat until {until}
        each player
            if winner is none
                {offer}

action go(s in square) in turn
    free: require s.man is none
    set s.man = me
    if some(x in 1..3 where every(y in 1..3: cell(x, y).man is me))
        set winner = me

scoring
    score men = 1 if winner is me otherwise 0
    highest total wins
"""
ENDED = "in play at random this loop ended"


def noted(until="winner is not none", offer="offer turn"):
    rules = cw.load_rules({"draws.cave": RULES.format(until=until, offer=offer)}).rules_model
    return [(each.code, each.labels[0].span.line) for each in find_ended_loops(rules) if ENDED in each.message]


def test_a_loop_that_a_full_board_ends_is_noted():
    assert noted() == [("C0505", 17)]
    assert noted(offer="gain up to 1 n\n                offer turn") == [("C0505", 17)]


@pytest.mark.parametrize(
    "words",
    [
        {"until": "winner is not none or every(s in square: s.man is not none)"},
        {"offer": "offer turn or none"},
        {"offer": "offer turn\n                otherwise\n                    finish"},
    ],
)
def test_the_help_mends_it(words):
    assert noted(**words) == []


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.long) for each in BASES if each != "hex"] + ["hex"]
)
def test_no_bundled_game_has_the_note(name):
    base, *overlays = name.split("+")
    assert find_ended_loops(load(base, tuple(overlays)).rules_model) == ()
