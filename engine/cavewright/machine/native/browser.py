"""Machine in a browser: modules run by the WebAssembly of JavaScript, which Pyodide lends to Python as `js`."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..emit.wasm_encoding import PAGE, TRAP_REASON
from .traps import CompilerError, TrapError


def has_browser() -> bool:
    """Tells if Python runs in JavaScript, which runs modules as well."""
    return sys.platform == "emscripten" and find_spec("js") is not None


@cache
def _javascript() -> tuple[Any, type[Exception]]:
    """The global names of JavaScript, and the exception that stands for one of its own."""
    return import_module("js"), import_module("pyodide.ffi").JsException


class BrowserModule:
    """A module that JavaScript has compiled, with its bytes, since compiled code cannot be kept there."""

    def __init__(self, code: bytes) -> None:
        js, error = _javascript()
        self.code = code
        source = js.Uint8Array.new(len(code))
        source.assign(code)
        try:
            self.compiled = js.WebAssembly.Module.new(source)
        except error as found:
            raise CompilerError("the browser does not compile it") from found


class BrowserMachine:
    """A module at work in JavaScript, with memory of its own, of which Python reads and writes copies."""

    def __init__(self, module: BrowserModule) -> None:
        js, self.error = _javascript()
        self.exports = js.WebAssembly.Instance.new(module.compiled).exports
        self._look()
        self.functions: dict[str, Callable[..., int | None]] = {}

    def _look(self) -> None:
        """Finds its memory, which is another one after it has grown."""
        js, _ = _javascript()
        buffer = self.exports.memory.buffer
        self.size = int(buffer.byteLength)
        self.bytes = js.Uint8Array.new(buffer)
        self.words = js.Int32Array.new(buffer)

    def grow(self, size: int) -> None:
        """Has at least so many bytes of memory from now on. Raises MemoryError where they cannot be had."""
        if size > self.size:
            try:
                self.exports.memory.grow(-(-(size - self.size) // PAGE))
            except self.error as found:
                raise MemoryError(f"the module cannot have {size:,} bytes of memory") from found
            self._look()

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function. Raises TrapError."""
        found = self.function(name)(*args)
        if found is None:
            raise TrapError(int(getattr(self.exports, TRAP_REASON).value))
        return found

    def function(self, name: str) -> Callable[..., int | None]:
        """An exported function, which returns None where it stops itself."""
        if name not in self.functions:
            self.functions[name] = partial(self._call, getattr(self.exports, name))
        return self.functions[name]

    def _call(self, function: Any, *args: int) -> int | None:
        """Calls a function of JavaScript."""
        try:
            return int(function(*args))
        except self.error:
            return None

    def prepare_calls(self, names: Sequence[str], room: int) -> BrowserCalls:
        """Room for the arguments of calls of functions of some names."""
        return BrowserCalls(self, names, room)

    def read(self, at: int, size: int) -> bytes:
        """Bytes of its memory."""
        if at < 0 or at + size > self.size:
            raise IndexError(f"no memory from {at} on for {size} bytes")
        return bytes(self.bytes.subarray(at, at + size).to_bytes())

    def write(self, at: int, data: bytes) -> None:
        """Writes bytes into its memory."""
        if at < 0 or at + len(data) > self.size:
            raise IndexError(f"no memory from {at} on for {len(data)} bytes")
        self.bytes.subarray(at, at + len(data)).assign(data)


class BrowserCalls:
    """Calls of functions of a module with arguments that stand in room of their own, as `PreparedCalls` has them:
    argument *n* is `words[4 * n]`, and what a function returns stands in `words[0]` afterwards."""

    __slots__ = ("functions", "words")

    def __init__(self, machine: BrowserMachine, names: Sequence[str], room: int) -> None:
        self.words = array("i", bytes(16 * room))
        exports = [(each, getattr(machine.exports, each)) for each in names]
        self.functions = {name: _prepare(each, self.words, machine.error) for name, each in exports}

    def release_trap(self, error: int | None) -> None:
        """Nothing: JavaScript frees what says why a call was stopped."""


def _prepare(function: Any, words: array[int], error: type[Exception]) -> Callable[[], int | None]:
    """A function of JavaScript that takes its arguments from some words; it returns something else than None where it
    stopped itself. Most calls are those of `step_nth`, which has three."""
    end = 4 * int(function.length)

    def call() -> int | None:
        try:
            words[0] = function(*words[:end:4])
        except error:
            return 1
        return None

    def call_with_three() -> int | None:
        try:
            words[0] = function(words[0], words[4], words[8])
        except error:
            return 1
        return None

    return call_with_three if end == 12 else call
