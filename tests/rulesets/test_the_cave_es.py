"""The Spanish text as an edition: what it states is cited, what it lacks is filled from the base and labelled so."""

from __future__ import annotations

import re

import pytest
from tests.rulesets.cited import (
    clauses_of,
    examples_of,
    failing,
    forgotten,
    loaded,
    misspelt,
    noticed,
    without_effect,
    without_example,
)

from cavewright.play.loading.opened_rules import open_rules
from cavewright.publish.changes.citations import cited_facts

EDITION, BASE = "the-cave-es", "the-cave"
CLASSES = {"play": 0, "figure": 0, "text": 24, "none": 12}


def facts(*classes: str) -> list[str]:
    """The ids of the edition that are of these classes."""
    edition = loaded(EDITION)[0].facts
    return [
        id for id in edition if id not in loaded(BASE)[0].facts and (not classes or edition[id]["class"] in classes)
    ]


def carried_out() -> list[str]:
    """The ids of the edition that clauses carry out."""
    return [fact for fact in facts() if fact in clauses_of(loaded(EDITION)[0])]


def named(column: str) -> list[str]:
    """The ids of the base that stand in a column of the table."""
    return [id for each in facts() for id in loaded(EDITION)[0].facts[each][column].split()]


def test_classes():
    """The text plays as its base does."""
    assert {name: len(facts(name)) for name in CLASSES} == CLASSES
    assert len(facts()) == sum(CLASSES.values()) == 36


def test_it_plays_as_its_base():
    """Whatever is added is a note or an example: no clause is another."""
    here, there = (loaded(each)[0].rules_model for each in (EDITION, BASE))
    told = {"ruleset", "chapter"}
    assert [(c.name, c.text) for c in here.clauses if c.rule.split()[0] not in told] == [
        (c.name, c.text) for c in there.clauses if c.rule.split()[0] not in told
    ]
    assert {each.origin for each in here.clauses if each.rule.split()[0] not in told} == {BASE}


def test_none_is_forgotten():
    assert forgotten(loaded(EDITION)[0]) == []


def test_their_number():
    """What `cavewright show the-cave-es --citations` sums up."""
    game = loaded(EDITION)[0]
    carried = {f for f in clauses_of(game) if f in game.facts}
    assert (
        len(game.facts),
        len(carried),
        len(without_effect(game) - carried - {f for f in examples_of(game) if "EXAMPLE" in f}),
    ) == (233, 186, 26)


def test_nothing_is_cited_that_is_no_fact():
    assert misspelt(loaded(EDITION)[0]) == []


def test_eight_worked_examples():
    game = loaded(EDITION)[0]
    worked = [fact for each in game.examples for fact in each.cites if fact.startswith("TC-ES-EXAMPLE")]
    assert sorted(worked) == [f"TC-ES-EXAMPLE-{n:02d}" for n in range(1, 9)]


def test_each_has_an_example():
    assert without_example(loaded(EDITION)[0], carried_out()) == []


@pytest.mark.parametrize("part", range(8))
@pytest.mark.long
def test_every_example_holds(part):
    assert failing(loaded(EDITION)[0], part, 8) == []


# ---- what it lacks ---------------------------------------------------------------------------------------------------------------


def test_the_table_knows_every_fact_of_the_base():
    """As stated or as missing, and as one of them only; two observations of the base have no counterpart."""
    assert set(named("same")).isdisjoint(named("lacks"))
    base = [id for id in loaded(BASE)[0].facts if id.startswith("TC-EN")]
    assert [id for id in base if id not in {*named("same"), *named("lacks")}] == ["TC-EN-END-08", "TC-EN-VAR-01"]


def test_whatever_is_filled_is_labelled():
    """A note cites each fact of the base that the text lacks, and says that it comes from the English edition."""
    notes = [note for note in loaded(EDITION)[0].rules_model.notes if note.origin == EDITION]
    assert {id for note in notes for id in note.cites if id.startswith("TC-EN")} == set(named("lacks"))
    filled = [note for note in notes if note.rule.startswith("note relleno_")]
    assert len(filled) == 6 and all("edición inglesa" in note.text for note in filled)


@pytest.mark.parametrize("fact", ["TC-EN-EQUIP-03", "TC-EN-SPEC-03", "TC-EN-END-05", "TC-EN-SCORE-02", "TC-EN-MOVE-29"])
def test_its_readers_are_told(fact):
    """Where the fact of a filled line is shown, the label stands beside it; what the text states has none."""
    game = loaded(EDITION)[0]
    assert "edición inglesa" in game.facts[fact]["remark"]
    shown = {each.id: each for each in cited_facts(open_rules(EDITION, {}))}
    assert shown[fact].clauses and shown[fact].notes
    assert not game.facts["TC-EN-MOVE-10"].get("remark") and "remark" not in loaded(BASE)[0].facts[fact]


@pytest.mark.parametrize("fact", carried_out())
@pytest.mark.long
def test_every_one_is_noticed(fact):
    assert noticed(EDITION, fact)


ENGLISH = re.compile(r"\b(the|is|are|and|of|to|with|team|tile|cave|rope|camp)\b")


def test_its_own_words_are_spanish():
    texts = [text for source in loaded(EDITION)[1][-1].sources for text in re.findall(r'"([^"\n]+)"', source.text)]
    assert len(texts) > 20
    assert [text for text in texts if ENGLISH.search(text)] == []
