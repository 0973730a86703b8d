"""Options of a position in a module, which are read from its memory when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, overload

from ..interpret.step import Chosen
from ..ir.position_pool import COUNT_BITS, DECISION_BITS, WHO_BITS

COUNT = (1 << COUNT_BITS) - 1
DECISION = COUNT_BITS + WHO_BITS
NOTHING = None, 0
assert DECISION + DECISION_BITS == 31


Reader: TypeAlias = Callable[[memoryview, int], Chosen]
"""Reads an option of a number out of the words of memory."""


class Words(Protocol):
    """A machine whose memory can be read word by word."""

    @property
    def words(self) -> memoryview:
        """Its memory."""
        ...


class Holder(Protocol):
    """A pool of positions, as `PositionPool` is one."""

    free: list[int]

    @property
    def machine(self) -> Words:
        """What the pool lies in."""
        ...

    def new(self) -> int:
        """The number of a position that nobody has."""
        ...

    here: int
    readers: tuple[Reader, ...]

    def options_of(self, options: Options) -> tuple[Chosen, ...]:
        """The options of a position."""
        ...


class Options(Sequence[Chosen]):
    """The options of a position, in the order of `State.legal_actions`: pairs of numbers and tuples of numbers. It is
    equal to lists and tuples of the same options, and has the hash of the tuple.

    It stands for a position of a pool, which is kept as long as somebody has the options.
    """

    __slots__ = ("_made", "head", "looked_at", "pool", "position")

    def __init__(self, pool: Holder, position: int, head: int) -> None:
        self.pool, self.position, self.head = pool, position, head
        self._made: tuple[Chosen, ...] | None = None
        self.looked_at: tuple[Chosen | None, int] = NOTHING
        """the option that was looked at last, by itself, and its number"""

    def __del__(self) -> None:
        self.pool.free.append(self.position)

    def __len__(self) -> int:
        return self.head & COUNT

    @overload
    def __getitem__(self, n: int) -> Chosen: ...
    @overload
    def __getitem__(self, n: slice) -> Sequence[Chosen]: ...
    def __getitem__(self, n: Any) -> Any:
        if self._made is None and type(n) is int and 0 <= n < self.head & COUNT:
            pool = self.pool
            words = pool.machine.words
            option = pool.readers[self.head >> DECISION](words, n)
            if words[pool.here] == self.position:
                self.looked_at = option, n
                return option
        return self.all[n]

    @property
    def all(self) -> tuple[Chosen, ...]:
        """All of them, which are listed once."""
        if self._made is None:
            self._made = self.pool.options_of(self)
        return self._made

    def __iter__(self) -> Iterator[Chosen]:
        return iter(self.all)

    def __contains__(self, option: object) -> bool:
        return option in self.all

    def index(self, option: Any, *bounds: int) -> int:
        """The number of an option. Raises ValueError for what is none."""
        return self.all.index(option, *bounds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            return self is other or self.all == other.all
        return self.all == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.all)

    def __repr__(self) -> str:
        return repr(self.all)

    def __reduce__(self) -> Any:
        return tuple, (self.all,)
