"""Who has a turn, by every engine: `where` passes players over, `until` ends all turns, `repeat each` goes round until a round finds nobody."""

import pytest

import cavewright as cw
from cavewright.machine.native.machine import has_wasm
from cavewright.play.loading.load import try_load

RULES = """ruleset turns 1.0 "Turns"
    language 1

players team 3..3
    keeps points: 0..9
    keeps out: yes_no

game
    keeps said: 0..9
    keeps last: team or none

define second = first(t in team where t is not first(u in team))

to play
    LINE
        last: may "Leave?"
            set out = yes
        gain 1 points
        gain 1 said
        set last = me
    gain 9 said

scoring
    score points = points
    highest total wins
"""
CASES = [
    ("each team", "", "012"),
    ("each team from second", "", "120"),
    ("each team where me is not second", "", "02"),
    ("each team from second where me is not second", "", "20"),
    ("each team until said is 2", "", "01"),
    ("each team from second until me is first(t in team)", "", "12"),
    ("each team until me is first(t in team)", "", ""),
    ("each team where out", "", ""),
    ("repeat each team until said is 5", "", "01201"),
    ("repeat each team where not out", "0111", "0120"),
    ("repeat each team where not out", "010011", "012020"),
    ("repeat each team from second where not out until last is me", "110", "120"),
    ("repeat each team from second where not out until last is me", "101", "1202"),
    ("repeat each team where points < 2", "", "012012"),
    ("repeat each team where out until said is 3", "", ""),
    ("repeat each team where not out until count(t in team where t.out) is 2", "0101", "0120"),
]
"""The line; what is answered, 1 for yes; and who has a turn."""
ENGINES = ("interpreter", "python", "machine")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("line, answers, players", CASES)
@pytest.mark.gate(
    "each team from second--120-python",
    "each team where me is not second--02-interpreter",
    "each team from second until me is first(t in team)--12-python",
    "each team where out---interpreter",
    "repeat each team where not out-0111-0120-python",
    "repeat each team where points < 2--012012-interpreter",
    "repeat each team where not out until count(t in team where t.out) is 2-0101-0120-python",
)
def test_turns_come_as_the_line_says(line, answers, players, engine):
    if engine == "machine" and not has_wasm():
        pytest.skip("wasmtime is not installed")
    assert players_in(RULES.replace("LINE", line), engine, answers) == players


def players_in(rules, engine, answers=""):
    """Who has a turn, as long as the game lasts, at most a dozen turns."""
    game = cw.load_rules({"turns.cave": rules}, engine=engine)
    if engine == "machine":
        game.make_module(3)
    state, found = game.new_initial_state(), ""
    while not state.is_terminal and len(found) < 12:
        leaves = answers[len(found) : len(found) + 1] == "1"
        found += str(state.current_player)
        state = state.apply(
            next(each for each in state.legal_actions() if each.text.endswith("yes" if leaves else "no"))
        )
    return found


@pytest.mark.parametrize(
    "line, code",
    [
        ("repeat each team", "C0509"),
        ("repeat each team where said < 10 and me is second", ""),
        ("repeat each team until me is second", "C0509"),
        ("repeat each team until said is 9", ""),
        ("each team from none where said", "C0401"),
    ],
)
def test_turns_that_never_end_are_refused(line, code):
    found = try_load({"turns.cave": RULES.replace("LINE", line)})[1]
    assert [each.code for each in found if each.severity == "error"][:1] == [code][: bool(code)]


def test_turns_without_a_decision_end_by_themselves():
    rules = RULES.replace("LINE", "repeat each team until said is 9").replace('last: may "Leave?"', "if last is me")
    game, found = try_load({"turns.cave": rules})
    assert game is not None and [each for each in found if each.severity == "error"] == []
    game.new_initial_state(3)


def test_each_round_begins_with_whom_the_line_says():
    """`from` is asked by whoever acts around the line, not by whoever had the last turn."""
    rules = RULES.replace("    LINE\n", "    as second\n        rounds\n    gain 9 said\n\nto rounds\n    LINE\n", 1)
    rules = rules.replace("        set last = me\n    gain 9 said\n", "        set last = me\n", 1)
    for engine in ENGINES[:2]:
        found = players_in(rules.replace("LINE", "repeat each team from me until said is 5"), engine)
        assert found == "12012"


SECRET = RULES.replace("keeps out: yes_no", "keeps out: yes_no secret")


@pytest.mark.parametrize("line", ["each team where not out", "each team until out", "repeat each team where not out"])
@pytest.mark.parametrize("reveals", ["", " reveals"])
def test_who_has_a_turn_is_known_to_all(line, reveals):
    """What decides about turns is open, or the line says that it comes out."""
    found = try_load({"turns.cave": SECRET.replace("LINE", line + reveals)})[1]
    assert {each.code for each in found if each.severity == "error"} == (set() if reveals else {"C0524"})


OVERLAY = """overlay leavers 1.0 "Leavers"
    language 1
    extends turns ^1.0

amend to play
    change turns: each team to repeat each team from second where not out until said is 4
"""


def test_a_house_rule_changes_whose_turns_they_are():
    """The first line of the block is repeated, as of any other block."""
    rules = RULES.replace("LINE", "turns: each team")
    game = cw.load_rules({"turns.cave": rules}, [{"leavers.cave": OVERLAY}])
    state, found = game.new_initial_state(), ""
    while not state.is_terminal:
        found += str(state.current_player)
        state = state.apply(next(each for each in state.legal_actions() if each.text.endswith("no")))
    assert found == "1201"
