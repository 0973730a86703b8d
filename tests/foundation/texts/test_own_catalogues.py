"""Languages that the program does not have: what is missing is said in English and marked, what a project has of its own
is read, and what cannot be read is told."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app
from cavewright.foundation.texts import BrokenCatalogue, UnknownLanguage, texts
from cavewright.foundation.texts.catalogue import Entry, read_catalogue, write_catalogue
from cavewright.foundation.texts.extraction import update_catalogue
from cavewright.foundation.texts.locale_files import OWN, VARIABLE
from cavewright.publish.sentences.language import language

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "tic-tac-toe"


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAME, tmp_path / "game")
    (tmp_path / OWN).mkdir()
    return tmp_path / OWN


def run(*arguments):
    result = CliRunner().invoke(app, [str(each) for each in arguments], prog_name="cavewright")
    return result.exit_code, result.stdout + result.stderr


def catalogue(*entries):
    return write_catalogue(entries, "fr", "Ours.")


def test_a_language_begun_works_at_once_and_what_it_lacks_is_marked(own, tmp_path):
    """`translate` is all that has to be done before pages, a book and play."""
    assert run("translate", "game", "--lang", "fr")[0] == 0
    path = tmp_path / "game" / "locale" / "fr.po"
    path.write_text(
        path.read_text("utf-8").replace('msgid "Tic-tac-toe"\nmsgstr ""', 'msgid "Tic-tac-toe"\nmsgstr "Morpion"')
    )
    status, said = run("docs", "game", "--lang", "fr", "--no-figures", "--out", "ref")
    assert status == 0, said
    page = (tmp_path / "ref" / "fr" / "tic-tac-toe" / "course.md").read_text("utf-8")
    assert (
        page.startswith("# Morpion: \\[en: The course of the game\\]")
        and "language: fr" in Path("ref/mkdocs.fr.yml").read_text()
    )
    assert "\\[en: Mark that square" in page
    status, said = run("play", "game", "--lang", "fr", "--bots", "greedy,greedy", "--seed", "3")
    assert status == 0 and "[en: " in said


def test_catalogues_of_a_project_come_before_those_of_the_program(own):
    (own / "fr.po").write_text(catalogue(Entry("", ("Actions",), ("Les actions",))), "utf-8")
    (own / "de.po").write_text(catalogue(Entry("", ("Actions",), ("Züge",))), "utf-8")
    assert texts("fr").phrase("Actions") == "Les actions" and texts("fr").phrase("Date") == "[en: Date]"
    assert texts("de").phrase("Actions") == "Züge" and not texts("de").phrase("Date").startswith("[")


def test_sentences_of_a_project_are_told_and_those_it_leaves_out_are_english(own):
    assert language("fr").say("sentence", {"text": "Lose a rope"}) == "[en: Lose a rope.]"
    (own / "fr.ftl").write_text("sentence = { $text } !\n", "utf-8")
    assert language("fr").say("sentence", {"text": "Perdez"}) == "Perdez !"
    assert language("fr").has("quoted") and not language("de").say("sentence", {"text": "x"}).startswith("[")


def test_what_is_filled_in_has_no_mark_within_a_mark(own):
    name = texts("fr").phrase("Player {number}", number=1)
    assert name.startswith("[en: ")
    assert texts("fr").phrase("{name}’s turn", name=name) == f"[en: {name[5:-1]}’s turn]"
    assert "[en: [en" not in texts("fr").plural("{n} player", "{n} players", 2, name=name)


def test_a_folder_can_be_named(own, tmp_path, monkeypatch):
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "fr.po").write_text(catalogue(Entry("", ("Actions",), ("Gestes",))), "utf-8")
    monkeypatch.setenv(VARIABLE, str(other))
    assert texts("fr").phrase("Actions") == "Gestes"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("fr.po", b'msgid "Actions"\nmsgstr unquoted\n', "line 2"),
        ("fr.po", b'msgid "Actions"\nmsgstr "\xff"\n', "UTF-8"),
        ("fr.ftl", b"sentence = { $text\n", "cannot be read"),
        ("fr.ftl", b"\xff\xfe", "UTF-8"),
    ],
)
def test_a_broken_catalogue_is_told_with_its_place(own, name, content, expected):
    (own / name).write_bytes(content)
    with pytest.raises(BrokenCatalogue, match=expected) as found:
        texts("fr") and language("fr")
    assert name in str(found.value)
    status, said = run("docs", "game", "--lang", "fr", "--no-figures", "--out", "ref")
    assert status != 0 and "Traceback" not in said and "the program itself failed" not in said


@pytest.mark.parametrize("lang", ["xx", "french", "../fr", ""])
def test_a_code_of_no_language_is_refused(own, lang):
    with pytest.raises(UnknownLanguage):
        texts(lang)
    status, said = run("docs", "game", f"--lang={lang or ','}xx", "--no-figures", "--out", "ref")
    assert status != 0 and "no texts in the language" in said


def test_a_language_of_which_a_game_has_nothing_is_refused(own):
    status, said = run("docs", "game", "--lang", "it", "--no-figures", "--out", "ref")
    assert status != 0 and "`it`" in said and "de, en, es" in said


@pytest.mark.parametrize(("lang", "forms", "of"), [("sv", 2, (1, 0, 1)), ("pl", 3, (2, 0, 1)), ("ja", 1, (0, 0, 0))])
def test_a_new_catalogue_counts_as_its_language_does(lang, forms, of):
    text = write_catalogue([Entry("", ("{n} game", "{n} games"))], lang, "New.")
    assert f"nplurals={forms};" in text and text.count("msgstr[") == forms
    assert read_catalogue(text).problem is None
    assert tuple(texts(lang)._plural(n) for n in (0, 1, 2)) == of


@pytest.mark.parametrize("forms", [2, 3])
def test_a_catalogue_written_anew_counts_as_before(forms):
    """Babel's versions differ over the forms of French and Spanish: what a translator has begun stays as it is."""
    counting = (forms, "n > 1" if forms == 2 else "n == 1 ? 0 : n % 1000000 == 0 ? 1 : 2")
    said = tuple(f"{{n}} {number}" for number in range(forms))
    text = write_catalogue([Entry("", ("{n} game", "{n} games"), said)], "es", "Ours.", counting=counting)
    catalogue = read_catalogue(text)
    assert catalogue.counting == counting and catalogue.entries[0].said == said
    again = update_catalogue(text, "es")
    assert read_catalogue(again).counting == counting


FRENCH = Path(__file__).parents[3] / "docs" / "examples" / "french"


@pytest.mark.long
def test_the_french_example_translates_what_the_game_says_today(own, tmp_path):
    """Its texts are those of the rules, none is stale, and with its words of the program a chapter is French."""
    shutil.copytree(GAME.parents[1] / "the-cave", tmp_path / "cave")
    shutil.copy(FRENCH / "the-cave.fr.po", tmp_path / "cave" / "locale" / "fr.po")
    for each in ("fr.po", "fr.ftl"):
        shutil.copy(FRENCH / OWN / each, own / each)
    status, said = run("translate", "cave", "--lang", "fr")
    assert (status, "52 % done" in said) == (0, True), said
    assert "fuzzy" not in (tmp_path / "cave" / "locale" / "fr.po").read_text("utf-8")
    assert run("book", "cave", "--lang", "fr", "--forms", "html", "--out", "b")[0] == 0
    book = Path("b/fr/book.html").read_text("utf-8")
    assert "De quoi il s’agit" in book and "[en: " not in book
