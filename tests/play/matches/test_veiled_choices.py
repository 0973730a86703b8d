"""A card from an unseen hand that is laid open is named in the account of a match, to all viewers; what stays unseen is not."""

import pytest

import cavewright as cw
from cavewright.play.matches.narration import of_step

RULES = """ruleset cards 1.0 "Cards"
    language 1

kind card
    | card | v: 1..9 |
    | ace  | 1       |
    | six  | 6       |

players team 2..2
    keeps hand: bag of card secret
    keeps stock: bag of card secret
    keeps laid: card or none

to play
    for each t in team
        gain 1 ace, 1 six in t.hand
    each team
        put: choose c in hand
            lose 1 c from hand
            WHAT

scoring
    score points = laid.v
    lowest total wins
"""


@pytest.mark.parametrize("viewer, seen", [(None, False), (0, True), (1, False)])
@pytest.mark.parametrize("what, told", [("set laid = c", "laid six"), ("gain 1 c in stock", "")])
def test_what_comes_into_the_open_is_told(what, told, viewer, seen):
    before = cw.load_rules({"cards.cave": RULES.replace("WHAT", what)}).new_initial_state()
    action = next(each for each in before.legal_actions() if each.text == "put six")
    said = " ".join(each.said for each in of_step(before, action, before.apply(action), viewer))
    assert (told in said if told else "six" not in said) or seen
    assert not seen or "six" in said
