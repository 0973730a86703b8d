"""Where a match parts from other rules: the first action or position at which the change matters, by the rule that was changed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavewright as cw

RULES = """ruleset mine 1.0 "Mine"
    language 1
players team 2..2
    keeps points: 0..90
    keeps stones: 0..90
menu deeds
action rest in deeds
    if wage is high
        gain 2 points
    otherwise
        gain 1 point
action dig in deeds
    more: gain 2 stones
action sell in deeds
    enough: require stones >= 2 "You have too few stones."
    lose 2 stones
    gain 3 points
option wage = low "What does a rest pay?"
    | choice | text |
    | low    | "One." |
    | high   | "Two." |
to play
    repeat 12 times
        for each t in team
            as t
                offer deeds
scoring
    score points = points
    highest total wins
"""
DROPPED = RULES.replace("    if wage is high\n        gain 2 points\n    otherwise\n        gain 1 point\n", "    gain 1 point\n").replace(RULES[RULES.index("option wage"):RULES.index("to play")], "")
CHANGES = {
    "a number": (RULES.replace("gain 2 stones", "gain 3 stones"), {}, {}, "dig"),
    "an effect": (RULES.replace("    gain 3 points\n", "    gain 3 stones\n"), {}, {}, "sell"),
    "an option": (RULES, {}, {"wage": "high"}, "rest"),
    "an option that is dropped": (DROPPED, {"wage": "high"}, {}, "rest"),
    "a beginning": (RULES.replace("keeps stones: 0..90", "keeps stones: 0..90 = 2"), {}, {}, None),
}
"""Rules that are changed, options of the match and of the other rules, and the action to which that matters."""


def game_of(rules, options):
    return cw.load_rules({"mine.cave": rules}, options=options)


@pytest.mark.parametrize("rules, before, after, name", CHANGES.values(), ids=CHANGES)
def test_the_first_position_to_which_a_change_matters_is_named(rules, before, after, name):
    """However the match goes; where it never matters, nothing is named."""
    game, other = game_of(RULES, before), game_of(rules, after)

    @given(st.lists(st.integers(0, 2), max_size=20))
    def law(choices):
        match = cw.Match(game, 2, 1)
        for each in choices:
            legal = match.state.legal_actions(match.state.active_players[0])
            match.push(legal[each % len(legal)])
        found, first = match.divergence(other), next((n for n, each in enumerate(match.move_stack) if each.name == name), None)
        if name is None:
            assert found.after == 0 and found.action is None and str(found).startswith("the beginning, leads to another position: ")
            return
        assert (found is None) == (first is None)
        if found is not None:
            assert found.after == first and found.action == match.move_stack[first] and found.rule == (f"{name}.more" if name == "dig" else f"{name}.gain") and not found.reasons
            assert any(way.endswith((".points", ".stones")) and one != another for way, one, another in found.changes)
            assert f"action {first + 1}, `{match.move_stack[first]}`, leads to another position ({found.rule}): " in str(found)

    law()


def test_the_first_action_that_is_refused_is_named_with_its_reason():
    other = game_of(RULES.replace("stones >= 2", "stones >= 3"), {})
    match = cw.Match(game_of(RULES, {}), 2, 1)
    for text in ("dig", "rest", "sell", "rest"):
        match.push(text)
    found = match.divergence(other)
    assert (found.after, str(found.action), found.rule, [each.text() for each in found.reasons]) == (2, "0: sell", "sell.enough", ["You have too few stones."])
    assert str(found) == "action 3, `0: sell`, is no longer possible (sell.enough: You have too few stones.)" and found.changes == ()
    with pytest.raises(cw.SaveError) as raised:
        cw.Match.from_json(match.to_json(), lambda *rules, **set: other)
    assert raised.value.action == found.after + 1 and raised.value.reasons == found.reasons


def test_an_action_that_the_other_rules_do_not_have_is_named():
    match = cw.Match(game_of(RULES, {}), 2, 1)
    match.push("rest")
    match.push("dig")
    found = match.divergence(game_of(RULES.replace("action dig", "action delve"), {}))
    assert found.after == 1 and found.rule == "dig" and "mine has no action `dig`" in str(found)


@pytest.mark.parametrize("id", ["the-cave", "cave-vs-cave", "connect-four", pytest.param("kave-kapers", marks=pytest.mark.long)])
def test_a_match_does_not_part_from_its_own_rules(id):
    game = cw.load_game(id)
    match, rng = cw.Match(game, game.players[0], 5), random.Random(5)
    for _ in range(30):
        if not match.state.is_terminal:
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    assert match.divergence(game) is None


def test_a_house_rule_matters_where_it_is_first_used():
    """Five points a turn become four: the first turn that begins has fewer."""
    base = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    match = cw.Match(base, 2, 5)
    found = match.divergence(cw.load_game("the-cave", ["short-turns"], {"starting_kit": "suggested"}))
    assert found is not None and found.after <= len(match.move_stack) and found.changes


@pytest.mark.parametrize("call, said", [
    (lambda match: match.divergence("hex"), "game is a Game"), (lambda match: match.divergence(cw.load_game("cave-vs-cave")), None),
    (lambda match: (match.push("mark a1"), match.correct(match.at(0), "so agreed"), match.divergence(match.game)), "a match with corrections cannot be held against other rules")])
def test_what_cannot_be_held_against_rules_is_said(call, said):
    match = cw.Match(cw.load_game("tic-tac-toe"), 2, 1)
    if said is None:
        assert call(match).changes
        return
    with pytest.raises((TypeError, ValueError), match=said):
        call(match)
