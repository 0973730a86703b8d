"""Hands of cards in words: whoever holds one reads its cards, all others how many there are."""

import pytest

import cavewright as cw
from cavewright.play.views.panel import A_HAND, pieces_words

AMOUNTS = [(0, ""), (1, "2♣"), (A_HAND, "♣A"), (A_HAND + 1, f"card ×{A_HAND + 1}")]


@pytest.mark.parametrize(("many", "said"), AMOUNTS, ids=[str(many) for many, _ in AMOUNTS])
def test_a_hand_is_named_card_by_card_and_a_pile_is_counted(many, said):
    state = cw.load_game("hearts").new_initial_state()
    kind, words = state.game.rules_model.kinds["card"], state.game.wording("en")
    told = pieces_words("card", dict.fromkeys(kind.rows[:many], 1), state, words)
    names = [words.row(kind, n) for n in range(many)]
    assert told == (" · ".join(names) if many <= A_HAND else said)


@pytest.mark.parametrize("viewer", range(4))
def test_in_a_scene_only_whoever_holds_a_hand_reads_it(viewer):
    from cavewright.play.views.scene import scene_of

    match = cw.Match(cw.load_game("hearts"), seed=3)
    rows = next(table for table in scene_of(match.state, viewer).tables if any(r[0].text == "hand" for r in table))
    hands = [each.text for each in next(row for row in rows if row[0].text == "hand")[1:]]
    assert [n for n, each in enumerate(hands) if each.count("·") == 12] == [viewer]
    assert [each for n, each in enumerate(hands) if n != viewer] == ["card ×13"] * 3
