"""Events of a step of play, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any

from ..cave import grid
from ..interpret.effects import Effect
from ..model import ruleset as m
from ..model.types import place, row
from ..positions.position import Position
from ..positions.value_text import border_words, set_members, written
from ..positions.wording import Wording
from ..texts import Texts


class Event:
    """One change. A value: two are equal when they say the same.

    `kind` is set, pieces, supply, packed, lay, draw, back or reveal (all learn on what a line depends: `subject` is
    what, `after` its value). `player` acted (-1: chance). `subject` is what changed, `owner` whose or where it is;
    `before` and `after` its values, or for pieces `piece` and `change`. `rule`, `citation` and `origin` say which
    clause did it. What is asked for is put into words then; an event that nobody reads costs next to nothing.
    """

    __slots__ = ("_effect", "_state", "_told")

    def __init__(self, state: Position, effect: Effect) -> None:
        self._state, self._effect = state, effect
        self._told: tuple[Any, ...] | None = None

    def _tell(self) -> tuple[Any, ...]:
        if self._told is None:
            make = {"set": _set, "lay": _lay, "draw": _draw, "back": _back, "reveal": _reveal}.get(
                self._effect.kind, _pieces
            )
            self._told = make(self._state, self._effect)
        return self._told

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._state, self._state.game.mechanics.written(self._effect))

    kind = property(lambda self: self._effect.kind, doc="set, pieces, supply, packed, lay, draw, back or reveal")
    player = property(lambda self: self._effect.player, doc="who acted; -1 is chance")
    rule = property(lambda self: self._effect.clause.name, doc="the clause that did it, `enter.rig`")
    citation = property(lambda self: self._effect.clause.cites, doc="the facts that the clause carries out")
    origin = property(lambda self: self._effect.clause.origin, doc="the ruleset or overlay that wrote it")
    subject = property(lambda self: self._tell()[0], doc="the name of what changed")
    owner = property(lambda self: owner_words(self), doc="whose or where it is, for people")
    before = property(lambda self: self._tell()[1], doc="the value before")
    after = property(lambda self: self._tell()[2], doc="the value after")
    piece = property(lambda self: self._tell()[3], doc="the piece that moved, by name")
    change = property(lambda self: self._tell()[4], doc="how many more there are")

    def text(self, lang: str = "en") -> str:
        """The event as a short sentence, in a language. Raises UnknownLanguage (a ValueError) for one in which there
        are no texts."""
        owner = "" if self.kind in ("lay", "draw", "back", "reveal") else owner_words(self, lang)
        return f"{owner}: {self.brief(lang)}" if owner else self.brief(lang)

    def brief(self, lang: str = "en") -> str:
        """The same without whose it is."""
        say = _WORDS.get(self.kind, _pieces_words)
        return say(self._state, self._effect, self._state.game.wording(lang))

    def by(self, lang: str = "en") -> str:
        """Whose rule did it, `by house rule lamp-oil`; "" if the clause is the base's own and nobody changed it."""
        return self._state.game.wording(lang).by(self.rule, self.origin)

    @property
    def is_by_overlay(self) -> bool:
        """Whether an overlay wrote or changed the clause; an edition is none."""
        rules = self._state.game.rules_model
        return rules.author_of(self.rule, self.origin) in rules.overlays

    def name(self, lang: str = "en") -> str:
        """What people call the thing that changed."""
        words, subject = self._state.game.wording(lang), self._effect.subject
        return (
            words.field(subject)
            if isinstance(subject, m.Field)
            else words.action(self._effect.signature)
            if self._effect.signature
            else ""
        )

    def value(self, lang: str = "en") -> str:
        """For people: the value that was set, or the piece that moved."""
        words, e = self._state.game.wording(lang), self._effect
        if self.kind == "set":
            return words.shown(e.second, e.subject.type, self._state.names)
        return (
            words.row(self._state.game.rules_model.kinds[e.subject.type.name], e.first)
            if self.kind in ("pieces", "supply", "packed")
            else ""
        )

    def texts(self, lang: str = "en") -> Texts:
        """The texts of the program in a language."""
        return self._state.game.wording(lang).texts

    @property
    def is_counted(self) -> bool:
        """Whether a number went from one value to another."""
        return self.kind == "set" and bool(self._effect.subject.type.form == "number")

    @property
    def is_told(self) -> bool:
        """Whether logs say it: not what is `internal`, the bookkeeping of the rules."""
        return not isinstance(self._effect.subject, m.Field) or self._effect.subject.told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.kind, self.player, self.rule, self._tell(), self.text()) == (
            other.kind,
            other.player,
            other.rule,
            other._tell(),
            other.text(),
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.player, self.rule, self.text()))

    def __repr__(self) -> str:
        return f"<Event {self.kind} {self.rule}: {self.text()}>"


def _again(state: Position, effect: tuple[Any, ...]) -> Event:
    """The event of a pickle."""
    return Event(state, state.game.mechanics.read(effect))


def events_of(state: Position, effects: Iterable[Effect]) -> tuple[Event, ...]:
    """The events of what the interpreter noted."""
    return tuple(map(Event, repeat(state), effects))


def owner_words(event: Event, lang: str = "en") -> str:
    """Whose or where it is."""
    state, effect = event._state, event._effect
    if effect.kind == "lay":
        return _laid_at(state, effect, state.game.wording(lang))
    return _owner(state, effect.subject, effect.where, lang) if isinstance(effect.subject, m.Field) else ""


def _owner(state: Position, field: m.Field, where: int, lang: str) -> str:
    rules = state.game.rules_model
    if field.owner == "game":
        return ""
    if field.owner == rules.players:
        return state.names[where] if 0 <= where < len(state.names) else str(where)
    board, words = rules.boards.get(field.owner), state.game.wording(lang)
    if board is not None and not board.fixed:
        return border_words(where, board) if field.passage else words.shown(where, place(board.name), state.names)
    return words.shown(where, row(field.owner), state.names)


# ---- for programs: name, before, after, piece, change ----------------------------------------------------------------


def _set(state: Position, e: Effect) -> tuple[Any, ...]:
    field: m.Field = e.subject
    if field.type.form == "set" and field.type.element:
        return field.name, e.first, e.second, "", 0
    return field.name, *(written(each, field.type, state.game.rules_model) for each in (e.first, e.second)), "", 0


def _pieces(state: Position, e: Effect) -> tuple[Any, ...]:
    return e.subject.name, None, None, state.game.rules_model.kinds[e.subject.type.name].rows[e.first], e.second


def _lay(state: Position, e: Effect) -> tuple[Any, ...]:
    rules = state.game.rules_model
    tile = rules.kinds[rules.boards[e.subject].kind].rows[e.first]
    return e.subject, None, tile, tile, 1


def _draw(state: Position, e: Effect) -> tuple[Any, ...]:
    value = written(e.first, e.signature.parameters[0][1], state.game.rules_model)
    return e.signature.name, None, value, value, 1


# ---- for people ------------------------------------------------------------------------------------------------------


def _set_words(state: Position, e: Effect, words: Wording) -> str:
    field: m.Field = e.subject
    name = words.field(field)
    if field.type.form == "set" and field.type.element:
        added, gone = (
            shown_members(bits, field.type.element, state, words) for bits in (e.second & ~e.first, e.first & ~e.second)
        )
        return " ".join([name, *(f"+{each}" for each in added), *(f"−{each}" for each in gone)])
    before, after = (words.shown(value, field.type, state.names) for value in (e.first, e.second))
    return f"{name} {before} → {after}" if field.type.form == "number" else f"{name} {after}"


def shown_members(bits: int, element: Any, state: Position, words: Wording) -> list[str]:
    """The members of a set for people."""
    return [words.shown(value, element, state.names) for value in set_members(bits, element)]


def _pieces_words(state: Position, e: Effect, words: Wording) -> str:
    field: m.Field = e.subject
    piece, bag = words.row(state.game.rules_model.kinds[field.type.name], e.first), words.field(field)
    if e.kind != "packed":
        return f"{'+' if e.second > 0 else '−'}{abs(e.second)} {piece} ({bag})"
    phrase = words.texts.phrase
    if e.second > 0:
        return phrase("{number} {piece} packed into {bag}", number=e.second, piece=piece, bag=bag)
    return phrase("{number} {piece} taken out of {bag}", number=-e.second, piece=piece, bag=bag)


def _lay_words(state: Position, e: Effect, words: Wording) -> str:
    rules, phrase = state.game.rules_model, words.texts.phrase
    board, where = rules.boards[e.subject], _laid_at(state, e, words)
    tile = _tile_label(state, rules.kinds[board.kind], e.first, words)
    if not board.sides:
        return phrase("{tile} is laid at {place}", tile=tile, place=where)
    return phrase("{tile} is laid at {place}, open to {sides}", tile=tile, place=where, sides=grid.shown(e.second))


def _laid_at(state: Position, e: Effect, words: Wording) -> str:
    board = state.game.rules_model.boards[e.subject]
    return words.shown(e.where, row(board.name) if board.fixed else place(board.name), state.names)


def _tile_label(state: Position, kind: m.Kind, row: int, words: Wording) -> str:
    """What a tile is called, or where names are mere signs what it shows: the label of its first column of rows of
    another kind, and its name."""
    for column in () if kind.in_words else kind.columns.values():
        if column.type.form == "row" and not column.type.optional:
            return f"{words.row(state.game.rules_model.kinds[column.type.name], column.values[row])} ({kind.rows[row]})"
    return words.row(kind, row)


def _draw_words(state: Position, e: Effect, words: Wording) -> str:
    type_ = e.signature.parameters[0][1]
    kind = state.game.rules_model.kinds.get(type_.name) if type_.form == "row" else None
    label = (
        _tile_label(state, kind, e.first, words)
        if kind is not None and kind.columns
        else words.shown(e.first, type_, state.names)
    )
    return f"{words.action(e.signature)}: {label}"


def _back(state: Position, e: Effect) -> tuple[Any, ...]:
    piece = state.game.rules_model.kinds[e.subject.type.name].rows[e.first]
    return e.subject.name, piece, None, piece, 1


def _back_words(state: Position, e: Effect, words: Wording) -> str:
    piece = _tile_label(state, state.game.rules_model.kinds[e.subject.type.name], e.first, words)
    return words.texts.phrase("{piece} goes back", piece=piece)


def _reveal(state: Position, e: Effect) -> tuple[Any, ...]:
    told = e.subject
    value = None if told is None else written(e.first, told.type, state.game.rules_model)
    return " ".join((told or e.clause).span.text.partition("\n")[0].split()), None, value, "", 0


def _reveal_words(state: Position, e: Effect, words: Wording) -> str:
    """What all learn: the text of the line, or what stands there, and what it came to."""
    what = words.clause(e.clause) or _reveal(state, e)[0]
    if e.subject is None:
        return words.texts.phrase("it turns out: {what}", what=what)
    return words.texts.phrase(
        "it turns out: {what}: {value}", what=what, value=words.shown(e.first, e.subject.type, state.names)
    )


_WORDS = {"set": _set_words, "lay": _lay_words, "draw": _draw_words, "back": _back_words, "reveal": _reveal_words}
"""How events of each kind are put into words; those of pieces are in their own way."""
