"""Several pieces drawn and one kept; what chance brings when there is a condition, or nothing."""

from collections import Counter

import pytest

import cavewright as cw

DECK = """ruleset deck 1.0 "A deck"
    language 1
kind card
    | card  | worth: 0..9 |
    | ace   | 9           |
    | king  | 5           |
    | queen | 5           |
game
    keeps deck: bag of card
    keeps fallen: 0..9
players guest 1..2
    keeps hand: bag of card
to play
    gain {pieces} in deck
    repeat 2 times
        {line}
        gain 1 it in hand
    toss: roll n in 1..6 where n > size(hand) * {limit}
    set fallen = n
scoring
    score worth = sum(c in hand: c.worth)
    highest total wins
"""


def load(tmp_path, pieces="1 ace, 2 queen", line="draw it from deck showing 2", limit=2):
    (tmp_path / "deck.cave").write_text(DECK.format(pieces=pieces, line=line, limit=limit), "utf-8")
    return cw.load_game(tmp_path)


def after(game, *said):
    state = game.new_initial_state(1)
    for each in said:
        state = state.apply(each)
    return state


def legal(state):
    return [str(each) for each in state.legal_actions()]


def test_two_come_up_and_one_is_kept(tmp_path):
    """Chance brings one after the other; then the player chooses, and the other one goes back."""
    game = load(tmp_path)
    assert [str(a) for a, _ in after(game).chance_outcomes()] == ["chance: draw ace", "chance: draw queen"]
    state = after(game, "chance: draw ace", "chance: draw queen")
    assert legal(state) == ["0: keep ace", "0: keep queen"]
    state = state.apply("keep queen")
    assert state.view(0).game.values["deck"] == {"ace": 1, "queen": 1} and state.view(0).players[0].values["hand"] == {
        "queen": 1
    }


@pytest.mark.parametrize("secret, told", [("", ["back"]), (" secret", [])])
def test_what_goes_back_is_told_as_what_came_up_was(secret, told, tmp_path):
    """Others see what came up and what goes back, unless it was drawn in secret."""
    game = load(tmp_path, line=f"draw it from deck showing 2{secret}")
    state = game.new_initial_state(2).apply("chance: draw ace")
    assert [[each.kind for each in state.events_for(who)] for who in (0, 1)] == [["draw"], ["draw"] * len(told)]
    kept = state.apply("chance: draw queen")
    assert [sorted(kept.view(who).named) for who in (0, 1)] == [
        ["it", "it_1", "it_2"],
        ["it", "it_1", "it_2"] if told else [],
    ]
    after = kept.apply("keep ace")
    assert [[each.kind for each in after.events_for(who) if each.kind == "back"] for who in (0, 1)] == [["back"], told]
    assert [each.text() for each in after.events if each.kind == "back"] == ["queen goes back"]


def test_two_that_are_one_kind_leave_one_choice(tmp_path):
    state = after(load(tmp_path), "chance: draw queen", "chance: draw queen")
    assert legal(state) == ["0: keep queen"] and state.apply("keep queen").view(0).game.values["deck"] == {
        "ace": 1,
        "queen": 1,
    }


def test_fewer_come_up_where_there_are_no_more(tmp_path):
    """Of one piece one comes up; of none none, and nothing is asked."""
    game = load(tmp_path, "1 ace")
    state = after(game, "chance: draw ace")
    assert legal(state) == ["0: keep ace"]
    state = state.apply("keep ace")
    assert str(state.chance_outcomes()[0][0]) == "chance: toss 3" and state.view(0).players[0].values["hand"] == {
        "ace": 1
    }


def test_a_bag_with_nothing_gives_nothing(tmp_path):
    """What is drawn from an empty bag is none, not the first of its kind."""
    state = after(load(tmp_path, "0 ace", "draw it from deck"), "chance: toss 4")
    assert state.is_terminal and state.view(0).players[0].values["hand"] == {}


@pytest.mark.parametrize("key, names", [("", {"draw", "keep"}), ("pick: ", {"pick", "keep_pick"})])
def test_a_key_names_both_decisions(key, names, tmp_path):
    game = load(tmp_path, line=f"{key}draw it from deck showing 3")
    match, seen = cw.Match(game, players=1, seed=1), Counter()
    while not match.state.is_terminal:
        match.push(match.state.legal_actions()[0])
    seen.update(each.name for each in match.move_stack)
    assert set(seen) == names | {"toss"} and seen[min(names)] == (5 if not key else 2)


def test_only_what_fits_is_rolled(tmp_path):
    """Two cards in hand: the roll is above four; with none that fits nothing is rolled."""
    state = after(
        load(tmp_path),
        *["chance: draw ace", "chance: draw queen", "keep ace"],
        *["chance: draw queen"] * 2,
        "keep queen",
    )
    assert [(str(a), str(p)) for a, p in state.chance_outcomes()] == [
        ("chance: toss 5", "1/2"),
        ("chance: toss 6", "1/2"),
    ]
    none = after(
        load(tmp_path, limit=3),
        *["chance: draw ace", "chance: draw queen", "keep ace"],
        *["chance: draw queen"] * 2,
        "keep queen",
    )
    assert none.is_terminal and none.view(0).game.values["fallen"] == 0


@pytest.mark.parametrize(
    "line, code, says",
    [
        ("draw it from deck showing 1", "C0410", "1 is outside 2..9"),
        ("draw it from deck showing size(deck)", "C0417", "has to be known before play"),
        ("draw it from deck showing 2 m", "C0204", "no unit `m`"),
    ],
)
def test_what_cannot_be_shown_is_refused(line, code, says, tmp_path):
    with pytest.raises(cw.RulesetError) as caught:
        load(tmp_path, line=line)
    assert [each.code for each in caught.value.diagnostics] == [code] and says in caught.value.diagnostics[0].message
