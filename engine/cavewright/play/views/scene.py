"""Scene of a position. It knows no game: what a place looks like comes from reserved columns, what is kept there from
its type.

Reserved are the text columns `symbol`, `colour` and `label` of the kind that is laid, or of a kind whose rows it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.draw.scene import Board, Entry, Link, Piece, Place, Scene, Table
from ...rules.cave.grid import shape_of
from ...rules.model import ruleset as m
from ...rules.model.initial_values import first_value
from ...rules.model.secrecy import secrecy
from ...rules.model.types import NONE
from ..positions.position import Position
from ..positions.sight import Sight, Viewer, knows
from ..positions.wording import Wording
from .board_reading import GraphView, holds_at, standing_field
from .faces import Face, abbreviate
from .panel import board_of, board_title, held_words, initials, kept_pairs, turn_words, value_words
from .pile_pictures import PilePictures
from .printed_boards import fields_of_places, fixed_words, measures_at, places_drawn, tracks_through
from .seat_looks import edges_of, seat_looks
from .view_reader import view_of

FIXED = "╎"


def scene_of(state: Position, viewer: Viewer, lang: str = "en", *, numbers: bool = False) -> Scene:
    """Returns the scene that a viewer may see of a position (None: what everybody may see), ready to be drawn.
    ValueError for a player who is none. With `numbers`, tables also tell what players count.

    Whoever stands somewhere is a figure with an initial; other things of players that lie somewhere are figures with it
    in lower case.

    >>> from cavewright import load_game
    >>> start = load_game("the-cave", options={"starting_kit": "suggested"}).new_initial_state(["Anna", "Jola"])
    >>> [(each.name, each.symbol, each.pieces[0].text) for each in scene_of(start, None).boards[0].places if each.pieces]
    [('o', '⌂', 'Anna')]
    """
    return _Drawing(state, viewer, state.game.wording(lang)).scene(numbers)


def one_piece(figures: Sequence[Piece], tokens: Sequence[str]) -> list[Piece]:
    """The figures of a place; the only one that a place keeps is what its only token says: a knight of Anna."""
    if len(figures) == 1 and len(tokens) == 1 and not figures[0].small:
        return [replace(figures[0], sign=tokens[0])]
    return list(figures)


def card(face: Face, row: int) -> Place:
    """A row of a kind as a card by itself."""
    name = face.kind.rows[row]
    sign = face.symbol(row)
    colour = face.text(row, "colour")
    facts, thing = face.facts(row), face.thing(row)
    return Place(name, 0, 0, frozenset(), sign, face.label(row), colour, (), (), (), facts=facts, thing=thing)


class _Drawing:
    """The scene of one position for one viewer."""

    def __init__(self, state: Position, viewer: Viewer, words: Wording) -> None:
        self.state, self.rules, self.viewer, self.words = state, state.game.rules_model, viewer, words
        sight = Sight(state, viewer)
        self.view, self.cave = view_of(state, sight), GraphView(state, sight)
        self.names = self.words.people(state.names)
        self.own = [each for each in self.rules.fields if each.owner == self.rules.players and each.told]
        """What players keep and tell."""
        self.letters = initials(self.names)
        self.looks = seat_looks(self.rules, len(self.names))
        self.legend: dict[str, str] = {}

    def scene(self, numbers: bool) -> Scene:
        """All boards that can be seen, what lies open beside them as cards, the legend, and what is kept and held."""
        boards = tuple(part for each in self.rules.boards.values() for part in self.parts(each))
        lang, cards = self.words.lang, tuple(self.cards())
        figures = tuple(self.own_piece(name, n) for n, name in enumerate(self.names))
        piles = tuple(PilePictures(self.state, self.view, self.words, figures).boards())
        drawn = {field.name for field, _ in cards}
        kept = [
            (Entry(name), Entry(said or self.words.plain("yes")))
            for field, name, said in kept_pairs(self.state, self.viewer, lang)
            if field.owner != "game" or field.name not in drawn
        ]
        tables: list[Table] = [((Entry(""), Entry("")), *kept)] if kept else []
        if rows := list(self.holdings(("bag", "pile", "set", "number") if numbers else ("bag", "pile", "set"))):
            pieces = (replace(each, sign=self.looks[n].sign) for n, each in enumerate(figures))
            tables.append(((Entry(""), *(Entry(each.text, each) for each in pieces)), *rows))
        current = self.state.current_player
        return Scene(
            self.words.text("ruleset", self.rules.title),
            turn_words(self.state, lang),
            (*boards, *(board for _, board in cards), *piles),
            tuple(self.legend.items()),
            self.names,
            self.words.texts.lang,
            tuple(tables),
            current if current >= 0 else self.viewer if isinstance(self.viewer, int) else None,
            self.letters,
            tuple((each.sign, each.colour) for each in self.looks)
            if any(each.sign or each.colour for each in self.looks)
            else (),
        )

    def own_piece(self, text: str, player: int) -> Piece:
        """A figure of a player, with its initial and its colour."""
        return Piece(text, self.letters[player], player, colour=self.looks[player].colour)

    def cards(self) -> Iterator[tuple[m.Field, Board]]:
        """Sets of the game whose rows have something printed on them, as cards in rows; what was shown once is not shown again."""
        seen: set[str] = set()
        for field in self.rules.fields:
            element = field.type.member
            shown = self.view.game.values.get(field.name) if field.owner == "game" and field.told else None
            if not shown or element is None or element.name not in self.rules.kinds:
                continue
            kind = self.rules.kinds[element.name]
            face = Face(kind, self.words)
            if not any(face.facts(row) for row in range(len(kind.rows))):
                continue
            if set(shown) <= seen:
                continue
            seen |= set(shown)
            places = tuple(card(face, kind.index(each)) for each in shown)
            yield field, Board(self.words.field(field), "cards", places, ())

    def parts(self, board: m.Board) -> Iterator[Board]:
        """A board as it is drawn: where each player has one, several."""
        whole = self.board(board)
        if not board.private:
            yield whole
            return
        for player, name in enumerate(self.names):
            own = f"{player}."
            places = (
                replace(each, name=each.name.removeprefix(own)) for each in whole.places if each.name.startswith(own)
            )
            links = (
                replace(each, a=each.a.removeprefix(own), b=each.b.removeprefix(own))
                for each in whole.links
                if each.a.startswith(own)
            )
            named = board_of(name, board, self.words)
            yield replace(whole, name=named, title="", places=tuple(places), links=tuple(links))

    def board(self, board: m.Board) -> Board:
        """A board with its places and passages."""
        places_of, near = self.cave.places, self.cave.near
        pieces = self.pieces(board)
        nodes = {
            data["name"]: data
            for node, data in places_of.items()
            if data["board"] == board.name
            and (data["name"] in pieces or not self.is_merged(board, data, len(near[node])))
        }
        grown = {name: (data["x"], data["y"]) for name, data in nodes.items() if not board.fixed}
        where = places_drawn(board, self.rules) if board.fixed else grown
        order = sorted(nodes.items(), key=lambda each: (where[each[0]][1], where[each[0]][0]))
        walls, tracks = self.walls(board), self.tracks(board)
        places = []
        for name, data in order:
            place = self.place(board, name, data, where[name], pieces.get(name, []), walls.get(name, frozenset()))
            places.append(replace(place, tracks=tuple(tracks.get(name, ()))))
        links = [
            self.link(board, places_of[a]["name"], places_of[b]["name"], data)
            for a, b, data in self.cave.passages()
            if data["board"] == board.name
        ]
        if board.is_grid:
            links = [each for each in links if each.label or each.marked]
        form: Any = board.form
        edges = edges_of(self.looks) if board.is_grid else ()
        return Board(
            board.name,
            form,
            tuple(places),
            tuple(links),
            six=board.hexagonal,
            edges=edges,
            closed=board.closed_sides,
            title=board_title(board, self.words),
        )

    def is_merged(self, board: m.Board, data: Mapping[str, Any], ways: int) -> bool:
        """Tells if a place of a map has become part of another one: it keeps that one, and no way leads to it any
        more."""
        into = (f.name for f in fields_of_places(board, self.rules) if self.rules.board_of(f.type) is board)
        return board.is_map and ways == 0 and any(data.get(name) is not None for name in into)

    def tracks(self, board: m.Board) -> Mapping[str, dict[str, None]]:
        """Returns the tracks that are printed through places of a map, by place."""
        own = [field.name for field in fields_of_places(board, self.rules) if self.rules.board_of(field.type) is board]
        into = {
            data["name"]: data[name]
            for data in self.cave.places.values()
            if data["board"] == board.name
            for name in own
            if data.get(name)
        }
        found: dict[str, dict[str, None]] = {}
        for face, row, places in tracks_through(board, self.words):
            for name in (self.rules.kinds[board.name].rows[n] for n in places):
                found.setdefault(into.get(name, name), {})[face.label(row)] = None
        return found

    def walls(self, board: m.Board) -> Mapping[str, frozenset[str]]:
        """The sides of a grid's places on which no passage is, where passages depend on a condition."""
        if not board.is_square or board.joined is None or board.joined_local is None:
            return {}
        if not knows(self.viewer, secrecy(board.joined), None):
            return {}
        is_joined = holds_at(self.state, board.joined, board.joined_local)
        borders = self.state.game.interpreter.evaluate.nets[board.name].borders
        return {
            name: frozenset(side for side, at in zip("nesw", of[:4], strict=True) if not is_joined(at))
            for name, of in zip(self.rules.kinds[board.name].rows, borders, strict=False)
        }

    def place(
        self,
        board: m.Board,
        name: str,
        data: Mapping[str, Any],
        at: tuple[float, float],
        pieces: list[Piece],
        walls: frozenset[str],
    ) -> Place:
        kind = self.rules.kinds[board.kind or board.name]
        face = Face(kind, self.words)
        row = kind.index(str(data[board.kind] if board.kind else name))
        symbol, label = (face.symbol(row), face.label(row)) if row >= 0 and (board.kind or board.is_map) else ("", "")
        symbol = symbol or (abbreviate(kind, row) if board.kind and board.fixed and row >= 0 else "")
        label = "" if not board.kind and label == self.words.row(kind, row) and "label" not in kind.columns else label
        if symbol and label:
            self.legend.setdefault(symbol, label)
        thing = face.thing(row) if label else ""
        spoken = self.name_of_place(board, name)
        label = label if board.kind or spoken == name else label.removeprefix(spoken).strip()
        tokens: list[str] = []
        counts: list[tuple[str, str]] = []
        is_map = board.is_map
        notes = self.measures(board, board.name, name)
        figures = [*pieces, *self.signs(board, name)]
        for field in fields_of_places(board, self.rules):
            if field.name in data and not self.is_default(field, data[field.name]):
                token = self.token(field, data[field.name])
                figure = self.figure(field, data[field.name])
                tokens += [token] if token else []
                figures += [figure] if figure else []
                if is_map and field.type.is_number and not field.type.unit and data[field.name] is not None:
                    counts.append((self.words.field(field), str(data[field.name])))
                elif not (token or figure):
                    (tokens if is_map else notes).append(self.note(field, data[field.name]))
        figures = figures if is_map else one_piece(figures, tokens)
        opened = shape_of(board).sides_of(str(data["open"])) if board.sides else frozenset[str]()
        walls |= frozenset("nesw") - opened if board.fixed and board.sides and row >= 0 else frozenset()
        return Place(
            name,
            at[0],
            at[1],
            opened,
            symbol,
            label,
            face.text(row, "colour") if row >= 0 else "",
            tuple(notes),
            tuple(tokens),
            tuple(figures),
            row >= 0,
            walls,
            facts=face.facts(row) if board.kind and board.fixed and row >= 0 else (),
            counts=tuple(counts),
            thing=thing,
            spoken="" if spoken == name else spoken,
        )

    def name_of_place(self, board: m.Board, name: str) -> str:
        """Returns the name of a place for people: where the rules list the places, that of its row. A place that has a label,
        too, is called by its code, as it is printed."""
        kind = self.rules.kinds.get(board.name)
        if kind is None or kind.index(name) < 0 or board.kind or self.rules.is_labelled(board):
            return name
        return self.words.row(kind, kind.index(name))

    def measures(self, board: m.Board, kind: str, row: str) -> list[str]:
        """Returns the measures that are printed at a place or a passage of a map."""
        of = self.rules.kinds.get(kind)
        return measures_at(of, of.index(row)) if board.is_map and of is not None else []

    def signs(self, board: m.Board, name: str) -> Iterator[Piece]:
        """The signs of those who keep a place of a map in a set."""
        for field in self.own if board.is_map else ():
            element = field.type.member
            if element and self.rules.board_of(element) is board:
                for each in self.view.players:
                    if name in each.values.get(field.name, ()):
                        thing, owner = self.words.field(field), self.names[each.number]
                        word = self.words.texts.phrase("{thing} of {name}", thing=thing, name=owner)
                        yield Piece(word, self.letters[each.number], each.number, True)

    def figure(self, field: m.Field, value: Any) -> Piece | None:
        """A player that a place keeps is a figure there."""
        if not field.type.is_row_of(self.rules.players):
            return None
        if value >= len(self.names):
            return None
        return replace(self.own_piece(self.names[value], value), sign=self.looks[value].sign)

    def token(self, field: m.Field, value: Any) -> str:
        """The symbol of a row that is kept somewhere, if it has one."""
        if not field.type.is_row or field.type.name == self.rules.players:
            return ""
        kind = self.rules.kinds[field.type.name]
        symbol = Face(kind, self.words).text(kind.index(value), "symbol")
        if symbol:
            self.legend.setdefault(symbol, f"{self.words.field(field)}: {self.words.row(kind, kind.index(value))}")
        return symbol

    def note(self, field: m.Field, value: Any) -> str:
        """A kept value as a note; a unit says enough of what a number is."""
        if field.type.is_truth:
            name = self.words.field(field)
            return name if value else self.words.texts.phrase("not {value}", value=name)
        said = value_words(field.type, value, self.state, self.words) or (
            str(value) if value is not None else self.words.plain("none")
        )
        return said if field.type.unit else f"{self.words.field(field)} {said}"

    def is_default(self, field: m.Field, value: Any) -> bool:
        """Tells if a place or passage has the value that it had when it was laid."""
        if field.type.facts.is_thing or field.type.facts.has_members:
            return value in (None, (), "", {})
        return bool((NONE if value is None else int(value)) == first_value(field))

    def link(self, board: m.Board, a: str, b: str, data: Mapping[str, Any]) -> Link:
        """A passage with what is kept of it, as far as that is open and not as it was in the beginning."""
        kept = [f for f in board.passage_fields if f.name in data and not self.is_default(f, data[f.name])]
        marked = [f for f in kept if f.type.is_truth]
        if marked:
            self.legend.setdefault(FIXED, fixed_words(board, self.words))
        return Link(
            a,
            b,
            ", ".join(
                [
                    *self.measures(board, board.passages, data.get("passage", "")),
                    *(self.note(f, data[f.name]) for f in kept),
                ]
            ),
            bool(marked),
        )

    def holdings(self, forms: tuple[str, ...]) -> Iterator[tuple[Entry, ...]]:
        """Yields the things that players have in bags and piles, and in sets of things that are no places, as far as the viewer
        may see them: a row for each field of such forms, a column for each player."""
        for field in self.own:
            of_places = self.rules.board_of(field.type.element or field.type) is not None
            if field.type.form not in forms or of_places:
                continue
            said = [held_words(field, kept, self.state, self.words) for kept in self.view.players]
            if any(said):
                yield Entry(self.words.field(field)), *map(Entry, said)

    def pieces(self, board: m.Board) -> dict[str, list[Piece]]:
        """All figures, by place: first those who stand there, then what else of players lies there."""
        found: dict[str, list[Piece]] = {}
        for piece, place in sorted(
            self.figures(board), key=lambda each: each[0].symbol != self.letters[each[0].player or 0]
        ):
            found.setdefault(place, []).append(piece)
        return found

    def figures(self, board: m.Board) -> Iterator[tuple[Piece, str]]:
        """The players who stand somewhere on a board, and other marks of theirs, each with the name of its place."""
        standing = standing_field(self.rules)
        for field in (each for each in self.own if self.rules.board_of(each.type) is board):
            for kept in self.view.players:
                place, who = kept.values.get(field.name), kept.number
                if place is not None:
                    yield self.own_piece(self.names[who], who) if field is standing else self.thing(field, who), place

    def thing(self, field: m.Field, player: int) -> Piece:
        """Returns a thing that a player has somewhere, under the name of the field that says where, as in `camp_at`."""
        letter, word = self.letters[player], thing_word(field, self.words)
        small = letter.lower() if letter.lower() != letter else f"{word[:1].lower()}{letter}"
        self.legend.setdefault(small, self.words.texts.phrase("{thing} of {name}", thing=word, name=self.names[player]))
        return Piece(f"{self.names[player]}: {word}", small, player)


def thing_word(field: m.Field, words: Wording) -> str:
    """Returns the name of the thing whose place is in a field: the row that has the name of the field, else what the
    field is called."""
    name = field.name.removesuffix("_at")
    kind = next((kind for kind in words.rules.kinds.values() if name in kind.rows), None)
    return words.row(kind, kind.index(name)) if kind is not None else words.field(field).removesuffix(" at")
