"""The classics written by hand, against which speed is measured, are the same games as those of the rule files."""

import os
import random
import subprocess
import sys
from pathlib import Path

import byhand
import pytest
import yardstick
from tests.rulesets.classics.other_programs import ASIDE, LETTERS, OTHERS, result

import cavewright as cw

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
HAND = {**byhand.GAMES, "connect-four": yardstick.ConnectFour}


def number(name, words, player):
    """An action of ours as it is called there."""
    if name != "breakthrough":
        return OTHERS[name][1](words, None)
    cell = (int(words[1][1:]) - 1) * 8 + LETTERS.index(words[1][0])
    return cell, cell + (8 if player == 0 else -8) + ASIDE[words[2]]


def winner(name, hand):
    """Who has won there, or none; the yardstick counts players from 1."""
    return hand.winner if name != "connect-four" else hand.winner - 1 if hand.winner else None


@pytest.mark.parametrize("name", sorted(HAND))
@pytest.mark.gate("breakthrough", "connect-four")
def test_it_is_the_same_game(name):
    game, chooser = cw.load_game(name), random.Random(name)
    for _ in range(4):
        state, hand = game.new_initial_state(), HAND[name]()
        while not state.is_terminal and not hand.terminal:
            ours = {number(name, each.text.split(), state.current_player): each for each in state.legal_actions()}
            assert sorted(ours) == sorted(hand.legal_actions()) and state.current_player == hand.player - (
                name == "connect-four"
            )
            chosen = chooser.choice(sorted(ours))
            hand.apply(chosen)
            state = state.apply(ours[chosen])
        assert state.is_terminal and hand.terminal and result(state) == winner(name, hand)


@pytest.mark.long
def test_what_is_not_installed_is_left_out_of_the_table():
    """With a plain note why."""
    code = "import sys; sys.modules['pyspiel'] = None; import report; report.classics(rounds=1, seconds=0.01)"
    paths = os.pathsep.join(filter(None, sys.path))
    out = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BENCHMARKS,
        env={"PATH": "", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    ).stdout
    assert all(f"| {name} | " in out for name in HAND) and out.count("not measured |") == 5, out
    assert "open_spiel is not installed" in out and "boardgame.io is not measured: node and npm are not there." in out
