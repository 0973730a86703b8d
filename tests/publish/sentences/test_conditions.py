"""Conditions as people say them: how many there are, what every one is, what can be reached, and whose a rule speaks of."""

import pytest

from cavewright import load_rules
from cavewright.foundation.texts import Catalogue, Entry, texts
from cavewright.play.positions.wording import Wording
from cavewright.sentences import Sentences

RULES = """ruleset t 1.0 "T"
    language 1

kind coin "Coins."
    | coin  | worth: 1..9 |
    | ducat | 1           |
    | crown | 2           |

players player 2..2
    keeps purse: bag of coin holding 99 worth

board field
    grid 3 by 3
    keeps mark: player or none
    keeps free: yes_no
    keeps near: yes_no

define odd = {condition}
define seen(f: field) = f in reach(first(g in field) where it.free)
define worth(c: coin) = purse[c] * c.worth

to play
    offer any moves

menu moves

action step(f in field) in moves "Step"
    require odd and seen(f) and worth(ducat) > 0
    set f.mark = me

scoring
    score n = 1
    highest total wins
"""
WORDS = {
    "en": {
        "kind field": "the field, the fields",
        "coin.ducat": "the ducat, the ducats",
        "field.free": "{owner} is free | {owner} is taken",
        "field.near": "{owner} is near | {owner} is far",
        "define odd": "this is odd | this is not odd",
    },
    "de": {
        "kind field": "das Feld, die Felder",
        "coin.ducat": "der Dukaten, die Dukaten",
        "kind coin": "die Münze, die Münzen",
        "field.mark": "die Marke, die Marken",
        "player.purse": "der Beutel, die Beutel",
        "field.free": "{owner} frei ist | {owner} besetzt ist",
        "field.near": "{owner} nah ist | {owner} fern ist",
        "define odd": "dies seltsam ist | dies nicht seltsam ist",
    },
    "es": {
        "kind field": "la casilla, las casillas",
        "coin.ducat": "el ducado, los ducados",
        "kind coin": "la moneda, las monedas",
        "field.mark": "la marca, las marcas",
        "player.purse": "la bolsa, las bolsas",
        "field.free": "{owner} está libre | {owner} está ocupada",
        "field.near": "{owner} está cerca | {owner} está lejos",
        "define odd": "esto es raro | esto no es raro",
    },
}
SAID = {
    "count(g in field where g.free) is 2": (
        "there are 2 fields each of which is free",
        "es gibt 2 Felder, von denen jedes frei ist",
        "hay 2 casillas cada una de las cuales está libre",
    ),
    "count(g in field where g.free) >= 2": (
        "there are at least 2 fields each of which is free",
        "es gibt mindestens 2 Felder, von denen jedes frei ist",
        "hay al menos 2 casillas cada una de las cuales está libre",
    ),
    "count(g in field where g.mark is me) < 4": (
        "there are at most 3 fields whose mark is the acting player",
        "es gibt höchstens 3 Felder, deren Marke „player“ am Zug ist",
        "hay como mucho 3 casillas cuya marca es «player» de turno",
    ),
    "count(g in field where g.free) is 1": (
        "there is 1 field that is free",
        "es gibt 1 Feld, das frei ist",
        "hay 1 casilla que está libre",
    ),
    "count(g in field where g.free) is 0": (
        "there is no field that is free",
        "es gibt kein Feld, das frei ist",
        "no hay ninguna casilla que está libre",
    ),
    "count(g in field where g.free) is not 0": (
        "there is a field that is free",
        "es gibt ein Feld, das frei ist",
        "hay una casilla que está libre",
    ),
    "purse[ducat] > 1": (
        "there are at least 2 ducats in the purse",
        "im Beutel sind mindestens 2 Dukaten",
        "hay al menos 2 ducados en la bolsa",
    ),
    "purse[ducat] is 1": (
        "there is 1 ducat in the purse",
        "im Beutel ist 1 Dukaten",
        "hay 1 ducado en la bolsa",
    ),
    "every(c in coin: purse[c] is 2)": (
        "for every coin, there are 2 of that coin in the purse",
        "für jede Münze gilt, dass im Beutel 2 von dieser Münze sind",
        "para cada moneda se cumple que hay 2 de esa moneda en la bolsa",
    ),
    "size(purse) is 7": (
        "there are 7 coins in the purse",
        "im Beutel sind 7 Münzen",
        "hay 7 monedas en la bolsa",
    ),
    "size(purse) is not 0": (
        "the purse is not empty",
        "es stimmt, dass der Beutel nicht leer ist",
        "queda algo en la bolsa",
    ),
    "every(g in field: g.free)": (
        "every field is free",
        "jedes Feld ist frei",
        "cada casilla está libre",
    ),
    "every(g in field: g.free and not g.near)": (
        "every field is free and is far",
        "es stimmt, dass jedes Feld frei ist und fern ist",
        "cada casilla está libre y está lejos",
    ),
    "not every(g in field: g.free)": (
        "not every field is free",
        "nicht jedes Feld ist frei",
        "no para cada casilla se cumple que esa casilla está libre",
    ),
    "every(g in field: g.free or g.near)": (
        "for every field, that field is free or that field is near",
        "für jedes Feld gilt, dass dieses Feld frei ist oder dieses Feld nah ist",
        "para cada casilla se cumple que esa casilla está libre o esa casilla está cerca",
    ),
}


def sentences(condition, lang):
    rules = load_rules({"t.cave": RULES.format(condition=condition)}).rules_model
    said = [
        Entry(f"{key} ({'phrase' if '|' in text else 'noun'})", (key.rpartition(".")[2].rpartition(" ")[2],), (text,))
        for key, text in WORDS[lang].items()
    ]
    return Sentences(Wording(rules, (Catalogue(tuple(said)),), texts(lang), lang))


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("condition", SAID)
def test_a_condition_is_told_as_people_say_it(condition, lang):
    told = sentences(condition, lang)
    assert told.condition(told.rules.defines["odd"].body) == SAID[condition][list(WORDS).index(lang)]
