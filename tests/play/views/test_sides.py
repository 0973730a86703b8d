"""Sides and thresholds of scoring: who shares a total, who wins together, and how much it takes."""

import random

import pytest

import cavewright as cw

POTS = """ruleset pots 1.0 "Shared pots"
    language 1
kind bench
    | bench |
    | left  |
    | right |
players cook 2..4
    keeps coins: 0..9
    keeps place: bench
    keeps absent: yes_no
constant bar = 8
to play
    each cook from first(c in cook)
        earn: choose n in 0..9
            set coins = n
        sit: choose on in bench
            set place = on
        leave: may "Stay away?"
            set absent = yes
scoring
    among not absent
    {extra}
    score coins = coins
    {order} total wins
"""

A, B, C, D = (5, "left", "no"), (4, "right", "no"), (2, "right", "no"), (9, "left", "yes")
CASES = [
    ("", "highest", (A, B), "totals 5 4, winners 0, sides 0 1"),
    ("", "highest", (A, B, C, D), "totals 5 4 2 0, winners 0, sides 0 1 2 3"),
    ("together", "highest", (A, B, C), "totals 11 11 11, winners 0 1 2, sides 0 0 0"),
    ("together", "highest", (A, D), "totals 5 5, winners 0 1, sides 0 0"),
    ("together", "highest", (D, D), "totals 0 0, winners, sides 0 0"),
    ("together by place", "highest", (A, B, C), "totals 5 6 6, winners 1 2, sides 0 1 1"),
    ("together by place", "highest", (D, B, A, C), "totals 5 6 5 6, winners 1 3, sides 0 1 0 1"),
    ("together by place", "lowest", (A, B, C), "totals 5 6 6, winners 0, sides 0 1 1"),
    ("together by coins > 4", "highest", (A, B, C), "totals 5 6 6, winners 1 2, sides 0 1 1"),
    ("least bar", "highest", (A, B), "totals 5 4, winners, sides 0 1"),
    ("least 4 if place is right otherwise 6", "highest", (B, B), "totals 4 4, winners 0 1, sides 0 1"),
    ("together\n    least bar", "highest", (A, B), "totals 9 9, winners 0 1, sides 0 0"),
    ("together by place\n    least 7", "highest", (A, B, C), "totals 5 6 6, winners, sides 0 1 1"),
]


def rules(extra, order="highest", example=""):
    return POTS.format(extra=extra, order=order) + example


def load(tmp_path, text):
    (tmp_path / "pots.cave").write_text(text, "utf-8")
    return cw.load_game(tmp_path)


def played(game, cooks):
    """The end of a game in which each has earned so much, sat there, and stayed or not."""
    state = game.new_initial_state(len(cooks))
    for coins, bench, away in cooks:
        for said in (f"earn {coins}", f"sit {bench}", f"leave {away}"):
            state = state.apply(said)
    return state


def told(outcome):
    parts = {"totals": outcome.totals, "winners": outcome.winners, "sides": outcome.sides}
    return ", ".join(" ".join([name, *map(str, values)]) for name, values in parts.items())


@pytest.mark.parametrize("extra, order, cooks, expected", CASES)
def test_who_shares_and_who_wins(extra, order, cooks, expected, tmp_path):
    state = played(load(tmp_path, rules(extra, order)), cooks)
    assert state.is_terminal and told(state.outcome()) == expected
    assert tuple(state.returns()) == state.outcome().totals == tuple(state.outcome().scores.values())


@pytest.mark.parametrize("extra", dict.fromkeys(case[0] for case in CASES))
def test_examples_say_the_same_as_the_outcome(extra, tmp_path):
    """`total` and `wins` in an example are those of the outcome."""
    rng, text = random.Random(extra), ""
    for n in range(6):
        cooks = [
            (rng.randrange(10), rng.choice(["left", "right"]), rng.choice(["no", "no", "yes"]))
            for _ in range(rng.randint(2, 4))
        ]
        outcome = played(load(tmp_path, rules(extra)), cooks).outcome()
        names = ["Ada", "Bo", "Cy", "Di"][: len(cooks)]
        rows = [f"    | {name} | {coins} | {bench} | {away} |" for name, (coins, bench, away) in zip(names, cooks)]
        facts = [
            f"total({name}) is {total} and {'' if k in outcome.winners else 'not '}wins({name})"
            for k, (name, total) in enumerate(zip(names, outcome.totals))
        ]
        text += (
            "\n".join(
                [
                    f"example e{n}",
                    "    | cook | coins | place | absent |",
                    *rows,
                    *(f"    then {fact}" for fact in facts),
                ]
            )
            + "\n"
        )
    found = cw.run_examples(load(tmp_path, rules(extra, example=text)))
    assert [(each.name, each.diagnostics) for each in found if not each.ok] == []


def test_the_table_shows_what_is_shared(tmp_path):
    alone = played(load(tmp_path, rules("")), (A, B)).outcome()
    assert (
        alone.table() == "            coins  total\nPlayer 1 *      5      5\nPlayer 2        4      4"
        and not alone.are_together
    )
    shared = played(load(tmp_path, rules("together by place")), (A, D, B)).outcome()
    assert shared.table() == (
        "            coins  total  together\nPlayer 1 *      5      5         5\n"
        "Player 2 *      –   lost         5\nPlayer 3        4      4         4"
    )
    assert shared.partners(1) == (0, 1) and shared.are_together


@pytest.mark.parametrize(
    "extra, code, says",
    [
        ("together by absent and coins", "C0401", "a condition"),
        ("together by place\n    together", "C0228", "`together` stands twice"),
        ("least 5\n    least 6", "C0228", "`least` stands twice"),
        ("least place", "C0401", "has to be of type"),
    ],
)
def test_what_makes_no_side_is_refused(extra, code, says, tmp_path):
    with pytest.raises(cw.RulesetError) as caught:
        load(tmp_path, rules(extra))
    assert [each.code for each in caught.value.diagnostics] == [code] and says in caught.value.diagnostics[0].message
