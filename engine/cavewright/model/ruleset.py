"""The checked ruleset as values: names resolved, types and bounds known. What `check` makes and `program` reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args

from ..source import Span
from ..source.cached_property import once
from .kept_back import Secrecy
from .types import Type


@dataclass(frozen=True, slots=True)
class Clause:
    """The smallest thing that a reason, an event or a citation can point at: a key within a rule."""

    rule: str
    key: str
    text: str
    cites: tuple[str, ...]
    span: Span = field(compare=False, repr=False)
    origin: str = ""
    """The ruleset or overlay whose words these are."""

    @property
    def name(self) -> str:
        """`enter.gear`"""
        return f"{self.rule}.{self.key}" if self.key else self.rule


@dataclass(frozen=True, slots=True)
class Column:
    """A printed column of a kind: a value for every row, and behind them one for none."""

    name: str
    type: Type
    values: tuple[int, ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """An enumeration with printed columns: the rows of a table, or the players."""

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
        """Whether the names of its rows are words, and not such as number tiles or say where a place lies."""
        return not any(any(map(str.isdigit, each)) for each in self.rows)

    def label(self, row: int) -> str:
        """What people call a row."""
        if row < 0:
            return "none"
        column = self.columns.get("label")
        return (column.texts[row] if column and column.texts[row] else self.rows[row]).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Interchangeable:
    """Rows of a kind that chance may draw for each other, since nothing in the ruleset tells them apart.

    `first` has for every row the first of those like it. `always`: rules never ask which of them something is, so that
    no position tells them apart either.
    """

    first: tuple[int, ...]
    always: bool


@dataclass(frozen=True, slots=True)
class Demand:
    """What every row of a kind has to be like: a condition on `local`, asked before play. `spans` are the cells to
    blame, row by row.

    `doubtful` are rows of which it is not asked, since what it looks at could not be read.
    """

    kind: str
    local: Local
    condition: Expr
    clause: Clause
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    doubtful: frozenset[int] = field(default=frozenset(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is kept: by the game, by each row of a kind, by each player, place or passage."""

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


@dataclass(frozen=True, slots=True)
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

    @property
    def fixed(self) -> bool:
        """Whether its places exist from the start, as rows of a kind."""
        return self.form != "growing"

    @property
    def squares(self) -> bool:
        """Whether its places have four sides."""
        return self.form in ("growing", "grid")


@dataclass(frozen=True, slots=True)
class Local:
    """A name that is bound within a rule. `number` is unique in the ruleset."""

    name: str
    type: Type
    number: int
    shown: str = "open"
    """open to all, secret to the acting player, or hidden from everybody"""

    def at(self, span: Span) -> Expr:
        """What the name stands for, as an expression that is written at a place."""
        return Expr("local", (self,), self.type, span)


@dataclass(frozen=True, slots=True)
class Expr:
    """A typed expression: an operator and what it works on (expressions, and values of the model).

    The operators stand, with what they take and mean, in `operators.py`.
    """

    op: str
    args: tuple[Any, ...]
    type: Type
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Define:
    """A named expression, with its parameters."""

    name: str
    parameters: tuple[Local, ...]
    body: Expr
    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Points by place and by how many share it. `lookup` maps (place, level) to points."""

    name: str
    parameters: tuple[Local, ...]
    by: Expr
    among: Expr | None
    least: Expr | None
    lookup: Mapping[tuple[int, int], int]
    clause: Clause


# ---- statements ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amount:
    """`amount` of `piece`; all pieces when both are none."""

    amount: Expr | None
    piece: Expr | None


@dataclass(frozen=True, slots=True)
class Require:
    """`require`: the action is legal only where the condition holds."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Payment:
    """One currency of a cost: `amount` of it is due, `held` is what there is; `pay` takes it away."""

    unit: str
    amount: Expr
    held: Expr
    pay: Block
    counter: Local | None = None
    """Set when `pay` is a block to be carried out once for every unit."""


@dataclass(frozen=True, slots=True)
class Cost:
    """`cost`: what has to be paid; the action is legal only where all of it can be."""

    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    """`let` and `set`: a name or a field gets a value."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Transfer:
    """Pieces from one bag to another; without a giver they come from an endless supply, without a taker they go
    there."""

    pieces: tuple[Amount, ...]
    giver: Expr | None
    taker: Expr | None


@dataclass(frozen=True, slots=True)
class Lay:
    """`lay`: a tile is laid on a place of a growing board, with `sides` open, as bits from north clockwise."""

    board: str
    tile: Expr
    at: Expr
    sides: Expr


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw`: chance takes a piece out of a bag; each of the pieces in it is as likely as any other."""

    local: Local
    bag: Expr
    name: str = "draw"


@dataclass(frozen=True, slots=True)
class PutBack:
    """Of what was drawn all goes back into the bag but for one that is kept."""

    drawn: tuple[Local, ...]
    kept: Local
    bag: Expr


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll`: chance brings one of the values, each as likely as any other."""

    local: Local
    domain: Expr


@dataclass(frozen=True, slots=True)
class Offer:
    """`once`: each action at most once. `optional`: one or none. `firm`: refused where nothing can be chosen."""

    any: bool
    menu: str
    until: Expr | None = None
    once: bool = False
    optional: bool = False
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Repack:
    """`repack`: a player shares pieces out anew between two bags: those kinds for which `where` holds, at least
    `filling` into the first."""

    first: Expr
    second: Expr
    piece: Local
    where: Expr | None
    filling: Expr | None
    name: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Ends the game at once; scores are counted as they stand."""


@dataclass(frozen=True, slots=True)
class Call:
    """A process is carried out, with values for its parameters."""

    process: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """A name and the things it may stand for; `word` is the preposition in the text of an action."""

    local: Local
    domain: Expr
    word: str = ""


@dataclass(frozen=True, slots=True)
class If:
    """`if`: the block of the first condition that holds, or `otherwise`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each`: the block for all values of the names for which the condition holds."""

    binds: tuple[Bind, ...]
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class InTurn:
    """`each player from`: the block for every player in turn, who acts in it, one of them first."""

    first: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class AtOnce:
    """`at once`: the block for all players, each by themselves, unseen by the others."""

    body: Block


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat`: the block so many times, or until a condition holds, which is asked before each round."""

    until: Expr | None
    times: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose`: a player chooses values for which the condition holds; `otherwise` is carried out where there are
    none."""

    name: str
    binds: tuple[Bind, ...]
    where: Expr | None
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class May:
    """`may`: a player says whether the block is carried out."""

    name: str
    body: Block


@dataclass(frozen=True, slots=True)
class AsPlayer:
    """`as`: another player acts in the block; it is left out where that is nobody."""

    player: Expr
    body: Block


Statement: TypeAlias = (
    Require
    | Cost
    | Assign
    | Transfer
    | Lay
    | Draw
    | PutBack
    | Roll
    | Offer
    | Repack
    | Finish
    | Call
    | If
    | ForEach
    | InTurn
    | AtOnce
    | Repeat
    | Choose
    | May
    | AsPlayer
)
STATEMENTS = get_args(Statement)


@dataclass(frozen=True, slots=True)
class Step:
    """A statement and the clause it stands for. One that `reveals` tells all on what it depends."""

    clause: Clause
    statement: Any
    reveals: bool = False


Block = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Process:
    """A named block with parameters. Processes do not call themselves, not even through others."""

    name: str
    parameters: tuple[Local, ...]
    body: Block
    text: str = ""
    cites: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may choose from a menu. `header` are the leading let, require and cost lines.

    An action below an `offer` has a menu of its own, and a name within that rule; players write `word`.
    """

    name: str
    menus: tuple[str, ...]
    binds: tuple[Bind, ...]
    header: Block
    body: Block
    text: str = ""
    cites: tuple[str, ...] = ()
    said: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def word(self) -> str:
        """What players write, and what triggers follow."""
        return self.said or self.name


@dataclass(frozen=True, slots=True)
class Trigger:
    """`whenever`: the block is carried out after each of the actions."""

    actions: tuple[str, ...]
    body: Block
    clause: Clause


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """`score`: points for each player, under a name of their own."""

    name: str
    value: Expr
    clause: Clause


@dataclass(frozen=True, slots=True)
class Scoring:
    """How it ends. `together`: players with the same value are one side; `least`: who has less does not win."""

    among: Expr | None
    lines: tuple[ScoreLine, ...]
    highest: bool
    clause: Clause
    together: Expr | None = None
    least: Expr | None = None
    ties: tuple[tuple[bool, Expr], ...] = ()
    """What decides among equals, one after another, and whether the highest is best."""


@dataclass(frozen=True, slots=True)
class Option:
    """What can be set before a game begins. Choices are numbered from 0; those of a number have no names."""

    name: str
    type: Type
    default: int
    value: int
    choices: tuple[tuple[str, str], ...]
    text: str = ""
    cites: tuple[str, ...] = ()

    def shown(self, value: int) -> str:
        """A value as it is written."""
        return self.choices[value][0] if self.choices else str(value)


@dataclass(frozen=True, slots=True)
class Example:
    """An example as it is written; it is read by the game it belongs to."""

    name: str
    text: str
    cites: tuple[str, ...]
    members: tuple[Any, ...]
    span: Span = field(compare=False, repr=False)
    origin: str = ""


@dataclass(frozen=True)
class Ruleset:
    """All of a checked ruleset."""

    id: str
    version: str
    title: str
    hash: str
    overlays: tuple[str, ...]
    sources: Mapping[str, str]
    reconstructions: tuple[str, ...]
    players: str
    player_range: tuple[int, int]
    units: Mapping[str, str]
    constants: Mapping[str, Expr]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, int]]
    kinds: Mapping[str, Kind]
    boards: Mapping[str, Board]
    fields: tuple[Field, ...]
    defines: Mapping[str, Define]
    rankings: Mapping[str, Ranking]
    menus: Mapping[str, str]
    processes: Mapping[str, Process]
    actions: Mapping[str, Action]
    triggers: tuple[Trigger, ...]
    scoring: Scoring | None
    advice: Expr | None
    examples: tuple[Example, ...]
    clauses: tuple[Clause, ...]
    notes: tuple[Clause, ...]
    grounds: tuple[str, ...] = ()
    """Ids of the ruleset and of the edition upon it, on which overlays are laid; of a ruleset without an edition its
    own."""
    texts: tuple[Clause, ...] = ()
    """Every text and name that people are shown; `rule` of each is the key under which catalogues translate it."""
    languages: Mapping[str, str] = field(default_factory=dict)
    """The language in which the base and each overlay say their texts, by id."""
    always: tuple[str, ...] = ()
    """Menus that are offered beside every decision."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """The overlay or edition that was the last to change a clause, by the clause's name."""
    key: str = field(default="", init=False, compare=False, repr=False)
    """Stands for all that it was read from, to the letter, and what of it is kept; "" where that is not known, so of
    one that was changed since."""

    def keyed(self, key: str) -> Ruleset:
        """This ruleset, just made, with its key."""
        object.__setattr__(self, "key", key)
        return self

    @once
    def beside(self) -> tuple[Action, ...]:
        """The actions that can be chosen before any decision, which then is asked again."""
        return tuple(each for each in self.actions.values() if set(each.menus) & set(self.always))

    demands: tuple[Demand, ...] = ()
    interchangeable: Mapping[str, Interchangeable] = field(default_factory=dict)
    """What rows may be drawn for each other, by kind; kinds that are never drawn, or have no two such rows, are not
    among them."""
    secrecy: Secrecy = field(default_factory=Secrecy)

    @once
    def growing(self) -> Mapping[str, Board]:
        """The boards whose places come into being; the places of all others are rows of kinds."""
        return {name: board for name, board in self.boards.items() if not board.fixed}

    def author_of(self, clause: str, origin: str) -> str:
        """The id of the overlay or edition that wrote or changed a clause; "" if it is the base's own."""
        by = (
            origin if origin not in ("", self.grounds[0] if self.grounds else self.id) else self.changed.get(clause, "")
        )
        return by if by in self.overlays or by in self.grounds[1:] else ""

    def board_of(self, type_: Type) -> Board | None:
        """The board of whose places a type is, if it is one of places."""
        board = self.boards.get(type_.name)
        return board if board is not None and type_.form == ("row" if board.fixed else "place") else None
