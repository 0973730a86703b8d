"""Judgement of choices: terms add up to the worth of a position, a missed win is found, and unknown cards change nothing."""

import random

import pytest

import cavewright as cw
from cavewright.bots.players.determinisation import determinise
from cavewright.bots.players.judgement import Judge, costliest, review_match


def positions(game, players, moves, seed):
    """Positions of a game at random, each with who acts."""
    rng, match = random.Random(seed), cw.Match(game, players, seed)
    for _ in range(moves):
        if match.state.is_terminal:
            return
        me = match.state.active_players[0]
        yield match.state, me
        match.push(rng.choice(match.state.legal_actions(me)))


@pytest.mark.parametrize("name", ["the-cave", "cave-vs-cave", "connect-four", "nine-mens-morris"])
@pytest.mark.gate("nine-mens-morris")
def test_terms_add_up_to_the_worth(name):
    game = cw.load_game(name)
    judge = Judge(game)
    for state, me in positions(game, 2, 40, 3):
        assert sum(judge.values(state, me)) == state.value(me)


def test_changes_are_the_differences_of_the_terms():
    game = cw.load_game("the-cave")
    judge, found = Judge(game), 0
    seen = list(positions(game, 2, 60, 4))
    for (before, me), (then, _) in zip(seen, seen[7:], strict=False):
        changes = judge.changes(before, then, me)
        assert sum(each.by for each in changes) == then.value(me) - before.value(me)
        assert [abs(each.by) for each in changes] == sorted((abs(each.by) for each in changes), reverse=True)
        found += len(changes) > 1
    assert found


def test_a_win_that_was_missed_costs_most():
    match = cw.Match(cw.load_game("tic-tac-toe"), 2, 1)
    for each in ("a1", "b1", "a2", "b2", "c3", "c1", "a3"):
        match.push(f"mark {each}")
    decisions = review_match(match)
    worst = costliest(decisions)
    assert [each.number for each in decisions] == list(range(7))
    assert [(str(each.action), str(each.better), each.loss) for each in worst] == [
        ("0: mark c3", "0: mark a3", 1),
        ("1: mark c1", "1: mark b3", 1),
    ]
    assert all(each.action == each.better and not each.changes for each in decisions if not each.loss)


def test_what_a_hint_says_depends_on_nothing_that_the_player_cannot_know():
    """In two worlds that are the same to a player it is the same."""
    game = cw.load_game("hearts")
    judge, match = Judge(game), cw.Match(game, 4, 2)
    while match.state.current_player == cw.SIMULTANEOUS and not match.state.is_terminal:
        me = match.state.active_players[0]
        match.push(match.state.legal_actions(me)[0])
    state, me = match.state, match.state.active_players[0]
    other = determinise(state, me, random.Random(5))
    assert other.view(cw.ALL) != state.view(cw.ALL) and other.view(me) == state.view(me)
    for option in range(len(state._options(me))):
        assert judge.explain(state, me, option, "a") == judge.explain(other, me, option, "a")
