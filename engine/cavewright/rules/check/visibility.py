"""Visibility of values: which secrets an expression reveals, and who knows each of them.

A value is open if it tells of none. A secret is known to one player or to nobody; a player is meant by whoever acts, by
the name that stands for it, or by nothing that could be told from another.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from copy import copy
from dataclasses import field, replace
from typing import Any, Self

from ...foundation.source import Label, Span
from ...foundation.source.frozen import frozen
from ..model import ruleset as m
from ..model.dispatch import Pass, handles
from ..model.operators import LOOPS, OF_SHAPES, OF_TILES, OPERATORS, operators
from ..model.secrecy_facts import NOBODY, Choice, Knower
from ..model.types import NONE
from .certain_pieces import any_of
from .whole_program import WholeProgram, steps

SOMEBODY: Knower = ("somebody", 0)
ACTING: Knower = ("acting", 0)
LONGEST_WAY = 3
"""Names that are told on the way of a secret."""


@frozen
class Secret:
    """Something that not all know, and who knows it: a field, or a name for what was drawn or chosen unseen, by which
    `choice`.

    `way` are the names through which it came.
    """

    name: str
    knower: Knower
    number: int = 0
    declared: Span | None = field(default=None, compare=False)
    way: tuple[Label, ...] = field(default=(), compare=False)
    choice: Choice | None = field(default=None, compare=False)

    def through(self, span: Span, name: str) -> Secret:
        """Returns the secrets after a name was given to the value."""
        if len(self.way) >= LONGEST_WAY or any(each.span == span for each in self.way):
            return self
        return replace(self, way=(*self.way, Label(span, f"`{name}` comes from it")))


Secrets = frozenset[Secret]
OPEN: Secrets = frozenset()
SecretEnvironment = Mapping[int, Secrets]
"""Of which secrets names tell, by their numbers."""


def is_known(secrets: Secrets, reader: Knower | None) -> bool:
    """Tells if a player knows all of these; with none, if everybody does."""
    return (
        not secrets
        or reader is not None
        and reader not in (NOBODY, SOMEBODY)
        and all(each.knower == reader for each in secrets)
    )


def knower(player: m.Expr | None, me: Knower) -> Knower:
    """Returns the player that an expression means."""
    if player is None or player.op == "me":
        return me
    return ("name", player.args[0].number) if player.op == "local" else SOMEBODY


def rename_knowers(secrets: Secrets, names: Mapping[Knower, Knower]) -> Secrets:
    """Returns the secrets with their knowers under other names; whoever has none is some player."""
    return frozenset(
        replace(each, knower=names.get(each.knower, SOMEBODY)) if each.knower != NOBODY else each for each in secrets
    )


def without(secrets: Secrets, gone: Knower) -> Secrets:
    """Returns the secrets where a name no longer stands for a player."""
    return frozenset(replace(each, knower=SOMEBODY) if each.knower == gone else each for each in secrets)


def is_none(value: m.Expr) -> bool:
    """Tells if an expression says that there is nothing."""
    return value.op == "const" and value.type.optional and value.args[0] == NONE


def name_of(kept: m.Expr) -> str:
    """The name of what is kept, as that of a secret."""
    field = kept.args[0] if kept.op == "field" else kept.args[1]
    return f"{field.owner}.{field.name}"


_SEATS = ("next_seat", "seats_between", "seats")
_PLACES = ("own_places", "lines", "distance", "reach", "sight")
_NOTHING_MORE = ("me", "amount", "has", "lying", "occurrences", "with_occurrences", "fits", "rows", *_PLACES, *_SEATS)
"""Operators that ask for something of a position, which is open to all if their parts and the conditions of the board
are."""
_MADE_LATER = operators(lambda each: each.made in ("program", "optimise"))


class Visibility(Pass, over=OPERATORS, left=(*OF_TILES | OF_SHAPES | _MADE_LATER, *_NOTHING_MORE)):
    """Of which secrets the expressions of a ruleset tell: of those that their parts tell of, where nothing else is
    said."""

    def __init__(self, ruleset: m.Ruleset) -> None:
        self.names: SecretEnvironment = {}
        self.me = SOMEBODY
        self.doubtful: Set[int | str] | None = None
        self.defines: dict[str, Secrets] = {}
        self.whole = WholeProgram(ruleset, ())
        self.boards: dict[str, Secrets] = {}
        for name, board in ruleset.boards.items():
            self.boards[name] = self.of((board.joined, board.free))

    def where(self, names: SecretEnvironment, me: Knower, doubtful: Set[int | str] | None = None) -> Self:
        """Returns the pass where names tell of theirs and a player acts.

        `doubtful` are names and fields of which not all know whether they are none; without it, all may be.
        """
        made = copy(self)
        made.names, made.me, made.doubtful = names, me, doubtful
        return made

    def of(self, value: Any) -> Secrets:
        """The secrets of which an expression tells, or all in a tuple, or the passages of a board."""
        if isinstance(value, m.Expr):
            make = self.handlers.get(value.op)
            found: Secrets = make(self, value) if make is not None else self.of(value.args)
            return found
        if isinstance(value, tuple):
            return OPEN.union(*map(self.of, value))
        return self.boards.get(value.name, OPEN) if isinstance(value, m.Board) else OPEN

    def size(self, bag: m.Expr) -> Secrets:
        """The secrets of which it tells how many pieces lie in a bag."""
        kept, of = bag.args
        return self.of(of) | (OPEN if kept.counted else self.secret_of_field(kept, knower(of, self.me)))

    def secrets_of_pick(self, value: m.Expr) -> Secrets:
        """The secrets of which it tells where something lies that is taken as it is kept."""
        if value.op == "as":
            player, inner = value.args
            return self.of(player) | self.where(self.names, knower(player, self.me), self.doubtful).secrets_of_pick(
                inner
            )
        return self.of(value.args[-1])

    def absence(self, value: m.Expr) -> Secrets:
        """The secrets of which it tells whether a value is none."""
        if not value.type.optional:
            return OPEN
        if self.doubtful is not None:
            if value.op == "local" and value.args[0].number not in self.doubtful:
                return OPEN
            if value.op in ("field", "record", "edge") and name_of(value) not in self.doubtful:
                return self.secrets_of_pick(value)
        return self.of(value) if (bag := any_of(value)) is None else self.size(bag)

    def secret_of_field(self, kept: m.Field, owner: Knower) -> Secrets:
        """The secret that a field keeps, if it does."""
        if kept.shown == "open":
            return OPEN
        return frozenset(
            {Secret(f"{kept.owner}.{kept.name}", NOBODY if kept.shown == "hidden" else owner, 0, kept.span)}
        )

    @handles(*LOOPS)
    def _loop(self, e: m.Expr) -> Secrets:
        return without(self.of(e.args), ("name", e.args[0].number))

    @handles("local")
    def _local(self, e: m.Expr) -> Secrets:
        return self.names.get(e.args[0].number, OPEN)

    @handles("field")
    def _field(self, e: m.Expr) -> Secrets:
        kept, of = e.args
        return self.secret_of_field(kept, knower(of, self.me)) | self.of(of)

    @handles("record", "edge")
    def _record(self, e: m.Expr) -> Secrets:
        _, kept, _, of = e.args
        return self.secret_of_field(kept, SOMEBODY) | self.of(of)

    @handles("size")
    def _size(self, e: m.Expr) -> Secrets:
        return self.size(e.args[0])

    @handles("room")
    def _room(self, e: m.Expr) -> Secrets:
        return self.of(e.args) if e.args[0].type.measure else self.size(e.args[0])

    @handles("as")
    def _as(self, e: m.Expr) -> Secrets:
        player, value = e.args
        return self.of(player) | self.where(self.names, knower(player, self.me), self.doubtful).of(value)

    @handles("eq", "ne")
    def _equal(self, e: m.Expr) -> Secrets:
        one, other = e.args
        if is_none(other):
            return self.absence(one)
        return self.absence(other) if is_none(one) else self.of(e.args)

    @handles("call")
    def _call(self, e: m.Expr) -> Secrets:
        define, arguments = e.args
        if define.name not in self.defines:
            self.defines[define.name] = OPEN
            self.defines[define.name] = self.where({}, ACTING).of(define.body)
        given = zip(define.parameters, arguments, strict=False)
        means = {ACTING: self.me} | {("name", each.number): knower(value, self.me) for each, value in given}
        return rename_knowers(self.defines[define.name], means) | self.of(arguments)

    @handles("possible", "after")
    def _hypothesis(self, e: m.Expr) -> Secrets:
        """All that is read while it is carried out in thought may decide what the answer is."""
        deed, *asked = e.args
        if deed.label not in self.defines:
            self.defines[deed.label] = OPEN
            names = self.whole.reachable_from(self.whole.carried_out_by(deed))
            inner = self.where({}, ACTING)
            read = (inner.of(each) for name in names for each in self.whole.questions(name))
            self.defines[deed.label] = OPEN.union(*read)
            if any(
                isinstance(each.statement, (m.AsPlayer, m.InTurn))
                for name in names
                for each in steps(self.whole.bodies[name])
            ):
                self.defines[deed.label] = without(self.defines[deed.label], ACTING)
        return rename_knowers(self.defines[deed.label], {ACTING: self.me}) | self.of(tuple(asked))

    @handles("ranked")
    def _ranking(self, e: m.Expr) -> Secrets:
        ranking, arguments = e.args
        own = self.where({}, SOMEBODY).of((ranking.by, ranking.among, ranking.least))
        return own | self.of(arguments)
