"""Seats at a table: which one a learner has, and which bots have the others."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots import players as all_bots
from ...foundation.source.argument_checks import whole_number, wrong_type, wrong_value
from ...play.states.game import Game

RANDOM, SELF = "random", "self"
"""The bot that chooses any action, and the word for a learner that has all seats itself."""


def known_seat(seat: int, players: int) -> int:
    """A seat of a table. TypeError and ValueError for what is none."""
    seats = f"a number from 0 to {players - 1}"
    whole_number("seat", seat, 0, seats)
    if seat >= players:
        raise wrong_value("seat", seat, seats)
    return seat


def known_bots(bots: str | Sequence[str | all_bots.Bot], game: Game) -> tuple[str | all_bots.Bot, ...] | None:
    """The bots on the other seats, or None where the learner has these, too. Raises TypeError and ValueError for what is
    no bot, and what bots raise of games that they cannot play.

    >>> import cavewright as cw
    >>> game = cw.load_game("tic-tac-toe")
    >>> known_bots(["random"], game), known_bots("self", game)
    (('random',), None)
    """
    if isinstance(bots, str) and bots == SELF:
        return None
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not bots:
        raise wrong_value("bots", bots, f"a list of one name or more, or `{SELF}`")
    for each in bots:
        if isinstance(each, str):
            all_bots.make(each, game)
        elif not hasattr(each, "choose"):
            raise wrong_type("bots", each, "names of bots, or objects with `choose(state, player)`")
    return tuple(bots)
