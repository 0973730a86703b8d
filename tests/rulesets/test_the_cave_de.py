"""The German edition: every fact of its rulebook is cited, and what it plays otherwise is shown by an example."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.rulesets.cited import (
    clauses_of,
    failing,
    forgotten,
    loaded,
    misspelt,
    noticed,
    without_effect,
    without_example,
)

import cavewright as cw
from cavewright.foundation.source import Source
from cavewright.language.compose import Folder
from cavewright.language.syntax import parse_file, print_item
from cavewright.language.syntax import tree as t
from cavewright.play.loading.load import _game
from cavewright.play.loading.opened_rules import open_rules
from cavewright.play.loading.rulesets import RuleSources, rules_in
from cavewright.publish.changes.difference_sentences import DifferenceSentences
from cavewright.publish.changes.differences import differences

EDITION, BASE = "the-cave-de", "the-cave"
CLASSES = {"play": 10, "figure": 6, "text": 49, "none": 5}


def facts(*classes: str) -> list[str]:
    """The ids of the edition that are of these classes."""
    edition = loaded(EDITION)[0].facts
    return [
        id for id in edition if id not in loaded(BASE)[0].facts and (not classes or edition[id]["class"] in classes)
    ]


def carried_out() -> list[str]:
    """The ids of the edition that clauses carry out."""
    return [fact for fact in facts() if fact in clauses_of(loaded(EDITION)[0])]


def its_examples() -> Iterator[t.Declaration]:
    """The examples that the edition brings."""
    for source in loaded(EDITION)[1][-1].sources:
        for item in parse_file(source)[0].items:
            if isinstance(item, (t.AddDeclaration, t.ReplaceDeclaration)) and item.declaration.kind == "example":
                yield item.declaration


def holds_in_the_base(example: t.Declaration) -> bool:
    """Whether the rules of the base give what the example of the edition says; not if they have no words for it."""
    written = (
        t.ReplaceDeclaration(example)
        if example.label in {f"example {each.name}" for each in loaded(BASE)[0].examples}
        else t.AddDeclaration(example)
    )
    text = f"overlay probe 1.0\n    language 1\n    extends {BASE}\n\n{print_item(written)}\n"
    folders = [*loaded(BASE)[1], Folder("probe", (Source("probe.cave", text),), {})]
    files = RuleSources(folders)
    rules, _ = rules_in(files)
    return rules is not None and all(each.ok for each in cw.run_examples(_game(rules, {}, files, {}), [example.name]))


# ---- the table of facts ----------------------------------------------------------------------------------------------------------


def test_classes_are_those_of_the_table():
    """Another figure, other play, other words, no effect; each id has one of them."""
    assert {name: len(facts(name)) for name in CLASSES} == CLASSES
    assert len(facts()) == sum(CLASSES.values()) == 70


def test_facts_say_which_of_the_base_they_repeat_or_change():
    """The table of both editions, read from the German side: each id of the base stands there once at most on each side."""
    edition, base = loaded(EDITION)[0].facts, loaded(BASE)[0].facts
    for column in ("same", "changes"):
        named = [id for each in facts() for id in edition[each][column].split()]
        assert named and set(named) <= set(base), column
    both = {id for each in facts() for id in edition[each]["same"].split()} & {
        id for each in facts() for id in edition[each]["changes"].split()
    }
    assert both == set()
    assert all(edition[each]["changes"] for each in facts("figure"))


# ---- citations -------------------------------------------------------------------------------------------------------------------


def test_none_is_forgotten():
    """Every id stands at a clause or at a note, or is the worked example that an example carries out."""
    assert forgotten(loaded(EDITION)[0]) == []


def test_their_number():
    """What `cavewright show the-cave-de --citations` sums up, of the edition's own ids and of those of its base."""
    game = loaded(EDITION)[0]
    carried = {f for f in clauses_of(game) if f in game.facts}
    assert (len(game.facts), len(carried), len(without_effect(game) - carried)) == (267, 219, 23)
    assert [f for f in facts() if f not in carried and "EXAMPLE" not in f] == [
        "TC-DE-COMP-08",
        "TC-DE-SETUP-06",
        "TC-DE-TURN-02",
        "TC-DE-EQUIP-08",
        "TC-DE-VAR-01",
        "TC-AMB-25",
    ]


def test_nothing_is_cited_that_is_no_fact():
    assert misspelt(loaded(EDITION)[0]) == []


def test_twelve_worked_examples():
    """Each worked example of the German rules stands as an example of its own, which it adds."""
    worked = [fact for each in its_examples() for fact in each.cites if "EXAMPLE" in fact]
    assert sorted(worked) == [f"TC-DE-EXAMPLE-{n:02d}" for n in range(1, 13)]


def test_each_has_an_example():
    assert without_example(loaded(EDITION)[0], carried_out()) == []


# ---- examples --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(8))
@pytest.mark.long
def test_every_example_holds(part):
    """Those of the base too: what the edition decides otherwise, it replaces."""
    assert failing(loaded(EDITION)[0], part, 8) == []


@pytest.mark.parametrize("fact", [*facts("play"), "TC-DE-EXAMPLE-01", "TC-DE-EXAMPLE-05", "TC-DE-EXAMPLE-06"])
@pytest.mark.gate("TC-DE-SETUP-02")
def test_other_play_is_shown(fact):
    """An example holds in the edition, and in the base it fails or cannot be said."""
    shown = [each for each in its_examples() if fact in each.cites]
    assert shown and any(not holds_in_the_base(each) for each in shown)


@pytest.mark.parametrize("name", ["engpass_zwei", "seile_gewertet", "ohne_sauerstoff"])
@pytest.mark.gate("engpass_zwei")
def test_same_play_holds_in_both(name):
    """What is said of examples that fail in the base does not come from how they are put to it."""
    assert holds_in_the_base(next(each for each in its_examples() if each.name == name))


@pytest.mark.parametrize("fact", carried_out())
@pytest.mark.gate("TC-DE-COMP-01")
def test_every_one_is_noticed(fact):
    """A change to what carries out the fact fails an example, or the ruleset no longer checks."""
    assert noticed(EDITION, fact)


# ---- the difference from the base ------------------------------------------------------------------------------------------------


def differing(in_play: bool) -> set[str]:
    """The ids of the edition that `cavewright diff the-cave the-cave-de` shows, or only with `--texts`."""
    old, new = open_rules(BASE, {}), open_rules(EDITION, {})
    found = differences(
        old.declarations,
        new.declarations,
        DifferenceSentences(new.words, old.words),
        {id: new.facts[id] for id in facts()},
    )
    return {id for each in (found.in_play if in_play else found.in_words) for id in each.cites if id in facts()}


@pytest.mark.long
def test_diff_shows_play_and_figures():
    """Exactly these; worked examples are texts."""
    assert differing(in_play=True) == set(facts("play", "figure"))


@pytest.mark.long
def test_diff_shows_the_rest_among_texts():
    assert differing(in_play=True) | differing(in_play=False) == set(facts())


# ---- options and words -----------------------------------------------------------------------------------------------------------


def test_questions_of_its_text_are_options():
    """Those with two playable readings; when to dive is one question with that of the base."""
    options = loaded(EDITION)[0].options_schema()["properties"]
    assert options["dive_wait"]["enum"] == ["none_needed", "next_turn", "only_next"]
    assert {
        name: options[name]["default"] for name in ("dive_wait", "verbindungstiefe", "erstes_seil", "kraftakt")
    } == {"dive_wait": "next_turn", "verbindungstiefe": "herkunft", "erstes_seil": "immer", "kraftakt": "tagesration"}


ENGLISH = re.compile(r"\b(the|is|are|and|of|to|with|team|tile|cave|rope|camp|a)\b")


def test_its_own_words_are_german():
    """Texts and labels of the edition have none of the commonest English words."""
    texts = [text for source in loaded(EDITION)[1][-1].sources for text in re.findall(r'"([^"\n]+)"', source.text)]
    assert len(texts) > 60
    assert [text for text in texts if ENGLISH.search(text) and not text.startswith("The Cave")] == []
