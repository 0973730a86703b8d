"""What no position is made of, and where `now` means nothing: each is told with its code, at its place."""

import pytest
from tests.engine.agreement.engines import codes_in

import cavewright as cw

RULES = """ruleset bad 1.0
    language {language}

kind card
    | card | open: set of side |
    | hut  | n e s w           |

players one 2..2
    keeps coin: yes_no secret
    keeps hand: bag of card
    keeps own: {own}

game
    keeps n: 0..9
    keeps lit: yes_no hidden
    keeps past: {past}

board place of card by open
    grid growing
    keeps depth: 0..9

board field
    grid {wide} by {wide}
    keeps owner: one or none

to play
    set lit = yes
    lay hut at cell(place, 0, 0)
    gain 1 hut in hand
    repeat each one until n is 9
        flip: may "Flip?"
            set coin = not coin
        gain 1 n
        {line}

scoring
    score n = n + size(hand) + count(p in place where p.depth > 1) + count(f in field where f.owner is me)
    score own = 1 if own[now] otherwise 0
    score coin = 1 if coin and lit and now in past otherwise 0
    highest total wins
"""
FINE = {
    "past": "set of game.n",
    "own": "set of field.owner and game.n",
    "wide": 3,
    "line": "set past[now] = yes",
    "language": 2,
}


@pytest.mark.parametrize(
    "changes, code",
    [
        ({}, ""),
        ({"language": 1}, ""),
        ({"past": "bag of game.n and one.own"}, "C0434"),
        ({"past": "set of game.past"}, "C0434"),
        ({"past": "set of game.lit"}, "C0434"),
        ({"past": "set of one.coin"}, "C0434"),
        ({"past": "set of one.hand"}, "C0434"),
        ({"past": "set of place.depth"}, "C0434"),
        ({"past": "set of game.nothing"}, "C0434"),
        ({"past": "set of nobody.n"}, "C0434"),
        ({"past": "set of game.n and game.n"}, "C0434"),
        ({"past": "set of game.n = 3"}, "C0434"),
        ({"own": "set of field.owner", "wide": 24}, ""),
        ({"own": "set of field.owner", "wide": 25}, "C0434"),
        ({"past": "set of game.n hidden"}, "C0420"),
        ({"past": "set of game.n endless"}, "C0420"),
        ({"past": "set of game.n holding 0 positions"}, "C0604"),
        ({"past": "set of game.n holding 200000 positions"}, "C0604"),
        ({"past": "set of game.n holding 4 huts"}, "C0206"),
        ({"past": "set of game.n holding 4 positions"}, ""),
        ({"line": "set past[now] = 3"}, "C0401"),
        ({"line": "set past[3] = yes"}, "C0435"),
        ({"line": "set n = now"}, "C0435"),
        ({"line": "gain 1 now in hand"}, "C0435"),
        ({"line": "gain 1 now in past"}, "C0406"),
        ({"line": "lose 1 now from past"}, "C0406"),
        ({"past": "bag of game.n", "line": "gain 1 now in past"}, ""),
        ({"past": "bag of game.n", "line": "set past[now] = past[now] - 1"}, "C0416"),
        ({"line": "set past = own"}, "C0406"),
        ({"line": "let p = past"}, "C0419"),
        ({"line": "for each p in past\n            gain 1 n"}, "C0403"),
    ],
    ids=str,
)
def test_what_is_wrong_with_positions_is_told(changes, code):
    assert codes_in(RULES.format(**{**FINE, **changes}))[:1] == [code][: bool(code)]


def test_a_name_of_the_rules_is_no_position():
    rules = RULES.format(**{**FINE, "line": "set past[now] = yes"}).replace("keeps n:", "keeps now: 0..9\n    keeps n:")
    assert (
        codes_in(rules.replace("gain 1 n\n", "gain 1 n\n        set now = now + 1 if now < 9 otherwise 0\n", 1)) == []
    )


def test_house_rules_change_what_a_position_is_made_of():
    house = """overlay wider 1.0 "Wider"
    language 2
    extends bad ^1.0

amend game
    change past: keeps past: set of game.n to keeps past: bag of game.n and field.owner
"""
    base = {"bad.cave": RULES.format(**{**FINE, "line": "if now in past\n            gain up to 1 n"})}
    game = cw.load_rules(base, [{"wider.cave": house}])
    kept = next(each for each in game.rules_model.fields if each.name == "past")
    assert str(kept.type) == "bag of game.n and field.owner"
