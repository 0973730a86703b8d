"""Extension modules of games: compiled by the C compiler at hand, or had from what was kept of that."""

from __future__ import annotations

import pickle
import sysconfig
import tempfile
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

from ...engine.interpret.step import WORK_LIMIT
from ...foundation.storage import cache as kept
from ...play.states.game import Game
from ..ir.interface import Interface
from .c_compiler import LIBRARY, NATIVE, compile_library, compiler_command, identity, processor
from .linking import form_of
from .native_error import NativeError
from .parts_in_c import NAME, parts_in_c
from .traps import CompilerError

FLAGS = ("-std=c11", "-O2", "-fvisibility=hidden", "-w")
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX") or ".so")
"""What says of a file for which Python, which version and which platform it was compiled."""


def extension(game: Game, players: int) -> tuple[Interface, Any]:
    """Returns what has to be known of the extension module of a game for some players, and the module. Raises NativeError where it
    cannot be had."""
    command, headers = look_for_compiler()
    key = _key_of(game, players, command)
    found = _find_kept(key)
    if found is None:
        from .extension_source import extension_source
        from .lowered_form import call_compiler

        form = form_of(game, players)
        code = call_compiler(game.id, lambda: _compile(command, headers, extension_source(form).encode()))
        found = form.interface, call_compiler(game.id, lambda: load_library(code))
        if key:
            kept.write(key, pickle.dumps((form.interface, code), protocol=5))
    return found


def is_kept(game: Game, players: int) -> bool:
    """Reports whether the extension module of a game for some players was kept from before."""
    key = _key_of(game, players, _compiler())
    return bool(key) and kept.read(key) is not None


def look_for_compiler() -> tuple[tuple[str, ...], Path]:
    """The command of the C compiler and the folder of the headers of Python. Raises NativeError where one is missing."""
    return _compiler(), _headers()


def _compiler() -> tuple[str, ...]:
    """The command of the C compiler. Raises NativeError."""
    command = compiler_command()
    if command is None:
        raise NativeError("there is no C compiler: install one, or say in the variable CC which it is")
    return command


def _headers() -> Path:
    """The folder of the headers of this Python. Raises NativeError."""
    folder = Path(sysconfig.get_paths()["include"])
    if not (folder / "Python.h").is_file():
        raise NativeError(f"the headers of Python are not installed: there is no Python.h in {folder}")
    return folder


def _compile(command: tuple[str, ...], headers: Path, source: bytes) -> bytes:
    """The bytes of a library of a source. Raises CompilerError."""
    with tempfile.TemporaryDirectory(prefix="cavewright-") as folder:
        library = Path(folder) / f"{NAME}{SUFFIX}"
        compile_library(command, source, library, (*FLAGS, "-I", str(headers)))
        try:
            return library.read_bytes()
        except OSError as error:
            raise CompilerError("the C compiler says that it is done, and there is no library") from error


def _key_of(game: Game, players: int, command: tuple[str, ...]) -> str:
    """Returns the key that an extension is kept under; "" where nothing is kept."""
    key = game.rules_model.key
    flags = repr((NATIVE, LIBRARY, FLAGS, processor()))
    parts = ["extension", key, repr((players, WORK_LIMIT)), parts_in_c(), SUFFIX, identity(command), flags]
    return kept.key_of(parts) if key else ""


def _find_kept(key: str) -> tuple[Interface, Any] | None:
    """Returns what was kept under a key, if that is whole and can be loaded here; see `foundation/storage/cache.py` for why it may be read."""
    content = kept.read(key) if key else None
    if content is None:
        return None
    try:
        interface, code = pickle.loads(content)
        return interface, load_library(code)
    except Exception:
        return None


@cache
def load_library(code: bytes) -> Any:
    """The module of a library, which is loaded once, from wherever programs may lie. Raises CompilerError."""
    try:
        return _load_from(kept.directory(), code)
    except (ImportError, OSError):
        pass
    try:
        return _load_from(None, code)
    except (ImportError, OSError) as error:
        raise CompilerError(f"what the C compiler has made cannot be loaded: {error}") from error


def _load_from(place: Path | None, code: bytes) -> Any:
    """The module of a library, which lies below a folder while it is loaded: a file that nobody else can write."""
    with tempfile.TemporaryDirectory(prefix="cavewright-", dir=place) as folder:
        path = Path(folder) / f"{NAME}{SUFFIX}"
        path.write_bytes(code)
        loader = ExtensionFileLoader(NAME, str(path))
        spec = spec_from_loader(NAME, loader)
        assert spec is not None
        module = module_from_spec(spec)
        loader.exec_module(module)
        return module
