"""Judgement of choices: terms add up to the worth of a position, a missed win is found, and unknown cards change nothing."""

import random

import pytest

import cavewright as cw
from cavewright.bots.players.determinisation import determinise
from cavewright.bots.players.judgement import DRAWS, Judge, costliest, review_match
from cavewright.connect.prompts.judged_words import explain_option


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


DIGGING = """ruleset digging 1.0 "Digging"
    language 2

players digger 2..2
    keeps found: 0..99 = 0

to play
    repeat 2 times
        each digger
            offer work
            offer work

menu work

action dig in work "Dig"
    roll n in 0..8
    set found = found + n

action rest in work "Rest"
    set found = found + 1

scoring
    score gems = found
    highest total wins
"""


@pytest.fixture(name="digging", scope="module")
def fixture_digging(tmp_path_factory):
    folder = tmp_path_factory.mktemp("digging")
    (folder / "digging.cave").write_text(DIGGING, encoding="utf-8")
    return cw.load_game(folder)


def test_what_leads_to_chance_is_told_as_the_mean_of_draws(digging):
    state, judge = digging.new_initial_state(2), Judge(digging)
    options = [each.text for each in state.legal_actions(0)]
    dug, rested = (judge.explain(state, 0, options.index(each), "hint") for each in ("dig", "rest"))
    assert (rested.draws, [each.by for each in rested.changes]) == (0, [2])
    assert dug.draws == DRAWS and [1 < each.by < 9 for each in dug.changes] == [True]


def test_a_hint_says_that_it_is_a_mean(digging):
    state = digging.new_initial_state(2)
    told = [explain_option(state, 0, n, "de") for n, _ in enumerate(state.legal_actions(0))]
    assert ["(Mittel aus 8 Ziehungen)" in each for each in told] == ["dig" in a.text for a in state.legal_actions(0)]


def test_a_hint_of_the_cave_that_leads_to_chance_has_reasons():
    """Parts of its advice are compared although they hold tables."""
    state = cw.Match(cw.load_game("the-cave"), 2, 7).state
    while "discover" not in [each.text for each in state.legal_actions(state.active_players[0])]:
        while state.current_player == cw.CHANCE:
            state = state.apply(state.chance_outcomes()[0][0])
        me = state.active_players[0]
        actions = state.legal_actions(me)
        state = state.apply(next((each for each in actions if each.name == "enter"), actions[0]))
        while state.current_player == cw.CHANCE:
            state = state.apply(state.chance_outcomes()[0][0])
    me = state.active_players[0]
    at = [each.text for each in state.legal_actions(me)].index("discover")
    assert "(mean of 8 draws)" in explain_option(state, me, at, "en")
