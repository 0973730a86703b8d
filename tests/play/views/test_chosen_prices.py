"""Prices in pieces that are chosen say the piece, as if the line named it; and capacities that are worked out need no brackets."""

import pytest

import cavewright as cw
from cavewright.play.loading.load import try_load
from cavewright.play.states.preview import dues

SHOP = """ruleset shop 1.0 "Shop"
    language 2

kind good
    | good | price: 1..3 | units: 1..2 |
    | wood | 1           | 1           |
    | clay | 2           | 1           |

constant a = 2
constant b = 3

players trader 2..2
    keeps store: bag of good holding {room}
    keeps done: 0..9

to play
    for each t in trader
        gain 2 wood, 1 clay in t.store
    repeat 3 times
        each trader from first(t in trader)
            offer deals or none

menu deals

action sell(g in good) in deals "Sell"
    cost 1 g from store
    gain g.price done

action pair(g in good) in deals "Sell two"
    cost 2 g from store
    gain g.price done

action saw in deals "Saw"
    cost 1 wood from store

scoring
    score done = done + a + b
    highest total wins
"""
CAPACITIES = {
    "(a + b) units": 5,
    "a + b units": 5,
    "a + b - 1 units": 4,
    "a * b - 2 units": 4,
    "(2 * a) units": 4,
    "8 units": 8,
    "a units": 2,
}


def shop(folder, room="(a + b) units"):
    (folder / "shop.cave").write_text(SHOP.format(room=room))
    return cw.load_game(folder / "shop.cave")


def test_a_price_says_the_piece_that_was_chosen(tmp_path):
    state = shop(tmp_path).new_initial_state()
    told = {str(each): [(due.unit, due.amount) for due in dues(state, each)] for each in state.legal_actions()}
    assert told["0: sell wood"] == told["0: saw"] == [("wood", 1)]
    assert told["0: sell clay"] == [("clay", 1)] and told["0: pair wood"] == [("wood", 2)]
    (reason,) = state.check("0: pair clay").reasons
    assert (reason.rule, reason.message) == ("pair.g", "This costs 2 clay; you have 1.")


@pytest.mark.parametrize("room", CAPACITIES)
def test_what_a_bag_holds_may_be_worked_out(room, tmp_path):
    (store,) = [each for each in shop(tmp_path, room).rules_model.fields if each.name == "store"]
    assert (store.type.room, store.type.measure) == (CAPACITIES[room], "units")


@pytest.mark.parametrize(
    ("room", "code"),
    [("a + b", "C0101"), ("8", "C0101"), ("a + 2 * b units", "C0101"), ("a + b unit", "C0206"), ("all", "C0417 C0206")],
)
def test_what_measures_a_bag_is_a_column(room, code):
    game, found = try_load({"shop.cave": SHOP.format(room=room)})
    assert game is None and [each.code for each in found if each.severity == "error"] == code.split()
