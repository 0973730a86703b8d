"""Values of play as pickles and copies: equal, small, and good in a process that has loaded nothing."""

import copy
import pickle
import random
import re
import subprocess
import sys
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from tests.play.states.walks import drawn, the_cave, uniform

import cavewright as cw
from cavewright.play.loading import load
from cavewright.play.states.game import _state_again

PATIENCE = 120
LARGEST = 8 * 1024
RACE = """ruleset race 1.0
    language 1

kind lane
    rows "lanes.csv"
    | lane  | length: 1..5 |
    | short | 2            |

players runner 2..3
    keeps steps: 0..99
    keeps lane: lane or none

to play
    repeat 3 times
        each runner from first(p in runner)
            choose l in lane
                set lane = l
                gain l.length steps

scoring
    score steps = steps
    highest total wins
"""
LANES = "lane,length\nlong,3\n"
FASTER = """overlay faster 1.0
    language 1
    extends race ^1.0
amend kind lane
    change short.length: 2 to 3
"""


def race(**more):
    return cw.load_rules({"race.cave": RACE, "lanes.csv": LANES}, **more)


def elsewhere(value, program, *more):
    """What a process says that has loaded nothing, given a pickled value as `x`."""
    begun = subprocess.run(
        [sys.executable, "-c", f"import pickle, sys\nx = pickle.load(sys.stdin.buffer)\n{program}"],
        input=pickle.dumps(value),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return begun.stdout.decode().strip() or begun.stderr.decode()


def played(game, players, seed, moves):
    """A match of random players."""
    made, rng = cw.Match(game, players, seed), random.Random(seed)
    while not made.state.is_terminal and len(made.move_stack) < moves:
        made.push(uniform(made.state, rng))
    return made


def same(value):
    return pickle.loads(pickle.dumps(value))


GAMES = {"the-cave": (), "tic-tac-toe": (), "kave-kapers": (), "cave-vs-cave": (), "the-cave-de": (), "hex": ()}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_they_come_back_equal_and_go_on_alike(name):
    made = played(cw.load_game(name), None, 3, 120)
    states = [made.at(n) for n in range(len(made.move_stack) + 1)]
    assert (
        same(states) == states
        and same(made) == made
        and same(made.move_stack) == made.move_stack
        and same(made.game) == made.game
    )
    for state, move in zip(states[::7], made.move_stack[::7], strict=False):
        again = same(state)
        assert (
            again == state and hash(again) == hash(state) and again.game == state.game and list(again.problems()) == []
        )
        assert [str(each) for player in state.active_players for each in again.legal_actions(player)] == [
            str(each) for player in state.active_players for each in state.legal_actions(player)
        ]
        assert [each.text("de") for each in again.events] == [each.text("de") for each in state.events]
        assert same(state.events) == state.events and same(state.outcome()) == state.outcome()
        assert again.apply(same(move)) == state.apply(move)


def test_states_in_the_middle_of_choices_at_once_come_back():
    state, rng = the_cave().new_initial_state(3), random.Random(2)
    while state.current_player != cw.SIMULTANEOUS or len(state.active_players) != 2:
        state = state.apply(uniform(state, rng) if state.active_players else drawn(state, rng))
    again = same(state)
    assert again == state and again.active_players == state.active_players
    for player in state.active_players:
        assert again.legal_actions(player) == state.legal_actions(player)


def test_copies_are_equal_and_do_not_hang_together():
    made = played(the_cave(), 2, 5, 60)
    for value in (made.game, made.state, made.peek()):
        assert copy.copy(value) == value == copy.deepcopy(value)
    for other in (copy.copy(made), copy.deepcopy(made), same(made)):
        assert other == made and other.move_stack == made.move_stack and other.undo_fence == made.undo_fence
        other.pop()
        assert other != made and len(made.move_stack) > len(other.move_stack)
        assert other.state == made.at(len(other.move_stack))


def test_matches_are_equal_when_all_of_them_is():
    made = [cw.Match(the_cave(), *given) for given in ((2, 1), (2, 1), (3, 1), (2, 2), (["A", "B"], 1))]
    assert made[0] == made[1] and not any(one == other for one, other in pairwise(made[1:]))
    assert made[0] != cw.Match(the_cave(starting_kit="suggested"), 2, 1) and made[0] != 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(made[0])


def test_games_are_equal_when_their_rules_are():
    assert cw.load_game("the-cave") == the_cave() and hash(cw.load_game("the-cave")) == hash(the_cave())
    assert the_cave(starting_kit="suggested") != the_cave() != "the-cave"


@pytest.fixture(scope="module")
def late():
    """A match of greedy teams in which all tiles are laid."""
    made = cw.Match(the_cave(), 4, 3)
    bots = [cw.bots.make("greedy", made.state.game, n) for n in range(4)]
    while not made.state.is_terminal:
        player = made.state.active_players[0]
        made.push(bots[player].choose(made.state, player))
    return made


@pytest.mark.long
def test_a_state_is_small(late):
    assert len(late.state.cave) > 60
    assert len(pickle.dumps(late.state)) < LARGEST
    many = [late.at(n) for n in range(len(late.move_stack))]
    assert len(pickle.dumps(many)) < LARGEST // 4 * len(many)


@pytest.mark.long
def test_a_state_of_a_game_that_is_there_loads_nothing(late, monkeypatch):
    said = pickle.dumps(late.state)
    monkeypatch.setattr("cavewright.play.loading.load.load_from", None)
    assert pickle.loads(said).game == late.game


@pytest.mark.parametrize(
    "make",
    [
        lambda: race(overlays=[{"faster.cave": FASTER}]),
        lambda: cw.load_game(
            "the-cave", ["long-rope", "open-camps"], {"starting_kit": "suggested"}, engine="interpreter"
        ),
    ],
    ids=["memory", "installed"],
)
@pytest.mark.long
def test_they_travel_to_a_process_that_has_loaded_nothing(make):
    made = played(make(), 2, 4, 4)
    program = (
        "m, s, a = x; assert m.game is s.game and m.state == s and m.peek() == a; import zlib; "
        "print(s.game.hash, a, a.label(), s.game.engine_name, zlib.crc32(repr(s.key()).encode()), *s.legal_actions(s.active_players[0]))"
    )
    state, action = made.state, made.peek()
    assert elsewhere((made, state, action), program) == " ".join(
        map(
            str,
            (
                state.game.hash,
                action,
                action.label(),
                state.game.engine_name,
                zlib.crc32(repr(state.key()).encode()),
                *state.legal_actions(state.active_players[0]),
            ),
        )
    )


@pytest.mark.long
def test_rules_on_disk_are_found_again_by_their_path(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "race.cave").write_text(RACE)
    (tmp_path / "here" / "lanes.csv").write_text(LANES)
    monkeypatch.chdir(tmp_path / "here")
    state = cw.load_game("race.cave").new_initial_state()
    monkeypatch.chdir(tmp_path)
    assert elsewhere(state, "print(x.game.id, len(x.legal_actions()))") == "race 2"
    (tmp_path / "here" / "lanes.csv").write_text(LANES.replace("long,3", "long,4"))
    assert (
        "UnpicklingError: the game of this pickle" in (said := elsewhere(state, ""))
        and "its rules are others there now" in said
    )
    Path("here/race.cave").unlink()
    assert "does not exist" in elsewhere(state, "") and same(state) == state


def test_pickles_of_other_versions_and_other_rules_are_refused(monkeypatch):
    state = race().new_initial_state()
    said = pickle.dumps(state)
    monkeypatch.setattr(load, "VERSION", "9.9")
    monkeypatch.setattr(load, "KNOWN", load.GameCache())
    with pytest.raises(
        pickle.UnpicklingError, match=rf"pickled by cavewright {re.escape(cw.__version__)}; this is 9\.9"
    ):
        pickle.loads(said)
    with pytest.raises(pickle.UnpicklingError, match=r"does not fit the rules of race"):
        _state_again(state.game, state.names, [0, 1], [], None, [])


def test_a_game_without_files_comes_back(tmp_path):
    game = type(the_cave())(the_cave().rules_model)
    assert same(game) == game and same(game.new_initial_state()) == game.new_initial_state()


def test_errors_come_back_from_other_processes():
    state = the_cave().new_initial_state(2)
    for error in (
        cw.RulesetError(cw.load_game.__globals__["try_load"]("the-cav")[1]),
        cw.IllegalActionError(state._read("0: enter n9 by walk"), state.check("0: enter n9 by walk")),
    ):
        again = same(error)
        assert str(again) == str(error) and type(again) is type(error)
    verdict = state.check("0: enter n9 by walk")
    assert same(verdict) == verdict and same(verdict).reasons[0].text("de") == verdict.reasons[0].text("de")
