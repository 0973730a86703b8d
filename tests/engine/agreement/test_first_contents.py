"""What bags, piles and sets begin with: every engine begins with what was written, whatever it is and whoever keeps it."""

import random
import re

import pytest
from tests.engine.agreement.engines import begin_on, codes_in

import cavewright as cw

RULES = """ruleset boxes 1.0 "Boxes"
    language 2

constant few = 2

kind card
    | card   | size: 1..9 |
    | copper | 1          |
    | hut    | 2          |
    | hill   | 3          |

players miner 1..4
    keeps deck: {deck}
    keeps marks: {marks}

game
    keeps who: set of miner = miner
    keeps all: bag of card = card
    keeps deck_size: 0..1

board nook
    grid 2 by 1
    keeps ways: {marks}
    keeps heap: {heap}

to play
    set deck_size = 0
    each miner
        choose k in 0..1
            set deck_size = k

scoring
    score one = size(deck) + 100 * size(marks) + 1000 * size(who)
    highest total wins
"""
BAGS = {
    "7 copper, 3 hut": {"copper": 7, "hut": 3},
    "few hut, (few + 1) copper, 0 hill": {"hut": 2, "copper": 3},
    "card": {"copper": 1, "hut": 1, "hill": 1},
    "hill": {"hill": 1},
    "hill, card, hill": {"copper": 1, "hut": 1, "hill": 3},
    "(few * few) card.hut": {"hut": 4},
    "9 copper": {"copper": 9},
}
SETS = {
    "set of 1..9 = 2, 4..6": {2, 4, 5, 6},
    "set of 1..9 = 1..9": set(range(1, 10)),
    "set of 0..40 by 10 = 10, 40": {10, 40},
    "set of 1..9 = few": {2},
    "set of 0..70 = 64, 3, 70": {3, 64, 70},
    "set of card = card": {"copper", "hut", "hill"},
    "set of card = hut, copper": {"copper", "hut"},
    "set of card = hut": {"hut"},
}


@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [1, *(pytest.param(each, marks=pytest.mark.long) for each in range(2, 8))])
def test_what_is_written_lies_there(engine, seed):
    pick = random.Random(seed)
    bag, heap, marks = pick.choice(list(BAGS)), pick.choice(list(BAGS)), pick.choice(list(SETS))
    rules = RULES.format(deck=f"bag of card = {bag}", heap=f"bag of card = {heap}", marks=marks)
    for players in (1, 3):
        state = begin_on(engine, rules, players)
        view = state.view(0)
        for each in view.players:
            assert {name: many for name, many in each.values["deck"].items() if many} == BAGS[bag]
            assert set(each.values["marks"]) == SETS[marks]
        assert len(view.game.values["who"]) == players
        while not state.is_terminal:
            state = state.apply(state.legal_actions()[-1])
        one = sum(BAGS[bag].values()) + 100 * len(SETS[marks]) + 1000 * players
        assert list(state.returns()) == [one] * players


@pytest.mark.parametrize("shown, lies", [("", "top"), (" secret", "top"), (" hidden", "one heap")])
def test_a_pile_lies_as_it_is_written_unless_nobody_sees_it(shown, lies):
    rules = RULES.format(deck=f"pile of card{shown} = hill, 2 copper, hut", heap="bag of card", marks="set of 1..9 = 1")
    state = begin_on("interpreter", rules, 2)
    pile = next(each for each in state._h if type(each).__name__ == "Pile" and any(each))
    names = ["copper", "hut", "hill"]
    assert [len(each.pieces) for each in pile.heaps] == ([1] * 4 if lies == "top" else [4])
    in_order = ["hill", "copper", "copper", "hut"] if lies == "top" else ["copper", "copper", "hut", "hill"]
    assert [names[each] for each in pile.pieces] == in_order
    seen = state.view(1).players[0].values.get("deck")
    assert ("hill" in str(seen)) is (shown == "")


WRONG = {
    "a set counts nothing": ("bag of card", "set of card = 2 hut", "C0401"),
    "no such piece": ("bag of card = 2 stone", "set of card = hut", "C0203"),
    "out of bounds": ("bag of card", "set of 1..9 = 12", "C0410"),
    "between steps": ("bag of card", "set of 0..40 by 10 = 15", "C0410"),
    "no room": ("bag of card holding 8 size = 3 hill", "set of 1..9 = 1", "C0410"),
    "not known before play": ("bag of card = deck_size copper", "set of 1..9 = 1", "C0417"),
    "not known, in a set": ("bag of card", "set of miner = me", "C0417"),
    "none": ("bag of card = none", "set of 1..9 = 1", "C0401"),
    "another type": ("bag of card", "set of 1..9 = hut", "C0401"),
    "too many for a pile": ("pile of card = 1001 hut", "set of 1..9 = 1", "C0410"),
    "several of one value": ("bag of card", "0..9 = 3, 4", "C0401"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_refused(case):
    deck, marks, code = WRONG[case]
    rules = RULES.format(deck=deck, heap="bag of card", marks=marks)
    assert codes_in(rules)[0] == code


WORKED_OUT = {
    "set of 1..9 = count(c in card)": {3},
    "set of 1..9 = most(c in card: c.size)": {3},
    "set of card = first(c in card where c.size is 2)": {"hut"},
    "set of miner = me": {0},
    "bag of card = (count(c in card)) hut": {"hut": 3},
    "pile of card = first(c in card where c.size is 3)": ["hill"],
}


@pytest.mark.parametrize("written", WORKED_OUT)
def test_what_is_worked_out_stands_in_play_as_the_help_says(written):
    type_, _, _ = written.partition(" = ")
    kept = {"deck": "bag of card", "marks": "set of 1..9", "heap": "bag of card"}
    name = "marks" if type_.startswith("set") else "deck"
    with pytest.raises(cw.RulesetError) as error:
        cw.load_rules({"rules.cave": RULES.format(**kept | {name: written})})
    help = next(each.help for each in error.value.diagnostics if each.code == "C0417" and "it." in each.help)
    loop, line = re.findall("`(for .*?|set .*?|gain .*?)`", help)
    begun = f"to play\n    {loop}\n        {line}\n"
    rules = RULES.format(**kept | {name: type_}).replace("to play\n", begun)
    if name == "marks":  # the board keeps numbers where the players keep something else
        rules = rules.replace(f"keeps ways: {type_}", "keeps ways: set of 1..9")
    values = begin_on("interpreter", rules, 2).view(cw.ALL).players[0].values[name]
    found = [*values] if "pile" in type_ else dict(values) if "bag" in type_ else set(values)
    assert found == WORKED_OUT[written]


def test_what_is_hidden_and_begins_full_is_known_until_it_changes():
    hidden = RULES.format(deck="bag of card hidden = 7 copper", heap="bag of card", marks="set of 1..9 = 1")
    asks = hidden.replace(
        "    each miner\n",
        "    for each p in miner where p.deck[copper] is 7\n        set deck_size = 1\n    each miner\n",
    )
    assert codes_in(asks) == []
    drawn = asks.replace("    for each p", "    each miner\n        draw c from deck secret\n    for each p")
    assert "C0524" in codes_in(drawn)


def test_an_overlay_changes_what_lies_there():
    base = RULES.format(deck="bag of card = 7 copper, 3 hut", heap="bag of card", marks="set of card = hut")
    over = """overlay more 1.0 "More"
    language 2
    extends boxes ^1.0

amend players miner
    change deck: keeps deck: bag of card = 7 copper, 3 hut to keeps deck: bag of card = 1 hill
    change marks: hut to card
"""
    game = cw.load_rules({"boxes.cave": base}, [{"more.cave": over}])
    values = game.new_initial_state(1).view(0).players[0].values
    assert (values["deck"]["hill"], set(values["marks"])) == (1, {"copper", "hut", "hill"})


@pytest.mark.parametrize(
    "first, lies", [("7 copper", {"copper": 8, "hill": 2}), ("hut, copper", {"hut": 1, "copper": 2, "hill": 2})]
)
def test_overlays_add_what_lies_there(first, lies):
    base = RULES.format(deck=f"bag of card = {first}", heap="bag of card", marks="set of card = hut, copper")
    head = 'overlay {0} 1.0 "Of {0}"\n    language 2\n    extends boxes ^1.0\n\namend players miner\n    add to deck: + {1}\n'
    files = {
        "one.cave": head.format("one", "2 hill") + "    add to marks: + hill\n",
        "two.cave": head.format("two", "1 copper"),
    }
    one, two = ({name: text} for name, text in files.items())
    found = [cw.load_rules({"boxes.cave": base}, each) for each in ([one, two], [two, one])]
    assert len({each.hash for each in found}) == 1
    values = found[0].new_initial_state(1).view(0).players[0].values
    assert {name: many for name, many in values["deck"].items() if many} == lies
    assert set(values["marks"]) == {"hut", "copper", "hill"}
