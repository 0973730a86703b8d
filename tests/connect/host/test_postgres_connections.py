"""Connections to PostgreSQL: a question has an answer or an error in time, and whatever becomes of a connection the next question is answered."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

pytest.importorskip("psycopg", reason="the package psycopg is missing")

from cavewright.connect.host import postgres_store
from cavewright.connect.host.postgres_store import PostgresStore
from cavewright.host import Beginning, Entries, StoreError


@pytest.fixture
def store(postgres, monkeypatch):
    """A store with little patience, and a match."""
    monkeypatch.setattr(postgres_store, "GRACE", 0.2)
    made = PostgresStore(postgres.empty_database(), patience=0.3)
    made.begin(Beginning("m", "save", "hash", ("",), ("a",)), "people")
    yield made
    made.close()


def backend(store):
    with store._connections.borrow() as db:
        return db.execute("select pg_backend_pid()").fetchone()[0]


def test_a_server_that_stands_still_is_given_up_and_asked_again_later(store):
    stopped = backend(store)
    os.kill(stopped, signal.SIGSTOP)
    try:
        with pytest.raises(StoreError, match="no answer within"):
            store.append("m", 0, "0: a", "people")
        assert store.read("m").number == 0  # by another connection
    finally:
        os.kill(stopped, signal.SIGCONT)


def test_where_one_connection_is_lost_the_idle_ones_are_not_asked(store, postgres):
    """A server that was begun again has ended them all; of the questions that come then one fails, not one for each."""
    with ExitStack() as several:
        for _ in range(4):
            several.enter_context(store._connections.borrow())
    assert len(store._connections._idle) >= 4
    postgres.end("immediate")
    postgres.begin()
    with pytest.raises(StoreError):
        store.read("m")
    assert [store.read("m") for _ in range(6)] == [Entries(0, ())] * 6


def test_an_answer_that_takes_too_long_is_an_error_of_the_server(store, postgres):
    import psycopg

    with psycopg.connect(store.url) as db:
        db.execute("lock table matches")
        with pytest.raises(StoreError, match="timeout"):
            store.read("m")
    assert store.read("m") == Entries(0, ())


def test_of_a_connection_that_is_cut_one_question_fails(store):
    os.kill(backend(store), signal.SIGTERM)
    with pytest.raises(StoreError):
        for _ in range(500):  # the server takes a moment
            store.read("m")
    assert store.read("m") == Entries(0, ())


def test_leases_of_a_session_that_is_cut_are_free_for_all(store):
    other = PostgresStore(store.url)
    assert store.lease("m") and not other.lease("m")
    os.kill(store._leases.db.pgconn.backend_pid, signal.SIGTERM)
    assert any(other.lease("m") or time.sleep(0.01) for _ in range(500))
    store.release("m")
    assert not store.lease("m") and store.lease("n")
    other.close()


def test_threads_wait_for_a_connection(store):
    """There are more threads than connections; how long each waits depends on the machine."""
    patient = PostgresStore(store.url, patience=120)
    with closing(patient), ThreadPoolExecutor(30) as pool:
        assert set(pool.map(lambda _: patient.read("m"), range(200))) == {Entries(0, ())}


def test_threads_wait_no_longer_than_their_patience(store):
    begun, end = threading.Barrier(postgres_store.CONNECTIONS + 1), threading.Event()

    def hold():
        with store._connections.borrow():
            begun.wait()
            end.wait()

    with ThreadPoolExecutor(postgres_store.CONNECTIONS) as pool:
        held = [pool.submit(hold) for _ in range(postgres_store.CONNECTIONS)]
        begun.wait()
        with pytest.raises(StoreError, match="no connection was free"):
            store.read("m")
        end.set()
        assert all(each.result() is None for each in held)
    assert store.read("m").number == 0


def test_a_store_that_is_closed_says_so(store):
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.read("m")


def test_whatever_an_action_says_is_written_as_it_is(store):
    texts = ["0: naïve ’ñ", "0: \U0001f5fa", "0: ", "0: $1 %s ' \\ \n", "0: " + "x" * 100_000]
    for number, text in enumerate(texts):
        store.append("m", number, text, "people")
    assert store.read("m", 0).actions == tuple(texts)
    with pytest.raises(StoreError):
        store.append("m", len(texts), "0: \0", "people")
    assert store.read("m").number == len(texts)
