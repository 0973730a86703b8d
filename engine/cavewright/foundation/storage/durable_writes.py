"""Writing files so that nothing is lost or half written, also when the power fails: file and folder are on the disk
before anything is told, and a write that fails leaves everything as it was."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from .plain_files import look_at_plain, read_plain

_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES)
"""What a file system says that cannot bring a folder to the disk by itself."""
_ANY_SIZE = 2**62


def write_over(path: Path, content: str | bytes) -> None:
    """Puts a content in the place of a file, at once and with the same permissions. On return it is on the disk. Raises
    NotPlainError for what is no plain file, and OSError; then the file is what it was."""
    write_all({path: content})


def write_all(files: Mapping[Path, str | bytes]) -> None:
    """Puts contents in the places of several files: all or none. On return they are on the disk. Raises NotPlainError
    and OSError."""
    targets = {Path(os.path.realpath(path)): content for path, content in files.items()}
    for target in filter(os.path.lexists, targets):
        look_at_plain(target)
    written: dict[Path, Path] = {}
    try:
        for target, content in targets.items():
            written[target] = _beside(target, content)
            if target.exists():
                shutil.copymode(target, written[target])
        _rename_all(written)
    finally:
        for each in written.values():
            _let_go(each)


def _rename_all(written: Mapping[Path, Path]) -> None:
    """Gives written files the names of their targets, which have their old contents again where that fails."""
    old: dict[Path, Path | None] = {}
    try:
        for target, new in written.items():
            kept = _second_name(target, new.with_name(f"{new.name}.old")) if target.exists() else None
            old[target] = kept
            os.replace(new, target)
        for folder in dict.fromkeys(target.parent for target in written):
            sync_folder(folder)
    except BaseException:
        for target, kept in old.items():
            _put_back(target, kept)
        raise
    finally:
        for kept in filter(None, old.values()):
            _let_go(kept)


def _second_name(path: Path, name: Path) -> Path:
    """Another file in the same folder with the content that a file has now, by a name if links are to be had."""
    try:
        os.link(path, name)
    except OSError:  # no links on this file system
        return _beside(path, read_plain(path, _ANY_SIZE))
    return name


def _put_back(target: Path, kept: Path | None) -> None:
    """Gives a target its old content, or takes it away where it had none."""
    with suppress(OSError):
        if kept is not None:
            os.replace(kept, target)
        else:
            target.unlink(missing_ok=True)


def _let_go(path: Path) -> None:
    """Takes a temporary file away, if it can be."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def write_new(path: Path, text: str) -> None:
    """Makes a file with a text, which is on the disk on return. Raises FileExistsError when there is one, and
    OSError; then there is none."""
    written, is_made = _beside(path.absolute(), text), False
    try:
        try:
            os.link(written, path)
            is_made = True
        except FileExistsError as error:
            raise FileExistsError(error.errno, "there is such a file already; it stays as it is", str(path)) from None
        except OSError:
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
            is_made = True
            try:
                fill(number, text.encode("utf-8"))
            finally:
                os.close(number)
        sync_folder(path.absolute().parent)
    except BaseException:
        if is_made:
            _let_go(path)
        raise
    finally:
        _let_go(written)


def replace_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Puts a folder with these files, by their paths within it, in the place of a folder. Raises OSError; then the
    folder is what it was."""
    target = Path(os.path.realpath(folder))
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{target.name[:40]}.", dir=target.parent))
    old = made / "old"
    new = made / "new"
    try:
        for name, content in files.items():
            _fill_new(new / name, content)
        if target.exists():
            shutil.copymode(target, new)
            os.rename(target, old)
        try:
            os.rename(new, target)
            sync_folder(target.parent)
        except BaseException:
            _folder_back(target, old, new)
            raise
    finally:
        with suppress(OSError):
            shutil.rmtree(made)


def _folder_back(target: Path, old: Path, new: Path) -> None:
    with suppress(OSError):
        if not new.exists():
            os.rename(target, new)
        if old.exists():
            os.rename(old, target)


def _fill_new(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        fill(number, content)
    finally:
        os.close(number)


def require_folder_of(path: Path) -> None:
    """Raises FileNotFoundError where the folder in which a file is to be written does not exist."""
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))


def _beside(path: Path, content: str | bytes) -> Path:
    """A temporary file with the content in the same folder, on the disk, readable as new files are."""
    require_folder_of(path)
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    except OSError as error:
        raise type(error)(error.errno, f"cannot be written ({error.strerror})", str(path)) from None
    try:
        try:
            with suppress(OSError):
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(name, 0o666 & ~mask)
            fill(number, content.encode("utf-8") if isinstance(content, str) else content)
        finally:
            os.close(number)
    except BaseException:
        _let_go(Path(name))
        raise
    return Path(name)


def fill(number: int, content: bytes) -> None:
    """Writes a content into an open file, and sees it to the disk. Raises OSError."""
    write_whole(number, content)
    os.fsync(number)


def write_whole(number: int, content: bytes) -> None:
    """Writes all of a content into an open file. Raises OSError."""
    left = memoryview(content)
    while left:
        left = left[os.write(number, left) :]


def sync_folder(folder: Path) -> None:
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
