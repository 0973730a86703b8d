"""Chance in words: a die is rolled, a number is drawn, and lots are drawn among those that a condition admits."""

import pytest

from cavewright import load_game
from cavewright.sentences import Sentences

RULES = """ruleset odd 1.0 "Odd"
    language 1

kind tile
    | tile | value: 1..6 |
    | one  | 1           |
    | two  | 2           |

players player 2..2
    keeps points: 0..99

to play
    k: roll found in LOT
    finish

scoring
    score points = points
    highest total wins
"""
TOLD = {
    "1..6": ("Roll a die.", "Würfeln.", "Tirar el dado."),
    "2..12": (
        "Draw a number from 2 to 12 at random.",
        "Eine Zahl von 2 bis 12 auslosen.",
        "Sortear un número de 2 a 12.",
    ),
    "1..6 where found is not 3": (
        "Draw a number from 1 to 6 at random that is not 3.",
        "Eine Zahl von 1 bis 6 auslosen, die nicht 3 ist.",
        "Sortear un número de 1 a 6 que no es 3.",
    ),
    "tile": ("Draw lots for a tile.", "Tile auslosen.", "Sortear tile."),
    "tile where found.value is 2": (
        "Draw lots for a tile for which the value of that tile is 2.",
        "Tile auslosen, bei dem „value“ von „tile“ 2 ist.",
        "Sortear tile para el que «value» de «tile» es 2.",
    ),
}


@pytest.mark.parametrize("lot", TOLD)
def test_what_is_left_to_chance_is_told_as_a_person_says_it(lot, tmp_path):
    (tmp_path / "odd.cave").write_text(RULES.replace("LOT", lot), "utf-8")
    game = load_game(str(tmp_path))
    told = [Sentences(game.wording(lang)).process("play")[0].text for lang in ("en", "de", "es")]
    assert tuple(told) == TOLD[lot]
