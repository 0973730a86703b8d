"""Profiles: they watch the games that would be played anyway, and give each clause its own time."""

import json
import sys

import pytest

import cavewright as cw
from cavewright.bots.study.measured_play import Clauses, MeasuredBot, MeasuredGame, ProfilingClock, Row
from cavewright.bots.study.profile import lines_of
from cavewright.bots.study.simulate import play
from cavewright.study import profile

GAMES = ["tic-tac-toe", "nine-mens-morris", "the-cave", "the-cave-de", "kave-kapers", "cave-vs-cave"]


class Clock:
    """A clock that goes on only when it is told to."""

    now = 0.0

    def __call__(self):
        return self.now

    def work(self, seconds):
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(sys.modules[ProfilingClock.__module__], "perf_counter", made)
    return made


def test_each_row_has_the_time_of_its_own(clock):
    meter, outer, inner = ProfilingClock(), Row("flow", None), Row("definition", None)
    deep = meter.time(inner, lambda seconds: clock.work(seconds))

    def whole(seconds):
        clock.work(1)
        deep(seconds)
        deep(seconds)

    meter.time(outer, whole)(5)
    assert (outer.calls, outer.seconds, inner.calls, inner.seconds) == (1, 1, 2, 10)


def test_what_is_refused_in_the_middle_is_measured_too(clock):
    meter, outer, inner = ProfilingClock(), Row("flow", None), Row("effect", None)

    def refused():
        clock.work(3)
        raise ValueError

    with pytest.raises(ValueError):
        meter.time(outer, meter.time(inner, refused))()
    assert (outer.seconds, inner.seconds, meter.inner) == (0, 3, [3])


def test_what_measuring_takes_is_taken_off(clock):
    meter = ProfilingClock()
    meter.inside, meter.outside = 0.25, 0.5
    outer, inner = meter.row("flow"), meter.row("definition")
    deep = meter.time(inner, lambda: clock.work(1.25))

    def whole():
        deep()
        clock.work(0.5)  # as if it took as long to begin and end measuring
        clock.work(2.25)

    meter.time(outer, whole)()
    assert {line.what: line.seconds for line in lines_of(meter)} == {"flow": 2, "definition": 1}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.gate("random-nine-mens-morris")
def test_what_is_watched_is_played_as_ever(name, bot):
    game, meter = cw.load_game(name), ProfilingClock()
    given = (3, (bot,) * game.players.start), (1, 12)
    watched = play(
        MeasuredGame(game.rules_model, meter), *given, lambda *which: MeasuredBot(cw.bots.make(*which), meter)
    )
    assert watched == play(game, *given) and meter.inner[1:] == []


def test_the_calls_of_a_game_are_counted():
    """Two marks of tic-tac-toe, and a third that nobody makes any more: all nine squares are asked about each time."""
    game = cw.load_game("tic-tac-toe")
    found = profile(game, games=1, bots=["random"], rounds_bound=1, seed=4)
    calls = {(line.what, line.clause): line.calls for line in found.lines}
    assert found.decisions == 3 and calls["effect", "play.mark"] == calls["score", "scoring.won"] == 2
    assert calls["guard", "play.mark"] >= 3 * 9 and calls["guard", "play.mark"] % 9 == 0


def test_a_profile_says_where_and_how_much():
    game = cw.load_game("the-cave")
    found, known = profile(game, games=2, bots=["greedy", "random"], rounds_bound=1), Clauses(game.rules_model)
    assert found.seats == ("greedy", "random") and sum(line.share for line in found.lines) == pytest.approx(1) == sum(
        found.whats.values()
    )
    assert [line.seconds for line in found.lines] == sorted((line.seconds for line in found.lines), reverse=True)
    clauses = {clause.name for clause in game.rules}
    assert {line.clause for line in found.lines if line.line} <= clauses and {"the-cave.cave"} == {
        line.file for line in found.lines if line.line
    }
    one = next(line for line in found.lines if line.what == "definition")
    assert one.text.startswith(f"{one.rule}") and one.line in {
        each.span.line for each in known.found[next(iter(known.found))]
    }
    assert {"definition", "guard", "options", "effect", "flow", "advice", "bots", "engine"} <= {
        line.what for line in found.lines
    }
    said = json.loads(found.to_json())
    assert len(said["lines"]) == len(found.lines) and said["seconds"] > 0 and set(said["whats"]) == set(found.whats)


@pytest.mark.parametrize(
    "wrong, said",
    [({"games": 0}, "games"), ({"bots": ["gredy"]}, "greedy"), ({"seed": -1}, "seed"), ({"players": 9}, "9")],
)
def test_what_cannot_be_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        profile(cw.load_game("the-cave"), **{"games": 1, "rounds_bound": 1, **wrong})
