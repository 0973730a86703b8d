"""Rounds of a match are counted where rules only say until when they are played."""

import random
from itertools import pairwise

import pytest

import cavewright as cw
from cavewright.play.matches.rounds import Rounds
from cavewright.play.views.panel import kept_words


def played(spec, seed, most=300, first=""):
    """A walk at random that prefers the actions of a name."""
    match, rng = cw.Match(cw.load_game(spec), seed=seed), random.Random(seed)
    while not match.state.is_terminal and len(match.move_stack) < most:
        legal = match.state.legal_actions(match.state.active_players[0])
        match.push(rng.choice([each for each in legal if each.name == first] or legal))
    return match


def test_every_second_stone_begins_a_round():
    match = played("hex", 1)
    rounds = Rounds(match)
    assert [rounds.after(n) for n in range(len(match.move_stack))] == [n // 2 + 1 for n in range(len(match.move_stack))]


@pytest.mark.parametrize("spec", ["the-cave", "cave-vs-cave"])
@pytest.mark.gate("the-cave")
def test_rounds_are_those_in_which_it_was_anybodys_turn(spec):
    match = played(spec, 2)
    rounds = Rounds(match)
    counts = [rounds.after(n) for n in range(len(match.move_stack) + 1)]
    assert counts[0] in (0, 1) and all(0 <= b - a <= 1 for a, b in pairwise(counts)) and counts[-1] > 3
    assert [Rounds(match).after(n) for n in (len(match.move_stack), 40)] == [counts[-1], counts[40]]


def test_what_was_taken_back_is_not_counted():
    match = cw.Match(cw.load_game("hex"), by_hand=True)
    rounds = Rounds(match)
    for move in ("place a1", "place b1", "place c1"):
        match.push(move)
    assert rounds.after(3) == 2
    match.pop()
    match.pop()
    match.push("place d1")
    assert rounds.after(2) == 2 and rounds.after(1) == 1


@pytest.mark.parametrize(("lang", "said"), [("en", "round 2"), ("de", "Runde 2"), ("es", "ronda 2")])
def test_the_round_is_told_in_words(lang, said):
    match = cw.Match(cw.load_game("hex"))
    for move in ("place a1", "place b1"):
        match.push(move)
    assert Rounds(match).words(2, lang) == said


@pytest.mark.long
def test_what_is_told_otherwise_and_the_end_have_no_round():
    match = played("the-cave+short-game", 2, 3000, "discover")
    last = [n for n in range(len(match.move_stack)) if "Final rounds" in " ".join(kept_words(match.at(n), None))]
    rounds = Rounds(match)
    assert last and not any(rounds.words(n, "en") for n in (*last, len(match.move_stack)))
    assert Rounds(cw.Match(cw.load_game("tic-tac-toe"))).words(0, "en") == ""
