"""Searches within what goes through the places that another search found: each keeps its own lists."""

import pytest
from tests.machine.native.lockstep_native import Twin

import cavewright as cw

RULES = """ruleset nest 1.0 "Nest"
    language 1

players worker 2..2
    keeps gold: 0..999

board field
    grid 4 by 4
    keeps of: 0..2
    keeps mark: 0..3

define clan(f: field) = reach(f where it.of is f.of)
define wide(f: field) = reach(f where it.of is f.of and (WIDE))
define many(f: field) = count(g in clan(f) where g.mark < 2)
define rich(f: field) = sum(g in clan(f): g.mark * many(g) + count(h in neighbours(g)))
define odd(f: field) = some(g in clan(f) where g.mark is 3 and many(g) > 2)

menu toil

to play
    repeat 14 times
        each worker from first(w in worker)
            offer toil
    finish

action put(a in field, n in 0..2) in toil
    set a.of = n
    set a.mark = a.mark + 1 if a.mark < 3 otherwise 0
    set gold = rich(a) + (1 if odd(a) otherwise 0)

action move(b in wide(cell(2, 2)), n in 0..2) in toil
    set b.of = n
    for each g in wide(b)
        set g.mark = 1
    require many(b) > 2

scoring
    score gold = gold
    highest total wins
"""

WIDE = " or ".join(f"it.mark + it.of + f.mark < {n} + it.mark * f.of" for n in range(9, 40))
"""A condition too large to be written out where it is asked."""


@pytest.mark.gate("wasm-30")
@pytest.mark.parametrize("most", [30, pytest.param(400, marks=pytest.mark.long)])
def test_what_one_search_found_is_gone_through_while_another_is_made(most, backend):
    game = cw.load_rules({"nest.cave": RULES.replace("WIDE", WIDE)})
    assert Twin(game, 2, backend, checked=True).walk(most, most) == most
