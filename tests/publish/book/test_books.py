"""Books: chapters in their order, numbers that lead somewhere, forms that others can read, words that fit the limit."""

import io
import re
import shutil
import sys
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from xml.dom import minidom

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app
from cavewright.publish.book.chapters import BookContents, Chapter, Rule
from cavewright.publish.book.figures import Figure
from cavewright.publish.book.print_book import ROOM, book_epub, book_html, sized_pictures, split_halos
from cavewright.publish.book.word_index import MOST_NUMBERS, WordForms, index_words
from cavewright.publish.reference.reference import Reference, Translated
from cavewright.publish.sentences.language import language

TWO_TILES = """overlay two 1.0 "Two tiles"
    language 1
    extends the-cave ^2.0

amend action discover
    change tile: draw tile from from_stack.pile to draw tile from from_stack.pile showing 2
"""
CLASSICS = Path(__file__).parents[3] / "rulesets" / "classics"
MOST_WORDS = 5600
"""Words that the book of The Cave may have."""

INDEX = (
    '<section class="ch" id="index"><h2>Index</h2><div class="index"><p>a</p><p>b</p><p>c</p><p>d</p></div></section>'
)
"""An index as a book has one."""


WORDS = Chapter(2, "Words", words=(("Turn", "Whatever you do (1.1)."),))


def run(*words):
    """The status of a command, and what it says."""
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output + result.stderr


@cache
def contents(spec, lang="en"):
    return BookContents(Translated(lang)(Reference.of([spec], with_figures=False).games[0]))


def words_of(html):
    return re.sub(r"<[^>]+>", " ", re.sub(r"<(svg|style).*?</\1>", "", html, flags=re.DOTALL)).split()


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_a_game_without_sentences_has_a_book_of_what_is_made(lang):
    made = contents("tic-tac-toe", lang)
    html = book_html(made)
    assert [each.number for each in made.chapters] == list(range(1, len(made.chapters) + 1))
    assert f'<html lang="{lang}">' in html
    assert "{" not in " ".join(words_of(html))


def test_every_number_in_a_book_leads_to_a_rule_and_every_id_is_there_once():
    html = book_html(contents("tic-tac-toe"))
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


@pytest.mark.long
def test_the_cave_is_told_in_the_order_in_which_people_learn_it():
    made = contents("the-cave")
    html = book_html(made)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert [each.title for each in made.chapters][:6] == [
        "What it is about",
        "What is in the box",
        "Setting up",
        "A turn on one page",
        "Discovering",
        "Moving",
    ]
    assert len(words_of(html)) < MOST_WORDS
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    assert not re.search(r">n\d[ew]?\d?<", html)


def test_an_index_names_the_rules_that_explain_a_word():
    """Also where the word itself does not stand in them."""
    made = BookContents(contents("tic-tac-toe").game)
    object.__setattr__(made, "chapters", (Chapter(1, "Turns", (), (Rule("1.1", "Go."), Rule("1.2", "A turn."))), WORDS))
    assert made.index == (("Turn", ("1.1", "1.2")),)


@pytest.mark.parametrize(
    ("lang", "word", "text"),
    [
        ("en", "Turn", "Two turns."),
        ("de", "Zug", "In zwei Zügen."),
        ("de", "Maus", "Zwei Mäuse."),
        ("de", "Stein", "Drei Steine."),
        ("de", "Feld", "Alle Felder."),
        ("de", "Blauer Raum", "Zwei blaue Räume."),
        ("de", "Natürliche Wand", "An natürlichen Wänden."),
        ("es", "Acción", "Dos acciones."),
        ("es", "Muro natural", "Los muros naturales."),
    ],
)
def test_an_index_finds_a_word_in_its_plural(lang, word, text):
    """By its ending, by a vowel that changes, or as the game calls several."""
    words = WordForms(language(lang), {"feld": "felder"})
    assert index_words({"1.1": text}, {word: (), "Other": ()}, words) == ((word, ("1.1",)),)
    pattern = words.compile_pattern(word)
    assert not pattern.search(f"{word}lager") and not pattern.search(f"Vor{word.lower()}")


def test_an_index_keeps_words_that_stand_in_one_rule_and_drops_their_forms():
    """A rope and a lamp may be named by the same rules."""
    words, forms = (
        {"Mice": (), "Mouse": (), "Rope": (), "Lamp": (), "Ropes": ()},
        WordForms(language("en"), {"mouse": "mice"}),
    )
    rules = {"1.1": "A rope, two ropes, a lamp and mice."}
    assert dict(index_words(rules, words, forms)).keys() == {"Lamp", "Mouse", "Rope"}


def test_an_index_has_of_a_word_that_is_everywhere_the_rules_that_explain_it():
    """And nothing of its forms."""
    rules = {f"1.{n}": "A player." for n in range(MOST_NUMBERS + 1)} | {"2.1": "Players."}
    words = {"Player": ["1.3"], "Players": ()}
    assert index_words(rules, words, WordForms(language("en"))) == (("Player", ("1.3",)),)


def test_no_verb_is_taken_for_a_noun_of_the_index():
    assert not WordForms(language("de")).compile_pattern("Zahl").search("Danach zählen alle; sie zahlten.")


def test_of_things_of_which_one_is_done_a_table_says_or():
    rows = {row[0]: row[-1] for row in contents("cave-vs-cave").table("tile")}
    assert rows["Undermining"] == "Use two rooms or\nExcavate a cavern, also through walls"
    assert rows["Drift Mining"] == "Use a room\nExcavate a cavern"


def test_two_other_answers_stand_apart():
    made = BookContents(contents("tic-tac-toe").game)
    asked = Chapter(1, "Questions", questions=(("How?", "So.", ("Thus.", "Otherwise.")),))
    object.__setattr__(made, "chapters", (asked,))
    assert "If you agree on it: Thus. Or: Otherwise." in " ".join(words_of(book_html(made)))


def test_letters_with_a_halo_are_printed_above_it():
    halo = 'stroke="#fff" stroke-width="3.8" stroke-linejoin="round"'
    split = split_halos(f'<svg><text x="1" {halo} paint-order="stroke">2 m</text></svg>')
    assert split == f'<svg><text x="1" {halo}>2 m</text><text x="1">2 m</text></svg>'


@pytest.mark.parametrize(
    ("form", "wide", "high"), [("pair", 1040, 400), ("tall", 1500, 600), ("small", 90, 90), ("", 200, 900)]
)
def test_a_picture_is_no_larger_than_there_is_room_for(form, wide, high):
    drawn = (f'<svg width="{wide}" height="{high}">',) * (2 if form == "pair" else 1)
    widths = [float(re.search(r"width: ([0-9.]+)em", each)[1]) for each in sized_pictures(Figure(drawn, "", form=form))]
    room, most = ROOM[form]
    assert 0 < sum(widths) <= room + 0.1 and widths[0] * high / wide <= 1.01 * most


@pytest.mark.parametrize(("wide", "is_told"), [(600, False), (90000, True)])
def test_a_picture_that_is_too_large_for_a_page_is_told(wide, is_told, tmp_path, monkeypatch):
    """It would be drawn so small that nobody could read it; `--strict` makes no such page."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{wide}"></svg>'
    monkeypatch.setattr("cavewright.publish.book.figures._draw", lambda *_: svg)
    status, said = run("book", "tic-tac-toe", "--forms", "html", "--out", str(tmp_path / "a"))
    assert (status, "too large for a page" in " ".join(said.split())) == (0, is_told)
    status, _ = run("book", "tic-tac-toe", "--forms", "html", "--strict", "--out", str(tmp_path / "b"))
    assert (status != 0, (tmp_path / "b").exists()) == (is_told, not is_told)


@pytest.mark.skipif(find_spec("weasyprint") is None, reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
@pytest.mark.parametrize("rows", [3, 60])
def test_the_end_of_a_book_is_an_index_with_the_credits_behind_it(rows):
    """The index stands on one page, and the credits never on a page of their own."""
    from weasyprint import HTML

    html = book_html(contents("tic-tac-toe"), paper="a5")
    filler = "".join(f"<p>{each}</p>" for each in range(rows))
    pages = HTML(string=html.replace("</main>", f"{filler}{INDEX}</main>")).render().pages
    last = [each.element.get("class") for each in pages[-1]._page_box.descendants() if each.element is not None]
    assert "colophon" in last and "index" in last


def test_a_book_for_readers_is_xml_with_a_navigation_and_the_same_each_time():
    first, second = (book_epub(contents("tic-tac-toe")) for _ in range(2))
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist()[0] == "mimetype"
        for name in ("book.xhtml", "nav.xhtml", "book.opf", "META-INF/container.xml"):
            minidom.parseString(archive.read(name))
    assert first == second


@pytest.mark.long
def test_a_stale_sentence_is_printed_with_what_the_rules_say(tmp_path):
    (tmp_path / "two.cave").write_text(TWO_TILES, "utf-8")
    html = book_html(contents(f"the-cave+{tmp_path / 'two.cave'}"))
    marked = re.findall(r'<p class="stale">([^<]*)', html)
    assert len(marked) == 1 and "keep one of them" in marked[0]


def test_what_is_wrong_with_an_order_is_told_in_a_line(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "mine.txt").write_text("mine")
    for out, forms, word in ((tmp_path, "html", "holds other files"), (tmp_path / "b", "docx", "docx")):
        status, said = run("book", "tic-tac-toe", "--out", str(out), "--forms", forms)
        assert (status != 0, word in said, "Traceback" in said) == (True, True, False)


@pytest.mark.long
@pytest.mark.skipif(find_spec("weasyprint") is None, reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
@pytest.mark.parametrize("game", ["the-cave", "cave-vs-cave"])
@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_no_table_is_wider_than_its_page(game, lang):
    from weasyprint import HTML

    pages = HTML(string=book_html(contents(game, lang), paper="a5")).render().pages
    tables = [
        (each, page.width)
        for page in pages
        for each in page._page_box.descendants()
        if type(each).__name__ in ("TableBox", "TableCellBox")
    ]
    assert len(tables) > 20
    assert not [
        each.element.tag for each, width in tables if each.position_x + each.border_width() > width - 12 * 96 / 25.4 + 1
    ]


@pytest.mark.skipif(find_spec("weasyprint") is None, reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
@pytest.mark.parametrize("command", ["book", "cards"])
def test_letters_that_no_font_has_are_told_and_no_page_has_boxes(tmp_path, command):
    game = tmp_path / "game"
    shutil.copytree(CLASSICS / "tic-tac-toe", game)
    rules = game / "tic-tac-toe.cave"
    rules.write_text(rules.read_text("utf-8").replace('1.1 "Tic-tac-toe"', '1.1 "Tic \U0010fffd"'), "utf-8")
    status, said = run(command, str(game), "--out", str(tmp_path / "out"))
    assert status == 1 and "font" in said and r"\U0010fffd" in said
    assert not (tmp_path / "out" / "en").exists()
    if command == "book":
        assert run(command, str(game), "--forms", "html,epub", "--out", str(tmp_path / "out"))[0] == 0


def test_a_stale_line_is_told_with_what_happens_within_it_and_once(tmp_path):
    game = tmp_path / "game"
    shutil.copytree(CLASSICS / "tic-tac-toe", game)
    rules = game / "tic-tac-toe.cave"
    rules.write_text(rules.read_text("utf-8").replace("repeat 5 times", "repeat 4 times"), "utf-8")
    made = contents(str(game)).chapters[2].rules[0].made
    assert len(made) == 1 and made[0].startswith("4 times: ") and "square" in made[0]
    given = ["book", str(game), "--strict", "--forms", "html", "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 1 and result.stderr.count("C0712]") == 1


def test_a_language_that_is_half_done_is_refused_if_strict(tmp_path):
    game = tmp_path / "game"
    shutil.copytree(CLASSICS / "tic-tac-toe", game)
    made = ["--lang", "de", "--forms", "html", "--strict", "--out", str(tmp_path / "out")]
    assert run("book", str(game), *made)[0] == 0
    catalogue = game / "locale" / "de.po"
    catalogue.write_text(
        re.sub(r'(msgctxt "book 2.1"\nmsgid "[^"]*"\nmsgstr) "[^"]*"', r'\1 ""', catalogue.read_text("utf-8")), "utf-8"
    )
    shutil.rmtree(tmp_path / "out")
    status, said = run("book", str(game), *made)
    assert (status, "C0701" in said, "book 2.1" in said, (tmp_path / "out").exists()) == (1, True, True, False)


def test_a_missing_library_is_told_with_its_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    out = str(tmp_path / "b")
    assert "cavewright[book]" in run("book", "tic-tac-toe", "--out", out, "--forms", "pdf")[1]
    assert run("book", "tic-tac-toe", "--out", out, "--forms", "html,epub")[0] == 0
    assert sorted(each.name for each in (tmp_path / "b" / "en").iterdir()) == ["book.epub", "book.html"]


@pytest.mark.parametrize("command", [("book",), ("cards",), ("docs", "--no-figures", "--pdf")])
def test_a_library_that_lacks_one_of_the_machine_is_told_with_it(tmp_path, monkeypatch, command):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "weasyprint.py").write_text("raise OSError('cannot load library: libpango-1.0-0')")
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    status, said = run(*command, "tic-tac-toe", "--out", str(tmp_path / "out"))
    assert (status, "libpango-1.0-0" in said, "cavewright[" in said, "itself failed" in said) == (1, True, False, False)
    assert not (tmp_path / "out").exists()


def test_pictures_lead_to_positions_where_the_game_can_be_played():
    game = contents("tic-tac-toe").game
    links = re.findall(
        r'class="open" href="([^"#]*)#([^"]+)"', book_html(BookContents(game, "https://example.org/p#x"))
    )
    assert links and {each for each, _ in links} == {"https://example.org/p"}
    assert 'class="open"' not in book_html(BookContents(game))


def test_an_address_that_is_none_is_refused(tmp_path):
    status, said = run("book", "tic-tac-toe", "--out", str(tmp_path / "b"), "--forms", "html", "--play", "there")
    assert (status != 0, "https://" in said, (tmp_path / "b").exists()) == (True, True, False)


@pytest.mark.parametrize(("game", "is_drawn"), [("tic-tac-toe", True), ("kuhn-poker", False)])
def test_an_epub_says_that_it_has_pictures_exactly_where_it_has(game, is_drawn):
    with zipfile.ZipFile(io.BytesIO(book_epub(contents(game)))) as archive:
        said, page = archive.read("book.opf").decode(), archive.read("book.xhtml").decode()
    assert ("<svg" in page, 'properties="svg"' in said) == (is_drawn, is_drawn)
