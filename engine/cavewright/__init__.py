"""Cavewright: board games as rule files, that are parsed, checked, played and explained.

>>> import cavewright as cw
>>> game = cw.load_game("the-cave")
>>> state = game.new_initial_state(players=3)
>>> state.active_players
(0, 1, 2)
"""

from .compose import registered_games, registered_overlays
from .model.ruleset import Clause, Example, Field, Kind
from .model.types import Type
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
from .play.examples import ExampleResult, run_examples
from .play.game import Game
from .play.line import Line
from .play.load import RulesetError, load_game, load_rules
from .play.match import Match, SaveError
from .play.outcome import Outcome
from .play.record import Event
from .play.sight import ALL
from .play.state import State
from .play.step import WorkLimitError
from .play.view import BoardView, Kept, PlayerView, View
from .play.wording import Wording
from .program.instructions import Signature
from .source import Diagnostic, Label, Source, Span
from .source.version import VERSION as __version__
from .texts import Texts, UnknownLanguage

__all__ = [
    "ALL",
    "Action",
    "AmbiguousActionError",
    "BoardView",
    "CHANCE",
    "Clause",
    "Diagnostic",
    "Event",
    "Example",
    "ExampleResult",
    "Field",
    "Game",
    "IllegalActionError",
    "InvalidActionError",
    "Kept",
    "Kind",
    "Label",
    "Line",
    "Match",
    "Outcome",
    "PlayerView",
    "Reason",
    "RulesetError",
    "SIMULTANEOUS",
    "SaveError",
    "Signature",
    "Source",
    "Span",
    "State",
    "TERMINAL",
    "Texts",
    "Type",
    "UnknownLanguage",
    "Verdict",
    "View",
    "Wording",
    "WorkLimitError",
    "__version__",
    "load_game",
    "load_rules",
    "registered_games",
    "registered_overlays",
    "run_examples",
]


def __dir__() -> list[str]:
    """What is promised, and nothing else; the rooms of the engine are details."""
    return sorted(__all__)
