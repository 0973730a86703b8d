"""Pictures of rows: of the publisher by column or by name, drawn where there is none; rules do not depend on them."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app

in_print = pytest.mark.skipif(
    find_spec("weasyprint") is None, reason="WeasyPrint is not installed: `pip install -e .[pdf]`"
)
COINS = Path(__file__).parents[3] / "docs" / "diagnostics" / "C0714"
BOOK = """chapter 1 "Coins"
says 1.1 play, take, scoring "Take coins."
table 1.1 coin
drawn 1.1 coin: copper, silver
"""


@pytest.fixture
def coins(tmp_path):
    """A game whose copper coin has a picture by a column, and whose silver coin by its name."""
    for each in (COINS / "good").iterdir():
        (tmp_path / each.name).write_bytes(each.read_bytes())
    (tmp_path / "book.cave").write_text(BOOK)
    return tmp_path


def run(*words):
    """The status of a command, and what it says."""
    result = CliRunner().invoke(app, list(map(str, words)))
    return result.exit_code, result.output + result.stderr


def printed(folder, command, file, out):
    """A page of a command about a game."""
    assert run(command, folder, "--out", out)[0] == 0
    return (out / "en" / file).read_text("utf-8")


@in_print
def test_tables_of_books_and_cards_and_drawn_rows_show_pictures(coins, tmp_path):
    assert run("book", coins, "--out", tmp_path / "b", "--forms", "html")[0] == 0
    html = (tmp_path / "b" / "en" / "book.html").read_text("utf-8").partition("<main>")[2]
    for colour in ("#b87333", "#c0c0c0"):
        assert html.count(colour) == 2, "in the table, and drawn"
    assert re.search(r'<td><svg class="icon"[^>]*>(?:(?!</td>).)*#b87333(?:(?!</td>).)*copper</td>', html)
    assert "#c0c0c0" in printed(coins, "cards", "cards.html", tmp_path / "c")


def test_a_reference_shows_them_beside_the_rows(coins, tmp_path):
    page = printed(coins, "docs", "coins/components.md", tmp_path / "r")
    icon = tmp_path / "r" / "en" / "coins" / "pictures" / "icon-coin-copper.svg"
    assert "![](pictures/icon-coin-copper.svg){ .icon } copper" in page
    assert "#b87333" in icon.read_text("utf-8")


@in_print
def test_a_row_with_a_sign_and_no_picture_is_drawn(coins, tmp_path):
    rules = (coins / "coins.cave").read_text()
    rules = (
        rules.replace("picture: text", "symbol: text")
        .replace('"copper.svg"', '"<"')
        .replace("3           |  ", '3 | "S"')
    )
    (coins / "coins.cave").write_text(rules)
    html = printed(coins, "cards", "cards.html", tmp_path / "c")
    assert ">&lt;</text>" in html
    assert "#c0c0c0" in html, "a picture goes before a sign"


def test_rules_and_their_hash_do_not_depend_on_pictures(coins):
    with_column = cw.load_game(coins).hash
    rules = re.sub(
        r'( \| picture: text \|| \| "copper.svg"  \|| \|               \|)$',
        " |",
        (coins / "coins.cave").read_text(),
        flags=re.M,
    )
    assert "picture" not in rules
    (coins / "coins.cave").write_text(rules)
    assert cw.load_game(coins).hash == with_column


@pytest.mark.parametrize("command", ["book", "cards", "docs", "check"])
@pytest.mark.gate("book", "check")
def test_a_picture_that_cannot_be_printed_is_told_and_no_page_is_made(coins, tmp_path, command):
    (coins / "coin-silver.svg").write_bytes((COINS / "bad" / "coin-silver.svg").read_bytes())
    status, said = run(command, coins, *(["--out", tmp_path / "o"] if command != "check" else []))
    assert (status, "C0714" in said, "coin-silver.svg:3" in said) == (1, True, True)
    assert not (tmp_path / "o" / "en").exists()


@in_print
def test_pictures_of_an_overlay_go_before_those_below(coins, tmp_path):
    over = tmp_path / "gold"
    over.mkdir()
    (over / "gold.cave").write_text(
        'overlay gold 1.0 "Gold"\n    language 1\n    extends coins ^1.0\n    why "It glitters."\n\n'
        "amend kind coin\n    add | gold | 5 |\n"
    )
    (coins / "coins.cave").write_text(
        (coins / "coins.cave")
        .read_text()
        .replace(" | picture: text", "")
        .replace('| "copper.svg"  ', "")
        .replace("|               ", "")
    )
    for name, colour in (("coin-gold", "#ffd700"), ("coin-silver", "#111111")):
        (over / f"{name}.svg").write_text((COINS / "good" / "coin-silver.svg").read_text().replace("#c0c0c0", colour))
    html = printed(f"{coins}+{over}", "cards", "cards.html", tmp_path / "c")
    assert "#ffd700" in html and "#111111" in html and "#c0c0c0" not in html


@pytest.mark.parametrize("text", ["x" * 70_000, "\0", None])
def test_files_of_pictures_have_the_bounds_of_rule_files(coins, text):
    if text is None:
        (coins / "coin-gold.svg").symlink_to("/etc/hostname")
    else:
        (coins / "coin-gold.svg").write_text(text)
    status, said = run("check", coins)
    assert status == (0 if text == "\0" else 1), "what no row has is not looked into"
    assert text == "\0" or "C0601" in said or "C0105" in said
