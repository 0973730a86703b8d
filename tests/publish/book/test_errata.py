"""Errata: what `diff` says of changed rules, in the words of authors where they wrote some, and made of the rules elsewhere."""

import re
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from cavewright.connect.cli import app
from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.book.errata import Errata

in_print = pytest.mark.skipif(
    find_spec("weasyprint") is None, reason="WeasyPrint is not installed: `pip install -e .[pdf]`"
)
GAME = """ruleset jugs 1.0 "Jugs"
    language 1

players player 2..2
    keeps jugs: 0..9

to play
    each player from first(p in player)
        offer moves

menu moves

action take in moves "Take a jug"
    gain 1 jugs

scoring
    score jugs = jugs
    highest total wins
"""
BOOK = """chapter 1 "Jugs"
says 1.1 play "In turn you take something. Once round."
says 1.2 take "*Take* a jug."
says 1.3 scoring "The most jugs win."
"""
RULE = """overlay spill 1.0 "Spilling"
    language 1
    extends jugs ^1.0
    why "Jugs are full."

amend action take
    change gain: gain 1 jugs to gain 2 jugs

add action spill in moves "Spill a jug"
    require jugs > 1
    lose 1 jugs
"""
SAID = 'says 1.2 take "*Take* two jugs. They are full."\nsays 1.4 spill "*Spill* one, if you have more."\n'


def run(*words):
    """What a command says, on one line."""
    result = CliRunner().invoke(app, list(map(str, words)))
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.fixture
def jugs(tmp_path):
    """A game with a book, and a house rule beside it without one."""
    game = tmp_path / "jugs"
    game.mkdir()
    (game / "jugs.cave").write_text(GAME)
    (game / "book.cave").write_text(BOOK)
    (tmp_path / "spill.cave").write_text(RULE)
    return game, f"{game}+{tmp_path / 'spill.cave'}"


def test_changes_that_an_author_says_are_told_in_his_words_alone(jugs, tmp_path):
    (tmp_path / "spill.book").write_text(SAID)
    said = run("diff", *jugs)
    assert "1. Jugs 1.2 Take two jugs. They are full. (Before: Take a jug.)" in said
    assert "1.4 Spill one, if you have more." in said
    assert "1.1" not in said and "Only if" not in said and "*" not in said


def test_a_sentence_that_no_longer_says_what_is_played_is_no_erratum(jugs, tmp_path):
    (tmp_path / "spill.book").write_text(SAID)
    assert run("check", jugs[1], "--accept", "all")
    (tmp_path / "spill.cave").write_text(RULE.replace("lose 1", "lose 2"))
    said = run("diff", *jugs)
    assert "Spill one" not in said and "Take two jugs" in said
    assert "down by 2" in said


def test_what_nobody_says_is_made_of_the_rules_with_cost_condition_and_effect(jugs):
    said = run("diff", *jugs)
    assert "Spill a jug new action:" in said
    assert "more than 1" in said


def test_every_line_is_told_on_demand(jugs, tmp_path):
    (tmp_path / "spill.book").write_text(SAID)
    said = run("diff", *jugs, "--lines")
    assert "new action" in said and "1.2" not in said


def test_sentences_are_told_in_the_language_of_the_reader(jugs, tmp_path):
    (tmp_path / "spill.book").write_text(SAID)
    (jugs[0] / "locale").mkdir()
    (tmp_path / "locale").mkdir()
    (jugs[0] / "locale" / "de.po").write_text(
        'msgctxt "book 1.2"\nmsgid "*Take* a jug."\nmsgstr "*Nimm* einen Krug."\n'
    )
    (tmp_path / "locale" / "spill.de.po").write_text(
        'msgctxt "book 1.2"\nmsgid "*Take* two jugs. They are full."\nmsgstr "*Nimm* zwei Krüge. Sie sind voll."\n'
    )
    said = run("diff", *jugs, "--lang", "de")
    assert "Nimm" in said


@in_print
def test_a_sheet_lists_new_rules_and_puts_changed_ones_beside_what_they_were(jugs, tmp_path):
    (tmp_path / "spill.book").write_text(SAID)
    assert run("cards", jugs[1], "--out", tmp_path / "c")
    sheet = (tmp_path / "c" / "en" / "cards.html").read_text("utf-8").rpartition("<h1>")[2]
    assert "<p><b>1.4</b> <b>Spill</b> one, if you have more.</p>" in sheet
    assert "<td>1.2</td><td>Take a jug.</td><td>Take two jugs. They are full.</td>" in sheet
    assert "<td>–</td>" not in sheet


@in_print
def test_an_action_leads_to_the_rule_that_says_it_whole(jugs, tmp_path):
    (jugs[0] / "book.cave").write_text(BOOK + "actions 1.1\n")
    (tmp_path / "spill.book").write_text(SAID + 'says 1.0 spill.require "Not the last one."\n')
    assert run("cards", jugs[1], "--out", tmp_path / "c")
    aid = (tmp_path / "c" / "en" / "cards.html").read_text("utf-8")
    assert re.search(r"<td>Spill a jug</td>(?:<td>[^<]*</td>)?<td>1.4</td>", aid)


@pytest.mark.long
@pytest.mark.parametrize("rule", ["lamp-oil", "survey-goals", "flood-season", "rockfall", "open-camps"])
def test_house_rules_are_whole_without_their_file(rule):
    specs = ("the-cave", f"the-cave+{rule}")
    errata = Errata(specs, tuple(open_rules(each, {}) for each in specs))
    assert errata.rules
    assert not errata.other_differences
