"""Lines of play by whatever is to carry out the rules: Python, or a module of machine code."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...foundation.source.argument_checks import wrong_value
from ...play.positions.playable import MACHINE_IN_C, PYTHON
from ...play.states.game import State
from ...play.states.line import Line as InPlace

NATIVE = "native"
ENGINES = (PYTHON, NATIVE)


class Line(InPlace):
    """A line of play from a state on: `push` goes on, `pop` goes back, and neither copies the position.

    Options are pairs of numbers and tuples of numbers, good for the position in which they were asked for; `action`
    says what they are. What each step changed is kept until it is taken back, without a limit: a line is for searches.
    The state that it began with stays as it is, and `state` is a copy of where it stands, as a value.

    With `engine="native"` the rules are carried out as WebAssembly, by the extra `native`, and it is the same line: a
    step for which there is no room or no time in the module is made in Python, and so are rules that cannot be
    compiled (`Native` says why). Another thread makes the module, and until then Python plays: nobody waits who does not
    call `make_module`. Raises NativeError (a ValueError) where nothing can run WebAssembly.

    >>> from cavewright import load_game
    >>> line = Line(load_game("tic-tac-toe").new_initial_state())
    >>> line.push(line.options()[4])
    >>> len(line.options())
    8
    >>> line.pop()
    >>> len(line.options())
    9
    """

    __slots__ = ()

    def __new__(cls, state: State, *, engine: str = PYTHON) -> Line:
        """A line; one that a module carries out is of a class of its own."""
        if not isinstance(engine, str) or engine not in ENGINES:
            raise wrong_value("engine", engine, " or ".join(ENGINES))
        kind: Any = cls
        made: Line = object.__new__(_native(kind, _is_in_c(state)) if engine == NATIVE else kind)
        return made

    def __init__(self, state: State, *, engine: str = PYTHON) -> None:
        super().__init__(state)

    def make_module(self) -> str:
        """Waits until there is the module of a native line. Returns the engine that carries out the rules from then on:
        `native`, or `python` if they cannot be compiled, or there is no memory for it.

        >>> from cavewright import load_game
        >>> Line(load_game("tic-tac-toe").new_initial_state(), engine="native").make_module()
        'native'
        """
        return self.engine


def _is_in_c(state: State) -> bool:
    """Tells if states of a game are objects of an extension module."""
    return isinstance(state, State) and state.game.engine_name == MACHINE_IN_C


@cache
def _native(cls: Any, is_in_c: bool) -> Any:
    """Lines of this class that a module carries out; what compiles is loaded when it is first asked for."""
    from .moves import NativeMoves, PooledMoves

    moves = NativeMoves if is_in_c else PooledMoves
    return type(cls.__name__, (moves, cls), {"__slots__": (), "__doc__": cls.__doc__, "__module__": __name__})
