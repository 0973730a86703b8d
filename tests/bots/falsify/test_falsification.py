"""Falsification: what examples notice is told from what they do not, and an example that is found notices it."""

import json

import pytest

import cavewright as cw
from cavewright.bots.falsify import clause_key, falsify, read_last_run, write_last_run
from cavewright.bots.falsify.example_search import read_example
from cavewright.bots.falsify.mutations import list_mutants
from cavewright.bots.falsify.rewriting import rewrite_ruleset
from cavewright.bots.falsify.verdicts import MARKED, NEEDED, NOTICED, SAME
from cavewright.play.examples.runner import run_example, variants_of

from .rules import EXAMPLES, MARKET


def market(without=(), rules=MARKET):
    """The game with its examples, but for some."""
    examples = "\n".join(text for name, text in EXAMPLES.items() if name not in without)
    return cw.load_rules({"market.cave": rules, "examples.cave": examples or "# none"})


DECLARED = ("column", "constant", "range", "number")
"""Kinds of changes that are checked again."""
WHOLE = falsify(market(), most=0)
"""Verdicts with all examples."""


def fates_of(found, line, detail):
    """The fates of the mutants with a detail in the line that begins so."""
    return [each.fate for each in found.verdicts if each.text.startswith(line) and each.detail == detail]


@pytest.mark.long
@pytest.mark.parametrize(
    ("examples", "line", "detail"),
    [
        ("buying", "enough: require", "dropped"),
        ("buying taxed", "cost g.price coin", "dropped"),
        ("buying", "gain 1 g in goods", "1 → 2"),
        ("buying", "set days = days + 1", "dropped"),
        ("enough_bread", "few: require", "< → <="),
        ("enough_bread", "few: require", "dropped"),
        ("giving", "held: require", "turned round"),
        ("giving", "rival: require", "dropped"),
        ("giving", "move 1 g from goods", "giver and taker exchanged"),
        ("giving", "move 1 g from goods", "other.goods → goods of whoever acts"),
        ("taxed", "lose 1 coins", "dropped"),
    ],
)
def test_what_an_example_noticed_nobody_notices_without_it(examples, line, detail):
    """Of each sort of clause: with the example it is noticed, and listed without it; behind an option, too."""
    assert fates_of(WHOLE, line, detail) == [NOTICED]
    assert NOTICED not in fates_of(falsify(market(examples.split()), most=0), line, detail)


@pytest.mark.long
def test_an_example_that_is_found_notices_the_mutant():
    """It holds under the rules, and not under any mutant for which it was found; options are set in it."""
    game = market(["giving", "taxed"])
    found = [each for each in falsify(game, most=300).verdicts if each.example]
    mutants = {(each.span.line, each.kind, each.detail): each for each in list_mutants(game.rules_model)}
    assert {"held: require", "rival: require", "lose 1 coins"} <= {
        start for each in found for start in ("held: require", "rival: require", "lose 1 coins") if start in each.text
    }
    for each in found:
        example = read_example(each.example)
        assert run_example(game, example, variants_of(game)).ok, each
        if not each.options and each.kind not in DECLARED:
            changes = mutants[each.line, each.kind, each.detail].changes
            broken = cw.Game(rewrite_ruleset(game.rules_model, changes, "x"), engine="interpreter")
            assert not run_example(broken, example).ok, each


def test_every_mutant_is_another_ruleset():
    """None is the ruleset itself, and no two of one place and words are taken for each other."""
    rules = market().rules_model
    mutants = list_mutants(rules)
    made = [each.apply_to(rules) for each in mutants]
    assert len({each.key for each in mutants}) == len(mutants) == len({each.hash for each in made})
    for each in made:
        assert any(getattr(each, name) != getattr(rules, name) for name in ("processes", "actions", "scoring"))


def test_lines_that_no_example_evaluates_are_named():
    """The process that begins the game, where every example begins a turn; and an option that none sets."""
    at = MARKET.splitlines().index("    finish") + 1
    assert f"market.cave:{at}" in WHOLE.unreached
    hidden = MARKET.splitlines().index("        lose 1 coins") + 1
    assert f"market.cave:{hidden}" not in WHOLE.unreached
    assert f"market.cave:{hidden}" in falsify(market(["taxed"]), most=0).unreached


def test_what_comes_to_the_same_over_all_values_is_proven():
    """A bound beyond all that a number can be: moved by one it decides the same."""
    rules = MARKET.replace('few: require goods[g] < 2 "You have enough of that."', 'few: require days < 20 "No."')
    found = [each for each in falsify(market(["enough_bread"], rules), most=0).verdicts if "few:" in each.text]
    assert {each.fate for each in found if each.kind in ("bound", "number")} == {SAME}


@pytest.mark.long
def test_a_mark_is_believed_as_long_as_no_search_refutes_it():
    """`# unnoticed: REASON` beside a line that decides nothing counts; beside one that does, it is listed."""
    marked = MARKET.replace("    finish", "    finish  # unnoticed: play would end anyway")
    found = falsify(market(rules=marked), most=60)
    assert {each.fate for each in found.verdicts if "finish" in each.text} == {MARKED}
    refuted = MARKET.replace("set days = days + 1", "set days = days + 1  # unnoticed: nobody counts")
    found = falsify(market(EXAMPLES, refuted), most=60)
    assert MARKED not in {each.fate for each in found.verdicts if "set days" in each.text and each.detail == "dropped"}


def test_the_report_says_what_it_is_about():
    """How many mutants, how many tried, shares by kind, and a verdict for each."""
    told = json.loads(WHOLE.to_json())
    assert told["mutants"] == told["tried"] == len(told["verdicts"]) == sum(told["counts"].values())
    assert all(told["kinds"][kind]["noticed"] <= told["kinds"][kind]["of"] for kind in told["kinds"])
    assert set(NEEDED) - {"branch"} <= set(told["kinds"])


def test_an_example_that_only_refuses_evaluates_what_refuses():
    """Where there is always something to choose nobody lists options: the refusal alone asks for the requirement."""
    rules = MARKET.replace("offer market", "offer any market")
    found = falsify(market([name for name in EXAMPLES if name != "enough_bread"], rules), most=0)
    assert fates_of(found, "few: require", "dropped") == [NOTICED]


@pytest.mark.long
def test_no_example_at_all_notices_what_is_said_to_go_unnoticed():
    """What is evaluated only chooses the examples that are asked: all others would say the same."""
    for without in EXAMPLES:
        game = market([without])
        open_ones = {(each.line, each.kind, each.detail) for each in falsify(game, most=0).open}
        for mutant in list_mutants(game.rules_model):
            if (mutant.span.line, mutant.kind, mutant.detail) in open_ones:
                broken = cw.Game(mutant.apply_to(game.rules_model), engine="interpreter")
                plain = [each for each in game.examples if each.name != "taxed"]
                assert all(run_example(broken, each).ok for each in plain), mutant


def test_verdicts_about_a_line_are_there_after_the_run(tmp_path, monkeypatch):
    """By declaration and text, whatever its spaces; a run of one line leaves the others as they were judged before."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    write_last_run(WHOLE)
    known = read_last_run("market")
    few = known[clause_key("action buy", '  few: require goods[g] < 2   "You have enough of that."')]
    assert few.hash == WHOLE.hash and "enough_bread" in few.examples and (few.mutants, few.open) == (6, 1)
    at = MARKET.splitlines().index('    few: require goods[g] < 2 "You have enough of that."') + 1
    some = falsify(market(["enough_bread"]), {"market.cave": frozenset([at])}, most=0)
    write_last_run(some)
    after = read_last_run("market")
    changed = [key for key in known if after[key] != known[key]]
    assert [key.partition(" require ")[0] for key in changed] == ["action buy: few:"] and after[changed[0]].open > 1
    assert set(after) == set(known) and not read_last_run("market+wine")
