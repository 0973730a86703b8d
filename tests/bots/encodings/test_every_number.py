"""The law of numbers: every legal action of a game has one, and is had back from it, however decisions share their names."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from tests.engine.agreement.settings import BASES, load
from tests.fuzz.small import folders

import cavewright as cw
from cavewright.encodings import Actions, EncodingError, Information, Observations, Recall

RULES = """ruleset dice 1.0 "Dice"
    language 1

players team 2..3
    keeps points: 0..99
    keeps bid: 0..99

menu deeds

action rest in deeds
    gain 1 point

to play
    each team from first(t in team)
        {first}
    each team from first(t in team)
        {second}
        offer deeds

scoring
    score points = points
    highest total wins
"""
SHARED = {
    "the second goes further up": ("roll o in 1..2", "roll n in 1..3"),
    "the second goes further down": ("roll o in 10..11", "roll n in 1..3"),
    "the first goes further": ("roll n in 1..3", "roll o in 1..2"),
    "one is secret": ("roll o in 1..2", "roll n in 4..9 secret"),
    "keys": ("x: roll o in 1..2", "x: roll n in 0..20"),
    "other names": ("a: roll o in 1..2", "roll n in 4..6"),
    "choices": ("x: choose a in 1..2\n            set bid = a", "x: choose b in 40..42\n            set bid = b"),
    "choices of two": (
        "x: choose a in 1..2, b in 0..9\n            set bid = b",
        "x: choose c in 0..5, d in 20..29\n            set bid = d",
    ),
    "chance and then a choice": ("roll o in 1..2", "choose k in 5..9\n            set bid = k"),
    "rows": ("roll o in team", "roll n in team where n is not me"),
    "none among them": (
        "x: choose a in team\n            set bid = 1",
        "x: choose b in team where b is not me\n            set bid = 2",
    ),
}
REFUSED = {
    "chance and a player": ("x: choose o in 1..2\n            set bid = o", "x: roll p in 1..2"),
    "a player and chance": ("x: roll p in 1..2", "x: choose o in 1..2\n            set bid = o"),
    "numbers and rows": ("roll o in 1..2", "roll n in team"),
    "a key that is the name": ("n: roll n in 1..2", "roll t in team"),
}


def legal(state):
    """All that may come next."""
    if state.current_player == cw.CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return [action for player in state.active_players for action in state.legal_actions(player)]


def walk(game, seed, steps, players=None):
    """Plays at random, and asks for the number of everything that is legal on the way; how many there were."""
    actions = Actions(game, players)
    information = Information(actions, Observations(game, players), 8)
    rng, many, state = random.Random(seed), 0, game.new_initial_state(players)
    recall = Recall(state)
    for _ in range(steps):
        if state.is_terminal:
            break
        found = legal(state)
        for action in found:
            number = actions.encode(action)
            assert 0 <= number < (actions.chance_size if action.player == cw.CHANCE else actions.size), action
            again = actions.decode(number, action.player)
            assert (again, str(again)) == (action, str(action)) and game.parse_action(str(action)) == action
        assert len({(each.player, actions.encode(each)) for each in found}) == len(set(found))
        many += len(found)
        taken = rng.choice(found)
        state = state.apply(taken)
        recall = Recall(state, recall, taken)
        assert len(information.tensor(recall, 0)) == information.size
    return many


@pytest.mark.parametrize("name", SHARED)
def test_decisions_that_share_a_name_share_their_numbers(name):
    first, second = SHARED[name]
    game = cw.load_rules({"dice.cave": RULES.format(first=first, second=second)})
    assert sum(walk(game, seed, 20) for seed in range(4)) > 20


@pytest.mark.parametrize("name", REFUSED)
def test_decisions_of_one_name_that_have_nothing_in_common_are_refused(name):
    first, second = REFUSED[name]
    with pytest.raises(cw.RulesetError) as caught:
        cw.load_rules({"dice.cave": RULES.format(first=first, second=second)})
    found = next(each for each in caught.value.diagnostics if each.code == "C0210")
    decides = {"x: roll": "chance decides here", "x: choose": "a player decides here"}
    ours = (
        [decides[" ".join(each.split()[:2])] for each in (second, first)]
        if first.startswith("x: ")
        else ["here", "and here"]
    )
    assert [each.text for each in found.labels] == ours


@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("cave-vs-cave", "breakthrough", "connect-four")
def test_every_legal_action_of_a_game_has_a_number(name):
    game = load(name)
    try:
        Actions(game)
    except EncodingError:
        return
    assert walk(game, name, 40) > 5


@pytest.mark.long
@settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), max_examples=40, derandomize=True)
@given(folders)
def test_every_legal_action_of_generated_rules_has_a_number(files):
    try:
        game = cw.load_rules({name: text for name, text in files.items() if isinstance(text, str)})
        Actions(game)
    except (cw.RulesetError, EncodingError):
        return
    try:
        walk(game, 3, 12)
    except cw.WorkLimitError:
        return
