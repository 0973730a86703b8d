"""Loops of which no line brings about what they wait for: the check says so, and play ends them."""

import pytest

import cavewright as cw
from cavewright.play.loading.load import try_load

RULES = """ruleset laps 1.0 "Laps"
    language 2

players team 2..2
    keeps points: 0..9

game
    keeps shown: 0..9
    keeps other: -3..9

to play
    repeat until {until}
        {line}
    repeat 2 times
        each team
            offer deeds

menu deeds
action rest in deeds "Rest"
    gain up to 1 points

scoring
    score points = points + shown + other
    highest total wins
"""
NEVER = [
    ("shown is 9", "set shown = 2"),
    ("shown is 9", "set shown = 2 if shown is 1 otherwise 1"),
    ("shown > 8", "set shown = remainder(shown + 1, 9)"),
    ("9 <= shown", "set shown = remainder(shown + 1, 9)"),
    ("shown is 9 and other is 2", "set shown = remainder(shown + 1, 9)"),
    ("shown is 9 or shown > 8", "set shown = difference(shown, 4) / 2"),
    ("shown > other", "set shown = 2\n        set other = 3 if other is 2 otherwise 2"),
]
SOME_TIME = [
    ("shown is 9", "set shown = shown + 1"),
    ("shown is 9", "gain 1 shown"),
    ("shown is 8", "set shown = remainder(shown + 2, 10)"),
    ("shown is 2 and other is 1", "set shown = 2\n        set other = 1"),
    ("shown is 9 or other is 1", "set shown = 2\n        set other = 1"),
    ("shown > other", "set shown = 2\n        set other = -1"),
    ("not shown is 0", "set shown = 2"),
]


def codes_of(until, line):
    game, found = try_load({"laps.cave": RULES.format(until=until, line=line)})
    return game, [each.code for each in found]


@pytest.mark.parametrize("until, line", NEVER)
def test_a_loop_that_waits_for_what_its_lines_never_bring_is_noted(until, line):
    game, codes = codes_of(until, line)
    assert "C0505" in codes
    assert "ended" in {each.kind for each in game.new_initial_state().events}


@pytest.mark.parametrize("until, line", SOME_TIME)
def test_a_loop_that_gets_there_is_not(until, line):
    game, codes = codes_of(until, line)
    assert "C0505" not in codes
    assert "ended" not in {each.kind for each in game.new_initial_state().events}


def test_what_play_tells_of_it():
    state = cw.load_rules({"laps.cave": RULES.format(until="shown is 9", line="set shown = 2")}).new_initial_state()
    assert any(each.kind == "ended" and each.text() for each in state.events)
