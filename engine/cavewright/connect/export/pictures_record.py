"""Looks of a game as values: where the places of boards are, what rows and things of players look like. JavaScript draws
positions from that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...machine.ir.form import TRUTH, Range, Return
from ...machine.ir.scope import HERE
from ...play.views.board_reading import standing_field
from ...play.views.faces import Face, abbreviate
from ...play.views.panel import A_HAND, MANY, board_title
from ...play.views.printed_boards import fields_of_places, fixed_words, measures_at, places_drawn, tracks_through
from ...play.views.scene import thing_word
from ...play.views.seat_looks import edges_of_seat, seat_looks
from ...rules.model import ruleset as m
from ...rules.model.initial_values import first_value
from ...rules.model.secrecy import secrecy
from .instrumented_module import QueryFunctions
from .texts_record import Texts


class Pictures:
    """Makes the record of a game. `ask` asks a module for the questions that pictures put."""

    def __init__(self, texts: Texts) -> None:
        self.texts, self.rules, self.said = texts, texts.rules, texts.in_all_languages
        self.joins: dict[str, int] = {}

    def ask(self, questions: QueryFunctions) -> None:
        """Asks whether one can go through a passage, of boards where that depends on something."""
        for board in self.rules.boards.values():
            if board.joined is not None and board.joined_local is not None:
                lowering = questions.lowering
                many = max(1, len(self.rules.kinds[board.passages].rows)) if board.fixed else 2**30
                passage = lowering.fresh("passage", Range(0, many - 1))
                joined = lowering.truth(board.joined, HERE.bind(board.joined_local, passage))
                self.joins[board.name] = questions.add_question((Return(joined),), (passage,), TRUTH)

    def record(self) -> dict[str, Any]:
        """All that drawing needs besides a position."""
        rules, said = self.rules, self.said
        standing = standing_field(rules)
        return {
            "title": said(lambda words: words.text("ruleset", rules.title)),
            "boards": [self.board(each) for each in rules.boards.values()],
            "looks": {kind: self.looks(rules.kinds[kind]) for kind in self.looked_at()},
            "kinds": {
                name: self.kind(name)
                for name in rules.kinds
                if any(name in (f.owner, f.type.name) for f in rules.fields)
            },
            "things": {
                str(n): self.thing(field)
                for n, field in enumerate(rules.fields)
                if field.owner == rules.players and rules.board_of(field.type) is not None
            },
            "starts": [0 if each.type.facts.has_members else first_value(each) for each in rules.fields],
            "elements": [self.element(each) for each in rules.fields],
            "standing": -1 if standing is None else rules.fields.index(standing),
            "many": MANY,
            "hand": A_HAND,
            **self.seats(),
        }

    def seats(self) -> dict[str, Any]:
        """Returns sign and colour of each seat, and the sides of boards that are somebody's: side, seat, colour."""
        looks = seat_looks(self.rules, len(self.rules.kinds[self.rules.players].rows))
        edges = [[side, n, edge] for n, each in enumerate(looks) for side, edge in edges_of_seat(n, each)]
        return {"seats": [[each.sign, each.colour] for each in looks], "edges": edges}

    def kind(self, name: str) -> Any:
        """Returns the name of a kind for people."""
        return self.said(lambda words: words.kind(name))

    def thing(self, field: m.Field) -> Any:
        """Returns the thing whose place is in a field of players."""
        return self.said(lambda words: thing_word(field, words))

    def label(self, kind: m.Kind, row: int) -> Any:
        """Returns the label of a row, as it is printed."""
        return self.said(lambda words: Face(kind, words).label(row))

    def element(self, field: m.Field) -> str:
        """The board on which the places lie that a field keeps one or several of, or ""."""
        board = self.rules.board_of(field.type.element or field.type)
        return board.name if board is not None else ""

    # ---- rows --------------------------------------------------------------------------------------------------------

    def looked_at(self) -> Iterator[str]:
        """The kinds whose rows are drawn: what lies on boards, what their places keep, what lies open as cards."""
        rules = self.rules
        found = dict.fromkeys(each.kind or each.name for each in rules.boards.values())
        for field in rules.fields:
            element = field.type.element
            if field.owner in rules.boards and field.type.is_row and field.type.name != rules.players:
                found[field.type.name] = None
            if field.type.is_pile:
                found[field.type.name] = None
            if field.owner == "game" and field.type.is_set and element and element.name in rules.kinds:
                found[element.name] = None
        yield from (each for each in found if each in rules.kinds)

    def looks(self, kind: m.Kind) -> dict[str, Any]:
        """Returns the looks of the rows of a kind."""

        def each(of: Any) -> Any:
            return self.said(lambda words: [of(Face(kind, words), row) for row in range(len(kind.rows))])

        return {
            "symbols": each(Face.symbol),
            "signs": each(lambda face, row: face.text(row, "symbol")),
            "labels": each(Face.label),
            "things": each(Face.thing),
            "colours": each(lambda face, row: face.text(row, "colour")),
            "facts": each(Face.facts),
            "short": [abbreviate(kind, row) for row in range(len(kind.rows))],
        }

    # ---- boards ------------------------------------------------------------------------------------------------------

    def board(self, board: m.Board) -> dict[str, Any]:
        """Returns the parts of a board that never change."""
        found: dict[str, Any] = {
            "title": self.said(lambda words: board_title(board, words)),
            "form": board.form,
            "kind": board.kind,
            "lies": self.number(board, board.kind),
            "opened": self.number(board, board.sides) if board.sides and board.fixed else -1,
            "six": board.hexagonal,
            "closed": board.closed_sides,
            "fields": [self.rules.fields.index(each) for each in fields_of_places(board, self.rules)],
            "edges": [self.rules.fields.index(each) for each in board.passage_fields],
            "fixed": self.said(lambda words: fixed_words(board, words)),
            "joinable": self.joins.get(board.name, -1),
            "passages_are": "open" if board.joined is None else secrecy(board.joined),
        }
        if board.fixed:
            found |= self.printed_board(board)
        return found

    def number(self, board: m.Board, name: str) -> int:
        """The number of a field of a board, or -1."""
        fields = enumerate(self.rules.fields)
        return next((n for n, f in fields if name and (f.owner, f.name) == (board.name, name) and not f.passage), -1)

    def printed_board(self, board: m.Board) -> dict[str, Any]:
        """Returns the places of a board that is there from the start, the passages between them, and the things printed
        there."""
        kind = self.rules.kinds[board.name]
        net = self.texts.game.interpreter.evaluate.nets[board.name]
        return {
            "where": list(places_drawn(board, self.rules).values()),
            "ways": [list(map(list, each)) for each in net.ways[: net.count]],
            "borders": [each[:4] for each in net.borders[: net.count]] if board.form == "grid" else [],
            "beside": [each[:4] for each in net.beside[: net.count]] if board.form == "grid" and board.sides else [],
            "each": net.each,
            "measures": self.measures(board, board.name),
            "labels": self.measures(board, board.passages),
            "tracks": list(self.tracks(board)),
            "labelled": bool(board.kind) or "label" in kind.columns,
        }

    def measures(self, board: m.Board, kind: str) -> list[list[str]]:
        """Returns the measures printed at each place or passage of a map: `3 m`."""
        if board.form != "map" or not kind:
            return []
        of = self.rules.kinds[kind]
        found = [measures_at(of, row) for row in range(len(of.rows))]
        return found if any(found) else []

    def tracks(self, board: m.Board) -> Iterator[list[Any]]:
        """Yields the tracks printed through places of a map: its label, and the places in order."""
        for face, row, places in tracks_through(board, next(iter(self.texts.words.values()))):
            yield [self.label(face.kind, row), places]
