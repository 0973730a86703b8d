"""A bound on the tiles that can be laid, out of the rules alone; where none is known there is room for many."""

import random
from math import inf
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.machine.ir.laying_bounds import LayingBounds
from cavewright.machine.ir.position_layout import room_for

TESTS = Path(__file__).parents[2]
BACK = """overlay back 1.0 "Tiles go back"
    language 1
    extends the-cave ^2.0

amend action discover
    add gain 1 I-01 in i.pile
"""


def most(name, overlays=(), players=2):
    optimised = cw.load_game(name, overlays).interpreter.optimised_in_place
    (board,) = optimised.ruleset.growing
    return LayingBounds(optimised.ruleset, optimised.program, players).most_laid(board)


@pytest.mark.parametrize(
    ("name", "overlays", "players", "bound"),
    [
        ("the-cave", (), 2, 22 + 88),
        ("the-cave", (), 5, 22 + 88),
        ("the-cave", ("crystal-chambers",), 3, 22 + 88 + 6),
        ("the-cave", ("tiles-return",), 3, inf),
        ("the-cave", ("rockfall",), 3, inf),
        (str(TESTS / "rules" / "boards" / "tunnel.cave"), (), 1, 1 + 21),
        (str(TESTS / "rules" / "boards" / "tunnel.cave"), (), 2, 1 + 21 * 2),
        (str(TESTS / "play" / "burrow.cave"), (), 2, 1),
    ],
)
@pytest.mark.gate("the-cave-overlays0-2-110")
def test_the_bound_is_found_in_the_rules(name, overlays, players, bound):
    """88 is one more than there are rows of tiles, each of which is looked at once."""
    assert most(name, overlays, players) == bound


def test_a_bag_into_which_tiles_go_back_bounds_nothing(tmp_path):
    (tmp_path / "back.cave").write_text(BACK)
    assert most("the-cave", (str(tmp_path / "back.cave"),)) == inf


@pytest.mark.parametrize(
    "name",
    [
        "rules/boards/tunnel.cave",
        "rules/boards/den.cave",
        "rules/boards/comb.cave",
        "publish/changes/quarry.cave",
        "the-cave",
    ],
)
@pytest.mark.gate("rules/boards/tunnel.cave")
def test_no_game_lays_more(name):
    path, rng = TESTS / name, random.Random(name)
    game = cw.load_game(str(path) if path.exists() else name)
    for players in game.players:
        line = cw.Line(game.new_initial_state(players))
        line.playout(rng.random, 3_000)
        optimised = game.interpreter.optimised_in_place
        bounds = LayingBounds(optimised.ruleset, optimised.program, players)
        for n, board in enumerate(optimised.ruleset.growing):
            assert len(line.state._s[3 * n]) <= bounds.most_laid(board)


def test_there_is_room_for_what_can_be_laid_and_for_500_where_that_is_not_known():
    assert [room_for(each) for each in (1, 110, 638, 5_000, inf)] == [16, 110, 638, 1_000, 500]
