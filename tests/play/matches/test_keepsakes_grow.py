"""Keepsakes grow: what was made for an earlier one is not made again, and is what would be made anew."""

import random

import pytest

import cavewright as cw
from cavewright.play.matches import keepsake

GAMES = [("tic-tac-toe", {}), ("the-cave+survey-goals", {"starting_kit": "suggested"}), ("cave-vs-cave", {})]


def keepsakes(match):
    told = [match.told(viewer, since, "de") for viewer in (None, 0) for since in (0, len(match.move_stack) // 2)]
    return [match.to_json(viewer) for viewer in (0, 1, None)], told


@pytest.mark.gate("tic-tac-toe-")
@pytest.mark.parametrize("game, options", GAMES, ids=lambda each: each if isinstance(each, str) else "")
def test_a_keepsake_is_the_one_of_a_match_that_was_asked_for_none_before(game, options):
    """Whatever was done meanwhile: played on, taken back, corrected, copied."""
    rng = random.Random(7)
    match = cw.Match(cw.load_game(game, options=options), ["Anna", "Jola"], seed=7)
    for _ in range(40):
        kept = keepsakes(match)
        assert kept == keepsakes(cw.Match.from_json(match.to_json()))
        deed = rng.randrange(8)
        if match.state.is_terminal or (
            deed == 0 and match.peek() and any(each.player >= 0 for each in match.move_stack)
        ):
            match.pop()
        elif deed == 1 and len(match.move_stack) > 3 and match.at(2) != match.state:
            match.correct(match.at(2), "agreed")
        elif deed == 2:
            copy, before = match, match.to_json()
            match = match.__copy__()
            match.push(rng.choice(match.state.legal_actions(match.state.active_players[0])))
            assert copy.to_json() == before and keepsakes(copy) == kept
        else:
            match.push(rng.choice(match.state.legal_actions(match.state.active_players[0])))


def test_a_second_keepsake_makes_only_what_is_new(monkeypatch):
    match = cw.Match(cw.load_game("the-cave", options={"starting_kit": "suggested"}), 3, seed=7)
    for _ in range(20):
        match.push(match.state.legal_actions(match.state.active_players[0])[0])
    made, real = [], keepsake.move_rows
    monkeypatch.setattr(keepsake, "move_rows", lambda *given: made.append(given[1]) or real(*given))
    match.to_json(0)
    assert made == list(match.move_stack)
    at = len(made)
    match.push(match.state.legal_actions(match.state.active_players[0])[0])
    match.to_json(0)
    match.told(0)
    assert made == list(match.move_stack) and len(made) > at


def test_what_is_told_is_the_caller_s_to_change():
    match = cw.Match(cw.load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1)
    match.push("mark b2")
    told = match.told(1)
    told[0]["events"].append("x")
    told[0]["player"] = 9
    assert match.told(1) == [{"player": 0, "name": "mark", "text": "mark b2", "events": ["b2: mark Anna"]}]


def test_copies_that_part_keep_their_own():
    match = cw.Match(cw.load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1)
    other = match.__copy__()
    match.push("mark a1")
    other.push("mark c3")
    assert match.told(0)[0]["text"] == "mark a1" and other.told(0)[0]["text"] == "mark c3"
