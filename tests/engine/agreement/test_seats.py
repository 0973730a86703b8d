"""Seats round the table: for any number of players every engine counts on a ring, as a reckoning by hand does."""

import pytest
from tests.engine.agreement.engines import begin_on

import cavewright as cw

RULES = """ruleset table 1.0 "Table"
    language 1

players player 1..5
    keeps seen: -1..99
    keeps friend: player or none

to play
    each player
        choose k in 0..1
            set seen = {value} + k - k
            if k is 1
                set friend = me

scoring
    score seen = seen
    highest total wins
"""
VALUES = {
    "me.seat": lambda me, n: me + 1,
    "next(me).seat": lambda me, n: (me + 1) % n + 1,
    "next(me, -1).seat": lambda me, n: (me - 1) % n + 1,
    "next(me, 7).seat": lambda me, n: (me + 7) % n + 1,
    "next(me, seen - 13).seat": lambda me, n: (me - 13) % n + 1,
    "next(friend).seat": lambda me, n: 0,
    "distance(me, next(me, -1))": lambda me, n: -1 % n,
    "distance(friend, me) + distance(me, friend)": lambda me, n: 0,
    "distance(first(p in player), me)": lambda me, n: me,
    "next(me where it.seen is 0 or it is me).seat": lambda me, n: (me + 1 if me + 1 < n else me) + 1,
    "next(me where it.seat is 2).seat": lambda me, n: 2 if n > 1 else 0,
    "next(me, -1 where it.seat < me.seat).seat": lambda me, n: me,
    "next(me, -1 where it.seat is not 2).seat": lambda me, n: (me - (2 if (me - 1) % n == 1 else 1)) % n + 1,
    "next(friend where it.seen is 0).seat": lambda me, n: 0,
}


def scores(engine, rules, players):
    """What all have seen, when each has chosen 0."""
    state = begin_on(engine, rules, players)
    while not state.is_terminal:
        state = state.apply(state.legal_actions()[0])
    return list(state.returns())


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate(
    "python-next(me, seen - 13).seat",
    "interpreter-next(me, -1 where it.seat is not 2).seat",
    "wasm-next(me, -1 where it.seat is not 2).seat",
    "wasm-next(me, seen - 13).seat",
    "wasm-distance(friend, me) + distance(me, friend)",
)
def test_seats_are_a_ring(value, engine):
    for players in (1, 2, 3, 5):
        assert scores(engine, RULES.format(value=value), players) == [
            VALUES[value](me, players) for me in range(players)
        ], players


def test_a_ring_of_known_size_is_worked_out_beforehand():
    rules = RULES.format(value="next(me, -1 where it.seat is not 2).seat").replace("1..5", "3..3")
    for engine in ("python", "wasm"):
        assert scores(engine, rules, 3) == [3, 1, 1]


def test_rules_that_have_a_next_of_their_own_mean_that():
    rules = RULES.format(value="next(2)") + "\ndefine next(n: 0..9) = n + 40\n"
    assert scores("python", rules, 2) == [42, 42]


@pytest.mark.parametrize(
    "value, code, said",
    [
        (
            "next(me, 2 where it.seen > 0).seat",
            "C0404",
            "with a condition, `next` goes seat by seat, not `2` at a time",
        ),
        ("next(me, 1, 2).seat", "C0404", "`next` takes 2 values, not 3"),
        (
            "next(me: 2).seat",
            "C0404",
            "`next` takes a player, a number of seats and a condition: `next(p, -1 where C)`",
        ),
        ("next(3).seat", "C0401", "this has to be of type `player or none`, not `3`"),
        ("next(me, me).seat", "C0401", "how many seats further has to be a number, not `player`"),
        ("distance(me, 3)", "C0401", "this has to be of type `player or none`, not `3`"),
        ("distance(me, me where it.seen > 0)", "C0404", "a distance round the table has no condition and no cost"),
        (
            "next(me, seen where it.seen > 0).seat",
            "C0404",
            "with a condition, `next` goes seat by seat, not `seen` at a time",
        ),
    ],
)
def test_what_is_no_seat_is_refused(value, code, said):
    with pytest.raises(cw.RulesetError) as found:
        cw.load_rules({"table.cave": RULES.format(value=value)})
    assert [(each.code, each.message) for each in found.value.diagnostics] == [(code, said)]
