"""Kinds, fields, boards and definitions as values, and the expressions that they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from .types import YES_NO, Type, place, row


@frozen
class Clause:
    """The smallest thing that a reason, an event or a citation can point at: a key within a rule.

    >>> import cavewright as cw
    >>> clause = next(each for each in cw.load_game("connect-four").rules if each.name == "drop.room")
    >>> clause.name, clause.text
    ('drop.room', 'That column is full.')
    """

    rule: str
    key: str
    text: str
    cites: tuple[str, ...]
    span: Span = field(compare=False, repr=False)
    origin: str = ""
    """The ruleset or overlay whose words these are."""
    fit: str = ""
    """What becomes of a number that does not fit where nobody chose it: it stops at its bound (""), wherever it stands
    (`up to`), or it is an error (`exact`)."""

    @property
    def name(self) -> str:
        """`enter.gear`"""
        return f"{self.rule}.{self.key}" if self.key else self.rule

    @property
    def line(self) -> str:
        """The line as it stands in the rule file, without a comment and citations."""
        return self.span.source.line(self.span.line).split("  #")[0].split("  [")[0]


@frozen
class Chapter:
    """A part of the rules for those who read them: a title, and the labels of what stands below it, in order.

    `key` is that under which the title is translated. What an overlay adds to no chapter stands in one of its own.
    """

    name: str
    title: str
    key: str
    cites: tuple[str, ...]
    declared: tuple[str, ...]
    span: Span = field(compare=False, repr=False)
    origin: str = ""


@frozen
class Column:
    """A printed column of a kind: a value for every row, and behind them one for none."""

    name: str
    type: Type
    values: tuple[int, ...]
    texts: tuple[str, ...] = ()


DRAWN = ("symbol", "colour", "label", "plural", "edges")
"""Columns that say how a row is drawn and called, one and several, and which sides of a board are whose."""
PICTURE = "picture"
"""The column of texts with the names of files in which rows are drawn, for what is printed."""


@frozen
class Kind:
    """An enumeration with printed columns: the rows of a table, or the players.

    >>> import cavewright as cw
    >>> kind = cw.load_game("the-cave").rules_model.kinds["equipment"]
    >>> kind.rows[:3], kind.index("rope")
    (('consumable', 'rope', 'oxygen'), 1)
    """

    name: str
    rows: tuple[str, ...]
    columns: Mapping[str, Column]
    text: str = ""
    cites: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def index(self, row: str) -> int:
        """Number of a row; -1 when there is none of that name."""
        return self.rows.index(row) if row in self.rows else -1

    @property
    def in_words(self) -> bool:
        """True if the names of the rows are words, and not such as number tiles or say where a place lies."""
        return not any(any(map(str.isdigit, each)) for each in self.rows)

    def label(self, row: int) -> str:
        """Returns the name of a row for people."""
        if row < 0:
            return "none"
        column = self.columns.get("label")
        return (column.texts[row] if column and column.texts[row] else self.rows[row]).replace("_", " ")

    def plural(self, row: int) -> str:
        """Returns the plural of a row for people; "" where the rules do not say."""
        column = self.columns.get("plural")
        return column.texts[row] if column and column.texts else ""


@frozen
class Interchangeable:
    """Rows of a kind that chance may draw for each other, since nothing in the ruleset tells them apart.

    `first` has for every row the first of those like it. `always`: rules never ask which of them something is, so that
    no position tells them apart either.
    """

    first: tuple[int, ...]
    always: bool


@frozen
class RowConstraint:
    """Requirement on every row of a kind: a condition on `local`, asked before play. `spans` are the cells to blame,
    row by row.

    `doubtful` are rows of which it is not asked, since what it looks at could not be read.
    """

    kind: str
    local: Local
    condition: Expr
    clause: Clause
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    doubtful: frozenset[int] = field(default=frozenset(), compare=False, repr=False)


@frozen
class Field:
    """Something that is kept: by the game, by each row of a kind, by each player, place or passage.

    >>> import cavewright as cw
    >>> {field.owner: field.name for field in cw.load_game("connect-four").rules_model.fields}
    {'game': 'winner', 'hole': 'chip'}
    """

    name: str
    owner: str
    type: Type
    start: Expr | None
    shown: str = "open"
    """open to all, secret to its player, or hidden from everybody"""
    text: str = ""
    cites: tuple[str, ...] = ()
    passage: bool = False
    span: Span | None = field(default=None, compare=False, repr=False)
    counted: bool = True
    """Whether all know how many pieces lie in a bag whose contents are not open."""
    told: bool = True
    """Whether screens and logs say it; what is not told is bookkeeping of the rules."""
    loop: Clause | None = None
    """The counted loop of which this holds how often it has begun."""


@frozen
class Board:
    """Places and the passages between them. `kind` are the tiles that are laid, `sides` their column of openings.

    `form` is growing, grid, hexagonal or map; `width` and `height` are those of a grid with fixed places.
    """

    name: str
    text: str
    kind: str
    sides: str
    form: str
    width: int
    height: int
    free: Expr | None
    free_local: Local | None
    fields: tuple[Field, ...]
    passage_fields: tuple[Field, ...]
    cites: tuple[str, ...] = ()
    private: bool = False
    """Whether every player has one: a place belongs to its `owner`."""
    passages: str = ""
    """The kind whose rows are the passages of a board with fixed places; its places are the rows of the kind `name`."""
    ends: tuple[tuple[int, int], ...] = ()
    """The two places of every passage; -1 in place of the second where the board ends."""
    joined: Expr | None = None
    joined_local: Local | None = None
    """When a passage is there; always, if none."""
    hexagonal: bool = False
    """Whether it grows, and its places have six sides."""
    writer: str = ""
    """The overlay or edition that declares it; "" for the ruleset that they are laid on."""
    closes: tuple[bool, bool] = (False, False)
    """Whether its rows go round, from the last column to the first, and its columns."""

    @property
    def closed_sides(self) -> str:
        """Letters of the sides at which it goes on at the opposite side."""
        return "ew" * self.closes[0] + "ns" * self.closes[1]

    def go_round(self, x: int, y: int) -> tuple[int, int]:
        """Returns column and row of a cell, counted on round the board where it closes."""
        return (
            (x - 1) % self.width + 1 if self.closes[0] else x,
            (y - 1) % self.height + 1 if self.closes[1] else y,
        )

    @property
    def fixed(self) -> bool:
        """True if its places exist from the start, as rows of a kind."""
        return self.form != "growing"

    @property
    def has_sides(self) -> bool:
        """True if its places have sides by which tiles meet."""
        return self.form in ("growing", "grid")

    @property
    def is_map(self) -> bool:
        """True for a printed map, on which rows of a kind say what joins its places."""
        return self.form == "map"

    @property
    def is_grid(self) -> bool:
        """True for a grid of fixed size, square or hexagonal: its places lie in columns and rows."""
        return self.form in ("grid", "hexagonal")

    @property
    def is_square(self) -> bool:
        """True for a grid of fixed size whose places have four sides."""
        return self.form == "grid"

    @property
    def has_six_around(self) -> bool:
        """True if up to six places lie around one: on grids of hexagons, fixed or growing."""
        return self.hexagonal or self.form == "hexagonal"

    def has_place(self, type_: Type) -> bool:
        """Tells if values of a type are places of this board."""
        return type_.name == self.name and (type_.is_row if self.fixed else type_.is_place)

    def place(self, optional: bool = False) -> Type:
        """The type of a place."""
        return row(self.name, optional) if self.fixed else place(self.name, optional)

    def passage(self, optional: bool = False) -> Type:
        """The type of a passage."""
        return row(self.passages, optional) if self.fixed else Type("passage", self.name)


@frozen
class Local:
    """A name that is bound within a rule. `number` is unique in the ruleset."""

    name: str
    type: Type
    number: int
    shown: str = "open"
    """open to all, secret to the acting player, or hidden from everybody"""

    def at(self, span: Span) -> Expr:
        """Returns the name as an expression that is written at a place."""
        return Expr("local", (self,), self.type, span)


@frozen
class Deed:
    """Something that is carried out in thought, to see what would be: a process (`to`), an action, or what a menu offers.

    `given`: all that is chosen for an action is given. `whole`: it is carried out to its end, since something is asked
    of the position behind it; else only as far as something could be refused.
    """

    form: str
    name: str
    given: bool = False
    whole: bool = False

    @property
    def label(self) -> str:
        """The words by which rules call it: `to hop`, `action move`, `menu moves`."""
        return f"{self.form} {self.name}"


@frozen
class Expr:
    """A typed expression: an operator and what it works on (expressions, and values of the model).

    The operators stand, with what they take and mean, in `operators.py`.
    """

    op: str
    args: tuple[Any, ...]
    type: Type
    span: Span = field(compare=False, repr=False)


def constant(value: Any, type_: Type, span: Span) -> Expr:
    """A value that is known."""
    return Expr("const", (value,), type_, span)


def holds(op: str, *parts: Expr) -> Expr:
    """A question of yes or no, where the first of its parts stands."""
    return Expr(op, parts, YES_NO, parts[0].span)


def conjuncts(condition: Expr | None) -> list[Expr]:
    """The conditions of which one is made with `and`, in order; none for none."""
    if condition is None:
        return []
    return [part for each in condition.args for part in conjuncts(each)] if condition.op == "and" else [condition]


@frozen
class Define:
    """A named expression, with its parameters."""

    name: str
    parameters: tuple[Local, ...]
    body: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@frozen
class Ranking:
    """Points by place and by how many share it. `lookup` maps (place, level) to points."""

    name: str
    parameters: tuple[Local, ...]
    by: Expr
    among: Expr | None
    least: Expr | None
    lookup: Mapping[tuple[int, int], int]
    clause: Clause
