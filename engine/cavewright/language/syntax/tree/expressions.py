"""Expressions and types as they are written, and the names that are bound to what they stand for."""

from __future__ import annotations

from typing import TypeAlias

from ....foundation.source.frozen import frozen
from .node import Node


@frozen
class Name(Node):
    """`here`"""

    id: str


@frozen
class Number(Node):
    """`5` or, with a unit, `25 m`"""

    value: int
    unit: str = ""


@frozen
class Text(Node):
    """`"text"`"""

    value: str


@frozen
class Nothing(Node):
    """`none`"""


@frozen
class Attribute(Node):
    """`here.depth`"""

    of: Expr
    name: str


@frozen
class Index(Node):
    """`tokens[water]`"""

    of: Expr
    at: Expr


@frozen
class Argument(Node):
    """`x`, or in a fold `x in D where C: value`"""

    value: Expr
    where: Expr | None = None
    body: Expr | None = None


@frozen
class Apply(Node):
    """`exits(here)`, `sum(k in token: tokens[k])`"""

    function: Expr
    arguments: tuple[Argument, ...]


@frozen
class Unary(Node):
    """`not x`, `-x`"""

    op: str
    value: Expr


@frozen
class Binary(Node):
    """`a + b`, `a is b`, `a and b`"""

    op: str
    left: Expr
    right: Expr


@frozen
class Conditional(Node):
    """`a if c otherwise b`"""

    value: Expr
    condition: Expr
    otherwise: Expr


@frozen
class Words(Node):
    """`n e s` or `base, hall`: several words, as a cell holds them"""

    words: tuple[str, ...]


Expr: TypeAlias = Name | Number | Text | Nothing | Attribute | Index | Apply | Unary | Binary | Conditional


@frozen
class Quantity(Node):
    """`2 rope`, `(a + b) point`; `all` when both are none, and `3`, whichever lie on top, without a unit"""

    amount: Expr | None
    unit: Expr | None


@frozen
class Contents(Node):
    """`7 copper, 3 hut`, or `n, s`: several things with which a bag, a pile or a set begins"""

    parts: tuple[Quantity | Expr, ...]


@frozen
class Bottom(Node):
    """`bottom of deck`, the lower end of a pile"""

    of: Expr


@frozen
class Price(Node):
    """One item of a cost: `1 rope from backpack`"""

    quantity: Quantity
    holder: Expr | None


@frozen
class TypeNode(Node):
    """`0..5`, `place or none`, `bag of equipment holding 8 slots`, `set of point.stone and game.passed`

    `form` is one of name, range, bag, pile, set; of a range set, `form` is set and `low` is given. `fields`: of which a position is made.
    """

    form: str
    name: str = ""
    low: Expr | None = None
    high: Expr | None = None
    step: Expr | None = None
    optional: bool = False
    fields: tuple[Attribute, ...] = ()
    holding: Quantity | None = None
    flags: tuple[str, ...] = ()

    @property
    def is_bag(self) -> bool:
        """True for `bag of …`."""
        return self.form == "bag"

    @property
    def is_pile(self) -> bool:
        """True for `pile of …`."""
        return self.form == "pile"

    @property
    def is_set(self) -> bool:
        """True for `set of …`, of rows or of a range."""
        return self.form == "set"


@frozen
class Binder(Node):
    """`exit in exits(here)`"""

    name: str
    domain: Expr


@frozen
class Parameter(Node):
    """`p: place`"""

    name: str
    type: TypeNode


@frozen
class Choice(Node):
    """`by how in way`, a parameter that a player chooses"""

    word: str
    name: str
    domain: Expr
