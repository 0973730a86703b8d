"""The files of languages: every construct of the model has its phrase in each, and what is asked of them is there."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cavewright import load_rules
from cavewright.foundation.texts import languages
from cavewright.publish import sentences
from cavewright.publish.sentences.expressions import CHECKED, Expressions
from cavewright.publish.sentences.language import Language, language, told_languages
from cavewright.publish.sentences.parts import Filled, Plain
from cavewright.publish.sentences.reasons import reason_text
from cavewright.publish.sentences.statements import Statements
from cavewright.rules.model.operators import COMPARISONS, OPERATORS

ROOM = Path(sentences.__file__).parent
CODE = (
    *ROOM.glob("*.py"),
    ROOM.parent / "changes" / "line_sentences.py",
    *(path for room in ("reference", "book") for path in (ROOM.parent / room).glob("*.py")),
)
OTHERWISE = {
    "const",
    "local",
    "me",
    "field",
    "record",
    "edge",
    "column",
    "tile",
    "not",
    "and",
    "or",
    "call",
    "ranked",
    "these",
}
"""Operators that have no message of their own."""
BOARDS = {"board-growing", "board-grid", "board-hexagonal", "board-map"}
CLOSED = {"board-closes-ew", "board-closes-ns", "board-closes-ewns"}
OPTIONAL = {"contractions", "index-adjectives", "index-vowels"}
LOCALE = ROOM.parents[1] / "locale"


def messages(lang):
    return set(re.findall(r"^([a-z][a-z0-9-]*) =", (LOCALE / f"{lang}.ftl").read_text("utf-8"), re.M))


def asked():
    """Messages that the code names, by the words that are messages of some language; and those of operators."""
    known = set().union(*map(messages, told_languages()))
    words = {
        each.value
        for path in CODE
        for each in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(each, ast.Constant)
    }
    operators = {f"op-{each.replace('_', '-')}" for each in CHECKED - OTHERWISE}
    whose = {f"whose-{each}" for each in COMPARISONS}
    return ({each for each in words if isinstance(each, str)} & known | operators | whose | BOARDS | CLOSED) - OPTIONAL


def test_every_language_of_the_program_tells_sentences():
    assert told_languages() == languages()


@pytest.mark.parametrize("lang", told_languages())
def test_a_language_has_every_phrase_that_is_asked_for(lang):
    assert sorted(asked() - messages(lang)) == [], f"locale/{lang}.ftl lacks these"


@pytest.mark.parametrize("lang", told_languages())
def test_every_condition_has_its_contrary(lang):
    """Of the operators that are told by a message of their own."""
    conditions = {each for each in CHECKED if OPERATORS[each].gives == ("yes_no",)} - Expressions.handlers.keys()
    lacking = [each for each in sorted(conditions) if not language(lang).has(f"op-{each.replace('_', '-')}.not")]
    assert lacking == [], f"locale/{lang}.ftl lacks the contrary of these"


def test_every_statement_and_operator_is_told():
    for each in (Statements, Expressions):
        assert each.over == each.handlers.keys() | each.leaves


@pytest.mark.parametrize("lang", told_languages())
def test_nothing_is_left_that_nobody_asks_for(lang):
    text = (LOCALE / f"{lang}.ftl").read_text("utf-8")
    inner = set(re.findall(r"(?:\{|,) ([a-z][a-z0-9-]*)(?=,| \}|\) \})", text))
    nouns = {each for each in messages(lang) if each.startswith("noun-")}
    assert sorted(messages(lang) - asked() - inner - nouns - OPTIONAL) == []


NOUNS = {
    ("de", "das Seil, die Seile"): {"nom": "das Seil", "dat": "dem Seil", "acc": "das Seil", "gen": "des Seils"},
    ("de", "der Rucksack, die Rucksäcke"): {"nom": "der Rucksack", "dat": "dem Rucksack", "acc": "den Rucksack"},
    ("de", "der Bote, die Boten, den Boten"): {
        "nom": "der Bote",
        "dat": "dem Boten",
        "acc": "den Boten",
        "gen": "des Boten",
    },
    ("de", "die Kamera, die Kameras"): {
        "nom": "die Kamera",
        "dat": "der Kamera",
        "acc": "die Kamera",
        "gen": "der Kamera",
    },
    ("de", "der größere Engpass"): {
        "dat": "dem größeren Engpass",
        "acc": "den größeren Engpass",
        "gen": "des größeren Engpasses",
    },
    ("de", "der Sauerstoff (voll)"): {"gen": "des Sauerstoffs (voll)"},
    ("de", "das obere Ende, die, dem oberen Ende"): {"dat": "dem oberen Ende", "gen": "des oberen Endes"},
    ("de", "das Innere, die, dem Inneren"): {"gen": "des Inneren"},
    ("es", "la cuerda, las cuerdas"): {"nom": "la cuerda"},
    ("es", "el saco, los sacos"): {"nom": "el saco"},
    ("en", "the rope, the ropes"): {"nom": "the rope", "a": "a rope", "no": "no rope"},
    ("en", "some ore, ore"): {"nom": "ore", "a": "ore", "no": "no ore"},
    ("en", "these ends"): {"nom": "the ends", "a": "ends", "no": "no ends"},
    ("de", "Seil"): {"nom": "„Seil“", "dat": "„Seil“"},
}


@pytest.mark.parametrize(("lang", "entry"), NOUNS)
def test_a_noun_as_a_dictionary_has_it_knows_its_forms(lang, entry):
    noun = language(lang).noun(entry)
    assert {case: noun.form(case) for case in NOUNS[lang, entry]} == NOUNS[lang, entry]


def test_whose_something_is_stands_in_the_way_of_the_language():
    """A phrase of a catalogue asks for it by `{owner:gen}`; what has no gender stands behind “von”."""
    tent, team = (language("de").noun(each) for each in ("das Zelt, die Zelte", "das Team, die Teams"))
    filled = Filled(language("de").say, "das Zelt {owner:gen} steht hier", {"owner": team})
    assert filled.form() == "das Zelt des Teams steht hier"
    assert replace(filled, values={"owner": Plain("Anna")}).form() == "das Zelt von Anna steht hier"
    assert [
        language("de").say("of", {"thing": tent, "owner": team, "case": case}) for case in ("nom", "dat", "gen")
    ] == ["das Zelt des Teams", "dem Zelt des Teams", "des Zelts des Teams"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("Anna", "Annas Zelt steht hier"), ("Klaus", "Klaus’ Zelt steht hier"), ("Max", "Max’ Zelt steht hier")],
)
def test_a_person_stands_before_what_is_theirs(name, said):
    """A phrase of a catalogue asks for it by `{owner:before}`."""
    say = language("de").say
    assert Filled(say, "{owner:before} Zelt steht hier", {"owner": Plain(name)}).form() == said
    assert say("owned-place", {"owner": name, "place": "a3"}) == said.replace("Zelt steht hier", "a3")


def test_words_that_meet_become_one():
    assert (
        language("es").say("of", {"thing": "la boca", "owner": language("es").noun("el saco, los sacos")})
        == "la boca del saco"
    )


@pytest.mark.parametrize(("source", "said"), [("a = {", "cannot be read"), ("a = { $b }", "a: ")])
def test_a_bad_message_is_told_with_its_file(source, said):
    with pytest.raises(ValueError, match=said):
        Language("xx", f"{source}\n").say("a")


LONG_RULES = """ruleset long 1.0 "Long"
    language 1

players player 1..2
    keeps points_of_the_whole_long_evening: 0..9 = 8

to play
    offer deeds

menu deeds

action dig in deeds "Dig"
    require CONDITION

action rest in deeds "Rest"
    finish

scoring
    score points = points_of_the_whole_long_evening
    highest total wins
"""


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_a_condition_of_some_pages_is_cut(lang):
    """Ninety parts are more than the library of messages takes."""
    condition = " or ".join(f"points_of_the_whole_long_evening is {n % 3}" for n in range(90))
    game = load_rules({"long.cave": LONG_RULES.replace("CONDITION", condition)})
    said = reason_text(game.new_initial_state(1).check("dig").reasons[0], game.wording(lang))
    assert "…" in said and 500 < len(said) < 3_000


@pytest.mark.parametrize(
    ("listed", "pairs"),
    [
        ("de el=del, a el=al", {"de el": "del", "a el": "al"}),
        ("de el=del,a el=al", {"de el": "del", "a el": "al"}),
        ("de el", {}),
        ('{""}', {}),
    ],
)
def test_a_list_of_a_translator_is_read_however_it_is_spaced(listed, pairs):
    assert Language("es", f"contractions = {listed}\n").pairs_of("contractions") == pairs
