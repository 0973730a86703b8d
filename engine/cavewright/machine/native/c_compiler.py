"""C compiler at hand: which one it is, and how it makes a library of a source."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from .traps import CompilerError

COMPILERS = ("cc", "gcc", "clang")
MOST_SECONDS = 120
"""Time that a C compiler may take."""
NATIVE = ("-march=native", "-mtune=generic")
"""Flags of compilers: what this processor knows is used, but ordered as for any; wide registers only cost here."""
LIBRARY = ("-shared", "-fPIC")
LEFT_OPEN = ("-undefined", "dynamic_lookup")
"""Flags by which the linker of macOS leaves open what Python itself has."""
MOST_SHOWN = 300
"""Characters of what a compiler says that are shown."""


def compiler_command() -> tuple[str, ...] | None:
    """The command of a C compiler, if there is one: what `CC` names, what Python was compiled by, or one of a usual name."""
    named = os.environ.get("CC", "").strip()
    if named:
        return _command(named)
    usual = (_command(each) for each in (str(sysconfig.get_config_var("CC") or ""), *COMPILERS))
    return next((each for each in usual if each is not None), None)


def _command(text: str) -> tuple[str, ...] | None:
    """The words of a command, with the path of its program, if that is there."""
    try:
        program, *rest = shlex.split(text) or [""]
    except ValueError:
        return None
    found = shutil.which(program) if program else None
    return None if found is None else (found, *rest)


def identity(command: Sequence[str]) -> str:
    """Stands for a compiler as it is installed: another version has another size or time."""
    found = os.stat(command[0])
    return repr((tuple(command), os.path.realpath(command[0]), found.st_size, found.st_mtime_ns))


@cache
def processor() -> str | None:
    """Returns what this processor can do, as the system says it; none where it does not say."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            name, _, flags = line.partition(":")
            if name.strip() in ("flags", "Features"):
                return f"{platform.machine()} {flags.strip()}"
    return None


def compile_library(command: Sequence[str], source: bytes, library: Path, flags: Sequence[str] = ()) -> None:
    """Compiles C for this very processor, or where the compiler does not know that for all of its kind. Raises CompilerError."""
    said = ""
    for more in _processor_flags():
        whole = [*command, "-x", "c", *LIBRARY, *flags, *more, "-o", str(library), "-"]
        code, said = _run_compiler(whole, source)
        if not code:
            return
    first = next((line for line in said.splitlines() if "error" in line), said.strip()[:MOST_SHOWN])
    raise CompilerError(
        f"the C compiler does not take it: {first[:MOST_SHOWN]}" if first else "the C compiler does not take it"
    )


def _processor_flags() -> Iterator[tuple[str, ...]]:
    """Flags to try one after another."""
    open_ = LEFT_OPEN if sys.platform == "darwin" else ()
    if processor() is not None:
        yield *NATIVE, *open_
    yield open_


def _run_compiler(command: Sequence[str], source: bytes) -> tuple[int, str]:
    """Runs a compiler, with all programs that it starts, and returns its code and what it said. Whatever happens, none of
    them goes on. Raises CompilerError."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(source)
        given.seek(0)
        try:
            process = subprocess.Popen(command, stdin=given, stdout=said, stderr=said, start_new_session=True)
        except OSError as error:
            raise CompilerError(f"the C compiler cannot be run: {error.strerror}") from error
        try:
            code = process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise CompilerError(f"the C compiler takes longer than {MOST_SECONDS} seconds") from error
        finally:
            _end(process)
        said.seek(0)
        return code, said.read().decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a compiler that still runs, and what it has started."""
    if process.returncode is not None:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
