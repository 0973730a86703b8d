"""Mutants of offers: each of them is an offer that the language can write."""

from itertools import product

import pytest

import cavewright as cw
from cavewright.bots.falsify.statement_mutations import change_statement
from cavewright.rules.model.ruleset import Offer

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
IN_TWO = ("offer any turn or stop", "offer any turn once or stop")


def can_be_written(offer):
    """`once`, `until` and `or stop` stand behind `any`, `or none` where there is none."""
    behind_any = offer.once or offer.until is not None or offer.through
    return not offer.optional if offer.any else not behind_any


@pytest.mark.parametrize(("language", "offer"), [*product((1, 2), WRITTEN), *product((2,), IN_TWO)])
def test_broken_offers_are_offers_that_somebody_could_have_written(language, offer):
    game = cw.load_rules({"offering.cave": OFFERS.format(language=language, offer=offer)})
    [step] = [each for each in game.rules_model.processes["play"].body if isinstance(each.statement, Offer)]
    assert can_be_written(step.statement)
    broken = [each.statement for _, _, new in change_statement(step) for each in new]
    assert broken and all(map(can_be_written, broken)), broken
