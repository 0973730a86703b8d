"""Values in texts: worked out before play, filled in wherever a text is shown, in every language; and what they cannot say."""

import pytest

import cavewright as cw
from cavewright.play.loading.load import load_rules, try_load
from cavewright.play.loading.rulesets import read_files
from cavewright.publish.changes.translations import findings

RULES = """ruleset race 1.0 "Race"
    language 1

unit m "metre"

constant longest = 3 "Steps of a day: {longest|step|steps}."
constant lap     = 25 m

option pace = quick "How fast? Up to {longest + 1}."
    | choice | text                            |
    | quick  | "{bag.slots|slot|slots} a day." |
    | slow   | "{{One}} by one, with {bag}."   |

option laps: 1..5 = 2 "Laps of {lap}."

kind gear
    | gear | slots: 1..3 | label: text |
    | bag  | 1           | "rucksack"  |

players runner 2..2
    keeps steps: 0..99

menu walks "Walk {laps|lap|laps}."

to play
    each runner from first(p in runner)
        offer walks

action go(n in 1..longest) in walks "Go on"
    far: require n < longest or pace is quick and bag.slots > 0 and lap > laps * 1 m "Less than {longest}."
    gain n step

scoring "{laps} laps are {laps * lap}."
    score steps = steps
    highest total wins
"""
SAID = {
    "constant longest": "Steps of a day: 3 steps.",
    "option pace": "How fast? Up to 4.",
    "option pace.quick": "1 slot a day.",
    "option pace.slow": "{One} by one, with rucksack.",
    "option laps": "Laps of 25 m.",
    "menu walks": "Walk 2 laps.",
    "go.far": "Less than 3.",
    "scoring": "2 laps are 50 m.",
}


def said(game, lang="en"):
    words = game.wording(lang)
    return {each.rule: words.clause(each) for each in game.rules_model.texts if each.rule in SAID}


def test_texts_say_what_is_known_before_play():
    assert said(load_rules({"race.cave": RULES})) == SAID


def test_an_option_that_is_set_and_a_house_rule_change_the_sentence():
    faster = {
        "faster.cave": "overlay faster 1.0\n    language 1\n    extends race ^1.0\nchange longest: 3 to 1\nchange bag.slots: 1 to 2\n"
    }
    assert said(load_rules({"race.cave": RULES}, faster, {"laps": 1})) == {
        **SAID,
        "constant longest": "Steps of a day: 1 step.",
        "option pace": "How fast? Up to 2.",
        "option pace.quick": "2 slots a day.",
        "menu walks": "Walk 1 lap.",
        "go.far": "Less than 1.",
        "scoring": "1 laps are 25 m.",
    }


def test_a_text_that_an_overlay_writes_says_its_own_values():
    other = {
        "other.cave": "overlay other 1.0\n    language 1\n    extends race ^1.0\namend action go\n"
        '    change far: "Less than {longest}." to "Not {longest|Schritt|Schritte}, {lap}."\n'
    }
    assert said(load_rules({"race.cave": RULES}, other))["go.far"] == "Not 3 Schritte, 25 m."
    wrong = {name: text.replace("{lap}", "{lapp}") for name, text in other.items()}
    assert [(each.code, str(each.span), each.help) for each in try_load({"race.cave": RULES}, wrong)[1]] == [
        ("C0203", "other.cave:5:77", "did you mean `lap`?")
    ]


def test_reasons_schemas_and_translations_are_filled_in(tmp_path):
    (tmp_path / "locale").mkdir()
    (tmp_path / "race.cave").write_text(RULES, "utf-8")
    (tmp_path / "locale" / "de.po").write_text(
        'msgctxt "go.far"\nmsgid "Less than {longest}."\nmsgstr "Weniger als {longest|Schritt|Schritte}."\n'
        'msgctxt "menu walks"\nmsgid "Walk {laps|lap|laps}."\nmsgstr "Lauf {lap}."\n',
        "utf-8",
    )
    game = cw.load_game(tmp_path, options={"pace": "slow"})
    reasons = game.new_initial_state().check("0: go 3").reasons
    assert [each.text("de") for each in reasons] == ["Weniger als 3 Schritte."] and [
        each.text() for each in reasons
    ] == ["Less than 3."]
    schema = game.options_schema()["properties"]
    assert schema["laps"]["description"] == "Laps of 25 m." and schema["pace"]["x-choices"]["quick"] == "1 slot a day."
    found = [each for each in findings(game, read_files(tmp_path)[1].folders, "de") if each.code == "C0703"]
    assert [each.message for each in found] == ["the translation of `menu walks` does not say `{laps}`"]


@pytest.mark.parametrize(
    ("braces", "code", "column"),
    [
        ("{longst}", "C0203", 1),
        ("{go}", "C0203", 1),
        ("{1 +}", "C0101", 4),
        ("{}", "C0106", 0),
        ("{|a|b}", "C0106", 0),
        ("{", "C0106", 0),
        ("}", "C0106", 0),
        ("{pace}", "C0401", 0),
        ("{bag|a|b}", "C0401", 0),
        ("{pace is quick}", "C0401", 0),
        ("{1 km}", "C0204", 1),
        ("{reach(1)}", "C0401", 7),
        ("{there}", "C0203", 1),
    ],
)
def test_what_cannot_be_said_is_told_where_it_stands(braces, code, column):
    text = RULES.replace("Go on", f"Go {braces} on")
    game, found = try_load({"race.cave": text})
    line, at = next((n, line.index("Go ") + 4) for n, line in enumerate(text.split("\n"), 1) if "Go " in line)
    assert game is None
    assert [(each.code, each.span.line, each.span.column - at) for each in found if each.severity == "error"] == [
        (code, line, column)
    ]


def test_what_is_declared_says_what_is_known_before_play():
    game, found = try_load({"race.cave": RULES.replace("Walk {laps|lap|laps}", "Walk {steps}")})
    (wrong,) = [each for each in found if each.severity == "error"]
    assert game is None and (wrong.code, wrong.span.text) == ("C0417", "{steps}")


def test_a_name_says_no_values():
    text = RULES.replace('"metre"', '"metre {lap}"').replace('"Race"', '"Race {lap}"').replace('"rucksack"', '"{lap}"')
    game, found = try_load({"race.cave": text})
    assert game is not None
    assert [(each.code, each.span.line) for each in found if each.code != "C0520"] == [
        ("C0542", 1),
        ("C0542", 4),
        ("C0542", 18),
    ]


def test_saying_a_row_changes_nothing_of_what_chance_may_draw():
    """Rows that rules name are told apart; a text that names one is no rule."""
    rows = "kind card\n    | card | worth: 0..9 |\n    | c1 | 1 |\n    | c2 | 1 |\ngame\n    keeps deck: bag of card hidden\n"
    text = (
        RULES.replace("players", f"{rows}players")
        .replace("    each runner", "    gain 1 c in deck\n    each runner")
        .replace("gain 1 c in deck", "for each c in card\n        gain 1 c in deck\n    draw drawn from deck")
    )
    alike = load_rules({"race.cave": text}).rules_model.interchangeable
    assert alike and load_rules({"race.cave": text.replace("Go on", "Go {c1} on")}).rules_model.interchangeable == alike


def test_texts_without_values_and_the_hash_are_left_alone():
    plain, said = (load_rules({"race.cave": RULES.replace("Go on", text)}) for text in ("Go on", "Go {lap} on"))
    assert plain.hash == said.hash and plain.rules_model.stated.keys() < {*said.rules_model.stated, "x"}
