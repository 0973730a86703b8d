"""The same games in another program: how its actions are called there, and games at random in both."""

import random
from collections import Counter
from math import sqrt

import cavewright as cw

POINTS = [
    "a7",
    "d7",
    "g7",
    "b6",
    "d6",
    "f6",
    "c5",
    "d5",
    "e5",
    "a4",
    "b4",
    "c4",
    "e4",
    "f4",
    "g4",
    "c3",
    "d3",
    "e3",
    "b2",
    "d2",
    "f2",
    "a1",
    "d1",
    "g1",
]
LETTERS = "abcdefghijk"
ASIDE = {"left": -1, "onward": 0, "right": 1}


def in_rows(width, height=0):
    """Cells numbered row by row; from the top, if a height is given."""

    def number(words):
        column, row = LETTERS.index(words[1][0]), int(words[1][1:])
        return (height - row if height else row - 1) * width + column

    return number


def advance(words, state):
    """A step of a man; there the first player comes from the top."""
    column, row, up = LETTERS.index(words[1][0]), 9 - int(words[1][1:]), -1 if state.current_player() == 0 else 1
    said = f"{LETTERS[column]}{row}{LETTERS[column + ASIDE[words[2]]]}{row + up}"
    return next(each for each in state.legal_actions() if state.action_to_string(each).rstrip("*") == said)


def on_points(words):
    """Placing and taking are numbers of points, a move is one of two points."""
    points = [POINTS.index(each) for each in words[1:] if each in POINTS]
    return points[0] if len(points) == 1 else len(POINTS) * (1 + points[0]) + points[1]


OTHERS = {
    "tic-tac-toe": ("tic_tac_toe", lambda words, state: in_rows(3, 3)(words)),
    "connect-four": ("connect_four", lambda words, state: int(words[1]) - 1),
    "breakthrough": ("breakthrough", advance),
    "hex": ("hex", lambda words, state: in_rows(11)(words)),
    "nine-mens-morris": ("nine_mens_morris", lambda words, state: on_points(words)),
}
"""By id: the name there, and what makes the number of an action there from the words of ours."""

LEAVES = {
    "tic-tac-toe": (9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872),
    "connect-four": (7, 49, 343, 2_401, 16_807, 117_649),
    "breakthrough": (22, 484, 11_132, 256_036),
    "nine-mens-morris": (24, 552, 12_144, 255_024),
    "hex": (121, 14_520, 1_727_880),
}
"""Numbers of leaves by depth, as they are published; the last is the first beyond 100,000, or the game is over."""


def leaves(game, depth):
    """The numbers of leaves up to a depth. Equal positions are gone on from once."""
    found, level = [], Counter({game.new_initial_state(): 1})
    while len(found) < depth:
        found.append(sum(ways * len(state.legal_actions()) for state, ways in level.items() if not state.is_terminal))
        after = Counter()
        for state, ways in level.items() if len(found) < depth else ():
            for action in () if state.is_terminal else state.legal_actions():
                after[state.apply(action)] += ways
        level = after
    return tuple(found)


def result(state):
    """Who has won, or none."""
    winners = state.outcome().winners
    return winners[0] if len(winners) == 1 else None


def result_there(state):
    """The same in the other program."""
    returns = state.returns()
    return returns.index(max(returns)) if max(returns) > 0 else None


def in_lockstep(name, there, seed):
    """Plays one game at random in both, and says at every step what may be done, as numbers, and who is to move: ours, theirs."""
    chooser, number = random.Random(seed), OTHERS[name][1]
    ours, theirs = cw.load_game(name).new_initial_state(), there.new_initial_state()
    while not theirs.is_terminal() and not ours.is_terminal:
        actions = {number(each.text.split(), theirs): each for each in ours.legal_actions()}
        yield (sorted(actions), ours.current_player), (theirs.legal_actions(), theirs.current_player())
        chosen = chooser.choice(theirs.legal_actions())
        theirs.apply_action(chosen)
        ours = ours.apply(actions[chosen])
    yield (ours.is_terminal, result(ours)), (theirs.is_terminal(), result_there(theirs))


def ours_at_random(name, games):
    """Length and winner of games at random."""
    game, chooser = cw.load_game(name), random.Random(5)
    for _ in range(games):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal:
            state, length = state.apply(chooser.choice(state.legal_actions())), length + 1
        yield length, result(state)


def theirs_at_random(there, games):
    """The same in the other program."""
    chooser = random.Random(6)
    for _ in range(games):
        state, length = there.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            length += 1
        yield length, result_there(state)


def apart(some, others):
    """By how many standard errors the means of two lists differ."""

    def mean(values):
        return sum(values) / len(values)

    def error(values):
        return sum((each - mean(values)) ** 2 for each in values) / (len(values) - 1) / len(values)

    return abs(mean(some) - mean(others)) / (sqrt(error(some) + error(others)) or 1)
