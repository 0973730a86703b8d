"""Simulation: many seeded games by bots, over any number of processes, to a `Study`."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import lru_cache

from joblib import delayed, effective_n_jobs

from ...engine.jit.compiled import Compiled
from ...play.matches.match import Match
from ...play.positions.action import CHANCE
from ...play.positions.playable import INTERPRETER, PYTHON
from ...play.states.game import Game
from ...rules.program.instructions import ME, PC
from ..players import Bot, known_name, make
from ..players.players import asked_for_options
from .game_counts import Bounds, Counts, Seating
from .games_in_place import played_in_place
from .played_games import Played
from .shared_work import share_work
from .study import Study

ROUNDS = 200
"""Turns of one player after which a game is given up, unless told otherwise."""
DECISIONS = 5_000
"""Decisions of one player, with two actions or more, after which a game is given up, unless told otherwise."""
MOST_GAMES = 1_000_000

Progress = Callable[[int, int], None]


class Stopped(KeyboardInterrupt):
    """Somebody interrupted a simulation. `study` is that of the games that were over by then, none of them perhaps."""

    def __init__(self, study: Study) -> None:
        super().__init__(f"stopped after {study.games} of {study.wanted} games")
        self.study = study


def simulate(
    game: Game,
    games: int = 100,
    bots: Sequence[str] = ("greedy",),
    players: int = 0,
    seed: int = 0,
    jobs: int = 1,
    rounds_bound: int = ROUNDS,
    decisions_bound: int = DECISIONS,
    rotate: bool = False,
    progress: Progress | None = None,
) -> Study:
    """Plays games by bots, with the seeds `seed`, `seed + 1`, …, and says what came of them.

    `bots` are names of bots, from the first seat on, repeated until every seat has one; `rotate` moves them on by a
    seat from game to game. `players` is by default as few as may play, or one a bot where that is more. A turn is a
    stretch in which one player decides; a game is given up, and reported as unfinished, when a player begins a turn
    beyond `rounds_bound` or has made `decisions_bound` decisions that were any. `jobs` processes share the games (-1:
    one a core); the result is the same for any number of them. Within `joblib.parallel_config(backend="dask")`, or any
    other of joblib's backends, they are its workers, on as many machines as it has. `progress` is called with how many games are done, and
    how many there are. ValueError for what cannot be; Stopped, a KeyboardInterrupt with the study of what is done, when
    it is interrupted.

    >>> from cavewright import load_game
    >>> study = simulate(load_game("the-cave"), games=2, bots=["random"], rounds_bound=3)
    >>> study.games, study.ended, [each.seed for each in study.played]
    (2, 0, [0, 1])
    """
    seats = seat_bots(game, bots, players)
    look_at_numbers(
        ("games", games, 1),
        ("seed", seed, 0),
        ("rounds_bound", rounds_bound, 1),
        ("decisions_bound", decisions_bound, 1),
    )
    if games > MOST_GAMES:
        raise ValueError(f"at most {MOST_GAMES:,} games at once, not {games:,}")
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0:
        raise ValueError(f"jobs is a number of processes, or -1 for one a core, not {jobs!r}")
    bounds = rounds_bound, decisions_bound
    wanted = [seating(seats, n if rotate else 0, seed + n) for n in range(games)]
    played: list[Played] = []

    def study() -> Study:
        return Study.of(game, seats, seed, bounds, tuple(sorted(played, key=lambda each: each.seed)), games)

    try:
        with closing(played_by(game, wanted, bounds, jobs)) as results:
            for each in results:
                played.append(each)
                if progress:
                    progress(len(played), games)
    except KeyboardInterrupt:
        raise Stopped(study()) from None
    return study()


def look_at_numbers(*given: tuple[str, object, int]) -> None:
    """ValueError for an argument that is no whole number, or less than the least one."""
    for what, value, least in given:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{what} is a whole number from {least}, not {value!r}")


def seat_bots(game: Game, bots: Sequence[str], players: int) -> tuple[str, ...]:
    """The name of the bot on every seat."""
    if isinstance(bots, str) or not bots:
        raise ValueError("bots is a list of one name or more")
    for each in bots:
        known_name(each)
    count = players or max(game.players.start, len(bots))
    game._names_of(count)
    if len(bots) > count:
        raise ValueError(f"{len(bots)} bots are too many for {count} players")
    return tuple(bots[n % len(bots)] for n in range(count))


def seating(seats: tuple[str, ...], turned: int, seed: int) -> Seating:
    """The seed of a game, and the bots on its seats, moved on by so many."""
    at = turned % len(seats)
    return seed, seats[len(seats) - at :] + seats[: len(seats) - at]


def played_by(game: Game, wanted: list[Seating], bounds: Bounds, jobs: int) -> Generator[Played, None, None]:
    """The games, in the order in which they end. What is left when this is closed, or interrupted, is not played; no
    process stays."""
    jobs = min(effective_n_jobs(jobs), len(wanted))
    if jobs == 1:
        yield from (play(game, each, bounds) for each in wanted)
        return
    rules = pickle.dumps((game.rules_model, INTERPRETER if game.engine_name == INTERPRETER else PYTHON))
    tasks = [delayed(play_there)(rules, each, bounds) for each in wanted]
    with closing(share_work(tasks, jobs, is_ordered=False)) as results:
        yield from results


def play_there(rules: bytes, seating: Seating, bounds: Bounds) -> Played:
    """One game, in a process of its own."""
    return play(ready(rules), seating, bounds)


@lru_cache(maxsize=1)
def ready(rules: bytes) -> Game:
    """The game of pickled rules and the name of its engine; a process makes it once."""
    model, engine = pickle.loads(rules)
    return Game(model, engine=engine)


def play(game: Game, seating: Seating, bounds: Bounds, making: Callable[[str, Game, int], Bot] = make) -> Played:
    """One game, by bots that `making` makes. The seed alone decides it, whatever was played before."""
    seed, names = seating
    bots = [making(each, game, seed) for each in names]
    choosers = asked_for_options(bots)
    if choosers is not None and isinstance(game.engine, Compiled):
        return played_in_place(game, seating, bounds, choosers)
    match = Match(game, len(names), seed)
    counts = Counts(game, len(names), bounds)
    noted = note(match, counts, -1)
    while not match.state.is_terminal:
        player = match.state.active_players[0]
        if not counts.goes_on(player, len(match.state._options(player))):
            break
        match.push(bots[player].choose(match.state, player))
        noted = note(match, counts, noted)
    return counts.play_record(match.state, seating, ended=match.state.is_terminal)


def note(match: Match, counts: Counts, noted: int) -> int:
    """Counts what happened in a match behind so many moves (-1: the beginning too), and what was chosen; returns how
    many there are now."""
    if noted < 0:
        counts.effects += match.at(0)._effects
    moves = match._moves
    for n in range(max(noted, 0), len(moves)):
        player = moves[n].player
        signature = moves[n].signature
        values = moves[n].values
        if player == CHANCE:
            counts.draw(signature, values[0], match.at(n)._h[ME])
        else:
            counts.choose(match.at(n)._slots(player)[PC], signature, values, player)
        counts.effects += match.at(n + 1)._effects
    counts.settle()
    return len(moves)
