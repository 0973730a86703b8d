"""Pool of positions in the memory of a machine: all lines of a game stand in it, each at positions of its own."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from ..interpret.step import Chosen
from ..ir.interface import Interface
from ..ir.position_pool import NOT_OFFERED, TOGETHER, count_in, decision_in
from .machine import PreparedCalls, WasmMachine
from .pooled_position import PooledPosition, Reader
from .traps import TrapError

FUNCTIONS = ("step", "step_row", "step_offered", "list_at", "begin_at")
MORE = 64
"""Positions for which memory is added at a time, at least."""


class PositionPool:
    """Positions by number. A call goes from one to another and names both, so lines and threads may share it: what one
    of them asks for does not depend on what others did before."""

    def __init__(self, interface: Interface, machine: WasmMachine) -> None:
        self.interface, self.encoding, self.machine = interface, interface.encoding, machine
        self.size = 4 * self.encoding.whole.length
        symbols = interface.symbols
        self._pool, self.rows = symbols["pool"], symbols["rows"].at // 4
        self.here = symbols["here"].at // 4
        self.moves = symbols["moves"].at // 4
        """which words of memory say where the module stands, and count its calls"""
        self.most = self._pool.length // self.encoding.whole.length
        self.pcs = tuple(interface.strides)
        self.sorts = tuple((interface.strides[pc], interface.widths[pc]) for pc in self.pcs)
        """of every decision how many numbers a row has, and how many values each sort of option has"""
        self.readers = tuple(_reader(self.rows, *each) for each in self.sorts)
        self.parameters = 4 + max((max(widths) for _, widths in self.sorts), default=1)
        self.free: list[int] = []
        """numbers of positions that nobody needs any more"""
        self._fresh = count(1)
        self._callers: list[PreparedCalls] = []
        self._steppers: list[tuple[memoryview, Callable[[], int | None], PreparedCalls]] = []
        """memory for the arguments of steps by number, of which each is used by one call at a time"""
        self._last: tuple[Any, Any, PooledPosition] | None = None

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
        return made

    def data(self, position: int) -> bytes:
        """The bytes of a position."""
        return self.machine.read(self._pool.at + position * self.size, self.size)

    def calls(self) -> PreparedCalls:
        """Memory for the arguments of calls, which nobody uses."""
        try:
            return self._callers.pop()
        except IndexError:
            return PreparedCalls(self.machine, FUNCTIONS, self.parameters)

    def give_back(self, calls: PreparedCalls) -> None:
        """Nobody uses that memory any more."""
        self._callers.append(calls)

    # ---- steps -----------------------------------------------------------------------------------------------------------

    def step_row(self, position: PooledPosition, n: int) -> PooledPosition | None:
        """The position behind an option or an outcome of chance, by its number; None where the module cannot say it."""
        steppers = self._steppers
        try:
            stepper = steppers.pop()
        except IndexError:
            stepper = self._stepper()
        words, step, calls = stepper
        try:
            to = self.free.pop()
        except IndexError:
            to = self.new()
        words[0], words[4], words[8] = ~to, position.position, n
        error = step()
        head = words[0]
        if head <= 0:
            self._undone(calls, error, head, to)
            steppers.append(stepper)
            return None
        steppers.append(stepper)
        return PooledPosition(self, to, head)

    def _stepper(self) -> tuple[memoryview, Callable[[], int | None], PreparedCalls]:
        """Memory for the arguments of steps, which nobody uses."""
        calls = PreparedCalls(self.machine, FUNCTIONS, self.parameters)
        return calls.words, calls.functions["step_row"], calls

    def _undone(self, calls: PreparedCalls, error: int | None, head: int, to: int) -> None:
        """Nothing has come of a step."""
        if head not in (TOGETHER, NOT_OFFERED):
            calls.stopped(error)
        self.free.append(to)

    def step_offered(self, position: PooledPosition, row: Sequence[int]) -> PooledPosition | bool | None:
        """The position behind an option, by the numbers of its row. False where it is not offered, None where the module
        cannot say it."""
        if not all(-(2**31) <= each < 2**31 for each in row):
            return False
        calls, to = self.calls(), self.new()
        words = calls.words
        words[0], words[4], words[8] = ~to, position.position, len(row)
        for n, each in enumerate(row):
            words[4 * n + 12] = each
        error = calls.functions["step_offered"]()
        head = words[0]
        if head <= 0:
            self._undone(calls, error, head, to)
        self.give_back(calls)
        if head > 0:
            return PooledPosition(self, to, head)
        return False if head == NOT_OFFERED else None

    # ---- positions -------------------------------------------------------------------------------------------------------

    def put(self, h: Any, s: Any) -> PooledPosition:
        """A position of slots and boards. Raises TooMuchError for one that does not fit, and TrapError.

        Of those that are put one after another most are the same: the first position of games.
        """
        known = self._last
        if known is not None and known[0] is h and known[1] is s:
            return known[2]
        data = self.encoding.encoded(h, s)
        made = PooledPosition(self, self.new(), 0)
        machine, position = self.machine, made.position
        ctypes.memmove(machine.base + self._pool.at + position * self.size, data, self.size)
        made.head = self.call("begin_at", ~position)
        self._last = h, s, made
        return made

    def call(self, name: str, *args: int) -> int:
        """Calls a function whose first argument is below 0. Raises TrapError."""
        calls = self.calls()
        for n, each in enumerate(args):
            calls.words[4 * n] = each
        error = calls.functions[name]()
        found = calls.words[0]
        if found < 0:
            calls.stopped(error)
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
            if words[self.here] == position.position and words[self.moves] == calls:
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

        def several(words: memoryview, n: int) -> Chosen:
            at = rows + n * stride
            sort = words[at]
            return sort, tuple(words[at + 1 : at + 1 + wide.get(sort, 0)])

        return several
    width = widths[0]
    if width == stride == 1:
        return lambda words, n: (0, (words[rows + n],))
    return lambda words, n: (0, tuple(words[rows + n * stride : rows + n * stride + width]))
