"""Impact of a variant: equal rules differ by nothing, chance is aligned, and a planted rule shows."""

import json
from collections import Counter

import pytest
from joblib import parallel_config

import cavewright as cw
from cavewright.bots.impact import measure_impact
from cavewright.bots.impact.abstaining import close_actions, new_actions
from cavewright.bots.impact.betting import Interval
from cavewright.bots.impact.chance_streams import ChanceStreams
from cavewright.bots.impact.clause_search import search_clauses
from cavewright.bots.impact.figures import LITTLE, MATTERS, NONE, OPEN, compare_figures, verdict_of
from cavewright.bots.impact.impact import StoppedImpact, is_alike
from cavewright.bots.impact.replays import replay_game
from cavewright.bots.study.simulate import DECISIONS, ROUNDS
from cavewright.connect.cli.impact_text import silent_of
from cavewright.foundation.texts import texts

RACE = """ruleset race 1.0 "Race"
    language 1

kind stone
    | stone | worth: 0..9 |
    | grey  | 1           |
    | gold  | 5           |

game
    keeps sack: bag of stone hidden

players runner 2..2
    keeps points: 0..999

to play
    gain 20 grey in sack
    gain 20 gold in sack
    repeat 6 times
        each runner from first(r in runner)
            draw stone from sack
            set points = points + stone.worth
            offer moves

menu moves "Your move"

action rest in moves "Rest"
    set points = points + 0

action run in moves "Run"
    set points = points + 1

scoring
    score points = points
    highest total wins
"""
RICH = """overlay rich 1.0 "Rich"
    language 1
    extends race ^1.0

amend action run
    change set: set points = points + 1 to set points = points + 3
"""
SILENT = """overlay silent 1.0 "Silent"
    language 1
    extends race ^1.0

add action fly in moves "Fly"
    never: require points > 900 "Nobody flies."
    set points = 0
"""


LEAP = """overlay leap 1.0 "Leap"
    language 1
    extends race ^1.0

add action leap in moves "Leap"
    set points = points + 4
"""


def race(*overlays):
    return cw.load_rules({"race.cave": RACE}, [{f"o{n}.cave": each} for n, each in enumerate(overlays)])


def test_equal_rules_differ_by_exactly_nothing_and_are_not_played():
    """Whatever they are loaded from: it is the hash that counts."""
    found = measure_impact(race(), race(), games=50)
    assert found.is_same and found.pairs == 0 and {each.verdict for each in found.differences} == {NONE}
    assert {(each.interval.low, each.interval.high) for each in found.differences} == {(0.0, 0.0)}


@pytest.mark.long
def test_a_rule_that_nobody_can_use_changes_no_game():
    """Games of a pair are the same to the last draw: chance comes by bag, choices between equals by turn."""
    found = measure_impact(race(), race(SILENT), games=6)
    assert found.same_games == found.pairs == 6 and all(is_alike(each) for each in found.played)
    assert {"fly", "fly.set"} & {each.name for each in found.silent if each.is_new}
    assert not any(each.is_possible for each in found.silent if each.is_new) and found.searched > 1_000


def test_a_planted_effect_is_found_and_lies_in_its_interval():
    """Each runner runs six times, for two points more each time."""
    found = measure_impact(race(), race(RICH), games=60)
    score = {each.name: each for each in found.differences}["mean score"]
    assert score.variant - score.base == pytest.approx(12) and score.interval.holds(12) and score.verdict == MATTERS
    assert {each.name: each.verdict for each in found.differences}["rounds"] != MATTERS
    told = json.loads(found.to_json())
    assert told["pairs"] == 60 and told["bots"] == ["greedy", "greedy"] and "played" not in told


@pytest.mark.long
def test_the_number_of_processes_changes_nothing():
    one, other = (measure_impact(race(), race(RICH), games=12, jobs=jobs) for jobs in (1, 2))
    assert one == other


def test_it_stops_when_the_score_is_known_well_enough():
    """After the first look at which the interval is narrow enough, and it says how many pairs that took."""
    assert measure_impact(race(), race(SILENT), games=200, width=500).pairs == 20


def test_who_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="players"):
        measure_impact(race(), race(RICH), players=5)


# ---- questions of their own ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_who_never_uses_a_rule_loses_what_it_is_worth():
    """Six leaps a game are worth three points more than runs each; the other player has what it had."""
    found = measure_impact(race(), race(LEAP), games=24, more=24)
    loss = found.abstinence
    assert loss.actions == ("leap",) and loss.pairs == 24 and loss.points.estimate == -18
    assert loss.points.holds(-18) and loss.wins.estimate < -0.2
    assert measure_impact(race(), race(RICH), games=2, more=2).abstinence is None


@pytest.mark.parametrize("player", [0, 1])
def test_an_action_is_closed_to_one_player_alone(player):
    game = race(LEAP)
    closed = close_actions(game, new_actions(race(), game), player)
    match = cw.Match(closed, 2, seed=3)
    for _ in range(4):
        actor = match.state.active_players[0]
        assert ("leap" in {each.name for each in match.state.legal_actions()}) == (actor != player)
        match.push("rest")
    assert closed.hash != game.hash


@pytest.mark.long
@pytest.mark.long
def test_a_stronger_bot_wins_as_often_as_skill_decides():
    """It wins more than its share where choices count, and the rules that give more for them count more."""
    skill = measure_impact(race(), race(RICH.replace("+ 3", "+ 9")), games=60, more=60).skill
    assert skill.games == 60 and skill.chance == 0.5 and skill.variant.estimate > skill.base.estimate > 0.5
    assert measure_impact(race(), race(RICH), games=2, bots=["random"], more=2).skill is None


def test_a_search_brings_about_what_can_be_and_not_what_cannot():
    game = race(SILENT)
    found = search_clauses(game, ["run", "run.points", "fly", "fly.points"], 2)
    assert found.possible == {"run", "run.points"} and found.decisions >= 6_000
    assert search_clauses(game, ["run"], 2).decisions < 100


def test_games_that_show_the_difference_can_be_replayed():
    """With the same moves and the same chance, from what was saved."""
    found = measure_impact(race(), race(RICH), games=6)
    for seating in found.telling:
        pair = next(each for each in found.played if each.base.seed == seating[0])
        for game, played in ((race(), pair.base), (race(RICH), pair.variant)):
            match = replay_game(game, seating, (ROUNDS, DECISIONS))
            again = cw.Match.from_json(match.to_json(), lambda *_, game=game, **__: game)
            assert again.state.outcome().totals == played.totals and again.state.is_terminal


def test_players_and_seats_account_for_all_that_is_used():
    found = measure_impact(race(), race(RICH), games=8)
    run = {each.name: each for each in found.usage}["run"]
    assert sum(run.seats) == run.variant == 12 and run.winners == run.others == 6
    stones = [each for each in found.usage if each.name.startswith("stone ")]
    assert sum(each.variant for each in stones) == sum(each.base for each in stones) == 12
    assert [each.name for each in found.endings] == ["run"] and not found.losses


def test_what_was_cut_is_never_called_too_small_to_matter():
    """A pilot of small differences, and great ones behind it: they lie beyond the bound, not within the margin."""
    found = measure_impact(race(), race(RICH), games=60)
    measure = {"best": (lambda played: played.seed * 0.0, lambda played: float(played.seed % 50 == 49) * 99, 1.0)}
    (only,) = compare_figures(found.played, measure, 100)
    assert only.cut and only.verdict == OPEN and only.needed >= only.pairs
    assert verdict_of(Interval(0, -1, 1), 1) == LITTLE and verdict_of(Interval(0, -1, 1), 1, True) == OPEN


def test_what_is_known_is_not_played_again():
    """The whole study is that of one that was never interrupted."""
    whole, kept = measure_impact(race(), race(RICH), games=9), []
    again = measure_impact(race(), race(RICH), games=9, known=whole.played[:5], keep=kept.append)
    assert again == whole and kept == list(whole.played[5:])


def test_an_interrupted_study_searches_for_nothing(monkeypatch):
    """Whoever stops it waits for no search, and reads that there was none."""

    def interrupt(done, wanted):
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("cavewright.bots.impact.usage.search_clauses", None)
    with pytest.raises(StoppedImpact) as stopped:
        measure_impact(race(), race(SILENT), games=9, progress=interrupt)
    found = stopped.value.found
    assert (found.pairs, found.searched) == (3, 0) and found.silent
    assert all("interrupted before a search" in line for line in silent_of(found, texts("en")))


@pytest.mark.long
def test_whatever_joblib_was_told_plays_the_same():
    """Workers of any backend give the table of one process."""
    with parallel_config(backend="threading", n_jobs=2):
        there = measure_impact(race(), race(RICH), games=10, jobs=2, more=4)
    assert there == measure_impact(race(), race(RICH), games=10, more=4)


# ---- chance ---------------------------------------------------------------------------------------------------------


def test_games_that_draw_more_or_less_share_the_first_draws():
    """Whatever is drawn from other bags, and rolled, between."""
    sack = [(0, 3), (1, 2), (2, 5)]
    one, other = ChanceStreams(7), ChanceStreams(7)

    def draw(streams, many, between=None):
        left, drawn = dict(sack), []
        for _ in range(many):
            if between:
                between(streams)
            piece = streams.draw("sack", [(each, n) for each, n in left.items() if n])
            left[piece] -= 1
            drawn.append(piece)
        return drawn

    def disturb(streams):
        streams.draw("bag", sack)
        streams.roll("die", [(n, 1) for n in range(6)])

    assert draw(one, 10)[:6] == draw(other, 6, disturb)


def test_a_bag_is_drawn_from_as_its_pieces_lie_in_it():
    """Of 3, 2 and 5 pieces the first two, drawn 4,000 times, as often as they should be."""
    firsts, pairs, many = Counter(), Counter(), 4_000
    for seed in range(many):
        streams = ChanceStreams(seed)
        first = streams.draw("sack", [(0, 3), (1, 2), (2, 5)])
        left = [(each, n - (each == first)) for each, n in ((0, 3), (1, 2), (2, 5))]
        firsts[first] += 1
        pairs[first, streams.draw("sack", [(each, n) for each, n in left if n])] += 1
    assert all(abs(firsts[each] / many - share) < 0.03 for each, share in ((0, 0.3), (1, 0.2), (2, 0.5)))
    assert abs(pairs[2, 2] / many - 0.5 * 4 / 9) < 0.03 and abs(pairs[1, 1] / many - 0.2 / 9) < 0.02


def test_pieces_that_come_back_are_drawn_like_others():
    """A bag into which each piece is put back: all draws are as likely as the first."""
    streams, drawn = ChanceStreams(3), Counter()
    for _ in range(3_000):
        drawn[streams.draw("sack", [(0, 1), (1, 3)])] += 1
    assert abs(drawn[1] / 3_000 - 0.75) < 0.03
