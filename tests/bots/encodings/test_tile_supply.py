"""The law of room: whatever lays tiles, every position that play comes to has room in a tensor, and every place has a number."""

import pytest

import cavewright as cw
from cavewright.bots.encodings.setting import FURTHEST
from cavewright.encodings import Actions, Observations

RULES = """ruleset delta 1.0 "Delta"
    language 1

kind tile
    | tile  | open: set of side |
    | river | n s e w           |
    | pool  | s                 |

board land of tile by open
    grid growing

game
    keeps pile: bag of tile
    keeps box: bag of tile

players otter 2..2
    keeps points: 0..99

menu deeds

action grow in deeds
    {lines}

action swim(there in frontier(land)) in deeds
    gain 1 point

action rest in deeds
    gain 1 point

to play
    gain 3 river in pile
    lay river at cell(0, 0)
    repeat 20 times
        each otter from first(o in otter)
            offer deeds

scoring
    score points = points
    highest total wins
"""
LAY = "lay {} at first(p in frontier(land))"
AS_PIECES = 1 + 3 + 1
"""Room for the pieces that there are, and one that is on its way."""
DRAW = ("require size(pile) > 0", "draw t from pile")
KEPT = {
    "drawn": (*DRAW, LAY.format("t")),
    "drawn, and put away": (*DRAW, "gain 1 t in box"),
    "put away, another laid": (*DRAW, "gain 1 t in box", LAY.format("pool")),
    "put away for good": (*DRAW, "gain 1 t in box", LAY.format("pool"), "lose 1 t from box"),
    "put back": (*DRAW, "gain 1 t in pile"),
    "under another name": (*DRAW, "let u = t", LAY.format("u")),
}
MADE = {
    "by name": (LAY.format("river"),),
    "a dead end": (LAY.format("pool"),),
    "chosen": ("choose t in tile", "    " + LAY.format("t")),
    "rolled": ("roll t in tile", LAY.format("t")),
    "drawn and put back": (*DRAW, LAY.format("t"), "gain 1 t in pile"),
    "drawn and doubled": (*DRAW, "gain 2 t in pile", LAY.format("t")),
    "drawn, and laid twice": (*DRAW, LAY.format("t"), LAY.format("t")),
    "put back, another laid": (*DRAW, "gain 1 t in pile", LAY.format("pool")),
    "gained": ("gain 1 river in pile", "draw t from pile", LAY.format("t")),
    "gained elsewhere": ("gain 1 river in box", "move 1 river from box to pile", "draw t from pile", LAY.format("t")),
    "set": ("set pile[river] = 2", "draw t from pile", LAY.format("t")),
}


def game(lines):
    return cw.load_rules({"delta.cave": RULES.format(lines="\n    ".join(lines))})


@pytest.mark.parametrize("name", [*KEPT, *MADE])
@pytest.mark.gate("rolled")
def test_every_position_has_room(name):
    """Whoever does nothing but grow comes to no position that a tensor has no room for, nor to a place without a number."""
    rules = game((KEPT | MADE)[name])
    actions, observations, state = Actions(rules), Observations(rules), rules.new_initial_state()
    while not state.is_terminal:
        if state.current_player == cw.CHANCE:
            state = state.apply(state.chance_outcomes()[0][0])
            continue
        legal = state.legal_actions()
        assert [actions.decode(actions.encode(each), state.current_player) for each in legal] == list(legal)
        assert len(observations.tensor(state.view(0))) == observations.size
        state = state.apply(legal[0])


def test_the_room_is_that_of_the_pieces_where_nothing_makes_more():
    assert {name: Actions(game(lines)).reach for name, lines in KEPT.items()} == dict.fromkeys(KEPT, AS_PIECES)


def test_the_room_is_that_of_what_can_be_laid_where_something_does():
    reaches = {name: Actions(game(lines)).reach for name, lines in MADE.items()}
    assert min(reaches.values()) > AS_PIECES and max(reaches.values()) <= FURTHEST, reaches
