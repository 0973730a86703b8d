"""Lines of sight: on any grid, in any direction, every engine sees what a walk by hand sees."""

import pytest
from tests.engine.agreement.engines import begin_on

import cavewright as cw
from cavewright.rules.model.board_rows import place_name

RULES = """ruleset watch 1.0 "Watch"
    language 1

kind way
    | way | east: -2..2 | north: -2..2 |
    | ne  | 1           | 1            |
    | w   | -1          |              |
    | s   |             | -1           |
    | kn  | 2           | 1            |

players player 1..1
    keeps seen: 0..999
    keeps taken: 0..9
    keeps spot: square or none

board square
    grid {shape}
    keeps owner: player or none

to play
    repeat until taken is 5
        offer turn

menu turn "A turn"

action claim(s in square, w in way) in turn "Claim"
    require s.owner is none "Taken"
    set s.owner = me
    gain 1 taken
    set seen = {value}

scoring
    score seen = seen
    highest total wins
"""
SHAPES = {
    "6 by 5": (6, 5, False, False),
    "6 round by 5": (6, 5, True, False),
    "6 round by 5 round": (6, 5, True, True),
    "5 by 5 hexagonal": (5, 5, False, False),
}
WAYS = {"ne": (1, 1), "w": (-1, 0), "s": (0, -1), "kn": (2, 1)}


def walk(shape, start, way, owned, far=999):
    """The cells in a direction up to the first that somebody owns."""
    wide, high, across, upward = SHAPES[shape]
    (x, y), found = start, []
    while len(found) < far:
        x, y = x + WAYS[way][0], y + WAYS[way][1]
        x, y = (x - 1) % wide + 1 if across else x, (y - 1) % high + 1 if upward else y
        if (x, y) == start or not (1 <= x <= wide and 1 <= y <= high):
            break
        found.append((x, y))
        if (x, y) in owned:
            break
    return found


VALUES = {
    "count(t in sight(s, w.east, w.north where it.owner is none))": lambda shape, s, w, owned: len(
        walk(shape, s, w, owned)
    ),
    "sum(t in sight(s, w.east, w.north): t.x + 10 * t.y)": lambda shape, s, w, owned: sum(
        x + 10 * y for x, y in walk(shape, s, w, ())
    ),
    "sum(t in sight(s, w.east, w.north, taken where it.owner is none): t.x + 10 * t.y)": lambda shape, s, w, owned: sum(
        x + 10 * y for x, y in walk(shape, s, w, owned, len(owned))
    ),
    "count(v in way where some(t in sight(s, v.east, v.north where it.owner is none) where t.owner is me))": (
        lambda shape, s, w, owned: sum(not owned.isdisjoint(walk(shape, s, each, owned)) for each in WAYS)
    ),
    "count(t in sight(s, w.east, w.north, 3), u in sight(t, 1, 0, 2) where u.owner is none)": (
        lambda shape, s, w, owned: sum(
            u not in owned for t in walk(shape, s, w, (), 3) for u in steps_east(shape, t) if u not in owned
        )
    ),
    "first(t in sight(s, w.east, w.north where it.owner is none) where t.owner is me).x": (
        lambda shape, s, w, owned: next((x for x, y in walk(shape, s, w, owned) if (x, y) in owned), 0)
    ),
    "count(t in sight(spot, 1, 1))": lambda shape, s, w, owned: 0,
    "count(t in sight(s, s.x - s.x, 0)) + count(t in sight(s, w.east, 1, s.x - s.x - 2)) + count(t in sight(s, 50, -50, s.x - s.x))": (
        lambda shape, s, w, owned: 0
    ),
}


def steps_east(shape, start):
    WAYS["e"] = (1, 0)
    found = walk(shape, start, "e", (), 2)
    del WAYS["e"]
    return found


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.gate(*range(0, 128, 7))
def test_everybody_sees_the_same(shape, value, engine):
    cells = {place_name(x, y): (x, y) for x in range(1, SHAPES[shape][0] + 1) for y in range(1, SHAPES[shape][1] + 1)}
    state, owned = begin_on(engine, RULES.format(shape=shape, value=value), 1), set()
    for n in (28, 29, 50, 22, 31):
        action = state.legal_actions()[n]
        place, way = str(action).split()[-2:]
        owned.add(cells[place])
        state = state.apply(action)
        assert state.value(0) == VALUES[value](shape, cells[place], way, owned), action


@pytest.mark.parametrize(
    "value, code, said",
    [
        ("count(t in sight(s, 1))", "C0404", "`sight` takes 3 values or 4, not 2"),
        (
            "count(t in sight(s where yes, 1, 1))",
            "C0404",
            "`sight` has its condition behind the last value: `sight(p, 1, 0, 7 where C)`",
        ),
        ("count(t in sight(me, 1, 1))", "C0401", "a place is wanted here, not `player`"),
        (
            "count(t in sight(s, seen, 1))",
            "C0410",
            "a direction goes 50 columns or rows at most, and this may be 0..999",
        ),
        ("count(t in sight(s, 1, 1, s))", "C0401", "how far one sees has to be a number, not `square`"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(value, code, said):
    with pytest.raises(cw.RulesetError) as found:
        cw.load_rules({"watch.cave": RULES.format(shape="6 by 5", value=value)})
    assert [(each.code, each.message) for each in found.value.diagnostics] == [(code, said)]
