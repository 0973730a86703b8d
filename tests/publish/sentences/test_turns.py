"""Whose turns they are, in words: where one begins, who is passed over, when no more turns follow, and that they go round."""

import pytest

import cavewright as cw
from cavewright.sentences import Sentences

RULES = """ruleset turns 1.0 "Turns"
    language 1

players team 2..3
    keeps points: 0..9

game
    keeps starter: team or none

to play
    LINE
        may "Score?"
            gain 1 points

scoring
    score points = points
    highest total wins
"""
ROUND = "repeat each team from starter where points < 3 until points is 5"
SAID = {
    ("each team", "en"): "Every team in turn:",
    ("each team", "de"): "Jede team der Reihe nach:",
    ("each team", "es"): "Cada team por orden:",
    ("each team where points < 3", "en"): "Every team in turn, but only if the points are less than 3:",
    ("repeat each team until points is 5", "en"): "Again and again every team in turn, until the points are 5:",
    (ROUND, "en"): (
        "Again and again every team in turn, beginning with the starter, but only if the points are less than 3, until the points are 5:"
    ),
    (ROUND, "de"): "aber nur wenn „points“ kleiner als 3 ist, bis „points“ 5 ist:",
    (ROUND, "es"): "pero solo si «points» es menor que 3; se acaba cuando «points» es 5:",
}


@pytest.mark.parametrize("line, lang", SAID)
def test_turns_are_told_in_words(line, lang):
    rules = cw.load_rules({"turns.cave": RULES.replace("LINE", line)})
    told = [each.text for each in Sentences(rules.wording(lang)).all()]
    assert [each for each in told if each.endswith(SAID[line, lang])], told
