"""Places that decided a match: a line, a chain, a man that got there; nothing where a match ends for another reason."""

import random
from itertools import pairwise

import pytest

import cavewright as cw
from cavewright.play.states.decisive_places import decisive_places

RULES = """ruleset hush 1.0 "Hush"
    language 1
players team 2..2
board hall
    grid 2 by 2
    keeps owner: team or none
to play
    repeat {until}
        each team from first(t in team)
            offer turn
menu turn "A turn."
action lay(h in hall) in turn "Lay"
    free: require h.owner is none "Somebody is there."
    set h.owner = me
scoring "Nothing."
    score nothing = 0
    highest total wins
"""


def ended(game, seed):
    """A match of random choices that has ended."""
    match, chance = cw.Match(game, ["Anna", "Ben"], seed=seed), random.Random(seed)
    while not match.state.is_terminal:
        match.push(chance.choice(match.state.legal_actions(match.state.active_players[0])))
    return match


def decided(match):
    before, last = match.at(len(match.move_stack) - 1), match.move_stack[-1]
    return [row for _, row in decisive_places(before, last)]


def point(name):
    return ord(name[0]) - ord("a"), int(name[1:])


@pytest.mark.parametrize(("spec", "many"), [("tic-tac-toe", 3), ("connect-four", 4)])
@pytest.mark.parametrize("seed", range(12))
def test_one_line_of_the_winner_is_what_decided(spec, many, seed):
    match = ended(cw.load_game(spec), seed)
    found, winners = decided(match), match.state.outcome().winners
    if len(winners) != 1:
        assert not found
        return
    points = sorted(map(point, found))
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)}
    assert len(points) == many and len(steps) == 1 and max(map(abs, steps.pop())) == 1
    (board,) = match.state.game.rules_model.boards
    (field,) = [each.name for each in match.state.game.rules_model.fields if each.owner == board]
    kept = match.state.game.rules_model.kinds[board].rows
    first = match.state.game.program.layout.base[board, field]
    assert {match.state._h[first + kept.index(each)] for each in found} == {winners[0]}


def test_a_chain_decides_of_which_nothing_can_be_missed():
    game = cw.load_game("hex")
    match = ended(game, 3)
    found, before, last = decided(match), match.at(len(match.move_stack) - 1), match.move_stack[-1]
    first = game.program.layout.base["rhomb", "stone"]
    rows = game.rules_model.kinds["rhomb"].rows
    alone = [n for n in range(121) if before._h[first + n] == last.player and rows[n] not in found]
    for each in [None, *found]:
        h = before._h[:]
        for n in [*alone, *([rows.index(each)] if each else [])]:
            h[first + n] = 1 - last.player
        left = type(before)(game, before.names, h, before._s, None, [])
        if each is None or before._h[first + rows.index(each)] == last.player:
            assert left.apply(str(last)).is_terminal == (each is None), each
    assert {point(each)[1] for each in found} == set(range(1, 12)) or {point(each)[0] for each in found} == set(
        range(11)
    )


def test_what_got_there_decides_where_it_stands_then():
    match = ended(cw.load_game("breakthrough"), 5)
    assert decided(match) and {each[1:] for each in decided(match)} <= {"1", "8"}


@pytest.mark.parametrize("until", ["2 times", "until every(h in hall: h.owner is not none)"], ids=["rounds", "full"])
def test_no_place_decides_where_a_match_ends_for_another_reason(tmp_path, until):
    path = tmp_path / "hush.cave"
    path.write_text(RULES.format(until=until))
    assert decided(ended(cw.load_game(path), 1)) == []
