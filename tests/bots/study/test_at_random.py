"""Games of random bots are played in place: each is the game that a match with its seed would be."""

import sys
from functools import cache
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.bots.study import games_in_place
from cavewright.bots.study.simulate import play
from cavewright.engine.interpret import interpreter, step
from cavewright.engine.jit import compiled
from cavewright.play.states.game import Game
from cavewright.study import simulate

TESTS = Path(__file__).parents[2]
GAMES = {
    "the-cave": 6,
    "the-cave+lamp-oil+flood-season": 6,
    "kave-kapers": 4,
    "cave-vs-cave": 100,
    "cave-vs-cave+cave-vs-cave-era2": 100,
    "connect-four": 100,
    "nine-mens-morris": 100,
    "breakthrough": 100,
    "hex": 100,
    "tic-tac-toe": 100,
}
"""Rulesets, and the turns of one player after which a game is given up: some games end, others do not."""
ATTACKS = ("at_once", "in_any_order", "draws", "repacking", "growing", "endings", "every_in_every", "below_nothing")


HEAVY = ("too_much_to_try", "loops_left_over")


@cache
def load(name):
    return cw.load_game(name)


@pytest.fixture(scope="module")
def attack(tmp_path_factory):
    """Small rules, each written to make the engines differ."""

    @cache
    def made(name):
        folder = tmp_path_factory.mktemp(name)
        for each in ("ground", name):
            (folder / f"{each}.cave").write_text(
                (TESTS / "engine/agreement/attacks" / f"{each}.cave").read_text("utf-8"), "utf-8"
            )
        return cw.load_game(folder)

    return made


class Watched:
    """A random bot that nobody knows to be one: its games are matches."""

    def __init__(self, game, seed):
        self.choose = cw.bots.make("random", game, seed).choose


def both(game, seed, players, bounds):
    """What came of a game in place, and as a match; or that it was too much work."""
    found = []
    for make in (cw.bots.make, lambda name, game, its: Watched(game, its)):
        try:
            found.append(play(game, (seed, ("random",) * players), bounds, make))
        except step.WorkLimitError:
            found.append("too much work")
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_a_game_at_random_is_the_game_of_a_match(name):
    """Everything that is reported: scores by category, winners, lengths, what ended, what fired."""
    game = load(name)
    for seed, players in enumerate((*game.players, *game.players)[:5]):
        mine, theirs = both(game, seed, players, (GAMES[name], 300))
        assert mine == theirs and mine.decisions and mine.fired


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.gate("at_once", "draws", "every_in_every")
def test_rules_that_are_hard_on_engines(name, attack):
    game = attack(name)
    for seed in range(6):
        mine, theirs = both(game, seed, game.players[seed % len(game.players)], (8, 60))
        assert mine == theirs != "too much work" and mine.fired


@pytest.mark.parametrize("name", [*HEAVY, "at_once", "decisions_in_loops"])
@pytest.mark.gate("too_much_to_try")
def test_where_little_work_is_allowed(name, attack, monkeypatch):
    """A step that is taken again, by the interpreter, counts once."""
    found = []
    for most in (8, 20, 60, 150, 600, 3_000):
        for module in (step, interpreter, compiled):
            monkeypatch.setattr(module, "WORK_LIMIT", most)
        monkeypatch.setitem(compiled.RUNTIME, "WORK_LIMIT", most)
        game = Game(attack(name).rules_model)
        for seed in range(3):
            mine, theirs = both(game, seed, game.players[0], (4, 30))
            assert mine == theirs
            found.append(mine)
    assert "too much work" in found and (name in HEAVY or any(each != "too much work" for each in found))


@pytest.mark.long
def test_a_match_played_by_hand_ends_the_same():
    """With the seed and the bots of a game, by nothing but what everybody can call."""
    game = load("cave-vs-cave")
    for each in simulate(game, games=3, bots=["random"], players=2, seed=11).played:
        match, bots, deciding = (
            cw.Match(game, 2, each.seed),
            [cw.bots.make("random", game, each.seed) for _ in range(2)],
            [],
        )
        while not match.state.is_terminal:
            player = match.state.active_players[0]
            deciding.append((player, len(match.state.legal_actions(player)) > 1))
            match.push(bots[player].choose(match.state, player))
        turns = [player for n, (player, _) in enumerate(deciding) if n == 0 or deciding[n - 1][0] != player]
        assert (each.decisions, each.turns, each.rounds) == (
            sum(any_ for _, any_ in deciding),
            len(turns),
            max(map(turns.count, turns)),
        )
        outcome = match.state.outcome()
        assert (each.ended, each.totals, each.breakdown, each.winners) == (
            True,
            outcome.totals,
            outcome.breakdown,
            outcome.winners,
        )


def test_only_generated_python_plays_so(monkeypatch):
    """The interpreter plays games as matches, to the same end."""
    played, whole = [], games_in_place.played_in_place
    monkeypatch.setattr(
        sys.modules[play.__module__], "played_in_place", lambda *given: played.append(given[1][1]) or whole(*given)
    )
    interpreted = cw.load_game("tic-tac-toe", engine="interpreter")
    found = [
        simulate(game, games=1, bots=bots, seed=4).played
        for game in (load("tic-tac-toe"), interpreted)
        for bots in (["random"], ["random", "greedy"])
    ]
    assert played == [("random", "random"), ("random", "greedy")] and found[:2] == found[2:]
