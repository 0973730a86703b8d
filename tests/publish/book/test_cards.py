"""Cards: what a sheet of house rules says of each change, and where."""

import pytest

from cavewright.publish.book.cards import cards_of
from cavewright.publish.book.chapters import BookContents
from cavewright.publish.book.print_book import cards_html, print_cards, scanned_code
from cavewright.publish.reference.player_aid import player_aid
from cavewright.publish.reference.reference import Reference, Translated


@pytest.fixture(scope="module")
def sheet():
    reference = Reference.of(["the-cave+short-turns"], with_figures=False)
    translated = Translated("en")
    contents, below = (BookContents(translated(each)) for each in (reference.games[0], reference.variants[0].below))
    return contents, cards_of(contents, below)


@pytest.mark.long
def test_a_house_rule_stands_in_its_chapter_before_and_after(sheet):
    _, (aid, changes) = sheet
    by_title = {each.title: each for each in changes.parts}
    assert by_title["A turn on one page"].changes == ()
    table = by_title["A turn on one page"].table
    assert table[0] == ("Rule", "Before", "Now")
    assert [(row[0], "5 action points" in row[1], "4 action points" in row[2]) for row in table[1:]] == [
        ("4.2", True, True)
    ]
    assert "Setting up" not in [each.title for each in aid.parts]
    assert changes.signed


@pytest.mark.long
def test_consequences_stand_on_the_sheet_where_no_line_was_changed(sheet):
    """Struggling on takes all points of a turn, however many these are."""
    rows = [row for each in sheet[1][1].parts for row in each.table if row[0] == "10.3"]
    assert [("5 AP" in was, "4 AP" in now) for _, was, now in rows] == [(True, True)]


@pytest.mark.long
def test_an_address_is_a_code_and_stands_below_it(sheet):
    contents, cards = sheet
    plain, shown = (cards_html(contents, cards, address=each) for each in ("", "https://example.org/a"))
    assert ("<figure" in plain, shown.count('class="scanned"')) == (False, len(cards))


def test_a_code_says_what_it_is_to_those_who_do_not_see_it():
    pytest.importorskip("segno")
    assert "<title>https://example.org/a</title>" in scanned_code("https://example.org/a")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_player_aid_is_one_sheet_of_paper(lang):
    """Letters are smaller where it needs more than its two sides."""
    weasyprint = pytest.importorskip("weasyprint", reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
    contents = BookContents(Translated(lang)(Reference.of(["cave-vs-cave"], with_figures=False).games[0]))
    cards = cards_of(contents)
    large = weasyprint.HTML(string=cards_html(contents, cards, "a5")).render()
    assert len(large.pages) > 2
    assert print_cards(contents, cards)[1] == 2


def test_an_aid_of_pages_sets_apostrophes_as_a_printer_does():
    game = Translated("en")(Reference.of(["nine-mens-morris"], with_figures=False).games[0])
    said = player_aid(game).partition("</style>")[2]
    assert "Nine men’s morris: player aid" in said and "'" not in said
