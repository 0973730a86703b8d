"""Store in SQLite: one file, which processes of one machine share."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import create_engine

from .file_leases import FileLeases
from .migrating import migrate_tables
from .store import Beginning, Entries, NoMatchError, Notice, OutrunError, StoreError, WaitsFor

PATIENCE = 10.0
"""Seconds that a write waits while another process writes."""
INTERVAL = 0.02
"""Seconds between two looks at whether somebody has written. A look reads a counter."""
SINCE = "select rowid, match from actions where rowid > ? order by rowid"


class Append:
    """An action that is to be written, by whichever thread writes next. Once it is settled, `problem` is why it was not."""

    def __init__(self, id: str, number: int, action: str, waits_for: WaitsFor) -> None:
        self.id, self.number, self.action, self.waits_for = id, number, action, waits_for
        self.is_settled = False
        self.problem: Exception | None = None

    def carry_out(self, db: sqlite3.Connection) -> None:
        """Writes the action, if the match has so many."""
        changed = db.execute(
            "update matches set number = number + 1, waits_for = ?, changed = unixepoch() where id = ? and number = ?",
            (self.waits_for, self.id, self.number),
        )
        if changed.rowcount == 1:
            db.execute("insert into actions values (?, ?, ?)", (self.id, self.number, self.action))
        else:
            self.problem = OutrunError(self.id)

    def settle(self, problem: str | None) -> None:
        """Notes that the transaction is over, or what it failed by."""
        self.problem = self.problem if problem is None else StoreError(problem)
        self.is_settled = True


class SqliteStore:
    """Matches in a file of SQLite. What is written is on the disk when a method returns (`synchronous = full`).

    Actions that threads append while others are written go to the disk together: it is asked once for all of them.
    """

    reads_at_once = True
    """Readers wait for no writer: the file has a log of what is written ahead."""

    def __init__(self, path: str, patience: float = PATIENCE) -> None:
        self.path, self._patience = path, patience
        self._closed = threading.Event()
        self._watcher: threading.Thread | None = None
        self._writing, self._reading = threading.Lock(), threading.Lock()
        self._appends: deque[Append] = deque()
        with _store_errors(path):
            self._leases = FileLeases(f"{path}-locks")
            with self._leases.hold_tables():
                self._writer = self._connect()
                self._writer.execute("pragma journal_mode = wal")
                engine = create_engine("sqlite://", creator=self._connect)
                migrate_tables(engine, path)
                engine.dispose()
            self._reader = self._connect()

    def _connect(self) -> sqlite3.Connection:
        made = sqlite3.connect(self.path, timeout=self._patience, check_same_thread=False, isolation_level=None)
        made.execute("pragma synchronous = full")
        return made

    def close(self) -> None:
        """Ends the watch, gives back what was leased, and closes the file."""
        self._closed.set()
        if self._watcher is not None and self._watcher is not threading.current_thread():
            self._watcher.join()
        self._writer.close()
        self._reader.close()
        self._leases.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction that others wait for. Where it fails nothing of it stays."""
        with self._writing, self._open_transaction() as db:
            yield db

    @contextmanager
    def _open_transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction of the thread that holds the lock of writers."""
        with _store_errors(self.path):
            self._writer.execute("begin immediate")
            try:
                yield self._writer
                self._writer.execute("commit")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("rollback")
                raise

    # ---- matches -------------------------------------------------------------------------------------------------

    def begin(self, beginning: Beginning, waits_for: WaitsFor, actions: Sequence[str] = ()) -> None:
        """Writes a new match."""
        b = beginning
        row = (b.id, b.save, b.rules, json.dumps(b.bots), json.dumps(b.keys), len(actions), waits_for)
        with self._transaction() as db:
            db.execute(
                "insert into matches (id, save, rules, bots, keys, number, waits_for, changed)"
                " values (?, ?, ?, ?, ?, ?, ?, unixepoch())",
                row,
            )
            db.executemany("insert into actions values (?, ?, ?)", [(b.id, n, each) for n, each in enumerate(actions)])

    def read_beginning(self, id: str) -> Beginning:
        """Returns a match as it began."""
        found = self._rows("select save, rules, bots, keys from matches where id = ?", id)
        if not found:
            raise NoMatchError(id)
        save, rules, bots, keys = found[0]
        return Beginning(id, save, rules, tuple(json.loads(bots)), tuple(json.loads(keys)))

    def append(self, id: str, number: int, action: str, waits_for: WaitsFor) -> None:
        """Writes the action of a number, if the match has so many."""
        mine = Append(id, number, action, waits_for)
        self._appends.append(mine)
        with self._writing:
            if not mine.is_settled:
                self._append_waiting()
        if mine.problem is not None:
            raise mine.problem

    def _append_waiting(self) -> None:
        """Writes all actions that wait, in one transaction; where it fails, they all have failed."""
        taken: list[Append] = []
        problem: str | None = "writing was interrupted"
        try:
            with self._open_transaction() as db:
                taken += _take_all(self._appends)
                for each in taken:
                    each.carry_out(db)
            problem = None
        except StoreError as error:
            problem = str(error)
        finally:
            if problem is not None:
                taken += _take_all(self._appends)
            for each in taken:
                each.settle(problem)

    def read(self, id: str, since: int = 0) -> Entries:
        """Returns the actions from a number on."""
        found = self._rows(
            "select m.number, a.action from matches m left join actions a on a.match = m.id and a.number >= ?"
            " where m.id = ? order by a.number",
            since,
            id,
        )
        if not found:
            raise NoMatchError(id)
        return Entries(found[0][0], tuple(action for _, action in found if action is not None))

    def matches(self, waits_for: WaitsFor | None = None) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody, or of all."""
        if waits_for is None:
            return [id for (id,) in self._rows("select id from matches")]
        return [id for (id,) in self._rows("select id from matches where waits_for = ?", waits_for)]

    def idle_matches(self, waits_for: WaitsFor, seconds: float) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody and have not gone on for so long."""
        query = "select id from matches where waits_for = ? and changed <= unixepoch() - ?"
        return [id for (id,) in self._rows(query, waits_for, seconds)]

    def remove(self, id: str, number: int) -> None:
        """Removes a match, if it has so many actions."""
        with self._transaction() as db:
            if db.execute("delete from matches where id = ? and number = ?", (id, number)).rowcount != 1:
                raise OutrunError(id)
            db.execute("delete from actions where match = ?", (id,))

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading, _store_errors(self.path):
            return self._reader.execute(query, values).fetchall()

    # ---- leases and changes ----------------------------------------------------------------------------------------

    def lease(self, id: str) -> bool:
        """Tells if the bots of a match are this store's to run."""
        return self._leases.take(id)

    def release(self, id: str) -> None:
        """Gives the bots of a match back."""
        self._leases.give_back(id)

    def watch(self, notice: Notice) -> None:
        """Calls a function whenever somebody has written: the file counts its commits."""
        with _store_errors(self.path):
            db = self._connect()
            since = _last_row(db)  # before this returns, so that nothing that is written next goes by unseen
        self._watcher = threading.Thread(target=self._watch, args=(db, since, notice), daemon=True, name="changes")
        self._watcher.start()

    def _watch(self, db: sqlite3.Connection, last: int, notice: Notice) -> None:
        version = -1
        while not self._closed.wait(INTERVAL):
            try:
                now = db.execute("pragma data_version").fetchone()[0]
                found = [] if now == version else db.execute(SINCE, (last,)).fetchall()
            except sqlite3.Error:
                notice(None)
                continue
            version, last = now, found[-1][0] if found else last
            for _, id in found:
                notice(id)
        db.close()


def _take_all(waiting: deque[Append]) -> list[Append]:
    return [waiting.popleft() for _ in range(len(waiting))]


def _last_row(db: sqlite3.Connection) -> int:
    return int(db.execute("select coalesce(max(rowid), 0) from actions").fetchone()[0])


@contextmanager
def _store_errors(path: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
