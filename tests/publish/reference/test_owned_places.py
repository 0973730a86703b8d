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
    ("chess", "castling", "en", "a king stands on g1 and a rook on f1; h1 and e1 are empty"),
    ("chess", "castling", "de", "auf g1 steht ein König und auf f1 ein Turm; h1 und e1 sind leer"),
    ("chess", "castling", "es", "en g1 hay un rey y en f1 una torre; h1 está vacía; e1 está vacía"),
    (
        "chess",
        "rook_captured",
        "en",
        "Black has lost the right to castle long and has the right to castle short",
    ),
    (
        "chess",
        "rook_captured",
        "de",
        "Schwarz hat das Recht zur langen Rochade verloren und hat das Recht zur kurzen Rochade",
    ),
    ("draughts", "opening", "en", "Ann has 12 men, one of them on a1; b1 is empty"),
    ("draughts", "opening", "de", "Ann hat 12 Steine, davon 1 auf a1; b1 ist leer"),
    ("draughts", "opening", "es", "Ann tiene 12 fichas, 1 en a1; b1 está vacía"),
    ("draughts", "quiet_moves", "en", "8 moves in a row have been made with kings only; a king stands on b2"),
    ("draughts", "quiet_moves", "de", "es gab schon 8 Damenzüge hintereinander; auf b2 steht eine Dame"),
    ("cave-vs-cave", "best_room_decides", "en", "Anna and Bo have 12 points each"),
    ("hex", "gap", "de", "c2, b4 und d2 grenzen an c3"),
    (
        "cave-vs-cave",
        "walls_built",
        "de",
        "es gibt keine Wände im Vorrat; an dem Durchgang zwischen Annas a4 und b4 steht eine gebaute Wand",
    ),
]


@pytest.mark.parametrize(("spec", "name", "lang", "said"), TOLD, ids=[f"{each[1]} {each[2]}" for each in TOLD])
def test_what_is_at_a_place_and_whose_it_is_are_one_sentence(spec, name, lang, said):
    game = Translated(lang)(Reference.of([spec], with_figures=False).games[0])
    told = [ExampleWords.of_step(game, each) for each in game.steps[name] if isinstance(each.node, t.Then)]
    assert said in told, told
