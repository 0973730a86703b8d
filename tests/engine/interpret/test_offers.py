"""What rows do, actions below an offer, each once, or none, menus beside every decision, and what decides among equals."""

from __future__ import annotations

from pathlib import Path

import pytest

import cavewright as cw
from cavewright.play.loading.load import try_load

RULES = """ruleset stall 1.0 "A stall"
    language 1

kind ware
    | ware  | price: 0..9 |
    | apple | 1           |
        to sell(n: 0..9) "Apples go by the piece."
            gain (n * apple.price) coin
    | plum  | 2           |
    | cake  | 5           |
        to sell(n: 0..9)
            offer
                whole: gain (5 * n) coin
                action half(k in 1..2) "Half of it"
                    few: require k < 2 "Only one half."
                    gain 2 coin

players seller 2..2
    keeps coin: 0..99
    keeps nuts: 0..9 = 1
    keeps rank: 0..9

menu swaps always

to play
    each seller from first(s in seller)
        day

to day
    offer any once
        sell: sell_one "Sell a ware"
        action rest "Rest"
            tired: require coin > 0 "You are not tired yet."
            gain 1 coin
        spend: cost_two
    offer or none
        gain_rank: gain 1 rank

to sell_one
    choose ware in ware
        ware.sell(2)

to cost_two
    cost 2 coin
    gain 1 rank

action swap in swaps "Swap a nut for a coin"
    held: require nuts > 0 "No nuts."
    lose 1 nuts
    gain 1 coin

scoring
    score coin = coin
    highest total wins
    then highest rank
"""


def game(tmp_path: Path, text: str = RULES) -> cw.Game:
    """The game of a text."""
    folder = tmp_path / "stall"
    folder.mkdir()
    (folder / "stall.cave").write_text(text, "utf-8")
    made, found = try_load(folder, (), {})
    assert made is not None, [str(each) for each in found]
    return made


def after(made: cw.Game, *said: str) -> cw.State:
    """The state after some actions."""
    match = cw.Match(made, players=2, seed=1)
    for each in said:
        match.push(each)
    return match.state


def can(state: cw.State) -> list[str]:
    """What can be chosen."""
    return [each.text for each in state.legal_actions()]


def test_each_once_and_beside(tmp_path):
    """What was chosen is not offered again; what stands beside does not count, and leads back."""
    made = game(tmp_path)
    assert can(after(made)) == ["sell", "done", "swap"]
    assert can(after(made, "0: swap")) == ["sell", "rest", "done"]
    assert can(after(made, "0: swap", "0: rest")) == ["sell", "spend", "done"]
    reasons = after(made, "0: swap", "0: rest").check("0: rest").reasons
    assert [(each.rule, each.code, each.text(), each.text("de")) for each in reasons] == [
        ("day.once", "requirement", "This has been done.", "Das ist schon getan.")
    ]
    assert can(after(made, "0: swap", "0: rest", "0: sell")) == ["ware apple", "ware plum", "ware cake"]


def test_all_chosen_is_done(tmp_path):
    """When each was chosen once, nobody is asked for more; `or none` leaves it open."""
    state = after(game(tmp_path), "0: swap", "0: rest", "0: spend", "0: sell", "0: ware plum")
    assert can(state) == ["gain_rank", "done"] and state.current_player == 0


@pytest.mark.parametrize("ware, coins", [("apple", 2), ("plum", 0)])
def test_a_row_does_what_stands_below_it(tmp_path, ware, coins):
    """With the value that is handed over; a row of which nothing is said does nothing."""
    state = after(game(tmp_path), "0: sell", f"0: ware {ware}", "0: done", "0: done")
    assert state.current_player == 1 and state.outcome().totals == (coins, 0)


def test_actions_below_an_offer_have_reasons(tmp_path):
    """Their requirements and costs speak, also those in the middle of a rule."""
    made = game(tmp_path)
    state = after(made, "0: sell", "0: ware cake")
    assert can(state) == ["whole", "half 1", "swap"]
    assert [each.rule for each in state.check("0: half 2").reasons] == ["cake.sell.half.few"]
    reason = after(made).check("0: spend").reasons[0]
    assert (reason.code, reason.current, reason.needed) == ("cost", "0", "2")


def test_what_decides_among_equals(tmp_path):
    """The first who is better in what comes next."""
    over = after(game(tmp_path), "0: done", "0: gain_rank", "1: done", "1: done")
    assert over.outcome().totals == (0, 0) and over.outcome().winners == (0,)


@pytest.mark.parametrize(
    "old, new, code",
    [
        ("ware.sell(2)", "ware.buy(2)", "C0213"),
        ("ware.sell(2)", "ware.sell", "C0404"),
        (
            "    | cake  | 5           |\n        to sell(n: 0..9)",
            "    | cake  | 5           |\n        to sell(n: 0..3)",
            "C0404",
        ),
        ("spend: cost_two", "sell: cost_two", "C0214"),
        ("    gain 1 coin\n\nscoring", "    sell_one\n\nscoring", "C0502"),
    ],
)
def test_mistakes(tmp_path, old, new, code):
    """Each is told by its code."""
    assert old in RULES
    (tmp_path / "a.cave").write_text(RULES.replace(old, new), "utf-8")
    assert code in {each.code for each in try_load(tmp_path / "a.cave", (), {})[1]}


def test_overlays_reach_what_rows_do(tmp_path):
    """A line below a row is found by its row and its key; rows are added with what they do."""
    (tmp_path / "a.cave").write_text(RULES, "utf-8")
    (tmp_path / "b.cave").write_text(
        """overlay dear 1.0 "Dear"
    language 1
    extends stall ^1.0
    why "dearer"

amend kind ware
    change cake.few: require k < 2 to require k < 3
    change plum.price: 2 to 3
    add | pear | 3 |
        to sell(n: 0..9)
            gain (3 * n) coin
""",
        "utf-8",
    )
    made, found = try_load(tmp_path / "a.cave", (tmp_path / "b.cave",), {})
    assert made is not None, [str(each) for each in found]
    assert "half 2" in can(after(made, "0: sell", "0: ware cake"))
    assert after(made, "0: sell", "0: ware pear").outcome().totals == (6, 0)
