"""Sampled work says at which line the rules could not go on."""

import pytest

import cavewright as cw
from cavewright.bots.study.sampled_work import sample_work

RULES = """ruleset toil 1.0 "Toil"
    language 2

players worker 2..2
    keeps gold: 0..9

board field
    grid 40 by 40
    keeps crop: 0..3

menu toil

action dig in toil
    gain 1 gold

to play
    {first}
    each worker
        offer toil
        {then}
    finish

scoring
    score gold = gold
    highest total wins
"""
HEAVY = "if some(a in field, b in field where a.crop + b.crop > 7)\n        {}    finish"


CLEARS = "dug: for each f in field\n        set f.crop = 0"


@pytest.mark.parametrize(
    "first, then, decisions, line",
    [
        (CLEARS, "paid: gain 0 gold", 200, None),
        (HEAVY.format(""), "paid: gain 0 gold", 0, "if some"),
        (CLEARS, HEAVY.format("    "), 0, "if some"),
        (CLEARS, "lose 4 gold", 0, "lose 4"),
    ],
)
def test_where_play_stopped_has_a_line(first, then, decisions, line):
    text = RULES.format(first=first, then=then)
    found = sample_work(cw.load_rules({"toil.cave": text}).rules_model)
    assert (found.decisions, found.over is None) == (decisions, line is None)
    assert line is None or line in text.splitlines()[found.over.line - 1]
