"""What choices by ranks, choices that are made again and again, and offers with an `otherwise` tell of secrets."""

import pytest

import cavewright as cw

RULES = """ruleset hands 1.0 "Hands"
    language 2

kind card
    | card | suit: 1..2 |
    | ace  | 1          |
    | two  | 2          |

players hand 2..2
    keeps held: bag of card secret
    keeps spare: bag of card secret
    keeps table: bag of card
    keeps points: 0..99
    keeps plan: 0..9 secret

game
    keeps led: 0..2
    keeps deck: bag of card hidden
    keeps clue: 0..9 hidden

menu calls
menu plans

action call in calls
    require points > 3
    gain 1 points

action scheme in plans
    require plan > 3
    gain 1 points

to play
    gain 4 ace, 4 two in deck
    each hand
        draw 3 from deck to held
        choose p in 0..9
            set plan = p
        {lines}

scoring
    score points = points
    highest total wins
"""
MOVES = "\n            move 1 c from held to table"
KEEPS = "\n            move 1 c from held to spare"
GAINS = "\n            gain up to 1 points"
TELLS = [
    ("choose c in held where c.suit is led" + MOVES, "whether anybody is asked here depends on"),
    ("choose c in held where c.suit is led otherwise c.suit is 2" + MOVES, "whether anybody is asked here depends on"),
    ("choose any c in held where c.suit is led" + MOVES, "whether anybody is asked here depends on"),
    ("choose any c in held where c.suit is led otherwise c is two once" + MOVES, "whether anybody is asked here depends on"),
    ("choose any c in held until size(held) is plan" + MOVES, "what happens in the open depends on"),
    ("offer plans\n        otherwise" + GAINS, "whether anybody is asked here depends on"),
    ("offer any plans\n        otherwise" + GAINS, "whether anybody is asked here depends on"),
    ("offer\n            action dare\n                require plan > 2\n                gain 1 points\n        otherwise" + GAINS, "whether anybody is asked here"),
    ("choose any k in 1..3 where clue is 0 once\n            set clue = next(me).plan", "what is offered"),
    ("choose c in table where plan > 3 otherwise c is ace\n            gain up to 1 points", "whether anybody is asked here depends on"),
    ("choose c in card where next(me).plan > 3 otherwise any\n            gain up to 1 points", ""),
]  # fmt: skip
TELLS_NOTHING = [
    "choose c in held where c.suit is led otherwise any" + MOVES,
    "choose c in held where c.suit is led otherwise plan > 3 otherwise any" + MOVES,
    "choose any c in held" + MOVES,
    "choose any c in held where c.suit is led otherwise any" + KEEPS,
    "choose any c in held where c.suit is led or stop" + MOVES,
    "choose any c in held where c.suit is led otherwise c is ace once or stop" + KEEPS,
    "choose any c in held where c.suit is led reveals" + MOVES,
    "choose any c in held until size(held) is 1" + MOVES,
    "offer calls\n        otherwise" + GAINS,
    "offer plans reveals\n        otherwise" + GAINS,
]


def errors_of(lines):
    try:
        cw.load_rules({"hands.cave": RULES.format(lines=lines)})
    except cw.RulesetError as found:
        return [(each.code, each.message) for each in found.diagnostics if each.severity == "error"]
    return []


@pytest.mark.parametrize("lines, said", TELLS)
def test_what_tells_of_a_secret_is_refused(lines, said):
    found = errors_of(lines)
    assert {code for code, _ in found} == {"C0524"} and found[0][1].startswith(said), found


@pytest.mark.parametrize("lines", TELLS_NOTHING)
def test_what_tells_nothing_is_not_refused(lines):
    assert errors_of(lines) == []
