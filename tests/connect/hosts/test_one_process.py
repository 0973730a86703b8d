"""The host of the docs has its file alone, builds on what the disk has, and does nothing that it refuses."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the package starlette is missing")
pytest.importorskip("uvicorn", reason="the package uvicorn is missing")
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.fixture
def host(monkeypatch):
    """The program of the docs as a module."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import table_server

    return table_server


@pytest.fixture
def store(host, tmp_path):
    made = host.Store(tmp_path / "tables.db")
    yield made
    made.close()


def rows(store):
    return [row[0] for row in store.db.execute("select action from actions order by number")]


def test_a_second_process_on_one_file_ends_at_once(store, tmp_path):
    done = subprocess.run(
        [sys.executable, EXAMPLES / "table_server.py", tmp_path / "tables.db", "1"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (
        done.returncode == 1
        and "Traceback" not in done.stderr
        and "is served by another process; end that one first" in done.stderr
    )
    begun = store.begin("tic-tac-toe", 2, None)
    assert store.act(begun["match"], begun["keys"][0], "mark b2", 0)["number"] == 1


def test_a_second_store_on_one_file_is_refused_until_the_first_is_closed(host, store, tmp_path):
    with pytest.raises(host.InUse):
        host.Store(tmp_path / "tables.db")
    store.close()
    host.Store(tmp_path / "tables.db").close()


def test_an_action_is_built_on_what_the_disk_has(host, store):
    """Another process has written meanwhile, past the lock: nobody acts out of turn, and each match can be read again."""
    begun = store.begin("connect-four", ["Anna", "Jola"], None)
    id, (anna, jola) = begun["match"], begun["keys"]
    store.act(id, anna, "drop 1", 0)
    store.db.execute("insert into actions values (?, 1, '1: drop 2')", (id,))
    for key, number in ((jola, 1), (anna, 1)):
        with pytest.raises(host.Refused) as refused:
            store.act(id, key, "drop 3", number)
        assert (refused.value.status, refused.value.said["number"]) == (409, 2)
    with pytest.raises((host.Refused, ValueError)):
        store.act(id, jola, "drop 3", 2)
    assert (
        store.seen(id, anna)["number"] == 2
        and len(store.seen(id, anna)["actions"]) == 7
        and store.seen(id, jola)["actions"] == []
    )
    assert store.act(id, anna, "drop 3", 2)["number"] == 3
    store.kept.clear()
    assert store.seen(id, None)["number"] == 3 and rows(store) == ["0: drop 1", "1: drop 2", "0: drop 3"]


class Failing:
    """A connection at which the statement of a number fails: before it is carried out, or only told so behind it."""

    def __init__(self, db, number, error=sqlite3.OperationalError):
        self.db, self.left, self.error = db, number, error

    def execute(self, *given):
        self.left -= 1
        if self.left == 0:
            raise self.error("disk I/O error")
        return self.db.execute(*given)

    executemany = execute

    def __enter__(self):
        return self.db.__enter__()

    def __exit__(self, kind, error, trace):
        self.left -= 1
        if self.left == 0 and kind is None:
            self.db.rollback()
            raise self.error("database or disk is full")
        return self.db.__exit__(kind, error, trace)


@pytest.mark.parametrize("number", range(1, 12))
@pytest.mark.parametrize("error", [sqlite3.OperationalError, sqlite3.IntegrityError, sqlite3.DatabaseError])
def test_what_a_failing_disk_refuses_did_not_happen(store, number, error):
    begun = store.begin("connect-four", ["Anna", "Jola"], None)
    id, (anna, jola) = begun["match"], begun["keys"]
    store.act(id, anna, "drop 1", 0)
    real, said = store.db, "acknowledged"
    store.db = Failing(real, number, error)
    try:
        store.act(id, jola, "drop 2", 1)
    except sqlite3.Error:
        said = "refused"
    store.db = real
    assert not real.in_transaction
    expected = ["0: drop 1", "1: drop 2"][: 2 if said == "acknowledged" else 1]
    assert (
        rows(store) == expected
        and store.seen(id, None)["number"] == len(expected)
        and len(store.seen(id, None)["moves"]) == len(expected)
    )
    store.kept.clear()
    assert len(store.seen(id, None)["moves"]) == len(expected)
    store.act(id, (anna, jola)[len(expected) % 2], "drop 5", len(expected))


def test_a_full_disk_refuses_and_what_was_acknowledged_stays(store):
    begun = store.begin("connect-four", ["Anna", "Jola"], None)
    id, keys = begun["match"], begun["keys"]
    store.db.execute(f"pragma max_page_count = {store.db.execute('pragma page_count').fetchone()[0]}")
    acknowledged, refused = 0, 0
    for _ in range(600):
        try:
            store.begin("connect-four", 2, None)
        except sqlite3.OperationalError as error:
            assert "full" in str(error)
            refused += 1
            break
    assert refused == 1
    for n in range(4):
        try:
            store.act(id, keys[n % 2], f"drop {n + 1}", acknowledged)
            acknowledged += 1
        except sqlite3.OperationalError:
            refused += 1
            break
    store.kept.clear()
    assert store.seen(id, None)["number"] == acknowledged == len(rows(store))
