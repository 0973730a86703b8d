"""The tree of a rule file: one class for each thing that can be written.

Nodes are values: frozen, compared by content, not by where they stand. Every node carries its `span`.
A tree says what was written, not what it means: names are unresolved, and nothing has a type yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from ..source import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """What all nodes have: where they stand."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# ---- expressions and types -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`here`"""

    id: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`5` or, with a unit, `25 m`"""

    value: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`"text"`"""

    value: str


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`none`"""


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`here.depth`"""

    of: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`tokens[water]`"""

    of: Expr
    at: Expr


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`x`, or in a fold `x in D where C: value`"""

    value: Expr
    where: Expr | None = None
    body: Expr | None = None


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`exits(here)`, `sum(k in token: tokens[k])`"""

    function: Expr
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`not x`, `-x`"""

    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`a + b`, `a is b`, `a and b`"""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`a if c otherwise b`"""

    value: Expr
    condition: Expr
    otherwise: Expr


Expr: TypeAlias = Name | Number | Text | Nothing | Attribute | Index | Apply | Unary | Binary | Conditional


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`2 rope`, `(a + b) point`; `all` when both are none"""

    amount: Expr | None
    unit: Expr | None


@dataclass(frozen=True, slots=True)
class Price(Node):
    """One item of a cost: `1 rope from backpack`"""

    quantity: Quantity
    holder: Expr | None


@dataclass(frozen=True, slots=True)
class TypeNode(Node):
    """`0..5`, `place or none`, `bag of equipment holding 8 slots`

    `form` is one of name, range, bag, set; of a range set, `form` is set and `low` is given.
    """

    form: str
    name: str = ""
    low: Expr | None = None
    high: Expr | None = None
    step: Expr | None = None
    optional: bool = False
    holding: Quantity | None = None
    flags: tuple[str, ...] = ()


# ---- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require C`"""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`cost 1 point, 1 rope from backpack`"""

    prices: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let n = 3`"""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Set(Node):
    """`set here = there`"""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`gain 2 rope in backpack`"""

    quantities: tuple[Quantity, ...]
    holder: Expr | None


@dataclass(frozen=True, slots=True)
class Lose(Node):
    """`lose 1 rope from backpack`"""

    quantities: tuple[Quantity, ...]
    holder: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move 1 camp from backpack to pitch`"""

    quantities: tuple[Quantity, ...]
    giver: Expr
    taker: Expr


@dataclass(frozen=True, slots=True)
class Lay(Node):
    """`lay tile at exit turned open`"""

    tile: Expr
    at: Expr
    turned: Expr | None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """`draw tile from stack.pile showing 2 secret`"""

    name: str
    bag: Expr
    showing: Expr | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll n in 1..6`"""

    name: str
    domain: Expr
    where: Expr | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Offer(Node):
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
class Repack(Node):
    """`repack backpack with camp_box where it is not camp filling 8`"""

    first: Expr
    second: Expr
    where: Expr | None
    filling: Expr | None


@dataclass(frozen=True, slots=True)
class Finish(Node):
    """`finish`"""


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`round`, `collect(here)`"""

    target: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`exit in exits(here)`"""

    name: str
    domain: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if C` … `otherwise if D` … `otherwise` …"""

    branches: tuple[tuple[Expr, tuple[Line, ...]], ...]
    otherwise: tuple[Line, ...] | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each x in D where C`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class InTurn(Node):
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
class Repeat(Node):
    """`repeat until C` or `repeat 3 times`"""

    until: Expr | None
    times: Expr | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
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
class AsPlayer(Node):
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
    Require | Cost | Let | Set | Gain | Lose | Move | Lay | Draw | Roll | Offer | Repack | Finish | Call
    | If | ForEach | InTurn | AtOnce | Repeat | Choose | May | AsPlayer | Deed | Ability
)


@dataclass(frozen=True, slots=True)
class Line(Node):
    """A statement with its key, its text and the facts it carries out. `key` is "" when none is written."""

    key: str
    statement: Statement
    text: str = ""
    cites: tuple[str, ...] = ()
    key_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# ---- declarations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row(Node):
    """`| walk | 1 |` as it was written; cells are read when the columns are known. Below it may stand what it does.

    `elsewhere` tells of cells, by number, that an edit wrote, and where that stands.
    """

    raw: str
    cites: tuple[str, ...] = ()
    abilities: tuple[Line, ...] = ()
    elsewhere: tuple[tuple[int, Span], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rows(Node):
    """`rows "tiles.csv"`"""

    file: str


@dataclass(frozen=True, slots=True)
class Keeps(Node):
    """`keeps depth: 0 m..deepest = 0 m`"""

    name: str
    type: TypeNode
    start: Expr | None = None
    text: str = ""
    cites: tuple[str, ...] = ()
    passage: bool = False


@dataclass(frozen=True, slots=True)
class Property(Node):
    """A line of a head: `source TC "The rulebook"`, `extends the-cave ^1.0`"""

    name: str
    word: str = ""
    number: str = ""
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid growing`, `grid 3 by 3`, or `grid 11 by 11 hexagonal`"""

    width: Expr | None = None
    height: Expr | None = None
    hexagonal: bool = False


@dataclass(frozen=True, slots=True)
class Free(Node):
    """`free where feature is choke`"""

    condition: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined(Node):
    """`passage where not passage.wall`"""

    condition: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`p: place`"""

    name: str
    type: TypeNode


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`by how in way`, a parameter that a player chooses"""

    word: str
    name: str
    domain: Expr


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """`set final_rounds = 2`"""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Among(Node):
    """`among returned`"""

    condition: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Least(Node):
    """`least 1`"""

    value: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Together(Node):
    """`together by alliance`"""

    by: Expr | None = None
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score(Node):
    """`score photos = 2 * tokens[photo]`"""

    name: str
    value: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Winner(Node):
    """`highest total wins`"""

    order: str
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tie(Node):
    """`then highest best_room`"""

    order: str
    value: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given(Node):
    """`given i.left = 1`"""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Begin(Node):
    """`begin turn as Anna`"""

    process: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Said(Node):
    """`when Anna: enter n2 by walk`, `refuse …`, `allow …`; the text is read by the game."""

    verb: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Then(Node):
    """`then Anna.points is 1`"""

    condition: Expr
    cites: tuple[str, ...] = ()


Member: TypeAlias = (
    Row | Rows | Keeps | Property | Grid | Free | Joined | Setting | Among | Least | Together | Score | Winner | Tie | Given | Begin | Said | Then
)


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """One declaration. `kind` is the word it begins with; what else it has depends on that word.

    `parameters` are typed parameters, `choices` those of an action; `names` the menus of an action or the actions of a
    trigger; `value` what stands behind `=` (or `by` of a ranking); `members` its lines other than statements; `block`
    its statements. `second` is the type of `players` and options, `of` and `by` the words of a board,
    `each` the players of whom each has one; a menu that is offered beside every decision is `always`.
    """

    kind: str
    name: str
    text: str = ""
    cites: tuple[str, ...] = ()
    version: str = ""
    parameters: tuple[Parameter, ...] = ()
    choices: tuple[Choice, ...] = ()
    names: tuple[str, ...] = ()
    value: Expr | None = None
    second: TypeNode | None = None
    of: str = ""
    by: str = ""
    each: str = ""
    always: bool = False
    members: tuple[Member, ...] = ()
    block: tuple[Line, ...] = ()
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)

    @property
    def label(self) -> str:
        """How messages name it: `action enter`, `scoring`."""
        return f"{self.kind} {self.name}" if self.name != self.kind else self.kind


# ---- edits --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Empty(Node):
    """`_`, an empty cell"""


@dataclass(frozen=True, slots=True)
class Words(Node):
    """`n e s` or `base, hall`, a cell that holds several words"""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cites(Node):
    """`[TC-A-01, TC-A-02]`, the ids of a clause"""

    ids: tuple[str, ...]


Cell: TypeAlias = Expr | Empty | Words | Cites
"""What an edit repeats of a cell, of a text, of the ids of a clause, or of a value."""


@dataclass(frozen=True, slots=True)
class SetOption(Node):
    """`set bonus_for_nothing = yes`"""

    name: str
    value: Expr
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeValue(Node):
    """`change turn_points: 5 to 6`, a constant; `change climb.points: 2 to 3`, a cell; `change players team: 2..5 to 1..5`

    `kind` is the first word of a declaration that is named by two. Behind the change a new text and ids may stand.
    """

    path: Expr
    old: Cell
    new: Cell
    kind: str = ""
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change(Node):
    """In `amend`: `change points: cost 1 point to cost 2 point`; of a line with a block its first line stands for it"""

    path: Expr
    old: Statement | Keeps | Grid | Cell
    new: Statement | Keeps | Grid | Cell
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Add(Node):
    """In `amend`: `add after subject …`, `add before outer.inner …`; `side` is "", before or after"""

    side: str
    anchor: str
    addition: Line | Member


@dataclass(frozen=True, slots=True)
class Drop(Node):
    """In `amend`: `drop camera: require camera in backpack`, or a whole row"""

    path: Expr | None
    old: Statement | Keeps | Grid | Cell | Row
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveClause(Node):
    """In `amend`: `move upkeep before hunger`"""

    key: str
    side: str
    anchor: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """In `amend`: `cite subject [TC-DE-MOVE-05]`; what the clause says stays as it is"""

    path: Expr
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amend(Node):
    """`amend action photograph` with its edits; without any, it only adds ids"""

    kind: str
    name: str
    cites: tuple[str, ...]
    edits: tuple[Change | Add | Drop | MoveClause | Cite, ...]


@dataclass(frozen=True, slots=True)
class AddDeclaration(Node):
    """`add action sing …`"""

    declaration: Declaration


@dataclass(frozen=True, slots=True)
class ReplaceDeclaration(Node):
    """`replace action enter …`"""

    declaration: Declaration


@dataclass(frozen=True, slots=True)
class RemoveDeclaration(Node):
    """`remove action abandon_camp because "nobody ever does"`"""

    kind: str
    name: str
    because: str
    cites: tuple[str, ...] = ()


Edit: TypeAlias = SetOption | ChangeValue | Amend | AddDeclaration | ReplaceDeclaration | RemoveDeclaration


@dataclass(frozen=True, slots=True)
class File(Node):
    """All of one rule file, in order, with the comments beside it."""

    items: tuple[Declaration | Edit, ...]


def walk(node: Any) -> Iterator[Node]:
    """The node and everything below it, in the order of writing.

    >>> [type(each).__name__ for each in walk(Binary("+", Name("a"), Number(1)))]
    ['Binary', 'Name', 'Number']
    """
    if isinstance(node, Node):
        yield node
        for each in fields(node):
            yield from walk(getattr(node, each.name))
    elif isinstance(node, tuple):
        for each in node:
            yield from walk(each)
