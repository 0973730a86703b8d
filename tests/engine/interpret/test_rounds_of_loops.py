"""Loops between two decisions: one that comes back to where it was ends there, whoever carries it out."""

import pytest

import cavewright as cw
from cavewright.bots.study.simulate import simulate

HEAD = """ruleset rounds 1.0 "Rounds"
    language 1

players player 2..2
    keeps points: 0..9
    keeps passed: yes_no

game
    keeps turn: 0..2
    keeps many: 0..2000

menu bidding

action raise in bidding
    require points < 0
    gain 1 points

action pass in bidding
    set passed = yes

to play
    choose k in 0..1
{body}

scoring
    score points = points
    highest total wins
"""
CASES = {
    "a circle of three": (
        "repeat until turn is 9 - many\n            set turn = 0 if turn is 2 otherwise turn + 1",
        {"turn": 0, "ended": 1},
    ),
    "a circle after a thousand rounds": (
        "repeat until turn is 9 - many * 0\n            gain 1 many\n            set turn = 0 if turn is 2 otherwise turn + 1",
        {"many": 2000, "ended": 1},
    ),
    "a round of turns in which nothing changes": (
        "repeat each player where not passed until points > 5\n            set many = 7\n            if many is 9\n                gain 1 points",
        {"many": 7, "ended": 1},
    ),
    "rounds of turns that count": (
        "repeat each player where not passed until points > 5\n            gain 1 points",
        {"ended": 0},
    ),
    "a loop that counts": ("repeat until many is 1500\n            gain 1 many", {"many": 1500, "ended": 0}),
}


def after(body, **engine):
    """The state behind the only decision."""
    game = cw.load_rules({"rounds.cave": HEAD.format(body="        " + body)}, **engine)
    state = game.new_initial_state(2)
    return state.apply(state.legal_actions()[1])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("engine", ["interpreter", "python", "machine"])
@pytest.mark.gate(
    "interpreter-a circle after a thousand rounds",
    "machine-a circle after a thousand rounds",
    "machine-a loop that counts",
    "interpreter-a round of turns in which nothing changes",
    "python-a round of turns in which nothing changes",
    "machine-rounds of turns that count",
)
def test_a_loop_ends_where_it_comes_back(name, engine):
    body, wanted = CASES[name]
    state = after(body, engine=engine)
    ended = [each for each in state.events if each.kind == "ended"]
    assert state.is_terminal and len(ended) == wanted["ended"]
    for field, value in wanted.items():
        assert field == "ended" or state._h[state.game.program.layout.base["game", field]] == value


STUCK = HEAD.replace(
    "    choose k in 0..1\n{body}",
    "    repeat until some(p in player where p.points > 0)\n"
    "        each player from first(p in player)\n            if not passed\n                offer bidding",
)


def test_a_match_ends_when_nobody_can_go_on_and_a_study_counts_it():
    study = simulate(cw.load_rules({"rounds.cave": STUCK}), games=2, bots=["random"], seed=5)
    assert study.ended == 2 and [each.unchanged for each in study.played] == [1, 1]
    assert "2 games; seeds 5, 6" in study.table()


def test_the_end_is_told_in_words():
    state = cw.load_rules({"rounds.cave": STUCK}).new_initial_state(2)
    while not state.is_terminal:
        state = state.apply(state.legal_actions()[0])
    (told,) = [each.text() for each in state.events_for(None) if each.kind == "ended"]
    assert told.startswith("this ends, since a whole round changed nothing: repeat until")
