"""While all act at once, each player changes the places of a board of its own: every engine keeps what each has done, and a place of another player is refused."""

import pytest

import cavewright as cw
from cavewright.machine.native.machine import has_wasm
from cavewright.play.loading.load import try_load
from cavewright.play.positions.sight import ALL

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
ENGINES = ("interpreter", "python", *(["machine"] if has_wasm() else []))
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


def states_of(rules, engine):
    """Yields the states of a game in which each takes the last, the first, and the second option in turn."""
    game = cw.load_rules({"sheets.cave": rules}, engine=engine)
    if engine == "machine":
        assert game.make_module(3) == "machine"
    state, count = game.new_initial_state(), 0
    yield state
    while not state.is_terminal:
        player = next(each for each in range(3) if state.legal_actions(each))
        options = state.legal_actions(player)
        state, count = state.apply(options[(-1, 0, 1)[count % 3] % len(options)]), count + 1
        yield state


def ends_of(rules, engine):
    """The number of moves of such a game, and the points of all at its end."""
    *before, last = states_of(rules, engine)
    return len(before), last.returns()


@pytest.mark.parametrize("place, body", OWN)
@pytest.mark.gate("n in 1..3-body5", "s in me.sheet-set s.mark = yes\\n    gain 2 s.pins")
def test_every_engine_keeps_what_each_did_on_its_own_board(place, body):
    found = [ends_of(rules_of(place, body), engine) for engine in ENGINES]
    assert found[1:] == found[:-1] and found[0][0] == 6 and any(found[0][1])


@pytest.mark.parametrize("place, body", OF_OTHERS)
def test_a_place_that_may_be_of_another_is_refused(place, body):
    found = try_load({"sheets.cave": rules_of(place, body)})[1]
    assert "C0511" in {each.code for each in found}


# ---- tiles -----------------------------------------------------------------------------------------------------------

TILES = """ruleset ships 1.0 "Ships"
    language 1

kind slab
    | slab | open: set of side | worth: 0..9 |
    | full | n e s w           | 3           |
    | pipe | n s               | 5           |

players team 3..3
    keeps seen: 0..99

board deck of slab by open for each team
    grid SHAPE

menu turn

to play
    repeat 2 times
        each team at once
            repeat 2 times
                offer turn

action build(CHOICE) in turn
    BODY
    set seen = seen + count(p in deck where laid(p))

scoring
    score seen = seen
    score worth = sum(s in me.deck where laid(s): s.slab.worth * s.x + size(s.open))
    highest total wins
"""
LAID = [
    ("slab in slab, s in me.deck", "require not laid(s)\n    lay slab at s"),
    ("slab in slab, s in deck", "require s.owner is me and not laid(s)\n    lay slab at s"),
    ("s in me.deck, n in 0..3", "require not laid(s)\n    lay pipe at s turned turned(pipe.open, n)"),
    ("slab in slab, n in 1..3, m in 1..2", "lay slab at cell(deck, n, m)"),
    ("s in frontier(me.deck)", "lay pipe at s"),
]
"""What is chosen, and what is laid on a board of one's own; of the fourth a trial refuses what is taken already."""
LAID_ELSEWHERE = [
    ("3 by 2", "slab in slab, s in deck", "require not laid(s)\n    lay slab at s", "take the place from `me.deck`"),
    ("3 by 2", "t in team", "lay pipe at cell(t.deck, 1, 1)", "take the place from `me.deck`"),
    ("growing", "slab in slab, n in 1..3", "lay slab at cell(deck, n, 1)", "give `deck` a size, such as `grid 5 by 5`"),
]


def tiles_of(choice, body, shape="3 by 2"):
    rules = TILES.replace("SHAPE", shape).replace("CHOICE", choice).replace("BODY", body)
    middle = (
        "to play\n    for each p in deck where p.x is 2 and p.y is 1\n        as p.owner\n            lay full at p\n"
    )
    return rules.replace("to play\n", middle) if "frontier" in choice else rules


@pytest.mark.parametrize("choice, body", LAID)
@pytest.mark.gate("slab in slab, s in me.deck-require not laid(s)\\n    lay slab at s")
def test_every_engine_keeps_what_each_laid_on_its_own_board(choice, body):
    found = [ends_of(tiles_of(choice, body), engine) for engine in ENGINES]
    assert found[1:] == found[:-1] and found[0][0] == 12 and all(found[0][1])


def test_what_others_lay_meanwhile_is_not_counted():
    """Of the two that each lays in a round, one's own count at once, those of others when the round is over."""
    count, points = ends_of(tiles_of(*LAID[3]), "interpreter")
    seen = (1 + 2) + (6 + 1) + (6 + 2)
    laid = [each - seen for each in points]
    assert count == 12 and all(4 * (3 + 2) <= each <= 4 * (5 * 3 + 4) for each in laid)


@pytest.mark.parametrize("shape, choice, body, help", LAID_ELSEWHERE)
def test_what_is_laid_elsewhere_is_refused_with_what_to_write(shape, choice, body, help):
    found = [each for each in try_load({"ships.cave": tiles_of(choice, body, shape)})[1] if each.code == "C0511"]
    assert found and all(each.help.startswith(help) for each in found)


OF_ALL = """ruleset ships 1.0 "Ships"
    language 1

kind slab
    | slab | open: set of side |
    | full | n e s w           |

players team 3..3
    keeps seen: 0..9

board deck of slab by open
    grid growing
    keeps mark: yes_no

menu turn

to play
    each team at once
        offer turn

action mark(s in frontier(deck)) in turn
    set s.mark = yes

scoring
    score seen = seen
    highest total wins
"""


def test_a_free_place_of_a_board_of_all_belongs_to_nobody():
    assert [each.code for each in try_load({"ships.cave": OF_ALL})[1] if each.severity == "error"] == ["C0511"]


def laid_in(view):
    """The numbers of the players on whose places a viewer sees something."""
    return {int(name[0]) for name, place in view.boards["deck"].places.items() if place.values["slab"]}


@pytest.mark.parametrize("engine", ENGINES)
def test_meanwhile_only_its_owner_sees_what_was_laid(engine):
    states = states_of(tiles_of(*LAID[0]), engine)
    next(states)
    state = next(states)
    others = (1, 2, None)
    assert laid_in(state.view(0)) == {0} == laid_in(state.view(ALL))
    assert [each.kind for each in state.events_for(0)] == ["lay", "set"] and not any(map(state.events_for, others))
    assert not any(laid_in(state.view(each)) for each in others)
    while len(state.active_players) == 3:
        state = next(states)
    assert [state.apply(state.legal_actions(2)[0]).events_for(each) != () for each in (0, 2)] == [False, True]
    for state in states:
        if len(state.active_players) == 3:
            break
    assert laid_in(state.view(1)) == {0, 1, 2}
