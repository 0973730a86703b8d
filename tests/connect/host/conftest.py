"""Stores of all kinds. PostgreSQL is a server of the tests' own, begun once where Debian's programs are, with a user of its own."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

collect_ignore = ["doomed_worker.py"]
"""Loads a game when it is imported, for all processes that are made of it; it has no tests."""
PATIENCE = 300
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name))
NEEDED = ("fastapi", "uvicorn", "sse_starlette", "psycopg", "alembic", "prometheus_client", "limits")


class Postgres:
    """A server on a socket in a folder of its own. It refuses root: then the user `postgres` runs it."""

    def __init__(self, fsync="off"):
        self.programs, self.fsync = PROGRAMS[-1], fsync
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        self.folder = Path(tempfile.mkdtemp(prefix="cavewright-postgres-", dir="/tmp"))
        if self.user:
            shutil.chown(self.folder, "postgres", "postgres")
        self.run("initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.begin()

    def run(self, program, *arguments):
        command = [self.programs / program, *arguments]
        done = subprocess.run(command, capture_output=True, cwd="/", timeout=PATIENCE, **self.user)
        assert done.returncode == 0, done.stderr.decode()

    def begin(self):
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync={self.fsync}"
        log = ("-l", self.folder / "log")
        self.run("pg_ctl", "-D", self.folder / "data", *log, "-o", options, "-w", "start")

    def end(self, how="fast"):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", how, "-w", "stop")

    def close(self):
        """Ends the server, and removes what it wrote."""
        self.end("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database):
        return f"postgresql:///{database}?host={self.folder}&user=postgres"

    def empty_database(self):
        """The address of the database, with nothing in it."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute("drop schema public cascade")
            db.execute("create schema public")
        return self.url("postgres")


@pytest.fixture(scope="session")
def postgres():
    pytest.importorskip("psycopg", reason="the package psycopg is missing")
    if not PROGRAMS:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    made = Postgres()
    yield made
    made.close()


@pytest.fixture(params=["sqlite", "postgresql", "files"])
def url(request, tmp_path):
    """The address of an empty store, of each kind."""
    for each in NEEDED:
        pytest.importorskip(each, reason=f"the package {each} is missing")
    if request.param != "postgresql":
        return f"{request.param}:{tmp_path / 'tables.db'}"
    return request.getfixturevalue("postgres").empty_database()


@pytest.fixture
def open_again(url):
    """Opens the store of the address, as often as it is called; all are closed at the end."""
    from cavewright.host import open_store

    stores = []

    def open_one():
        stores.append(open_store(url))
        return stores[-1]

    yield open_one
    for each in stores:
        each.close()
