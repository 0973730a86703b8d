"""An example sets all that lies in a bag or a pile by one line."""

import pytest

import cavewright as cw

RULES = """ruleset piles 1.0 "Piles"
    language 2

kind card
    | card | v: 0..9 |
    | hut  | 1       |
    | hill | 2       |
    | lake | 3       |

players miner 2..2
    keeps mine: pile of card holding 4 card
    keeps hand: bag of card secret
    keeps points: 0..99

game
    keeps deck: pile of card hidden
    keeps waste: pile of card
    keeps heap: bag of card

menu deeds

to play
    for each c in card
        gain 1 c in deck
        gain 1 c in heap
    each miner
        offer deeds

action dig in deeds
    draw 1 from deck to waste
    gain up to waste[1].v points

action pick in deeds
    draw up to 2 from deck to hand
    move up to 1 from waste to mine

action take(c in heap) in deeds
    move 1 c from heap to hand

scoring
    score points = points + size(mine)
    highest total wins

example one "One"
    | miner | points |
    | Ann   | 1      |
    | Bob   | 0      |
    {first}
    begin play
    {given}
    when Ann: dig
    when draw lake
    then {then}
"""
GOOD = {
    "given deck = lake, 2 hut, hill": "waste[1] is lake and Ann.points is 4 and size(deck) is 3",
    "given deck = lake": "size(deck) is 0",
    "given waste = hill, hut": "waste[1] is lake and waste[2] is hill and waste[3] is hut and size(waste) is 3",
    "given waste = 2 hill": "waste[3] is hill",
    "given heap = 2 hut, lake": "heap[hut] is 2 and heap[hill] is 0",
    "given heap = none": "size(heap) is 0",
    "given Bob.mine = hut, lake": "Bob.mine[1] is hut and Bob.mine[2] is lake",
    "given Ann.hand = 3 lake": "Ann.hand[lake] is 3",
}


def results(given, then, first="given waste = none"):
    """What is wrong with the example, as it is read and as it is carried out."""
    game = cw.load_rules({"piles.cave": RULES.format(first=first, given=given, then=then)})
    return [(each.ok, [found.message for found in each.diagnostics]) for each in cw.run_examples(game)]


@pytest.mark.parametrize("given", GOOD)
def test_what_is_written_lies_there(given):
    assert results(given, GOOD[given]) == [(True, [])]
    assert not results(given, f"not ({GOOD[given]})")[0][0]


@pytest.mark.parametrize(
    "given, said",
    [
        ("given heap = 2 hats, lake", "there is no card `hats`"),
        ("given waste = 9", "there is no card `9`"),
        ("given deck = hut, none", "there is no card `none`"),
        ("given Ann.mine = 5 hut", "room for 4"),
    ],
)
def test_what_cannot_lie_there_is_named(given, said):
    try:
        found = str(results(given, "Ann.points is 4"))
    except cw.RulesetError as error:
        found = str([each.message for each in error.diagnostics])
    assert said in found
