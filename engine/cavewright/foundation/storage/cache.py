"""Cache between runs, in the cache directory of the user. Nothing depends on its being there.

An entry is a file that begins with a mark and the SHA-256 of its key and the rest, which is compressed; one that is broken, cut off, of
something else or under the name of another is as good as none. Entries may be pickles, which can do anything when they
are read: so the directory and its files have to belong to the user who runs this, and nobody else may be able to write
there; otherwise nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from .durable_writes import write_whole

PLACE = "CAVEWRIGHT_CACHE"
"""The environment variable that names another directory, or says `off`."""
OFF = ("off", "no", "0")
ENDING = ".kept"
MARK = b"cavewright 3\n"
DIGEST = 32
MOST_BYTES = 64 * 2**20
"""All entries together; those go first that were not used for longest."""
MOST_ENTRIES = 500
ONE_BYTES = 16 * 2**20
"""A single entry, before it is compressed."""


def read(key: str) -> bytes | None:
    """Returns the bytes that are stored under a key, or none."""
    place = directory()
    try:
        return None if place is None else _whole(place / (key + ENDING), key)
    except OSError:
        return None


def write(key: str, content: bytes) -> None:
    """Keeps something under a key, all of it or nothing; where that cannot be done nothing happens."""
    place = directory()
    if place is None or len(content) > ONE_BYTES:
        return
    content = zlib.compress(content, 1)
    try:
        handle, name = tempfile.mkstemp(ENDING, "new-", place)
        try:
            try:
                write_whole(handle, MARK + _digest(key, content) + content)
            finally:
                os.close(handle)
            os.replace(name, place / (key + ENDING))
        except OSError:
            os.unlink(name)
            raise
        _tidy(place)
    except OSError:
        return


def key_of(parts: Iterable[str]) -> str:
    """A key that stands for all of these texts, in order."""
    whole = hashlib.sha256()
    for each in parts:
        data = each.encode("utf-8", "surrogatepass")
        whole.update(b"%d " % len(data))
        whole.update(data)
    return whole.hexdigest()


@cache
def program() -> str:
    """Stands for this program: as Python does with what it has compiled, it is told by sizes and times whether a module
    has changed."""
    return repr(
        (sys.version, sys.implementation.cache_tag, sorted(_modules(Path(__file__).resolve().parent.parent.parent)))
    )


def _modules(folder: Path | str, within: str = "") -> Iterator[tuple[str, int, int]]:
    """Of every module below a folder where it is, its size and its time."""
    for each in os.scandir(folder):
        if each.name.endswith(".py"):
            found = each.stat()
            yield within + each.name, found.st_size, found.st_mtime_ns
        elif each.name != "__pycache__" and each.is_dir():
            yield from _modules(each.path, f"{within}{each.name}/")


def is_off() -> bool:
    """Tells if the user wants nothing to be stored."""
    return os.environ.get(PLACE, "").lower() in OFF


def directory() -> Path | None:
    """Returns the folder of stored entries: made if it is not there, and none where that cannot be, or must not be
    trusted."""
    if is_off():
        return None
    named = os.environ.get(PLACE, "")
    try:
        place = Path(named).expanduser() if named else _usual()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return place if _is_own(place.stat()) else None
    except (OSError, ValueError, RuntimeError):
        return None


def _usual() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("cavewright", appauthor=False)


def _is_own(found: os.stat_result) -> bool:
    """Tells if something belongs to the user, and nobody else can write to it. Windows keeps the user's folders to the
    user."""
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def _digest(key: str, content: bytes) -> bytes:
    """Returns the digest that proves that all of an entry is there, and that it is the one of its key."""
    return hashlib.sha256(b"%s\n%s" % (key.encode(), content)).digest()


def _whole(path: Path, key: str) -> bytes | None:
    """The content of an entry, if it is one of the user's own and whole. That it was used is seen from its time."""
    handle = os.open(
        path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    )
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or not _is_own(found) or found.st_size > ONE_BYTES + len(MARK) + DIGEST:
            return None
        data = file.read()
    mark = data[: len(MARK)]
    digest = data[len(MARK) : len(MARK) + DIGEST]
    content = data[len(MARK) + DIGEST :]
    if mark != MARK or _digest(key, content) != digest:
        return None
    with suppress(OSError):
        os.utime(path)
    return _decompress(content)


def _decompress(content: bytes) -> bytes | None:
    """Returns the decompressed bytes; none for what is more than an entry holds, or was not compressed whole."""
    try:
        reader = zlib.decompressobj()
        found = reader.decompress(content, ONE_BYTES)
    except zlib.error:
        return None
    return found if reader.eof else None


def _tidy(place: Path) -> None:
    """Lets go of what was not used for longest, so that neither too much nor too many entries are kept."""
    entries = [
        (found.st_mtime_ns, found.st_size, each) for each in place.glob("*" + ENDING) for found in [each.lstat()]
    ]
    held = 0
    for number, (_, size, path) in enumerate(sorted(entries, reverse=True)):
        held += size
        if number >= MOST_ENTRIES or held > MOST_BYTES:
            path.unlink(missing_ok=True)
