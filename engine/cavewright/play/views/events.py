"""Events of a step of play, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any

from ...engine.interpret.effect_records import Effect, new_effect
from ...foundation.texts import Texts
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.types import NONE, Type, row
from ..positions.position import Position
from ..positions.value_text import border_words, set_members, write_value
from ..positions.wording import Wording


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
    ('set', 0, 'chip', 'd1', '0', 'drop.chip', 'd1: Chip Anna')
    """

    __slots__ = ("_noted", "_state", "_told")

    def __init__(self, state: Position, noted: tuple[Any, ...]) -> None:
        self._state, self._noted = state, noted
        self._told: tuple[Any, ...] | None = None

    @property
    def _effect(self) -> Effect:
        return new_effect(Effect, self._noted)

    def _tell(self) -> tuple[Any, ...]:
        if self._told is None:
            self._told = _program_values(self._state, self._effect)
        return self._told

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._state, self._state.game.mechanics.write_effect(self._effect))

    kind = property(
        lambda self: self._effect.kind, doc="set, pieces, supply, packed, lay, draw, back, shuffled or reveal"
    )
    player = property(lambda self: self._effect.player, doc="who acted; -1 is chance")
    rule = property(lambda self: self._effect.clause.name, doc="the clause that did it, `enter.rig`")
    citation = property(lambda self: self._effect.clause.cites, doc="the facts that the clause carries out")
    origin = property(lambda self: self._effect.clause.origin, doc="the ruleset or overlay that wrote it")
    subject = property(lambda self: self._tell()[0], doc="the name of what changed")
    owner = property(lambda self: self._told_in("en").owner(), doc="whose or where it is, for people")
    before = property(lambda self: self._tell()[1], doc="the value before")
    after = property(lambda self: self._tell()[2], doc="the value after")
    piece = property(lambda self: self._tell()[3], doc="the piece that moved, by name")
    change = property(lambda self: self._tell()[4], doc="how many more there are")

    def _told_in(self, lang: str) -> EventSentences:
        """The event in the words of a language."""
        return EventSentences(self._state, self._effect, self._state.game.wording(lang))

    def text(self, lang: str = "en") -> str:
        """The event as a short sentence, in a language. Raises UnknownLanguage (a ValueError) for one in which there
        are no texts."""
        told = self._told_in(lang)
        owner = "" if told.e.kind in ("lay", "draw", "back", "reveal", "shuffled", "ended") else told.owner()
        return f"{owner}: {told.brief()}" if owner else told.brief()

    def brief(self, lang: str = "en") -> str:
        """Returns the sentence without whose it is."""
        return self._told_in(lang).brief()

    def sentence(self, lang: str = "en") -> str:
        """Returns the sentence of a catalogue about the event, `wins traverse`: behind the name of whose it is; ""
        where none says so, and `–` for what is not worth a word."""
        told, e = self._told_in(lang), self._effect
        if self.kind == "draw":
            return told.words.fill_deed(e.signature, {e.signature.values[0]: told.outcome()})
        if not isinstance(e.subject, m.Field):
            return ""
        if self.kind == "set":
            return told.set_sentence()
        return told.change_of_pieces() if told.is_of_pieces else ""

    def by(self, lang: str = "en") -> str:
        """Returns the rule that did it, `by house rule lamp-oil`; "" if the clause is the base's own and nobody changed
        it."""
        return self._state.game.wording(lang).by(self.rule, self.origin)

    @property
    def is_by_overlay(self) -> bool:
        """True if an overlay wrote or changed the clause; an edition is none."""
        rules = self._state.game.rules_model
        return rules.author_of(self.rule, self.origin) in rules.overlays

    def name(self, lang: str = "en") -> str:
        """Returns the name for people of the thing that changed."""
        words, effect = self._state.game.wording(lang), self._effect
        if isinstance(effect.subject, m.Field):
            return words.field(effect.subject)
        return words.action(effect.signature) if effect.signature else ""

    @property
    def bearer(self) -> int:
        """The player whose it is; of what is nobody's, who acted."""
        return int(self._effect.where) if self.is_of_player else int(self.player)

    def whose(self, lang: str = "en") -> str:
        """Returns the name for people of whose or where it is."""
        return self._told_in(lang).owner()

    def value(self, lang: str = "en") -> str:
        """For people: the value that was set, or the piece that moved."""
        told, e = self._told_in(lang), self._effect
        if self.kind == "set":
            return told.show_value(e.second, e.subject.type)
        return told.show_value(e.first, row(e.subject.type.name)) if told.is_of_pieces or self.kind == "packed" else ""

    @property
    def gained(self) -> frozenset[str]:
        """Members of a set that it did not have before, as they are written in rules."""
        e, rules = self._effect, self._state.game.rules_model
        if self.kind != "set" or not e.subject.type.is_set:
            return frozenset()
        return frozenset(write_value(each, e.subject.type.element, rules) for each in _set_changes(e)["gained"])

    def texts(self, lang: str = "en") -> Texts:
        """The texts of the program in a language."""
        return self._state.game.wording(lang).texts

    @property
    def is_counted(self) -> bool:
        """True if a number went from one value to another."""
        return self.kind == "set" and bool(self._effect.subject.type.is_number)

    @property
    def is_told(self) -> bool:
        """True if logs say it: not what is `internal`, the bookkeeping of the rules."""
        return not isinstance(self._effect.subject, m.Field) or self._effect.subject.told

    @property
    def is_of_player(self) -> bool:
        """True if it is about a field of a player."""
        subject = self._effect.subject
        return isinstance(subject, m.Field) and subject.owner == self._state.game.rules_model.players

    def _identity(self) -> tuple[Any, ...]:
        return self.kind, self.player, self.rule, self.text()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self._identity(), self._tell()) == (other._identity(), other._tell())

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<Event {self.kind} {self.rule}: {self.text()}>"


def _again(state: Position, effect: tuple[Any, ...]) -> Event:
    """The event of a pickle."""
    return Event(state, state.game.mechanics.read(effect))


def events_of(state: Position, effects: Iterable[tuple[Any, ...]]) -> tuple[Event, ...]:
    """The events of what the interpreter noted."""
    return tuple(map(Event, repeat(state), effects))


def _program_values(state: Position, e: Effect) -> tuple[Any, ...]:
    """For programs: name, before, after, piece, change."""
    rules, what = state.game.rules_model, e.subject
    match e.kind:
        case "set":
            values: tuple[Any, ...] = (e.first, e.second)
            if not what.type.is_set:
                values = tuple(write_value(each, what.type, rules) for each in values)
            return what.name, *values, "", 0
        case "lay":
            tile = rules.kinds[rules.boards[what].kind].rows[e.first]
            return what, None, tile, tile, 1
        case "draw":
            value = write_value(e.first, e.signature.parameters[0][1], rules)
            return e.signature.name, None, value, value, 1
        case "shuffled":
            return what.args[0].name, None, None, "", 0
        case "ended":
            return " ".join(e.clause.span.text.partition("\n")[0].split()), None, None, "", 0
        case "reveal":
            said = " ".join((what or e.clause).span.text.partition("\n")[0].split())
            return said, None, None if what is None else write_value(e.first, what.type, rules), "", 0
    piece = rules.kinds[what.type.name].rows[e.first]
    return (what.name, piece, None, piece, 1) if e.kind == "back" else (what.name, None, None, piece, e.second)


def _set_changes(e: Effect) -> dict[str, list[int]]:
    """The members that a set has gained, and those that it has lost."""
    bits = {"gained": e.second & ~e.first, "lost": e.first & ~e.second}
    return {way: set_members(each, e.subject.type.element) for way, each in bits.items()}


# ---- for people ------------------------------------------------------------------------------------------------------


class EventSentences:
    """An effect in the words of a language."""

    def __init__(self, state: Position, e: Effect, words: Wording) -> None:
        self.state, self.e, self.words, self.rules = state, e, words, state.game.rules_model
        self.phrase, self.field = words.texts.phrase, e.subject

    @property
    def is_of_pieces(self) -> bool:
        """True if pieces came or went."""
        return self.e.kind in ("pieces", "supply")

    def show_value(self, value: Any, type_: Type) -> str:
        """A value of a type."""
        return self.words.show_value(value, type_, self.state.names)

    def brief(self) -> str:
        """Returns the sentence about the effect, without whose it is."""
        return _WORDS.get(self.e.kind, EventSentences.pieces)(self)

    def owner(self) -> str:
        """Returns the owner or the place."""
        if self.e.kind == "lay":
            return self.show_value(self.e.where, self.rules.boards[self.field].place())
        return self.owner_of(self.field) if isinstance(self.field, m.Field) else ""

    def owner_of(self, field: m.Field) -> str:
        """Returns the owner of a field, or the place that keeps it; "" for one of the game."""
        where, names = self.e.where, self.state.names
        if field.owner == "game":
            return ""
        if field.owner == self.rules.players:
            return self.words.people(names)[where] if 0 <= where < len(names) else str(where)
        board = self.rules.boards.get(field.owner)
        if board is not None and not board.fixed and field.passage:
            return border_words(where, board)
        return self.show_value(where, board.place() if board is not None else row(field.owner))

    def set(self) -> str:
        """A value that was set, or what a set has gained and lost."""
        e, name, type_ = self.e, self.words.field(self.field), self.field.type
        if element := type_.member:
            for sign, members in zip("+−", _set_changes(e).values(), strict=True):
                for value in members:
                    name += f" {sign}{self.show_value(value, element)}"
            return name
        before, after = (self.show_value(value, type_) for value in (e.first, e.second))
        return f"{name} {before} → {after}" if type_.is_number else f"{name} {after}"

    def change(self, way: str, what: str) -> str:
        """Returns the sentence of a catalogue about a change, gained, lost or told."""
        type_, now = self.field.type, self.e.second
        is_none = type_.facts.is_thing and now == NONE
        kind = self.rules.kinds.get(type_.name) if type_.is_row and not is_none else None
        counted = self.words.pieces(1, kind, now, self.state.names) if kind is not None else what
        return self._say_change(way, is_none, value=what, counted=counted)

    def change_of_pieces(self) -> str:
        """Returns the sentence of a catalogue about pieces that came or went."""
        way = "gained" if self.e.second > 0 else "lost"
        kind = self.rules.kinds[self.field.type.name]
        return self._say_change(way, value=self.number_and_noun(), piece=self.words.row(kind, self.e.first))

    def _say_change(self, way: str, is_second: bool = False, **values: str) -> str:
        """Returns the sentence about a change, with the place in the words that a catalogue has for it in sentences."""
        owner = self.words.told_value(self.e.where, row(self.field.owner)) or self.owner()
        filled = {"piece": "", **values, "owner": owner}
        return self.words.change(self.field, way, filled, is_second=is_second)

    def set_sentence(self) -> str:
        """Returns the sentence of a catalogue about a change of a field."""
        e, type_ = self.e, self.field.type
        if type_.is_truth:
            return self.change("gained" if e.second else "lost", "")
        if element := type_.member:
            named = {
                way: [self.words.told_value(n, element) or self.show_value(n, element) for n in members]
                for way, members in _set_changes(e).items()
            }
            told = [self.change(way, self.words.texts.both(names)) for way, names in named.items() if names]
            return ", ".join(told) if all(told) else ""
        said = self.change_of_number(e.second - e.first) if type_.is_number else ""
        return said or self.change("told", self.words.told_value(e.second, type_) or self.show_value(e.second, type_))

    def change_of_number(self, amount: int) -> str:
        """Returns the sentence of a catalogue about a number that has grown or shrunk by so much: by one, or by several."""
        return self._say_change("gained" if amount > 0 else "lost", abs(amount) != 1, value=str(abs(amount)))

    def number_and_noun(self) -> str:
        """Returns the number and the name of the pieces that moved."""
        kind = self.rules.kinds[self.field.type.name]
        return self.words.pieces(abs(self.e.second), kind, self.e.first, self.state.names)

    def pieces(self) -> str:
        """Pieces that came or went, or were packed."""
        bag, pieces = self.words.field(self.field), self.number_and_noun()
        if self.e.kind != "packed":
            return f"{'+' if self.e.second > 0 else '−'}{pieces} ({bag})"
        if self.e.second > 0:
            return self.phrase("{pieces} packed into {bag}", pieces=pieces, bag=bag)
        return self.phrase("{pieces} taken out of {bag}", pieces=pieces, bag=bag)

    def lay(self) -> str:
        """A tile that was laid."""
        board, where = self.rules.boards[self.field], self.owner()
        tile = self.label(board.kind)
        if not board.sides:
            return self.phrase("{tile} is laid at {place}", tile=tile, place=where)
        sides = grid.shape_of(self.rules).write_sides(self.e.second)
        return self.phrase("{tile} is laid at {place}, open to {sides}", tile=tile, place=where, sides=sides)

    def label(self, name: str) -> str:
        """Returns the name of the piece of a kind, or where names are mere signs its face: the label of its first
        column of rows of another kind, and its name."""
        kind, row = self.rules.kinds[name], self.e.first
        if (face := self.face(kind)) is not None:
            return f"{self.words.row(*face)} ({kind.rows[row]})"
        return self.words.row(kind, row)

    def face(self, kind: m.Kind) -> tuple[m.Kind, int] | None:
        """Returns the row of another kind that a piece shows, where names are mere signs."""
        for column in () if kind.in_words else kind.columns.values():
            if column.type.is_row and not column.type.optional:
                return self.rules.kinds[column.type.name], column.values[self.e.first]
        return None

    def draw(self) -> str:
        """Returns the sentence about a draw or a roll."""
        kind = self._drawn_kind()
        label = self.label(kind.name) if kind is not None and kind.columns else self._drawn_value()
        return f"{self.words.action(self.e.signature)}: {label}"

    def outcome(self) -> str:
        """Returns the outcome of chance, as a sentence says it: in the words for the row or for what it shows, where a catalogue
        has them."""
        if (kind := self._drawn_kind()) is None:
            return self._drawn_value()
        shown = filter(None, ((kind, self.e.first), self.face(kind)))
        told = next(filter(None, (self.words.told_value(n, row(each.name)) for each, n in shown)), "")
        return told or (self.label(kind.name) if kind.columns else self._drawn_value())

    def _drawn_kind(self) -> m.Kind | None:
        type_ = self.e.signature.parameters[0][1]
        return self.rules.kinds.get(type_.name) if type_.is_row else None

    def _drawn_value(self) -> str:
        return self.show_value(self.e.first, self.e.signature.parameters[0][1])

    def back(self) -> str:
        """A piece that was drawn and goes back."""
        return self.phrase("{piece} goes back", piece=self.label(self.field.type.name))

    def ended(self) -> str:
        """Returns the sentence about a loop that ended, since nothing changed any more."""
        what = self.words.clause(self.e.clause) or _program_values(self.state, self.e)[0]
        return self.phrase("this ends, since a whole round changed nothing: {what}", what=what)

    def shuffled(self) -> str:
        """Returns the sentence about a pile whose order is forgotten."""
        field = self.e.subject.args[0]
        pile, name = self.words.field(field), self.owner_of(field)
        if name:
            pile = self.phrase("{thing} of {name}", thing=pile, name=name)
        return self.phrase("{pile} is shuffled", pile=pile)

    def reveal(self) -> str:
        """Returns the sentence about a thing that all learn: the text of the line, or what stands there, and what it
        came to."""
        what = self.words.clause(self.e.clause) or _program_values(self.state, self.e)[0]
        if self.field is None or (self.field.type.is_truth and self.e.first and self.e.clause.text):
            return self.phrase("it turns out: {what}", what=what)
        return self.phrase(
            "it turns out: {what}: {value}", what=what, value=self.show_value(self.e.first, self.field.type)
        )


_WORDS = {
    "set": EventSentences.set,
    "lay": EventSentences.lay,
    "draw": EventSentences.draw,
    "back": EventSentences.back,
    "reveal": EventSentences.reveal,
    "shuffled": EventSentences.shuffled,
    "ended": EventSentences.ended,
}
"""How events of each kind are put into words; those of pieces are in their own way."""
