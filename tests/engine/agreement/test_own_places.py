"""While all act at once, each player changes the places of a board of its own: every engine keeps what each has done, and a place of another player is refused."""

import pytest

import cavewright as cw
from cavewright.machine.native.machine import has_wasm
from cavewright.play.loading.load import try_load

RULES = """ruleset sheets 1.0 "Sheets"
    language 1

players team 3..3
    keeps points: 0..9

board sheet for each team
    grid 3 by 2
    keeps mark: yes_no
    keeps pins: 0..9

menu turn

to play
    repeat 2 times
        each team at once
            offer turn

define corner = cell(sheet, 1, 1)

action tick(PLACE) in turn
    BODY

scoring
    score points = points + sum(s in sheet where s.owner is me and s.mark: s.pins)
    highest total wins
"""
OWN = [
    ("s in me.sheet", "set s.mark = yes\n    gain 2 s.pins"),
    ("s in sheet", "require s.owner is me\n    set s.mark = yes\n    gain 2 s.pins"),
    ("n in 1..3", "let s = cell(sheet, n, 1)\n    set s.mark = yes\n    gain n s.pins"),
    ("s in me.sheet", "for each q in neighbours(s)\n        set q.mark = yes\n        gain 1 q.pins"),
    ("s in me.sheet", "mark(s)"),
    (
        "n in 1..3",
        "for each q in sheet where q.owner is me and q.x is n\n        set q.mark = yes\n        gain q.y q.pins",
    ),
]
"""What is chosen, and what is done with it."""
OF_OTHERS = [
    ("s in sheet", "set s.mark = yes"),
    ("t in team", "set first(s in t.sheet).mark = yes"),
    ("s in sheet", "if s.owner is me\n        gain 1 points\n    set s.mark = yes"),
    ("s in me.sheet", "let q = s\n    set q = first(p in sheet)\n    set q.mark = yes"),
    ("s in sheet", "mark_other(s)"),
    ("s in sheet", "require s.owner is me or s.mark\n    gain 1 s.pins"),
    ("t in team", "for each q in sheet where q.owner is t\n        set q.mark = yes"),
]
MARK = "\nto mark(s: sheet)\n    require s.owner is me\n    set s.mark = yes\n    gain 1 s.pins\n"
MARK_OTHER = (
    "\nto mark_other(s: sheet)\n    require s.owner is me\n    set s = first(q in sheet)\n    set s.mark = yes\n"
)


def rules_of(place, body):
    return RULES.replace("PLACE", place).replace("BODY", body) + (
        MARK if "mark(" in body else MARK_OTHER if "mark_other(" in body else ""
    )


def ends_of(rules, engine):
    """The points of all after each has taken the last, the first, and the second option in turn."""
    game = cw.load_rules({"sheets.cave": rules}, engine=engine)
    if engine == "machine":
        game.make_module(3)
    state, count = game.new_initial_state(), 0
    while not state.is_terminal:
        player = next(each for each in range(3) if state.legal_actions(each))
        options = state.legal_actions(player)
        state, count = state.apply(options[(-1, 0, 1)[count % 3] % len(options)]), count + 1
    return count, state.returns()


@pytest.mark.parametrize("place, body", OWN)
@pytest.mark.gate("n in 1..3-body5", "s in me.sheet-set s.mark = yes\\n    gain 2 s.pins")
def test_every_engine_keeps_what_each_did_on_its_own_board(place, body):
    engines = ("interpreter", "python", *(["machine"] if has_wasm() else []))
    found = [ends_of(rules_of(place, body), engine) for engine in engines]
    assert found[1:] == found[:-1] and found[0][0] == 6 and any(found[0][1])


@pytest.mark.parametrize("place, body", OF_OTHERS)
def test_a_place_that_may_be_of_another_is_refused(place, body):
    found = try_load({"sheets.cave": rules_of(place, body)})[1]
    assert "C0511" in {each.code for each in found}
