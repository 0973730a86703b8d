"""Faults at random: processes lose their memory, statements fail before or behind the store, connections and the server of the database end."""

import json
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="the system has no fcntl")
pytest.importorskip("resource", reason="the system limits nothing")
pytest.importorskip("fastapi", reason="the package fastapi is missing")
pytest.importorskip("psycopg", reason="the package psycopg is missing")

import fcntl
import resource

from tests.connect.host.conftest import PROGRAMS

from cavewright.connect.host.file_store import FileStore
from cavewright.connect.host.models import Act, NewMatch
from cavewright.connect.host.postgres_store import TABLES, PostgresStore
from cavewright.connect.host.sqlite_store import SqliteStore
from cavewright.host import Matches, Refusal, StoreError, open_store

CHANCES = {"before": 0.15, "behind": 0.15}
"""Of so many appends one fails, before the store has it, or only told so behind it."""
END_OTHERS = """select pg_terminate_backend(pid) from pg_stat_activity
where pid <> pg_backend_pid() and datname = 'postgres'"""


class Faulty:
    """A store whose statements fail at random."""

    def __init__(self, store, rng):
        self.store, self.rng = store, rng

    def __getattr__(self, name):
        return getattr(self.store, name)

    def read(self, *given):
        if self.rng.random() < 0.05:
            raise StoreError("away")
        return self.store.read(*given)

    def append(self, *given):
        luck = self.rng.random()
        if luck < CHANCES["before"]:
            raise StoreError("away")
        self.store.append(*given)
        if luck > 1 - CHANCES["behind"]:
            raise StoreError("away")


def play(open_one, faults, seed, disturb=lambda rng: None):
    """Three processes serve two matches of two clients each; gives how many actions were acknowledged. Each client knows what it has seen, and sends
    again what was not answered."""
    rng = random.Random(seed)
    hosts = [Matches(Faulty(open_one(), rng)) for _ in range(3)]
    judge, acknowledged, total = open_one(), {}, 0
    ids = []
    while faults > 0:
        if not ids:
            ids = [hosts[0].begin(NewMatch(game="connect-four", players=["Anna", "Jola"])).match for _ in range(2)]
            acknowledged = {id: {} for id in ids}
        id, seat = rng.choice(ids), rng.randrange(2)
        number = len(judge.read(id).actions) - rng.choice((0, 0, 0, 0, 1))
        if rng.random() < 0.1:
            faults -= 1
            n = rng.randrange(3)
            hosts[n] = Matches(hosts[n].store)
        if disturb(rng):
            faults -= 1
        act = Act(action=f"drop {rng.randrange(1, 8)}", number=max(0, number))
        try:
            answer = rng.choice(hosts).act(id, seat, act, "en")
            at = answer.number - 1
            assert at not in acknowledged[id], "two answers for one number"
            acknowledged[id][at] = f"{seat}: {act.action}"
            total += 1
        except StoreError:
            faults -= 1
        except Refusal as refusal:
            assert refusal.kind in ("outrun", "ahead", "illegal", "value"), refusal
        written = judge.read(id).actions
        assert {at: written[at] for at in acknowledged[id]} == acknowledged[id], "an acknowledged action is lost"
        if list(judge.matches("nobody")) and id in judge.matches("nobody"):
            ids = [each for each in ids if each != id]
    for id in acknowledged:
        fresh = Matches(judge)
        with fresh.open(id) as live:
            assert live.number == len(judge.read(id).actions)
    return total


@pytest.mark.gate("files")
def test_nothing_is_lost_or_doubled_whatever_fails(open_again):
    assert play(open_again, 30, 1) > 10


@pytest.mark.long
def test_nothing_is_lost_or_doubled_in_a_thousand_faults(open_again):
    assert play(open_again, 1_000, 2) > 300


def retried(work):
    for _ in range(600):
        try:
            return work()
        except StoreError:
            continue
    raise AssertionError("the database did not come back")


@pytest.mark.long
def test_connections_and_the_server_of_the_database_end(postgres):
    """The server is killed with its connections, and begun again: what it acknowledged is there, and leases of lost sessions are gone."""
    import psycopg

    url = postgres.empty_database()
    stores = []

    def open_one():
        stores.append(open_store(url))
        return stores[-1]

    class Patient:
        """The judge: it asks until the database answers."""

        def __init__(self, store):
            self.store = store

        def __getattr__(self, name):
            return lambda *given: retried(lambda: getattr(self.store, name)(*given))

    def disturb(rng):
        luck = rng.random()
        if luck < 0.02:
            postgres.end("immediate")
            postgres.begin()
            return True
        if luck < 0.15:
            with psycopg.connect(url, autocommit=True) as db:
                db.execute(END_OTHERS)
            return True
        return False

    opened = []

    def open_patient():
        opened.append(open_one())
        return opened[-1] if len(opened) <= 3 else Patient(opened[-1])

    assert play(open_patient, 30, 3, disturb) > 5
    assert stores[0].lease("m") and not stores[1].lease("m")
    for each in stores:
        each.close()


def test_a_lease_of_a_session_that_was_lost_is_free(postgres):
    import psycopg

    url = postgres.empty_database()
    one, other = open_store(url), open_store(url)
    assert one.lease("m") and not other.lease("m")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(END_OTHERS)
    found = [retried(lambda: other.lease("m"))]
    assert found == [True]
    one.close()
    other.close()


def test_a_connection_that_ends_while_a_store_waits_to_be_opened_is_said(postgres):
    """Whoever opens a store waits for a process that migrates its tables; then the server may end."""
    import psycopg

    url = postgres.empty_database()
    with psycopg.connect(url, autocommit=True) as db, ThreadPoolExecutor(1) as pool:
        db.execute("select pg_advisory_lock(%s)", (TABLES,))
        opening = pool.submit(open_store, url)
        while not db.execute("select count(*) from pg_locks where locktype = 'advisory' and not granted").fetchone()[0]:
            time.sleep(0.01)
        db.execute(END_OTHERS)
        with pytest.raises(StoreError, match="the database: "):
            opening.result()
    open_store(url).close()


def test_a_database_that_only_reads_is_said_and_told_from_one_that_was_outrun(postgres):
    import psycopg

    url = postgres.empty_database()
    matches = Matches(open_store(url))
    id = matches.begin(NewMatch(game="connect-four", players=2)).match
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("alter database postgres set default_transaction_read_only = on")
        db.execute(END_OTHERS)
    try:
        retried(lambda: matches.look(id, 0, None, "en"))
        with pytest.raises(StoreError, match="read-only"):
            matches.act(id, 0, Act(action="drop 1", number=0), "en")
    finally:
        with psycopg.connect(url, autocommit=True, options="-c default_transaction_read_only=off") as db:
            db.execute("alter database postgres reset default_transaction_read_only")
            db.execute(END_OTHERS)
    retried(lambda: matches.look(id, 0, None, "en"))
    assert retried(lambda: matches.act(id, 0, Act(action="drop 1", number=0), "en")).number == 1
    matches.store.close()


def test_a_full_file_refuses_and_what_was_acknowledged_stays(tmp_path):
    store = open_store(f"sqlite:{tmp_path / 'tables.db'}")
    matches = Matches(store)
    id = matches.begin(NewMatch(game="connect-four", players=2)).match
    store._writer.execute(f"pragma max_page_count = {store._writer.execute('pragma page_count').fetchone()[0]}")
    with pytest.raises(StoreError, match="full"):
        for _ in range(600):
            matches.begin(NewMatch(game="connect-four", players=2))
    acknowledged = 0
    for number in range(4):
        try:
            matches.act(id, number % 2, Act(action=f"drop {number + 1}", number=acknowledged), "en")
            acknowledged += 1
        except StoreError:
            break
    assert store.read(id).number == acknowledged == len(store.read(id).actions)
    store.close()


@contextmanager
def blocked_match(url, id):
    """Somebody else holds a match, and does not come to an end; in SQLite whoever holds one holds all that write."""
    if url.startswith("files"):
        with open(Path(url.removeprefix("files:")) / f"{id}.match", "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
    elif url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:"), isolation_level=None)) as db:
            db.execute("begin immediate")
            yield
            db.execute("rollback")
    else:
        import psycopg

        with psycopg.connect(url) as db:
            db.execute("select * from matches where id = %s for update", (id,))
            yield
            db.rollback()


def test_a_database_that_is_slow_is_said_and_other_matches_go_on(url):
    kind = {"sqlite": SqliteStore, "files": FileStore}.get(url.partition(":")[0], PostgresStore)
    with closing(kind(url.removeprefix("sqlite:").removeprefix("files:"), patience=0.3)) as store:
        matches = Matches(store)
        id, other = (matches.begin(NewMatch(game="connect-four", players=2)).match for _ in range(2))
        with blocked_match(url, id):
            with pytest.raises(StoreError, match=r"locked|timeout"):
                matches.act(id, 0, Act(action="drop 1", number=0), "en")
            for each in (id, other):
                assert json.loads(matches.look(each, 0, None, "en"))["number"] == 0
            if kind is PostgresStore:
                assert matches.act(other, 0, Act(action="drop 1", number=0), "en").number == 1
        assert matches.act(id, 0, Act(action="drop 1", number=0), "en").number == 1


def test_a_database_that_is_away_is_said_and_found_again(postgres):
    with closing(PostgresStore(postgres.empty_database(), patience=0.5)) as store:
        matches = Matches(store)
        id = matches.begin(NewMatch(game="connect-four", players=2)).match
        postgres.end("immediate")
        try:
            for ask in (
                lambda: matches.act(id, 0, Act(action="drop 1", number=0), "en"),
                lambda: matches.look(id, 0, None, "en"),
                lambda: open_store(store.url),
                lambda: store.lease(id),
            ):
                with pytest.raises(StoreError, match="the database: "):
                    ask()
        finally:
            postgres.begin()
        assert retried(lambda: matches.act(id, 0, Act(action="drop 1", number=0), "en")).number == 1


@pytest.mark.parametrize("size", [0, 100, 5_000, 20_000])
def test_a_disk_that_is_full_at_the_beginning_is_said(tmp_path, size):
    address = f"sqlite:{tmp_path / 'tables.db'}"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        with pytest.raises(StoreError, match=r"tables.db: .*(full|I/O error)"):
            open_store(address)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    open_store(address).close()


def run_faults(kind, kills):
    """The last line of the program; each process that it begins is its own."""
    command = [
        sys.executable,
        "-m",
        "tests.connect.host.faults",
        kind,
        "--kills",
        str(kills),
        "--judges",
        str(1 + kills // 100),
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "files"])
@pytest.mark.gate("sqlite")
def test_nothing_is_lost_when_processes_are_killed_between_statements(kind):
    if kind == "postgresql" and not PROGRAMS:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    assert run_faults(kind, 5) == "losses: 0"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "files"])
def test_nothing_is_lost_in_a_thousand_kills(kind):
    """Of processes between any two statements, of connections, and of the server of the database."""
    if kind == "postgresql" and not PROGRAMS:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    assert run_faults(kind, 1_000) == "losses: 0"
