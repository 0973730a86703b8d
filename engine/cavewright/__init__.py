"""Cavewright: board games as rule files, that are parsed, checked, played and explained.

>>> import cavewright as cw
>>> game = cw.load_game("the-cave")
>>> state = game.new_initial_state(players=3)
>>> state.active_players
(0, 1, 2)
"""

from .compose import registered_games, registered_overlays
from .play.action import (
    CHANCE,
    SIMULTANEOUS,
    TERMINAL,
    Action,
    AmbiguousActionError,
    IllegalActionError,
    InvalidActionError,
    Reason,
    Verdict,
)
from .play.examples import run_examples
from .play.game import Game
from .play.line import Line
from .play.load import RulesetError, load_game
from .play.match import Match, SaveError
from .play.outcome import Outcome
from .play.record import Event
from .play.state import State
from .play.step import WorkLimitError
from .source import Diagnostic

__version__ = "0.1.0"

__all__ = ["CHANCE", "SIMULTANEOUS", "TERMINAL", "Action", "AmbiguousActionError", "Diagnostic", "Event", "Game", "IllegalActionError",
           "InvalidActionError", "Line", "Match", "Outcome", "Reason", "RulesetError", "SaveError", "State", "Verdict", "WorkLimitError", "load_game",
           "registered_games", "registered_overlays", "run_examples"]
