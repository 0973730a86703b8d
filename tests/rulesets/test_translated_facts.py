"""Facts of rulebooks in the reader's language: all rulesets that ship have them."""

import pytest

from cavewright.connect.cli.rules_argument import open_rules, playable
from cavewright.foundation.texts.catalogue import read_catalogue
from cavewright.play.loading.rulesets import read_files
from cavewright.play.states.game import Game
from cavewright.publish.changes.catalogue_files import update_catalogue
from cavewright.publish.changes.translations import facts_asked, findings, parts_of, to_say

COMPLETE = {
    "the-cave": ("de", "es"),
    "the-cave-de": ("de", "es"),
    "the-cave-es": ("de", "es"),
    "kave-kapers": ("de", "es"),
    "cave-vs-cave": ("de", "es"),
}
"""Rulesets of which no fact may be missing in these languages."""


def part_of(name):
    rules, files, _ = read_files(*playable(name))
    folders = files.folders
    return Game(rules), parts_of(Game(rules), folders)[-1], folders


def missing(part, lang):
    said = {each.key for each in part.catalogue(lang).entries if each.is_full}
    return [each.entry.context for each in facts_asked(part) if each.entry.key not in said]


@pytest.mark.parametrize(("name", "lang"), [(name, lang) for name, languages in COMPLETE.items() for lang in languages])
@pytest.mark.gate("the-cave-de", "cave-vs-cave-es")
def test_all_facts_are_translated(name, lang):
    _, part, _ = part_of(name)
    assert len(facts_asked(part)) > 30 and missing(part, lang) == []


def test_a_fact_is_told_in_the_language():
    for lang, said in (
        ("de", "Einen Höhlensee betritt man"),
        ("es", "En el agua se entra"),
        ("en", "A water tile is entered"),
    ):
        opened = open_rules("the-cave", {}, lang)
        assert opened.words.fact("TC-EN-MOVE-19", opened.facts["TC-EN-MOVE-19"]["text"]).startswith(said)


def test_a_stale_fact_is_told_and_a_missing_one_when_it_is_asked_for(tmp_path):
    (tmp_path / "locale").mkdir()
    (tmp_path / "dig.cave").write_text(
        'ruleset dig 1.0 "Dig"\n    language 1\n\nplayers team 2..2\n    keeps gold: 0..9\n\nto play\n    set first(t in team).gold = 1\n\n'
        "scoring\n    score gold = gold  [D-1]\n    highest total wins\n",
        "utf-8",
    )
    (tmp_path / "facts.csv").write_text(
        "id,class,text,place\nD-1,play,Gold counts.,L1\nD-2,play,More wins.,L2\nD-3,play,It ends.,L3\n", "utf-8"
    )
    catalogue = 'msgctxt "fact D-1"\nmsgid "Gold counted."\nmsgstr "Gold zählte."\n'
    (tmp_path / "locale" / "de.po").write_text(catalogue, "utf-8")
    rules, files, _ = read_files(tmp_path)
    folders = files.folders
    game = Game(rules)

    def found(lang=""):
        return [
            (each.code, each.span.line)
            for each in findings(game, folders, lang)
            if each.span.source.name.endswith("facts.csv")
        ]

    assert found("de") == [("C0702", 2), ("C0701", 3)] == found()
    (part,) = parts_of(game, folders)
    entries = {each.context: each for each in read_catalogue(update_catalogue(game, part, "de")).entries}
    assert (
        entries["fact D-1"].fuzzy
        and entries["fact D-1"].sources == ("Gold counts.",)
        and not any(entries["fact D-2"].said)
    )
    assert [each.entry.context for each in to_say(part, "en", ())] == []
    (tmp_path / "locale" / "de.po").write_text('msgctxt "ruleset"\nmsgid "Dig"\nmsgstr "Grabe"\n', "utf-8")
    rules, files, _ = read_files(tmp_path)
    folders = files.folders
    assert found() == [] and found("de") == [("C0701", 2)]
