"""A host: matches of several people over HTTP, kept in SQLite. An action is on the disk before it is acknowledged.
It is for one process: a second one on the same file ends at once.

    pip install "cavewright[host]"
    python table_server.py tables.db 8000

POST /matches                {"game": "hex", "players": ["Anna", "Jola"]}      gives the match, and to each player a key
GET  /matches/ID?key=KEY     what the holder of the key may know, and what it may do; without a key, what a spectator knows
POST /matches/ID             {"key": KEY, "action": "place a1", "moves": 12}   carries out an action, once
"""

import copy
import json
import logging
import secrets
import sqlite3
import sys
import threading
from collections import OrderedDict
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

import cavewright as cw

LONGEST, REMEMBERED = 64 * 1024, 200
TABLES = """
create table if not exists matches (id text primary key, begun text not null);
create table if not exists keys (key text primary key, match text not null, player integer not null);
create table if not exists actions (match text, number integer, action text not null, primary key (match, number));
"""


class Refused(Exception):
    """What a client did wrong, with the status that says so."""

    def __init__(self, status, message, **more):
        self.status, self.said = status, {"error": message, **more}


class InUse(Exception):
    """Another process has the file."""


@contextmanager
def sent_by_client():
    """Around what is made of a client's values: an error that says that they are wrong is the client's."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise Refused(422, str(error)) from error


class Store:
    """Matches on the disk. The seed stays here: whoever knows it knows what is to come.

    The file is locked until `close`, so that no other process writes what this one has not read."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, timeout=0, check_same_thread=False, isolation_level=None)
        try:
            self.db.execute("pragma locking_mode = exclusive")
            self.db.execute("pragma journal_mode = wal")
            self.db.execute("pragma synchronous = full")
            self.db.executescript("begin exclusive;" + TABLES + "commit;")
        except sqlite3.OperationalError as error:
            self.db.close()
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise InUse(f"{path} is served by another process; end that one first") from error
        self.lock, self.kept = threading.RLock(), OrderedDict()

    def close(self):
        self.db.close()

    def begin(self, game, players, options):
        with sent_by_client():
            match = cw.Match(cw.load_game(game, options=options, registered_only=True), players)
        id = secrets.token_hex(8)
        keys = [secrets.token_urlsafe(24) for _ in match.names]
        with self.lock, self.db:
            self.db.execute("begin")
            self.db.execute("insert into matches values (?, ?)", (id, match.to_json()))
            self.db.executemany("insert into keys values (?, ?, ?)", [(key, id, n) for n, key in enumerate(keys)])
        return {"match": id, "keys": keys}

    def match(self, id):
        """A match with all actions that the disk has; read again from there if it is another one than was kept."""
        number = self.number(id)
        if id not in self.kept or self.kept[id][1] != number:
            begun = self.db.execute("select begun from matches where id = ?", (id,)).fetchone()
            if begun is None:
                raise Refused(404, "there is no such match")
            match = cw.Match.from_json(begun[0])
            for (action,) in self.db.execute("select action from actions where match = ? order by number", (id,)):
                match.push(action)
            self.kept[id] = match, number
            if len(self.kept) > REMEMBERED:
                self.kept.popitem(last=False)
        self.kept.move_to_end(id)
        return self.kept[id][0]

    def player(self, id, key):
        """Whose key that is; None for a spectator."""
        if key is None:
            return None
        with sent_by_client():
            found = self.db.execute("select player from keys where key = ? and match = ?", (key, id)).fetchone()
        if found is None:
            raise Refused(403, "this is no key of this match")
        return found[0]

    def seen(self, id, key):
        """What the holder of a key may know, and what it may do."""
        match, viewer = self.match(id), self.player(id, key)
        kept = json.loads(match.to_json(viewer))
        state, own = match.state, viewer is not None and viewer in match.state.active_players
        actions = [{"action": each.text, "label": each.label()} for each in state.legal_actions(viewer)] if own else []
        return {**kept, "number": self.number(id), "actions": actions, "svg": match.svg(viewer)}

    def number(self, id):
        return self.db.execute("select count(*) from actions where match = ?", (id,)).fetchone()[0]

    def act(self, id, key, text, number):
        """Carries out an action: it is refused, or it is on the disk when this returns.

        From reading the number of actions to writing the next one the disk is ours: nobody acts on what has changed."""
        with self.lock, self.db:
            self.db.execute("begin immediate")
            match, player = self.match(id), self.player(id, key)
            if player is None:
                raise Refused(403, "spectators do not act")
            if number != self.number(id):
                raise Refused(409, "the match has gone on since", number=self.number(id))
            with sent_by_client():
                action = match.game.parse_action(text, player)
            verdict = match.state.check(action)
            if not verdict.ok:
                raise Refused(
                    422, verdict.reasons[0].text(), reasons=[[each.rule, each.text()] for each in verdict.reasons]
                )
            after = copy.copy(match)
            after.push(action)
            self.db.execute("insert into actions values (?, ?, ?)", (id, number, str(action)))
        self.kept[id] = after, number + 1  # it is on the disk
        return {"number": number + 1, "action": action.text}


def answered(work):
    """A route: reads the message, does the work off the loop, one at a time, and says what was wrong."""

    async def route(request):
        try:
            sent = await message(request) if request.method == "POST" else dict(request.query_params)

            def locked():
                with store.lock:
                    return work(request.path_params.get("id"), sent)

            return JSONResponse(await run_in_threadpool(locked))
        except Refused as refused:
            return JSONResponse(refused.said, refused.status)
        except Exception:
            logging.exception("a defect of this server")
            return JSONResponse(
                {"error": "this server has a fault of its own, which its log tells; nothing was done"}, 500
            )

    return route


async def message(request):
    read = b""
    async for part in request.stream():
        read += part
        if len(read) > LONGEST:
            raise Refused(413, f"a message has at most {LONGEST} bytes")
    try:
        sent = json.loads(read)
    except (ValueError, RecursionError) as error:
        raise Refused(400, "a message is JSON") from error
    if not isinstance(sent, dict):
        raise Refused(400, "a message is a JSON object")
    return sent


def field(sent, name, kind, default=...):
    value = sent.get(name, default)
    if value is ... or not (value is default or (isinstance(value, kind) and not isinstance(value, bool))):
        raise Refused(422, f"{name} is missing or of another type", field=name, expected=str(kind))
    return value


def begin(id, sent):
    return store.begin(
        field(sent, "game", str), field(sent, "players", list | int, None), field(sent, "options", dict, None)
    )


def look(id, sent):
    return store.seen(id, sent.get("key"))


def act(id, sent):
    return store.act(id, field(sent, "key", str), field(sent, "action", str), field(sent, "moves", int))


app = Starlette(
    routes=[
        Route("/matches", answered(begin), methods=["POST"]),
        Route("/matches/{id}", answered(look), methods=["GET"]),
        Route("/matches/{id}", answered(act), methods=["POST"]),
    ]
)

if __name__ == "__main__":
    try:
        store = Store(sys.argv[1])
    except InUse as error:
        sys.exit(str(error))
    uvicorn.run(
        app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", timeout_keep_alive=5, limit_concurrency=100
    )
