"""Tree nodes of overlays' edits, and of a whole file."""

from __future__ import annotations

from typing import TypeAlias

from ....foundation.source.frozen import frozen
from .declarations import Declaration, Grid, Keeps, Member, Part, Row
from .expressions import Expr, Words
from .node import Cited, Labelled, Node, Noted
from .statements import Branch, Cost, Line, Statement


@frozen
class Empty(Node):
    """`_`, an empty cell"""


@frozen
class Cites(Node):
    """`[TC-A-01, TC-A-02]`, the ids of a clause"""

    ids: tuple[str, ...]


Cell: TypeAlias = Expr | Empty | Words | Cites
"""What an edit repeats of a cell, of a text, of the ids of a clause, or of a value."""

Clause: TypeAlias = Statement | Keeps | Grid | Branch | Part | Cell
"""What an edit repeats of a clause; of a line with a block its first line."""


@frozen
class SetOption(Cited):
    """`set bonus_for_nothing = yes`"""

    name: str
    value: Expr


@frozen
class ChangeValue(Noted):
    """`change turn_points: 5 to 6`, a constant; `change climb.points: 2 to 3`, a cell; `change players team: 2..5 to
    1..5`

    `kind` is the first word of a declaration that is named by two. Behind the change a new text and ids may stand.
    """

    path: Expr
    old: Cell
    new: Cell
    kind: str = ""


@frozen
class Change(Noted):
    """In `amend`: `change points: cost 1 point to cost 2 point`; of a line with a block its first line stands for it

    What a line becomes may have a block: `change nap: rest to if tired`, and lines below.
    """

    path: Expr
    old: Clause
    new: Clause


@frozen
class Add(Cited):
    """In `amend`: `add after subject …`, `add before outer.inner …`; `side` is "", before or after. `cites` are those
    behind a part"""

    side: str
    anchor: str
    addition: Line | Member | Branch | Part


@frozen
class AddValue(Cited):
    """In `amend`: `add walk.ground: hall`, a value for a cell that holds a set"""

    path: Expr
    value: Cell


@frozen
class Share(Node):
    """`and C`, `or C`, `+ n`, `- n`, `cost 1 point`, `6..7`, `hall, base`: what an edit adds to what stands there

    `sort` is the sign, `cost`, `bounds` or `values`; `value` the expression, the `Cost`, the range, or the names.
    """

    sort: str
    value: Expr | Cost | Words


@frozen
class AddShare(Cited):
    """`add to cost: cost 1 rope`, in `amend`; `add to days: + 1`, a constant; `add to players team: 6`

    `kind` is the first word of a declaration that is named by two.
    """

    path: Expr
    share: Share
    kind: str = ""


@frozen
class Drop(Cited):
    """In `amend`: `drop camera: require camera in backpack`, a value of a cell that holds a set, or a whole row"""

    path: Expr | None
    old: Clause | Row


@frozen
class MoveClause(Cited):
    """In `amend`: `move upkeep before hunger`, `move rest[2] after outer.inner`"""

    key: str
    side: str
    anchor: str


@frozen
class Cite(Cited):
    """In `amend`: `cite subject [TC-DE-MOVE-05]`; what the clause says stays as it is"""

    path: Expr


@frozen
class Amend(Labelled):
    """`amend action photograph` with its edits; without any, it only adds ids"""

    cites: tuple[str, ...]
    edits: tuple[Change | Add | AddValue | AddShare | Drop | MoveClause | Cite, ...]


@frozen
class AddDeclaration(Node):
    """`add action sing …`"""

    declaration: Declaration


@frozen
class ReplaceDeclaration(Node):
    """`replace action enter …`"""

    declaration: Declaration


@frozen
class RemoveDeclaration(Labelled):
    """`remove action abandon_camp because "nobody ever does"`"""

    because: str
    cites: tuple[str, ...] = ()


Edit: TypeAlias = SetOption | ChangeValue | AddShare | Amend | AddDeclaration | ReplaceDeclaration | RemoveDeclaration


@frozen
class File(Node):
    """All of one rule file, in order, with the comments beside it."""

    items: tuple[Declaration | Edit, ...]
