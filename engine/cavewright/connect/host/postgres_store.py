"""Store in PostgreSQL: a server, which processes of many machines share."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from sqlalchemy import create_engine

from .migrating import migrate_tables
from .postgres_connections import Connections, PreparedConnection, Row
from .store import Beginning, Entries, NoMatchError, Notice, OutrunError, StoreError, WaitsFor

PATIENCE = 10.0
"""Seconds that a question waits for a connection, and for its answer."""
GRACE = 2.0
"""Seconds that a server has to say itself that an answer took too long, before its connection is closed."""
CONNECTIONS = 8
"""Of one store at most, beside those for leases and for changes."""
CHANNEL = "cavewright"
TABLES = 4_155_001
"""The number of the lock that whoever migrates the tables holds."""

APPEND, READ, LEASE, RELEASE = b"append", b"read", b"lease", b"release"
QUESTIONS = {
    APPEND: f"""
with moved as (
    update matches set number = number + 1, waits_for = $1, changed = extract(epoch from now())
    where id = $2 and number = $3 returning id, number
), written as (
    insert into actions (match, number, action) select id, number - 1, $4 from moved returning match
)
select pg_notify('{CHANNEL}', match) from written
""",
    READ: """
select m.number, a.action from matches m left join actions a on a.match = m.id and a.number >= $1
where m.id = $2 order by a.number
""",
}
LEASES = {
    LEASE: "select pg_try_advisory_lock(hashtextextended($1, 0))",
    RELEASE: "select pg_advisory_unlock(hashtextextended($1, 0))",
}
REMOVE = """
with removed as (delete from matches where id = %s and number = %s returning id),
    gone as (delete from actions where match in (select id from removed))
select id from removed
"""


class PostgresStore:
    """Matches in PostgreSQL. What is written is on its disk when a method returns, as the server is set up
    (`synchronous_commit`)."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.url, self._patience = url, patience
        self._closed = threading.Event()
        self._watcher: threading.Thread | None = None
        self._leasing, self._held = threading.Lock(), set[str]()
        self._leases: PreparedConnection | None = None
        self._migrate()
        self._connections = Connections(lambda: self._connect(QUESTIONS), CONNECTIONS, patience)

    def _connect(self, questions: dict[bytes, str]) -> PreparedConnection:
        """Returns a new connection, on which questions are prepared. Raises psycopg.Error."""
        milliseconds = int(self._patience * 1000)
        db = psycopg.connect(
            self.url,
            autocommit=True,
            connect_timeout=max(2, int(self._patience)),
            client_encoding="utf8",
            options=f"-c statement_timeout={milliseconds} -c lock_timeout={milliseconds}",
        )
        return PreparedConnection(db, questions, self._patience + GRACE)

    def _migrate(self) -> None:
        """Migrates the tables; of several processes that begin at once one does, the others wait."""
        engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(self.url))
        wait = max(2, int(self._patience))
        try:
            with _store_errors(), psycopg.connect(self.url, autocommit=True, connect_timeout=wait) as lock:
                lock.execute("select pg_advisory_lock(%s)", (TABLES,))
                migrate_tables(engine, "the database")
        finally:
            engine.dispose()

    def close(self) -> None:
        """Ends the watch, gives back what was leased, and closes all connections."""
        self._closed.set()
        if self._watcher is not None and self._watcher is not threading.current_thread():
            self._watcher.join()
        self._connections.close()
        with self._leasing:
            if self._leases is not None and self._leases.is_usable:
                with suppress(psycopg.Error):  # the server notices later that a connection is closed
                    self._leases.db.execute("select pg_advisory_unlock_all()")
            self._drop_leases()

    # ---- matches -------------------------------------------------------------------------------------------------

    def begin(self, beginning: Beginning, waits_for: WaitsFor, actions: Sequence[str] = ()) -> None:
        """Writes a new match."""
        b = beginning
        row = (b.id, b.save, b.rules, json.dumps(b.bots), json.dumps(b.keys), len(actions), waits_for)
        with _store_errors(), self._connections.borrow() as db, db.transaction():
            db.execute(
                "insert into matches (id, save, rules, bots, keys, number, waits_for, changed)"
                " values (%s, %s, %s, %s, %s, %s, %s, extract(epoch from now()))",
                row,
            )
            if actions:
                db.cursor().executemany(
                    "insert into actions (match, number, action) values (%s, %s, %s)",
                    [(b.id, n, each) for n, each in enumerate(actions)],
                )

    def read_beginning(self, id: str) -> Beginning:
        """Returns a match as it began."""
        _check_id(id)
        found = self._rows("select save, rules, bots, keys from matches where id = %s", id)
        if not found:
            raise NoMatchError(id)
        save, rules, bots, keys = found[0]
        return Beginning(id, save, rules, tuple(json.loads(bots)), tuple(json.loads(keys)))

    def append(self, id: str, number: int, action: str, waits_for: WaitsFor) -> None:
        """Writes the action of a number, if the match has so many, and tells all who listen."""
        if not self._ask(APPEND, waits_for, id, number, action):
            raise OutrunError(id)

    def read(self, id: str, since: int = 0) -> Entries:
        """Returns the actions from a number on."""
        _check_id(id)
        found = self._ask(READ, since, id)
        if not found:
            raise NoMatchError(id)
        return Entries(int(found[0][0] or 0), tuple(action for _, action in found if action is not None))

    def matches(self, waits_for: WaitsFor | None = None) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody, or of all."""
        if waits_for is None:
            return [id for (id,) in self._rows("select id from matches")]
        return [id for (id,) in self._rows("select id from matches where waits_for = %s", waits_for)]

    def idle_matches(self, waits_for: WaitsFor, seconds: float) -> Iterable[str]:
        """Returns the ids of the matches that wait for somebody and have not gone on for so long."""
        query = "select id from matches where waits_for = %s and changed <= extract(epoch from now()) - %s"
        return [id for (id,) in self._rows(query, waits_for, seconds)]

    def remove(self, id: str, number: int) -> None:
        """Removes a match, if it has so many actions."""
        if not self._rows(REMOVE, id, number):
            raise OutrunError(id)

    def _ask(self, question: bytes, *values: str | int) -> list[Row]:
        with _store_errors():
            return self._connections.ask(question, *values)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with _store_errors(), self._connections.borrow() as db:
            return db.execute(query.encode(), values).fetchall()

    # ---- leases and changes ----------------------------------------------------------------------------------------

    def lease(self, id: str) -> bool:
        """Tells if the bots of a match are this store's to run: a lock of a session, which ends with it."""
        with self._leasing, _store_errors():
            if id in self._held:
                return True
            try:
                if self._leases is None:
                    self._leases = self._connect(LEASES)
                if self._leases.ask(LEASE, id) == [("t",)]:
                    self._held.add(id)
            except psycopg.Error:
                self._drop_leases()
                raise
            return id in self._held

    def release(self, id: str) -> None:
        """Gives the bots of a match back."""
        with self._leasing:
            if id in self._held and self._leases is not None:
                self._held.discard(id)
                try:
                    self._leases.ask(RELEASE, id)
                except psycopg.Error:
                    self._drop_leases()

    def _drop_leases(self) -> None:
        """Ends the session of the leases, and all of them with it."""
        self._held.clear()
        if self._leases is not None:
            self._leases.close()
        self._leases = None

    def watch(self, notice: Notice) -> None:
        """Calls a function whenever the server tells that a match has gone on."""
        ready = threading.Event()
        self._watcher = threading.Thread(target=self._watch, args=(notice, ready), daemon=True, name="changes")
        self._watcher.start()
        ready.wait(self._patience)

    def _watch(self, notice: Notice, ready: threading.Event) -> None:
        """Listens; where the connection is lost, connects again, and says that any match may have gone on."""
        while not self._closed.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True, connect_timeout=max(2, int(self._patience))) as db:
                    db.execute(f"listen {CHANNEL}".encode())
                    ready.set()
                    notice(None)
                    while not self._closed.is_set():
                        for each in db.notifies(timeout=0.2):
                            notice(each.payload)
            except psycopg.Error:
                self._closed.wait(0.5)


def _check_id(id: str) -> None:
    """Raises NoMatchError for what the server could not even be asked for: its texts have no such character."""
    if "\0" in id:
        raise NoMatchError(id)


@contextmanager
def _store_errors() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise StoreError(f"the database: {str(error).strip() or type(error).__name__}") from error
