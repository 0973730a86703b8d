"""An interrupt, such as Ctrl-C or an alarm, may come at any line of the first load and the first plays: the next call does what it would have done."""

import random
from functools import lru_cache
from pathlib import Path

import pytest
from tests.interrupts import Interrupts, interrupted

import cavewright as cw
from cavewright.play.loading.shared import SHARED

ROOMS = ("generate", "jit", "optimise", "ir", "native", "emit", "program", "states", "loading", "interpret")
ENGINE = Path(cw.__file__).parent
FOLDERS = tuple(f"{ENGINE / room}/" for room in ROOMS)
POINTS = 8
"""Lines at which an interrupt is tried, of each part of the first plays."""
RULES = """ruleset pond 1.0 "Pond" # {}
    language 1

kind reed
    | reed  | worth: 0..9 | wet: 0..1 |
    | rush  | 1           | 1         |
    | sedge | 2           | 0         |
    | iris  | 4           | 1         |
    keeps owner: heron or none

players heron 2..2
    keeps fish: 0..99
    keeps nest: bag of reed

define deep(r: reed) = r.worth + 2 if r.wet is 1 otherwise r.worth

menu turn

action pick(r in reed) in turn
    require r.owner is none
    set r.owner = me
    gain 1 r in nest
    gain deep(r) fish
    roll d in 1..3
    if d > 1 and fish > 3
        gain sum(each in reed where each.owner is me: each.worth) fish

action wade in turn
    require fish > 1
    lose 1 fish
    may "Again?"
        gain 1 fish

action rest in turn
    gain 1 fish

to play
    repeat 3 times
        each heron from first(h in heron)
            offer turn

scoring
    score fish = fish
    score reeds = sum(r in reed where r.owner is me: deep(r))
    highest total wins
"""


def load(number):
    """The game, read anew: the number makes files of their own of it."""
    return cw.load_rules({"pond.cave": RULES.format(number)})


def play_states(game):
    """A game on states."""
    state, rng, told = game.new_initial_state(2), random.Random(7), []
    while not state.is_terminal:
        chance = state.current_player == cw.CHANCE
        actions = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
        told.append([str(each) for each in actions])
        state = state.apply(rng.choice(actions))
        told.append([each.text() for each in state.events])
    return told, state.outcome().totals, state.to_json()


def play_line(game):
    """Games on a line, taken back and played once more."""
    line, rng = cw.Line(game.new_initial_state(2)), random.Random(5)
    steps = line.playout(rng.random, 20)
    end = line.state.to_json()
    while line.depth:
        line.pop()
    return steps, end, line.playout(random.Random(6).random, 20), line.state.to_json()


def play_modules(game):
    """Games in a module, and what a bot chooses that searches in one."""
    playouts = cw.Native(game, players=2, backend="python").playouts(3, seed=1)
    return playouts.totals, str(cw.bots.make("greedy", game, seed=1).choose(game.new_initial_state(2), 0))


PARTS = (play_states, play_line, play_modules)


def is_of_engine(file):
    """Tells if a file is one of the engine, or is code that it has written."""
    return file.startswith(FOLDERS) or file in ("rules", "<module>")


@pytest.fixture(scope="module")
def expected():
    game = load("expected")
    return {part: part(game) for part in PARTS}


@pytest.mark.long
@pytest.mark.parametrize("n", range(POINTS))
@pytest.mark.parametrize("part", PARTS)
def test_after_an_interrupt_the_next_call_does_what_it_would_have_done(part, n, expected, lines):
    """Whatever had begun is begun anew or goes on: in this process, and for the next one, which takes up what this one kept."""
    number, at = f"{part.__name__} {n}", random.Random(f"{part.__name__} {n}").randrange(1, lines(part))
    assert interrupted(lambda: part(load(number)), Interrupts(is_of_engine, at))
    game = load(number)
    assert part(game) == expected[part]
    for each in (game.mechanics.state_functions, game.mechanics.in_place):
        each.keep()
    SHARED.known.clear()
    assert [each(load(number)) for each in (play_states, play_line)] == [expected[play_states], expected[play_line]]


@pytest.fixture(scope="module")
def lines():
    """How many lines loading and a first part of play take."""

    @lru_cache
    def count(part):
        counting = Interrupts(is_of_engine)
        assert not interrupted(lambda: part(load(f"{part.__name__} whole")), counting)
        return counting.lines

    return count
