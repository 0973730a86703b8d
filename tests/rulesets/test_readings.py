"""Open questions of rulebooks: the text of each names the reading that is played, as its option has it, and why where another was recommended."""

from __future__ import annotations

import re

import pytest
from tests.rulesets.cited import loaded

import cavewright as cw

RULESETS = ["cave-vs-cave", "cave-vs-cave+cave-vs-cave-era2", "kave-kapers", "the-cave", "the-cave-de", "the-cave-es"]
DEPARTURES = {"CVC-AMB-24": {"no"}, "CVC-AMB-25": {"any_time"}}
"""Open questions whose recommended reading is not the one that is played."""
PLAYED = re.compile(r"Taken as(?: `([\w-]+) = ([\w-]+)`)?: \w+")
RECOMMENDED = re.compile(r"The recommended reading was `([\w-]+)`, .+; th(?:is|at) is not played, as \w+")


def questions(game: cw.Game) -> dict[str, str]:
    """The text of each open question, by id."""
    return {id: row["text"] for id, row in game.facts.items() if "AMB" in id.split("-")}


def defaults(game: cw.Game, id: str) -> dict[str, str]:
    """The choices that are set from the start, of the options that cite the fact, themselves or in one of their choices."""
    rules = game.rules_model
    citing = {
        each.rule.split()[-1].partition(".")[0]
        for each in rules.clauses
        if each.rule.startswith("option ") and id in each.cites
    }
    return {
        name: each.write_value(each.default)
        for name, each in rules.options.items()
        if name in citing or id in each.cites
    }


def named(text: str) -> dict[str, str]:
    """The settings that a text says are played."""
    return {option: choice for option, choice in PLAYED.findall(text) if option}


def departures(game: cw.Game) -> dict[str, set[str]]:
    """The choices that texts call recommended, with a reason why they are not played."""
    found = {id: set(RECOMMENDED.findall(text)) for id, text in questions(game).items()}
    return {id: choices for id, choices in found.items() if choices}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_names_what_is_played(ruleset: str) -> None:
    """With its option and choice where there is one, and otherwise in words."""
    game = loaded(ruleset)[0]
    assert {id: named(text) for id, text in questions(game).items()} == {
        id: defaults(game, id) for id in questions(game)
    }
    assert [id for id, text in questions(game).items() if not PLAYED.search(text)] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_says_why_it_departs(ruleset: str) -> None:
    """A text says why the recommended choice is not played: another one of its option than the default."""
    game = loaded(ruleset)[0]
    assert departures(game) == {id: choices for id, choices in DEPARTURES.items() if id in game.facts}
    assert [
        id for id, text in questions(game).items() if ("ecommended" in text) is not bool(RECOMMENDED.search(text))
    ] == []
    for id, choices in departures(game).items():
        known = {word for name in defaults(game, id) for word, _ in game.rules_model.options[name].choices}
        assert choices <= known - set(defaults(game, id).values()), id


def test_every_question_is_asked_about() -> None:
    """There are such questions in all games from rulebooks, and options for many."""
    found = {id for each in RULESETS for id in questions(loaded(each)[0])}
    assert len(found) >= 71
    assert sum(bool(defaults(loaded("kave-kapers")[0], id)) for id in found) >= 13
