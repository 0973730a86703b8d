"""Looking ahead of an action after which a number does not fit: nothing is said of it, and whoever looks goes on."""

import pytest

import cavewright as cw
from cavewright.play.states.preview import preview

RULES = """ruleset short 1.0 "Short"
    language 2

kind card
    | card |
    | hut  |

players miner 2..2
    keeps hand: bag of card
    keeps out: yes_no

game
    keeps deck: pile of card

to play
    gain 3 hut in deck
    each miner where not out
        draw 2 from deck to hand
        offer deeds

menu deeds
menu talk always for each miner

action leave in talk "Leave"
    set out = yes

action rest in deeds "Rest"
    finish

scoring
    score cards = size(hand)
    highest total wins
"""


@pytest.fixture
def state():
    found = cw.load_rules({"short.cave": RULES}).new_initial_state(2)
    while found.current_player == cw.CHANCE:
        found = found.apply(found.chance_outcomes()[0][0])
    return found


def test_an_action_that_cannot_be_carried_out_says_nothing(state):
    """The next draws two cards from a pile of one."""
    [leaving] = state.interrupts(0)
    seen = preview(state, leaving)
    assert (seen.dues, seen.events, seen.chance, seen.turn) == ((), (), None, None)


def test_what_can_be_carried_out_is_seen(state):
    assert preview(state, state.legal_actions()[0]).turn == cw.TERMINAL


def test_the_match_stands_and_is_gone_on_with(state):
    match = cw.Match(state.game, 2, seed=1)
    before = match.state
    with pytest.raises(cw.WorkLimitError, match=r"2 is due, and 1 is possible \(short.cave:18\)"):
        match.push(match.state.interrupts(0)[0])
    assert match.state == before
    match.push("rest")
    assert match.state.is_terminal
