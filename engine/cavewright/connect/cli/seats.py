"""Seats at the table: people first, bots at the last ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...bots.players import Bot, make
from ...foundation.source.frozen import frozen
from ...foundation.texts import texts
from ...play.loading.load import load_game
from ...play.matches.match import Match
from ...play.states.game import Game
from .match_files import read_match

PERSON = "person"


class SeatError(ValueError):
    """Names, numbers of players and bots that do not go together; `status` is that of a command that was told so."""

    status = 2


@frozen
class Seats:
    """The players' names, and for each the name of its bot, or "" for a person."""

    names: tuple[str, ...]
    bots: tuple[str, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(n for n, bot in enumerate(self.bots) if not bot)

    def make_bots(self, game: Game, seed: int) -> dict[int, Bot]:
        """The bots by seat. Raises ValueError for a name that is none."""
        return {n: make(bot, game, seed + n) for n, bot in enumerate(self.bots) if bot}


@frozen
class MatchRequest:
    """A match as it is asked for: a new one, or that of a save (`resume`), whose rules `spec` may name."""

    spec: str
    players: int | None
    names: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int | None
    resume: Path | None
    settings: Mapping[str, str]
    lang: str

    @property
    def save_to_resume(self) -> Path | None:
        """The save to go on with. Raises SeatError where players or options are asked for that it has itself."""
        if self.resume is not None and (self.settings or self.names or self.players is not None):
            raise SeatError("a saved match has its own players and options: leave out --players and --set")
        return self.resume

    def match(self) -> tuple[Match, Seats]:
        """The match, and who sits at its seats. Raises ValueError and OSError."""
        if self.save_to_resume is not None:
            match, kept = read_match(self.save_to_resume, self.spec)
            return match, Seats(match.names, fill_seats(self.bots, len(match.names)) if self.bots else kept)
        game = load_game(self.spec, options=self.settings)
        seats = seats_for(game, self.players, self.names, self.bots, self.lang)
        return Match(game, seats.names, self.seed), seats


def seats_for(game: Game, players: int | None, names: Sequence[str], bots: Sequence[str], lang: str) -> Seats:
    """The seats of a new match. Where nobody says how many play: the bots and one person, or as few as may.

    Raises SeatError, and ValueError for a number of players that the game does not allow.
    """
    low, high = game.players.start, game.players.stop - 1
    if names and players is not None and len(names) != players:
        raise SeatError(f"there are {players} players and {len(names)} names")
    if len(names) == 1 and low > 1:
        raise ValueError(
            f"{names[0][:40]!r} is one name, and {game.title} is played by {low} to {high} players: "
            f"give how many, or all their names"
        )
    if players is not None and players not in game.players:
        game.new_initial_state(players)
    count = players if players is not None else len(names) or min(max(low, len(bots) + 1), high)
    taken = fill_seats(bots, count)
    return Seats(tuple(names) or tuple(_name(n, bot, lang) for n, bot in enumerate(taken)), taken)


def fill_seats(bots: Sequence[str], count: int) -> tuple[str, ...]:
    """Bots at the last of so many seats; `person` keeps one free.

    >>> fill_seats(["greedy"], 3), fill_seats(["person", "random"], 2)
    (('', '', 'greedy'), ('', 'random'))
    """
    if len(bots) > count:
        raise SeatError(
            f"there are {len(bots)} bots for one seat"
            if count == 1
            else f"there are {len(bots)} bots for {count} seats"
        )
    return ("",) * (count - len(bots)) + tuple("" if bot == PERSON else bot for bot in bots)


def _name(seat: int, bot: str, lang: str) -> str:
    return f"{bot.capitalize()} {seat + 1}" if bot else texts(lang).phrase("Player {number}", number=seat + 1)
