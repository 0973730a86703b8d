"""What is done so many times and has a text is told with how far it has gone; nothing is told of a number that is secret."""

import pytest

import cavewright as cw
from cavewright.play.views.panel import kept_words

RULES = """ruleset laps 1.0 "Laps"
    language 1

players runner 2..2
    keeps steps: 0..9

game
    keeps laps: 0..3 hidden = 2

to play
    REPEAT
        each runner from first(r in runner)
            offer turn

menu turn "A step."

action step in turn "Step"
    gain 1 steps

scoring
    score far = steps
    highest total wins
"""
CASES = {
    'repeat 2 times "Laps."': ["Laps: 1 of 2", "Laps: 1 of 2", "Laps: 2 of 2", "Laps: 2 of 2", ""],
    "repeat 2 times": [""] * 5,
    'repeat laps times reveals "Laps"': [""] * 5,
    'repeat until every(r in runner: r.steps >= 2) "Laps"': [""] * 5,
}


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize("line", CASES)
def test_lines_with_a_text_are_counted(line, engine):
    rules = RULES.replace("REPEAT", line)
    state, told = cw.load_rules({"laps.cave": rules}, engine=engine).new_initial_state(), []
    while True:
        told.append("".join(each for each in kept_words(state, None) if each.startswith("Laps")))
        if state.is_terminal:
            break
        state = state.apply(state.legal_actions()[0])
    assert told == CASES[line]
