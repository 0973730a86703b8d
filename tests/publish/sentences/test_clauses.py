"""Clauses that stand by themselves or behind what they are about, as each language puts their words."""

import pytest

from cavewright import load_game
from cavewright.publish.sentences.language import language
from cavewright.publish.sentences.parts import Filled, Plain, Told
from cavewright.sentences import Sentences

SAY = language("de").say
CAVE = Filled(SAY, "die Höhle erforscht ist", {})
ROPE = Filled(SAY, "im {passage} ein Seil hängt", {"passage": Plain("Gang")})
LAMP = Filled(SAY, "die Lampe von {owner} nicht brennt", {"owner": Plain("Anna")})
CAMP = Filled(SAY, "das Zelt des Teams im Lager steht", {})
TURNS = Filled(SAY, "jeder {value} Züge hat", {"value": Plain("2")})
LEFT = Filled(SAY, "jeder noch {value} Züge hat", {"value": Plain("2")})
CHAIN = Filled(SAY, "drei in einer Reihe da sind", {})
TURNED = {
    "a subject of an author's words": (CAVE, "die Höhle ist erforscht"),
    "a place comes first": (ROPE, "im Gang hängt ein Seil"),
    "an owner belongs to the subject": (LAMP, "die Lampe von Anna brennt nicht"),
    "in the second case, too": (CAMP, "das Zelt des Teams steht im Lager"),
    "everybody": (TURNS, "jeder hat 2 Züge"),
    "everybody, before any word": (LEFT, "jeder hat noch 2 Züge"),
    "no subject that is known": (CHAIN, "es stimmt, dass drei in einer Reihe da sind"),
    "what is compared": (
        Told(SAY, "op-gt", {"left": Plain("die Zahl der Züge"), "right": Plain("3")}),
        "die Zahl der Züge ist größer als 3",
    ),
    "one or the other": (
        Told(SAY, "or", {"left": CAVE, "right": LAMP}),
        "die Höhle ist erforscht oder die Lampe von Anna brennt nicht",
    ),
    "the contrary of both": (
        Told(SAY, "negation", {"condition": CAVE}),
        f"es stimmt, dass {Told(SAY, 'negation', {'condition': CAVE}).form()}",
    ),
}


@pytest.mark.parametrize("name", TURNED)
def test_a_german_clause_stands_by_itself(name):
    part, said = TURNED[name]
    assert SAY("it-holds", {"condition": part}) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "the first stack whose number of tiles left is at least 1"),
        ("de", "der erste Stapel, dessen Restzahl mindestens 1 ist"),
        ("es", "la primera pila"),
    ],
)
def test_a_condition_on_what_something_keeps_says_whose_it_is(lang, said):
    assert said in Sentences(load_game("the-cave").wording(lang)).define("current_stack").text
