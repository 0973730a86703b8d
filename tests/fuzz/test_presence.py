"""Whether something is there tells nobody what it is shown nowhere: small rulesets made at random, two matches beside each other."""

from random import Random

import pytest
from tests.fuzz.presence_rules import BEGIN, COVERING, END, HEAD, OTHERS, Presence
from tests.fuzz.secret_law import Tally, telling_by_value, walk

from cavewright.play.loading.load import try_load
from cavewright.rules.check import certain_pieces
from cavewright.rules.check.effect_secrets import Transfers


def tried(texts):
    """What was tried of some rulesets."""
    tally = Tally()
    for n, text in enumerate(texts):
        game, found = try_load({"presence.cave": text})
        tally.made += 1
        assert {each.code for each in found if each.severity == "error"} <= {"C0524"}, (
            n,
            [str(each) for each in found],
        )
        if game is not None:
            tally.passed += 1
            for walked in range(2):
                walk(
                    game,
                    telling_by_value({"presence.cave": text}),
                    Random(walked),
                    tally,
                    most=5,
                    steps=12,
                    shares=(0, 0),
                    bots=(),
                )
    return tally


def texts(seeds):
    return [Presence(Random(seed)).text() for seed in seeds]


@pytest.mark.long
def test_what_is_there_tells_nothing_more():
    tally = tried(texts(range(10)))
    assert tally.found == [] and tally.pairs >= 20 and 1 < tally.passed < tally.made


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_what_is_there_tells_nothing_more_in_many_rulesets(part):
    assert tried(texts(range(100 + 60 * part, 160 + 60 * part))).found == []


def test_rules_of_all_sorts_are_made():
    text = "".join(texts(range(300)))
    assert [each for each in (*COVERING, *OTHERS) if each.partition("{}")[0] not in text] == []


ABSENT = ("if x is none", "    gain 1 point")
PLANTS = {
    "any condition is met by some piece": (
        (certain_pieces, "met_by_some", lambda condition, local, bag: True),
        ("let x = first(x in hand where x.v > bid)", *ABSENT),
    ),
    "no field is empty unseen": (
        (Transfers, "note_kept_absence", lambda self, node, kept: None),
        ("if bid > 1", "    set goal = ace", "if goal is none", "    gain 1 point"),
    ),
    "no name is empty unseen": (
        (Transfers, "note_absence", lambda self, local, value, is_hidden: None),
        ("let x = first(x in hand)", "if bid > 1", "    set x = none", *ABSENT),
    ),
}


@pytest.mark.parametrize("name", PLANTS)
@pytest.mark.gate("no name is empty unseen")
def test_a_planted_leak_is_found(name, monkeypatch):
    plant, lines = PLANTS[name]
    text = HEAD + BEGIN.format(2) + "".join(f"        {each}\n" for each in lines) + END
    assert tried([text]).passed == 0
    monkeypatch.setattr(*plant)
    assert tried([f"{text}# broken\n"]).found
