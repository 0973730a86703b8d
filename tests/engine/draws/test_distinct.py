"""No two legal actions are the same, in any ruleset, with any options, house rules and numbers of players."""

import random

import pytest
from tests.engine.agreement.settings import BASES, house_rules, load, with_random_options
from tests.engine.draws.decks import PLAIN, loaded

import cavewright as cw


def all_distinct(state):
    """Nobody is offered an action twice, nor is anything that chance may bring."""
    for player in state.active_players:
        offered = [str(each) for each in state.legal_actions(player)]
        assert len(set(offered)) == len(offered) == len(set(state.legal_actions(player))), offered
    brought = [str(action) for action, _ in state.chance_outcomes()]
    assert len(set(brought)) == len(brought), brought


def walk(game, rng, steps):
    """Looks at all states of a random game; how many there were."""
    state = game.new_initial_state(rng.choice(game.players))
    for n in range(steps):
        all_distinct(state)
        if state.is_terminal:
            return n
        ways = [action for action, _ in state.chance_outcomes()] or state.legal_actions(
            rng.choice(state.active_players)
        )
        state = state.apply(rng.choice(ways))
    return steps


@pytest.mark.parametrize("name", BASES)
@pytest.mark.long
def test_in_games_with_random_options(name):
    rng = random.Random(name)
    for _ in range(3):
        walk(with_random_options(name, rng, house_rules(rng) if name == "the-cave" else ()), rng, 120)


@pytest.mark.long
@pytest.mark.parametrize("name", BASES)
def test_in_many_games(name):
    rng = random.Random(name)
    for _ in range(40):
        walk(with_random_options(name, rng, house_rules(rng) if name == "the-cave" else ()), rng, 800)


@pytest.mark.long
def test_while_the_other_player_is_asked():
    """What is offered by a menu is not offered beside it once more."""
    game, rng = load("cave-vs-cave", (), (("exchange_time", "any_time"),)), random.Random(1)
    assert walk(game, rng, 200) and walk(game, rng, 200)


ASIDE = """menu asides always "At any time."

action {word}(c in card) in asides "Look at it"
    set card_ready = yes

menu deeds"""
BY_NAME = {
    "a menu": ("offer deeds", "offer any asides", "look"),
    "a menu of things done once": ("offer deeds", "offer any asides once", "look"),
    "a line of its own": (
        "offer deeds",
        'offer or none\n        action look(c in card) "Look"\n            gain 1 total',
        "look",
    ),
    "a choice": ("offer deeds", "peek: choose c in card\n        gain 1 total", "peek"),
}
"""Decisions that themselves call something by the name of an action that stands beside all decisions."""


@pytest.mark.parametrize("case", BY_NAME.values(), ids=BY_NAME)
@pytest.mark.gate("a menu", "a menu of things done once", "a choice")
def test_a_decision_means_its_own_by_a_name(case):
    before, after, word = case
    text = PLAIN[: PLAIN.index("\nexample")].replace(before, after).replace("menu deeds", ASIDE.replace("{word}", word))
    state = loaded(text).new_initial_state(1)
    while state.current_player == cw.CHANCE:
        state = state.apply(state.chance_outcomes()[0][0])
    all_distinct(state)
    assert [str(each) for each in state.legal_actions() if each.name == word] == [
        f"0: {word} c{n}" for n in range(1, 5)
    ]
