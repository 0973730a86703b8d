"""Arrays of numpy that lie in the memory of a module."""

from __future__ import annotations

import ctypes
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...machine.ir.form import Array
from ...machine.native.machine import WasmMachine
from ...machine.native.native_error import NativeError

TYPES = {1: "int8", 2: "int16", 4: "int32"}


def numpy() -> Any:
    """The library. Raises NativeError where it is not installed."""
    if find_spec("numpy") is None:
        raise NativeError("a batch is told in arrays of numpy: install it with `pip install numpy`")
    return import_module("numpy")


class MachineArrays:
    """Makes arrays that are views of the memory of a machine, which lives as long as one of them does."""

    def __init__(self, machine: WasmMachine) -> None:
        self._numpy = numpy()
        whole: Any = (ctypes.c_uint8 * machine.size).from_address(machine.base)
        whole.machine = machine
        self._bytes = self._numpy.frombuffer(whole, self._numpy.uint8)

    def view(self, array: Array, shape: tuple[int, ...], kind: str = "") -> Any:
        """An array of memory, as far as it is of a shape."""
        dtype = self._numpy.dtype(kind or TYPES[array.width])
        size = dtype.itemsize
        for each in shape:
            size *= each
        return self._bytes[array.at : array.at + size].view(dtype).reshape(shape)
