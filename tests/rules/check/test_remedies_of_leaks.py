"""What the check says to write against a leak works when it is written: games of decks that are built, and of spells that are answered."""

import pytest

from cavewright.play.loading.load import try_load

DECKS = """ruleset decks 1.0 "Decks"
    language 2

kind card
    | card   | coins: 0..3 | deed: yes_no |
    | copper | 1           |              |
    | silver | 2           |              |
    | smith  |             | yes          |
        to work "More deeds."
            gain up to 2 deeds
    | cellar |             | yes          |
        to work "More coins."
            gain up to 1 coins

players miner 2..4
    keeps hand: bag of card secret
    keeps table: bag of card
    keeps waste: pile of card
    keeps deck: pile of card hidden = 7 copper, 2 silver, 2 smith, 1 cellar
    keeps deeds: 0..40
    keeps coins: 0..99

menu doing

to play
    each miner
        shuffle deck
        draw 5 from deck to hand
    repeat 3 times
        each miner
            set deeds = 1
            offer any doing or stop until deeds is 0
            for each c in hand where c.coins > 0 reveals "Money is laid on the table"
                gain MUCH(hand[c] * c.coins) coinsTOLD
                move hand[c] c from hand to table

action do(c in hand) in doing "Play a card"
    deed: require c.deed "That card does nothing."
    price: PRICE
    move 1 c from hand to PLACE
    c.work

scoring
    score coins = coins
    highest total wins
"""
SPELLS = """ruleset spells 1.0 "Spells"
    language 2

kind spell
    | spell  | answer: yes_no |
    | bolt   |                |
    | denial | yes            |

players mage 2..4
    keeps hand: bag of spell secret
    keeps book: pile of spell hidden = 4 bolt, 3 denial
    keeps spoken: bag of spell

game
    keeps silent: 0..4

menu answers

to play
    each mage
        shuffle book
        draw 4 from book to hand
    repeat each mage until silent is count(m in mage)
        OFFER

action reply(s in hand) in answers "Answer"
    answer: require s.answer "That answers nothing."
    move 1 s from hand to spoken
    set silent = 0

action let_be in answers "Let it be"
    GAIN 1 silent

scoring
    score spells = size(spoken)
    highest total wins
"""
PLAIN = {"MUCH": "", "TOLD": "", "PRICE": "cost 1 deeds", "PLACE": "table", "OFFER": "offer answers", "GAIN": "gain"}


def findings_of(rules, **words):
    for word, said in {**PLAIN, **words}.items():
        rules = rules.replace(word, said)
    game, found = try_load({"leaks.cave": rules})
    return game, [each for each in found if each.severity == "error"]


@pytest.mark.parametrize(
    ("rules", "leak", "remedies"),
    [
        (DECKS, "whether this number fits", [{"MUCH": "up to "}, {"TOLD": ' reveals "Coins"'}]),
        (
            SPELLS,
            "whether anybody is asked here",
            [
                {"OFFER": "offer answers or none"},
                {"OFFER": 'offer answers reveals "An answer"'},
                {"GAIN": "gain up to"},
            ],
        ),
    ],
)
def test_a_remedy_that_is_named_works(rules, leak, remedies):
    game, (found,) = findings_of(rules)
    assert game is None and found.code == "C0524" and leak in found.message
    for each in remedies:
        words = next(iter(each.values()))
        assert any(one in words and one in found.help for one in ("up to", "or none", "reveals")) or "GAIN" in each
        game, errors = findings_of(rules, **each)
        assert game is not None and errors == []


def test_a_card_that_was_laid_on_the_table_is_known_though_a_price_was_paid():
    assert findings_of(DECKS, MUCH="up to ")[1] == []
    assert findings_of(DECKS, MUCH="up to ", PRICE="require deeds > 0")[1] == []


@pytest.mark.parametrize(
    "words",
    [
        {"PLACE": "deck"},
        {"PRICE": "cost 1 silver from hand"},
        {"PRICE": "cost 1 copper from hand, 1 deeds"},
    ],
)
def test_a_card_that_may_be_gone_or_that_nobody_saw_is_not(words):
    _, errors = findings_of(DECKS, MUCH="up to ", **words)
    assert {each.code for each in errors} == {"C0524"}
