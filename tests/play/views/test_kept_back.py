"""Which choices are public, what is told to whom, and what nobody learns by looking ahead: as the rules say it, in both engines."""

import pytest
from tests.play.views.lookalike import differences
from tests.play.views.veiled import by_what_was_rolled, veiled_game

import cavewright as cw
from cavewright.play.positions.playable import ENGINES
from cavewright.play.states.preview import preview
from cavewright.play.views.disclosure import is_veiled

TURNS = """    each team from first(t in team)
        repeat 2 times
            offer deeds
"""
VEILED = {
    "only a bid": "action bet(n in 1..3) in deeds\n    set bid = n",
    "a bid, and what is done in any case": "action bet(n in 1..3) in deeds\n    set bid = n\n    gain 1 point",
    "its own secret tells the rest": "action bet(n in 1..3) in deeds\n    set bid = n\n    if n > 2\n        set bid = 9",
    "it reveals what follows": "action bet(n in 1..3) in deeds\n    set bid = n\n    if n > 2 reveals\n        gain 1 point",
    "moved in the open, then asked": "action bet(n in card) in deeds\n    gain 1 n in table\n    set bid = n.v\n    if n is ace\n        gain 1 point",
}
PUBLIC = {
    "it steers what all see": "action bet(n in 1..3) in deeds\n    set bid = n\n    if n > 2\n        gain 1 point",
    "through a name": "action bet(n in 1..3) in deeds\n    set bid = n\n    let k = n + 1\n    if k > 3\n        gain 1 point",
    "through a process": "action bet(n in 1..3) in deeds\n    deal(n)\nto deal(z: 1..3)\n    set bid = z\n    if z > 2\n        gain 1 point",
    "it decides who is asked": "action bet(n in 1..3) in deeds\n    set bid = n\n    if n > 2\n        may\n            gain 1 point",
    "how much of a hand": "action bet(n in 1..3) in deeds\n    set bid = n\n    gain n ace in hand",
    "nothing unseen": "action bet(n in 1..3) in deeds\n    gain 1 point",
}


def game_of(folder, engine="python", action="", after=""):
    return veiled_game(folder, engine, action, TURNS + after)


@pytest.mark.parametrize(
    "text, veiled",
    [*((each, True) for each in VEILED.values()), *((each, False) for each in PUBLIC.values())],
    ids=[*VEILED, *PUBLIC],
)
def test_a_choice_is_veiled_if_nothing_that_all_see_follows_from_it(text, veiled, tmp_path):
    """The rules decide it, and whoever keeps the match is told it just so."""
    game = game_of(tmp_path, action=text)
    assert (("bet", "bet") in game.rules_model.secrecy.veiled) is veiled
    match = cw.Match(game, 2, seed=1)
    said = "bet ace" if "in card" in text else "bet 3"
    match.push(said)
    assert ((said in match.to_json(1)), said in match.to_json(0), said in match.to_json(None)) == (
        not veiled,
        True,
        not veiled,
    )


@pytest.mark.parametrize("veiled", [True, False])
def test_a_name_for_a_choice_steers_what_follows_only_if_all_know_it(veiled, tmp_path):
    """A choice that a name carries on behind it, to where it steers what all see."""
    turn = (
        "each team from first(t in team)\n        let k = 0\n        b: choose n in 1..3\n            set bid = n\n            set k = n\n        if k > 2\n            "
        + ("set bid = 9" if veiled else "gain 1 point")
    )
    game = game_of(tmp_path, after="    " + turn)
    assert (("play.b", "b") in game.rules_model.secrecy.veiled) is veiled


AHEAD = {
    "it is told": "action look in deeds\n    set shown = clue",
    "it is told behind a call": "action look in deeds\n    tell_it\nto tell_it\n    set shown = clue",
    "a line reveals": "action look in deeds\n    if clue > 3 reveals\n        gain 1 point",
    "it ends the game": "action look in deeds\n    if clue > 3 reveals\n        finish",
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", AHEAD.values(), ids=AHEAD)
def test_nobody_learns_a_secret_by_looking_ahead(text, engine, tmp_path):
    pair = list(by_what_was_rolled(game_of(tmp_path, engine, action=text)).values())
    for match in (*pair, *pair):
        match.push("rest")
    assert [each.state.current_player for each in pair] == [1, 1]
    assert differences(*pair, 1, ("look", "rest")) == [] == differences(*pair, None)
    for match in pair:
        by_name = {each.name: preview(match.state, each) for each in match.state.legal_actions(1)}
        assert by_name["look"].events == () and [each.subject for each in by_name["rest"].events] == ["points"]
        match.push("look")
    assert "view" in differences(*pair, 1) and [each.undo_fence for each in pair] == [4, 4]


LIKE_NAMED = {
    "what is kept of a draw": (
        "draw x from deck showing 2\n    gain 1 x in deck",
        "draw x from deck showing 2 secret\n    gain 1 x in hand",
        "keep",
    ),
    "a choice": (
        "b: choose n in 1..6 where n is 1 or n is 6\n        gain n points",
        "b: choose n in 1..6 where n is 1 or n is 6\n        set bid = n",
        "b",
    ),
    "to do it or not": ("b: may\n        gain 1 point", "b: may\n        set bid = 3", "b"),
}
"""Choices called by one name: one in the open, one that others do not see."""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("is_open_first", [True, False])
@pytest.mark.parametrize("open_lines, unseen_lines, name", LIKE_NAMED.values(), ids=LIKE_NAMED)
def test_each_choice_is_veiled_by_its_own_line(open_lines, unseen_lines, name, is_open_first, engine, tmp_path):
    """Whatever else goes by the same name, and whichever comes first."""
    actions = [f"action in_open in deeds\n    {open_lines}", f"action unseen in deeds\n    {unseen_lines}"]
    action = "\n".join(actions if is_open_first else reversed(actions))
    game = veiled_game(tmp_path, engine, action, "    gain 3 ace, 3 six in deck\n" + TURNS)
    for deed in ("in_open", "unseen"):
        for match in (cw.Match(game, 2, seed=seed) for seed in range(60)):
            match.push(deed)
            if len(match.state.legal_actions(0)) > 1:
                break
        before, chosen = match.state, match.state.legal_actions(0)[0]
        match.push(chosen)
        assert chosen.name == name and is_veiled(before, chosen, 1) is is_veiled(before, chosen, None) is (
            deed == "unseen"
        )
        assert not chosen.values or (f'"{chosen.text}"' in match.to_json(1)) is (deed == "in_open")


TELLING = {
    "a value that may be there already": "set next_one.bid = clue",
    "a card that may be there already": "set next_one.goal = goal",
    "below a secret of whoever acts": "if goal is six\n        set bid = clue",
    "behind a call": "hand_over\nto hand_over\n    set next_one.bid = clue",
}
"""What may change nothing."""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", TELLING.values(), ids=TELLING)
def test_what_may_be_taken_back_does_not_say_what_was_there(text, engine, tmp_path):
    """A line that tells somebody something is behind the fence, also where it changes nothing."""
    ready = "    set goal = c\n    set next_one.bid = 1\n    set next_one.goal = ace\n"
    action = f"define next_one = first(t in team where t is not first(t in team))\naction tell in deeds\n    {text}"
    game = veiled_game(tmp_path, engine, action, ready + TURNS)
    for match in by_what_was_rolled(game).values():
        match.push("tell")
        assert match.undo_fence == len(match.move_stack)
        match.push("rest")
        assert match.undo_fence < len(match.move_stack)


def test_what_comes_to_another_hand_is_told_to_its_owner(tmp_path):
    """A card handed on cannot be taken back, since somebody has seen it."""
    text = "action pass_on(c in hand) in deeds\n    for each t in team where t is not me\n        move 1 c from hand to t.hand\naction keep in deeds\n    gain 1 ace in hand"
    match = cw.Match(game_of(tmp_path, action=text), 2, seed=0)
    match.push("keep")
    fence = match.undo_fence
    match.push("pass_on ace")
    assert (fence, match.undo_fence) == (1, 3)


def test_what_came_to_pass_before_all_acted_at_once_is_told_to_all(tmp_path):
    after = "    for each t in team\n        gain 1 ace in t.table\n    each team at once\n        gain 1 point\n        b: choose n in 1..3\n            set bid = n"
    match = cw.Match(game_of(tmp_path, after=after), 2, seed=0)
    for _ in range(4):
        match.push("rest")
    told = {
        viewer: [(each.subject, each.owner) for each in match.state.events_for(viewer) if each.rule == "play.gain"]
        for viewer in (None, 0, 1)
    }
    assert [sum(each[0] == "table" for each in seen) for seen in told.values()] == [2, 2, 2]
    assert [sum(each[0] == "points" for each in seen) for seen in told.values()] == [0, 1, 1], told
