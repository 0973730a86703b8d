"""Events: what a step of play did, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..cave import grid
from ..model import ruleset as m
from .events import Effect
from .words import shown, written

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True, slots=True)
class Event:
    """One change.

    `kind` is set, pieces, supply, packed, lay or draw. `player` acted (-1: chance). `subject` is what changed, `owner` whose or where it
    is; `before` and `after` its values, or for pieces `piece` and `change`. `rule`, `citation` and `origin` say which clause did it.
    """

    kind: str
    player: int
    subject: str
    owner: str
    before: Any
    after: Any
    piece: str
    change: int
    rule: str
    citation: tuple[str, ...]
    origin: str
    message: str

    def text(self, lang: str = "en") -> str:
        """The event as a short sentence."""
        return self.message


def events_of(state: State, effects: Iterable[Effect]) -> tuple[Event, ...]:
    """The events of what the interpreter noted."""
    return tuple(_event(state, each) for each in effects)


def _event(state: State, e: Effect) -> Event:
    make = {"set": _set, "lay": _lay, "draw": _draw}.get(e.kind, _pieces)
    subject, owner, before, after, piece, change, message = make(state, e)
    return Event(e.kind, e.player, subject, owner, before, after, piece, change, e.clause.name, e.clause.cites, e.clause.origin, message)


def _owner(state: State, field: m.Field, where: int) -> str:
    rules = state.game.rules_model
    if field.owner == "game":
        return ""
    if field.owner == rules.players:
        return state.names[where] if 0 <= where < len(state.names) else str(where)
    if field.owner in rules.boards:
        return "–".join(map(grid.name, grid.passage_ends(where))) if field.passage else grid.name(where)
    return rules.kinds[field.owner].label(where)


def _set(state: State, e: Effect) -> tuple[Any, ...]:
    field: m.Field = e.subject
    rules, owner, name = state.game.rules_model, _owner(state, e.subject, e.where), e.subject.name.replace("_", " ")
    if field.type.form == "set" and field.type.element:
        added = shown_members(e.second & ~e.first, field.type.element, state)
        gone = shown_members(e.first & ~e.second, field.type.element, state)
        said = " ".join([*(f"+{each}" for each in added), *(f"−{each}" for each in gone)])
        return field.name, owner, e.first, e.second, "", 0, f"{owner}: {name} {said}".removeprefix(": ")
    before, after = (shown(v, field.type, rules, state.names) for v in (e.first, e.second))
    if field.type.form == "number":
        said = f"{name} {before} → {after}"
    else:
        said = f"{name} {after}"
    return field.name, owner, written(e.first, field.type, rules), written(e.second, field.type, rules), "", 0, f"{owner}: {said}".removeprefix(": ")


def shown_members(bits: int, element: Any, state: State) -> list[str]:
    """The members of a set for people."""
    from .words import set_members
    return [shown(v, element, state.game.rules_model, state.names) for v in set_members(bits, element)]


def _pieces(state: State, e: Effect) -> tuple[Any, ...]:
    field: m.Field = e.subject
    kind = state.game.rules_model.kinds[field.type.name]
    owner, label = _owner(state, field, e.where), kind.label(e.first)
    name = field.name.replace("_", " ")
    said = f"{e.second} {label} packed into {name}" if e.kind == "packed" else f"{'+' if e.second > 0 else '−'}{abs(e.second)} {label} ({name})"
    return field.name, owner, None, None, kind.rows[e.first], e.second, f"{owner}: {said}".removeprefix(": ")


def _lay(state: State, e: Effect) -> tuple[Any, ...]:
    board = state.game.rules_model.boards[e.subject]
    kind = state.game.rules_model.kinds[board.kind]
    tile = kind.rows[e.first]
    said = f"{_tile_label(state, kind, e.first)} is laid at {grid.name(e.where)}, open to {grid.shown(e.second)}"
    return board.name, grid.name(e.where), None, tile, tile, 1, said


def _tile_label(state: State, kind: m.Kind, row: int) -> str:
    """What a tile shows: the label of its first column that holds rows of another kind, and its own name."""
    for column in kind.columns.values():
        if column.type.form == "row" and not column.type.optional:
            return f"{state.game.rules_model.kinds[column.type.name].label(column.values[row])} ({kind.rows[row]})"
    return kind.label(row)


def _draw(state: State, e: Effect) -> tuple[Any, ...]:
    type_ = e.signature.parameters[0][1]
    rules = state.game.rules_model
    value = written(e.first, type_, rules)
    kind = rules.kinds.get(type_.name) if type_.form == "row" else None
    label = _tile_label(state, kind, e.first) if kind is not None and kind.columns else shown(e.first, type_, rules, state.names)
    return e.signature.name, "", None, value, value, 1, f"{e.signature.name.replace('_', ' ')}: {label}"
