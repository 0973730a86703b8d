"""A site of a reference: its configuration, its look, what a search finds first, and what is folded away."""

import re

import pytest
import yaml
from tests.publish.reference.test_command import game_in, run

from cavewright.foundation.draw.palette import contrast
from cavewright.publish.book.written_chapters import written_book
from cavewright.publish.reference.markdown import Details, Heading, Page, Paragraph, Picture, Pictures, Table
from cavewright.publish.reference.publication import Publication
from cavewright.publish.reference.reference import Reference, game_section
from cavewright.publish.reference.site_files import MADE, Look, site_configuration, style_sheet
from cavewright.publish.reference.written_book import WrittenBook, WrittenChapter, WrittenRule

BOOK = WrittenBook(
    (
        WrittenChapter(
            1,
            "Points",
            (),
            (WrittenRule("1.1", "Gain *one* point ({1.2}, 1.2).", ("gain",)), WrittenRule("1.2", "Rest.", ("rest",))),
            (("Point", "What counts (1.1)."),),
            (("score, tally", "1.1"),),
        ),
    ),
    ("more_2",),
)
MORE = "".join(
    f'\nexample more_{n} "One more, {n}."\n    | player | points |\n    | Anna   | 1      |\n'
    "    begin play as Anna\n    when Anna: gain\n"
    for n in range(3)
)


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    folder = game_in(tmp_path_factory.mktemp("site") / "odd")
    text = (folder / "odd.cave").read_text("utf-8")
    (folder / "odd.cave").write_text(text + MORE, "utf-8")
    return folder


@pytest.fixture(scope="module")
def pages(odd):
    reference = Reference.of([str(odd)], with_figures=False).with_written_rules(lambda _: BOOK)
    return {each.path.partition("/")[2]: each for each in Publication((game_section(reference.games[0]),)).pages()}


def written(page):
    return Publication((page,)).files_by_path()[page.path]


def titles(blocks):
    return [each.words for each in blocks if isinstance(each, Heading) and each.level == 3]


def test_a_site_has_all_that_a_builder_asks_for(odd, tmp_path):
    logo = tmp_path / "own.svg"
    logo.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    look = ("--title", "Odd: the rules", "--logo", logo, "--colour", "#ffcc00", "--address", "https://odd.example/")
    assert run("docs", odd, "--no-figures", "--out", tmp_path / "out", "--lang", "en,de", *look)[0] == 0
    found = yaml.safe_load((tmp_path / "out" / "mkdocs.de.yml").read_text("utf-8"))
    assert found["site_name"] == "Odd: the rules" and found["site_url"] == "https://odd.example/de/"
    assert (tmp_path / "out" / found["docs_dir"] / found["theme"]["logo"]).read_bytes() == logo.read_bytes()
    assert [each["link"] for each in found["extra"]["alternate"]] == ["../en/", "../de/"]
    assert all((tmp_path / "out" / found["docs_dir"] / each).is_file() for each in found["extra_css"])
    assert found["nav"] == yaml.safe_load((tmp_path / "out" / "de" / "navigation.yml").read_text("utf-8"))


def test_a_configuration_that_somebody_has_made_their_own_stays(odd, tmp_path):
    out = tmp_path / "out"
    run("docs", odd, "--no-figures", "--out", out)
    own = (out / "mkdocs.en.yml").read_text("utf-8").replace(MADE, "# Ours.")
    (out / "mkdocs.en.yml").write_text(own, "utf-8")
    status, said = run("docs", odd, "--no-figures", "--out", out, "--title", "Another")
    assert status == 0 and "stays as it is" in said and (out / "mkdocs.en.yml").read_text("utf-8") == own


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [("--colour", "brownish", "#7a4b1f"), ("--colour", "#12", "#7a4b1f"), ("--logo", "logo.txt", ".svg")],
)
def test_a_look_that_is_none_is_refused(odd, tmp_path, option, value, expected):
    status, said = run("docs", odd, "--no-figures", "--out", tmp_path / "out", option, value)
    assert status != 0 and expected in said and not (tmp_path / "out").exists()


@pytest.mark.parametrize("colour", ["#ffcc00", "#000000", "#ffffff", "#7a4b1f", "#3355ff"])
def test_letters_can_be_read_whatever_the_colour_of_a_publisher(colour):
    style = style_sheet(Look(colour=colour))
    on_bar = re.search(r"primary-bg-color: (#\w{6})", style)[1]
    light, dark = re.findall(r"typeset-a-color: (#\w{6})", style)
    assert contrast(colour, on_bar) >= 4.5 and contrast(light, "#ffffff") >= 4.5 and contrast(dark, "#1e2129") >= 4.5


def test_a_language_that_the_theme_does_not_know_is_not_asked_of_it():
    assert "language:" not in site_configuration("tlh", ["tlh"], "x", "  - a: b", Look())
    assert "language: fr" in site_configuration("fr", ["fr"], "x", "  - a: b", Look())


def test_rules_stand_by_their_numbers_and_each_leads_to_itself(pages):
    page = pages["chapters/1.md"]
    assert {each.anchor for each in page.blocks if isinstance(each, Paragraph) and each.anchor} == {"r1.1", "r1.2"}
    assert "**[1.1](#r1.1)** Gain **one** point" in written(page) and "{ #r1.1 }" in written(page)
    assert "](../chapters/1.md#r1.1)" in written(pages["actions/gain.md"])


def test_what_readers_look_for_comes_before_lines_and_facts(pages):
    assert pages["chapters/1.md"].tags == ("Point", "score", "tally")
    assert "tags: [" in written(pages["chapters/1.md"])
    assert "**Keywords**: score, tally ([1.1](#r1.1))" in written(pages["chapters/1.md"])
    assert pages["rules.md"].boost < 0.001 and "boost: 0.0001" in written(pages["rules.md"])
    assert all(pages[each].boost == 1 for each in ("actions/gain.md", "chapters/1.md", "course.md", "scoring.md"))


def test_examples_are_folded_to_two_those_that_authors_chose_first(pages):
    blocks = pages["actions/gain.md"].blocks
    folded = [title for each in blocks if isinstance(each, Details) for title in titles(each.blocks)]
    assert titles(blocks) == ["One more, 2", "A first point"] and folded == ["One more, 0", "One more, 1"]
    assert not any(each.sought for each in blocks if isinstance(each, Heading) and each.anchor.startswith("example-"))


def test_pictures_beside_each_other_are_looked_at_for_dead_links():
    page = Page("a.md", "A", (Pictures((Picture("b.svg", "B"), Picture("c.svg", "C"))),))
    assert Publication((page,), {"b.svg": ""}).dead_links() == [("a.md", "c.svg")]
    assert "{ .beside }" in written(page)


def test_a_page_tells_what_has_changed_since_an_earlier_version(odd, tmp_path):
    old = game_in(tmp_path / "old", points="points")
    text = (odd / "odd.cave").read_text("utf-8")
    (old / "odd.cave").write_text(text.replace("points < 3", "points < 2").replace("odd 1.0", "odd 0.9"), "utf-8")
    status, said = run("docs", odd, "--no-figures", "--out", tmp_path / "out", "--earlier", old)
    assert status == 0, said
    page = (tmp_path / "out" / "en" / "odd" / "history.md").read_text("utf-8")
    assert "Version 1.0, since 0.9" in page and "2" in page and "3" in page
    status, said = run("docs", odd, "--no-figures", "--out", tmp_path / "out", "--earlier", "tic-tac-toe")
    assert status != 0 and "no earlier version" in said


@pytest.mark.long
def test_a_table_that_a_written_rule_shows_stands_there_once():
    reference = Reference.of(["the-cave"], with_figures=False).with_written_rules(written_book)
    pages = {each.path: each for each in Publication((game_section(reference.games[0]),)).pages()}
    tables = [each.head for each in pages["the-cave/actions/enter.md"].blocks if isinstance(each, Table)]
    assert len([head for head in tables if head[0] == "Way"]) == 1
