"""Linking of modules: a game for a number of players is lowered and compiled, or is had from what was kept of that.

What was kept needs nothing that lowers rules or prints them, and none of that is loaded for it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from ...engine.interpret.step import WORK_LIMIT
from ...foundation.source.ample_stack import with_room
from ...foundation.source.argument_checks import wrong_value
from ...foundation.storage import cache as kept
from ...play.states.game import Game
from .machine import PYTHON, WASM, C, Machine, compiler, machine
from .native_error import NativeError
from .web_assembly import WebAssembly, web_assembly

if TYPE_CHECKING:
    from ..ir.interface import Interface

BACKENDS = (WASM, C, PYTHON)
Linked: TypeAlias = "tuple[Interface, Callable[[], Machine]]"
"""What has to be known of a module, and what makes a machine that runs it, with memory of its own."""


def form_of(game: Game, players: int, bots: bool = False, to_machine_code: bool = True, program: Any = None) -> Any:
    """The intermediate form of a game for some players, as `make_form` lowers it: with searches of bots if wanted, by
    `ProgramLowering` or what else is to lower it. Raises NativeError where some of its rules cannot be said in it."""
    from .lowered_form import make_form

    return make_form(game, players, WORK_LIMIT, bots, to_machine_code, program)


def _pooled_form(game: Game, players: int) -> Any:
    """The intermediate form of a game, with a pool of positions."""
    from ..ir.position_pool import PooledProgram

    return form_of(game, players, program=PooledProgram)


def _batch_form(game: Game, players: int, numbers: Any) -> Any:
    """The intermediate form of a game that plays batches."""
    from ..ir.batches import BatchProgram

    return form_of(game, players, program=partial(BatchProgram, numbers=numbers))


@with_room
def link(game: Game, players: int, backend: str, bots: bool = False) -> Linked:
    """A module that is ready to run. Raises NativeError where it cannot be had."""
    if backend != WASM:
        from .lowered_form import call_compiler

        form = form_of(game, players, bots, to_machine_code=backend != PYTHON)
        return form.interface, partial(call_compiler, game.id, partial(machine, form.module, backend))
    make = partial(form_of, game, players, bots) if bots else partial(_pooled_form, game, players)
    return _link(game, _key_of(game, players, bots), make)


def is_kept(game: Game, players: int) -> bool:
    """Tells if the module that states and lines stand in was kept from before."""
    key = _key_of(game, players, False)
    return bool(key) and kept.read(key) is not None


@with_room
def linked_batch(game: Game, players: int, numbers: Mapping[str, Any] | None) -> Linked:
    """A module that plays batches, whose actions have numbers or not. Raises NativeError where it cannot be had."""
    told = sorted(numbers.items()) if numbers is not None else None
    return _link(game, _key_of(game, players, "batch", told), partial(_batch_form, game, players, numbers))


def _link(game: Game, key: str, make: Callable[[], Any]) -> Linked:
    """A module of WebAssembly, as it was kept under a key, or is made now of a form. What lowers and prints rules is
    loaded for the latter alone."""
    found = _stored_module(key)
    if found is None:
        from ..emit.wasm import wasm
        from .lowered_form import call_compiler

        form = make()
        found = form.interface, call_compiler(game.id, lambda: runtime().compile(wasm(form.module)))
        if key:
            kept.write(key, pickle.dumps((found[0], runtime().dump(found[1])), protocol=5))
    return found[0], partial(runtime().start, found[1])


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
    if wanted == WASM or wanted is None and web_assembly() is None and compiler() is None:
        runtime()
    if wanted == C and compiler() is None:
        raise NativeError("there is no C compiler")
    return wanted or (C if web_assembly() is None else WASM)
