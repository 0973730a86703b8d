"""Pool of positions in the memory of a machine: all lines of a game stand in it, each at positions of its own."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ...engine.interpret.step import Chosen
from ..ir.position_heads import NOT_OFFERED, TOGETHER, count_in, decision_in
from .pooled_position import Options, PooledPosition, Reader
from .traps import TrapError
from .web_assembly import Calls, PoolMachine

if TYPE_CHECKING:
    from ..ir.interface import Interface

FUNCTIONS = ("step", "step_nth", "step_offered", "step_at_point", "list_at", "weigh_at", "begin_at")
Stepper: TypeAlias = tuple[Any, Callable[[], int | None], Calls]
"""The arguments of a step by number, what makes it, and what knows how it was stopped."""
Position = TypeVar("Position", bound=PooledPosition)
MORE = 64
"""Positions for which memory is added at a time, at least."""


class PositionPool:
    """Positions by number. A call goes from one to another and names both, so lines and threads may share it: what one
    of them asks for does not depend on what others did before."""

    def __init__(self, interface: Interface, machine: PoolMachine) -> None:
        self.interface, self.encoding, self.machine = interface, interface.encoding, machine
        self.size = 4 * self.encoding.whole.length
        symbols = interface.symbols
        self._pool, self.rows = symbols["pool"], symbols["rows"].at // 4
        self.listed = symbols["listed_at"].at // 4
        self.moves = symbols["moves"].at // 4
        """which words of memory say whose options are written down, and count the calls"""
        self.here = symbols["here"].at // 4
        self.weight = symbols["weight"].at // 4
        """which words say where the module stands, and how much all weighs that chance may bring there"""
        self.most = self._pool.length // self.encoding.whole.length
        self.pcs = tuple(interface.strides)
        self.sorts = tuple((interface.strides[pc], interface.widths[pc]) for pc in self.pcs)
        """of every decision how many numbers a row has, and how many values each sort of option has"""
        self.readers = tuple(_reader(self.rows, *each) for each in self.sorts)
        self.parameters = 3 + max((2, *(1 + max(widths) for _, widths in self.sorts)))
        """how many arguments a function takes at most: a row has room for two numbers, also where no option has a value"""
        self.free: list[int] = []
        """numbers of positions that nobody needs any more"""
        self.releases: dict[int, Callable[[], None]] = {}
        """by number what says that nobody needs a position any more"""
        self._fresh = count(1)
        self._callers: list[Calls] = []
        self.steppers: list[Stepper] = []
        """memory for the arguments of steps by number, of which each is used by one call at a time"""
        self._last: tuple[Any, Any, Options] | None = None

    # ---- memory ----------------------------------------------------------------------------------------------------------

    def new(self) -> int:
        """The number of a position that nobody has. Raises MemoryError where there is no room for it."""
        try:
            return self.free.pop()
        except IndexError:
            return self._more()

    def _more(self) -> int:
        """The number of a position that nobody ever had, of which there is memory."""
        made = next(self._fresh)
        end = self._pool.at + (made + 1) * self.size
        if made >= self.most:
            raise MemoryError(f"{made:,} positions are kept natively, and there is no room for more")
        if end > self.machine.size:
            self.machine.grow(min(end + max(MORE, made // 2) * self.size, self._pool.end))
        self.releases[made] = partial(self.free.append, made)
        return made

    def data(self, position: int) -> bytes:
        """The bytes of a position."""
        return self.machine.read(self._pool.at + position * self.size, self.size)

    def calls(self) -> Calls:
        """Memory for the arguments of calls, which nobody uses."""
        try:
            return self._callers.pop()
        except IndexError:
            return self.machine.prepare_calls(FUNCTIONS, self.parameters)

    def give_back(self, calls: Calls) -> None:
        """Nobody uses that memory any more."""
        self._callers.append(calls)

    # ---- steps -----------------------------------------------------------------------------------------------------------

    def stepper(self) -> Stepper:
        """Memory for the arguments of steps that a line has for itself."""
        try:
            return self.steppers.pop()
        except IndexError:
            return self.new_stepper()

    def new_stepper(self) -> Stepper:
        """Memory for the arguments of steps, which nobody uses."""
        calls = self.machine.prepare_calls(FUNCTIONS, self.parameters)
        return calls.words, calls.functions["step_nth"], calls

    def undo(self, calls: Calls, error: int | None, head: int, to: int) -> None:
        """Gives back what a step had of which nothing has come."""
        if head not in (TOGETHER, NOT_OFFERED):
            calls.release_trap(error)
        self.free.append(to)

    def step_by(self, name: str, position: PooledPosition, n: int, numbers: Sequence[int]) -> tuple[int, int]:
        """Calls one of the functions that take a number and a row of numbers: the number of the position behind it, 0 for
        none, and the word that it returned."""
        calls, to = self.calls(), self.new()
        words = calls.words
        words[0], words[4], words[8] = ~to, position.position, n
        for k, each in enumerate(numbers):
            words[4 * k + 12] = each
        error = calls.functions[name]()
        head = words[0]
        if head <= 0:
            self.undo(calls, error, head, to)
        self.give_back(calls)
        return (to if head > 0 else 0), head

    # ---- positions -------------------------------------------------------------------------------------------------------

    def add(self, h: Any, s: Any) -> Options:
        """A position of slots and boards. Raises TooMuchError for one that does not fit, and TrapError.

        Of those that are put one after another most are the same: the first position of games.
        """
        known = self._last
        if known is None or known[0] is not h or known[1] is not s:
            known = self._last = h, s, self.put_into(Options(self, self.new(), 0), h, s)
        return known[2]

    def put_into(self, made: Position, h: Any, s: Any) -> Position:
        """A position that nobody has, with slots and boards. Raises TooMuchError for what does not fit, and TrapError."""
        self.machine.write(self._pool.at + made.position * self.size, self.encoding.encode(h, s))
        made.stand(self.call("begin_at", ~made.position))
        return made

    def call(self, name: str, *args: int) -> int:
        """Calls a function whose first argument is below 0. Raises TrapError."""
        calls = self.calls()
        for n, each in enumerate(args):
            calls.words[4 * n] = each
        error = calls.functions[name]()
        found: int = calls.words[0]
        if found < 0:
            calls.release_trap(error)
        self.give_back(calls)
        if found < 0:
            raise TrapError(0)
        return found

    def rows_of(self, position: PooledPosition) -> list[tuple[int, ...]]:
        """The rows of the options of a position, or of what chance may bring there. Raises TrapError."""
        machine, stride = self.machine, self.sorts[decision_in(position.head)][0]
        at, size = 4 * self.rows, 4 * stride * count_in(position.head)
        while True:
            words = machine.words
            calls = words[self.moves]
            data = machine.read(at, size)
            if words[self.listed] == position.position and words[self.moves] == calls:
                return list(struct.iter_unpack(f"<{stride}i", data))
            self.call("list_at", ~position.position)

    def options_of(self, position: PooledPosition) -> tuple[Chosen, ...]:
        """The options of a position, in the order of `Line.options`. Raises TrapError."""
        widths = self.sorts[decision_in(position.head)][1]
        rows = self.rows_of(position)
        if len(widths) > 1:
            return tuple([(row[0], row[1 : 1 + widths[row[0]]]) for row in rows])
        return tuple([(0, row[: widths[0]]) for row in rows])


def _reader(rows: int, stride: int, widths: tuple[int, ...]) -> Reader:
    """Reads an option of a number out of the words of memory, of the rows that are listed from some word on."""
    if len(widths) > 1:
        wide = dict(enumerate(widths))

        def several(words: Any, n: int) -> Chosen:
            at = rows + n * stride
            sort = words[at]
            return sort, tuple(words[at + 1 : at + 1 + wide.get(sort, 0)])

        return several
    width = widths[0]
    if width == stride == 1:
        return lambda words, n: (0, (words[rows + n],))
    return lambda words, n: (0, tuple(words[rows + n * stride : rows + n * stride + width]))
