"""Notices: what the rules warn a player of, with the values of the position, told to nobody who may not know them."""

import re

import pytest

import cavewright as cw
from cavewright.bots.falsify.mutations import list_mutants
from cavewright.play.loading.rulesets import RulesetError
from cavewright.play.views.notices import notices_for
from cavewright.publish.reference.example_blocks import ExampleBlocks
from cavewright.publish.reference.markdown import plain
from cavewright.publish.reference.reference import Reference, Translated

RULES = """ruleset camp 1.0 "Camp"
    language 1
kind dish
    | dish | label: text |
    | stew | "a stew"    |
players child 2..2
    keeps points: 0..9
    keeps food: 0..9 = 3
    keeps ration: 0..9 secret = 2
    keeps plate: dish or none = stew
to play
    repeat 3 times
        each child from first(c in child)
            offer meals
menu meals
action eat in meals "Eat"
    lose 1 food
    gain 1 point
    set ration = 2
action fast in meals "Fast"
    gain 1 point
define pantry = food + 1
scoring "Points."
    score all = points
    highest total wins
{notices}
example hunger "It is said when food is short."
    begin play
    then not hungry
    when Player 1: eat
    then Player 1.hungry and not Player 2.hungry
"""
NOTICES = """notice hungry where food < 3 "Food for {food|turn|turns}, {pantry} with the pantry."
notice dinner "There is {plate}."
notice thin where ration < 5 "Your ration is {ration}."
"""


def game(folder, notices=NOTICES):
    path = folder / "camp.cave"
    path.write_text(RULES.format(notices=notices).replace("Player 1.", "Anna.").replace("Player 2.", "Ben."))
    return cw.load_game(path)


def texts(state, player, viewer, lang="en"):
    return [each.text for each in notices_for(state, player, viewer, lang)]


def test_a_notice_is_shown_while_its_condition_holds_of_the_player(tmp_path):
    first = game(tmp_path).new_initial_state(["Anna", "Ben"])
    hungry = first.apply("0: eat")
    assert texts(first, 0, 0)[0] == "There is a stew."
    assert texts(hungry, 0, 0)[0] == "Food for 2 turns, 3 with the pantry."
    assert texts(hungry, 1, 1)[0] == "There is a stew."
    assert texts(hungry.apply("1: eat").apply("0: eat"), 0, 0)[0] == "Food for 1 turn, 2 with the pantry."


@pytest.mark.parametrize(("viewer", "is_told"), [(0, True), (1, False), (None, False), (cw.ALL, True)])
def test_what_only_the_player_knows_is_told_to_nobody_else(tmp_path, viewer, is_told):
    state = game(tmp_path).new_initial_state(["Anna", "Ben"])
    assert ("Your ration is 2." in texts(state, 0, viewer)) is is_told


def test_nothing_is_warned_of_when_the_game_is_over(tmp_path):
    state = game(tmp_path).new_initial_state(["Anna", "Ben"])
    while not state.is_terminal:
        state = state.apply(state.legal_actions()[0])
    assert texts(state, 0, cw.ALL) == []


def test_an_example_of_a_part_prints_the_notice_behind_its_last_action(tmp_path):
    eaten = "\n".join(["    when Anna: eat\n    when Ben: eat"] * 3)
    table = "    | child | food |\n    | Anna  | 3    |\n    | Ben   | 3    |\n"
    ends = f'example ends "All is eaten."\n{table}    begin play\n{eaten}\n    then Anna.hungry\n'
    rules, _, _ = RULES.format(notices=NOTICES).partition("example hunger")
    (tmp_path / "camp.cave").write_text(rules + ends)
    shown = Translated("en")(Reference.of([str(tmp_path)], with_figures=False).games[0])
    last = [plain(each.words) for each in ExampleBlocks(shown, shown.examples[0]).done()][-1]
    assert last.endswith("Anna sees the warning “Food for 0 turns, 1 with the pantry.”")


@pytest.mark.parametrize(
    ("notices", "code"),
    [
        ('notice hungry where food "Hungry."', "C0401"),
        ("notice hungry where food < 3", "C0106"),
        ('notice hungry where food < 3 "Food for {foot}."', "C020"),
        ('notice hungry where food < 3 "{child}"', "C04"),
        ('notice hungry where food < 3 "{plate|dish|dishes}"', "C0401"),
        ('notice hungry where food < 3 "{first(c in child where c is not me).ration}"', "C0525"),
        ('notice hungry where some(c in child where c.ration < 2) "Hungry."', "C0525"),
        ('notice pantry where food < 3 "Hungry."\nnotice hungry "x"', "C0202"),
    ],
)
def test_what_a_notice_cannot_say_is_refused_where_it_stands(tmp_path, notices, code):
    with pytest.raises(RulesetError, match=code):
        game(tmp_path, notices)


def test_notices_change_nothing_of_the_rules(tmp_path):
    assert game(tmp_path).hash == game(tmp_path, NOTICES.replace("food < 3", "food < 2")).hash


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        ('remove notice dinner because "Nobody asks."', ["Your ration is 2."]),
        ('replace notice dinner "Soup, {food|bowl|bowls}."', ["Soup, 3 bowls.", "Your ration is 2."]),
        ('add notice late where points is 0 "Late."', ["There is a stew.", "Your ration is 2.", "Late."]),
    ],
)
def test_overlays_add_replace_and_remove_notices(tmp_path, edit, left):
    game(tmp_path)
    (tmp_path / "more.cave").write_text(f'overlay more 1.0 "More"\n    language 1\n    extends camp ^1.0\n\n{edit}\n')
    changed = cw.load_game(tmp_path / "camp.cave", [tmp_path / "more.cave"])
    assert texts(changed.new_initial_state(["Anna", "Ben"]), 0, 0) == left


def test_a_translation_has_the_nouns_of_its_language(tmp_path):
    (tmp_path / "locale").mkdir()
    source = re.search(r'"(Food.*)"', NOTICES)[1]
    said = "Noch {food|Zug|Züge}, mit Vorrat {pantry}."
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    (tmp_path / "locale" / "camp.de.po").write_text(
        f'{head}msgctxt "notice hungry"\nmsgid "{source}"\nmsgstr "{said}"\n'
    )
    state = game(tmp_path).new_initial_state(["Anna", "Ben"]).apply("0: eat")
    assert texts(state, 0, 0, "de")[0] == "Noch 2 Züge, mit Vorrat 3."


def test_examples_can_notice_when_a_notice_is_wrong(tmp_path):

    broken = {each.rule for each in list_mutants(game(tmp_path).rules_model)}
    assert {"notice hungry", "notice thin", "define pantry"} <= broken
