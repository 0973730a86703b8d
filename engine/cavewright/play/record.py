"""Events: what a step of play did, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..cave import grid
from ..model import ruleset as m
from ..model.types import place, row
from .events import Effect
from .words import border_words, shown, written

if TYPE_CHECKING:
    from .state import State


class Event:
    """One change. A value: two are equal when they say the same.

    `kind` is set, pieces, supply, packed, lay, draw or back. `player` acted (-1: chance). `subject` is what changed, `owner` whose or where it
    is; `before` and `after` its values, or for pieces `piece` and `change`. `rule`, `citation` and `origin` say which clause did it.
    What is asked for is put into words then; an event that nobody reads costs next to nothing.
    """

    __slots__ = ("_effect", "_state", "_told")

    def __init__(self, state: State, effect: Effect) -> None:
        self._state, self._effect = state, effect
        self._told: tuple[Any, ...] | None = None

    def _tell(self) -> tuple[Any, ...]:
        if self._told is None:
            make = {"set": _set, "lay": _lay, "draw": _draw, "back": _back}.get(self._effect.kind, _pieces)
            self._told = make(self._state, self._effect)
        return self._told

    kind = property(lambda self: self._effect.kind, doc="set, pieces, supply, packed, lay, draw or back")
    player = property(lambda self: self._effect.player, doc="who acted; -1 is chance")
    rule = property(lambda self: self._effect.clause.name, doc="the clause that did it, `enter.rig`")
    citation = property(lambda self: self._effect.clause.cites, doc="the facts that the clause carries out")
    origin = property(lambda self: self._effect.clause.origin, doc="the ruleset or overlay that wrote it")
    subject = property(lambda self: self._tell()[0], doc="the name of what changed")
    owner = property(lambda self: self._tell()[1], doc="whose or where it is, for people")
    before = property(lambda self: self._tell()[2], doc="the value before")
    after = property(lambda self: self._tell()[3], doc="the value after")
    piece = property(lambda self: self._tell()[4], doc="the piece that moved, by name")
    change = property(lambda self: self._tell()[5], doc="how many more there are")

    def text(self, lang: str = "en") -> str:
        """The event as a short sentence."""
        return str(self._tell()[6])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.kind, self.player, self.rule, self._tell()) == (
            other.kind, other.player, other.rule, other._tell())

    def __hash__(self) -> int:
        return hash((self.kind, self.player, self.rule, self.text()))

    def __repr__(self) -> str:
        return f"<Event {self.kind} {self.rule}: {self.text()}>"


def events_of(state: State, effects: Iterable[Effect]) -> tuple[Event, ...]:
    """The events of what the interpreter noted."""
    return tuple([Event(state, each) for each in effects])


def _owner(state: State, field: m.Field, where: int) -> str:
    rules = state.game.rules_model
    if field.owner == "game":
        return ""
    if field.owner == rules.players:
        return state.names[where] if 0 <= where < len(state.names) else str(where)
    board = rules.boards.get(field.owner)
    if board is not None and not board.fixed:
        return border_words(where, board) if field.passage else shown(where, place(board.name), rules, state.names)
    return shown(where, row(field.owner), rules, state.names) if where >= 0 else rules.kinds[field.owner].label(where)


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
    if e.kind == "packed":
        said = f"{e.second} {label} packed into {name}" if e.second > 0 else f"{-e.second} {label} taken out of {name}"
    else:
        said = f"{'+' if e.second > 0 else '−'}{abs(e.second)} {label} ({name})"
    return field.name, owner, None, None, kind.rows[e.first], e.second, f"{owner}: {said}".removeprefix(": ")


def _lay(state: State, e: Effect) -> tuple[Any, ...]:
    board = state.game.rules_model.boards[e.subject]
    kind = state.game.rules_model.kinds[board.kind]
    tile = kind.rows[e.first]
    type_ = row(board.name) if board.fixed else place(board.name)
    where = shown(e.where, type_, state.game.rules_model, state.names)
    said = f"{_tile_label(state, kind, e.first)} is laid at {where}" + (f", open to {grid.shown(e.second)}" if board.sides else "")
    return board.name, where, None, tile, tile, 1, said


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
    owner = _owner(state, e.subject, e.where) if e.subject is not None else ""
    return e.signature.name, owner, None, value, value, 1, f"{e.signature.name.replace('_', ' ')}: {label}"


def _back(state: State, e: Effect) -> tuple[Any, ...]:
    kind = state.game.rules_model.kinds[e.subject.type.name]
    piece, said = kind.rows[e.first], f"{_tile_label(state, kind, e.first)} goes back"
    return e.subject.name, _owner(state, e.subject, e.where), piece, None, piece, 1, said
