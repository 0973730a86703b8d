"""Ways to run WebAssembly: the wheel of wasmtime, or the browser in which Python itself runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from .browser import BrowserMachine, BrowserModule, has_browser
from .machine import Machine, WasmMachine, compile_wasm, engine, has_wasm


class Calls(Protocol):
    """Calls of functions of a module, with arguments in room of their own; see `PreparedCalls`."""

    words: Any
    functions: dict[str, Callable[[], int | None]]

    def release_trap(self, error: int | None) -> None:
        """Releases the values that say why the last call was stopped."""
        ...


class PoolMachine(Machine, Protocol):
    """A machine with memory that can grow, as a pool of positions needs it."""

    size: int
    words: Any
    """its memory, word by word"""

    def grow(self, size: int) -> None:
        """Has at least so many bytes of memory from now on. Raises MemoryError where they cannot be had."""
        ...

    def prepare_calls(self, names: Sequence[str], room: int) -> Calls:
        """Room for the arguments of calls of functions of some names."""
        ...


@dataclass(frozen=True)
class WebAssembly:
    """A way to run WebAssembly: compiled modules are made of bytes, kept as bytes, and started."""

    version: Callable[[], str]
    compile: Callable[[bytes], Any]
    dump: Callable[[Any], bytes]
    load: Callable[[bytes], Any]
    start: Callable[[Any], PoolMachine]


@cache
def _wheel_version() -> str:
    """Identity of the wheel of wasmtime that is installed: by its files, which are sooner asked than its metadata."""
    spec = find_spec("wasmtime")
    assert spec is not None and spec.origin is not None
    found = [
        (each.name, each.stat().st_size, each.stat().st_mtime_ns) for each in Path(spec.origin).parent.glob("_*.py")
    ]
    return repr(sorted(found))


def _deserialise(code: bytes) -> Any:
    return import_module("wasmtime").Module.deserialize(engine(), code)


WASMTIME = WebAssembly(
    _wheel_version, compile_wasm, lambda module: bytes(module.serialize()), _deserialise, WasmMachine
)
BROWSER = WebAssembly(
    lambda: "browser", BrowserModule, lambda module: bytes(module.code), BrowserModule, BrowserMachine
)


def web_assembly() -> WebAssembly | None:
    """The way in which WebAssembly is run here; None where nothing runs it."""
    if has_browser():
        return BROWSER
    return WASMTIME if has_wasm() else None


def is_loaded() -> bool:
    """Tells if what runs WebAssembly here is ready in this process: the wheel takes some hundredths of a second."""
    return has_browser() or engine.cache_info().currsize > 0
