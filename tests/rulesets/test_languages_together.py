"""Rules of language 1 over bundled rules of language 2, and the reverse: each line means what its own file says."""

import re
import shutil
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.rules.check.whole_program import steps

RULESETS = Path(__file__).parents[2] / "rulesets"
DEAR = """overlay dear 1.0 "Dear days"
    language {language}
    extends the-cave ^2.0
    why "Every day costs more than there is."

amend to turn
    change offer: offer any errands until struggled to offer any errands once until struggled
    add before upkeep due: lose 9 point

add example all_spent "Nothing is left"
    begin lay_out
    | team | here | backpack     |
    | Anna | n1   | 2 consumable |
    begin turn as Anna
    then Anna.points is 0
"""


def ask_example(language):
    """Returns how the example of the overlay ends, and whether a team may stop."""
    game = cw.load_game("the-cave", [{"dear.cave": DEAR.format(language=language)}])
    offers = [s.statement for s in steps(game.rules_model.processes["turn"].body) if s.clause.key == "errands"]
    return cw.run_examples(game, ["all_spent"])[0], offers[0].has_done


def test_lines_of_language_1_stop_at_bounds_over_a_base_of_language_2():
    result, has_done = ask_example(1)
    assert result.ok and has_done


def test_the_same_lines_in_language_2_are_exact_and_may_not_be_left():
    result, has_done = ask_example(2)
    (found,) = result.diagnostics
    assert not result.ok and "lose 9 point" in found.labels[1].span.text and not has_done
    assert found.notes == ("-4 would be left here, and 0 is the least possible",)


@pytest.mark.parametrize("rule", ["long-rope", "lamp-oil", "flood-season"])
def test_house_rules_of_language_2_stand_on_a_base_of_language_1(tmp_path, rule):
    folder = shutil.copytree(RULESETS / "the-cave", tmp_path / "the-cave")
    path = folder / "the-cave.cave"
    old = re.sub(r" or stop\b|(?<=lose )up to ", "", path.read_text("utf-8")).replace("language 2", "language 1")
    path.write_text(old, "utf-8")
    game = cw.load_game(folder, [rule])
    own = [each.name for each in game.examples if each.origin == rule]
    assert own and all(each.ok for each in cw.run_examples(game, own))
