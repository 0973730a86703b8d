"""Bots and simulations: the same result for the same seeds however many processes share the work."""

import json
import pickle
import shutil
import subprocess
import sys
from functools import cache

import pytest

import cavewright as cw
from cavewright.bots.players.beam_search import FRUITLESS, BeamRun
from cavewright.bots.study.simulate import ready, simulate
from cavewright.study import Stopped


@cache
def game():
    return cw.load_game("the-cave", options={"starting_kit": "suggested"})


@pytest.mark.parametrize("jobs", [2, 3, -1])
@pytest.mark.long
def test_the_number_of_jobs_changes_nothing(jobs):
    """Results are put together by seed, not by who was first: games of many lengths, bots that change seats."""
    several = {"games": 12, "bots": ["random", "greedy"], "rounds_bound": 2, "seed": 5, "rotate": True}
    one, more = simulate(game(), **several, jobs=1), simulate(game(), **several, jobs=jobs)
    assert one == more and one.to_json() == more.to_json() and [each.seed for each in more.played] == list(range(5, 17))


def test_a_process_makes_a_game_ready_once():
    """However many of its games it plays."""
    rules = pickle.dumps((game().rules_model, "interpreter"))
    made = ready(rules)
    assert made is ready(bytes(bytearray(rules))) and made.hash == game().hash and made.engine is made.interpreter


def test_what_is_done_stays_when_somebody_interrupts():
    """The error is what Ctrl-C always is, and brings the games that are over."""

    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        simulate(game(), games=9, bots=["random"], rounds_bound=1, progress=stop)
    study = caught.value.study
    assert (
        isinstance(caught.value, Stopped)
        and study.played == simulate(game(), games=3, bots=["random"], rounds_bound=1).played
    )
    assert "3 of 9, then stopped" in study.table() and json.loads(study.to_json())["figures"]["stopped"]


def test_games_given_up_are_told():
    """Random teams never come home: every game meets the bound, and the study says which."""
    study = simulate(game(), games=3, bots=["random"], rounds_bound=3, seed=1)
    assert study.games == 3 and study.ended == 0 and len(study.unfinished) == 3 and "3" in study.table()


def test_a_greedy_game_ends_by_the_rules():
    """Two greedy teams explore the cave and come home."""
    study = simulate(game(), games=1, bots=["greedy"], seed=2)
    assert study.ended == 1 and study.total.mean > 0


LEAVING = """ruleset leaving 1.0 "Leaving"
    language 1

players guest 3..3
    keeps inside: yes_no = yes
    keeps coins: 0..9
    keeps invited: yes_no = yes
to play
    each guest from first(g in guest)
        wait
        if me is not first(g in guest)
            set inside = no
        earn: gain 1 coins
        offer any
            action wave
                lose 1 coins

to wait
    if me is first(g in guest)
        set invited = no

define welcome = inside and invited

scoring
    among welcome
    score coins = coins
    highest total wins
"""


def test_what_took_players_out_is_told(tmp_path):
    """The clause that last changed, of a player who is out, what the condition reads: through definitions, and not what others changed."""
    (tmp_path / "leaving.cave").write_text(LEAVING, "utf-8")
    study = simulate(cw.load_game(tmp_path / "leaving.cave"), games=2, bots=["random"])
    assert study.out_by == {"play.inside": 4, "wait.invited": 2} and study.counted == 0
    assert all(each.out_by == ("wait.invited", "play.inside", "play.inside") for each in study.played)


def test_figures_without_games_are_none():
    figures = json.loads(simulate(game(), games=1, bots=["random"], rounds_bound=1).to_json())["figures"]
    assert figures["ended"] == 0 and figures["out"] == []
    assert {figures[each] for each in ("counted", "winning", "total")} | {
        *figures["lengths"].values(),
        *figures["categories"].values(),
    } == {None}


@pytest.mark.long
def test_who_is_together_wins_together():
    """Each seat has won the whole game, not its share of it; and a game that nobody wins is counted."""
    game = cw.load_game("the-cave", overlays=["all-home", "short-game"], options={"starting_kit": "suggested"})
    study = simulate(game, games=2, bots=["greedy"], seed=0)
    won = sum(1 for each in study.finished if each.winners)
    assert won and study.wins == (won, won) and study.lost == 2 - won and "and its side" in study.table()
    assert all(each.sides == (0, 0) for each in study.played)


def test_the_same_seed_plays_the_same():
    """A bot's choices follow from its seed and the position alone."""
    match = cw.Match(game(), players=2, seed=3)
    who = match.state.active_players[0]
    assert cw.bots.make("greedy", game(), seed=1).choose(match.state, who) == cw.bots.make(
        "greedy", game(), seed=1
    ).choose(match.state, who)
    assert cw.bots.make("random", game(), seed=1).choose(match.state, who) in match.state.legal_actions(who)


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"games": 0}, "games"),
        ({"bots": ["gredy"]}, "greedy"),
        ({"seed": -1}, "seed"),
        ({"players": 9}, "9"),
        ({"jobs": 0}, "jobs"),
    ],
)
def test_what_cannot_be_is_refused(wrong, said):
    """A ValueError names the value and what was expected."""
    with pytest.raises(ValueError, match=said):
        simulate(game(), **{"games": 1, "rounds_bound": 2, **wrong})


FOLLIES = """ruleset follies 1.0 "Follies"
    language 1

players fool 2..2
    keeps points: 0..99 = 50

to play
    each fool from first(f in fool)
        offer any
            action spoil(n in 1..30)
                lose 1 points

scoring
    score points = points
    highest total wins
"""


def test_what_gains_nothing_is_not_tried_for_long(tmp_path, monkeypatch):
    """Thirty ways to lose a point are each looked at once, not again behind each other."""
    (tmp_path / "follies.cave").write_text(FOLLIES, "utf-8")
    state = cw.load_game(tmp_path / "follies.cave").new_initial_state(2)
    looked, child = [], BeamRun.child
    monkeypatch.setattr(BeamRun, "child", lambda self, node, chosen: looked.append(chosen) or child(self, node, chosen))
    assert cw.bots.make("greedy", state.game, 1).choose(state, 0).name == "done"
    assert len(looked) < 31 + 2 * FRUITLESS


@pytest.mark.long
def test_no_process_is_left_when_the_games_are_over(tmp_path):
    """Nor when somebody's own function fails in the middle. Of what Python itself begins, what tracks resources stays until the end."""
    program = """
import sys, subprocess, os
import cavewright as cw
from cavewright.study import simulate
def left():
    lines = subprocess.run(["ps", "-A", "-o", "ppid=", "-o", "args="], capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if line.split()[0] == str(os.getpid()) and "popen_loky" in line]
def fails(done, games):
    raise RuntimeError("enough")
simulate(cw.load_game("tic-tac-toe"), games=4, bots=["random"], jobs=2)
print(len(left()))
try:
    simulate(cw.load_game("tic-tac-toe"), games=40, bots=["random"], jobs=2, progress=fails)
except RuntimeError as error:
    print(error, len(left()))
"""
    if shutil.which("ps") is None:
        pytest.skip("processes cannot be listed here")
    (tmp_path / "run.py").write_text(program)
    ran = subprocess.run(
        [sys.executable, tmp_path / "run.py"], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.stdout.split("\n")[:2] == ["0", "enough 0"], ran.stderr
