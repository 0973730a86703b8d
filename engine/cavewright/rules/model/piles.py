"""Piles: pieces in an order, and who knows what lies where.

A pile is a row of *heaps*, the uppermost first. Within a heap nobody has decided the order yet: chance does so when a piece
is drawn. What is put on a pile is a heap of one, and whoever saw it is noted; shuffling makes one heap of all, of which
nobody knows anything.

A pile is the content of a bag, too: as a tuple it says how many there are of each kind of piece, and a zero for none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from ...foundation.source.frozen import frozen

MOST_IN_PILE = 1_000
"""Pieces that a pile holds, whatever the rules say."""
EVERYBODY = -1
"""The bits of all players, however many play."""


@frozen
class Heap:
    """Pieces whose order is not decided, in the order of their table. Of one that is alone `known` has the bits of the
    players who know it."""

    pieces: tuple[int, ...]
    known: int = 0

    def is_known_to(self, player: int) -> bool:
        """Tells if a player knows what lies here."""
        return bool(self.known >> player & 1)


Heaps: TypeAlias = tuple[Heap, ...]


class Pile(tuple[int, ...]):
    """Content of a pile: how many there are of each kind of piece, and in `heaps` how they lie, from the top.

    >>> pile = Pile.of(3, (Heap((0, 1, 1)),)).add(2, known=1)
    >>> tuple(pile), pile.pieces, pile.as_seen_by(False, 0), pile.as_seen_by(False, 1)
    ((1, 2, 1, 0), (2, 0, 1, 1), (2, None, None, None), (None, None, None, None))
    """

    heaps: Heaps

    @classmethod
    def of(cls, kinds: int, heaps: Iterable[Heap] = ()) -> Pile:
        """Returns the pile of some heaps of pieces of so many kinds."""
        lying = tuple(each for each in heaps if each.pieces)
        counts = [0] * (kinds + 1)
        for heap in lying:
            for piece in heap.pieces:
                counts[piece] += 1
        made = cls(counts)
        made.heaps = lying
        return made

    def with_heaps(self, heaps: Iterable[Heap]) -> Pile:
        """Returns the pile of the same kinds of pieces with other heaps."""
        return Pile.of(len(self) - 1, heaps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self.heaps == other.heaps and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.heaps)

    def __reduce__(self) -> tuple[Any, ...]:
        return _pile_again, (len(self) - 1, self.heaps)

    # ---- what lies where ---------------------------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[int, ...]:
        """All pieces from the top; within a heap in the order of their table."""
        return tuple(piece for heap in self.heaps for piece in heap.pieces)

    def end(self, bottom: bool = False) -> Heap:
        """Returns the heap at an end, the next from which a piece is drawn; an empty one if nothing lies here."""
        return self.heaps[-1 if bottom else 0] if self.heaps else Heap(())

    def drawn_from(self, bottom: bool = False) -> tuple[int, ...]:
        """Returns how many there are of each kind of piece in the heap at an end."""
        counts = [0] * len(self)
        for piece in self.end(bottom).pieces:
            counts[piece] += 1
        return tuple(counts)

    # ---- other piles made of this one --------------------------------------------------------------------------------

    def add(self, piece: int, many: int = 1, bottom: bool = False, known: int = 0) -> Pile:
        """Returns the pile with a piece more at an end, or several of it; `known` has the bits of those who see it."""
        more = (Heap((piece,), known),) * many
        return self.with_heaps((*self.heaps, *more) if bottom else (*more, *self.heaps))

    def take(self, piece: int, many: int = 1, bottom: bool = False) -> Pile:
        """Returns the pile without a piece, or several of it: those that lie nearest to an end."""
        heaps = list(reversed(self.heaps)) if bottom else list(self.heaps)
        for n, heap in enumerate(heaps):
            here = min(many, heap.pieces.count(piece))
            if here:
                left = list(heap.pieces)
                for _ in range(here):
                    left.remove(piece)
                heaps[n], many = Heap(tuple(left)), many - here
        return self.with_heaps(reversed(heaps) if bottom else heaps)

    def forget_order(self) -> Pile:
        """Returns the pile with the order of its pieces forgotten by all."""
        return self.with_heaps((Heap(tuple(sorted(self.pieces))),))

    def split(self, many: int, bottom: bool = False) -> tuple[Heaps, Pile]:
        """Returns the heaps of so many pieces at an end, and the pile that is left. Of a heap of several it takes all."""
        at = len(self.heaps) - many if bottom else many
        upper, lower = self.heaps[: max(at, 0)], self.heaps[max(at, 0) :]
        return (lower, self.with_heaps(upper)) if bottom else (upper, self.with_heaps(lower))

    def put_on(self, heaps: Heaps, bottom: bool = False) -> Pile:
        """Returns the pile with heaps more at an end, in their order."""
        return self.with_heaps((*self.heaps, *heaps) if bottom else (*heaps, *self.heaps))

    def with_amount(self, piece: int, amount: int) -> Pile:
        """Returns the pile with another amount of a piece, which comes onto it or leaves it from the top."""
        more = amount - self[piece]
        return self.add(piece, more) if more > 0 else self.take(piece, -more)

    def as_seen_by(self, sees_all: bool, player: int | None) -> tuple[int | None, ...]:
        """Returns the pieces from the top as a viewer knows them: none for one that it does not."""
        return tuple(
            piece if sees_all or player is not None and len(heap.pieces) == 1 and heap.is_known_to(player) else None
            for heap in self.heaps
            for piece in heap.pieces
        )


def _pile_again(kinds: int, heaps: Heaps) -> Pile:
    return Pile.of(kinds, heaps)
