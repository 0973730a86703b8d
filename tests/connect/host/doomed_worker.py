"""A worker that is to fail: it carries out acts until its doom comes, before or behind any statement to the database.

`DOOMS` are what may come. The worker kills itself with SIGKILL, loses its connection, or finds the disk full; its clock jumps all the time.
"""

import os
import random
import resource
import signal
import socket
import time
from pathlib import Path

import psycopg

import cavewright as cw
from cavewright.connect.host.models import Act, NewMatch
from cavewright.connect.host.sqlite_store import SqliteStore
from cavewright.host import Matches, Refusal, StoreError, open_store

GAME = cw.load_game("connect-four")
NEW = NewMatch(game="connect-four", players=["Anna", "Jola"])
SQLITE_DOOMS = ("kill", "kill", "kill", "full disk")
POSTGRES_DOOMS = ("kill", "kill", "lost connection")
MOST_BEHIND = 60
"""Statements behind a doom that did not come to anything: then the worker is killed all the same."""


class Doom:
    """What comes over a worker, and before how many more statements or answers."""

    def __init__(self, seed, kinds):
        rng = random.Random(seed)
        self.kind, self.left, self.room = rng.choice(kinds), rng.randint(1, 40), rng.randint(0, 9_000)
        self.cut = None

    def come_closer(self, *statement):
        """Counts a statement that begins or ends."""
        self.left -= 1
        if (self.left == 0 and self.kind == "kill") or self.left < -MOST_BEHIND:
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.left <= 0 and self.left % 3 == 0 and self.cut is not None:
            self.cut()


def doom_sqlite(doom, url):
    """Lets the doom count the statements of SQLite, and lets the file grow by some bytes only."""
    real, path = SqliteStore._connect, url.removeprefix("sqlite:")

    def connect(store):
        made = real(store)
        made.set_trace_callback(doom.come_closer)
        return made

    def fill_disk():
        size = max(os.path.getsize(path + end) if os.path.exists(path + end) else 0 for end in ("", "-wal"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + doom.room, resource.RLIM_INFINITY))
        doom.cut = None

    SqliteStore._connect = connect
    if doom.kind == "full disk":
        doom.cut = fill_disk


def doom_files(doom, url):
    """Lets the doom count the calls of the system that write and read, before and behind each, and lets files grow by some bytes only."""
    folder = Path(url.removeprefix("files:"))

    def counted(real):
        def call(*given):
            doom.come_closer()
            found = real(*given)
            doom.come_closer()
            return found

        return call

    def fill_disk():
        sizes = [each.stat().st_size for each in folder.glob("*.match")]
        resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes, default=0) + doom.room // 40, resource.RLIM_INFINITY))
        doom.cut = None

    for name in ("write", "fsync", "ftruncate", "pread"):
        setattr(os, name, counted(getattr(os, name)))
    if doom.kind == "full disk":
        doom.cut = fill_disk


def doom_postgres(doom):
    """Lets the doom count the statements of psycopg, and cuts the connections of some."""
    real, known = psycopg.Connection.execute, []

    def execute(connection, *given, **more):
        known[:] = [each for each in known if not each.closed and each is not connection] + [connection]
        doom.come_closer()
        found = real(connection, *given, **more)
        doom.come_closer()
        return found

    def cut_connection():
        for each in known:
            if not each.closed:
                with socket.socket(fileno=os.dup(each.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)

    psycopg.Connection.execute = execute
    if doom.kind == "lost connection":
        doom.cut = cut_connection


def jump_with_clock(rng):
    """Lets the time of day jump by weeks, whenever somebody asks."""
    real = time.time
    time.time = lambda: real() + rng.uniform(-2e6, 2e6)


def carry_out(matches, asked):
    """Carries out what a client asks for, and returns what it is told."""
    try:
        match asked:
            case "begin", *_:
                return "begun", matches.begin(NEW).match
            case "act", id, seat, action, number:
                return "acted", matches.act(id, seat, Act(action=action, number=number), "en").number
    except Refusal as refusal:
        happened = refusal.problem.happened
        return "refused", refusal.kind, None if happened is None else happened.number
    except StoreError:
        return "unknown", None


def work(url, line, seed):
    """Answers until the doom comes, or nobody asks any more."""
    postgres = url.startswith("postgres")
    doom = Doom(seed, POSTGRES_DOOMS if postgres else SQLITE_DOOMS)
    if postgres:
        doom_postgres(doom)
    else:
        (doom_files if url.startswith("files") else doom_sqlite)(doom, url)
    jump_with_clock(random.Random(seed))
    try:
        matches = Matches(open_store(url), load=lambda id, **given: GAME)
    except StoreError:
        return
    while (asked := line.recv()) is not None:
        answer = carry_out(matches, asked)
        doom.come_closer()
        line.send(answer)
        doom.come_closer()
    os._exit(0)
