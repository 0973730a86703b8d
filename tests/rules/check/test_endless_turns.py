"""Turns that can go on without end are found with the way that leads there; what uses something up is left alone."""

from pathlib import Path

import pytest

from cavewright.language.compose import registered_games, registered_overlays
from cavewright.play.loading.load import try_load

RULES = """ruleset walks 1.0 "Walks"
    language 1

kind hut "Where one can be."
    | hut | height: 0..9 |
    | low | 1            |
    | top | 2            |

kind toy "Things."
    | toy  | size: 1..2 |
    | ball | 1          |
    | kite | 2          |

currency candle = candles "candle"
    set candles = candles - 1

players walker 2..4
    keeps candles: 0..6
    keeps strength: 0..6 = 6
    keeps gold: 0..999
    keeps laps: 0..9
    keeps at: hut = low
    keeps hat: yes_no
    keeps bag: bag of toy
    keeps chest: bag of toy

to play
    repeat 3 times
        each walker
            turn

to turn
    set strength = 6
    {loop}

menu deeds

action stride in deeds "Stride"
    cost 2 strength

{actions}

scoring
    score gold = gold
    highest total wins
"""
SECOND_EDITION = "cave-vs-cave-era2"
BUNDLED = [
    *registered_games(),
    *(each if each == SECOND_EDITION else f"the-cave+{each}" for each in registered_overlays()),
]
ONCE, OFTEN = "offer any deeds once", "offer any deeds"
ROUNDS = "repeat until strength is 0\n        offer deeds"


def find_endless(actions, loop=OFTEN):
    """What is found of rules with these actions: the words that can be said again and again, and the way there."""
    _, found = try_load(write_rules(actions, loop))
    assert not [each for each in found if each.severity == "error"], found
    return [each for each in found if each.code == "C0530"]


@pytest.fixture(autouse=True)
def _work_in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write_rules(actions, loop):
    """The path of a file with rules."""
    path = Path("walks.cave")
    path.write_text(RULES.format(loop=loop, actions=actions), "utf-8")
    return path.resolve()


ENDLESS = {
    "for nothing": 'action sing in deeds "Sing"\n    gain 1 gold',
    "for a price that may be none": 'action rest(hours in 0..2) in deeds "Rest"\n    cost hours strength',
    "for a price of several coins that may be none": 'action glow(hours in 0..2) in deeds "Glow"\n    cost hours candle',
    "to and fro": 'action go(there in hut) in deeds "Go"\n    elsewhere: require there is not at "Here."\n    set at = there',
    "only perhaps paid": 'action ask in deeds "Ask"\n    may "Pay?"\n        cost 1 strength',
    "chance": 'action cast in deeds "Cast"\n    roll n in 1..6\n    gain n gold',
    "sorted again": 'action sort in deeds "Sort"\n    repack bag with chest',
    "back and forth": 'action put_on in deeds "On"\n    bare: require not hat "On."\n    set hat = yes\n\n'
    'action take_off in deeds "Off"\n    clad: require hat "Off."\n    set hat = no',
    "one for another": 'action swap(a in toy, b in toy) in deeds "Swap"\n    lose 1 a from bag\n    gain 1 b in bag',
    "any in and out": 'action fill(a in toy) in deeds "In"\n    move 1 a from bag to chest\n\n'
    'action empty(a in toy) in deeds "Out"\n    move 1 a from chest to bag',
    "paid and given back": 'action lend in deeds "Lend"\n    cost 1 strength\n    set strength = strength + 1',
    "in and out": 'action fill in deeds "In"\n    move 1 ball from bag to chest\n\n'
    'action empty in deeds "Out"\n    move 1 ball from chest to bag',
}
ENDING = {
    "paid": 'action sing in deeds "Sing"\n    cost 1 strength\n    gain 1 gold',
    "paid in a currency": 'action light in deeds "Light"\n    cost 1 candle',
    "paid on every way": 'action sing in deeds "Sing"\n    if hat\n        lose 1 strength\n    otherwise\n        lose 2 strength',
    "counted": 'action sing in deeds "Sing"\n    set laps = laps + 1',
    "forbidden afterwards": 'action sing in deeds "Sing"\n    fresh: require not hat "Sung."\n    set hat = yes',
    "uphill": 'action climb(there in hut) in deeds "Climb"\n    up: require there.height > at.height "Down."\n    set at = there',
    "given away": 'action give in deeds "Give"\n    move 1 ball from bag to chest',
    "trade at a loss": 'action buy in deeds "Buy"\n    cost 3 gold\n    gain 1 ball in bag\n\n'
    'action sell in deeds "Sell"\n    lose 1 ball from bag\n    gain 2 gold',
    "made of another": 'action tie in deeds "Tie"\n    lose 1 ball from bag\n    gain 1 kite in bag',
    "given back at one place": 'action go(there in hut) in deeds "Go"\n    cost 1 strength\n    set at = there\n'
    "    if at is top\n        set strength = strength + 1",
    "the end": 'action stop in deeds "Stop"\n    finish',
}


@pytest.mark.parametrize("actions", ENDLESS.values(), ids=ENDLESS)
def test_a_turn_without_end_is_found_with_the_way(actions):
    words = [line.split()[1].split("(")[0] for line in actions.splitlines() if line.startswith("action")]
    (found,) = find_endless(actions)
    assert all(f"`{word}`" in found.message for word in words)
    assert f"`play → turn → {' → '.join([*words, words[0]])}`" in found.labels[0].text
    assert found.labels[1].span.text.startswith("offer any")


@pytest.mark.parametrize("actions", ENDING.values(), ids=ENDING)
def test_what_comes_to_an_end_is_left_alone(actions):
    assert find_endless(actions) == []


@pytest.mark.parametrize("actions", ENDLESS.values(), ids=ENDLESS)
def test_each_once_is_an_end(actions):
    assert find_endless(actions, ONCE) == []


def test_rounds_of_choices_are_such_a_turn_too():
    assert len(find_endless(ENDLESS["for nothing"], ROUNDS)) == 1 and find_endless(ENDING["paid"], ROUNDS) == []


def test_what_follows_an_action_counts():
    """A line that comes after each action pays for it."""
    assert find_endless(ENDLESS["for nothing"] + "\n\nwhenever sing\n    lose 1 strength") == []


@pytest.mark.gate("cave-vs-cave")
@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_rules_have_no_such_turn(name):
    _, found = try_load(name)
    assert [each.message for each in found if each.code == "C0530"] == []
