"""Searches that weigh ways: how far several goals are from one place, told by a module as by the interpreter, and without
one search for each."""

import random
import sys
from itertools import pairwise

import pytest
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.machine.native.cursor import Cursor
from cavewright.machine.native.linking import form_of
from cavewright.machine.native.machine import PYTHON, machine

RULES = """
ruleset survey 1.0 "Survey"
    language 1

kind station
    | station |
{stations}

kind line
    keeps flooded: yes_no
    | line | ends: set of station | metres: 0..99 |
{lines}

players caver 2..2
    keeps here: station = {first}

board station by line "The survey."
    passage where not passage.flooded

to play
    repeat 40 times
        flood: roll l in line
        set l.flooded = not l.flooded
        each caver from first(c in caver)
            offer walks

menu walks

action walk(s in station) in walks
    near: require distance(here, s: passage.metres) <= {reach}
    set here = s

scoring
    score metres = sum(s in station where distance(here, s: passage.metres) < 999: distance(s, here: passage.metres))
    lowest total wins
"""


def survey(rng, size, chords, reach):
    """Rules with a way from every station to the next, and some ways across."""
    names = [f"s{n}" for n in range(size)]
    across = rng.sample([(names[a], names[b]) for b in range(2, size) for a in range(b - 1)], chords)
    pairs = [*pairwise(names), *across]
    lines = "\n".join(f"    | l{n} | {a} {b} | {rng.randrange(20)} |" for n, (a, b) in enumerate(pairs))
    text = RULES.format(
        stations="\n".join(f"    | {name} |" for name in names), lines=lines, first=names[0], reach=reach
    )
    return cw.load_rules({"survey.cave": text})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.gate("wasm-1")
def test_goals_asked_for_one_after_another_are_as_far_as_the_interpreter_says(seed, backend):
    rng = random.Random(seed)
    twin = Twin(survey(rng, 12, 8, 25), 2, backend, checked=True)
    twin.begin()
    while not twin.state.is_terminal:
        twin.step(rng)
    assert twin.decisions == 120


def lines_executed(size):
    """Lines of Python that are carried out to list all goals of a chain of stations."""
    game = survey(random.Random(1), size, 0, 9_999)
    form = form_of(game, 2, to_machine_code=False)
    cursor, state = Cursor(form.interface, machine(form.module, PYTHON, False)), game.new_initial_state()
    state = state.apply(state.chance_outcomes()[-1][0])
    cursor.load(state._h, state._s)
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        many = cursor.machine.call("options")
    finally:
        sys.settrace(before)
    assert many == len(state.legal_actions())
    return count


def test_a_search_goes_on_for_the_next_goal():
    """A search anew for each goal would take four times as many lines for twice as many goals, and more."""
    assert lines_executed(60) < 3 * lines_executed(30)
