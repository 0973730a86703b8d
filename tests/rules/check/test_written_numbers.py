"""Numbers that a text writes out beside a rule which takes them from elsewhere: told in three languages, and seldom by mistake."""

import pytest

from cavewright.connect.cli.rules_argument import grounds
from cavewright.language.compose import registered_games, registered_overlays
from cavewright.play.loading.load import try_load

RULES = """ruleset dig 1.0 "Dig"
    language 1
    texts {lang}

unit m "metre"

constant full  = 6
constant layer = 25 m
constant few   = 2

option strokes: 1..9 = 4 "How many?"

kind gear
    | gear | slots: 1..9 |
    | sack | 5           |

players team 2..4
    keeps gold: 0..20
    keeps depth: 0 m..200 m by layer

to play
    roll starter in team
    repeat strokes times
        each team from starter
            offer work

menu work

action dig in work
    key: require {condition} "{text}"
    gain 1 gold
    set depth = depth + layer

scoring
    score gold = gold * sack.slots + depth / layer
    highest total wins
"""
NONE = ""


@pytest.mark.parametrize(
    ("lang", "condition", "text", "help"),
    [
        ("en", "gold < full", "No more than six.", "No more than {full}."),
        ("en", "gold < full", "6 are enough, 16 too.", "{full} are enough, 16 too."),
        ("de", "gold < full", "Mehr als sechs trägt niemand.", "Mehr als {full} trägt niemand."),
        ("es", "gold < strokes", "Con cuatro basta.", "Con {strokes} basta."),
        ("en", "gold < sack.slots", "A sack holds five.", "A sack holds {sack.slots}."),
        ("en", "depth < 25 m", "No deeper than 25 m.", "No deeper than {layer}."),
        ("en", "gold < full", "No more than {full}.", NONE),
        ("en", "gold < full", "No more than {full}, not six.", "No more than {full}, not {full}."),
        ("en", "gold < full", "Sixty, 6.5, 6-fold, n6 or sechs.", NONE),
        ("de", "gold < full", "Six.", NONE),
        ("en", "gold < full", "No more than five.", NONE),
        ("en", "gold < 2", "No more than two.", NONE),
        ("en", "gold < few", "No more than two.", "No more than {few}."),
        ("es", "gold < 1", "De una en una, once veces.", NONE),
    ],
)
def test_a_number_is_told_where_the_rule_names_it(lang, condition, text, help):
    rules = RULES.replace("{lang}", lang).replace("{condition}", condition).replace("{text}", text)
    found = [each for each in try_load({"dig.cave": rules})[1] if each.code == "C0540"]
    assert [each.help for each in found] == ([f'let the text say it: "{help}"'] if help else [])
    for each in found:
        assert each.span.text in text.split("{")[0] + text.split("}")[-1] and each.severity == "warning"


@pytest.mark.parametrize("name", [*registered_games(), *registered_overlays()])
@pytest.mark.gate("breakthrough", "cave-vs-cave", "connect-four", "the-cave-de")
def test_the_rulesets_that_ship_write_none_out(name):
    base, overlays = grounds(name)
    game, found = try_load(base, overlays)
    assert game is not None and [str(each) for each in found if each.code in ("C0540", "C0541", "C0542")] == []
