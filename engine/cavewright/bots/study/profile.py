"""Profiles: where the time of a ruleset's games goes, rule by rule and clause by clause.

The games are played by the interpreter, and measured by `measured_play`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, field
from pathlib import PurePath

from ...foundation.source.frozen import frozen
from ...play.states.game import Game
from ...rules.model import ruleset as m
from ..players import make
from .measured_play import ENGINE, WHATS, MeasuredBot, MeasuredGame, ProfilingClock, Row
from .simulate import DECISIONS, ROUNDS, Progress, look_at_numbers, play, seat_bots, seating


@frozen
class Line:
    """The share of one clause. `rule` and `clause` are "" for what belongs to none, `line` is then 0; `seconds` are its
    own.

    `text` is the line as it stands in the rule file, without its texts and citations.
    """

    what: str
    rule: str
    clause: str
    text: str
    file: str
    line: int
    calls: int
    seconds: float
    share: float


@frozen
class Profile:
    """Time of some games, by clause. `seconds` is that of the games, `measuring` what was taken off for measuring them.

    `lines` are sorted, the largest first; `whats` are the shares of all that time goes into, in the order of `WHATS`.
    """

    game: str
    title: str
    version: str
    hash: str
    seats: tuple[str, ...]
    seed: int
    games: int
    decisions: int
    seconds: float
    measuring: float
    lines: tuple[Line, ...] = field(repr=False)

    @property
    def whats(self) -> dict[str, float]:
        """The share of each sort of thing that time goes into."""
        return {what: sum(line.share for line in self.lines if line.what == what) for what in WHATS}

    def to_json(self) -> str:
        """Everything as JSON."""
        return json.dumps({**asdict(self), "whats": self.whats}, ensure_ascii=False, indent=1)


def profile(
    game: Game,
    games: int = 3,
    bots: Sequence[str] = ("greedy",),
    players: int = 0,
    seed: int = 0,
    rounds_bound: int = ROUNDS,
    progress: Progress | None = None,
) -> Profile:
    """Plays games by bots, as `simulate` would, and says where their time went. ValueError for what cannot be.

    >>> from cavewright import load_game
    >>> found = profile(load_game("tic-tac-toe"), games=2, bots=["random"])
    >>> found.games, found.decisions > 9, {"guard", "effect"} <= {line.what for line in found.lines}
    (2, True, True)
    """
    seats = seat_bots(game, bots, players)
    look_at_numbers(("games", games, 1), ("seed", seed, 0), ("rounds_bound", rounds_bound, 1))
    meter, decisions = ProfilingClock(), 0
    measured = MeasuredGame(game.rules_model, meter)
    engine = meter.row(ENGINE)
    for n in range(games):
        with meter.during(engine):
            played = play(
                measured,
                seating(seats, 0, seed + n),
                (rounds_bound, DECISIONS),
                lambda *which: MeasuredBot(make(*which), meter),
            )
        decisions += played.decisions
        if progress:
            progress(n + 1, games)
    lines = lines_of(meter)
    return Profile(
        game.rules_model.full_id,
        game.title,
        game.version,
        game.hash,
        seats,
        seed,
        games,
        decisions,
        sum(line.seconds for line in lines),
        meter.calls * (meter.inside + meter.outside),
        lines,
    )


def lines_of(meter: ProfilingClock) -> tuple[Line, ...]:
    """Returns all measurements, the largest first, without the time of measuring."""
    own = [(row, max(0.0, row.seconds - row.calls * meter.inside)) for row in meter.rows.values() if row.calls]
    whole = sum(seconds for _, seconds in own) or 1.0
    found = [line_of(row, seconds, seconds / whole) for row, seconds in own]
    return tuple(sorted(found, key=lambda each: (-each.seconds, each.file, each.line, each.what)))


def line_of(row: Row, seconds: float, share: float) -> Line:
    """A row, and where its clause stands."""
    where: tuple[str, str, str, str, int] = "", "", "", "", 0
    if row.clause is not None:
        span = row.clause.span
        where = row.clause.rule, row.clause.name, clause_line(row.clause), PurePath(span.source.name).name, span.line
    return Line(row.what, *where, row.calls, seconds, share)


def clause_line(clause: m.Clause) -> str:
    """The line of a clause as it stands in the rule file, without the text that people are shown, and citations."""
    return " ".join(clause.line.replace(f'"{clause.text}"', "" if clause.text else '""').split())
