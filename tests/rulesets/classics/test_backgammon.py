"""Backgammon beside OpenSpiel's, turn by turn: whatever the dice, a turn can end in just the same positions; and every fact is carried out and shown."""

import random

import pytest
from tests.rulesets.cited import carried_out, forgotten, loaded, misspelt, without_example

import cavewright as cw
from cavewright.play.examples.runner import run_examples

DICE = ("one", "two", "three", "four", "five", "six")
POINTS = range(1, 25)


def test_every_fact_is_carried_out_and_shown():
    game = loaded("backgammon")[0]
    assert len(game.facts) == 15 and forgotten(game) == [] and misspelt(game) == []
    assert without_example(game, carried_out(game, "none")) == []


def test_the_examples_hold():
    assert [each.name for each in run_examples(cw.load_game("backgammon")) if not each.ok] == []


# ---- the same position in both -----------------------------------------------------------------------------------


def position_of(state):
    """The men of our first and second player on all points, on the bar and off."""
    view, found = state.view(None), []
    places = view.boards["point"].places
    for player, bar in ((0, "bar-white"), (1, "bar-black")):
        kept = [places[each].values for each in (*(f"p{n}" for n in POINTS), bar)]
        found += [each["men"] if each["owner"] == player else 0 for each in kept]
        found.append(view.players[player].values["off"])
    return tuple(found)


BAR = 100
"""The place of the bar in OpenSpiel."""


def position_in_openspiel(state):
    """The same of a state of OpenSpiel, whose second player is our first."""
    found = []
    for player in (1, 0):
        men = [state.board(player, point) for point in (*range(24), BAR)]
        found += [*men, 15 - sum(men)]
    return tuple(found)


def ends_of_turn(state):
    """The states in which a turn can end, by their positions."""
    found, todo, seen = {}, [state], set()
    while todo:
        state = todo.pop()
        if state.is_terminal or state.current_player == cw.CHANCE:
            found[position_of(state)] = state
        elif state.key() not in seen:
            todo += [state.apply(each) for each in state.legal_actions()]
            seen.add(state.key())
    return found


def ends_in_openspiel(state):
    """The same of a state of OpenSpiel, where equal dice are two turns of one player."""
    player, found, todo = state.current_player(), {}, [state]
    while todo:
        state = todo.pop()
        if state.is_terminal() or state.is_chance_node() or state.current_player() != player:
            found[position_in_openspiel(state)] = state
        else:
            todo += [state.child(each) for each in state.legal_actions()]
    return found


def throw(state, *dice):
    for each in dice:
        state = state.apply(next(one for one, _ in state.chance_outcomes() if one.text.endswith(DICE[each - 1])))
    return state


@pytest.mark.parametrize("seed, turns", [("short", 8), *((f"whole-{n}", 400) for n in range(12))])
@pytest.mark.gate("short-8")
def test_turns_end_as_in_openspiel(seed, turns):
    pyspiel, chooser = pytest.importorskip("pyspiel"), random.Random(seed)
    other = pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
    outcome, _ = chooser.choice(other.chance_outcomes())
    low, high = sorted(int(each) for each in other.action_to_string(outcome)[-3:-1])
    other.apply_action(outcome)
    ours = cw.load_game("backgammon").new_initial_state(2)
    ours = throw(ours, *((high, low) if other.current_player() == 1 else (low, high)))
    for _ in range(turns):
        if ours.is_terminal:
            break
        found, expected = ends_of_turn(ours), ends_in_openspiel(other)
        assert found.keys() == expected.keys(), str(other)
        position = chooser.choice(sorted(found))
        ours, other = found[position], expected[position]
        while other.is_chance_node():
            outcome, _ = chooser.choice(other.chance_outcomes())
            dice = [int(each) for each in other.action_to_string(outcome)[-3:-1]]
            other.apply_action(outcome)
            ours = throw(ours, *dice)
    assert ours.is_terminal == other.is_terminal() and (ours.is_terminal or turns < 400)
    assert list(ours.returns()) == other.returns()[::-1]
