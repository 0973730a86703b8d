"""The law of work in thought: `after(P: E)` is a unit more work than P and E, by the interpreter and in a module, as often as it is asked."""

import pytest
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.machine.ir import work_counting, work_source
from cavewright.machine.native.machine import PYTHON

RULES = """ruleset think 1.0 "Think"
    language 1

players thinker 2..2
    keeps seen: 0..999

game
    keeps at: 0..9

to toil(k: 1..9)
    for each i in 1..k, j in 1..9
        set at = j

to idle
    set at = 1

menu turn "Turn"

action think in turn "Think"
    LINES

to play
    repeat 9 times
        each thinker from first(t in thinker)
            offer turn
    finish

scoring
    score seen = seen
    highest total wins
"""
DEEDS = ("idle", "toil(9)")
VALUES = ("1", "at", "sum(i in 1..9: i)", "sum(i in 1..9: count(j in 1..9 where j > i))", "after(toil(9): at)")
TIMES = 5


@pytest.fixture(autouse=True)
def all_counted(monkeypatch):
    """Every instruction is counted as it is done, and nothing within it at its worst."""
    monkeypatch.setattr(work_source, "may_pass", lambda interpreter, limit: True)
    monkeypatch.setattr(work_counting, "SHARE", 10**12)
    monkeypatch.setattr(work_counting, "FEW", 0)


def work_of(*lines):
    """The work of an action with some lines: by the interpreter, and in a module."""
    game = cw.load_rules({"think.cave": RULES.replace("LINES", "\n    ".join(lines))})
    twin = Twin(game, 2, PYTHON, True)
    twin.begin()
    state, engine = twin.state, twin.plain.interpreter
    stepped = engine.apply_option(state._h, state._s, engine.list_options(state._h, state._s)[0])
    twin.cursor.options()
    twin.after(0, stepped)
    return stepped[2].work, twin.cursor.work


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.gate("toil(9)-sum(i in 1..9: i)", "idle-after(toil(9): at)")
def test_thinking_is_as_much_work_as_doing_and_a_unit_more(deed, value):
    done, thought = work_of(deed, f"set seen = {value}"), work_of(f"set seen = after({deed}: {value})")
    assert thought == tuple(each + 1 for each in done) and len(set(done)) == 1


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.long
def test_each_time_is_as_much_work_as_the_first(deed, value):
    once, nothing = work_of(f"set seen = after({deed}: {value})"), work_of("set seen = 1")
    many, none = (
        work_of(f"set seen = sum(i in 1..{TIMES}: after({deed}: {value}))"),
        work_of(f"set seen = sum(i in 1..{TIMES}: 1)"),
    )
    assert [TIMES * (a - b) for a, b in zip(once, nothing, strict=True)] == [
        a - b for a, b in zip(many, none, strict=True)
    ]


def test_what_is_thought_within_a_thought_of_the_same_is_a_thought_of_its_own():
    """The module answers, and does not come to think of the first within the second."""
    (meant, counted), (done, _) = (
        work_of("set seen = after(idle: after(idle: at))"),
        work_of("idle", "idle", "set seen = at"),
    )
    assert meant == counted == done + 2
