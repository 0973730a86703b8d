"""Every fact of the rulebook is carried out by a clause that something depends on, or listed as without effect."""

from __future__ import annotations

import datetime

import pytest
from cited import clauses_of, examples_of, loaded, noticed

RULESET = "the-cave"
WITH_PLACE = 197


def facts() -> list[str]:
    """All ids, in order."""
    return list(loaded(RULESET)[0].facts)


def without_effect() -> set[str]:
    """Ids that a note lists, with the reason."""
    return {fact for note in loaded(RULESET)[0].rules_model.notes if note.text for fact in note.cites}


def carried_out() -> list[str]:
    """Ids that clauses carry out, missing data apart: that is labelled, not played."""
    return [fact for fact in clauses_of(loaded(RULESET)[0]) if fact in facts() and not fact.startswith("TC-DM")]


def turning(ids: list[str], size: int) -> list[str]:
    """Twenty ids, others every day."""
    start = datetime.date.today().toordinal() * size % len(ids)
    return (ids * 2)[start : start + size]


def test_their_number():
    """The inventory has 197 entries: 170 facts, 20 open questions, 7 gaps."""
    assert len(facts()) == WITH_PLACE


def test_none_is_forgotten():
    """Every id stands at a clause or at a note, or is the worked example that an example carries out."""
    game = loaded(RULESET)[0]
    shown = {fact for fact in examples_of(game) if "EXAMPLE" in fact}
    assert [f for f in facts() if f not in clauses_of(game) and f not in without_effect() and f not in shown] == []


def test_nothing_is_cited_that_is_no_fact():
    """A misspelt id would carry out nothing."""
    game = loaded(RULESET)[0]
    cited = {*clauses_of(game), *examples_of(game), *without_effect()}
    assert sorted(cited - set(facts())) == []


def test_each_has_an_example():
    """Every id that clauses carry out is shown by an example."""
    game = loaded(RULESET)[0]
    assert [fact for fact in carried_out() if fact not in examples_of(game)] == []


def test_thirteen_worked_examples():
    """Each worked example of the rulebook stands as an example of its own."""
    game = loaded(RULESET)[0]
    worked = [fact for example in game.examples for fact in example.cites if "EXAMPLE" in fact]
    assert sorted(worked) == [f"TC-EN-EXAMPLE-{n:02d}" for n in range(1, 14)]


@pytest.mark.parametrize("fact", turning(carried_out(), 20))
def test_twenty_are_noticed(fact):
    """A change to what carries out the fact fails an example, or the ruleset no longer checks."""
    assert noticed(RULESET, fact)


@pytest.mark.long
@pytest.mark.parametrize("fact", carried_out())
def test_all_are_noticed(fact):
    """The same for every fact."""
    assert noticed(RULESET, fact)
