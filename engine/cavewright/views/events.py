"""Events of a step of play, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any

from ..cave import grid
from ..interpret.effects import Effect
from ..model import ruleset as m
from ..model.types import row
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

    >>> import cavewright as cw
    >>> state = cw.load_game("connect-four").new_initial_state(["Anna", "Jola"]).apply("drop 4")
    >>> event = state.events[0]
    >>> event.kind, event.player, event.subject, event.owner, event.after, event.rule, event.text("de")
    ('set', 0, 'chip', 'd1', '0', 'drop.chip', 'd1: Stein Anna')
    """

    __slots__ = ("_effect", "_state", "_told")

    def __init__(self, state: Position, effect: Effect) -> None:
        self._state, self._effect = state, effect
        self._told: tuple[Any, ...] | None = None

    def _tell(self) -> tuple[Any, ...]:
        if self._told is None:
            self._told = _told(self._state, self._effect)
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

    def sentence(self, lang: str = "en") -> str:
        """What a catalogue says that has happened, `wins traverse`: behind the name of whose it is; "" where none says
        so, and `–` for what is not worth a word."""
        words, e = self._state.game.wording(lang), self._effect
        if self.kind == "draw":
            return words.deed_with(e.signature, {e.signature.values[0]: _drawn(self._state, e, words)})
        if not isinstance(e.subject, m.Field):
            return ""
        if self.kind == "set":
            return _set_sentence(self._state, e, words, owner_words(self, lang))
        if self.kind not in ("pieces", "supply"):
            return ""
        pieces = _counted(self._state, e, words)
        return words.change(e.subject, "gained" if e.second > 0 else "lost", pieces, owner_words(self, lang))

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
        words, effect = self._state.game.wording(lang), self._effect
        if isinstance(effect.subject, m.Field):
            return words.field(effect.subject)
        return words.action(effect.signature) if effect.signature else ""

    def value(self, lang: str = "en") -> str:
        """For people: the value that was set, or the piece that moved."""
        words, e = self._state.game.wording(lang), self._effect
        if self.kind == "set":
            return words.shown(e.second, e.subject.type, self._state.names)
        return "" if self.kind not in ("pieces", "supply", "packed") else _piece(self._state, e, words)

    @property
    def gained(self) -> frozenset[str]:
        """What a set has that it did not have before, as it is written in rules."""
        e = self._effect
        if self.kind != "set" or e.subject.type.form != "set" or not e.subject.type.element:
            return frozenset()
        element, rules = e.subject.type.element, self._state.game.rules_model
        return frozenset(written(each, element, rules) for each in set_members(e.second & ~e.first, element))

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

    @property
    def is_of_player(self) -> bool:
        """Whether it is about what a player keeps."""
        subject = self._effect.subject
        return isinstance(subject, m.Field) and subject.owner == self._state.game.rules_model.players

    def _said(self) -> tuple[Any, ...]:
        return self.kind, self.player, self.rule, self.text()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self._said(), self._tell()) == (other._said(), other._tell())

    def __hash__(self) -> int:
        return hash(self._said())

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
    rules, words = state.game.rules_model, state.game.wording(lang)
    if field.owner == "game":
        return ""
    if field.owner == rules.players:
        return words.people(state.names)[where] if 0 <= where < len(state.names) else str(where)
    board = rules.boards.get(field.owner)
    if board is not None and not board.fixed and field.passage:
        return border_words(where, board)
    return words.shown(where, board.place() if board is not None else row(field.owner), state.names)


def _told(state: Position, e: Effect) -> tuple[Any, ...]:
    """For programs: name, before, after, piece, change."""
    rules, what = state.game.rules_model, e.subject
    match e.kind:
        case "set":
            values: tuple[Any, ...] = (e.first, e.second)
            if not (what.type.form == "set" and what.type.element):
                values = tuple(written(each, what.type, rules) for each in values)
            return what.name, *values, "", 0
        case "lay":
            tile = rules.kinds[rules.boards[what].kind].rows[e.first]
            return what, None, tile, tile, 1
        case "draw":
            value = written(e.first, e.signature.parameters[0][1], rules)
            return e.signature.name, None, value, value, 1
        case "reveal":
            said = " ".join((what or e.clause).span.text.partition("\n")[0].split())
            return said, None, None if what is None else written(e.first, what.type, rules), "", 0
    piece = rules.kinds[what.type.name].rows[e.first]
    return (what.name, piece, None, piece, 1) if e.kind == "back" else (what.name, None, None, piece, e.second)


# ---- for people ------------------------------------------------------------------------------------------------------


def _set_words(state: Position, e: Effect, words: Wording) -> str:
    field: m.Field = e.subject
    name = words.field(field)
    if field.type.form == "set" and field.type.element:
        for sign, bits in (("+", e.second & ~e.first), ("−", e.first & ~e.second)):
            for value in set_members(bits, field.type.element):
                name += f" {sign}{words.shown(value, field.type.element, state.names)}"
        return name
    before, after = (words.shown(value, field.type, state.names) for value in (e.first, e.second))
    return f"{name} {before} → {after}" if field.type.form == "number" else f"{name} {after}"


def _set_sentence(state: Position, e: Effect, words: Wording, owner: str) -> str:
    """What happens when something that is kept changes, as a catalogue says it."""
    field: m.Field = e.subject
    form = field.type.form
    if form == "yes_no":
        return words.change(field, "gained" if e.second else "lost", "", owner)
    if form == "number":
        amount = e.second - e.first
        said = words.change(field, "gained" if amount > 0 else "lost", str(abs(amount)), owner)
        return said or words.change(field, "told", words.shown(e.second, field.type, state.names), owner)
    if form == "set" and (element := field.type.element):
        told = [
            words.change(field, way, words.texts.both([words.shown(n, element, state.names) for n in members]), owner)
            for way, bits in (("gained", e.second & ~e.first), ("lost", e.first & ~e.second))
            if (members := set_members(bits, element))
        ]
        return ", ".join(told) if all(told) else ""
    return words.change(field, "told", words.shown(e.second, field.type, state.names), owner)


def _piece(state: Position, e: Effect, words: Wording) -> str:
    """The piece that moved, for people."""
    return words.shown(e.first, row(e.subject.type.name), state.names)


def _counted(state: Position, e: Effect, words: Wording) -> str:
    """How many of what moved, for people."""
    return words.pieces(abs(e.second), state.game.rules_model.kinds[e.subject.type.name], e.first, state.names)


def _pieces_words(state: Position, e: Effect, words: Wording) -> str:
    bag, phrase = words.field(e.subject), words.texts.phrase
    pieces = _counted(state, e, words)
    if e.kind != "packed":
        return f"{'+' if e.second > 0 else '−'}{pieces} ({bag})"
    if e.second > 0:
        return phrase("{pieces} packed into {bag}", pieces=pieces, bag=bag)
    return phrase("{pieces} taken out of {bag}", pieces=pieces, bag=bag)


def _lay_words(state: Position, e: Effect, words: Wording) -> str:
    rules, phrase = state.game.rules_model, words.texts.phrase
    board, where = rules.boards[e.subject], _laid_at(state, e, words)
    tile = _tile_label(state, rules.kinds[board.kind], e.first, words)
    if not board.sides:
        return phrase("{tile} is laid at {place}", tile=tile, place=where)
    return phrase(
        "{tile} is laid at {place}, open to {sides}", tile=tile, place=where, sides=grid.shape_of(rules).shown(e.second)
    )


def _laid_at(state: Position, e: Effect, words: Wording) -> str:
    board = state.game.rules_model.boards[e.subject]
    return words.shown(e.where, board.place(), state.names)


def _tile_label(state: Position, kind: m.Kind, row: int, words: Wording) -> str:
    """What a tile is called, or where names are mere signs what it shows: the label of its first column of rows of
    another kind, and its name."""
    for column in () if kind.in_words else kind.columns.values():
        if column.type.form == "row" and not column.type.optional:
            return f"{words.row(state.game.rules_model.kinds[column.type.name], column.values[row])} ({kind.rows[row]})"
    return words.row(kind, row)


def _draw_words(state: Position, e: Effect, words: Wording) -> str:
    return f"{words.action(e.signature)}: {_drawn(state, e, words)}"


def _drawn(state: Position, e: Effect, words: Wording) -> str:
    """What chance has brought."""
    type_ = e.signature.parameters[0][1]
    kind = state.game.rules_model.kinds.get(type_.name) if type_.form == "row" else None
    if kind is not None and kind.columns:
        return _tile_label(state, kind, e.first, words)
    return words.shown(e.first, type_, state.names)


def _back_words(state: Position, e: Effect, words: Wording) -> str:
    piece = _tile_label(state, state.game.rules_model.kinds[e.subject.type.name], e.first, words)
    return words.texts.phrase("{piece} goes back", piece=piece)


def _reveal_words(state: Position, e: Effect, words: Wording) -> str:
    """What all learn: the text of the line, or what stands there, and what it came to."""
    what, phrase = words.clause(e.clause) or _told(state, e)[0], words.texts.phrase
    if e.subject is None:
        return phrase("it turns out: {what}", what=what)
    value = words.shown(e.first, e.subject.type, state.names)
    return phrase("it turns out: {what}: {value}", what=what, value=value)


_WORDS = {"set": _set_words, "lay": _lay_words, "draw": _draw_words, "back": _back_words, "reveal": _reveal_words}
"""How events of each kind are put into words; those of pieces are in their own way."""
