"""Determinisation: deals out anew what a player cannot know, so that a search learns nothing that its player was not
shown.

A world is made of what the player sees and of what everybody can work out, and of chance; of nothing else. So positions
that look alike to a player lead to the same worlds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.step import WorkLimitError
from ...foundation.source.ample_stack import with_room
from ...play.positions.deduction import Unknowns, unknowns
from ...play.positions.sight import Sight
from ...play.states.game import Game, State
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.initial_values import blank_passage
from ...rules.model.piles import Heap, Pile
from ...rules.model.types import NONE
from ...rules.program import instructions as i
from ...rules.program.seats import clockwise
from .imagined_values import any_pieces, any_value, shared_out
from .unknown_names import forgotten_slots, unknown_names

TRIES = 8
"""How often a world is made up that turns out impossible, before it is taken as it is."""
BROKEN = (WorkLimitError, ValueError, LookupError, ArithmeticError)
"""What the rules may run into in a world that cannot be."""


def keeps_secrets(game: Game) -> bool:
    """Tells if there may be something that some player cannot know."""
    return bool(unknowns(game))


@with_room
def imagine(state: State, player: int, seed: str) -> State:
    """A position that is the same to a player and depends on nothing that it cannot know; itself where all is known."""
    return determinise(state, player, random.Random(f"world {seed}")) if keeps_secrets(state.game) else state


def determinise(state: State, player: int, sampler: random.Random) -> State:
    """A position that is the same to a player: pieces that it does not see lie in other bags of which it does not see
    the contents, and whatever else it cannot know is anything that it could be. The player can choose the same there,
    as far as a few tries find such a position."""
    made = state
    for _ in range(TRIES):
        made = _dealt(state, player, sampler)
        if _is_possible(made, state, player):
            break
    return made


def _is_possible(made: State, state: State, player: int) -> bool:
    """Tells if a position is without problems, and the player can choose there what it can choose in another."""
    alone = State(made.game, made.names, made._slots(player), made._s)
    try:
        return not any(True for _ in alone.problems(player)) and made._options(player) == state._options(player)
    except BROKEN:
        return False


def _dealt(state: State, player: int, sampler: random.Random) -> State:
    """One such position, which may be impossible."""
    deal = _Deal(state, player, sampler)
    deal.bags()
    deal.values()
    deal.names()
    deal.boards()
    deal.loops()
    if state._branches is None:
        return State(state.game, state.names, deal.h, deal.s)
    branches = (*state._branches[:player], deal.h, *state._branches[player + 1 :])
    return State(state.game, state.names, state._h, deal.s, branches)


class _Deal:
    """One dealing: slots and boards in which what a player cannot know is replaced."""

    def __init__(self, state: State, player: int, sampler: random.Random) -> None:
        self.state, self.player, self.sampler = state, player, sampler
        self.rules: m.Ruleset = state.game.rules_model
        self.sight, self.unknown = Sight(state, player), unknowns(state.game)
        h, size = state._slots(player), state.game.program.layout.size
        self.h: Slots = h[:size] + [0] * (len(h) - size)
        self.s: Boards = [dict(each) for each in state._s]
        self.unseen = list(self._unseen())

    def is_unseen(self, field: m.Field, row: int) -> bool:
        """Tells if the player cannot know the value of a field for a row, a place or a passage."""
        return is_unknown(field, self.unknown) and not self.sight.sees(field, row)

    def _unseen(self) -> Iterator[tuple[m.Field, int, int]]:
        """Yields the slots that the player cannot know: fields, each with a row and its slot."""
        players = range(len(self.state.names))
        for field in self.rules.in_slots:
            rows = len(players) if field.owner == self.rules.players else self.rules.owners_of(field)
            first = self.state.game.program.layout.slot(field)
            for row in range(rows) if is_unknown(field, self.unknown) else ():
                owner = self.sight.owner(field, row)
                if (owner is None or owner in players) and not self.sight.sees(field, row):
                    yield field, row, first + row

    def keeps_piece(self, field: m.Field) -> bool:
        """Tells if a field keeps a piece of those of which all know how many there are."""
        return f"{field.owner}.{field.name}" in self.unknown.keeping and field.type.name in self.unknown.conserved

    def bags(self) -> None:
        """Deals the pieces of all bags that the player does not see, and those that fields keep."""
        unseen = [each for each in self.unseen if each[0].type.is_bag]
        for kind in sorted({field.type.name for field, _, _ in unseen}):
            bags = [each for each in unseen if each[0].type.name == kind]
            sizes = [
                len(self.unseen_pieces(slot)) if self.sight.counts(field, row) else None for field, row, slot in bags
            ]
            if kind in self.unknown.conserved:
                self.pieces(kind, [slot for *_, slot in bags], sizes)
                continue
            kinds = self.rules.kinds[kind]
            for (field, _, slot), size in zip(bags, sizes, strict=True):
                self.fill(slot, any_pieces(field.type, kinds, size, self.sampler))

    def pieces(self, kind: str, bags: list[int], sizes: list[int | None]) -> None:
        """Deals the pieces of a kind of which all know how many there are to bags, by their slots, and to the fields
        that keep one."""
        kept = [slot for field, _, slot in self.unseen if field.type.name == kind and self.keeps_piece(field)]
        kept = [slot for slot in kept if self.h[slot] != NONE]
        pieces = [piece for slot in bags for piece in self.unseen_pieces(slot)]
        pieces = sorted([*pieces, *(self.h[slot] for slot in kept)])
        dealt = shared_out(pieces, [*(1 for _ in kept), *sizes], self.sampler)
        for slot, (piece,) in zip(kept, dealt[: len(kept)], strict=True):
            self.h[slot] = piece
        for slot, mine in zip(bags, dealt[len(kept) :], strict=True):
            self.fill(slot, mine)

    def unseen_pieces(self, slot: int) -> list[int]:
        """Returns the pieces in a bag that the player does not know; of a pile it may know some."""
        contents = self.h[slot]
        if isinstance(contents, Pile):
            return [piece for heap in contents.heaps if not heap.is_known_to(self.player) for piece in heap.pieces]
        return [n for n, many in enumerate(contents) for _ in range(many)]

    def fill(self, slot: int, pieces: list[int]) -> None:
        """Puts pieces into a bag, in place of what lies there; in a pile, of what the player does not know."""
        contents = self.h[slot]
        if isinstance(contents, Pile):
            self.sampler.shuffle(pieces)
            self.h[slot] = contents.with_heaps(self.heaps_of(contents, iter(pieces)))
        else:
            self.h[slot] = tuple(pieces.count(n) for n in range(len(contents)))

    def heaps_of(self, pile: Pile, pieces: Iterator[int]) -> Iterator[Heap]:
        """Yields the heaps of a pile, those that the player does not know with other pieces."""
        for heap in pile.heaps:
            others = tuple(sorted(islice(pieces, len(heap.pieces)))) if not heap.is_known_to(self.player) else ()
            yield Heap(others, heap.known) if others else heap

    def values(self) -> None:
        """Deals all other values in slots."""
        for field, _, slot in self.unseen:
            if not field.type.is_bag and not self.keeps_piece(field):
                self.h[slot] = any_value(field.type, self.state, self.sampler)

    def names(self) -> None:
        """Deals what names stand for."""
        for local, slot in unknown_names(self.state, self.player, self.unknown.names):
            self.h[slot] = any_value(local.type, self.state, self.sampler)
        for slot in forgotten_slots(self.state, self.player, self.unknown.names):
            self.h[slot] = 0

    def loops(self) -> None:
        """Deals what is left to go through in loops of which the player cannot know that: what they would go through
        in this world, behind what they have come to."""
        for begin, slot in self.unknown.loops:
            if isinstance(self.h[begin.slot], tuple):
                there = self.gone_through(begin)
                at = self.h[slot]
                self.h[begin.slot] = there[there.index(at) + 1 :] if at in there else ()

    def gone_through(self, begin: i.Collect) -> tuple[Any, ...]:
        """All that a loop goes through in this world; nothing where it cannot be had."""
        evaluate = self.state.game.interpreter.evaluate
        try:
            if begin.players:
                return clockwise(self.h[i.COUNT], evaluate.expr(begin.domain)(self.h, self.s))
            return tuple(evaluate.domain(begin.domain)(self.h, self.s))
        except BROKEN:
            return ()

    def boards(self) -> None:
        """Deals what places and passages of growing boards keep."""
        at = 0
        for board in self.rules.growing.values():
            if any(is_unknown(each, self.unknown) for each in board.fields):
                for place, record in sorted(self.s[at].items()):
                    self.s[at][place] = (*record[:2], *self.record(board.fields, place, record[2:]))
            if any(is_unknown(each, self.unknown) for each in board.passage_fields):
                self.s[at + 2] = self.passages(board, self.s[at], self.s[at + 2])
            at += 3

    def passages(self, board: m.Board, cells: grid.Cells, kept: dict[int, Any]) -> dict[int, Any]:
        """The records of all passages that keep something else than in the beginning: also of those of which the player
        cannot know that they do."""
        shape = grid.shape_of(board)
        blank = blank_passage(board)
        found = dict[int, Any]()
        there = {shape.passage(a, b) for a in cells for b in shape.neighbours(cells, a)}
        there |= {number for number, record in kept.items() if self.is_shown(board, number, record)}
        for number in sorted(there):
            record = self.record(board.passage_fields, number, kept.get(number, blank))
            if record != blank:
                found[number] = record
        return found

    def is_shown(self, board: m.Board, number: int, record: tuple[int, ...]) -> bool:
        """Tells if a player sees that a passage has other values than in the beginning."""
        return any(
            value != first and not self.is_unseen(field, number)
            for field, value, first in zip(board.passage_fields, record, blank_passage(board), strict=True)
        )

    def record(self, fields: tuple[m.Field, ...], row: int, record: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the record of a place or a passage, with all that the player cannot know dealt anew."""
        return tuple(
            any_value(field.type, self.state, self.sampler) if self.is_unseen(field, row) else value
            for field, value in zip(fields, record, strict=True)
        )


def is_unknown(field: m.Field, unknown: Unknowns) -> bool:
    """Tells if somebody may not know the value of a field, nor work it out."""
    return f"{field.owner}.{field.name}" in unknown.fields
