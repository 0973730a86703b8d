"""Opens a store by its address, and copies it into a file."""

from __future__ import annotations

import shutil
from pathlib import Path

from .store import Store, StoreError, copy_matches


def open_store(url: str) -> Store:
    """Opens the store of an address: `sqlite:tables.db` or `postgresql://…`, whose tables it makes or migrates, or
    `files:FOLDER`, with a file for each match. Raises StoreError, and ValueError for another address."""
    scheme, _, rest = url.partition(":")
    if scheme == "sqlite" and rest:
        from .sqlite_store import SqliteStore

        return SqliteStore(rest)
    if scheme == "files" and rest:
        from .file_store import FileStore

        return FileStore(rest)
    if scheme in ("postgresql", "postgres"):
        from .postgres_store import PostgresStore

        return PostgresStore(url)
    raise ValueError(f"a store is `sqlite:FILE`, `files:FOLDER` or `postgresql://…`, not {url!r}")


def back_up(store: Store, path: str) -> int:
    """Copies all matches into a new file of SQLite, while they are played; returns how many. `copy_matches` brings them
    back into any store. Raises StoreError if the file is there."""
    if Path(path).exists():
        raise StoreError(f"{path} is there already; a backup is a new file")
    target = open_store(f"sqlite:{path}")
    try:
        return copy_matches(store, target)
    finally:
        target.close()
        shutil.rmtree(f"{path}-locks", ignore_errors=True)
