"""Functions, statements, expressions and memory of the intermediate form, as frozen values.

Every value is a whole number of 32 bits of known range, or a set, which is a word of 64 bits (`LONG`). A condition is 0
or 1. Memory is a number of arrays, each of a range of its own: constant tables, cells of a position, lists. Expressions
change nothing but lists that they alone work with, so what goes through things (`Fold`) can be an expression. Nothing
wraps round: a range that is too wide needs a `Check`.
"""

from __future__ import annotations

from typing import TypeAlias

from ...foundation.source.frozen import frozen
from .arrays import *  # noqa: F403
from .arrays import Array, Range
from .form_expressions import *  # noqa: F403
from .form_expressions import Call, Const, Domain, Expr, Var

ZERO = Const(0)

# ---- statements ------------------------------------------------------------------------------------------------------


@frozen
class Let:
    """A variable gets a value."""

    var: Var
    value: Expr


@frozen
class Store:
    """An entry of an array gets a value."""

    array: Array
    index: Expr
    value: Expr


@frozen
class Copy:
    """As many bytes as `source` has from there to `target`, each moved on by an `offset` of bytes times an index."""

    target: Array
    source: Array
    into: Expr = ZERO
    out_of: Expr = ZERO


@frozen
class If:
    """One block or another."""

    condition: Expr
    then: Block
    otherwise: Block = ()


@frozen
class Switch:
    """The block whose number a value is, counted from 0."""

    value: Expr
    blocks: tuple[Block, ...]


@frozen
class Each:
    """A block for each thing of a domain."""

    var: Var
    domain: Domain
    body: Block


@frozen
class Scope:
    """A block that can be left from within, by `Break`."""

    label: str
    body: Block


@frozen
class Loop:
    """A block that is carried out again and again, until it is left; `Continue` begins it anew."""

    label: str
    body: Block


@frozen
class Break:
    """Goes on behind a `Scope` or a `Loop`."""

    label: str


@frozen
class Continue:
    """Goes to the beginning of a `Loop`."""

    label: str


@frozen
class Return:
    """Ends the function with a value."""

    value: Expr


@frozen
class Put:
    """Appends a row of values to a list of rows; `count` is the variable that says how many there are. A trap where it
    is full."""

    array: Array
    count: Var
    values: tuple[Expr, ...]


@frozen
class Do:
    """Calls a function for what it does."""

    call: Call


@frozen
class Work:
    """Count of so much work."""

    counter: Array
    amount: int


@frozen
class Trap:
    """Stops everything, for a reason that has a number."""

    reason: int


Statement: TypeAlias = (
    Let | Store | Copy | If | Switch | Each | Scope | Loop | Break | Continue | Return | Put | Do | Work | Trap
)
Block: TypeAlias = tuple[Statement, ...]


@frozen
class Function:
    """A function: what it takes, what it does, what range of numbers it returns; whether it is `rare` that it is called."""

    name: str
    parameters: tuple[Var, ...]
    body: Block
    returns: Range
    exported: bool = False
    rare: bool = False


@frozen
class Module:
    """All functions, and all memory. Arrays that are no tables begin as zeros."""

    name: str
    arrays: tuple[Array, ...]
    functions: tuple[Function, ...]
    size: int
    """how many bytes of memory there are"""
    room: int = 0
    """how many there may be in the end, if that is more: whoever runs the module adds them by need"""
