"""Falsification: what examples notice is told from what they do not, and an example that is found notices it."""

import json
import re
from functools import cache

import pytest

import cavewright as cw
from cavewright.bots.falsify import clause_key, falsify, read_last_run, write_last_run
from cavewright.bots.falsify.coverage import place_of
from cavewright.bots.falsify.declaration_mutations import DeclaredRules
from cavewright.bots.falsify.example_runs import ExampleRuns
from cavewright.bots.falsify.example_search import read_example
from cavewright.bots.falsify.falsification import optimised_code
from cavewright.bots.falsify.last_run import read_interrupted, run_key, write_interrupted
from cavewright.bots.falsify.mutations import list_mutants
from cavewright.bots.falsify.rewriting import rewrite_ruleset
from cavewright.bots.falsify.verdicts import ALIKE, MARKED, NEEDED, NOTICED, SAME, UNNOTICED, UNSEARCHED
from cavewright.play.examples.runner import run_example, variants_of

from .rules import EXAMPLES, HANDED_ON, HANDING, MARKET, PAID, PAYING


def market(without=(), rules=MARKET):
    """The game with its examples, but for some."""
    examples = "\n".join(text for name, text in EXAMPLES.items() if name not in without)
    return cw.load_rules({"market.cave": rules, "examples.cave": examples or "# none"})


@cache
def paid_whole():
    """Verdicts with all examples of what is paid."""
    return falsify(cw.load_rules({"paid.cave": PAID, "examples.cave": PAYING}), most=0)


DECLARED = ("column", "constant", "range", "number")
"""Kinds of changes that are checked again."""


@cache
def market_whole():
    """Verdicts with all examples of the market."""
    return falsify(market(), most=0)


def fates_of(found, line, detail):
    """The fates of the mutants with a detail in the line that begins so."""
    return [each.fate for each in found.verdicts if each.text.startswith(line) and each.detail == detail]


@pytest.mark.parametrize(
    ("line", "name", "first"),
    [
        ("rival: require", "", "giving"),
        ("few: require", "", "enough_bread"),
        ("", "price", "buying"),
        ("", "nothing_of_that_name", ""),
    ],
)
def test_an_example_that_carries_out_the_line_runs_before_all_others(line, name, first):
    game = market()
    runs = ExampleRuns(game)
    at = next((place_of(each) for each in game.rules_model.clauses if line and each.span.text.startswith(line)), None)
    found = runs.evaluating("", at, name)
    near = runs.readers_of(name) if name else {at}
    reaches = [not near.isdisjoint(each.evaluated) for each in found]
    assert sorted(each.example.name for each in found) == sorted(each.example.name for each in runs.runs)
    assert reaches == sorted(reaches, reverse=True) and any(reaches) == bool(first)
    assert not first or first in [each.example.name for each, near in zip(found, reaches, strict=True) if near]


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
    assert fates_of(market_whole(), line, detail) == [NOTICED]
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


@pytest.mark.long
def test_lines_that_no_example_evaluates_are_named():
    """The process that begins the game, where every example begins a turn; and an option that none sets."""
    at = MARKET.splitlines().index("    finish") + 1
    assert f"market.cave:{at}" in market_whole().unreached
    hidden = MARKET.splitlines().index("        lose 1 coins") + 1
    assert f"market.cave:{hidden}" not in market_whole().unreached
    assert f"market.cave:{hidden}" in falsify(market(["taxed"]), most=0).unreached


def test_what_comes_to_the_same_over_all_values_is_proven():
    """A bound beyond all that a number can be: moved by one it decides the same."""
    rules = MARKET.replace('few: require goods[g] < 2 "You have enough of that."', 'few: require days < 20 "No."')
    found = [each for each in falsify(market(["enough_bread"], rules), most=0).verdicts if "few:" in each.text]
    assert {each.fate for each in found if each.kind in ("bound", "number")} == {SAME}


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ('few: require 30 > days "No."', {"bound", "number"}),
        ('few: require days + 20 > days "No."', {"bound"}),
        ("few: require goods[g] < (2 if most(x in good: x.price) > 1 otherwise 3)", {"bound", "number"}),
    ],
)
def test_what_ranges_or_the_optimised_program_decide_is_proven(line, kinds):
    """A comparison with a number on either side, or of two values of which the one is always more; a choice that is none."""
    rules = MARKET.replace('few: require goods[g] < 2 "You have enough of that."', line)
    at = next(n for n, text in enumerate(rules.splitlines(), 1) if "few:" in text)
    found = falsify(market(["enough_bread"], rules), {"market.cave": frozenset([at])}, most=0).verdicts
    assert {each.kind for each in found if each.fate == SAME} >= kinds, [(e.kind, e.detail, e.fate) for e in found]


@pytest.mark.parametrize(
    ("condition", "is_proven"),
    [
        ("days <= 30", True),
        ("days >= 0 and days < 31", True),
        ("goods[g] > 1 or days <= 30", True),
        ("days < 1", False),
        ("goods[g] > 1 and days <= 30", False),
    ],
)
def test_a_requirement_that_always_holds_can_be_left_out(condition, is_proven):
    rules = MARKET.replace('few: require goods[g] < 2 "You have enough of that."', f'few: require {condition} "No."')
    found = falsify(market(["enough_bread"], rules), most=0)
    assert (fates_of(found, "few:", "dropped") == [SAME]) is is_proven


def test_without_a_search_nothing_is_said_of_one():
    """Without a search a mutant is "not searched for"; with one its decisions are counted."""
    lines = {"paid.cave": frozenset(each.line for each in paid_whole().verdicts if each.detail == "9 → 8")}
    game = cw.load_rules({"paid.cave": PAID, "examples.cave": PAYING})
    [found] = [each for each in falsify(game, lines, most=20).verdicts if each.detail == "9 → 8"]
    assert found.fate == ALIKE and found.decisions >= 20
    assert all(each.fate != ALIKE for each in paid_whole().verdicts)


def test_nothing_that_an_example_notices_is_proven():
    """A proof that is too quick would call a broken rule the same; every mutant that is noticed has none."""
    game = market()
    noticed = {(each.line, each.kind, each.detail): each.by for each in market_whole().verdicts if each.fate == NOTICED}
    whole = optimised_code(cw.Game(game.rules_model, engine="interpreter"))
    tried = 0
    for mutant in list_mutants(game.rules_model):
        if noticed.get((mutant.span.line, mutant.kind, mutant.detail), "taxed") != "taxed":
            broken = cw.Game(mutant.apply_to(game.rules_model), engine="interpreter")
            is_alike = broken.rules_model.scoring == game.rules_model.scoring and optimised_code(broken) == whole
            assert not mutant.proof and not is_alike, mutant
            tried += 1
    assert tried > 20


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
    told = json.loads(market_whole().to_json())
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
    write_last_run(market_whole())
    known = read_last_run("market")
    few = known[clause_key("action buy", '  few: require goods[g] < 2   "You have enough of that."')]
    assert few.hash == market_whole().hash and "enough_bread" in few.examples and (few.mutants, few.open) == (6, 1)
    at = MARKET.splitlines().index('    few: require goods[g] < 2 "You have enough of that."') + 1
    some = falsify(market(["enough_bread"]), {"market.cave": frozenset([at])}, most=0)
    write_last_run(some)
    after = read_last_run("market")
    changed = [key for key in known if after[key] != known[key]]
    assert [key.partition(" require ")[0] for key in changed] == ["action buy: few:"] and after[changed[0]].open > 1
    assert set(after) == set(known) and not read_last_run("market+wine")


@pytest.mark.parametrize("key", ["near", "held", "tent", "room"])
def test_a_requirement_beside_which_something_else_refuses_is_found(key):
    """Dropped, it changes no option, only why something is refused: the example that is found says the reason."""
    game = cw.load_rules({"handing.cave": HANDING, "examples.cave": HANDED_ON})
    line = next(n for n, text in enumerate(HANDING.splitlines(), 1) if f"{key}: require" in text)
    found = falsify(game, {"handing.cave": frozenset([line])}, most=60)
    dropped = [each for each in found.verdicts if each.detail == "dropped"]
    assert [each.fate for each in dropped] == [UNNOTICED]
    assert "refuse Anna" in dropped[0].example and key in dropped[0].example.rpartition("because ")[2]


def test_a_guard_that_no_example_needs_is_found():
    """`if room(sack) > 0`: dropped or turned round, another number of points is there."""
    game = cw.load_rules({"handing.cave": HANDING, "examples.cave": HANDED_ON})
    line = next(n for n, text in enumerate(HANDING.splitlines(), 1) if "if room(sack)" in text)
    found = falsify(game, {"handing.cave": frozenset([line])}, most=60).verdicts
    assert {each.fate for each in found if each.kind == "branch"} == {UNNOTICED}


def test_every_changed_declaration_is_another_ruleset():
    """What is checked again differs in its hash and in what it means: a cell that was changed in vain is no mutant."""
    game = cw.load_rules({"paid.cave": PAID, "examples.cave": PAYING})
    mutants = list(DeclaredRules(game).list_mutants())
    assert {each.kind for each in mutants} == {"column", "constant", "range"}
    for each in (every for one in mutants for every in (one, *one.more)):
        broken = each.apply_to(game.rules_model)
        assert broken.hash != game.hash, each
        whole = [(rules.kinds, rules.fields, rules.actions) for rules in (broken, game.rules_model)]
        assert whole[0] != whole[1], each


@pytest.mark.long
def test_a_column_is_noticed_by_one_of_its_cells():
    """No example asks what copper is worth by itself; silver is enough. Without that one the column is open."""
    columns = [each for each in paid_whole().verdicts if each.kind == "column"]
    assert [(each.fate, each.by) for each in columns] == [(NOTICED, "paying")]
    without = cw.load_rules({"paid.cave": PAID, "examples.cave": PAYING.replace(" and total(Anna) is 4", "")})
    assert [each.is_open for each in falsify(without, most=0).verdicts if each.kind == "column"] == [True]


def test_cells_that_examples_read_are_tried():
    """Of twenty coins that are counted only the last is owned; nobody reads what coins weigh, and that is proven."""
    rows = "".join(f"    | coin{n:<5} | 1           | {n % 9} |\n" for n in range(20))
    text = PAID.replace("worth: 1..5 |", "worth: 1..5 | weight: 0..9 |")
    text = re.sub(
        r"    \| copper.*\n    \| silver.*\n", rows + "    | copper | 1 | 3 |\n    | silver | 2 | 4 |\n", text
    )
    verdicts = falsify(cw.load_rules({"paid.cave": text, "examples.cave": PAYING}), most=0).verdicts
    columns = {each.detail.split(":")[0]: each for each in verdicts if each.kind == "column"}
    assert (columns["worth"].fate, columns["worth"].by) == (NOTICED, "paying")
    assert (columns["weight"].fate, columns["weight"].by) == (SAME, "no line reads the column")


@pytest.mark.parametrize(
    ("line", "detail", "fate"),
    [
        ("constant wage", "3 → 4", NOTICED),
        ("keeps paid", "9 → 8", UNSEARCHED),
        ("lose 1 copper from purse", "dropped", NOTICED),
        ("gain 1 paid", "dropped", NOTICED),
        ("if paid > 1", "dropped", NOTICED),
        ("if paid > 1", "condition 1 turned round", NOTICED),
    ],
)
def test_what_stands_outside_of_actions_is_broken_too(line, detail, fate):
    """Constants, bounds, the lines of a currency (in all actions that pay with it at once) and what follows an action."""
    assert fates_of(paid_whole(), line, detail) == [fate]


@pytest.mark.long
def test_a_run_that_was_interrupted_goes_on(tmp_path, monkeypatch):
    """The verdicts are those of a run that was not; of other examples nothing is taken over."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))

    def interrupted(task, portions):
        yield task(portions[0])
        raise KeyboardInterrupt

    game, key = market(), run_key(market(), {}, 0)
    found = falsify(game, most=0, spread=interrupted)
    assert not found.is_complete and found.verdicts
    write_interrupted(key, found)
    known = read_interrupted(key)
    assert known == list(found.verdicts) and read_interrupted(run_key(market(["giving"]), {}, 0)) == []
    whole = falsify(game, most=0, known=known)
    assert whole.is_complete and whole.verdicts == market_whole().verdicts
    write_interrupted(key, whole)
    assert read_interrupted(key) == []
