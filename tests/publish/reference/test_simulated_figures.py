"""Figures of simulated games: those that are kept are those of the rules as they are."""

import pytest

from cavewright import load_game
from cavewright.language.compose import registered_games
from cavewright.publish.reference import simulated_figures
from cavewright.publish.reference.simulated_figures import GAMES, Figures, bundled_figures, figures_of, play_figures


@pytest.mark.long
def test_bundled_figures_are_of_rules_that_there_are():
    """Rules that changed are played again by `python benchmarks/simulated_figures.py`."""
    hashes = {load_game(name).hash for name in registered_games()}
    assert set(bundled_figures()) <= hashes, "rules have changed: run `python benchmarks/simulated_figures.py`"
    assert all(0 < each.ended <= each.games <= GAMES for each in bundled_figures().values())


@pytest.mark.long
@pytest.mark.parametrize("name", ["tic-tac-toe", "the-cave"])
def test_kept_figures_are_those_of_games_that_are_played(name):
    game = load_game(name)
    assert play_figures(game, -1) == bundled_figures()[game.hash]


def test_what_is_not_bundled_is_played_once(monkeypatch, tmp_path):
    game = load_game("tic-tac-toe")
    times = []

    def counted(game, jobs=1):
        times.append(game.id)
        return Figures(game.hash, 1, 1, 2, 9.0, 1.0, {})

    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(simulated_figures, "bundled_figures", dict)
    monkeypatch.setattr(simulated_figures, "play_figures", counted)
    assert figures_of(game) == figures_of(game)
    assert times == ["tic-tac-toe"]
