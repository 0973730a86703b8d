"""Statements as they are written, and the lines that carry them."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ....foundation.source import Span
from ....foundation.source.frozen import frozen
from .expressions import Apply, Attribute, Binder, Bottom, Choice, Expr, Parameter, Price, Quantity
from .node import NOWHERE, Node, Noted


@frozen
class Doing(Node):
    """A line that is carried out. One that `reveals` tells all what it depends on."""

    reveals: bool = field(default=False, kw_only=True)


@frozen
class Changing(Doing):
    """A line that changes numbers. An `exact` one, which is one of language 2 without `up to`, cuts nothing off. Edits
    repeat a line without regard to either, since a base and its overlays may be of different languages."""

    exact: bool = field(default=False, compare=False, kw_only=True)


@frozen
class Require(Doing):
    """`require C`"""

    condition: Expr


@frozen
class Cost(Changing):
    """`cost 1 point, 1 rope from backpack`"""

    prices: tuple[Price, ...]


@frozen
class Let(Doing):
    """`let n = 3`"""

    name: str
    value: Expr


@frozen
class Set(Changing):
    """`set here = there`"""

    target: Expr
    value: Expr


@frozen
class Gain(Changing):
    """`gain 2 rope in backpack`, `gain up to 2 rope in backpack`"""

    quantities: tuple[Quantity, ...]
    holder: Expr | Bottom | None
    up_to: bool = field(default=False, compare=False)


@frozen
class Lose(Changing):
    """`lose 1 rope from backpack`, `lose up to 1 rope from backpack`"""

    quantities: tuple[Quantity, ...]
    holder: Expr | Bottom | None
    up_to: bool = field(default=False, compare=False)


@frozen
class Move(Changing):
    """`move 1 camp from backpack to pitch`, `move up to 2 rope from backpack to pitch`, `move 2 from stack to tower`"""

    quantities: tuple[Quantity, ...]
    giver: Expr | Bottom
    taker: Expr | Bottom
    up_to: bool = field(default=False, compare=False)


@frozen
class Lay(Doing):
    """`lay tile at exit turned open`"""

    tile: Expr
    at: Expr
    turned: Expr | None


@frozen
class Draw(Doing):
    """`draw tile from stack.pile showing 2 secret`"""

    name: str
    bag: Expr
    showing: Expr | None = None
    secret: bool = False
    bottom: bool = False


@frozen
class Deal(Changing):
    """`draw 5 from deck to hand`, `draw up to 5 from deck to hand`"""

    amount: Quantity
    giver: Expr | Bottom
    taker: Expr | Bottom
    up_to: bool = field(default=False, compare=False)


@frozen
class Shuffle(Doing):
    """`shuffle deck`"""

    pile: Expr


@frozen
class Roll(Doing):
    """`roll n in 1..6`"""

    name: str
    domain: Expr
    where: Expr | None = None
    secret: bool = False


@frozen
class Offer(Doing):
    """`offer any errands once until asleep`; `actions` are those that stand below it, in place of a menu

    `once`: each action at most once. `optional`: `or none`. `stop`: `or stop`, as it is written. `through`: nobody may
    stop while something is possible, as language 2 has it where nothing else is said. `otherwise`: what is done where
    nothing of it is possible.
    """

    any: bool
    menu: str
    until: Expr | None = None
    once: bool = False
    optional: bool = False
    actions: tuple[Line, ...] = ()
    stop: bool = field(default=False, compare=False)
    through: bool = field(default=False, compare=False)
    otherwise: tuple[Line, ...] | None = None


@frozen
class Ranked(Node):
    """`where c.suit is led otherwise c.points is 0 otherwise any`, behind `choose`: the conditions, and whether anything
    will do where none of them is met"""

    conditions: tuple[Expr, ...]
    any: bool


@frozen
class Repack(Doing):
    """`repack backpack with camp_box where it is not camp filling 8`"""

    first: Expr
    second: Expr
    where: Expr | None
    filling: Expr | None


@frozen
class Finish(Doing):
    """`finish`"""


@frozen
class Confirm(Doing):
    """`confirm "The camp is lost for good."`"""


@frozen
class Call(Doing):
    """`round`, `collect(here)`"""

    target: Expr

    @property
    def target_name(self) -> Expr | str:
        """Name of what is called, as far as it is one."""
        function = self.target.function if isinstance(self.target, Apply) else self.target
        return function.name if isinstance(function, Attribute) else function


@frozen
class If(Doing):
    """`if C` … `otherwise if D` … `otherwise` …"""

    branches: tuple[tuple[Expr, tuple[Line, ...]], ...]
    otherwise: tuple[Line, ...] | None

    @property
    def condition(self) -> Expr:
        """Condition of the first branch."""
        return self.branches[0][0]

    @property
    def body(self) -> tuple[Line, ...]:
        """Lines of the first branch."""
        return self.branches[0][1]


@frozen
class ForEach(Doing):
    """`for each x in D where C`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: tuple[Line, ...]


@frozen
class InTurn(Doing):
    """`each team from starter where not passed until passes is 3`; `again` is `repeat each`, `order` stands in
    `each team in order`"""

    players: str
    first: Expr | None
    body: tuple[Line, ...]
    where: Expr | None = None
    until: Expr | None = None
    again: bool = False
    backwards: bool = False
    order: Expr | None = None


@frozen
class AtOnce(Node):
    """`each team at once`"""

    players: str
    body: tuple[Line, ...]


@frozen
class Repeat(Doing):
    """`repeat until C` or `repeat 3 times`"""

    until: Expr | None
    times: Expr | None
    body: tuple[Line, ...]


@frozen
class Choose(Doing):
    """`choose x in D, y in E where C` … `otherwise` …; with `any` again and again: `choose any x in D once or stop until C`"""

    binders: tuple[Binder, ...]
    where: Expr | Ranked | None
    body: tuple[Line, ...]
    otherwise: tuple[Line, ...] | None
    any: bool = False
    once: bool = False
    may_stop: bool = False
    until: Expr | None = None


@frozen
class May(Node):
    """`may "Take the camp along?"`"""

    body: tuple[Line, ...]


@frozen
class AsPlayer(Doing):
    """`as other`"""

    player: Expr
    body: tuple[Line, ...]


@frozen
class Deed(Node):
    """`action sell(g in good)`, an action below an `offer`; its name is the key of the line"""

    choices: tuple[Choice, ...]
    body: tuple[Line, ...]


@frozen
class Ability(Node):
    """`to use` below a row: what `room.use` carries out; its name is the key of the line"""

    parameters: tuple[Parameter, ...]
    body: tuple[Line, ...]


@frozen
class Definition(Node):
    """`define shut = size(stall) < 3` below a row: the value of `spot.shut` for it; its name is the key of the line"""

    parameters: tuple[Parameter, ...]
    value: Expr


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
    | Deal
    | Shuffle
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
    | Definition
)


@frozen
class Branch(Node):
    """`otherwise if C` or `otherwise` with the lines below it, by itself: only edits speak of it so"""

    condition: Expr | None
    body: tuple[Line, ...]


@frozen
class Line(Noted):
    """A statement with its key, its text and the facts it carries out. `key` is "" when none is written."""

    key: str
    statement: Statement
    key_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
