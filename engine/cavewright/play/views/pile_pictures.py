"""Piles as they are drawn: each a card with what its viewer knows of the top, and how many pieces lie there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...foundation.draw.scene import Board, Piece, Place
from ...rules.model import ruleset as m
from ...rules.model.types import row
from ..positions.position import Position
from ..positions.wording import Wording
from .faces import Face
from .panel import many_words, value_words
from .view import View


class PilePictures:
    """Pictures of the piles of a position, as far as a view tells of them."""

    def __init__(self, state: Position, view: View, words: Wording, figures: tuple[Piece, ...]) -> None:
        self.state, self.rules, self.view, self.words = state, state.game.rules_model, view, words
        self.figures = figures
        """the figures of players, for piles of players"""

    def boards(self) -> Iterator[Board]:
        """Yields one group of cards: a pile each, those that lie beside no board."""
        places = tuple(place for field in self.rules.fields if self.is_drawn(field) for place in self.places(field))
        if places:
            yield Board(self.words.texts.phrase("Piles"), "cards", places, ())

    def is_drawn(self, field: m.Field) -> bool:
        """Tells if a field keeps piles that are drawn by themselves, not on a board."""
        boards = self.rules.boards.values()
        is_on_board = any(field.owner in (each.name, each.passages) for each in boards)
        return field.type.is_pile and field.told and not is_on_board

    def places(self, field: m.Field) -> Iterator[Place]:
        """Yields the piles of a field of which the view tells how many pieces lie there."""
        for whose, kept in self.keepers(field):
            lying = kept.values.get(field.name)
            many = len(lying) if lying is not None else kept.sizes.get(field.name)
            if many is not None:
                yield self.place(field, whose, (lying or (None,))[0], many)

    def keepers(self, field: m.Field) -> Iterator[tuple[str, Any]]:
        """Yields who keeps piles of a field, by name, and what each keeps."""
        if field.owner == "game":
            yield "", self.view.game
        elif field.owner == self.rules.players:
            yield from ((self.words.people(self.state.names)[each.number], each) for each in self.view.players)
        elif field.owner in self.rules.kinds:
            kind = self.rules.kinds[field.owner]
            yield from (
                (self.words.row(kind, n), self.view.kinds[field.owner][row_]) for n, row_ in enumerate(kind.rows)
            )

    def place(self, field: m.Field, whose: str, top: Any, many: int) -> Place:
        """Returns the picture of a pile; `top` is None where its viewer does not know it."""
        texts = self.words.texts
        name = self.words.field(field)
        colour = ""
        pieces = tuple[Piece, ...]()
        kind = self.rules.kinds[field.type.name]
        said = [texts.phrase("face down")] if many else []
        if top is not None and kind.name == self.rules.players:
            pieces = (self.figures[top],)
            said = [pieces[0].text]
        elif top is not None:
            face, at = Face(kind, self.words), kind.index(top)
            said, colour = (
                [value_words(row(kind.name), top, self.state, self.words), *face.facts(at)],
                face.text(at, "colour"),
            )
        label = texts.phrase("{thing} of {name}", thing=name, name=whose) if whose else name
        counted = many_words(field, many, self.words) if many else texts.phrase("nothing")
        key = f"{field.owner}.{field.name}.{whose}"
        facts = (*said, counted)
        return Place(key, 0, 0, frozenset(), "", label, colour, (), (), pieces, many > 0, facts=facts, stacked=many)
