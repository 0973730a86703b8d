"""Machine of C: a module compiled by the C compiler at hand, in a library of this process."""

from __future__ import annotations

import ctypes
import tempfile
from pathlib import Path

from ..emit.c_source import c_source, prefix
from ..ir.form import Module
from .c_compiler import compile_library, compiler_command
from .traps import TrapError


class CMachine:
    """A module compiled by a C compiler, loaded into this process."""

    def __init__(self, module: Module, checked: bool = False) -> None:
        command = compiler_command()
        if command is None:
            raise FileNotFoundError("no C compiler")
        self.prefix = prefix(module)
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "module.so"
            compile_library(command, c_source(module, checked).encode(), library, ("-std=c99", "-O2", "-w"))
            self.library = ctypes.CDLL(str(library))
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
