"""Mutants of offers: each of them is an offer that the language can write."""

from dataclasses import replace
from itertools import product

import pytest

import cavewright as cw
from cavewright.bots.falsify.statement_mutations import change_statement
from cavewright.play.states.game import Game
from cavewright.rules.model.ruleset import Choose, Offer

OFFERS = """ruleset offering 1.0 "Offering"
    language {language}

game
    keeps left: 0..3 = 3

players player 2..2

to play
    {offer}
    finish

menu turn "In a turn"

action take in turn "Take one"
    require left > 0 "None is left."
    set left = left - 1

scoring
    score left = left
    highest total wins
"""
WRITTEN = (
    "offer turn",
    "offer any turn",
    "offer any turn once",
    "offer turn or none",
    "offer any turn until left is 0",
)
ELSE = "\n    otherwise\n        set left = 0"
IN_TWO = (
    "offer any turn or stop",
    "offer any turn once or stop",
    f"offer turn{ELSE}",
    f"offer any turn until left is 1{ELSE}",
    f"offer any turn once{ELSE}",
)
CHOICES = (
    "choose any n in 1..3 once\n        set left = n",
    "choose any n in 1..3 where n > left otherwise any once or stop until left is 2\n        set left = n",
    f"choose any n in 1..3 where n < left otherwise n < 2\n        set left = n - 1{ELSE}",
)


def can_be_written(offer):
    """`once`, `until` and `or stop` stand behind `any`, `or none` where there is none."""
    behind_any = offer.once or offer.until is not None or offer.through
    is_sound = not offer.optional if offer.any else not behind_any
    return is_sound and not (offer.otherwise and offer.has_done)


@pytest.mark.parametrize(("language", "offer"), [*product((1, 2), WRITTEN), *product((2,), IN_TWO)])
def test_broken_offers_are_offers_that_somebody_could_have_written(language, offer):
    game = cw.load_rules({"offering.cave": OFFERS.format(language=language, offer=offer)})
    [step] = [each for each in game.rules_model.processes["play"].body if isinstance(each.statement, Offer)]
    assert can_be_written(step.statement)
    broken = [each.statement for _, _, new in change_statement(step) for each in new]
    assert broken and all(map(can_be_written, broken)), broken


@pytest.mark.parametrize("choice", CHOICES)
def test_rules_with_a_broken_choice_are_played(choice):
    game = cw.load_rules({"offering.cave": OFFERS.format(language=2, offer=choice)})
    play = game.rules_model.processes["play"]
    [at] = [n for n, each in enumerate(play.body) if isinstance(each.statement, Choose)]
    broken = [new for _, _, new in change_statement(play.body[at])]
    assert len(broken) >= 2
    for new in broken:
        body = (*play.body[:at], *new, *play.body[at + 1 :])
        rules = replace(game.rules_model, processes={"play": replace(play, body=body)})
        state = Game(rules, game.facts, engine="interpreter").new_initial_state(2)
        for _ in range(9):
            if not state.is_terminal:
                assert state.legal_actions()
                state = state.apply(state.legal_actions()[0])
