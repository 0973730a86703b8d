"""Corrections: a position that the table agreed on is kept with its reason, played on from, and put there again by every replay."""

import json
import pickle
import random
from copy import copy

import pytest
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.play.matches.narration import narrate
from cavewright.play.matches.save_text import save_text

REASON = "the table agreed to put the tile back"


def played(id, players, moves, seed, match=None):
    """A match with so many random moves of players."""
    match, rng = match or cw.Match(cw.load_game(id), players, seed), random.Random(seed)
    for _ in range(moves):
        if not match.state.is_terminal:
            match.push(rng.choice(match.state.legal_actions(rng.choice(match.state.active_players))))
    return match


@pytest.mark.parametrize(
    "id, players",
    [("the-cave", 2), ("cave-vs-cave", 2), ("connect-four", 2), pytest.param("kave-kapers", 3, marks=pytest.mark.long)],
)
@pytest.mark.gate("connect-four-2")
def test_a_correction_is_kept_and_replayed(id, players):
    """Twice, with moves before, between and behind; saves, pickles, copies and `at` agree."""
    match = played(id, players, 40, 1)
    first = match.correct(match.at(len(match.move_stack) - 3), REASON)
    played(id, players, 35, 2, match)
    second = match.correct(match.at(3), "from the beginning")
    played(id, players, 3, 3, match)
    assert match.corrections == (first, second) and first.reason == REASON
    again = cw.Match.from_json(match.to_json())
    assert again == match == pickle.loads(pickle.dumps(match)) == copy(match) and again.corrections == match.corrections
    for n in range(len(match.move_stack) + 1):
        assert again.at(n) == match.at(n), n
    assert match.at(first.after) == first.state and match.at(second.after) == second.state


def test_a_replay_needs_the_correction():
    """What was played behind it is not what the actions before it led to."""
    match = played("connect-four", 2, 6, 1)
    match.correct(match.at(1), REASON)
    match.push("drop 4")
    save = json.loads(match.to_json())
    save["corrections"] = [{"after": 6, "reason": REASON, "position": match.at(3).to_json()}]
    other = cw.Match.from_json(save_text({name: value for name, value in save.items() if name != "checksum"}))
    assert other.state != match.state


def test_states_far_back_are_those_that_were_corrected():
    """Also where they are played again from a kept one before, or are one that is kept."""
    match = played("the-cave", 2, 40, 4)
    while len(match.move_stack) % 32:
        match.push(match.state.legal_actions(match.state.active_players[0])[0])
    here, state = len(match.move_stack), match.at(len(match.move_stack) - 2)
    match.correct(state, REASON)
    played("the-cave", 2, 200, 5, match)
    assert match.at(here) == state and match.at(here + 5) == cw.Match.from_json(match.to_json()).at(here + 5)


def test_undoing_freely_stops_at_a_correction():
    match = played("connect-four", 2, 4, 1)
    match.correct(match.at(2), REASON)
    assert match.undo_fence == 4
    with pytest.raises(ValueError, match="this cannot be taken back"):
        match.pop(fenced=True)
    match.push("drop 4")
    match.pop()
    assert match.corrections and match.state == match.at(2)
    match.pop()
    assert not match.corrections and len(match.move_stack) == 3 and "corrections" not in json.loads(match.to_json())


def test_a_viewer_is_told_that_it_was_corrected_and_why():
    match = played("the-cave", 2, 10, 1)
    match.correct(match.at(4), REASON)
    assert json.loads(match.to_json(viewer=0))["corrections"] == [{"after": len(match.move_stack), "reason": REASON}]
    assert "corrections" not in json.loads(played("the-cave", 2, 10, 1).to_json())


def impossible():
    """A position with a piece too many in a backpack."""
    game = cw.load_game("the-cave")
    state = game.new_initial_state(2)
    bags = [field for field in game.rules_model.fields if field.name == "backpack"]
    twin = state.clone()
    twin._h[game.program.layout.base[bags[0].owner, "backpack"]] = (99, 0, 0, 0, 0, 0, 0, 0)
    assert list(twin.problems(cw.ALL))
    return twin


@pytest.mark.parametrize(
    "state, reason, error, said",
    [
        (lambda: "o", REASON, TypeError, "state is a State"),
        (lambda: None, REASON, TypeError, "state is a State"),
        (lambda: cw.load_game("the-cave").new_initial_state(2), "", ValueError, "reason is a text of 1 to 200"),
        (lambda: cw.load_game("the-cave").new_initial_state(2), "a\nb", ValueError, "reason is a text of 1 to 200"),
        (lambda: cw.load_game("the-cave").new_initial_state(2), 3, TypeError, "reason is a text"),
        (
            lambda: cw.load_game("the-cave").new_initial_state(3),
            REASON,
            ValueError,
            "state is one of the-cave with Player 1, Player 2",
        ),
        (lambda: cw.load_game("hex").new_initial_state(), REASON, ValueError, "by the rules of this match"),
        (lambda: played("the-cave", 2, 5, 1).state, REASON, ValueError, "there is nothing to correct"),
        (impossible, REASON, ValueError, "this position is impossible: "),
    ],
)
def test_what_cannot_be_corrected_is_said(state, reason, error, said):
    match = played("the-cave", 2, 5, 1)
    before = match.to_json()
    with pytest.raises(error, match=said):
        match.correct(state(), reason)
    assert match.to_json() == before


def edited(change):
    """A save with a correction that somebody has changed."""
    match = played("the-cave", 2, 6, 1)
    match.correct(match.at(2), REASON)
    save = {name: value for name, value in json.loads(match.to_json()).items() if name != "checksum"}
    change(save["corrections"])
    return save_text(save)


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda found: found[0].update(after=999), "`corrections` have to stand behind entries of `actions`, in order"),
        (lambda found: found.append({**found[0], "after": 1}), "in order"),
        (lambda found: found[0].update(after=-1), "`corrections.0.after` has to be greater than or equal to 0"),
        (lambda found: found[0].update(reason=""), "`corrections.0.reason`"),
        (lambda found: found[0].pop("reason"), "`corrections.0.reason` is missing"),
        (lambda found: found[0].update(by="me"), "`corrections.0.by` is not known"),
        (
            lambda found: found[0].update(position="{}"),
            "the correction behind action [0-9]+ cannot be made: this is no position",
        ),
        (lambda found: found[0].update(position=impossible().to_json()), "cannot be made: this position is impossible"),
        (
            lambda found: found[0].update(position=cw.load_game("the-cave").new_initial_state(["A", "B"]).to_json()),
            "is one of a match of others",
        ),
        (
            lambda found: found[0].update(position=cw.load_game("hex").new_initial_state().to_json()),
            "made under other rules",
        ),
    ],
)
def test_a_bad_correction_of_a_save_is_named(change, said):
    with pytest.raises(cw.SaveError, match=said):
        cw.Match.from_json(edited(change))


def corrected():
    """A match with a correction behind the third of four chips."""
    match = cw.Match(cw.load_game("connect-four"), ["Anna", "Jola"], 7)
    for text in ("drop 4", "drop 4", "drop 3"):
        match.push(text)
    match.correct(match.at(2), REASON)
    match.push("drop 5")
    return match


@pytest.mark.parametrize(
    "lang, said",
    [
        ("en", f"Corrected by the table: {REASON}"),
        ("de", f"Vom Tisch berichtigt: {REASON}"),
        ("es", f"Corregido por la mesa: {REASON}"),
    ],
)
def test_what_is_told_of_a_match_tells_of_its_corrections(lang, said):
    """In its place, to everybody; the page and `play` tell what is narrated."""
    match = corrected()
    for viewer in (None, 0, 1):
        told = [(each.player, each.parts) for each in narrate(match, 0, viewer, lang)]
        assert told[-2] == (cw.CHANCE, (said,)) and [player for player, _ in told] == [0, 1, 0, cw.CHANCE, 0]
        assert said not in str([*narrate(match, 3, viewer, lang)]) and said in str([*narrate(match, 2, viewer, lang)])


def test_a_correction_before_the_first_move_is_told():
    match = cw.Match(cw.load_game("connect-four"), ["Anna", "Jola"], 7)
    match.correct(corrected().at(2), REASON)
    match.push("drop 5")
    assert REASON in str(next(iter(narrate(match, 0, None))))


@pytest.mark.parametrize("steps", [[], ["--step"]])
def test_replay_tells_of_corrections(steps, tmp_path):
    path = tmp_path / "match.json"
    path.write_text(corrected().to_json(), "utf-8")
    done = CliRunner().invoke(app, ["replay", str(path), *steps], input="\n" * 9)
    assert done.exit_code == 0 and f"Corrected by the table: {REASON}" in " ".join(done.output.split())
