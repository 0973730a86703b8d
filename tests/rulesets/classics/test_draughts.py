"""English draughts: as many ways to go on as others have counted, and the same moves as in another program."""

import random
from collections import Counter

import pytest
from tests.rulesets.cited import carried_out, forgotten, loaded, misspelt, without_example

import cavewright as cw
from cavewright.play.examples.runner import run_examples

LEAVES = (7, 49, 302, 1_469, 7_361, 36_768, 179_740)
"""Numbers of positions by depth, a chain of jumps counted as one move, as they are published."""
QUICK = 4
WAYS = {"nw": (-1, 1), "ne": (1, 1), "sw": (-1, -1), "se": (1, -1)}
COLUMNS = "abcdefgh"


def after_turn(state, player):
    """The states with which a turn of a player may end."""
    if state.is_terminal or state.current_player != player:
        yield state
        return
    for action in state.legal_actions():
        yield from after_turn(state.apply(action), player)


def leaves(depth):
    """The numbers of leaves up to a depth. Equal positions are gone on from once."""
    level, found = Counter({cw.load_game("draughts").new_initial_state(): 1}), []
    for _ in range(depth):
        after = Counter()
        for state, ways in level.items():
            for each in after_turn(state, state.current_player):
                after[each] += ways
        level = after
        found.append(sum(level.values()))
    return tuple(found)


def test_the_leaves_are_as_many_as_published():
    assert leaves(QUICK) == LEAVES[:QUICK]


@pytest.mark.long
def test_deeper_too():
    assert leaves(len(LEAVES)) == LEAVES


def by_squares(actions, jumper, far):
    """Actions by the two squares between which they lead, as the other program names them."""
    found = {}
    for action in actions:
        *start, way = action.text.split()[1:]
        square, (east, north) = (start or [jumper])[0], WAYS[way]
        found[f"{square}{COLUMNS[COLUMNS.index(square[0]) + far * east]}{int(square[1]) + far * north}"] = action
    return found


def in_lockstep(there, seed):
    """Yields what may be done at every step of a game at random, in both programs, and who is to move."""
    chooser, ours, theirs, jumper = random.Random(seed), cw.load_game("draughts").new_initial_state(), there, ""
    while not theirs.is_terminal() and not ours.is_terminal:
        known = {theirs.action_to_string(each)[:4]: each for each in theirs.legal_actions()}
        actions = by_squares(
            ours.legal_actions(), jumper, 2 if any(abs(ord(k[0]) - ord(k[2])) > 1 for k in known) else 1
        )
        yield (sorted(actions), ours.current_player), (sorted(known), theirs.current_player())
        chosen = chooser.choice(sorted(known))
        theirs.apply_action(known[chosen])
        ours, jumper = ours.apply(actions[chosen]), chosen[2:]
    if ours.is_terminal and len(ours.outcome().winners) == 1:
        yield ours.outcome().winners[0], theirs.returns().index(1)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.gate("1")
def test_what_may_be_done_is_the_same_there(seed):
    """Only when nobody wins is decided otherwise there."""
    there = pytest.importorskip("pyspiel", reason="open_spiel is not installed").load_game("checkers")
    for ours, theirs in in_lockstep(there.new_initial_state(), seed):
        assert ours == theirs


def test_every_fact_is_carried_out_and_shown():
    game = loaded("draughts")[0]
    assert len(game.facts) == 11 and forgotten(game) == [] and misspelt(game) == []
    assert without_example(game, carried_out(game, "none")) == []


def test_the_examples_hold():
    assert [each.name for each in run_examples(cw.load_game("draughts")) if not each.ok] == []
