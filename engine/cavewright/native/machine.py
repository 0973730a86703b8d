"""Machines that run modules of the intermediate form: WebAssembly by the wheel of wasmtime, C by a compiler at hand."""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from ..emit.c_source import c_source, prefix
from ..emit.wasm import TRAP_REASON, wasm
from ..ir.form import Module
from ..source import cache as kept

COMPILERS = ("cc", "gcc", "clang")
MOST_SECONDS = 120
"""Time that a C compiler may take."""


class TrapError(Exception):
    """A module stopped itself: `reason` is the number of its reason, 0 for one that is not its own."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


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
    """Whether the wheel of wasmtime is installed."""
    return find_spec("wasmtime") is not None


def compiler() -> str | None:
    """A C compiler, if there is one."""
    return next((found for each in COMPILERS if (found := shutil.which(each))), None)


@cache
def _engine() -> Any:
    """The engine of wasmtime, of which one does for all modules."""
    wasmtime = import_module("wasmtime")
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return wasmtime.Engine(config)


atexit.register(_engine.cache_clear)


class WasmMachine:
    """A module run by wasmtime. What was compiled is kept between runs."""

    def __init__(self, code: bytes) -> None:
        self.wasmtime, engine = import_module("wasmtime"), _engine()
        self.store = self.wasmtime.Store(engine)
        instance = self.wasmtime.Instance(self.store, self._compiled(engine, code), [])
        self.exports = instance.exports(self.store)
        self.memory = self.exports["memory"]

    def _compiled(self, engine: Any, code: bytes) -> Any:
        """The module, from what was kept of it if that is whole and of this very version of wasmtime."""
        key = kept.key_of(["wasm", version("wasmtime"), hashlib.sha256(code).hexdigest()])
        known = kept.read(key)
        if known is not None:
            try:
                return self.wasmtime.Module.deserialize(engine, known)
            except self.wasmtime.WasmtimeError:
                pass
        module = self.wasmtime.Module(engine, code)
        kept.write(key, bytes(module.serialize()))
        return module

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function. Raises TrapError."""
        try:
            return int(self.exports[name](self.store, *args))
        except (self.wasmtime.Trap, self.wasmtime.WasmtimeError):
            reason = int(self.exports[TRAP_REASON].value(self.store))
            raise TrapError(reason) from None

    def read(self, at: int, size: int) -> bytes:
        """Bytes of its memory."""
        return bytes(self.memory.read(self.store, at, at + size))

    def write(self, at: int, data: bytes) -> None:
        """Writes bytes into its memory."""
        self.memory.write(self.store, data, at)


class CMachine:
    """A module compiled by a C compiler, loaded into this process."""

    def __init__(self, module: Module, checked: bool = False) -> None:
        found = compiler()
        if found is None:
            raise FileNotFoundError("no C compiler")
        self.prefix = prefix(module)
        with tempfile.TemporaryDirectory() as folder:
            library = str(Path(folder) / "module.so")
            subprocess.run(
                [found, "-x", "c", "-std=c99", "-O2", "-shared", "-fPIC", "-w", "-o", library, "-"],
                input=c_source(module, checked).encode(),
                check=True,
                timeout=MOST_SECONDS,
            )
            self.library = ctypes.CDLL(library)
        self.memory = ctypes.c_void_p.in_dll(self.library, f"{self.prefix}_memory").value or 0
        self.trap_reason = ctypes.c_int32.in_dll(self.library, f"{self.prefix}_trap_reason")

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function. Raises TrapError."""
        found = int(self.library[f"{self.prefix}_{name}"](*map(ctypes.c_int32, args)))
        if self.trap_reason.value:
            raise TrapError(self.trap_reason.value)
        return found

    def read(self, at: int, size: int) -> bytes:
        """Bytes of its memory."""
        return ctypes.string_at(self.memory + at, size)

    def write(self, at: int, data: bytes) -> None:
        """Writes bytes into its memory."""
        ctypes.memmove(self.memory + at, data, len(data))


def machine(module: Module, backend: str, checked: bool = False) -> Machine:
    """A machine that runs a module."""
    return CMachine(module, checked) if backend == C else WasmMachine(wasm(module, checked))


WASM, C = "wasm", "c"
