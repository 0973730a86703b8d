"""Giving up in chess and in Go, by overlays: leaves count moves alone, and a match ends in the other's turn."""

from pathlib import Path

import pytest

import cavewright as cw

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "resigning.cave"
GO = """overlay leaving-go 1.0 "Giving up"
    language 2
    extends go ^1.0
amend players player
    add keeps out: yes_no
add menu leaving always for each player
add action resign in leaving "Give up"
    set out = yes
    finish
amend scoring
    add among not out
"""


def leaves(state, depth):
    """Positions after so many moves, each way there counted."""
    return 1 if not depth else sum(leaves(state.apply(each), depth - 1) for each in state.legal_actions())


@pytest.mark.long
def test_counts_of_leaves_are_those_of_chess():
    plain, more = cw.load_game("chess"), cw.load_game("chess", [str(EXAMPLE)])
    assert leaves(more.new_initial_state(), 2) == 400
    assert plain.hash != more.hash and len(more.new_initial_state().interrupts(1)) == 2


def test_chess_is_given_up_in_the_turn_of_the_other():
    match = cw.Match(cw.load_game("chess", [str(EXAMPLE)]), ["Anna", "Jola"], seed=1)
    for text in ("move e2 to e4", "0: offer_draw", "move e7 to e5", "0: offer_draw", "0: resign"):
        match.push(text)
    assert match.state.is_terminal and match.state.outcome().totals == (0, 2)
    assert cw.Match.from_json(match.to_json(), lambda *_, **__: match.game) == match


def test_the_clock_is_the_host_s():
    match = cw.Match(cw.load_game("chess", [str(EXAMPLE)]), 2, seed=1)
    with pytest.raises(cw.IllegalActionError, match="Only the host"):
        match.push("1: run_out")
    match.push("1: run_out", by_host=True)
    assert match.state.outcome().totals == (2, 0)


def test_go_is_given_up_while_the_other_thinks(tmp_path):
    (tmp_path / "leaving-go.cave").write_text(GO, encoding="utf-8")
    state = cw.load_game("go", [str(tmp_path / "leaving-go.cave")], {"width": 5}).new_initial_state()
    after = state.apply("place c3").apply("0: resign")
    assert after.is_terminal and after.outcome().winners == (1,)
