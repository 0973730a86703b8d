"""Declarations as they are written, and what stands in them besides statements."""

from __future__ import annotations

from dataclasses import field
from typing import Any, TypeAlias

from ....foundation.source import Span
from ....foundation.source.frozen import frozen
from ..table_row import first_cell
from .expressions import Choice, Contents, Expr, Parameter, TypeNode, Words
from .node import NOWHERE, Cited, Labelled, Node, Noted
from .statements import Line


@frozen
class Row(Cited):
    """`| walk | 1 |` as it was written; cells are read when the columns are known. Below it may stand what it does.

    `elsewhere` tells of cells, by number, that an edit wrote, and where that stands.
    """

    raw: str
    abilities: tuple[Line, ...] = ()
    elsewhere: tuple[tuple[int, Span], ...] = field(default=(), compare=False, repr=False)

    @property
    def row_name(self) -> str:
        """Name of the row: what its first cell holds."""
        return first_cell(self.raw)


@frozen
class Rows(Node):
    """`rows "tiles.csv"`, `rows "tiles.csv" separated by ";"`"""

    file: str
    separator: str | None = None

    @property
    def mark(self) -> str:
        """Mark between cells of the file: a comma, if nothing is said; "" if what is said is not one character."""
        mark = "," if self.separator is None else self.separator
        return mark if len(mark) == 1 else ""


@frozen
class Keeps(Noted):
    """`keeps depth: 0 m..deepest = 0 m`"""

    name: str
    type: TypeNode
    start: Expr | Contents | None = None
    passage: bool = False


@frozen
class Property(Noted):
    """A line of a head: `source TC "The rulebook"`, `extends the-cave ^2.0`"""

    name: str
    word: str = ""
    number: str = ""


@frozen
class Grid(Node):
    """`grid growing`, `grid 3 by 3`, both also with `hexagonal` behind; `grid 3 round by 3 round`, of which rows and columns
    go round"""

    width: Expr | None = None
    height: Expr | None = None
    hexagonal: bool = False
    closes_across: bool = False
    closes_upward: bool = False


@frozen
class Free(Noted):
    """`free where feature is choke`"""

    condition: Expr


@frozen
class Joined(Noted):
    """`passage where not passage.wall`"""

    condition: Expr


@frozen
class Within(Node):
    """`in errands`, a menu of an action, by itself: only edits speak of it so"""

    menu: str


@frozen
class Upon(Node):
    """`whenever enter`, an action that a trigger follows, by itself: only edits speak of it so"""

    action: str


@frozen
class Column(Node):
    """`column points: 0..9 = 2`, a column of a kind, by itself: only edits speak of it so

    `start` is what rows hold that stand there already.
    """

    name: str
    type: TypeNode
    start: Node | None = None


EVERY = "any"
"""What `whenever any` names: it follows every action, also those that overlays add."""


@frozen
class Setting(Node):
    """`set final_rounds = 2`"""

    name: str
    value: Expr


@frozen
class Among(Noted):
    """`among returned`"""

    condition: Expr


@frozen
class Least(Noted):
    """`least 1`"""

    value: Expr


@frozen
class Together(Noted):
    """`together by alliance`"""

    by: Expr | None = None


@frozen
class ConstantTotal(Noted):
    """`constant total 0`"""

    value: Expr


@frozen
class Score(Noted):
    """`score photos = 2 * tokens[photo]`"""

    name: str
    value: Expr


@frozen
class Winner(Noted):
    """`highest total wins`"""

    order: str


@frozen
class Tie(Noted):
    """`then highest best_room`"""

    order: str
    value: Expr


@frozen
class Given(Node):
    """`given i.left = 1`, `given n2.open = n e`"""

    target: Expr
    value: Expr | Words


@frozen
class Begin(Node):
    """`begin turn as Anna`, `begin draw_up(3) as Anna`"""

    process: str
    player: str = ""
    values: tuple[Expr, ...] = ()


@frozen
class Said(Cited):
    """`when Anna: enter n2 by walk`, `refuse …`, `allow …`, `allow only …`; the text is read by the game."""

    verb: str
    text: str


@frozen
class Then(Cited):
    """`then Anna.points is 1`"""

    condition: Expr


Member: TypeAlias = (
    Row
    | Rows
    | Keeps
    | Property
    | Grid
    | Free
    | Joined
    | Setting
    | Among
    | Least
    | Together
    | ConstantTotal
    | Score
    | Winner
    | Tie
    | Given
    | Begin
    | Said
    | Then
)


Part: TypeAlias = Parameter | Choice | Within | Upon | Column
"""What stands in a first line, as edits speak of it: `with p: place`, `in errands`, `whenever enter`,
`column points: 0..9`."""


@frozen
class Declaration(Labelled):
    """One declaration. `kind` is the word it begins with; what else it has depends on that word.

    `parameters` are typed parameters, `choices` those of an action; `names` the menus of an action or the actions of a
    trigger, which goes by the first or by a name of its own; `value` what stands behind `=` (or `by` of a ranking);
    `members` its lines other than statements; `block` its statements. `second` is the type of `players` and options,
    `of` and `by` the words of a board, `each` the players of whom each has one; a menu that is offered beside every decision is `always`.
    Of one that is open to whoever is not asked, too, `each` is the players, `value` of which of them it is; one of the host's alone is `internal`.
    """

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
    internal: bool = False
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)

    def every(self, kind: type) -> list[Any]:
        """Its members of a kind."""
        return [each for each in self.members if isinstance(each, kind)]

    def first(self, kind: type) -> Any:
        """The first of them, if there is one."""
        return next(iter(self.every(kind)), None)
