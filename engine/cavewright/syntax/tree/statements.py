"""Statements as they are written, and the lines that carry them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ...source import Span
from .expressions import Binder, Choice, Expr, Parameter, Price, Quantity
from .node import NOWHERE, Node


@dataclass(frozen=True, slots=True)
class Doing(Node):
    """A line that is carried out. One that `reveals` tells all what it depends on."""

    reveals: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Require(Doing):
    """`require C`"""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Cost(Doing):
    """`cost 1 point, 1 rope from backpack`"""

    prices: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Let(Doing):
    """`let n = 3`"""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Set(Doing):
    """`set here = there`"""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Gain(Doing):
    """`gain 2 rope in backpack`"""

    quantities: tuple[Quantity, ...]
    holder: Expr | None


@dataclass(frozen=True, slots=True)
class Lose(Doing):
    """`lose 1 rope from backpack`"""

    quantities: tuple[Quantity, ...]
    holder: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Doing):
    """`move 1 camp from backpack to pitch`"""

    quantities: tuple[Quantity, ...]
    giver: Expr
    taker: Expr


@dataclass(frozen=True, slots=True)
class Lay(Doing):
    """`lay tile at exit turned open`"""

    tile: Expr
    at: Expr
    turned: Expr | None


@dataclass(frozen=True, slots=True)
class Draw(Doing):
    """`draw tile from stack.pile showing 2 secret`"""

    name: str
    bag: Expr
    showing: Expr | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Roll(Doing):
    """`roll n in 1..6`"""

    name: str
    domain: Expr
    where: Expr | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Offer(Doing):
    """`offer any errands once until asleep`; `actions` are those that stand below it, in place of a menu

    `once`: each action at most once. `optional`: `or none`.
    """

    any: bool
    menu: str
    until: Expr | None = None
    once: bool = False
    optional: bool = False
    actions: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Repack(Doing):
    """`repack backpack with camp_box where it is not camp filling 8`"""

    first: Expr
    second: Expr
    where: Expr | None
    filling: Expr | None


@dataclass(frozen=True, slots=True)
class Finish(Doing):
    """`finish`"""


@dataclass(frozen=True, slots=True)
class Confirm(Doing):
    """`confirm "The camp is lost for good."`"""


@dataclass(frozen=True, slots=True)
class Call(Doing):
    """`round`, `collect(here)`"""

    target: Expr


@dataclass(frozen=True, slots=True)
class If(Doing):
    """`if C` … `otherwise if D` … `otherwise` …"""

    branches: tuple[tuple[Expr, tuple[Line, ...]], ...]
    otherwise: tuple[Line, ...] | None


@dataclass(frozen=True, slots=True)
class ForEach(Doing):
    """`for each x in D where C`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class InTurn(Doing):
    """`each team from starter`"""

    players: str
    first: Expr
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class AtOnce(Node):
    """`each team at once`"""

    players: str
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Doing):
    """`repeat until C` or `repeat 3 times`"""

    until: Expr | None
    times: Expr | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Choose(Doing):
    """`choose x in D, y in E where C` … `otherwise` …"""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: tuple[Line, ...]
    otherwise: tuple[Line, ...] | None


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may "Take the camp along?"`"""

    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class AsPlayer(Doing):
    """`as other`"""

    player: Expr
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Deed(Node):
    """`action sell(g in good)`, an action below an `offer`; its name is the key of the line"""

    choices: tuple[Choice, ...]
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Ability(Node):
    """`to use` below a row: what `room.use` carries out; its name is the key of the line"""

    parameters: tuple[Parameter, ...]
    body: tuple[Line, ...]


Statement: TypeAlias = (
    Require
    | Cost
    | Let
    | Set
    | Gain
    | Lose
    | Move
    | Lay
    | Draw
    | Roll
    | Offer
    | Repack
    | Finish
    | Confirm
    | Call
    | If
    | ForEach
    | InTurn
    | AtOnce
    | Repeat
    | Choose
    | May
    | AsPlayer
    | Deed
    | Ability
)


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`otherwise if C` or `otherwise` with the lines below it, by itself: only edits speak of it so"""

    condition: Expr | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Line(Node):
    """A statement with its key, its text and the facts it carries out. `key` is "" when none is written."""

    key: str
    statement: Statement
    text: str = ""
    cites: tuple[str, ...] = ()
    key_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
