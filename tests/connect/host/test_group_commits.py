"""Actions that threads append to a file of SQLite while another writes go to the disk together; each learns its own outcome."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cavewright.connect.host.sqlite_store import SqliteStore
from cavewright.host import Beginning, Entries, OutrunError, StoreError

MATCHES = 8


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "tables.db")


@pytest.fixture
def begun(path):
    """A store with eight matches."""
    store = SqliteStore(path, patience=5)
    for n in range(MATCHES):
        store.begin(Beginning(f"m{n}", "save", "hash", ("",), ("a",)), "people")
    yield store
    store.close()


def outcome(store, id, number):
    try:
        store.append(id, number, f"0: {id}", "people")
    except (OutrunError, StoreError) as error:
        return type(error)
    return None


def append_while_another_writes(store, path, numbers):
    """The outcome for each match, and how many transactions were written."""
    commits = []
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    store._writer.set_trace_callback(lambda said: commits.append(said) if said.lower() == "commit" else None)
    with ThreadPoolExecutor(MATCHES) as pool:
        waiting = [pool.submit(outcome, store, f"m{n}", number) for n, number in enumerate(numbers)]
        while len(store._appends) < MATCHES:
            time.sleep(0.001)
        other.execute("rollback")
        found = [each.result() for each in waiting]
    other.close()
    return found, len(commits)


def test_what_waits_is_written_by_one_transaction_and_each_learns_its_own(begun, path):
    found, commits = append_while_another_writes(begun, path, [0, 0, 3, 0, 0, 1, 0, 0])
    assert found == [None, None, OutrunError, None, None, OutrunError, None, None]
    assert commits == 1
    assert [begun.read(f"m{n}").number for n in range(MATCHES)] == [1, 1, 0, 1, 1, 0, 1, 1]


def test_where_the_file_cannot_be_written_all_are_told_and_nothing_is_left(path):
    store = SqliteStore(path, patience=0.05)
    for n in range(MATCHES):
        store.begin(Beginning(f"m{n}", "save", "hash", ("",), ("a",)), "people")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    with ThreadPoolExecutor(MATCHES) as pool:
        found = list(pool.map(lambda n: outcome(store, f"m{n}", 0), range(MATCHES)))
    other.execute("rollback")
    assert found == [StoreError] * MATCHES and not store._appends
    assert outcome(store, "m0", 0) is None
    assert [store.read(f"m{n}").number for n in range(MATCHES)] == [1, *[0] * (MATCHES - 1)]
    store.close()
    other.close()


def test_who_is_interrupted_while_writing_for_others_tells_them(begun, monkeypatch):
    """The thread that writes for all is interrupted: nothing is written, and none of the others takes it for written."""
    begun._writing.acquire()
    with ThreadPoolExecutor(2) as pool:
        other = pool.submit(outcome, begun, "m1", 0)
        while not begun._appends:
            time.sleep(0.001)
        monkeypatch.setattr("cavewright.connect.host.sqlite_store.Append.carry_out", interrupt)
        with pytest.raises(KeyboardInterrupt):
            begun._append_waiting()
        begun._writing.release()
        assert other.result() is StoreError
    monkeypatch.undo()
    assert begun.read("m1") == Entries(0, ()) and outcome(begun, "m1", 0) is None


def interrupt(*_):
    raise KeyboardInterrupt


def test_threads_that_write_at_once_lose_and_double_nothing(begun):
    """Eight threads write 25 actions each to matches that they share two by two; each number is won once."""
    won, lock = [], threading.Lock()

    def write(n):
        for number in range(25):
            if outcome(begun, f"m{n // 2}", number) is None:
                with lock:
                    won.append((n // 2, number))

    with ThreadPoolExecutor(MATCHES) as pool:
        list(pool.map(write, range(MATCHES)))
    assert len(won) == len(set(won))
    for n in range(MATCHES // 2):
        assert begun.read(f"m{n}").number == len([each for each in won if each[0] == n])
