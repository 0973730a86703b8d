"""The checked ruleset as values: names resolved, types and bounds known. What `check` makes and `program` reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from ...foundation.source.lazy_property import lazy_property
from .declarations import *  # noqa: F403
from .declarations import (
    Board,
    Chapter,
    Clause,
    Deed,
    Define,
    Expr,
    Field,
    Interchangeable,
    Kind,
    Local,
    Ranking,
    RowConstraint,
)
from .secrecy_facts import Secrecy
from .statements import *  # noqa: F403
from .statements import Bind, Block
from .types import Type


@frozen
class Process:
    """A named block with parameters. Processes do not call themselves, not even through others."""

    name: str
    parameters: tuple[Local, ...]
    body: Block
    text: str = ""
    cites: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@frozen
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
    confirm: Clause | None = None
    """The line that says what cannot be made good again: people are asked before they do it."""

    @property
    def word(self) -> str:
        """Word that players write, and that triggers follow."""
        return self.said or self.name


@frozen
class Interrupt:
    """A menu that is offered beside decisions of other menus, also to players who are not asked. `where` says to which
    of them; without `for_each` it is about whoever is asked. Actions of an `internal` one are done by the host."""

    menu: str
    for_each: bool
    where: Expr | None
    internal: bool
    clause: Clause


@frozen
class Trigger:
    """`whenever`: the block is carried out after each of the actions."""

    actions: tuple[str, ...]
    body: Block
    clause: Clause


@frozen
class ScoreLine:
    """`score`: points for each player, under a name of their own."""

    name: str
    value: Expr
    clause: Clause


@frozen
class Scoring:
    """Rule for the end of a game. `together`: players with the same value are one side; `least`: who has less does not
    win."""

    among: Expr | None
    lines: tuple[ScoreLine, ...]
    highest: bool
    clause: Clause
    together: Expr | None = None
    least: Expr | None = None
    ties: tuple[tuple[bool, Expr], ...] = ()
    """What decides among equals, one after another, and whether the highest is best."""
    constant_total: Expr | None = None
    """The sum of all totals at the end of every game, a known number, where the rules promise one."""


@frozen
class Option:
    """Setting that can be chosen before a game begins. Choices are numbered from 0; those of a number have no names."""

    name: str
    type: Type
    default: int
    value: int
    choices: tuple[tuple[str, str], ...]
    text: str = ""
    cites: tuple[str, ...] = ()

    def write_value(self, value: int) -> str:
        """A value as it is written."""
        return self.choices[value][0] if self.choices else str(value)

    def admits(self, word: str) -> bool:
        """Tells if a value that is written so can be set."""
        if self.choices or self.type.is_truth:
            return word in ([each for each, _ in self.choices] or ("yes", "no"))
        is_integer = word.removeprefix("-").isdecimal() and word.isascii() and len(word) < 12
        return is_integer and self.type.low <= int(word) <= self.type.high


@frozen
class Example:
    """An example as it is written; it is read by the game it belongs to.

    >>> import cavewright as cw
    >>> example = cw.load_game("connect-four").examples[0]
    >>> example.name, example.text
    ('falls', 'A chip falls onto the chips that lie in its column already')
    """

    name: str
    text: str
    cites: tuple[str, ...]
    members: tuple[Any, ...]
    span: Span = field(compare=False, repr=False)
    origin: str = ""


@frozen
class Notice:
    """`notice`: a sentence that a player is shown while `shown` holds for it. `values` are what stands in its braces, by how it
    is written there: they are asked of a position, for that player."""

    name: str
    shown: Expr
    values: tuple[tuple[str, Expr], ...]
    clause: Clause


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
    lessons: tuple[Clause, ...] = ()
    """Lessons of a first game, in order: each is called `lesson NAME`, by the action or decision that it is about."""
    notices: tuple[Notice, ...] = ()
    """What players are warned of, in order."""
    grounds: tuple[str, ...] = ()
    """Ids of the ruleset and of the edition upon it, on which overlays are laid; of a ruleset without an edition its
    own."""
    texts: tuple[Clause, ...] = ()
    """Every text and name that people are shown; `rule` of each is the key under which catalogues translate it."""
    languages: Mapping[str, str] = field(default_factory=dict)
    """The language in which the base and each overlay say their texts, by id."""
    always: tuple[str, ...] = ()
    """Menus that are offered beside every decision."""
    interrupts: tuple[Interrupt, ...] = ()
    """Menus that are offered beside decisions of menus, also to players who are not asked."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """The overlay or edition that was the last to change a clause, by the clause's name."""
    chapters: tuple[Chapter, ...] = ()
    """The parts that rule files are divided into, in order; what stands before the first is in none."""
    stated: Mapping[str, Expr] = field(default_factory=dict)
    """What texts say in braces, by how it is written there: constants, all of them known before play."""
    spoken: Mapping[str, Mapping[str, Expr]] = field(default_factory=dict)
    """What texts of lines and of actions say of the position in which they are read, by the key of the text and by how
    it is written in its braces."""
    key: str = field(default="", init=False, compare=False, repr=False)
    """Stands for all that it was read from, to the letter, and what of it is kept; "" where that is not known, so of
    one that was changed since."""

    @property
    def full_id(self) -> str:
        """The id with those of all overlays."""
        return "+".join((self.id, *self.overlays))

    def with_key(self, key: str) -> Ruleset:
        """This ruleset, just made, with its key."""
        object.__setattr__(self, "key", key)
        return self

    @lazy_property
    def beside(self) -> tuple[Action, ...]:
        """The actions that can be chosen before any decision, which then is asked again."""
        return tuple(each for each in self.actions.values() if set(each.menus) & set(self.always))

    @lazy_property
    def interrupting(self) -> tuple[Action, ...]:
        """The actions that can be done beside decisions of menus, also by players who are not asked, or by the host."""
        menus = {each.menu for each in self.interrupts}
        return tuple(each for each in self.actions.values() if menus & set(each.menus))

    @lazy_property
    def host_actions(self) -> frozenset[str]:
        """The names of interrupting actions that only the host does."""
        open_menus = {each.menu for each in self.interrupts if not each.internal}
        return frozenset(each.name for each in self.interrupting if not open_menus & set(each.menus))

    demands: tuple[RowConstraint, ...] = ()
    deeds: tuple[Deed, ...] = ()
    """All that some rule asks of what would be, each once."""
    interchangeable: Mapping[str, Interchangeable] = field(default_factory=dict)
    """What rows may be drawn for each other, by kind; kinds that are never drawn, or have no two such rows, are not
    among them."""
    secrecy: Secrecy = field(default_factory=Secrecy)

    @lazy_property
    def growing(self) -> Mapping[str, Board]:
        """The boards whose places come into being; the places of all others are rows of kinds."""
        return {name: board for name, board in self.boards.items() if not board.fixed}

    @lazy_property
    def hexagonal(self) -> bool:
        """True if tiles have six sides."""
        return any(board.hexagonal for board in self.boards.values())

    @lazy_property
    def in_slots(self) -> tuple[Field, ...]:
        """All that is kept, but by places and passages that come into being."""
        return tuple(each for each in self.fields if each.owner not in self.growing)

    def owners_of(self, kept: Field) -> int:
        """Returns the number of owners of a field: the rows of a kind, or the game alone."""
        return 1 if kept.owner == "game" else len(self.kinds[kept.owner].rows)

    def author_of(self, clause: str, origin: str) -> str:
        """The id of the overlay or edition that wrote or changed a clause; "" if it is the base's own."""
        by = (
            origin if origin not in ("", self.grounds[0] if self.grounds else self.id) else self.changed.get(clause, "")
        )
        return by if by in self.overlays or by in self.grounds[1:] else ""

    def citation_of(self, clause: Clause) -> tuple[str, ...]:
        """The facts behind a clause: those that it names itself, otherwise those of the declaration in which it stands.
        What an overlay wrote into a declaration of others carries out none of theirs."""
        head = self._heads.get(clause.rule)
        if clause.cites or head is None:
            return clause.cites
        author = self.author_of(clause.name, clause.origin)
        return head.cites if author in ("", self.author_of(head.name, head.origin)) else ()

    @lazy_property
    def _heads(self) -> Mapping[str, Clause]:
        """The clauses of declarations, by the name with which those in them begin: `enter` for `action enter`."""
        heads = [each for each in self.clauses if not each.key]
        return {each.rule.removeprefix("action ").removeprefix("to "): each for each in heads}

    def board_of(self, type_: Type) -> Board | None:
        """The board of whose places a type is, if it is one of places."""
        board = self.boards.get(type_.name)
        return board if board is not None and board.has_place(type_) else None

    def is_labelled(self, board: Board) -> bool:
        """Tells if the places of a board have a label beside the code that is printed on them."""
        return board.name in self.kinds and "label" in self.kinds[board.name].columns
