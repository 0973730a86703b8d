"""Figures from simulated games: how long a game is, and how often each action is done.

They are kept by the hash of the rules, those of bundled rulesets in `simulated.json` beside this module, so that nothing is
played anew. `python benchmarks/simulated_figures.py` plays the bundled rulesets again whose rules have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from ...bots.study.simulate import simulate
from ...foundation.source.frozen import frozen
from ...foundation.storage import cache
from ...play.states.game import Game

GAMES, BOT = 100, "greedy"
"""How many games are played, and by which bot."""
FEWEST = 2
"""Players of the games, where more than one may play: as few as can, but nobody alone."""
BUNDLED = Path(__file__).with_name("simulated.json")


@frozen
class Figures:
    """Results of the games: `ended` of `games` ended by the rules; the means are those of the games that did.

    `decisions` are those of all players together, as far as there was more than one possibility. `done` says how often each
    action was done in a game.
    """

    rules: str
    games: int
    ended: int
    players: int
    decisions: float
    winning: float
    done: Mapping[str, float]


def figures_of(game: Game, jobs: int = 1, *, may_play: bool = True) -> Figures | None:
    """The figures of a game: those that are kept, or else it is played now, if it may be."""
    known = bundled_figures().get(game.hash)
    if known is not None:
        return known
    key = cache.key_of(("decisions", str(GAMES), BOT, game.hash))
    kept = cache.read(key)
    if kept is not None:
        return Figures(**json.loads(kept))
    if not may_play:
        return None
    figures = play_figures(game, jobs)
    cache.write(key, json.dumps(asdict(figures)).encode())
    return figures


def play_figures(game: Game, jobs: int = 1, games: int = GAMES) -> Figures:
    """The figures of games that are played now.

    >>> from cavewright import load_game
    >>> play_figures(load_game("tic-tac-toe"), games=2).decisions
    6.0
    """
    study = simulate(game, games, [BOT], min(max(game.players.start, FEWEST), game.players[-1]), jobs=jobs)
    over = study.finished
    scoring = game.rules_model.scoring
    best = max if scoring is None or scoring.highest else min
    fired = [dict(each.fired) for each in over]

    def mean(numbers: Iterable[int]) -> float:
        found = list(numbers)
        return round(sum(found) / len(found), 1) if found else 0.0

    return Figures(
        game.hash,
        study.games,
        study.ended,
        len(study.seats),
        mean(each.decisions for each in over),
        mean(best(each.totals) for each in over),
        {name: mean(each.get(name, 0) for each in fired) for name in game.rules_model.actions},
    )


def bundled_figures() -> dict[str, Figures]:
    """The figures of bundled rulesets, by hash."""
    if not BUNDLED.is_file():
        return {}
    return {hash: Figures(**each) for hash, each in json.loads(BUNDLED.read_text(encoding="utf-8")).items()}
