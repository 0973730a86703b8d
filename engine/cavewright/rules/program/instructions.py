"""The lowered program: a flat list of few instructions over numbered slots.

A position of a game is the program counter, the slots, and the places that have been laid. Nothing recurs, so every
name that lives across a decision has a slot of its own, and the return points of processes are slots too.
Expressions stay trees (`model.ruleset.Expr`); they have no effect and always have a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, get_args

from ...foundation.source.frozen import frozen
from ..model.ruleset import Clause, Deed, Expr, Field, Local, Shift, Transfer
from ..model.secrecy_facts import Place
from .options import Guard as Guard
from .options import Interrupts as Interrupts
from .options import Option as Option
from .options import Signature as Signature

MOST_AHEAD = 2
"""Choices, one behind another, of which it is found out whether a number behind them fits: what comes of the next but one
is not looked at."""
PC, ME, COUNT = 0, 1, 2
"""Slots that every program has: program counter, acting player, number of players."""


@frozen
class Set:
    """Writes a value to a slot, a record of a place, a passage, or a member of a set or bag."""

    target: Expr
    value: Expr
    clause: Clause
    fits: bool = False
    """whether it is proven that its numbers fit where play comes to it"""


@frozen
class Pieces:
    """Moves pieces between bags."""

    transfer: Transfer
    clause: Clause
    fits: bool = False
    """whether it is proven that its numbers fit where play comes to it"""


@frozen
class Stacked:
    """Moves pieces between bags of which one is a pile. `known`: all, whoever acts or nobody sees what comes there."""

    transfer: Transfer
    known: str
    clause: Clause


@frozen
class Shifted:
    """Moves so many pieces from an end of a pile, whatever they are."""

    shift: Shift
    clause: Clause


@frozen
class Shuffled:
    """Forgets the order of a pile."""

    pile: Expr
    clause: Clause


@frozen
class Stocked:
    """Looks if as many pieces lie in a bag as chance is to draw from it; fewer do not fit."""

    bag: Expr
    amount: Expr
    clause: Clause


@frozen
class Returned:
    """Return of the values in the slots into the bag, but for the one that is kept."""

    slots: tuple[int, ...]
    kept: int
    bag: Expr
    secret: bool
    clause: Clause


@frozen
class LayTile:
    """Lays a tile on a place of a growing board."""

    board: str
    tile: Expr
    at: Expr
    sides: Expr
    clause: Clause


@frozen
class Jump:
    """Goes on elsewhere."""

    to: int


@frozen
class JumpUnless:
    """Goes on elsewhere when a condition does not hold."""

    condition: Expr
    to: int


@frozen
class Collect:
    """Puts the things to go through into a slot; `players` goes round the table from the value of `domain`."""

    slot: int
    domain: Expr
    players: bool = False


@frozen
class Next:
    """Takes the next thing of `items` into `slot`, or goes on elsewhere when there is none left."""

    items: int
    slot: int
    to: int


@frozen
class Copy:
    """Copies one slot to another."""

    source: int
    target: int


@frozen
class Call:
    """Carries out a process: its arguments go into their slots, the way back into `back`."""

    back: int
    arguments: tuple[tuple[int, Expr], ...]
    to: int


@frozen
class Return:
    """Goes back to where `back` says, after clearing the slots of the process."""

    back: int
    clear: tuple[int, ...]


@frozen
class Clear:
    """Sets slots to zero, so that equal positions have equal slots."""

    slots: tuple[int, ...]


@frozen
class Check:
    """A requirement in the middle of a rule: refused where a player chose it, else without effect. Of a cost, `due`
    says what it is."""

    condition: Expr
    clause: Clause
    due: tuple[str, Expr, Expr] | None = None
    """unit, what there is, what is due"""


@frozen
class Reveal:
    """Tells all players what a line depends on: what `value` comes to, or only that it is so."""

    value: Expr | None
    clause: Clause


@frozen
class Freely:
    """Ends the effects of a chosen action: nobody chose what follows, so nothing of that is refused."""


@frozen
class Decide:
    """A player decides. Without an option of its own the play goes on at `otherwise` (-1: there always is one).

    `firm`: whoever is led here by choice, and would have nothing to choose, is refused before. `doubtful`: any of its
    options may fail, and without one play cannot go on.
    """

    options: tuple[Option, ...]
    otherwise: int
    clause: Clause
    firm: bool = False
    doubtful: bool = False

    @property
    def packing(self) -> Expr | None:
        """The numbers among which is chosen where pieces are packed; none of other decisions."""
        domain = self.options[-1].domains[-1:] if self.options else ()
        return domain[0] if domain and domain[0].op == "allotments" else None


@frozen
class Trial:
    """Something that is carried out in thought: one of some options, with values for the names `takes`. Play never comes here."""

    options: tuple[Option, ...]
    takes: tuple[Local, ...]


@frozen
class Chance:
    """Chance decides: a piece out of a bag, or one thing of a list."""

    signature: Signature
    slot: int
    bag: Expr | None
    domain: Expr | None
    to: int
    clause: Clause
    secret: bool = False
    """whether only the acting player learns what came up"""
    bottom: bool = False
    """whether it comes from the bottom of a pile"""
    hidden: bool = False
    """whether nobody learns what came up"""
    is_sure: bool = False
    """whether it is proven that something can come up where play comes to it"""


@frozen
class Repack:
    """Goes to the decision about the next kind of piece of which different numbers can be chosen, or on when all is put
    away; kinds of which only one number is possible it puts away.

    One that `begins` first puts the contents of both bags on the table. The other comes behind the decision: it first puts
    `many` of the piece that was chosen into the first bag, and the others into the second.
    """

    first: Expr
    second: Expr
    where: Expr | None
    allotments: Expr
    """the numbers of `piece` that can go into the first bag"""
    piece: Local
    many: Local
    left: int
    """the first of the slots for what lies on the table: for each kind that takes part one more than there are"""
    kinds: int
    """how many kinds of pieces there are, each with a slot from `left` on"""
    decide: int
    to: int
    clause: Clause
    begins: bool = True

    @property
    def kind(self) -> str:
        """The kind of the pieces."""
        return self.first.type.name


@frozen
class Fork:
    """All players carry out what follows by themselves, until `Join`; the play goes on at `to` when all have."""

    to: int


@frozen
class Join:
    """A player is done with what all do at once."""


@frozen
class End:
    """The game, or an example, is over."""


Instruction: TypeAlias = (
    Set
    | Pieces
    | Stacked
    | Shifted
    | Shuffled
    | Stocked
    | Returned
    | LayTile
    | Jump
    | JumpUnless
    | Collect
    | Next
    | Copy
    | Call
    | Return
    | Clear
    | Check
    | Freely
    | Reveal
    | Decide
    | Trial
    | Chance
    | Repack
    | Fork
    | Join
    | End
)


INSTRUCTIONS = get_args(Instruction)


def successors(node: Instruction, at: int, back: Mapping[int, set[int]]) -> set[int]:
    """Returns the instructions that may come behind an instruction before a player decides; behind a return, those that
    its slot may lead `back` to."""
    match node:
        case Jump(to=to) | Call(to=to) | Chance(to=to):
            return {to}
        case JumpUnless(to=to) | Next(to=to) | Fork(to=to):
            return {at + 1, to}
        case Repack(decide=decide, to=to):
            return {decide, to}
        case Return(back=slot):
            return back.get(slot, set())
        case Decide(otherwise=otherwise):
            return {otherwise} - {-1}
        case Trial() | Join() | End():
            return set()
    return {at + 1}


@dataclass(frozen=True)
class Layout:
    """Slots of all fields and names. A field of an owner with rows has one slot for each row, after one for none.

    A bag is one value: a tuple of how many there are of each kind of piece, and a zero behind them, for none.
    """

    base: dict[tuple[str, str], int]
    locals: dict[int, int]
    size: int
    player_slots: tuple[tuple[int, ...], ...]
    """For each player, the slots of the fields that belong to that player."""

    def slot(self, field: Field) -> int:
        """The slot of the first row of a field (of a field of the game: its slot)."""
        return self.base[(field.owner, field.name)]


BEFORE_ALL = -1
"""In place of a slot: who acted before all acted at once, which the slots stand for that all have in common."""


@frozen
class Bound:
    """A name that the rule around a decision has bound. If it is a secret, `whose` is the slot of the player who knows
    it."""

    local: Local
    whose: int = ME


@dataclass(frozen=True)
class Program:
    """The instructions, the entry of every process, and what is needed to read and show positions."""

    code: tuple[Instruction, ...]
    entries: dict[str, int]
    returns: dict[str, int]
    stop: int
    layout: Layout
    signatures: dict[str, Signature]
    bound: dict[int, tuple[Bound, ...]]
    """For every decision the names that the rule around it has bound by then, and whose secrets they are."""
    scopes: tuple[tuple[Local, ...], ...]
    """For every instruction the names of its rule that may be asked for from there on."""
    counted: tuple[tuple[Clause, int, int], ...] = ()
    """Lines that are carried out so many times and have a text: slots of what is to come, and of the present number."""
    loops: tuple[tuple[Clause, int], ...] = ()
    """Lines that are carried out until something holds, and the instruction that asks whether it does."""
    trials: Mapping[Deed, int] = field(default_factory=dict)
    """The instruction of each thing of which is asked what would be."""
    telling: frozenset[Place] = frozenset()
    """Places of the lines that tell a secret by what they do."""
    interrupts: Interrupts | None = None
    """Where players who are not asked may act, if they may anywhere."""
    round_ends: Mapping[int, int] = field(default_factory=dict)
    """Of each loop of rounds the instruction behind it, by the one with which a round begins."""
