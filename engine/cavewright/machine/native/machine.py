"""Machines that run modules of the intermediate form: WebAssembly by the wheel of wasmtime, C by a compiler at hand."""

from __future__ import annotations

import atexit
import ctypes
from array import array
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from ..emit.wasm_encoding import PAGE, TRAP_REASON
from .traps import CompilerError, TrapError


class Machine(Protocol):
    """A module at work: its functions can be called, its memory read and written."""

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function. Raises TrapError."""
        ...

    def read(self, at: int, size: int) -> bytes:
        """Bytes of its memory."""
        ...

    def write(self, at: int, data: bytes) -> None:
        """Writes bytes into its memory."""
        ...


def has_wasm() -> bool:
    """Tells if the wheel of wasmtime is installed."""
    return find_spec("wasmtime") is not None


def compiler() -> str | None:
    """A C compiler, if there is one."""
    from .c_compiler import compiler_command

    command = compiler_command()
    return None if command is None else command[0]


@cache
def engine() -> Any:
    """The engine of wasmtime, of which one does for all modules. It compiles on the thread that asks: threads of its own
    would be missing in a forked process, which would wait for them for ever."""
    wasmtime = import_module("wasmtime")
    config = wasmtime.Config()
    config.cranelift_opt_level, config.parallel_compilation = "speed", False
    return wasmtime.Engine(config)


atexit.register(engine.cache_clear)


def compile_wasm(code: bytes) -> Any:
    """A module compiled by wasmtime. Raises CompilerError."""
    wasmtime = import_module("wasmtime")
    try:
        return wasmtime.Module(engine(), code)
    except wasmtime.WasmtimeError as error:
        raise CompilerError("wasmtime does not compile it") from error


class WasmMachine:
    """A compiled module run by wasmtime, with memory of its own. Raises MemoryError where that cannot be had."""

    def __init__(self, module: Any) -> None:
        self.wasmtime = import_module("wasmtime")
        self.store = self.wasmtime.Store(engine())
        try:
            instance = self.wasmtime.Instance(self.store, module, [])
        except self.wasmtime.WasmtimeError as error:
            raise MemoryError("there is no memory for a module, which reserves addresses for 4 GiB") from error
        self.exports = instance.exports(self.store)
        self._look()
        self.functions: dict[str, RawCall] = {}

    def _look(self) -> None:
        """Finds out where its memory lies, and how large it is."""
        memory = self.exports["memory"]
        self.size = memory.data_len(self.store)
        self.base = ctypes.addressof(memory.data_ptr(self.store).contents)
        whole = (ctypes.c_int32 * (self.size // 4)).from_address(self.base)
        self.words = memoryview(whole).cast("B").cast("i")

    def grow(self, size: int) -> None:
        """Has at least so many bytes of memory from now on. Raises MemoryError where they cannot be had."""
        if size > self.size:
            try:
                self.exports["memory"].grow(self.store, -(-(size - self.size) // PAGE))
            except self.wasmtime.WasmtimeError as error:
                raise MemoryError(f"the module cannot have {size:,} bytes of memory") from error
            self._look()

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function. Raises TrapError."""
        found = self.function(name)(*args)
        if found is None:
            raise TrapError(int(self.exports[TRAP_REASON].value(self.store)))
        return found

    def function(self, name: str) -> RawCall:
        """An exported function, which returns None where it stops itself."""
        if name not in self.functions:
            self.functions[name] = RawCall(self.store, self.exports[name])
        return self.functions[name]

    def prepare_calls(self, names: Sequence[str], room: int) -> PreparedCalls:
        """Room for the arguments of calls of functions of some names."""
        return PreparedCalls(self, names, room)

    def read(self, at: int, size: int) -> bytes:
        """Bytes of its memory."""
        if at < 0 or at + size > self.size:
            raise IndexError(f"no memory from {at} on for {size} bytes")
        return ctypes.string_at(self.base + at, size)

    def write(self, at: int, data: bytes) -> None:
        """Writes bytes into its memory."""
        if at < 0 or at + len(data) > self.size:
            raise IndexError(f"no memory from {at} on for {len(data)} bytes")
        ctypes.memmove(self.base + at, data, len(data))


class RawCall:
    """A function of a module, called with plain numbers: nothing is converted, which is most of what a call takes."""

    __slots__ = ("arguments", "buffer", "function", "of_error", "of_trap", "raw", "store", "trap", "where")

    def __init__(self, store: Any, function: Any) -> None:
        ffi = import_module("wasmtime._ffi")
        self.store, self.function = store, function
        self.arguments = len(function.type(store).params)
        room = max(1, self.arguments)
        self.buffer = (ctypes.c_int32 * (4 * room))()
        self.trap = ctypes.c_void_p()
        context = ctypes.cast(store._context(), ctypes.c_void_p).value
        addresses = [ctypes.addressof(each) for each in (function._func, self.buffer, self.trap)]
        self.where = (context, *addresses[:2], room, addresses[2])
        self.raw = ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, RAW)
        self.of_error = ffi.wasmtime_error_delete, ctypes.POINTER(ffi.wasmtime_error_t)
        self.of_trap = ffi.wasm_trap_delete, ctypes.POINTER(ffi.wasm_trap_t)

    def __call__(self, *args: int) -> int | None:
        """Calls the function, and returns its result, or None where it stopped itself."""
        if len(args) != self.arguments:
            raise TypeError(f"{self.arguments} numbers, not {len(args)}")
        buffer = self.buffer
        for n, each in enumerate(args):
            buffer[4 * n] = each
        error = self.raw(*self.where)
        if error or self.trap.value:
            self._release_trap(error)
            return None
        return buffer[0]

    def _release_trap(self, error: int | None) -> None:
        """Releases the values that say why a call was stopped."""
        for told, (delete, pointer) in ((error, self.of_error), (self.trap.value, self.of_trap)):
            if told:
                delete(ctypes.cast(told, pointer))
        self.trap.value = None


class PreparedCalls:
    """Calls of functions of a module, with arguments that stand in memory of their own: nothing is made for a call.
    `functions` are those of some names, called without arguments; what they give is for `stopped`.

    Argument *n* is `words[4 * n]`, and what a function returns stands in `words[0]` afterwards; where it stops itself,
    its first argument stays there. Python carries out nothing else during a call, in no thread.
    """

    __slots__ = ("_trap", "functions", "words")

    def __init__(self, machine: WasmMachine, names: Sequence[str], room: int) -> None:
        self._trap = ctypes.c_void_p()
        room = max(room, *(machine.function(each).arguments for each in names))
        self.words = array("i", bytes(16 * room))
        rest = _pointer(self.words.buffer_info()[0]), _pointer(room), ctypes.byref(self._trap)
        self.functions: dict[str, Callable[[], int | None]] = {}
        for each in names:
            context, function = map(_pointer, machine.function(each).where[:2])
            self.functions[each] = partial(_unchecked_call(), context, function, *rest)

    def release_trap(self, error: int | None) -> None:
        """Releases the values that say why the last call was stopped."""
        ffi = import_module("wasmtime._ffi")
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        if self._trap.value:
            ffi.wasm_trap_delete(ctypes.cast(self._trap.value, ctypes.POINTER(ffi.wasm_trap_t)))
        self._trap.value = None


def _pointer(number: int | None) -> Any:
    """A number as an argument that ctypes passes on as it is, without making anything of it."""
    return ctypes.byref(ctypes.c_char.from_address(number or 0))


@cache
def _unchecked_call() -> Any:
    """The function of wasmtime that converts nothing, called without giving up the lock of the interpreter, and with
    prepared arguments alone."""
    library = import_module("wasmtime._ffi").dll
    found = ctypes.PyDLL(library._name, handle=library._handle).wasmtime_func_call_unchecked
    found.restype = ctypes.c_void_p
    return found


RAW = ctypes.CFUNCTYPE(*[ctypes.c_void_p] * 4, ctypes.c_size_t, ctypes.c_void_p)
"""The function of wasmtime that converts nothing: it takes addresses and how many values there is room for."""


def machine(module: Any, backend: str, checked: bool = False) -> Machine:
    """A machine that runs a `Module` of the form. What prints the form is loaded when it is first asked for."""
    if backend == PYTHON:
        from .python_machine import PythonMachine

        return PythonMachine(module, checked)
    if backend == C:
        from .c_machine import CMachine

        return CMachine(module, checked)
    from ..emit.wasm import wasm

    return WasmMachine(compile_wasm(wasm(module, checked)))


WASM, C, PYTHON = "wasm", "c", "python"
