"""More than is there: each line that moves pieces says so with its place and its numbers, unless it says `up to`."""

import re

import pytest
from tests.engine.agreement.engines import ENGINES, begin_on

import cavewright as cw
from cavewright.engine.interpret.step import NumberError
from cavewright.play.loading.load import try_load

SLOW = pytest.mark.long
ENGINE_NAMES = ["interpreter", "wasm", pytest.param("python", marks=SLOW), pytest.param("c", marks=SLOW)]
assert {"interpreter", "wasm", "python", "c"} <= {*ENGINES}

RULES = """ruleset amounts 1.0 "Amounts"
    language 2

kind card
    | card | size: 1..9 |
    | hut  | 1          |

players miner 2..2
    keeps mine: pile of card
    keeps purse: bag of card holding 3 size
    keeps hand: bag of card secret
    keeps points: 0..9

game
    keeps deck: pile of card hidden
    keeps waste: pile of card
    keeps heap: bag of card
    keeps many: 0..9 = 9

menu deeds

to play
    gain 2 hut in deck
    gain 2 hut in heap
    gain 2 hut in waste
    for each p in miner
        gain 2 hut in p.mine
        gain 1 hut in p.purse
{outside}    each miner
        choose k in 0..1
            gain k points
        offer deeds

action go in deeds
    due: {inside}

action pass in deeds
    set many = size(hand) + size(mine) + size(purse)

scoring
    score points = points
    highest total wins
"""
SHORT = {
    "draw 9 from deck to waste": (9, 2),
    "draw (many) from deck to hand": (9, 2),
    "draw 3 from bottom of deck to mine": (3, 2),
    "draw 3 from heap to waste": (3, 2),
    "draw 3 from waste to mine": (3, 2),
    "move 9 from waste to mine": (9, 2),
    "move (many) from bottom of waste to heap": (9, 2),
    "move 3 hut from waste to heap": (3, 2),
    "move 3 hut from heap to mine": (3, 2),
    "move 3 hut from heap to purse": (3, 2),
    "lose 9 from waste": (9, 2),
    "lose 3 hut from heap": (3, 2),
    "gain 9 hut in purse": (9, 2),
    "move all from first(p in miner).mine to bottom of deck\n    move 5 from waste to heap": (5, 2),
    "lose 5 points": (-5, 0),
}
"""Lines, and of each the number that is due and the one that is possible."""


def as_of_first(line):
    """A line about what the first player has, as it stands where nobody acts."""
    return re.sub(r"\b(mine|purse|hand|points)\b", r"first(p in miner).\1", line) if "first" not in line else line


def begun(engine, outside="", inside="gain 0 points"):
    """The first position of a game in which a line stands in `play`, or in an action."""
    rules = RULES.format(outside=f"    {outside}\n" if outside else "", inside=inside)
    return begin_on(engine, rules, 2)


@pytest.mark.parametrize("engine", ENGINE_NAMES)
@pytest.mark.parametrize("line", SHORT)
def test_a_step_that_asks_for_more_than_there_is_says_so(engine, line):
    with pytest.raises(NumberError) as error:
        begun(engine, outside=as_of_first(line))
    number, bound = SHORT[line]
    last = line.rpartition("\n")[2].strip()
    assert error.value.fit == (number, bound) and error.value.span.text.strip() == as_of_first(last)
    left = f"{number} would be left, and {bound} is the least possible"
    assert (left if number < 0 else f"{number} is due, and {bound} is possible") in str(error.value)
    assert f"(rules.cave:{29 + line.count(chr(10))})" in str(error.value)


@pytest.mark.parametrize("engine", ENGINE_NAMES)
@pytest.mark.parametrize("line", [each for each in SHORT if "\n" not in each])
def test_an_action_that_asks_for_more_than_there_is_cannot_be_chosen(engine, line):
    state = begun(engine, inside=line).apply("k 0")
    assert [each.name for each in state.legal_actions()] == ["pass"]
    reason = state.check("go").reasons[0]
    assert reason.rule == "go.due" and reason.code in ("lack", "room", "range")


@pytest.mark.parametrize("engine", ENGINE_NAMES)
@pytest.mark.parametrize("line", [each for each in SHORT if "\n" not in each])
def test_up_to_takes_as_much_as_there_is(engine, line):
    word, rest = line.split(" ", 1)
    state = begun(engine, outside=as_of_first(f"{word} up to {rest}"))
    while state.current_player == cw.CHANCE:
        state = state.apply(state.chance_outcomes()[0][0])
    assert [str(each) for each in state.legal_actions()] == ["0: k 0", "0: k 1"]
    if "deck" in line:
        assert not state.view(cw.ALL).game.values["deck"]


@pytest.mark.parametrize("line", ["draw up to 2 from deck to purse", "draw up to 2 from heap to purse"])
def test_what_has_no_room_is_not_lost(line):
    """Nobody knows beforehand how much of what is drawn fits into what holds so much."""
    rules = (
        RULES.format(outside="", inside=line)
        .replace("holding 3 size", "holding 1 size")
        .replace("        gain 1 hut in p.purse\n", "")
    )
    assert "holding 1 size" in rules
    game, found = try_load({"rules.cave": rules})
    assert game is None and [each.code for each in found if each.severity == "error"] == ["C0410"]
    remedy = f"if room(purse) > 0\n        {line.replace('up to 2', '1')}"
    state = cw.load_rules({"rules.cave": rules.replace(line, remedy)}).new_initial_state(2).apply("k 0").apply("go")
    while state.current_player == cw.CHANCE:
        state = state.apply(state.chance_outcomes()[0][0])
    assert state.view(cw.ALL).players[0].values["purse"] == {"hut": 1}
