"""Numbers of which is proven that they fit wherever play comes to them; all else stays looked at."""

import random
from dataclasses import replace

import pytest
from tests.engine.agreement.exact_rules import ExactRules
from tests.engine.agreement.test_exact_numbers import play

import cavewright as cw
from cavewright.rules.program import lower
from cavewright.rules.program import refusal_reach as reach

HEAD = """ruleset vault "Vault" 1.0
    language 2

kind coin
    | coin   | worth: 1..9 |
    | copper | 1           |
    | silver | 5           |

players player 2..2
    keeps money: 0..9
    keeps debt: 0..9
    keeps purse: bag of coin

game
    keeps clock: 0..12
    keeps pot: bag of coin

menu work

define rich = money > 2
define affords(n: 1..5) = money >= n

scoring
    score money = money
    highest total wins
""".replace('ruleset vault "Vault" 1.0', 'ruleset vault 1.0 "Vault"')

ACT = "action act(c in coin) in work\n"
TURN = "to play\n    repeat until clock is 12\n        gain 1 clock\n        each player\n            turn\n\nto turn\n"
REST = "    gain 1 debt\n    offer work or none\n    set debt = 0\n"

PROVEN = [
    "if money > 0\n        lose 1 money",
    "if money > 4 and debt < 3\n        gain 2 debt",
    "if rich\n        lose 2 money",
    "if affords(3)\n        lose 3 money",
    "if money is 0\n        set debt = 1\n    otherwise\n        lose 1 money",
    "if not (money < 2 or debt > 3)\n        lose 2 money",
    "let n = money\n    if n < 9\n        set money = n + 1",
    "set money = 5\n    lose 5 money",
    "set money = money - 1 if money > 0 otherwise 9",
    "if copper in purse\n        lose 1 copper from purse",
    "if purse[copper] > 2 and silver in purse\n        move 1 silver from purse to pot\n        lose 3 copper from purse",
    "choose c in purse\n        lose 1 c from purse",
    "choose n in 1..5 where money >= n\n        lose n money",
    "for each c in coin where purse[c] > 0\n        lose 1 c from purse",
    "gain 3 silver in purse\n    lose 2 silver from purse",
    "if money < 5\n        set money = 0\n    otherwise\n        lose 5 money",
]
DOUBTED = [
    "lose 1 money",
    "if money > 0\n        lose 2 money",
    "if money > 0\n        lose 1 money\n        lose 1 money",
    "if money > 0\n        for each p in player\n            lose 1 p.money",
    "if money > 0\n        for each p in player\n            set p.money = 0\n        lose 1 money",
    "if money > 0\n        as first(p in player where p is not me)\n            lose 1 money",
    "if rich or debt > 3\n        lose 1 money",
    "if copper in purse\n        lose 1 silver from purse",
    "if purse[copper] > 0\n        for each p in player\n            lose all from p.purse\n        lose 1 copper from purse",
    "choose c in pot\n        lose 1 c from purse",
    "choose n in 1..5 where money > 0\n        lose n money",
    "let n = money\n    set money = 0\n    if n > 0\n        lose 1 money",
    "repeat 3 times\n        gain 4 debt",
    "if debt > 3\n        set money = 5\n    otherwise\n        set money = 0\n    lose 5 money",
    "if debt > 3\n        set money = 0\n    otherwise\n        set money = 5\n    lose 5 money",
]


def rules_with(lines):
    """A vault in whose turns some lines are carried out, whoever chose something before."""
    return HEAD + "\n" + TURN + f"    {lines}\n" + REST + "\n" + ACT + "    if money < 9\n        gain 1 money\n"


def unproven(text):
    """The lines of `to turn` of which is not proven that their numbers fit."""
    game = cw.load_rules({"vault.cave": text}, engine="interpreter")
    return {node.clause.span.text.split("\n")[0].strip() for node in game.program.code if reach.can_fail(node)}


@pytest.mark.parametrize("lines", PROVEN, ids=lambda lines: lines.replace("\n", " "))
def test_what_is_known_before_a_line_proves_that_it_fits(lines):
    assert not unproven(rules_with(lines)) - {"gain 1 debt"}


@pytest.mark.parametrize("lines", DOUBTED, ids=lambda lines: lines.replace("\n", " "))
def test_what_may_fail_is_not_taken_for_proven(lines):
    assert unproven(rules_with(lines)) - {"gain 1 debt"}


def test_nothing_that_an_action_would_be_refused_for_is_known_behind_it():
    act = ACT + "    if money < 9\n        gain 1 money\n"
    assert "lose 2 money" in unproven(HEAD + "\n" + TURN + "    offer work\n    lose 2 money\n\n" + act)


def test_bounds_hold_from_turn_to_turn():
    """The clock ends play at 12: what is asked once a round is known behind the decisions of the round before."""
    assert unproven(rules_with("set debt = 1")) <= {"gain 1 debt"}


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 120))])
def test_proofs_change_nothing_that_is_offered(seed, monkeypatch):
    text = ExactRules(random.Random(seed), up_to=seed % 3 == 1).text()
    proven = cw.load_rules({"rules.cave": text}, engine="interpreter")
    monkeypatch.setattr(lower, "with_proofs", lambda code, *_: list(code))
    tried = cw.load_rules({"rules.cave": text.replace('"Exact"', '"Tried"')}, engine="interpreter")
    assert not any(getattr(each, "fits", False) for each in tried.program.code)
    for _ in play([proven, tried], seed, 40):
        pass


def test_a_position_that_was_set_is_told_by_the_line():
    """Play never comes there, so nobody looks ahead; who acts there is told what does not fit."""
    text = rules_with("if money > 0\n        lose 1 money")
    game = cw.load_rules({"vault.cave": text}, engine="interpreter")
    node = next(each for each in game.program.code if getattr(each, "fits", False))
    assert not reach.can_fail(node) and reach.can_fail(replace(node, fits=False)) and reach.can_refuse(node)
