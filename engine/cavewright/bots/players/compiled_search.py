"""Search within a module, loaded when a bot first looks ahead: who only plays loads nothing that compiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.states.game import Game

if TYPE_CHECKING:
    from ...machine.native.searcher import Searcher


def compiled_search(game: Game, players: int) -> Searcher | None:
    """The searches of a game in a module, if they can be had."""
    from ...machine.native.searcher import searcher

    return searcher(game, players)


def faults() -> tuple[type[Exception], ...]:
    """Returns the exceptions by which a module says that it cannot go on, so that Python does."""
    from ...machine.ir.memory import TooMuchError
    from ...machine.native.traps import TrapError

    return TooMuchError, TrapError
