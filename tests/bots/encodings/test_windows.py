"""Windows on boards that grow: what lies around whoever looks, as the whole board tells it, and nothing else."""

import pickle
import random

import pytest
from tests.engine.agreement.settings import load

import cavewright as cw
from cavewright.encodings import Observations
from cavewright.rules.cave import grid

FEW = 3
"""Columns and rows on each side of a window."""
ACROSS = 2 * FEW + 1


def walk(game, players, seed, steps):
    """States on a way at random in which a player decides."""
    state, rng = game.new_initial_state(players), random.Random(seed)
    for _ in range(steps):
        if state.is_terminal:
            return
        if state.current_player == cw.CHANCE:
            state = state.apply(rng.choice(state.chance_outcomes())[0])
            continue
        yield state
        state = state.apply(rng.choice(state.legal_actions(rng.choice(state.active_players))))


def rows_of(observations, tensor, board):
    """The rows of a growing board that have a tile."""
    part = next(each for each in observations.parts if each.name == f"boards.{board}.places")
    rows, width = part.shape
    table = [tuple(tensor[part.at + n * width : part.at + (n + 1) * width]) for n in range(rows)]
    return {n: row for n, row in enumerate(table) if row[0]}


def test_a_window_tells_of_the_places_around_who_looks_what_the_whole_board_tells():
    game = load("the-cave", (), (("starting_kit", "suggested"),))
    whole, window = Observations(game, 2), Observations(game, 2, window=FEW)
    first, moved = game.program.layout.base["team", "here"], 0
    for state in walk(game, 2, 5, 200):
        for viewer in (0, 1, None):
            here = state._h[first + viewer] if viewer is not None else -1
            middle = grid.position(here) if here >= 0 else (0, 0)
            moved += middle != (0, 0)
            cells = {grid.position(place) for place in state._s[0]}
            inside = {
                (y - middle[1] + FEW) * ACROSS + x - middle[0] + FEW
                for x, y in cells
                if abs(x - middle[0]) <= FEW and abs(y - middle[1]) <= FEW
            }
            seen = rows_of(window, window.observe(state, viewer), "place")
            assert set(seen) == inside
            assert set(seen.values()) <= set(rows_of(whole, whole.observe(state, viewer), "place").values())
    assert moved > 100


@pytest.mark.parametrize("window", [0, 51, True, "3", 1.5])
def test_what_is_no_window_is_refused(window):
    with pytest.raises((TypeError, ValueError), match="window"):
        Observations(load("the-cave"), 2, window=window)


def test_a_window_belongs_to_what_is_pickled():
    observations = Observations(load("the-cave"), 2, window=2)
    assert pickle.loads(pickle.dumps(observations)).parts == observations.parts
