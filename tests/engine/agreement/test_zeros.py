"""Slots that are said to be zero at an instruction are zero whenever the interpreter comes there."""

import random
from collections import Counter
from pathlib import Path

import pytest
from tests.engine.agreement.settings import BASES

import cavewright as cw
from cavewright.engine.generate.basic_blocks import ControlFlow

FOLDER = Path(__file__).parent / "attacks"
ATTACKS = sorted(
    path.stem for path in FOLDER.glob("*.cave") if path.stem not in ("ground", "too_much_to_try", "loops_left_over")
)


def watched(game, zeros, seen):
    """The interpreter of a game looks at every instruction whether slots are zero that ought to be."""
    code = game.interpreter.code
    for pc, step in enumerate(code):

        def looks(h, s, run, pc=pc, step=step):
            assert not any(h[slot] for slot in zeros[pc]), (
                pc,
                game.program.code[pc],
                {slot: h[slot] for slot in zeros[pc] if h[slot]},
            )
            assert all(type(h[slot]) is int for slot in zeros[pc])
            seen[pc] += len(zeros[pc])
            return step(h, s, run)

        code[pc] = looks


def played(game, seeds, most):
    """What was looked at in some random games."""
    seen = Counter()
    watched(game, ControlFlow(game.program).zeros, seen)
    for seed in range(seeds):
        rng, state = random.Random(seed), game.new_initial_state(game.players[seed % len(game.players)])
        for _ in range(most):
            if state.is_terminal:
                break
            if state.current_player == cw.CHANCE:
                state = state._after_chance(rng.choice(state._weights())[0])
            else:
                player = rng.choice(state.active_players)
                state = state._apply_option(player, rng.choice(state._options(player)))
    return seen


@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("connect-four")
def test_in_games(name):
    base, *overlays = name.split("+")
    assert played(cw.load_game(base, overlays, engine="interpreter"), 2, 120).total() > 50


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.gate("bound_in_loops", "off_the_board", "rows_that_become_free", "truths_and_numbers")
def test_in_small_rules(name, tmp_path):
    for each in ("ground", name):
        (tmp_path / f"{each}.cave").write_text((FOLDER / f"{each}.cave").read_text("utf-8"), "utf-8")
    played(cw.load_game(tmp_path, engine="interpreter"), 4, 40)
