"""Writing files so that nothing is lost or half written."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def write_over(path: Path, text: str) -> None:
    """Puts a text in the place of a file, at once and with the same permissions. Raises OSError."""
    target = Path(os.path.realpath(path))
    written = _beside(target, text)
    try:
        if target.exists():
            shutil.copymode(target, written)
        os.replace(written, target)
    except BaseException:
        written.unlink(missing_ok=True)
        raise


def write_new(path: Path, text: str) -> None:
    """Makes a file with a text. Raises FileExistsError when there is one, and OSError."""
    written = _beside(path.absolute(), text)
    try:
        os.link(written, path)
    except FileExistsError as error:
        raise FileExistsError(error.errno, "there is such a file already; it stays as it is", str(path)) from None
    except OSError:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    finally:
        written.unlink(missing_ok=True)


def _beside(path: Path, text: str) -> Path:
    """A temporary file with the text in the same folder, readable as new files are."""
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    except OSError as error:
        raise type(error)(error.errno, f"cannot be written ({error.strerror})", str(path)) from None
    with suppress(OSError):
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
    with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return Path(name)
