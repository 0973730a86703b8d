"""Writing files so that nothing is lost or half written, also when the power fails: file and folder are on the disk
before anything is told."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES)
"""What a file system says that cannot bring a folder to the disk by itself."""


def write_over(path: Path, text: str) -> None:
    """Puts a text in the place of a file, at once and with the same permissions. On return it is on the disk. Raises
    OSError."""
    target = Path(os.path.realpath(path))
    written = _beside(target, text)
    try:
        if target.exists():
            shutil.copymode(target, written)
        os.replace(written, target)
    except BaseException:
        written.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def write_new(path: Path, text: str) -> None:
    """Makes a file with a text, which is on the disk on return. Raises FileExistsError when there is one, and
    OSError."""
    written = _beside(path.absolute(), text)
    try:
        os.link(written, path)
    except FileExistsError as error:
        raise FileExistsError(error.errno, "there is such a file already; it stays as it is", str(path)) from None
    except OSError:
        with path.open("xb") as file:
            _fill(file.fileno(), text)
    finally:
        written.unlink(missing_ok=True)
    _sync_folder(path.absolute().parent)


def _beside(path: Path, text: str) -> Path:
    """A temporary file with the text in the same folder, on the disk, readable as new files are."""
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    except OSError as error:
        raise type(error)(error.errno, f"cannot be written ({error.strerror})", str(path)) from None
    try:
        with suppress(OSError):
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(name, 0o666 & ~mask)
        _fill(number, text)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    finally:
        os.close(number)
    return Path(name)


def _fill(number: int, text: str) -> None:
    """Writes a text into an open file, and sees it to the disk."""
    left = memoryview(text.encode("utf-8"))
    while left:
        left = left[os.write(number, left) :]
    os.fsync(number)


def _sync_folder(folder: Path) -> None:
    """Sees to the disk what a folder holds, where folders can be opened. Raises OSError when the disk fails."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(number)
