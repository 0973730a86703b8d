"""Stores in files: a folder that processes of one machine share, with a file for each match, and one file that is a server's
alone."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ...play.matches.match import SaveError
from .match_file import MatchFile
from .match_rows import EntryRow, PlainHead, beginning_of
from .store import Beginning, Entries, NoMatchError, Notice, OutrunError, StoreError, WaitsFor

PATIENCE = 10.0
"""Seconds that a write waits while another process writes."""
INTERVAL = 0.05
"""Seconds between two looks at whether somebody has written."""
MOST_OPEN = 200
"""Files that are open at once."""
ENDING = ".match"


class HeldFile:
    """A store with one match, whose file nobody else may write: that of a table of `serve`."""

    def __init__(self, file: MatchFile) -> None:
        self.file, self.id = file, file.path.stem

    def begin(self, beginning: Beginning, waits_for: WaitsFor, actions: Sequence[str] = ()) -> None:
        """Refuses: the file is of one match."""
        raise StoreError(f"{self.file.path} is the file of one match")

    def read_beginning(self, id: str) -> Beginning:
        """Returns the match as it began."""
        self._look_for(id)
        with _store_errors(self.file.path):
            return beginning_of(id, self.file.head, self.file.rows)

    def append(self, id: str, number: int, action: str, waits_for: WaitsFor) -> None:
        """Writes the entry of a number. Where it raises, the file is as before."""
        self._look_for(id)
        with _store_errors(self.file.path):
            self.file.append(number, EntryRow(entry=action, waits=waits_for))

    def read(self, id: str, since: int = 0) -> Entries:
        """Returns the entries from a number on."""
        self._look_for(id)
        return _entries_since(self.file, since)

    def matches(self, waits_for: WaitsFor | None = None) -> Iterable[str]:
        """Returns the id of the match, if it waits for somebody."""
        return [self.id] if waits_for in (None, _waits_of(self.file)) else []

    def lease(self, id: str) -> bool:
        """Tells that the bots are this store's to run: it holds the file."""
        return id == self.id

    def release(self, id: str) -> None:
        """Keeps the file, which is held until it is closed."""

    def watch(self, notice: Notice) -> None:
        """Calls nobody: nobody else writes."""

    def close(self) -> None:
        """Closes the file."""
        self.file.close()

    def _look_for(self, id: str) -> None:
        if id != self.id:
            raise NoMatchError(id)


class FileStore:
    """Matches in a folder. What is written is on the disk when a method returns."""

    def __init__(self, folder: str, patience: float = PATIENCE) -> None:
        self.folder, self._patience = Path(folder), patience
        self._closed = threading.Event()
        self._watcher: threading.Thread | None = None
        self._files: OrderedDict[str, MatchFile] = OrderedDict()
        self._lock = threading.RLock()
        with _store_errors(self.folder):
            from .file_leases import FileLeases  # one held file needs none, and goes on any system

            self.folder.mkdir(exist_ok=True)
            self._leases = FileLeases(str(self.folder / "leases"))

    def close(self) -> None:
        """Ends the watch, gives back what was leased, and closes the files."""
        self._closed.set()
        if self._watcher is not None and self._watcher is not threading.current_thread():
            self._watcher.join()
        self._leases.close()
        with self._lock:
            while self._files:
                self._files.popitem()[1].close()

    # ---- matches -------------------------------------------------------------------------------------------------

    def begin(self, beginning: Beginning, waits_for: WaitsFor, actions: Sequence[str] = ()) -> None:
        """Writes a new match."""
        b, path = beginning, self._path(beginning.id)
        head = PlainHead(
            match=1, save=b.save, rules=b.rules, bots=b.bots, keys=b.keys, waits=waits_for, begun=len(actions)
        )
        rows = [EntryRow(entry=each, waits=waits_for) for each in actions]
        with self._lock, _store_errors(path):
            self._keep(b.id, MatchFile.create(path, head, rows, self._patience))

    def read_beginning(self, id: str) -> Beginning:
        """Returns a match as it began."""
        with self._open(id) as file:
            return beginning_of(id, file.head, file.rows)

    def append(self, id: str, number: int, action: str, waits_for: WaitsFor) -> None:
        """Writes the entry of a number, if the match has so many."""
        try:
            with self._open(id) as file:
                file.append(number, EntryRow(entry=action, waits=waits_for))
        except NoMatchError:
            raise OutrunError(id) from None

    def read(self, id: str, since: int = 0) -> Entries:
        """Returns the entries from a number on."""
        with self._open(id) as file:
            return _entries_since(file, since)

    def matches(self, waits_for: WaitsFor | None = None) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody, or of all."""
        return [id for id in self._ids() if waits_for is None or self._waits_for(id) == waits_for]

    def idle_matches(self, waits_for: WaitsFor, seconds: float) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody and have not gone on for so long."""
        return [id for id in self.matches(waits_for) if self._time_of_change(id) <= time.time() - seconds]

    def remove(self, id: str, number: int) -> None:
        """Removes a match, if it has so many entries."""
        with self._open(id) as file:
            if len(file.entries) != number:
                raise OutrunError(id)
            file.path.unlink()
            self._drop(id)

    def _ids(self) -> list[str]:
        with _store_errors(self.folder):
            return [each.name.removesuffix(ENDING) for each in self.folder.iterdir() if each.name.endswith(ENDING)]

    def _waits_for(self, id: str) -> WaitsFor | None:
        try:
            with self._open(id) as file:
                return _waits_of(file)
        except (NoMatchError, StoreError):  # removed since, or nobody can play it
            return None

    def _time_of_change(self, id: str) -> float:
        with _store_errors(self.folder):
            return os.stat(self._path(id)).st_mtime

    # ---- files -----------------------------------------------------------------------------------------------------

    def _path(self, id: str) -> Path:
        """The file of a match. Raises NoMatchError for what is no id, such as a path."""
        if not id.replace("-", "").replace("_", "").isalnum() or len(id) > 100:
            raise NoMatchError(id)
        return self.folder / f"{id}{ENDING}"

    @contextmanager
    def _open(self, id: str) -> Iterator[MatchFile]:
        """Gives the file of a match, with all that anybody has written."""
        path = self._path(id)
        with self._lock, _store_errors(path):
            file = self._files.get(id)
            if file is not None and not _is_same(file):
                self._drop(id)
                file = None
            if file is None:
                if not path.exists():
                    raise NoMatchError(id)
                file = _resume_checked(path, self._patience)
                self._keep(id, file)
            file.read_on()
            self._files.move_to_end(id)
            yield file

    def _keep(self, id: str, file: MatchFile) -> None:
        self._files[id] = file
        while len(self._files) > MOST_OPEN:
            self._files.popitem(last=False)[1].close()

    def _drop(self, id: str) -> None:
        self._files.pop(id).close()

    # ---- leases and changes ----------------------------------------------------------------------------------------

    def lease(self, id: str) -> bool:
        """Tells if the bots of a match are this store's to run."""
        return self._leases.take(id)

    def release(self, id: str) -> None:
        """Gives the bots of a match back."""
        self._leases.give_back(id)

    def watch(self, notice: Notice) -> None:
        """Calls a function whenever somebody has written: then a file is longer."""
        self._watcher = threading.Thread(target=self._watch, args=(self._sizes(), notice), daemon=True, name="changes")
        self._watcher.start()

    def _watch(self, before: dict[str, int], notice: Notice) -> None:
        while not self._closed.wait(INTERVAL):
            try:
                now = self._sizes()
            except StoreError:
                notice(None)
                continue
            for id, size in now.items():
                if before.get(id) != size:
                    notice(id)
            before = now

    def _sizes(self) -> dict[str, int]:
        found = {}
        with _store_errors(self.folder), os.scandir(self.folder) as entries:
            for each in entries:
                with suppress(FileNotFoundError):
                    if each.name.endswith(ENDING):
                        found[each.name.removesuffix(ENDING)] = each.stat().st_size
        return found


def _resume_checked(path: Path, patience: float) -> MatchFile:
    file = MatchFile.resume(path, patience)
    try:
        file.check()
    except BaseException:
        file.close()
        raise
    return file


def _entries_since(file: MatchFile, since: int) -> Entries:
    return Entries(len(file.entries), tuple(each.entry for each in file.entries[since:]))


def _waits_of(file: MatchFile) -> WaitsFor:
    if file.entries:
        return file.entries[-1].waits
    return file.head.waits if isinstance(file.head, PlainHead) else "people"


def _is_same(file: MatchFile) -> bool:
    """Tells if the path of a file leads to it still."""
    try:
        return os.path.samestat(os.fstat(file.number), os.stat(file.path))
    except FileNotFoundError:
        return False


@contextmanager
def _store_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from error
    except (SaveError, UnicodeDecodeError) as error:
        raise StoreError(str(error)) from error
