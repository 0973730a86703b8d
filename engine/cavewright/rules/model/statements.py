"""Statements as values: what the rules have somebody do, or leave them to choose."""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

from ...foundation.source.frozen import frozen
from .declarations import Clause, Expr, Local


@frozen
class Amount:
    """`amount` of `piece`; all pieces when both are none."""

    amount: Expr | None
    piece: Expr | None


@frozen
class Require:
    """`require`: the action is legal only where the condition holds."""

    condition: Expr


@frozen
class Payment:
    """One currency of a cost: `amount` of it is due, `held` is what there is; `pay` takes it away."""

    unit: str
    amount: Expr
    held: Expr
    pay: Block
    counter: Local | None = None
    """Set when `pay` is a block to be carried out once for every unit."""


@frozen
class Cost:
    """`cost`: what has to be paid; the action is legal only where all of it can be."""

    payments: tuple[Payment, ...]


@frozen
class Assign:
    """`let` and `set`: a name or a field gets a value."""

    target: Expr
    value: Expr


@frozen
class Transfer:
    """Pieces from one bag to another; without a giver they come from an endless supply, without a taker they go
    there."""

    pieces: tuple[Amount, ...]
    giver: Expr | None
    taker: Expr | None
    from_bottom: bool = False
    to_bottom: bool = False
    """Ends of piles that pieces leave and come to."""


@frozen
class Shift:
    """`move 3 from a to b`, `lose 1 from a`: so many pieces leave an end of a pile, whatever they are, and keep their order."""

    amount: Expr
    giver: Expr
    taker: Expr | None
    from_bottom: bool = False
    to_bottom: bool = False


@frozen
class Shuffle:
    """`shuffle`: the order of a pile is forgotten by all, and with it who knows what lies there."""

    pile: Expr


@frozen
class Take:
    """`draw` from a pile whose order is decided: the piece at an end gets a name, and leaves."""

    local: Local
    pile: Expr
    bottom: bool = False


@frozen
class Deal:
    """`draw 5 from deck to hand`: `body` draws the pieces one after another."""

    amount: Expr
    giver: Expr
    taker: Expr
    from_bottom: bool
    to_bottom: bool
    body: Block


@frozen
class Lay:
    """`lay`: a tile is laid on a place of a growing board, with `sides` open, as bits from north clockwise."""

    board: str
    tile: Expr
    at: Expr
    sides: Expr


@frozen
class Draw:
    """`draw`: chance takes a piece out of a bag; each of the pieces in it is as likely as any other."""

    local: Local
    bag: Expr
    name: str = "draw"
    bottom: bool = False


@frozen
class PutBack:
    """Of what was drawn all goes back into the bag but for one that is kept."""

    drawn: tuple[Local, ...]
    kept: Local
    bag: Expr


@frozen
class Roll:
    """`roll`: chance brings one of the values, each as likely as any other."""

    local: Local
    domain: Expr


@frozen
class Offer:
    """`once`: each action at most once. `optional`: one or none. `firm`: refused where nothing can be chosen. `through`:
    as often as something is possible, and not only as often as is wanted. `otherwise` is carried out where nothing was
    possible at first."""

    any: bool
    menu: str
    until: Expr | None = None
    once: bool = False
    optional: bool = False
    firm: bool = False
    through: bool = False
    otherwise: Block = ()

    @property
    def has_done(self) -> bool:
        """Tells if the player may choose nothing, or nothing more."""
        return self.optional or self.any and not self.through


@frozen
class Repack:
    """`repack`: a player shares pieces out anew between two bags: those kinds for which `where` holds, at least
    `filling` into the first."""

    first: Expr
    second: Expr
    piece: Local
    where: Expr | None
    filling: Expr | None
    name: str


@frozen
class Finish:
    """Ends the game at once; scores are counted as they stand."""


@frozen
class Call:
    """A process is carried out, with values for its parameters."""

    process: str
    arguments: tuple[Expr, ...]


@frozen
class Bind:
    """A name and the things it may stand for; `word` is the preposition in the text of an action."""

    local: Local
    domain: Expr
    word: str = ""


@frozen
class If:
    """`if`: the block of the first condition that holds, or `otherwise`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@frozen
class ForEach:
    """`for each`: the block for all values of the names for which the condition holds."""

    binds: tuple[Bind, ...]
    where: Expr | None
    body: Block


@frozen
class InTurn:
    """`each player from`: the block for every player in turn, who acts in it, one of them first.

    Whoever `where` does not hold of is passed over; `until` is asked before each turn and ends all of them. With `again`
    the turns go round and round, until `until` holds or a whole round finds nobody. `first` may be a list of players: these
    have turns, in its order, as it is when a round begins.
    """

    first: Expr
    body: Block
    where: Expr | None = None
    until: Expr | None = None
    again: bool = False

    @property
    def is_listed(self) -> bool:
        """True where a list says who has turns, and in which order."""
        return not self.first.type.is_row


@frozen
class AtOnce:
    """`at once`: the block for all players, each by themselves, unseen by the others."""

    body: Block


@frozen
class Repeat:
    """`repeat`: the block so many times, or until a condition holds, which is asked before each round."""

    until: Expr | None
    times: Expr | None
    body: Block


@frozen
class Choose:
    """`choose`: a player chooses values for which the condition holds; `otherwise` is carried out where there are
    none.

    With `ranks` the condition is that of the first rank that something meets; the last of them may be `yes`. With `any`
    the choice is made again and again, until `until` holds behind one or nothing is left; `stop`: or until its player
    wishes. `chosen` is the set of what was chosen, none of which can be chosen once more.
    """

    name: str
    binds: tuple[Bind, ...]
    where: Expr | None
    body: Block
    otherwise: Block
    ranks: tuple[Rank, ...] = ()
    any: bool = False
    stop: bool = False
    until: Expr | None = None
    chosen: Local | None = None

    @property
    def takes_any(self) -> bool:
        """Tells if anything will do in the end, whatever conditions come before."""
        return bool(self.ranks) and self.ranks[-1].condition.op == "const"


@frozen
class Rank:
    """One of several conditions of a choice, and whether anything meets it; of the last one nobody has to ask that."""

    condition: Expr
    met: Expr | None


@frozen
class May:
    """`may`: a player says whether the block is carried out."""

    name: str
    body: Block


@frozen
class AsPlayer:
    """`as`: another player acts in the block; it is left out where that is nobody."""

    player: Expr
    body: Block


Statement: TypeAlias = (
    Require
    | Cost
    | Assign
    | Transfer
    | Shift
    | Shuffle
    | Take
    | Deal
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


@frozen
class Step:
    """A statement and the clause it stands for. One that `reveals` tells all on what it depends."""

    clause: Clause
    statement: Any
    reveals: bool = False


Block = tuple[Step, ...]
