"""Nothing that a rule has bound is left behind it, so that equal positions are equal however they came about."""

import pytest

import cavewright as cw

RULES = """ruleset heap 1.0 "Heap"
    language 1

players mole 2..2
    keeps stones: 0..9
    keeps seen: 0..99

menu deeds

action one in deeds
    set stones = 4

action other in deeds
    set stones = 4

action third in deeds
    set stones = 4
    set seen = 7

whenever one, other
    let more = stones + 3
    set seen = more

to play
    offer deeds
    offer deeds

scoring
    score stones = stones
    highest total wins
"""


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_a_name_in_a_whenever(tmp_path, engine):
    rules = tmp_path / "heap.cave"
    rules.write_text(RULES, encoding="utf-8")
    start = cw.load_game(rules, engine=engine).new_initial_state()
    ways = [start.apply(each) for each in ("one", "other", "third")]
    assert ways[0] == ways[1] == ways[2] and len({each.key() for each in ways}) == len(set(ways)) == 1
