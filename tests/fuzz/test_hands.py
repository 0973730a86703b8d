"""The law of secrets, of generated rules: what the checker lets pass tells no viewer anything that it was not shown, on any channel."""

import random

import pytest
from tests.fuzz.hands import HEAD
from tests.fuzz.secret_head import HEAD as ALL_SORTS
from tests.fuzz.secret_law import Tally, telling_by_value, try_rules
from tests.fuzz.secret_rules import SecretRules
from tests.play.views.lookalike import differences

import cavewright as cw
from cavewright.play.loading.load import try_load
from cavewright.play.positions.sight import Sight

TOGETHER = 3
"""Rulesets of one case."""
SORTS = (
    "secret",
    "showing",
    "reveals",
    "whenever",
    "at once",
    "choose",
    "may",
    "repeat",
    "each team from",
    "for each",
    "as first(",
    "let",
    "draw",
    "roll",
    "offer any",
    "passage(",
    "cell(den",
    "cell(nook",
    "lay full",
    "cost",
    "coin",
    "purse",
    "ink",
    "tag",
    "lucky",
    "best(",
    "ranking",
    "among",
    "least",
    "then highest",
    "together",
    ".seen[",
    ".noted[",
    "known[",
    "call(",
    "ring",
    "urn",
    "repack",
    "finish",
    "sum(t in team: t.bid)",
    "otherwise",
    "peek",
    "move all",
)


def files(seed):
    """The files of a generated ruleset. What all of them share is one that is parsed once."""
    return {"head.cave": ALL_SORTS, "hands.cave": SecretRules(random.Random(seed)).body()}


def tried(seeds):
    """What was tried of some rulesets."""
    tally = Tally()
    for seed in seeds:
        try_rules(files(seed), seed, tally)
    return tally


@pytest.mark.long
@pytest.mark.parametrize("case", range(100))
def test_what_passes_tells_nothing(case):
    tally = tried(range(TOGETHER * case, TOGETHER * case + TOGETHER))
    assert tally.found == [] and tally.made == TOGETHER and (tally.looks >= tally.pairs > 0 or tally.passed < 2), tally


@pytest.mark.long
def test_rules_of_all_sorts_are_made_and_some_pass():
    texts = [files(seed)["hands.cave"] for seed in range(150)]
    assert [each for each in SORTS if sum(each in text for text in texts) < 3] == []
    found = [try_load(files(seed)) for seed in range(24)]
    assert sum(game is not None for game, _ in found) >= 6
    codes = [
        {each.code for each in diagnostics if each.severity == "error"} for game, diagnostics in found if game is None
    ]
    assert len(codes) >= 3 and sum(each == {"C0524"} for each in codes) >= len(codes) - 1


INDEX = (
    ALL_SORTS
    + """to play
    x: choose x in card
        set goal = x
        set x.left = 3
        set shown = x.v
    offer deeds
scoring
    score points = points
    highest total wins
"""
)


def test_a_line_at_an_index_that_was_chosen_tells_only_the_choice():
    """It is no line that may tell what chance has brought."""
    both = try_load({"hands.cave": INDEX})[0].rules_model.secrecy.telling
    assert len(telling_by_value({"hands.cave": INDEX})) < len(both)


UNSEEN = """action keep(x in card) in deeds
    set goal = x
    may
        gain 1 point
to play
    offer deeds or none
"""


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_a_name_of_what_was_chosen_unseen_is_known_to_who_chose_it(tmp_path, engine):
    path = tmp_path / "unseen.cave"
    path.write_text(HEAD.replace("action rest in deeds\n    may\n        gain 1 point\n", "") + UNSEEN, "utf-8")
    matches = [cw.Match(cw.load_game(path, engine=engine), 2, seed=1) for _ in range(2)]
    for match, text in zip(matches, ("keep ace", "keep six"), strict=True):
        match.push(text)
        assert match.state.legal_actions(0)
    assert [differences(*matches, viewer) == [] for viewer in (None, 0, 1)] == [True, False, True]
    assert [[local.name for local, _ in Sight(matches[0].state, viewer).names()] for viewer in (None, 0, 1)] == [
        [],
        ["x"],
        [],
    ]


@pytest.mark.parametrize("ruleset", ["the-cave", "kave-kapers", "cave-vs-cave"])
@pytest.mark.gate("the-cave", "cave-vs-cave")
def test_names_where_a_shipped_match_stands_are_open(ruleset):
    shown = [each.local.shown for at in cw.load_game(ruleset).program.bound.values() for each in at]
    assert set(shown) == {"open"} and len(shown) > 5
