"""Position in the memory of a module, as a value: who decides, the options, and the positions behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Protocol, Self, TypeAlias, overload

from ...engine.interpret.step import Chosen
from ...play.positions.action import CHANCE
from ..ir.position_heads import COUNT_BITS, DECISION_BITS, NOT_OFFERED, SHIFT, WHO_BITS

COUNT = (1 << COUNT_BITS) - 1
DECISION = COUNT_BITS + WHO_BITS
WHO = (1 << WHO_BITS) - 1 << COUNT_BITS
FIRST = SHIFT << COUNT_BITS
"""What stands where a word says who decides, and what stands there for the first player."""
IN_WORD = range(-(2**31), 2**31)
assert DECISION + DECISION_BITS == 31


Reader: TypeAlias = Callable[[Any, int], Chosen]
"""Reads an option of a number out of the words of memory."""


class Words(Protocol):
    """A machine whose memory can be read word by word."""

    @property
    def words(self) -> Any:
        """Its memory."""
        ...


class Holder(Protocol):
    """A pool of positions, as `PositionPool` is one."""

    free: list[int]
    releases: dict[int, Callable[[], None]]
    steppers: list[Any]
    listed: int
    here: int
    weight: int
    moves: int
    pcs: tuple[int, ...]
    readers: tuple[Reader, ...]
    sorts: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def machine(self) -> Words:
        """Memory in which the pool lies."""
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

    def new_stepper(self) -> Any:
        """Memory for the arguments of steps, which nobody uses."""
        ...

    def undo(self, calls: Any, error: int | None, head: int, to: int) -> None:
        """Gives back what a step had of which nothing has come."""
        ...

    def call(self, name: str, *args: int) -> int:
        """Calls a function whose first argument is below 0."""
        ...

    def step_by(self, name: str, position: PooledPosition, n: int, numbers: Sequence[int]) -> tuple[int, int]:
        """Calls one of the functions that take a number and a row of numbers: the number of the position behind it, 0 for
        none, and the word that it returned."""
        ...


_new: Callable[..., Any] = object.__new__


class PooledPosition:
    """A position of a game in the memory of a module, as a value: nothing changes it, and it is kept there as long as
    somebody has it. States need no more than this; whoever keeps positions elsewhere offers the same:

    - `head`: a word that says who decides (`who`), how many options or outcomes there are (`len`), and at which
      instruction (`pc`); `data()` are the bytes of the position, which `Encoding.decode` reads;
    - `option(n)` and `options`: what can be chosen, as pairs of a number and values, in the order of
      `State.legal_actions`; `outcomes()`: what chance may bring, with whole-numbered weights, `weight()` in all;
    - `after(n)`: the position behind option or outcome number n, of the same class. None where the module cannot say it:
      all come to act at once, a number leaves its range, a board its memory, a step its budget. Then this one is as it was;
    - `after_listed(chosen)`: the same by the option itself (of chance 0 and the value), which has to be one of those that
      are there;
    - `after_point(point)`: the same by a point from 0 up to `weight()`, where each outcome has as much room as its weight;
    - `after_offered(chosen)`: the same, and False where it is not offered. Nobody has to have listed the options.
    """

    __slots__ = ("__del__", "_options", "game", "head", "pool", "position", "who")
    __del__: Callable[[], None]
    """what gives the number of the position back at its end, of the pool: it is no function of Python, which somebody might
    interrupt, and what is raised in one nobody hears of"""
    pool: Holder
    position: int
    head: int
    game: Any
    """the game whose states stand here, if it is one"""
    who: int
    """player who decides, in the numbers of `State.current_player`"""
    _options: tuple[Chosen, ...]

    def __init__(self, pool: Holder, position: int, head: int, game: Any = None) -> None:
        self.__del__ = pool.releases[position]
        self.pool, self.position, self.game = pool, position, game
        self.stand(head)

    def stand(self, head: int) -> None:
        """A word says what there is at the position."""
        self.head, self.who = head, ((head & WHO) >> COUNT_BITS) - SHIFT

    def __len__(self) -> int:
        return self.head & COUNT

    @property
    def pc(self) -> int:
        """The instruction at which somebody decides, or chance does."""
        return self.pool.pcs[self.head >> DECISION]

    def data(self) -> bytes:
        """The bytes of the position."""
        return self.pool.data(self.position)

    # ---- what can be chosen, or come up ------------------------------------------------------------------------------

    def option(self, n: int) -> Chosen:
        """The option of a number. What is written down of another position is written down anew first."""
        pool = self.pool
        words, moves = pool.machine.words, pool.moves
        if words[pool.listed] != self.position:
            pool.call("list_at", ~self.position)
            words = pool.machine.words
        calls = words[moves]
        if words[pool.listed] == self.position:
            option = pool.readers[self.head >> DECISION](words, n)
            if words[moves] == calls:
                return option
        return self.options[n]

    @property
    def options(self) -> tuple[Chosen, ...]:
        """All options, which are listed once."""
        try:
            return self._options
        except AttributeError:
            self._options = made = self.pool.options_of(self)
            return made

    def outcomes(self) -> list[tuple[int, int]]:
        """Returns the values that chance may bring, with whole-numbered weights."""
        found: Any = self.pool.rows_of(self)
        return found  # type: ignore[no-any-return]

    def weight(self) -> int:
        """Weight of all that chance may bring, 0 where it is not due. Where the module still stands here, it is known."""
        pool = self.pool
        words = pool.machine.words
        calls, weight = words[pool.moves], int(words[pool.weight])
        if words[pool.here] != self.position or self.who != CHANCE or words[pool.moves] != calls:
            return pool.call("weigh_at", ~self.position)
        return weight

    # ---- going on ----------------------------------------------------------------------------------------------------

    def after(self, n: int) -> Self | None:
        """The position behind an option or an outcome of chance, by its number; None where the module cannot say it.

        All that it takes is written out here: this is what states spend their time with."""
        pool = self.pool
        steppers, free = pool.steppers, pool.free
        try:
            stepper = steppers.pop()
        except IndexError:
            stepper = pool.new_stepper()
        words, step, calls = stepper
        try:
            to = free.pop()
        except IndexError:
            to = pool.new()
        words[0], words[4], words[8] = ~to, self.position, n
        error = step()
        head = words[0]
        steppers.append(stepper)
        if head <= 0:
            pool.undo(calls, error, head, to)
            return None
        made: Any = _new(self.__class__)
        made.__del__, made.pool, made.position = pool.releases[to], pool, to
        made.head, made.game = head, self.game
        made.who = ((head & WHO) >> COUNT_BITS) - SHIFT
        return made  # type: ignore[no-any-return]

    def after_listed(self, chosen: Chosen) -> Self | None:
        """Steps by the option itself, or of chance by 0 and the value; it has to be one of those that are there."""
        offered: Any = chosen
        if type(offered) is OfferedOption and offered.at is self:
            return self.after(offered.number)
        n, values = chosen
        to, head = self.pool.step_by("step", self, n, values)
        return self.of(to, head) if to else None

    def after_point(self, point: int) -> Self | None:
        """Steps by a point of the weight of what chance may bring, where each has as much room as its weight. It is
        written out as `after` is."""
        pool = self.pool
        try:
            stepper = pool.steppers.pop()
        except IndexError:
            stepper = pool.new_stepper()
        words, _, calls = stepper
        to = pool.new()
        words[0], words[4], words[8] = ~to, self.position, point
        error = calls.functions["step_at_point"]()
        head = words[0]
        pool.steppers.append(stepper)
        if head <= 0:
            pool.undo(calls, error, head, to)
            return None
        made: Any = _new(self.__class__)
        made.__del__, made.pool, made.position = pool.releases[to], pool, to
        made.head, made.game = head, self.game
        made.who = ((head & WHO) >> COUNT_BITS) - SHIFT
        return made  # type: ignore[no-any-return]

    def after_offered(self, chosen: Chosen) -> Self | Literal[False] | None:
        """Steps by the option itself; returns False where that is not offered."""
        n, values = chosen
        widths = self.pool.sorts[self.head >> DECISION][1]
        if not 0 <= n < len(widths) or len(values) != widths[n] or not all(map(IN_WORD.__contains__, values)):
            return False
        row = (n, *values) if len(widths) > 1 else values
        to, head = self.pool.step_by("step_offered", self, len(row), row)
        return self.of(to, head) if to else False if head == NOT_OFFERED else None

    def of(self, to: int, head: int) -> Self:
        """Another position of the pool."""
        return type(self)(self.pool, to, head, self.game)


class OfferedOption(Sequence[Any]):
    """An option that is known by its number among those of a position; what it is is found out when somebody looks at it.
    In all else it is the pair: equal to it, with its hash, and that when it is pickled."""

    __slots__ = ("_made", "at", "number")
    at: PooledPosition
    number: int
    _made: Chosen

    @property
    def plain(self) -> Chosen:
        """The pair of numbers and values."""
        try:
            return self._made
        except AttributeError:
            self._made = made = self.at.option(self.number)
            return made

    def __getitem__(self, n: Any) -> Any:
        return self.plain[n]

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[Any]:
        return iter(self.plain)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, OfferedOption):
            return self.at is other.at and self.number == other.number or self.plain == other.plain
        return self.plain == other if isinstance(other, tuple) else NotImplemented

    def __lt__(self, other: Any) -> bool:
        return self.plain < tuple(other) if isinstance(other, tuple | OfferedOption) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return self.plain > tuple(other) if isinstance(other, tuple | OfferedOption) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.plain)

    def __repr__(self) -> str:
        return repr(self.plain)

    def __reduce__(self) -> Any:
        return tuple, (self.plain,)


_new_option: Callable[..., OfferedOption] = object.__new__

new_options: Callable[..., Options] = object.__new__
"""Make an option, and a position with its options, of which nothing is set yet."""


class Options(PooledPosition, Sequence[Chosen]):
    """A position as the sequence of its options, which are read when they are looked at. It is equal to lists and tuples
    of the same options, and has the hash of the tuple."""

    __slots__ = ()

    @property
    def listing(self) -> Sequence[Chosen]:
        """The options of whoever decides; of a position where nobody does none."""
        return self if self.who >= 0 else ()

    @overload
    def __getitem__(self, n: int) -> Chosen: ...
    @overload
    def __getitem__(self, n: slice) -> Sequence[Chosen]: ...
    def __getitem__(self, n: Any) -> Any:
        if type(n) is int and 0 <= n < self.head & COUNT:
            made = _new_option(OfferedOption)
            made.at, made.number = self, n
            return made
        return self.options[n]

    def __iter__(self) -> Iterator[Chosen]:
        return iter(self.options)

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def index(self, option: Any, *bounds: int) -> int:
        """The number of an option. Raises ValueError for what is none."""
        return self.options.index(option, *bounds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            return self is other or self.options == other.options
        return self.options == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.options)

    def __repr__(self) -> str:
        return repr(self.options)

    def __reduce__(self) -> Any:
        return tuple, (self.options,)
