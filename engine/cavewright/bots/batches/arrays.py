"""Arrays of numpy for what stands in the memory of a module: its memory itself where Python sees that, else copies."""

from __future__ import annotations

import ctypes
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from ...machine.ir.arrays import Array
from ...machine.native.machine import WasmMachine
from ...machine.native.native_error import NativeError
from ...machine.native.web_assembly import PoolMachine

TYPES = {1: "int8", 2: "int16", 4: "int32"}


def numpy() -> Any:
    """The library. Raises NativeError where it is not installed."""
    if find_spec("numpy") is None:
        raise NativeError("a batch is told in arrays of numpy: install it with `pip install numpy`")
    return import_module("numpy")


class MemoryArrays(Protocol):
    """Arrays of what stands in the memory of a machine."""

    def view(self, array: Array, shape: tuple[int, ...], kind: str = "") -> Any:
        """An array of memory, as far as it is of a shape: the same one as long as there is the machine."""
        ...

    def read(self, array: Array, shape: tuple[int, ...], kind: str = "") -> Any:
        """An array of what stands there now, which nobody writes."""
        ...

    def push(self) -> None:
        """Writes what Python has written into arrays: the machine is about to be called."""
        ...

    def pull(self) -> None:
        """Reads what the machine has written."""
        ...


def arrays_of(machine: PoolMachine) -> MemoryArrays:
    """Returns the arrays of a machine."""
    return SharedArrays(machine) if isinstance(machine, WasmMachine) else CopiedArrays(machine)


class SharedArrays:
    """Makes arrays that are views of the memory of a machine, which lives as long as one of them does."""

    def __init__(self, machine: WasmMachine) -> None:
        self._numpy = numpy()
        whole: Any = (ctypes.c_uint8 * machine.size).from_address(machine.base)
        whole.machine = machine
        self._bytes = self._numpy.frombuffer(whole, self._numpy.uint8)

    def view(self, array: Array, shape: tuple[int, ...], kind: str = "") -> Any:
        """An array of memory, as far as it is of a shape."""
        dtype, size = _form(self._numpy, array, shape, kind)
        return self._bytes[array.at : array.at + size].view(dtype).reshape(shape)

    read = view

    def push(self) -> None:
        """Nothing: arrays are the memory itself."""

    def pull(self) -> None:
        """Nothing: arrays are the memory itself."""


class CopiedArrays:
    """Makes arrays that are copies of the memory of a machine, as in a browser: they are written there before a call, and
    read from there after it."""

    def __init__(self, machine: PoolMachine) -> None:
        self._numpy, self._machine = numpy(), machine
        self._copies: list[tuple[int, int, Any]] = []

    def view(self, array: Array, shape: tuple[int, ...], kind: str = "") -> Any:
        """An array that holds what stands in memory, between two calls."""
        found = self.read(array, shape, kind).copy()
        self._copies.append((array.at, found.nbytes, found))
        return found

    def read(self, array: Array, shape: tuple[int, ...], kind: str = "") -> Any:
        """An array of what stands there now."""
        dtype, size = _form(self._numpy, array, shape, kind)
        return self._numpy.frombuffer(self._machine.read(array.at, size), dtype).reshape(shape)

    def push(self) -> None:
        """Writes what Python has written into arrays."""
        for at, _, found in self._copies:
            self._machine.write(at, found.tobytes())

    def pull(self) -> None:
        """Reads what the machine has written."""
        for at, size, found in self._copies:
            found[...] = self._numpy.frombuffer(self._machine.read(at, size), found.dtype).reshape(found.shape)


def _form(numpy: Any, array: Array, shape: tuple[int, ...], kind: str) -> tuple[Any, int]:
    """The type of the entries of an array, and how many bytes it takes in a shape."""
    dtype = numpy.dtype(kind or TYPES[array.width])
    size = dtype.itemsize
    for each in shape:
        size *= each
    return dtype, size
