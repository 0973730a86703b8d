"""What constructs say that are told of something else: of what would be, of lines of sight, of numbers, of what nobody else sees."""

import pytest
from tests.rules.constructs.columns import catalogues, files_of

import cavewright as cw
from cavewright.sentences import Sentences

SAID = {
    ("possible_process", "en"): "Choose a number among 1 to 3 for which it is possible to make a hop:",
    ("possible_process", "de"): "Eine Zahl unter den Zahlen von 1 bis 3 wählen, bei der man hüpfen kann:",
    ("possible_process", "es"): "Elegir un número entre los números de 1 a 3; solo vale si es posible saltar:",
    (
        "after_within_after",
        "en",
    ): "If it is possible to make a hop and it is possible to make a hop if one were to make a hop:",
    ("after_within_after", "de"): "Wenn man hüpfen kann und man hüpfen kann, wenn man hüpfen würde:",
    ("sight", "en"): (
        "For every square B among what is seen from square A in the direction (1, 0) as far as 2 "
        "(up to the first place of which it does not hold that the square passed has no stone):"
    ),
    ("round_both_ways", "de"): (
        "Den Punkt um die Zahl der Felder unter allem, was von Feld A aus in Richtung (1, 1) bis in die Entfernung 2 zu sehen ist, "
        "deren Stein das Team am Zug ist, erhöhen."
    ),
    ("seat", "de"): "Den Punkt um den Sitzplatz vom Team am Zug erhöhen.",
    ("pile_seen", "en"): "Draw a card A from the deck without showing it.",
    ("pile_seen", "de"): "Eine Karte A aus dem Stapel ziehen und nicht zeigen.",
    ("pile_bottom", "en"): "Draw a card B from the bottom of the deck.",
    ("exact_numbers", "en"): (
        "The point goes up by (((the number shown plus 900000000) times 8000000 divided by 900000000, rounded down) "
        "divided by 1000000, rounded down) divided by the number, rounded down."
    ),
    ("choose_any", "es"): (
        "Elegir una carta B del descarte; solo vale si el valor de la carta B es mayor que 1; "
        "una y otra vez, mientras haya algo que elegir; se acaba cuando el punto es mayor que 3:"
    ),
}
"""A sentence among those of a small ruleset of the table of constructs, by its name and a language."""


@pytest.mark.parametrize("name, lang", SAID)
def test_it_is_told_in_words(name, lang):
    game = cw.load_rules(files_of(name) | catalogues())
    assert SAID[name, lang] in [each.text for each in Sentences(game.wording(lang)).all()]
