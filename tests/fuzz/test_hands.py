"""The law of secrets, of generated rules: what the checker lets pass tells no viewer anything that it was not shown."""

import random
from copy import copy

import pytest
from hands import HEAD, Hands
from lookalike import differences

import cavewright as cw
from cavewright.loading.load import try_load
from cavewright.positions.sight import Sight

COUNTED = ("outcome", "returns", "standings", "screen")
"""Channels that tell at the end of all that is counted then."""


def loaded(folder, seed):
    """A generated game, or none where the checker refuses it; and the codes of what it found."""
    path = folder / "hands.cave"
    path.write_text(Hands(random.Random(seed)).text(), "utf-8")
    game, found = try_load(path)
    return game, {each.code for each in found if each.severity == "error"}


def twins(match, viewer, rng):
    """Two matches that go on from one with different outcomes of a secret draw that is not the viewer's."""
    state = match.state
    outcomes = [action for action, _ in state.chance_outcomes()]
    if not getattr(state._node, "secret", False) or state._h[1] == viewer or len(outcomes) < 2:
        return None
    pair = copy(match), copy(match)
    for each, outcome in zip(pair, rng.sample(outcomes, 2), strict=True):
        each.push(outcome)
    return pair


def is_told(one, other, viewer):
    """Of two states, whether the viewer was just told what it did not know: by a line that reveals, or something that was moved or set to where it is seen."""
    telling = one.game.rules_model.secrecy.telling
    told = [{(each._effect.clause.span.place in telling, each.kind, each.text()) for each in state.events_for(viewer)} for state in (one, other)]
    return any(kind == "reveal" for _, kind, _ in told[0] | told[1]) or any(tells for tells, _, _ in told[0] ^ told[1])


def parted(one, other, viewer, rng, steps=12):
    """Plays two matches that look alike side by side; the channels in which the viewer can tell them apart before it is told anything."""
    asked = ()
    for _ in range(steps):
        if is_told(one.state, other.state, viewer):
            return []
        ended = one.state.is_terminal or other.state.is_terminal
        found = [each for each in differences(one, other, viewer, asked) if not (ended and each in COUNTED)]
        if found or ended:
            return found
        choices = [{str(each): each for each in _choices(match.state)} for match in (one, other)]
        asked = tuple(sorted({each.text for found in choices for each in found.values() if each.player == viewer}))[:4] or asked
        both = sorted(set(choices[0]) & set(choices[1]))
        if not both:
            return []
        text = rng.choice(both)
        for match, found in zip((one, other), choices, strict=True):
            match.push(found[text])
    return []


def _choices(state):
    if state.current_player == cw.CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return [each for player in state.active_players for each in state.legal_actions(player)]


def walked(game, rng, found):
    """One game at random; of every secret draw that is not a viewer's, twins are played on."""
    match = cw.Match(game, rng.choice((2, 3)), seed=0, by_hand=True)
    for _ in range(25):
        state = match.state
        if state.is_terminal:
            return
        if state.current_player == cw.CHANCE:
            for viewer in (None, *range(len(state.names))):
                pair = twins(match, viewer, rng)
                if pair is not None:
                    found["pairs"] += 1
                    assert parted(*pair, viewer, rng) == [], (viewer, match.move_stack)
        match.push(rng.choice(_choices(state)))


def tried(folder, seeds):
    """How many rulesets were made, let pass and refused for telling, and how many pairs were played."""
    found = {"made": 0, "passed": 0, "telling": 0, "pairs": 0}
    for seed in seeds:
        game, codes = loaded(folder, seed)
        found["made"] += 1
        found["telling"] += "C0524" in codes
        if game is not None:
            found["passed"] += 1
            walked(game, random.Random(seed), found)
    return found


def test_what_passes_tells_nothing(tmp_path):
    found = tried(tmp_path, range(12))
    assert found["passed"] >= 3 and found["telling"] >= 3 and found["pairs"] >= 10, found


@pytest.mark.long
def test_what_passes_tells_nothing_of_many(tmp_path):
    found = tried(tmp_path, range(1_000, 1_500))
    assert found["passed"] >= 100, found


UNSEEN = """action keep(x in card) in deeds
    set goal = x
    may
        gain 1 point
to play
    offer deeds or none
"""


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_a_name_of_what_was_chosen_unseen_is_known_to_who_chose_it(tmp_path, engine):
    path = tmp_path / "unseen.cave"
    path.write_text(HEAD.replace("action rest in deeds\n    may\n        gain 1 point\n", "") + UNSEEN, "utf-8")
    matches = [cw.Match(cw.load_game(path, engine=engine), 2, seed=1) for _ in range(2)]
    for match, text in zip(matches, ("keep ace", "keep six"), strict=True):
        match.push(text)
        assert match.state.legal_actions(0)
    assert [differences(*matches, viewer) == [] for viewer in (None, 0, 1)] == [True, False, True]
    assert [[local.name for local, _ in Sight(matches[0].state, viewer).names()] for viewer in (None, 0, 1)] == [[], ["x"], []]


@pytest.mark.parametrize("ruleset", ["the-cave", "kave-kapers", "cave-vs-cave"])
def test_names_where_a_shipped_match_stands_are_open(ruleset):
    shown = [each.local.shown for at in cw.load_game(ruleset).program.bound.values() for each in at]
    assert set(shown) == {"open"} and len(shown) > 5
