"""Every requirement and every cost line is a reason of its own: where it alone speaks, taking it out of the rules lets the action pass.

`alone.cave` has a position for each. The line is found in the rule file and dropped by itself, the rules are loaded again, and
the same position is set up under them.
"""

import random
import shutil
from functools import lru_cache
from pathlib import Path

import pytest
from tests.play.positions.domain import actions
from tests.play.positions.rehearsals import before_last, examples_in, position, settings_of
from tests.play.states.walks import steered, the_cave, walk

import cavewright as cw
from cavewright.connect.web.refusals import causes
from cavewright.play.views.reasons import with_prices
from cavewright.rules.model import ruleset as m

RULES = Path(__file__).parents[3] / "rulesets" / "the-cave"
ALONE = examples_in(Path(__file__).parent / "alone.cave")


def guarded(rules):
    """The clauses of all leading require and cost lines of actions."""
    return [
        step.clause
        for action in rules.actions.values()
        for step in action.header
        if isinstance(step.statement, (m.Require, m.Cost))
    ]


CLAUSES = {clause.name.replace(".", "_"): clause for clause in guarded(the_cave().rules_model)}


def lines_of(reasons):
    """The lines that reasons come from, by name. A cost is named by its currency, its line by the first of them."""
    return {
        next(
            (
                name
                for name, clause in CLAUSES.items()
                if clause.name == r.rule or (r.code == "cost" and str(clause.span) == r.place)
            ),
            r.rule,
        )
        for r in reasons
    }


def refused(name, game):
    """The position of an example in a game, and the action that its last line says is refused."""
    before, said = before_last(ALONE[name])
    return position(game, before), "0: " + said.text.removeprefix("Anna: ").split(" because ")[0]


@lru_cache(maxsize=40)
def reasons_of(name):
    state, action = refused(name, the_cave(**settings_of(ALONE[name])))
    return state.check(action).reasons


def without(clause, folder):
    """The rules without the line of a clause."""
    shutil.copytree(RULES, folder, dirs_exist_ok=True)
    path = folder / clause.span.source.name.rsplit("/")[-1]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    number = clause.span.source.text[: clause.span.start].count("\n")
    assert lines[number].split("#")[0].strip().split(": ")[-1].split()[0] in ("require", "cost"), lines[number]
    del lines[number]
    path.write_text("".join(lines), "utf-8")
    return path


def test_there_is_a_position_for_every_line():
    assert set(ALONE) == set(CLAUSES) and len(CLAUSES) >= 32


@pytest.mark.parametrize("name", CLAUSES)
def test_a_line_alone_refuses_and_says_so(name):
    clause, reasons = CLAUSES[name], reasons_of(name)
    assert lines_of(reasons) == {name} and {r.code for r in reasons} <= {"requirement", "cost"}
    for reason in reasons:
        assert (
            reason.origin == "the-cave"
            and reason.citation == (clause.cites or the_cave().rules_model.actions[clause.rule].cites)
            and reason.place == str(clause.span)
        )
        assert reason.text() == the_cave().wording("en").clause(clause) or reason.code == "cost"


@pytest.mark.parametrize("name", CLAUSES)
@pytest.mark.gate("place_camp_packed")
def test_a_line_taken_out_makes_its_reason_vanish(name, tmp_path):
    clause = CLAUSES[name]
    game = cw.load_game(without(clause, tmp_path / "the-cave").parent, options=settings_of(ALONE[name]))
    assert len(guarded(game.rules_model)) == len(CLAUSES) - 1 and clause.name not in {
        each.name for each in guarded(game.rules_model)
    }
    state, action = refused(name, game)
    left = state.check(action).reasons
    assert all(r.code in ("lack", "room", "range") for r in left), left
    assert not left or name in CARRIED_OUT


CARRIED_OUT = {"throw_away_held", "place_camp_packed", "load_camp_nearby", "load_camp_slots", "abandon_camp_packed"}
"""Where the effects cannot be carried out either, so that the action stays refused for another reason."""


def test_every_failing_line_gives_its_own_reason():
    """At the base with nothing in hand an action says all that is in its way, in the order of the rules."""
    state = the_cave(starting_kit="suggested").new_initial_state(2)
    state = state.apply(state.chance_outcomes()[0][0])
    assert [r.rule for r in state.check("dive").reasons] == ["dive.raft", "dive.token"]
    assert [r.rule for r in state.check("photograph").reasons] == ["photograph.subject", "photograph.token"]
    assert [r.rule for r in state.check("discover").reasons] == ["discover.base", "discover.exit"]
    assert [r.text() for asked in ("dive", "photograph") for r in state.check(asked).reasons] == [
        "You can dive only on water that you came to by raft.",
        "There is no water token here.",
        "There is no wonder here.",
        "There is no photo token here.",
    ], "each of them is true where others fail too"
    assert state.check("abandon_camp").reasons[0].text() == "The camp is not in the backpack."


def test_reasons_give_what_there_is_and_what_would_be_needed():
    seen = {
        name: (reasons_of(name)[0].current, reasons_of(name)[0].needed, reasons_of(name)[0].text()) for name in ALONE
    }
    assert seen["dive_raft"][:2] == ("no", "yes") and seen["photograph_camera"][:2] == ("0", "at least 1 camera")
    assert seen["discover_base"][:2] == ("o", "not o") and seen["load_camp_slots"][:2] == ("1", "at least 2")
    assert seen["struggle_cost"] == ("4", "5", "This costs 5 action points; you have 4.")
    assert seen["photograph_subject"] == ("empty passage", "underground wonder", "There is no wonder here.")


def test_citations_are_facts_of_the_rulebook():
    game = the_cave()
    for name, clause in CLAUSES.items():
        assert all(each in game.facts or each.startswith("TC-AMB") for each in clause.cites), name
    assert sum(bool(clause.cites) for clause in CLAUSES.values()) > 10


def test_a_line_without_facts_of_its_own_cites_those_of_its_action():
    assert [r.citation for r in reasons_of("photograph_subject")] == [("TC-EN-ACT-27",)]
    assert [r.citation for r in reasons_of("photograph_camera")] == [("TC-EN-EQUIP-02",)]


def test_what_an_overlay_adds_to_an_action_cites_nothing_of_the_base(tmp_path):
    (tmp_path / "no-flash.cave").write_text(
        """overlay no-flash 1.0
    language 1
    extends the-cave ^2.0
amend action photograph
    add dark: require here is base "It is too dark."
""",
        "utf-8",
    )
    state, action = refused("photograph_subject", cw.load_game("the-cave", overlays=[tmp_path / "no-flash.cave"]))
    reasons = {r.rule: r.citation for r in state.check(action).reasons}
    assert reasons["photograph.dark"] == () and reasons["photograph.subject"] == ("TC-EN-ACT-27",)


def test_asking_is_not_doing():
    state = walk(the_cave(), 1, 120, steered, players=3)[0][-1]
    key = state.key()
    for action in actions(state, random.Random(1), 0.2):
        state.check(action)
    assert state.key() == key


def test_where_nothing_can_be_paid_the_least_price_is_said():
    """An action whose choice is empty for want of goods says what the cheapest of it would cost; one that is empty for other reasons does not."""
    text = """ruleset shop 1.0
    language 1
kind tool
    | tool | price: 1..9 | sold: yes_no |
    | lamp | 4 | no |
    | pick | 6 | no |
    | rope | 2 | yes |
players buyer 2..2
    keeps coins: 0..9
to play
    each buyer from first(p in buyer)
        offer
            action shop
                buy
            action wait
                gain 1 coins
to buy
    offer
        action take(t in tool)
            require not t.sold
            price: cost t.price coins
            gain 1 coins
scoring
    score coins = coins
    highest total wins
"""
    state = cw.load_rules({"shop.cave": text}).new_initial_state()
    reasons = with_prices(state, state._read("shop"))
    assert [(each.code, each.current, each.needed) for each in state.check("shop").reasons] == [("nothing", "", "")]
    assert [(each.code, each.current, each.needed) for each in reasons] == [("nothing", "", ""), ("cost", "0", "4")]
    nothing = cw.load_rules({"shop.cave": text.replace("not t.sold", "t.price > 7")}).new_initial_state()
    assert [each.code for each in with_prices(nothing, nothing._read("shop"))] == ["nothing"]


DOOR = """ruleset door 1.0 "Door"
    language 1

players guest 1..1
    keeps key: yes_no = no
    keeps late: yes_no = yes

define welcome = key and not late
define closed = late

to play
    offer moves

menu moves "Your move"

action enter in moves "Enter"
    named: require welcome "Not you."
    turned: require not closed "It is closed."
    finish

action wait in moves "Wait"
    finish

scoring
    score none = 0
    highest total wins
"""


def test_a_page_says_what_is_missing_of_a_named_condition():
    """Also where it is no number, but a part that holds or does not."""
    state = cw.load_rules({"door.cave": DOOR}).new_initial_state()
    shown = causes(state.check("enter").reasons, state.game.wording(), state)
    assert [(each.current, each.needed) for each in shown] == [("not key", "key"), ("late", "not late")]


def test_a_named_condition_says_what_is_missing():
    """The part of it that does not hold, as it is written; of one that must not hold those of which it is made."""
    state = cw.load_rules({"door.cave": DOOR}).new_initial_state()
    found = {each.rule: (each.current, each.needed) for each in state.check("enter").reasons}
    assert found == {"enter.named": ("not key", "key"), "enter.turned": ("late", "not late")}
