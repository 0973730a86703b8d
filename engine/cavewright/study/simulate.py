"""Simulation: many seeded games by bots, over any number of processes, to a `Study`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from joblib import Parallel, delayed

from ..play.action import CHANCE
from ..play.game import Game
from ..play.match import Match
from ..program.instructions import PC
from .bots import BOTS, make_bot
from .study import Played, Study

ROUNDS = 100
"""Turns of one player after which a game is given up, unless told otherwise."""
DECISIONS = 5_000
"""Decisions of one player, with two actions or more, after which a game is given up, unless told otherwise."""
MOST_GAMES = 1_000_000

Progress = Callable[[int, int], None]


def simulate(game: Game, games: int = 100, bots: Sequence[str] = ("greedy",), players: int = 0, seed: int = 0, jobs: int = 1,
             rounds_bound: int = ROUNDS, decisions_bound: int = DECISIONS, rotate: bool = False, progress: Progress | None = None) -> Study:
    """Plays games by bots, with the seeds `seed`, `seed + 1`, …, and says what came of them.

    `bots` are names of bots, from the first seat on, repeated until every seat has one; `rotate` moves them on by a seat
    from game to game. `players` is by default as few as may play, or one a bot where that is more. A turn is a stretch in which one
    player decides; a game is given up, and reported as unfinished, when a player begins a turn beyond `rounds_bound` or has made
    `decisions_bound` decisions that were any. `jobs` processes share the games (-1: one a core); the result is the same for any
    number of them. `progress` is called with how many games are done, and how many there are. ValueError for what cannot be.

    >>> from cavewright import load_game
    >>> study = simulate(load_game("the-cave"), games=2, bots=["random"], rounds_bound=3)
    >>> study.games, study.ended, [each.seed for each in study.played]
    (2, 0, [0, 1])
    """
    seats = seated(game, bots, players)
    for what, value, least in (("games", games, 1), ("seed", seed, 0), ("rounds_bound", rounds_bound, 1), ("decisions_bound", decisions_bound, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{what} is a whole number from {least}, not {value!r}")
    if games > MOST_GAMES:
        raise ValueError(f"at most {MOST_GAMES:,} games at once, not {games:,}")
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0:
        raise ValueError(f"jobs is a number of processes, or -1 for one a core, not {jobs!r}")
    bounds = rounds_bound, decisions_bound
    played: list[Played] = []
    for some in batches(game, [seating(seats, n if rotate else 0, seed + n) for n in range(games)], bounds, jobs):
        played += some
        if progress:
            progress(len(played), games)
    return Study.of(game, seats, seed, bounds, tuple(played))


def seated(game: Game, bots: Sequence[str], players: int) -> tuple[str, ...]:
    """The name of the bot on every seat."""
    if isinstance(bots, str) or not bots:
        raise ValueError("bots is a list of one name or more")
    for each in bots:
        make_bot(each, 0)
    count = players or max(game.players.start, len(bots))
    if count not in game.players:
        raise ValueError(f"{game.title} is played by {game.players.start} to {game.players.stop - 1} players, not {count}")
    if len(bots) > count:
        raise ValueError(f"{len(bots)} bots are too many for {count} players")
    return tuple(bots[n % len(bots)] for n in range(count))


Seating = tuple[int, tuple[str, ...]]
Bounds = tuple[int, int]


def seating(seats: tuple[str, ...], turned: int, seed: int) -> Seating:
    """The seed of a game, and the bots on its seats, moved on by so many."""
    at = turned % len(seats)
    return seed, seats[len(seats) - at :] + seats[: len(seats) - at]


def batches(game: Game, wanted: list[Seating], bounds: Bounds, jobs: int) -> Iterator[list[Played]]:
    """The games in order, some at a time. A process makes the game ready once a batch."""
    if jobs == 1:
        for each in wanted:
            yield [play(game, each, bounds)]
        return
    size = max(1, min(10, len(wanted) // 16))
    parts = [wanted[at : at + size] for at in range(0, len(wanted), size)]
    yield from Parallel(n_jobs=jobs, backend="loky", return_as="generator")(
        delayed(play_some)(game.rules_model, part, bounds) for part in parts)


def play_some(rules: Any, wanted: list[Seating], bounds: Bounds) -> list[Played]:
    """Several games, in a process that has the rules but no game yet."""
    game = Game(rules)
    return [play(game, each, bounds) for each in wanted]


def play(game: Game, seating: Seating, bounds: Bounds) -> Played:
    """One game. The seed alone decides it, whatever was played before."""
    seed, names = seating
    match, fired = Match(game, len(names), seed), Counter[str]()
    fired.update(each.clause.name for each in match.at(0)._effects)
    bots = [BOTS[each](seed) for each in names]
    decisions, turns, last, ended = [0] * len(names), [0] * len(names), -1, True
    seen = note(match, 0, fired)
    while not match.state.is_terminal:
        player = match.state.active_players[0]
        if player != last:
            turns[player], last = turns[player] + 1, player
        decisions[player] += len(match.state._options(player)) > 1
        if turns[player] > bounds[0] or decisions[player] > bounds[1]:
            ended = False
            break
        match.push(bots[player].choose(match.state, player))
        seen = note(match, seen, fired)
    return result(match, seating, ended, (sum(decisions), sum(turns), max(turns)), fired)


def result(match: Match, seating: Seating, ended: bool, length: tuple[int, int, int], fired: Counter[str]) -> Played:
    """What came of a game that is over, or given up."""
    outcome, scoring = match.state.outcome(), match.game.rules_model.scoring
    assert scoring is not None
    for n, line in enumerate(scoring.lines):
        fired[line.clause.name] += sum(1 for parts in outcome.breakdown if parts[n]) if ended else 0
    clauses = tuple((name, times) for name, times in sorted(fired.items()) if times)
    return Played(*seating, ended, *length, outcome.totals, outcome.breakdown, outcome.counted, outcome.winners, clauses, outcome.sides)


def note(match: Match, seen: int, fired: Counter[str]) -> int:
    """Counts, in the steps that are new, the clauses that had an effect or left a decision, and the actions that were chosen."""
    moves, actions = match.move_stack, match.game.rules_model.actions
    for n in range(seen, len(moves)):
        before, move = match.at(n), moves[n]
        if move.player != CHANCE:
            fired[match.game.program.code[before._slots(move.player)[PC]].clause.name] += 1
            fired.update([move.name] if move.name in actions else [])
        fired.update(each.clause.name for each in match.at(n + 1)._effects)
    return len(moves)
