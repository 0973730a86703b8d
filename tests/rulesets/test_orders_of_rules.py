"""Both orders of all pairs of bundled house rules have one hash and one list of declarations, or are refused with the same words."""

from itertools import combinations

import pytest
from tests.engine.agreement.settings import HOUSE

from cavewright.foundation.source import errors
from cavewright.language.compose.rule_files import read_stack
from cavewright.play.loading.rulesets import RuleSources

PAIRS = list(combinations(HOUSE, 2))
GATE = {("heavy-ropes", "long-rope"), ("long-rope", "short-turns"), ("rockfall", "two-tiles")}


def outcome(overlays, base="the-cave"):
    """What comes of overlays in an order: the hash with the declarations in theirs, or what is wrong, in no order."""
    folders, unread = read_stack(base, overlays)
    assert not unread
    composed, _, found = RuleSources(folders).composition
    wrong = errors(found)
    if wrong:
        return sorted((each.code, each.message, each.help, str(each.span)) for each in wrong)
    return composed.hash, [each.label for each in composed.declarations]


@pytest.mark.parametrize(
    "pair",
    [pytest.param(each, id="+".join(each), marks=() if each in GATE else pytest.mark.long) for each in PAIRS],
)
def test_both_orders_are_one(pair):
    assert outcome(pair) == outcome(pair[::-1])
