"""Chapters order the rules for those who read them, across files and overlays, and mean nothing in play."""

import pytest

from cavewright.connect.cli.rules_argument import open_rules
from cavewright.connect.cli.show import flat_text, outline
from cavewright.language.compose import registered_games
from cavewright.play.loading.load import load_rules, try_load

RULES = """ruleset race 1.0 "Race"
    language 1

constant longest = 3

chapter people "Who runs" [AA-1]

players runner 2..2
    keeps steps: 0..9

chapter course "The race"

menu walks

to play
    each runner from first(p in runner)
        offer walks

action go(n in 1..longest) in walks
    gain n step

scoring
    score steps = steps
    highest total wins
"""
MORE = 'chapter people\n\nnote shoes "Anybody\'s."\n'
OVER = 'overlay {0} 1.0 "Title of {0}"\n    language 1\n    extends race ^1.0\n'
NOTE = 'add note {0} "…"\n'


def chapters(*overlays, **files):
    game = load_rules({"race.cave": RULES, **{f"{name}.cave": text for name, text in files.items()}}, overlays)
    return {each.name: (each.title, each.declared) for each in game.rules_model.chapters}


BASE = {
    "people": ("Who runs", ("players runner",)),
    "course": ("The race", ("menu walks", "to play", "action go", "scoring")),
}


def over(name, edits):
    return {f"{name}.cave": OVER.format(name) + edits}


def test_a_chapter_lasts_until_the_next_one_in_its_file():
    assert chapters() == BASE
    assert chapters(the_more=MORE) == {**BASE, "people": ("Who runs", ("players runner", "note shoes"))}


def test_an_overlay_adds_to_chapters_and_has_one_of_its_own():
    first = over(
        "a", NOTE.format("x") + "chapter course\n" + NOTE.format("y") + 'add chapter new "New"\n' + NOTE.format("z")
    )
    second = over("b", 'change chapter people: "Who runs" to "Runners"\n' + NOTE.format("w"))
    expected = {
        "people": ("Runners", ("players runner",)),
        "course": ("The race", (*BASE["course"][1], "note y")),
        "new": ("New", ("note z",)),
        "a": ("Title of a", ("note x",)),
        "b": ("Title of b", ("note w",)),
    }
    assert chapters(first, second) == chapters(second, first) == expected


def test_what_is_replaced_stays_and_what_is_removed_is_gone():
    edits = (
        'add chapter new "New"\n' + NOTE.format("x") + 'replace menu walks "Ways"\nremove note shoes because "none"\n'
    )
    assert chapters(over("a", edits), the_more=MORE) == {**BASE, "new": ("New", ("note x",))}


@pytest.mark.parametrize(
    ("edits", "found"),
    [
        ("chapter cours\n" + NOTE.format("x"), [("C0231", 4)]),
        ("add chapter new\n" + NOTE.format("x"), [("C0231", 4)]),
        ('add chapter people "Again"\n', [("C0302", 4)]),
        ('chapter new "New"\n', [("C0304", 4)]),
        ('add chapter new "New"\n', [("C0541", 4)]),
        ('remove chapter people because "nobody reads it"\n', []),
    ],
)
def test_what_is_wrong_with_chapters_is_told(edits, found):
    assert [(each.code, each.span.line) for each in try_load({"race.cave": RULES}, over("a", edits))[1]] == found


def test_a_chapter_is_declared_once():
    assert [each.code for each in try_load({"race.cave": RULES + '\nchapter people "Again"\n'})[1]] == ["C0202"]


def test_chapters_mean_nothing_in_play():
    plain = "\n".join(line for line in RULES.split("\n") if not line.startswith("chapter"))
    assert load_rules({"race.cave": RULES}).hash == load_rules({"race.cave": plain}).hash


@pytest.mark.parametrize("name", ["the-cave-de", "cave-vs-cave+cave-vs-cave-era2"])
@pytest.mark.long
def test_one_plain_ruleset_has_the_same_chapters(name):
    opened = open_rules(name, {})
    game = load_rules({"flat.cave": flat_text(opened)})
    assert [(each.name, each.title, each.declared) for each in game.rules_model.chapters] == [
        (each.name, each.title, each.declared) for each in opened.rules.chapters
    ]


@pytest.mark.parametrize("name", registered_games())
@pytest.mark.gate("cave-vs-cave", "connect-four")
def test_the_outline_tells_every_declaration_once(name):
    opened = open_rules(name, {}, "de")
    told = [each.label for _, found in outline(opened) for each in found]
    silent = ("example", "option", "preset", "chapter")
    assert sorted(told) == sorted(each.label for each in opened.declarations.declarations if each.kind not in silent)
