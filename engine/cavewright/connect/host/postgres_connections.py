"""Connections to PostgreSQL, with the questions that a host asks all the time prepared on each.

They are sent by libpq itself, which takes a quarter of the processor time of a pool and a cursor. A server that does not
answer is given up after a while, as one that is away is at once.
"""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any

import psycopg
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

Row = tuple[str | None, ...]
Connection = psycopg.Connection[Any]


class PreparedConnection:
    """A connection on which questions are prepared under their names. One thread uses it at a time."""

    def __init__(self, db: Connection, questions: Mapping[bytes, str], patience: float) -> None:
        self.db, self._patience = db, patience
        self._wait = _readiness(db.fileno())
        db.pgconn.nonblocking = 0  # a question is sent as a whole: it is short
        for name, text in questions.items():
            _read_rows(db.pgconn.prepare(name, text.encode()))

    def ask(self, name: bytes, *values: str | int) -> list[Row]:
        """Returns the rows that answer a question. Raises psycopg.Error; where no answer comes in time the connection is
        closed, too."""
        asked = self.db.pgconn
        asked.send_query_prepared(
            name, [str(each).encode() for each in values], [int(type(each) is str) for each in values]
        )
        while asked.is_busy():
            if not self._wait(self._patience):
                asked.finish()
                raise psycopg.OperationalError(f"no answer within {self._patience:g} seconds")
            asked.consume_input()
        answer = asked.get_result()
        while asked.get_result() is not None:
            pass  # until libpq says that it has no more, the connection takes no other question
        if answer is None:
            raise psycopg.OperationalError("no answer")
        return _read_rows(answer)

    @property
    def is_usable(self) -> bool:
        """True if another question may be asked."""
        asked = self.db.pgconn
        return asked.status == ConnStatus.OK and asked.transaction_status == TransactionStatus.IDLE

    def close(self) -> None:
        """Closes it."""
        with suppress(psycopg.Error):
            self.db.close()


class Connections:
    """Connections of one store, at most so many at once. Each is made when it is needed first, and dropped when it is
    lost."""

    def __init__(self, connect: Callable[[], PreparedConnection], most: int, patience: float) -> None:
        self._connect, self._patience = connect, patience
        self._idle: deque[PreparedConnection] = deque()
        self._places: SimpleQueue[None] = SimpleQueue()
        for _ in range(most):
            self._places.put(None)
        self._is_closed = False

    def ask(self, name: bytes, *values: str | int) -> list[Row]:
        """Returns the rows that answer a question. Raises psycopg.Error."""
        found = self._take()
        try:
            return found.ask(name, *values)
        finally:
            self._give_back(found)

    @contextmanager
    def borrow(self) -> Iterator[Connection]:
        """Gives a connection to whoever asks, alone. Raises psycopg.Error where there is none in time."""
        found = self._take()
        try:
            yield found.db
        finally:
            self._give_back(found)

    def _take(self) -> PreparedConnection:
        try:
            self._places.get(timeout=self._patience)
        except Empty:
            raise psycopg.OperationalError(f"no connection was free within {self._patience:g} seconds") from None
        try:
            if self._is_closed:
                raise psycopg.OperationalError("the store is closed")
            return self._find_idle() or self._connect()
        except BaseException:
            self._places.put(None)
            raise

    def _give_back(self, found: PreparedConnection) -> None:
        if found.is_usable and not self._is_closed:
            self._idle.append(found)
        else:
            found.close()
            self._drop_idle()  # where one is lost the others mostly are: the next question gets a new one
        self._places.put(None)

    def _find_idle(self) -> PreparedConnection | None:
        """Returns the connection that was used last, for its server is warm."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def close(self) -> None:
        """Closes all that are idle, and each of the others when it is given back."""
        self._is_closed = True
        self._drop_idle()

    def _drop_idle(self) -> None:
        while (found := self._find_idle()) is not None:
            found.close()


def _readiness(socket: int) -> Callable[[float], bool]:
    """Returns a function that waits until a socket has something to read, at most so many seconds, and tells if it has."""
    if not hasattr(select, "poll"):
        return lambda seconds: bool(select.select([socket], [], [], seconds)[0])
    waiting = select.poll()
    waiting.register(socket, select.POLLIN)
    return lambda seconds: bool(waiting.poll(seconds * 1000))


def _read_rows(answer: PGresult) -> list[Row]:
    if answer.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        raise psycopg.OperationalError(answer.get_error_message())
    columns = range(answer.nfields)
    return [tuple(_read_text(answer.get_value(row, each)) for each in columns) for row in range(answer.ntuples)]


def _read_text(value: bytes | None) -> str | None:
    return None if value is None else value.decode()
