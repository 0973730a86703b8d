"""Forms of games: rules are lowered for a number of players; what cannot be compiled of them is a NativeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...foundation.source import Diagnostic, Label
from ...foundation.source.ample_stack import with_room
from ...play.states.game import Game
from ..ir.program_lowering import Lowered, ProgramLowering
from ..ir.scope import TooLargeError, UnloweredError, stack_watched
from ..ir.work_source import work_source
from .native_error import NativeError
from .traps import CompilerError


@with_room
def make_form(
    game: Game,
    players: int,
    limit: int,
    bots: bool = False,
    to_machine_code: bool = True,
    program: Callable[..., ProgramLowering] | None = None,
) -> Lowered:
    """The intermediate form of a game for some players, whose steps do so much work at most. Raises NativeError where some of
    its rules cannot be said in it."""
    interpreter, lower = game.interpreter, program or ProgramLowering
    try:
        with stack_watched(game.id):
            work = work_source(interpreter, limit)
            found = lower(interpreter.optimised_in_place, players, work, bots, to_machine_code).lower_module()
    except TooLargeError as error:
        raise _too_large(error) from None
    if found.left:
        left = tuple(dict.fromkeys(map(_diagnostic, found.left)))
        more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
        raise NativeError(f"{game.id} cannot be had natively: {left[0].message}{more}", left)
    return found


@with_room
def call_compiler(game: str, make: Callable[[], Any]) -> Any:
    """Makes something of a module. Raises NativeError where what compiles it gives up."""
    try:
        with stack_watched(game):
            return make()
    except CompilerError as error:
        raise NativeError(f"{game} cannot be had natively: {error}") from error
    except TooLargeError as error:
        raise _too_large(error) from None


def _too_large(error: TooLargeError) -> NativeError:
    return NativeError(f"{error.what} cannot be had natively: {error.why}", (_diagnostic(error),))


def _diagnostic(error: UnloweredError) -> Diagnostic:
    """Returns the finding about the rules that are in the way."""
    labels = (Label(error.span),) if error.span is not None else ()
    message = f"`{error.what}` cannot be compiled: {error.why}"
    help = "it plays the same, but Python carries these rules out: `simulate` and bots are slower"
    return Diagnostic("C1001", message, labels, help=help, severity="warning")
