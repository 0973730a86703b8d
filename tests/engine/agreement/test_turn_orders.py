"""Orders of turns: round the table backwards, and in an order that a list says; every engine asks the same players."""

import pytest
from tests.engine.agreement.engines import begin_on

import cavewright as cw

RULES = """ruleset turns 1.0 "Turns"
    language 1

players player 2..4
    keeps number: 0..99
    keeps home: yes_no

game
    keeps count: 0..99
    keeps starter: player or none
    keeps staying: set of player
    keeps dice: set of 1..6

to play
    for each p in player
        set staying[p] = yes
    set starter = first(p in player where p.seat is 2)
    {turns}
        choose k in 0..1
            gain 1 count
            set number = number * 10 + count
            {then}

scoring
    score number = number
    highest total wins
"""
ORDERS = {
    "each player backwards": lambda n: [*range(n)][::-1],
    "each player backwards from starter": lambda n: [(1 - k) % n for k in range(n)],
    "each player backwards from next(starter)": lambda n: [(2 - k) % n for k in range(n)],
    "each player backwards from first(p in player where p.home)": lambda n: [-k % n for k in range(n)],
    "each player backwards from starter where me.seat is not 1": lambda n: [
        each for k in range(n) if (each := (1 - k) % n)
    ],
    "each player backwards from starter until count is 2": lambda n: [(1 - k) % n for k in range(2)],
    "each player in staying": lambda n: [*range(n)],
    "each player in staying where me is not starter": lambda n: [0, *range(2, n)],
    "each player in player": lambda n: [*range(n)],
}
AGAIN = {
    "repeat each player backwards until count is 7": ("gain 0 count", lambda n: [(-1 - k) % n for k in range(7)]),
    "repeat each player backwards from starter where not home": (
        "set home = yes",
        lambda n: [(1 - k) % n for k in range(n)],
    ),
    "repeat each player in staying": (
        "if count > 5 or me.seat is 2\n                set staying[me] = no",
        lambda n: {2: [0, 1, 0, 0, 0, 0], 3: [0, 1, 2, 0, 2, 0, 2], 4: [0, 1, 2, 3, 0, 2, 3, 0]}[n],
    ),
}


def expected_scores(order, n):
    found = [0] * n
    for count, player in enumerate(order, 1):
        found[player] = min(99, found[player] * 10 + count)
    return found


def play(turns, then, engine, n):
    state, asked = begin_on(engine, RULES.format(turns=turns, then=then), n), []
    while not state.is_terminal:
        asked.append(state.current_player)
        state = state.apply(state.legal_actions()[len(asked) % 2])
    return asked, list(state.returns())


@pytest.mark.parametrize("turns", [*ORDERS, *AGAIN])
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate(0, 4, 6, 9, 11, 12, 16, 18, 21, 24, 25, 28, 30, 34, 35)
def test_turns_go_in_their_order(turns, engine):
    then, order = AGAIN.get(turns, ("gain 0 count", ORDERS.get(turns)))
    for n in (2, 3, 4):
        wanted = order(n)
        assert play(turns, then, engine, n) == (wanted, expected_scores(wanted, n)), n


@pytest.mark.parametrize(
    "turns, code, said",
    [
        ("each player in dice", "C0401", "turns go in an order of `player`, not of `1..6`"),
        ("each player backwards in staying", "C0404", "an order that is listed goes one way"),
        ("each player in starter", "C0403", "`player or none` cannot be gone through"),
        ("each player backwards from 3", "C0401", "the first player has to be of type `player`, not `3`"),
    ],
)
def test_what_is_no_order_is_refused(turns, code, said):
    with pytest.raises(cw.RulesetError) as found:
        cw.load_rules({"turns.cave": RULES.format(turns=turns, then="gain 0 count")})
    assert [(each.code, each.message) for each in found.value.diagnostics if each.severity == "error"] == [(code, said)]
