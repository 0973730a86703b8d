"""Every fact of the rulebook is carried out by a clause that something depends on, or listed as without effect."""

from __future__ import annotations

import pytest
from tests.rulesets.cited import (
    carried_out,
    forgotten,
    loaded,
    missed,
    misspelt,
    noticed,
    requirements,
    without_example,
)

RULESET, MISSING = "the-cave", "TC-DM"
GAME = loaded(RULESET)[0]
WITH_PLACE = 197


def test_their_number():
    """The inventory has 197 entries: 170 facts, 20 open questions, 7 gaps."""
    assert len(GAME.facts) == WITH_PLACE


def test_none_is_forgotten():
    """Every id stands at a clause or at a note, or is the worked example that an example carries out."""
    assert forgotten(GAME) == []


def test_nothing_is_cited_that_is_no_fact():
    """A misspelt id would carry out nothing."""
    assert misspelt(GAME) == []


def test_each_has_an_example():
    """Every id that clauses carry out is shown by an example."""
    assert without_example(GAME, carried_out(GAME, MISSING)) == []


def test_thirteen_worked_examples():
    """Each worked example of the rulebook stands as an example of its own."""
    worked = [fact for example in GAME.examples for fact in example.cites if "EXAMPLE" in fact]
    assert sorted(worked) == [f"TC-EN-EXAMPLE-{n:02d}" for n in range(1, 14)]


@pytest.mark.parametrize("fact", carried_out(GAME, MISSING))
@pytest.mark.gate("TC-EN-EQUIP-11")
def test_every_one_is_noticed(fact):
    """A change to what carries out the fact fails an example, or the ruleset no longer checks."""
    assert noticed(RULESET, fact)


REQUIREMENTS = {each.name: each for each in requirements(GAME)}


def test_their_requirements_are_those_of_the_rules():
    assert len(REQUIREMENTS) == 27


@pytest.mark.parametrize("name", REQUIREMENTS)
@pytest.mark.long
def test_every_requirement_is_missed(name):
    """Whoever takes one out alone learns it from an example that expects it as a reason: no other reason passes for it."""
    assert missed(RULESET, REQUIREMENTS[name])
