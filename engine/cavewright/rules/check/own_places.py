"""Writes that belong to whoever acts: what a player keeps, and what places of that player's own board keep.

A name is an own place if it was taken from an own board, or if a condition around it says whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..model import ruleset as m
from ..model.declarations import conjuncts
from ..model.statement_effects import written_to
from .whole_program import WholeProgram, field_of, kept_of, steps

_PLACES_NEAR = {"neighbours": 1, "exits": 1, "openers": 1, "beside": 1, "reach": 1, "sight": 1, "first": 1}
"""Questions that give places of the board of a place, each with where that place stands."""

_PLAYER_OF_BOARD = {"cell": 3, "own_places": 1, "frontier": 1}
"""Questions about the board of a player, each with where that player stands; none where all share the board."""


class OwnPlaces:
    """The writes of blocks in which one player acts, the same from beginning to end.

    `binds` are the choices of the actions to which the blocks belong.
    """

    def __init__(self, whole: WholeProgram, blocks: Sequence[m.Block], binds: Sequence[m.Bind] = ()) -> None:
        self.rules = rules = whole.ruleset
        self.boards = {name for name, each in rules.boards.items() if each.private and each.fixed}
        self.locals: set[int] = set()
        """Names of own places, by number."""
        inside = [each.statement for block in blocks for each in steps(block)]
        here = {id(each) for each in inside}
        elsewhere = {*_sources((each.statement for each in whole.steps() if id(each.statement) not in here), ())}
        elsewhere |= {each.number for process in rules.processes.values() for each in process.parameters}
        sources = _sources(inside, binds)
        known = [condition for block in blocks for condition in _conditions_of(block)]
        known += [condition for each in inside for condition in conjuncts(getattr(each, "where", None))]
        said = {local for each in known for local in self._owned_where(each)}
        own = {each: sources[each] for each in sources if each not in elsewhere}
        self.locals |= {each for each in said if each not in sources or len(own.get(each, ())) == 1}
        self._collect(own)

    def owns_all_written(self, statement: object) -> bool:
        """Tells if everything that a statement writes, and the place on which it lays, belongs to whoever acts."""
        if isinstance(statement, m.Lay) and not (statement.board in self.boards and self._is_own(statement.at)):
            return False
        return all(self._owns(kept_of(each)) for each in written_to(statement))

    def board_written(self, statement: object) -> str:
        """Returns the board of a place that a statement writes or on which it lays, of those of which everybody has one;
        "" for none."""
        fields = (field_of(each) for each in written_to(statement))
        owners = (
            [statement.board] if isinstance(statement, m.Lay) else [each.owner for each in fields if each is not None]
        )
        return next((each for each in owners if each in self.rules.boards and self.rules.boards[each].private), "")

    def _owns(self, kept: m.Expr) -> bool:
        if kept.op != "field":
            return kept.op == "local"
        field, of = kept.args
        if field.owner == self.rules.players:
            return bool(of.op == "me")
        return field.owner in self.boards and self._is_own(of)

    def _is_own(self, place: Any) -> bool:
        """Tells if a place lies on the board of whoever acts, if it is any."""
        match place.op:
            case "local":
                return place.args[0].number in self.locals
            case op if op in _PLAYER_OF_BOARD:
                player = place.args[_PLAYER_OF_BOARD[op]]
                return bool(player is not None and player.op == "me")
            case op if op in _PLACES_NEAR:
                return self._is_own(place.args[_PLACES_NEAR[op]])
        return False

    # ---- names -------------------------------------------------------------------------------------------------------

    def _collect(self, sources: Mapping[int, Sequence[m.Expr]]) -> None:
        """Collects own places among the names; one stands on another, so until no more are found."""
        count = -1
        while count != len(self.locals):
            count = len(self.locals)
            self.locals |= {local for local, values in sources.items() if all(map(self._is_own, values))}

    def _owned_where(self, condition: m.Expr) -> Iterator[int]:
        """The names of which a condition says that they are places of whoever acts: `s.owner is me`."""
        if condition.op == "eq" and {"column", "me"} == {each.op for each in condition.args}:
            column = next(each for each in condition.args if each.op == "column")
            kind, name, place = column.args
            if kind.name in self.boards and name == "owner" and place.op == "local":
                yield place.args[0].number


def _sources(statements: Iterable[Any], binds: Iterable[m.Bind]) -> dict[int, list[m.Expr]]:
    """All that a name may have been taken from: what it was bound in, and each value that it was given."""
    found: dict[int, list[m.Expr]] = {}
    for each in binds:
        found.setdefault(each.local.number, []).append(each.domain)
    for statement in statements:
        for each in getattr(statement, "binds", ()):
            found.setdefault(each.local.number, []).append(each.domain)
        if isinstance(statement, m.Assign) and statement.target.op == "local":
            found.setdefault(statement.target.args[0].number, []).append(statement.value)
    return found


def _conditions_of(block: m.Block) -> Iterator[m.Expr]:
    """Conditions without which nothing of a block is carried out."""
    for each in block:
        if isinstance(each.statement, m.Require):
            yield from conjuncts(each.statement.condition)
