"""Machine that runs a module of the intermediate form as Python, without anything that has to be installed."""

from __future__ import annotations

import hashlib
import marshal
import pickle
import sys
from collections.abc import Callable, Sequence
from functools import partial
from types import CodeType
from typing import Any

from ...foundation.storage import cache
from ...rules.model.types import MOST
from ..emit.python_memory import Plan, Position
from ..emit.python_source import python_source
from ..ir.form import LONG, Module
from .traps import CompilerError, TrapError

MASK = 2**32 - 1
FEW_BYTES = 20_000
"""A form of so many bytes is printed as quickly as it is read."""


def trap(reason: int) -> int:
    """Stops everything."""
    raise TrapError(reason)


def check_range(n: int, low: int, high: int) -> int:
    """A number that has to lie in a range."""
    return n if low <= n <= high else trap(4)


def as_signed(n: int) -> int:
    """A number as far as it goes into a word."""
    return (n + 2**31 & MASK) - 2**31


def room(many: int, most: int) -> int:
    """A number of rows, if there is room for them."""
    return many if many <= most else trap(3)


def nth_bit(word: int, n: int, last: int = 31) -> int:
    """The place of a bit of a word that is set, counted from the lowest; the last one where there are not so many."""
    for shift in range(0, last, 8):
        places = BYTES[word >> shift & 255]
        if n < len(places):
            return places[n] + shift
        n -= len(places)
    return last


BYTES = [tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]
PRELUDE: dict[str, Any] = {
    "trap": trap,
    "checked": check_range,
    "room": room,
    "quotient": lambda a, b: a // b if b else 0,
    "rest": lambda a, b: a % b if b else 0,
    "lowest": lambda a: (a & -a).bit_length() - 1 if a else 32,
    "long_lowest": lambda a: (a & -a).bit_length() - 1 if a else 64,
    "nth_bit": nth_bit,
    "long_nth_bit": partial(nth_bit, last=63),
    "rotated": lambda a, n: a >> n | a << (-n & 63) & LONG.high,
    "clamped": lambda a, b: max(-MOST, min(a * b, MOST)),
    "high_product": lambda a, b: as_signed((a & MASK) * (b & MASK) >> 32),
    "rest_of_word": lambda a, b: as_signed((a & MASK) % (b & MASK)),
    "entries": lambda a, start, stop, shift: [a[n + shift] for n in range(start, stop)],
    "BIT": tuple(as_signed(1 << n) for n in range(32)),
    "BITS": tuple(BYTES),
    **{f"BITS{k}": tuple(tuple(bit + 8 * k for bit in each) for each in BYTES) for k in range(1, 8)},
}
"""What printed code calls."""


def compile_module(module: Module, checked: bool = False) -> tuple[Plan, CodeType]:
    """Returns the plan of the memory of a module, and its functions, compiled: from what was kept of them, if that is
    whole and of this very program and Python, else anew. Raises CompilerError."""
    plan, form = Plan(module), pickle.dumps((module.arrays, module.functions))
    said = hashlib.sha256(form).hexdigest()
    key = cache.key_of(["python", cache.program(), sys.implementation.cache_tag or "", str(checked), said])
    known = cache.read(key) if len(form) > FEW_BYTES else None
    if known is not None:
        return plan, marshal.loads(known)
    try:
        made = compile(python_source(module, plan, checked), "<module>", "exec")
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise CompilerError("Python does not compile blocks that are nested so deep") from error
    if len(form) > FEW_BYTES:
        cache.write(key, marshal.dumps(made))
    return plan, made


class PythonMachine:
    """A module as Python, with memory of its own."""

    def __init__(self, module: Module, checked: bool = False) -> None:
        self.plan, code = compile_module(module, checked)
        segments = self.plan.segments
        self.lists = self.plan.empty(segments)
        self.held = [each for segment, each in zip(segments, self.lists, strict=True) if segment.of_position]
        self.copied = [each for each, of in zip(self.held, self.plan.of_position, strict=True) if not of.is_noted]
        self.log: list[Any] = []
        self.kept: list[list[Any]] = [[None] * self.plan.room(each) for each in self.plan.kept]
        names = self._names()
        exec(code, names)
        numbered = {each.name: f"f{n}" for n, each in enumerate(module.functions)}
        self.functions: dict[str, Callable[..., int]] = {each: names[number] for each, number in numbered.items()}

    def _names(self) -> dict[str, Any]:
        """Returns the names that printed code calls, and the lists that it reads and writes."""
        return {
            **PRELUDE,
            **{segment.name: each for segment, each in zip(self.plan.segments, self.lists, strict=True)},
            **{f"K{n}": each for n, each in enumerate(self.kept)},
            **{f"T{n}": table_of(each.values or (), each.origin) for n, each in enumerate(self.plan.tables)},
            "log": self.log,
            "take": self.take,
            "whole": self.whole,
            "put_back": self.put_back,
        }

    def take(self) -> Position:
        """Returns all that is needed to come back to the position, as long as nothing before it is taken back."""
        return tuple([tuple(each) for each in self.copied]), len(self.log)

    def whole(self) -> Sequence[Sequence[int]]:
        """All numbers of the position."""
        return [tuple(each) for each in self.held]

    def put_back(self, kept: Position) -> None:
        """The position becomes one that there was before it."""
        numbers, mark = kept
        if mark < 0:
            self.log.clear()
            for each, others in zip(self.held, numbers, strict=True):
                each[:] = others
            return
        noted = self.log[mark:]
        del self.log[mark:]
        for n in range(len(noted) - 3, -1, -3):
            noted[n][noted[n + 1]] = noted[n + 2]
        for each, others in zip(self.copied, numbers, strict=True):
            each[:] = others

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function. Raises TrapError."""
        try:
            return int(self.functions[name](*args))
        except IndexError:
            raise TrapError(4) from None

    def read(self, at: int, size: int) -> bytes:
        """Bytes of its memory."""
        return self.plan.pack(self.lists, self.plan.segments, at, at + size)

    def write(self, at: int, data: bytes) -> None:
        """Writes bytes into its memory."""
        plan, position = self.plan, self.plan.position
        if position is not None:
            kept = next((n for n, each in enumerate(plan.kept) if each.at == at), None)
            if kept is not None:
                made = plan.empty(plan.of_position)
                plan.unpack(made, plan.of_position, position.at, data)
                self.kept[kept][0] = made, -1
                return
            if at < position.end and position.at < at + len(data):
                self.log.clear()
        plan.unpack(self.lists, plan.segments, at, data)


def table_of(values: tuple[int, ...], origin: int) -> tuple[int, ...]:
    """A table whose entries below 0 lie at its end."""
    first = max(0, -origin)
    return (*values[first:], *values[:first])
