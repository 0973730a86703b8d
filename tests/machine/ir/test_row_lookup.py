"""Loops over rows with a number that is printed on one: the row is looked up, and all goes as if each were looked at."""

import pytest
from tests.engine.agreement.engines import begin_on
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.machine.ir import regions

RULES = """ruleset steps 1.0 "Steps"
    language 1

kind step
    keeps used: 0..9
    | step  | height: -3..90 | next: -9..99 |
    | sill  | 7              | 12           |
    | stair | -3             | 7            |
    | ladder | 12            | 0            |
    | rung  | 0              | -3           |
    | top   | 90             | 99           |

players climber 2..2
    keeps at: -9..99
    keeps made: 0..999

to play
    repeat 3 times
        each climber
            choose h in -9..99 where h > -5 and h < 15 or h > 88 "How high?"
                set at = h
                climb

to climb
    for each s in step where {where}
        gain 1 s.used
        gain 1 made
        {body}

scoring
    score made = made
    highest total wins
"""
CASES = {
    "the row with the number": ("s.height is at", "gain 10 made"),
    "the number written first": ("at is s.height", "gain 10 made"),
    "a number that changes within, upwards": ("s.height is at", "set at = s.next"),
    "a number that changes within, downwards": ("s.next is at", "set at = s.height"),
    "more than the number": ("s.height is at and s.used < 2", "gain 10 made"),
    "more before the number": ("s.used < 2 and s.height is at", "gain 10 made"),
    "a number that is reckoned": ("s.height is at + made / 7 - 1", "gain 3 made"),
    "two rows by one number": ("s.height * s.height is at * at", "gain 10 made"),
    "what is kept is no print": ("s.used is at", "gain 10 made"),
}


@pytest.mark.parametrize("case", CASES)
def test_all_goes_as_if_each_row_were_looked_at(case):
    where, body = CASES[case]
    game = cw.load_rules({"steps.cave": RULES.format(where=where, body=body)})
    assert Twin(game, 2, "wasm", checked=True).walk(case, 60) >= 60


def test_a_row_that_comes_later_is_found_when_the_number_changes():
    where, body = CASES["a number that changes within, upwards"]
    state = begin_on("wasm", RULES.format(where=where, body=body), 2).apply("h -3")
    assert state.view(cw.ALL).players[0].values["made"] == 1, "the sill lies before the stair"
    state = state.apply("h 7")
    assert state.view(cw.ALL).players[1].values["made"] == 3, "sill, ladder, rung"


def test_it_is_looked_up_and_not_looked_for(monkeypatch):
    looked_up, original = [], regions.row_with_value
    monkeypatch.setattr(regions, "row_with_value", lambda *given: looked_up.append(original(*given)) or looked_up[-1])
    for where, body in CASES.values():
        cw.Native(cw.load_rules({"steps.cave": RULES.format(where=where, body=body + "  ")}), 2)
    assert [each is not None for each in looked_up] == [True] * 7 + [False] * 2
