"""Linking of modules: a game for a number of players is lowered and compiled, or is had from what was kept of that."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from ...engine.interpret.step import WORK_LIMIT
from ...foundation.source import Diagnostic, Label
from ...foundation.source.ample_stack import with_room
from ...foundation.source.argument_checks import wrong_value
from ...foundation.storage import cache as kept
from ...play.states.game import Game
from ..emit.wasm import wasm
from ..ir.action_numbers import Numbers
from ..ir.batches import BatchProgram
from ..ir.interface import Interface
from ..ir.position_pool import PooledProgram
from ..ir.program_lowering import Lowered, ProgramLowering
from ..ir.scope import TooLargeError, UnloweredError, stack_watched
from ..ir.work_counting import work_source
from .machine import PYTHON, WASM, C, Machine, compiler, machine
from .native_error import NativeError
from .traps import CompilerError
from .web_assembly import WebAssembly, web_assembly

BACKENDS = (WASM, C, PYTHON)
Linked: TypeAlias = tuple[Interface, Callable[[], Machine]]
"""What has to be known of a module, and what makes a machine that runs it, with memory of its own."""


@with_room
def form_of(
    game: Game,
    players: int,
    bots: bool = False,
    to_machine_code: bool = True,
    program: Callable[..., ProgramLowering] = ProgramLowering,
) -> Lowered:
    """The intermediate form of a game for some players, with searches of bots if wanted. Raises NativeError where some of its rules cannot be
    said in it."""
    interpreter = game.interpreter
    try:
        with stack_watched(game.id):
            work = work_source(interpreter, WORK_LIMIT)
            found = program(interpreter.optimised_in_place, players, work, bots, to_machine_code).lower_module()
    except TooLargeError as error:
        raise _too_large(error) from None
    if found.left:
        left = tuple(dict.fromkeys(map(_diagnostic, found.left)))
        more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
        raise NativeError(f"{game.id} cannot be had natively: {left[0].message}{more}", left)
    return found


@with_room
def link(game: Game, players: int, backend: str, bots: bool = False) -> Linked:
    """A module that is ready to run. Raises NativeError where it cannot be had."""
    if backend != WASM:
        form = form_of(game, players, bots, to_machine_code=backend != PYTHON)
        return form.interface, partial(call_compiler, game.id, partial(machine, form.module, backend))
    make = partial(form_of, game, players, bots, program=ProgramLowering if bots else PooledProgram)
    return _link(game, _key_of(game, players, bots), make)


def is_kept(game: Game, players: int) -> bool:
    """Tells if the module that states and lines stand in was kept from before."""
    key = _key_of(game, players, False)
    return bool(key) and kept.read(key) is not None


@with_room
def linked_batch(game: Game, players: int, numbers: Numbers | None) -> Linked:
    """A module that plays batches, whose actions have numbers or not. Raises NativeError where it cannot be had."""
    if not runtime().shares_memory:
        raise NativeError("a batch lies in memory that arrays share, and a browser lends copies of it only")
    told = sorted(numbers.items()) if numbers is not None else None
    make = partial(form_of, game, players, program=partial(BatchProgram, numbers=numbers))
    return _link(game, _key_of(game, players, "batch", told), make)


def _link(game: Game, key: str, make: Callable[[], Lowered]) -> Linked:
    """A module of WebAssembly, as it was kept under a key or is made now."""
    found = _stored_module(key)
    if found is None:
        form = make()
        found = form.interface, call_compiler(game.id, lambda: runtime().compile(wasm(form.module)))
        if key:
            kept.write(key, pickle.dumps((found[0], runtime().dump(found[1])), protocol=5))
    return found[0], partial(runtime().start, found[1])


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


def _key_of(game: Game, players: int, *more: object) -> str:
    """Returns the key of a compiled module; "" where nothing is stored."""
    key = game.rules_model.key
    return kept.key_of(["module", key, runtime().version(), repr((players, *more, WORK_LIMIT))]) if key else ""


def _stored_module(key: str) -> tuple[Interface, Any] | None:
    """Returns the module under a key, if it is whole and of this very version; see `foundation/storage/cache.py` for
    why it may be read."""
    content = kept.read(key) if key else None
    if content is None:
        return None
    try:
        interface, code = pickle.loads(content)
        return interface, runtime().load(code)
    except Exception:
        return None


def _too_large(error: TooLargeError) -> NativeError:
    return NativeError(f"{error.what} cannot be had natively: {error.why}", (_diagnostic(error),))


def _diagnostic(error: UnloweredError) -> Diagnostic:
    """Returns the finding about the rules that are in the way."""
    labels = (Label(error.span),) if error.span is not None else ()
    message = f"`{error.what}` cannot be compiled: {error.why}"
    help = "it plays the same, but Python carries these rules out: `simulate` and bots are slower"
    return Diagnostic("C1001", message, labels, help=help, severity="warning")


def runtime() -> WebAssembly:
    """Returns what runs WebAssembly here. Raises NativeError where nothing does."""
    found = web_assembly()
    if found is None:
        raise NativeError('there is nothing that runs WebAssembly: install it with `pip install "cavewright[native]"`')
    return found


def backend_of(wanted: str | None) -> str:
    """Returns the backend that runs a module. Raises NativeError where it is not there."""
    if wanted is not None and wanted not in BACKENDS:
        raise wrong_value("backend", wanted, f"{' or '.join(BACKENDS)}, or None for whichever is there")
    there = {WASM: web_assembly() is not None, C: compiler() is not None, PYTHON: True}
    if wanted is None and not (there[WASM] or there[C]) or wanted == WASM:
        runtime()
    if wanted == C and not there[C]:
        raise NativeError("there is no C compiler")
    return wanted or next(each for each in (WASM, C) if there[each])
