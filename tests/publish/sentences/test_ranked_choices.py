"""Sentences about choices by ranks, choices that are made again and again, and offers of which nothing is possible."""

import pytest

import cavewright as cw
from cavewright.sentences import Sentences

RULES = """ruleset t 1.0 "T"
    language 2

kind card "Cards."
    | card | suit: 1..2 | worth: 0..3 |
    | a    | 1          | 0           |
    | b    | 2          | 1           |

players player 2..2
    keeps got: bag of card

menu work "Work."

action dig in work "Dig"
    gain up to 1 a in got

to play
    {line}

scoring
    score got = size(got)
    highest total wins
"""
LINES = {
    "choose c in card where c.suit is 2 otherwise c.worth > 0 otherwise any\n        gain up to 1 c in got": (
        "Choose a card A whose suit is 2; if there is none, one whose worth is at least 1; if there is none, any:",
        "Card A wählen, dessen suit 2 ist; gibt es nichts davon, einen, dessen worth mindestens 1 ist; gibt es nichts davon, irgendeinen:",
        "Elegir card A; solo vale si «suit» de «card A» es 2; si no hay, uno cuyo worth es al menos 1; si no hay, cualquiera de ellos:",
    ),
    "choose any n in 1..3 once\n        gain up to 1 a in got": (
        "Choose a number from 1 to 3; again and again, each only once and none left out:",
        "Eine Zahl von 1 bis 3 wählen; immer wieder, jedes nur einmal, bis nichts mehr bleibt:",
        "Elegir un número de 1 a 3; una y otra vez, cada cosa una sola vez y sin omitir ninguna:",
    ),
    "choose any n in 1..3 or stop until size(got) > 2\n        gain up to 1 a in got": (
        "Choose a number from 1 to 3; as often as you like, until there are at least 3 cards in the got:",
        "Eine Zahl von 1 bis 3 wählen; so oft man will, bis in „got“ mindestens 3 card sind:",
        "Elegir un número de 1 a 3; cuantas veces se quiera; se acaba cuando hay al menos 3 card en «got»:",
    ),
    "offer any work until size(got) > 2\n    otherwise\n        gain up to 1 b in got": (
        "If there is nothing to choose:",
        "Wenn es nichts zu wählen gibt:",
        "Si no hay nada que elegir:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_it_is_told_in_each_language(line):
    game = cw.load_rules({"t.cave": RULES.format(line=line)})
    told = [[each.text for each in Sentences(game.wording(lang)).process("play")][-1] for lang in ("en", "de", "es")]
    assert told == list(LINES[line])
