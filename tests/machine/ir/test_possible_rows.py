"""Loops over the places of a board leave out only those for which a condition fails whatever lies there."""

import random

import pytest
from tests.machine.native.lockstep_native import Twin

import cavewright as cw
from cavewright.machine.ir.possible_rows import PossibleRows
from cavewright.machine.native.linking import form_of

RULES = """ruleset men 1.0 "Men"
    language 1

kind man
    | man    | far: 0..7 | straight: yes_no | lead: -1..1 |
    | tower  | 7         | yes              | 1           |
    | guard  | 1         |                  | -1          |
    | rider  | 3         |                  | 0           |
    | digger | 2         | yes              | 1           |

players player 2..2
    keeps taken: 0..99

game
    keeps marked: square or none

board square
    grid {wide} by {high}
    keeps man: man or none
    keeps owner: player or none

define up = 1 if me is first(p in player) otherwise -1
define across(s: square, t: square) = difference(s.x, t.x)
define along(s: square, t: square) = difference(s.y, t.y)
define far(s: square, t: square) = across(s, t) if across(s, t) > along(s, t) otherwise along(s, t)
define toward(a: 1..8, b: 1..8) = 1 if b > a otherwise -1 if b < a otherwise 0
define between(s: square, t: square, n: 1..6) = cell(s.x + n * toward(s.x, t.x), s.y + n * toward(s.y, t.y))
define clear(s: square, t: square) = every(n in 1..far(s, t) - 1: between(s, t, n).man is none)
define even(s: square, t: square) = across(s, t) is 0 or along(s, t) is 0 or across(s, t) is along(s, t)
define goes(s: square, t: square) = {goes}
define threatens(s: square, t: square) = {threatens}
define threatened(t: square) = some(s in square where s.owner is not me and s.owner is not none and threatens(s, t))

to play
    for each s in square where s.y < 3
        put(s, tower if s.x is 1 otherwise digger if s.x is 3 otherwise rider, first(p in player))
    for each s in square where s.y > {high} - 2
        put(s, guard if s.x < 3 otherwise tower, first(p in player where p is not first(q in player)))
    repeat 40 times
        each player
            offer moves

to put(s: square, m: man, p: player)
    set s.man = m
    set s.owner = p

menu moves

action move(s in square, t in square) in moves
    require s.owner is me
    require t.owner is not me
    require goes(s, t)
    require not threatened(t) or taken > 1
    if t.man is not none
        gain 1 taken
    set marked = t if across(s, t) is 2 otherwise none
    set t.man = s.man
    set t.owner = me
    set s.man = none
    set s.owner = none

action wait in moves
    gain 1 taken

scoring
    score taken = taken
    highest total wins
"""
PARTS = (
    "far(s, t) <= s.man.far",
    "even(s, t)",
    "clear(s, t)",
    "across(s, t) * along(s, t) is 2",
    "t.y - s.y is up",
    "t.y - s.y is s.man.lead",
    "t.man is none",
    "t is marked",
    "s.man is rider",
    "s.man.straight and (across(s, t) is 0 or along(s, t) is 0)",
    "some(n in 1..3 where s.x + n is t.x)",
    "across(s, t) is 1",
)


def condition(rng, depth=3):
    """A condition on two squares by chance."""
    sort = rng.random()
    if depth == 0 or sort < 0.25:
        return rng.choice(PARTS)
    one, other = (condition(rng, depth - 1) for _ in range(2))
    if sort < 0.45:
        return f"({one} if s.man is {rng.choice(('tower', 'guard', 'rider'))} otherwise {other})"
    return f"({one} {'and' if sort < 0.75 else 'or'} {other})" if sort < 0.93 else f"not {rng.choice(PARTS)}"


def game_of(seed):
    rng = random.Random(seed)
    wide, high = rng.choice(((8, 8), (6, 7), (5, 8)))
    rules = RULES.format(wide=wide, high=high, goes=condition(rng), threatens=condition(rng))
    return cw.load_rules({"men.cave": rules})


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 60))])
def test_whatever_the_condition_a_module_offers_what_the_interpreter_offers(seed):
    assert Twin(game_of(seed), 2, "wasm", checked=True).walk(seed, 25) >= 25


RUNS = "far(s, t) <= s.man.far and (s.man.straight and (across(s, t) is 0 or along(s, t) is 0) or even(s, t)) and clear(s, t)"


def test_loops_go_through_fewer_places(monkeypatch):
    narrowed, original = [], PossibleRows._fewer
    monkeypatch.setattr(PossibleRows, "_fewer", lambda *given: narrowed.append(original(*given)) or narrowed[-1])
    form_of(cw.load_rules({"men.cave": RULES.format(wide=8, high=8, goes=RUNS, threatens="across(s, t) is 1")}), 2)
    assert any(each is not None for each in narrowed)
