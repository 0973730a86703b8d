"""Sight: what one viewer may know of one position. Whatever is shown of a game asks here, and nowhere else.

A viewer is a player's number, None (a spectator, who knows what all know) or `ALL` (everything).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

from ...engine.interpret.effect_records import Effect
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.free_names import mentions
from ...rules.model.secrecy import HIDDEN, OPEN, RANK, SECRET, secrecy
from ...rules.program import instructions as i
from .position import Position


class Everything(Enum):
    """The viewer from whom nothing is hidden."""

    ALL = "all"

    def __repr__(self) -> str:
        return "cavewright.ALL"


ALL: Final = Everything.ALL
"""The viewer from whom nothing is hidden: a server, a log, a test."""
Viewer: TypeAlias = int | Literal[Everything.ALL] | None


def knows(viewer: Viewer, shown: str, whose: int | None) -> bool:
    """Tells if a viewer knows a value: one that is open, or its own secret. All that is shown of a game is decided by
    this.

    >>> [knows(viewer, "secret", 1) for viewer in (0, 1, None, ALL)]
    [False, True, False, True]
    """
    return shown == OPEN or viewer is ALL or (shown == SECRET and viewer is not None and viewer == whose)


def is_known_in_part(field: m.Field) -> bool:
    """Tells if a field is a hidden pile: each of its pieces is known to whoever saw it."""
    return field.type.is_pile and field.shown == HIDDEN


def keeps_no_secrets(rules: m.Ruleset, program: i.Program) -> bool:
    """Tells if rules keep and draw everything openly, so that the end of a loop tells nothing."""
    drawn = (getattr(each, "secret", False) for each in program.code)
    return all(each.shown == OPEN for each in rules.fields) and not any(drawn)


class Sight:
    """Knowledge of a viewer about a position: of each thing that is kept, of each name that is bound, of each
    change."""

    __slots__ = ("_state", "rules", "viewer")

    def __init__(self, state: Position, viewer: Viewer) -> None:
        self._state, self.rules = state, state.game.rules_model
        self.viewer: Viewer = viewer if viewer is None or viewer is ALL else state.player_meant(viewer)

    # ---- what is kept ------------------------------------------------------------------------------------------------

    def sees(self, field: m.Field, row: int) -> bool:
        """Tells if the viewer knows the value of a field for a row, a place or a passage."""
        return field.shown == OPEN or knows(self.viewer, field.shown, self.owner(field, row))

    def shows(self, field: m.Field, row: int) -> bool:
        """Tells if a view tells of a field: of a hidden pile it tells how many pieces lie there, and those that its
        viewer knows."""
        return is_known_in_part(field) or self.sees(field, row)

    def seen_value(self, field: m.Field, value: Any) -> Any:
        """Returns a value as the viewer knows it: of a hidden pile the pieces from the top, none for each that it does
        not know."""
        if not is_known_in_part(field) or self.viewer is ALL:
            return value
        player = self.viewer if isinstance(self.viewer, int) else None
        return value.as_seen_by(False, player)

    def counts(self, field: m.Field, row: int) -> bool:
        """Tells if the viewer knows the number of pieces in a bag, whatever they are."""
        return field.counted or self.sees(field, row)

    def owner(self, field: m.Field, row: int) -> int | None:
        """The player to whom a row, a place or a passage belongs, if it does to one."""
        if field.owner == self.rules.players:
            return row
        boards = self.rules.boards.values()
        board = next((each for each in boards if field.owner in (each.name, each.passages)), None)
        return None if board is None else self._owner_on(board, field.owner, row, field.passage)

    def _owner_on(self, board: m.Board, kind: str, row: int, is_passage: bool = False) -> int | None:
        """The player to whom a place or a passage of a board belongs, by the kind of which it is a row; none on a board
        for all."""
        if not board.private:
            return None
        if board.fixed:
            return row * self.rules.player_range[1] // len(self.rules.kinds[kind].rows)
        return (grid.shape_of(board).passage_ends(row)[0] if is_passage else row) // grid.BEYOND

    def value(self, field: m.Field, row: int) -> Any:
        """Returns the value that the viewer reads of a row in the slots: while all act at once, of each player's own
        things what that player has so far."""
        branches, h = self._state._branches, self._state._h
        whose = self.owner(field, row) if branches is not None else None
        if branches is not None and whose is not None and whose < len(branches) and self._is_at_hand(whose):
            h = branches[whose]
        return h[self._state.game.program.layout.slot(field) + row]

    def slots(self) -> list[Any]:
        """All slots as the viewer reads them: those of `value` beside each other."""
        branches, h = self._state._branches, self._state._h
        if branches is None:
            return h
        made, own_slots = h[:], self._state.game.program.layout.player_slots
        for player, own in enumerate(branches):
            for at in own_slots[player] if self._is_at_hand(player) else ():
                made[at] = own[at]
        return made

    def _is_at_hand(self, player: int) -> bool:
        """Tells if the viewer reads what a player has done so far while all act at once."""
        return self.viewer is ALL or self.viewer == player

    def known_values(
        self, fields: Iterable[m.Field], row: int, record: Sequence[Any] | None = None
    ) -> Iterator[tuple[m.Field, Any]]:
        """Yields the fields of a row, a place or a passage that the viewer knows, each with its value. On a board that
        grows, a `record` holds the values; all others lie in slots."""
        for n, field in enumerate(fields):
            if self.shows(field, row):
                yield field, self.seen_value(field, self.value(field, row) if record is None else record[n])

    # ---- what is bound -----------------------------------------------------------------------------------------------

    def names(self) -> Iterator[tuple[m.Local, Any]]:
        """Yields the names that the rule around the present decision has bound and the viewer knows: while all act at
        once, by its own branch."""
        branches, viewer = self._state._branches, self.viewer
        h = self._state._h if branches is None or viewer is None or viewer is ALL else branches[viewer]
        program = self._state.game.program
        for bound in program.bound.get(h[i.PC], ()):
            if knows(viewer, bound.local.shown, self._binder(bound, h)):
                yield bound.local, h[program.layout.locals[bound.local.number]]

    def _binder(self, bound: i.Bound, h: list[Any]) -> int:
        """The player to whom a name is known, if it is a secret: who acted when it was bound, not who acts now."""
        return int(self._state._h[i.ME] if bound.whose == i.BEFORE_ALL else h[bound.whose])

    def reads(self, expr: Any, player: int) -> bool:
        """Tells if the viewer may know the value of an expression while a player decides."""
        shown, h = secrecy(expr), self._state._slots(player)
        for bound in self._state.game.program.bound.get(h[i.PC], ()):
            if mentions(expr, {bound.local.number}):
                is_foreign = bound.local.shown == SECRET and self._binder(bound, h) != player
                shown = max(shown, HIDDEN if is_foreign else bound.local.shown, key=RANK.index)
        return knows(self.viewer, shown, player)

    # ---- what changes ------------------------------------------------------------------------------------------------

    def notices(self, effect: Effect) -> bool:
        """Tells if the viewer learns of a change: it knows what changed, and nobody else made it unseen while all act
        at once."""
        if self.viewer is ALL:
            return True
        field = effect.subject
        if effect.kind == "ended":
            return keeps_no_secrets(self.rules, self._state.game.program)
        if effect.kind in ("draw", "back"):
            return knows(self.viewer, (OPEN, SECRET, HIDDEN)[effect.second], effect.player)
        if effect.kind == "lay":
            return not self._is_made_unseen(effect, self._owner_on(self.rules.boards[field], field, effect.where))
        if not isinstance(field, m.Field):
            return True
        return self.sees(field, effect.where) and not self._is_made_unseen(effect, self.owner(field, effect.where))

    def _is_made_unseen(self, effect: Effect, whose: int | None) -> bool:
        """Tells if another player made a change of what is its own, while all act at once."""
        is_sealed = self._state._branches is not None and effect.clause.span.place in self.rules.secrecy.sealed
        return is_sealed and whose is not None and whose != self.viewer
