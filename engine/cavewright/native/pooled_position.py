"""Position in the memory of a module, as a value: who decides, the options, and the positions behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, overload

from ..interpret.step import Chosen
from ..ir.position_pool import COUNT_BITS, DECISION_BITS, SHIFT, WHO_BITS

COUNT = (1 << COUNT_BITS) - 1
DECISION = COUNT_BITS + WHO_BITS
WHO = (1 << WHO_BITS) - 1 << COUNT_BITS
FIRST = SHIFT << COUNT_BITS
"""What stands where a word says who decides, and what stands there for the first player."""
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
    here: int
    moves: int
    pcs: tuple[int, ...]
    readers: tuple[Reader, ...]
    sorts: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def machine(self) -> Words:
        """What the pool lies in."""
        ...

    def new(self) -> int:
        """The number of a position that nobody has."""
        ...

    def data(self, position: int) -> bytes:
        """The bytes of a position."""
        ...

    def options_of(self, position: PooledPosition) -> tuple[Chosen, ...]:
        """The options of a position."""
        ...

    def rows_of(self, position: PooledPosition) -> list[tuple[int, ...]]:
        """The rows of the options of a position, or of what chance may bring there."""
        ...

    def step_row(self, position: PooledPosition, n: int) -> PooledPosition | None:
        """The position behind an option or an outcome, by its number."""
        ...

    def step_offered(self, position: PooledPosition, row: Sequence[int]) -> PooledPosition | bool | None:
        """The position behind an option, by the numbers of its row; False where it is not offered."""
        ...


class PooledPosition(Sequence[Chosen]):
    """A position of a game in the memory of a module. Nothing changes it, and it is kept there as long as somebody has it.

    It is the sequence of its options, in the order of `State.legal_actions`: pairs of numbers and tuples of numbers,
    read when they are looked at. It is equal to lists and tuples of the same options, and has the hash of the tuple.
    Whoever keeps positions elsewhere offers the rest of it under the same names, which is all that states need:

    - `head`: a word that says who decides (`who`), how many options or outcomes there are (`len`), and at which
      instruction (`pc`); `data()` are the bytes of the position, which `Encoding.decoded` reads;
    - `position[n]` and `all`: options; `outcomes()`: what chance may bring, with whole-numbered weights;
    - `after(n)`: the position behind option or outcome number n. None where the module cannot say it: all come to act at
      once, a number leaves its range, a board its memory, a step its budget. Then this one is as it was;
    - `after_offered(chosen)`: the same by the option itself, and False where that is not offered.
    """

    __slots__ = ("_made", "head", "looked_at", "pool", "position")

    def __init__(self, pool: Holder, position: int, head: int) -> None:
        self.pool, self.position, self.head = pool, position, head
        self._made: tuple[Chosen, ...] | None = None
        self.looked_at: tuple[Chosen | None, int] = NOTHING
        """the option that was looked at last, by itself, and its number"""

    def __del__(self) -> None:
        self.pool.free.append(self.position)

    # ---- what is said of it ------------------------------------------------------------------------------------------

    @property
    def who(self) -> int:
        """Who decides, as `State.current_player` says it."""
        return ((self.head & WHO) >> COUNT_BITS) - SHIFT

    @property
    def pc(self) -> int:
        """The instruction at which somebody decides, or chance does."""
        return self.pool.pcs[self.head >> DECISION]

    def data(self) -> bytes:
        """The bytes of the position."""
        return self.pool.data(self.position)

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may bring, with whole-numbered weights."""
        return [(value, weight) for value, weight in self.pool.rows_of(self)]

    # ---- going on ----------------------------------------------------------------------------------------------------

    def after(self, n: int) -> PooledPosition | None:
        """The position behind an option or an outcome of chance, by its number; None where the module cannot say it."""
        return self.pool.step_row(self, n)

    def after_offered(self, chosen: Chosen) -> PooledPosition | bool | None:
        """The same by the option itself, and False where that is not offered."""
        n, values = chosen
        widths = self.pool.sorts[self.head >> DECISION][1]
        if not 0 <= n < len(widths) or len(values) != widths[n]:
            return False
        return self.pool.step_offered(self, (n, *values) if len(widths) > 1 else values)

    # ---- its options -------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.head & COUNT

    @overload
    def __getitem__(self, n: int) -> Chosen: ...
    @overload
    def __getitem__(self, n: slice) -> Sequence[Chosen]: ...
    def __getitem__(self, n: Any) -> Any:
        if self._made is None and type(n) is int and 0 <= n < self.head & COUNT:
            pool = self.pool
            words, moves = pool.machine.words, pool.moves
            calls = words[moves]
            option = pool.readers[self.head >> DECISION](words, n)
            if words[pool.here] == self.position and words[moves] == calls:
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
        if isinstance(other, PooledPosition):
            return self is other or self.all == other.all
        return self.all == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.all)

    def __repr__(self) -> str:
        return repr(self.all)

    def __reduce__(self) -> Any:
        return tuple, (self.all,)
