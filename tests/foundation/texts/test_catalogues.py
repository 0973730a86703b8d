"""The catalogues of the program: complete, sure, and filled in as their sources are. And reading catalogues of whatever sort."""

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavewright
from cavewright.foundation.texts import (
    Catalogue,
    Entry,
    UnknownLanguage,
    languages,
    read_catalogue,
    texts,
    write_catalogue,
)
from cavewright.foundation.texts.extraction import _template, extract, messages, tree_of, update_catalogue
from cavewright.foundation.texts.texts import MESSAGE

LOCALE = Path(cavewright.__file__).parent / "locale"
LANGUAGES = [each for each in languages() if each != "en"]


@cache
def engine_calls():
    """Every call that a module of the program makes, by the room of the module."""
    trees = [(path.parent.name, tree_of(path)) for path in LOCALE.parent.rglob("*.py")]
    return [(room, each) for room, tree in trees for each in ast.walk(tree) if isinstance(each, ast.Call)]


def entries(lang):
    return read_catalogue((LOCALE / f"{lang}.po").read_text("utf-8")).entries


def fields(text):
    return sorted((name, form) for _, name, form, _ in string.Formatter().parse(text) if name is not None)


def test_there_are_german_and_spanish():
    assert languages() == ("de", "en", "es") and len(extract()) > 250


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_the_program_is_translated(lang):
    full = {
        each.sources
        for each in entries(lang)
        if each.context == "" and each.is_full and len(each.said) == len(each.sources)
    }
    assert [each.sources for each in extract() if each.sources not in full] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.gate("es")
def test_a_catalogue_translates_nothing_else(lang):
    known, templates = {each.sources for each in extract()}, messages()
    assert [each.sources for each in entries(lang) if each.context == "" and each.sources not in known] == []
    assert [
        each.sources for each in entries(lang) if each.context == MESSAGE and each.sources[0] not in templates
    ] == []
    assert {each.context for each in entries(lang)} <= {"", MESSAGE}


@cache
def said_of_saves():
    """The templates of all sentences of which a `SaveError` is made, but for those that only put others together."""
    calls = [each for _, each in engine_calls() if isinstance(each.func, ast.Name) and each.func.id == "SaveError"]
    said = [
        each
        for call in calls
        for each in (
            *call.args,
            *(part for value in call.args if isinstance(value, ast.IfExp) for part in (value.body, value.orelse)),
        )
    ]
    return {
        _template(each) if isinstance(each, ast.JoinedStr) else each.value
        for each in said
        if isinstance(each, (ast.JoinedStr, ast.Constant))
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.gate("es")
def test_every_message_about_a_save_is_translated(lang):
    known = {each.sources[0] for each in entries(lang) if each.context == MESSAGE and each.is_full}
    assert len(said_of_saves()) > 20
    assert sorted(said_of_saves() - known) == [], f'write them into locale/{lang}.po with `msgctxt "{MESSAGE}"`'


CODE = re.compile(r"C\d{4}")


def sentences(node):
    """Templates of what an expression may come to."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            return sentences(one) | sentences(other)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return {said for each in parts for said in sentences(each)}
        case ast.JoinedStr():
            return {_template(node)}
        case ast.Constant(value=str(text)) if text not in ("", "error", "warning"):
            return {text.replace("{", "{{").replace("}", "}}")}
    return set()


@cache
def said_of_findings():
    """Messages, helps, notes and labels: of all calls that begin with the code of a finding, and of every `Label`."""
    calls = [each for room, each in engine_calls() if room != "draw"]  # a `Label` there is a name on a picture
    found = [each for each in calls if each.args and any(CODE.fullmatch(code) for code in sentences(each.args[0]))]
    found += [each for each in calls if isinstance(each.func, ast.Name) and each.func.id == "Label"]
    said = {
        said
        for call in found
        for each in (*call.args[1:], *(more.value for more in call.keywords))
        for said in sentences(each)
    }
    return {each for each in said if not CODE.fullmatch(each)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_is_translated(lang):
    """What stands where a finding is made; `tests/rules/check/test_diagnostics.py` reads what comes out, put together as it may be."""
    known = {each.sources[0] for each in entries(lang) if each.context == MESSAGE and each.is_full}
    assert len(said_of_findings()) > 400
    assert sorted(said_of_findings() - known) == [], f'write them into locale/{lang}.po with `msgctxt "{MESSAGE}"`'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_filled_in_agrees(lang):
    wrong = [
        each.sources
        for each in entries(lang)
        for said in each.said
        if fields(said) != fields(each.sources[-1])
        and sorted({*fields(each.sources[-1])} - {("n", "")}) != sorted({*fields(said)} - {("n", "")})
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_is_as_the_program_writes_it(lang):
    text = (LOCALE / f"{lang}.po").read_text("utf-8")
    assert update_catalogue(text, lang) == text, "run `python -m cavewright.foundation.texts.extraction`"


@pytest.mark.parametrize("lang", ["xx", "", "DE", "../de", None])
def test_an_unknown_language_is_told_with_those_that_there_are(lang):
    with pytest.raises(UnknownLanguage, match="de, en, es"):
        texts(lang)


def test_a_number_chooses_the_form():
    assert [texts(lang).plural("{n} error", "{n} errors", n) for lang in ("en", "de", "es") for n in (1, 2)] == [
        "1 error",
        "2 errors",
        "1 Fehler",
        "2 Fehler",
        "1 error",
        "2 errores",
    ]


def test_a_message_is_found_again_by_its_template():
    assert texts("de").translate("there is no ruleset `the-cafe`") == "es gibt kein Regelwerk `the-cafe`"
    assert texts("de").translate("did you mean `the-cave`?") == "war `the-cave` gemeint?"
    assert texts("de").translate("`flood` excludes `drought`") == "`flood` schließt `drought` aus"
    assert (
        texts("es").translate("these options do not go together: one of them only")
        == "estas opciones no van juntas: one of them only"
    )
    assert texts("de").translate(
        '`a save.json`: this save cannot be read: `seed` is missing; `players` has to be a valid list, not "x; y"'
    ) == (
        '`a save.json`: diese gespeicherte Partie lässt sich nicht lesen: `seed` fehlt; `players` muss eine Liste sein, nicht "x; y"'
    )
    assert texts("es").translate("`s.json`: `players` of the save: Hex: the number of players is 2, not 3") == (
        "`s.json`: `players` de la partida guardada: Hex: el número de jugadores es 2, no 3"
    )
    assert (
        texts("de").translate("said nowhere") == "said nowhere"
        and texts("en").translate("there is no ruleset `x`") == "there is no ruleset `x`"
    )


PLAIN = st.characters(
    exclude_categories=("Cc", "Cs"),
    include_characters="\n\t",
    exclude_characters=[*"\u2028\u2029\u202a\u202b\u202c\u202d\u202e", *"\u2066\u2067\u2068\u2069"],
)


@given(
    st.lists(
        st.builds(Entry, st.text(PLAIN), st.tuples(st.text(PLAIN, min_size=1)), st.tuples(st.text(PLAIN))),
        unique_by=lambda each: each.key,
    )
)
def test_what_is_written_is_read(written):
    text = write_catalogue(written, "de", "Texts.")
    assert [(each.context, each.sources, each.said) for each in read_catalogue(text).entries] == [
        (each.context, each.sources, each.said) for each in written
    ]


@given(
    st.lists(
        st.sampled_from(
            [
                'msgctxt "a"',
                'msgid "b"',
                'msgstr "c"',
                'msgid_plural "bs"',
                'msgstr[0] "c"',
                'msgstr[7] "c"',
                '"d"',
                "#, fuzzy",
                "#~ msgid",
                "msgid",
                '"Plural-Forms: nplurals=9; plural=n/0;\\n"',
                '"Content-Type: text/plain; charset=klingon\\n"',
                '"POT-Creation-Date: never\\n"',
                'msgid ""',
                'msgstr ""',
                '"',
                "",
                "#: a:b",
                "\ufeff",
            ]
        ),
        max_size=12,
    )
)
def test_no_catalogue_stops_the_reader(lines):
    read = read_catalogue("\n".join(lines))
    assert read.problem is None or read.entries == ()


@pytest.mark.parametrize(
    "character",
    [chr(n) for n in (*range(9), *range(11, 32), *range(0x7F, 0xA0))],
    ids=lambda each: f"U+{ord(each):04X}",
)
def test_no_control_character_stands_in_a_catalogue(character):
    """Neither as it is nor, as far as a catalogue can say it so, in letters; lines may end with CR LF."""
    text = f'msgid "a"\nmsgstr "b{character}c"\n'
    assert read_catalogue(text).problem == (2, f"character U+{ord(character):04X} cannot stand in a text")
    assert (
        read_catalogue(text.replace(character, "d").replace("\n", "\r\n")).entries
        == read_catalogue(text.replace(character, "d")).entries
    )
    if character == "\r":
        assert read_catalogue(text.replace(character, "\\r")).problem == (1, "character U+000D cannot stand in a text")


def test_a_large_catalogue_is_parsed_once(tmp_path, monkeypatch):
    """What is kept is what was parsed; what cannot be read, and what changed by a letter, is parsed each time."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    text = (LOCALE / "de.po").read_text("utf-8")
    parsed = read_catalogue(text)
    monkeypatch.setattr(
        "cavewright.foundation.texts.catalogue._parse", lambda text: Catalogue(problem=(1, "parsed again"))
    )
    assert read_catalogue(text) == parsed and len(parsed.entries) > 1000 and parsed.plurals
    assert read_catalogue(text + "\n").problem == (1, "parsed again") == read_catalogue(text + "\n").problem
