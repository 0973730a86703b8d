"""Cavewright: board games as rule files, that are parsed, checked, played and explained.

>>> import cavewright as cw
>>> game = cw.load_game("the-cave")
>>> state = game.new_initial_state(players=3)
>>> state.active_players
(0, 1, 2)
"""

from typing import TYPE_CHECKING, Any

from . import bots, encodings
from .compose import registered_games, registered_overlays
from .examples.runner import ExampleResult, run_examples
from .interpret.step import WorkLimitError
from .loading.load import RulesetError, load_game, load_rules
from .matches.match import Correction, Match, SaveError
from .model.ruleset import Clause, Example, Field, Kind
from .model.types import Type
from .native.line import Line
from .positions.action import (
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
from .positions.sight import ALL
from .positions.wording import Wording
from .program.instructions import Signature
from .prompts.prompt import prompt
from .prompts.reply import RefusedReply, read_reply
from .source import Diagnostic, Label, Source, Span
from .source.version import VERSION as __version__
from .states.game import Game, State
from .texts import Texts, UnknownLanguage
from .views.events import Event
from .views.outcome import Outcome
from .views.view import BoardView, Kept, PlayerView, View

if TYPE_CHECKING:
    from .native.native import Native, NativeError, Playouts

__all__ = [
    "ALL",
    "Action",
    "AmbiguousActionError",
    "BoardView",
    "CHANCE",
    "Clause",
    "Correction",
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
    "Native",
    "NativeError",
    "Outcome",
    "PlayerView",
    "Playouts",
    "Reason",
    "RefusedReply",
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
    "bots",
    "encodings",
    "load_game",
    "load_rules",
    "prompt",
    "read_reply",
    "registered_games",
    "registered_overlays",
    "run_examples",
]


def __getattr__(name: str) -> Any:
    """What compiles rules, when it is first asked for: most who play never need it."""
    if name in ("Native", "NativeError", "Playouts"):
        from .native import native

        return getattr(native, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is promised, and nothing else; the rooms of the engine are details."""
    return sorted(__all__)
