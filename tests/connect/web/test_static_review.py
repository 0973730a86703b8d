"""The review and the reasons of hints on a page without a server: those of Python, choice by choice."""

import re

import pytest
from tests.connect.web.test_keyboard import AXE, PUPPETEER
from tests.connect.web.test_static_page import HERE, in_chromium, node, site, written

import cavewright as cw
from cavewright.bots import make
from cavewright.bots.players.judgement import review_match
from cavewright.connect.web.review_page import rewind

__all__ = ["site"]
WON = ("drop 1", "drop 2", "drop 1", "drop 2", "drop 1", "drop 7", "drop 5", "drop 2", "drop 5", "drop 2")
"""A match in which the sixth choice overlooks a win, which the seventh overlooks again."""


def looked_at(site, match, before):
    """What the page says of a match that is over: its hint before a choice of a number, and its review."""
    folder, address = site
    for name, each in (("going", rewind(match, before)), ("over", match)):
        (folder / f"{name}.json").write_text(each.to_json(), "utf-8")
    written(match.game.id, folder)
    said = node(
        HERE / "static_review.mjs", PUPPETEER, AXE, address, folder / "going.json", folder / "over.json", before
    )
    assert (said["errors"], said["violations"], said["wide"]) == ([], [], [])
    return said


def losses(said):
    found = {}
    for number, loss in said["choices"]:
        cost = re.match(r"−(\d+)", loss)
        found[number] = int(cost[1]) if cost else 0
    return found


@in_chromium
def test_a_page_judges_choices_as_python_does_and_plays_on_from_them(site):
    match = cw.Match(cw.load_game("connect-four"), ["Anna", "Ben"], seed=7)
    for each in WON:
        match.push(each)
    said = looked_at(site, match, 7)
    assert losses(said) == {each.number + 1: each.loss for each in review_match(match)}
    assert said["why"] == ["What changes by the end of the turn: won +1."]
    assert "Better: " in said["worst"][0] and said["position"] == "Position 6 of 10" and said["from"] == "6"


@in_chromium
@pytest.mark.long
def test_so_it_judges_by_an_advice_with_many_terms(site):
    match = cw.Match(cw.load_game("breakthrough"), ["Anna", "Ben"], seed=7)
    bot = make("random", match.game, 3)
    while not match.state.is_terminal:
        match.push(bot.choose(match.state, match.state.current_player))
    said = looked_at(site, match, next(each.number + 1 for each in review_match(match) if each.loss))
    assert losses(said) == {each.number + 1: each.loss for each in review_match(match)}
