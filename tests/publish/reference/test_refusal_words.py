"""Refusals of examples: the rule about what was chosen, or what is possible in its place; never that a value is no choice."""

import pytest

from cavewright.publish.reference.example_blocks import ExampleBlocks
from cavewright.publish.reference.markdown import plain
from cavewright.publish.reference.reference import Reference, Translated

REFUSED = {
    (
        "cave-vs-cave",
        "bakehouse_bakes",
        "en",
    ): "Anna bakes 4 emmer? Not possible. Possible instead: Anna bakes 2 or 3 emmer.",
    (
        "cave-vs-cave",
        "bakehouse_bakes",
        "de",
    ): "Anna backt 4 Emmer? Nicht möglich. Möglich ist dagegen: Anna backt 2 oder 3 Emmer.",
    ("cave-vs-cave", "no_ninth_round", "en"): "Anna takes Cultivation? Not possible: “The game is over.”",
    ("cave-vs-cave", "entrance_is_a_room", "en"): "Anna gathers 1 food? Not possible: “Food is not a raw material.”",
    (
        "cave-vs-cave",
        "entrance_is_a_room",
        "es",
    ): "¿Anna recoge comida? No es posible: «La comida no es materia prima.»",
    (
        "kave-kapers",
        "water_needed",
        "en",
    ): "Anna sets out for A4? Not possible: “There is no water at A4.”",
    ("kave-kapers", "fleeing", "de"): "Anna flieht nach A3? Nicht möglich. Möglich ist dagegen: Anna flieht nach A14.",
    (
        "the-cave",
        "exactly_full_camp",
        "en",
    ): "Anna packs 3 ropes? Not possible. Possible instead: Anna packs 0, 1 or 2 ropes.",
    (
        "the-cave",
        "exactly_full_camp",
        "de",
    ): "Anna packt 3 Seile ein? Nicht möglich. Möglich ist dagegen: Anna packt 0, 1 oder 2 Seile ein.",
    ("the-cave", "walking", "en"): "Anna walks to n1? Not possible: “No passage leads from here to n1.”",
    ("the-cave", "packed_camp_stays_shut", "en"): "Anna puts 1 consumable into the camp? Not possible.",
}
TAUTOLOGIES = {
    "en": ("among the choices", "cannot be chosen", "not offered", "you can take:"),
    "de": ("zur Auswahl", "nicht wählbar", "steht nicht an", "Möglich ist bei"),
    "es": ("entre las opciones", "no se puede elegir", "no se ofrece"),
}


@pytest.fixture(scope="module")
def games():
    names = {name for name, *_ in REFUSED}
    return {name: Reference.of([name], with_figures=False).games[0] for name in names}


def refused(game, named=""):
    examples = (each for each in game.examples if named in ("", each.name))
    steps = ((ExampleBlocks(game, each), step) for each in examples for step in game.steps[each.name])
    return [plain(item.words) for blocks, step in steps if step.reasons for item in blocks.step(step, -1)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "example", "lang"), REFUSED)
def test_a_refusal_says_the_rule_or_what_is_possible(games, name, example, lang):
    told = refused(Translated(lang)(games[name]), example)
    assert REFUSED[name, example, lang] in told


@pytest.mark.long
def test_a_refusal_tells_only_the_reasons_that_its_line_names():
    game = Reference.of(["backgammon"], with_figures=False).games[0]
    said = "White moves a man from the 11-point with a 3? Not possible: “You have no man on that point.”"
    assert said in refused(Translated("en")(game), "both_men")


@pytest.mark.long
@pytest.mark.parametrize("lang", TAUTOLOGIES)
def test_no_refusal_says_only_that_a_value_is_no_choice(games, lang):
    for game in games.values():
        for told in refused(Translated(lang)(game)):
            assert "`" not in told and not any(each in told for each in TAUTOLOGIES[lang]), told
