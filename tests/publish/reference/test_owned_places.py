"""Examples tell of one place at a time what or how much is there, and whose it is."""

import pytest

from cavewright.language.syntax import tree as t
from cavewright.publish.reference.example_words import ExampleWords
from cavewright.publish.reference.reference import Reference, Translated

TOLD = [
    (
        "backgammon",
        "moving",
        "en",
        "White has 1 man on the 21-point; the 24-point is empty; Black has 1 man on the bar",
    ),
    (
        "backgammon",
        "moving",
        "de",
        "Weiß hat 1 Stein auf dem Feld 21; das Feld 24 ist leer; Schwarz hat 1 Stein auf der Bar",
    ),
    ("backgammon", "beginning", "en", "Black has 5 men on the 19-point"),
    ("chess", "capture", "en", "a pawn of White’s stands on e5; d4 is empty; Black has 2 men"),
    ("chess", "capture", "de", "auf e5 steht ein Bauer von Weiß; d4 ist leer; Schwarz hat 2 Figuren"),
    ("draughts", "quiet_moves", "en", "8 moves in a row have been made with kings only; a king stands on b2"),
    ("draughts", "quiet_moves", "de", "8 Damenzüge in Folge sind gemacht; auf b2 steht eine Dame"),
    (
        "cave-vs-cave",
        "walls_built",
        "de",
        "es gibt keine Wände im Vorrat; an dem Durchgang zwischen Annas a4 und Annas b4 steht eine gebaute Wand",
    ),
]


@pytest.mark.parametrize(("spec", "name", "lang", "said"), TOLD, ids=[f"{each[1]} {each[2]}" for each in TOLD])
def test_what_is_at_a_place_and_whose_it_is_are_one_sentence(spec, name, lang, said):
    game = Translated(lang)(Reference.of([spec], with_figures=False).games[0])
    told = [ExampleWords.of_step(game, each) for each in game.steps[name] if isinstance(each.node, t.Then)]
    assert said in told, told
