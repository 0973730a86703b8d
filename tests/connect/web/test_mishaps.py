"""What goes wrong between people, a page in Chromium and a server: nothing is lost, nothing is done twice, a word helps."""

import asyncio
import contextlib
import json
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.connect.web.table_client import client, new_table, page, send
from tests.connect.web.test_keyboard import MISSING, PUPPETEER
from tests.connect.web.test_static_page import site

import cavewright as cw
from cavewright.connect.web.running import listening
from cavewright.connect.web.server import Server
from cavewright.connect.web.static_page import page_files
from cavewright.connect.web.table import Table

__all__ = ["site"]
in_chromium = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
HEBREW = "אבגדה"


class Mishaps:
    """A server to which something happens, as `/_do/NAME` says: requests or answers are lost, it is silent, it starts anew."""

    def __init__(self, table, other=None, application=None):
        self.table, self.other, self.mode = table, other, "answers"
        self.application = application or Server(table).application()

    def do(self, what):
        """Lets something happen; returns what the match has come to."""
        if what in ("anew", "other"):
            company = self.table.company
            self.table.close()
            self.table = Table.resume(self.table.file.path, cw.load_game) if what == "anew" else self.other
            if what == "anew":
                self.table.company = company
            self.application = Server(self.table).application()
        elif what != "moves":
            self.mode = what
        if what in ("anew", "other"):
            self.mode = "answers"
        return json.dumps([str(each) for each in self.table.match.move_stack])

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        if scope["path"].startswith("/_do/"):
            said = await asyncio.to_thread(self.do, scope["path"].removeprefix("/_do/"))
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": said.encode()})
        elif self.mode == "answers":
            await self.application(scope, receive, send)
        else:
            await self.fail(scope, receive, send)

    async def fail(self, scope, receive, send):
        """Does not answer: before it was done, after it, never, or by another server that has none behind it."""

        async def lose(message):
            pass

        if self.mode == "loses answers":
            await self.application(scope, receive, lose)
        if self.mode == "silence":
            await receive()
            await asyncio.sleep(5)
        status, promised = (502, b"0") if self.mode == "no server" else (200, b"999")
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", promised)]})
        await send({"type": "http.response.body", "body": b""})


@contextlib.contextmanager
def unlucky(table, other=None, application=None):
    """The address of a server to which something happens."""
    import uvicorn

    at, mishaps = listening("127.0.0.1", 0), Mishaps(table, other, application)
    server = uvicorn.Server(uvicorn.Config(mishaps, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{at.getsockname()[1]}/t/"
    server.should_exit = True
    thread.join(30)
    mishaps.table.close()
    at.close()


def happens(name, *given):
    """What a mishap came to in Chromium."""
    command = ["node", str(Path(__file__).with_name("mishaps.mjs")), str(PUPPETEER), name, *given]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert said.pop("errors") == []
    return said


def at_table(folder, name, spec="tic-tac-toe", players=("Anna", "Ben"), who="host", **given):
    """What a mishap came to at a table of some players, for its host or the first seats."""
    table = new_table(folder, spec, list(players), **given)
    with unlucky(table) as address:
        tokens = [table.links.host] if who == "host" else table.links.seats[:who]
        return happens(name, *[f"{address}{each}/?lang=en" for each in tokens])


@in_chromium
@pytest.mark.parametrize("how", ["loses requests", "loses answers", "silence", "no server"])
@pytest.mark.gate("loses answers")
def test_an_action_that_is_lost_on_the_way_is_done_once(tmp_path, how):
    table = new_table(tmp_path, players=["Anna", "Ben"])
    with unlucky(table) as address:
        said = happens("lost", f"{address}{table.links.host}/?lang=en", how)
    assert said["gone"].startswith("The server does not answer") and said["moves"] == ["0: mark b2"]
    assert ("done already" in said["word"]) == (how == "loses answers")


@in_chromium
@pytest.mark.long
@pytest.mark.parametrize("how", ["loses requests", "loses answers"])
def test_a_line_that_is_lost_on_the_way_is_said_once(tmp_path, how):
    from tests.connect.hall.hall_client import Evening

    evening = Evening(tmp_path)
    table = evening.table(evening.set_up(chat="1", **{"who-1": "here", "name-1": "Ben"}))
    with unlucky(table, application=evening.server.application()) as address:
        said = happens("chat", f"{address}{table.links.host}/?lang=en", how)
    assert said["lines"] == ["well played"]


@in_chromium
@pytest.mark.long
def test_a_phone_that_slept_shows_the_table_as_it_is(tmp_path):
    table = new_table(tmp_path, players=["Anna", "Ben"])
    with unlucky(table) as address:
        anna, ben = (f"{address}{each}/?lang=en" for each in table.links.seats)
        said = happens("sleep", ben, anna)
    assert said["asleep"] and said["says"] == "Your turn, Ben"


@in_chromium
@pytest.mark.long
def test_of_two_browsers_on_one_seat_one_acts_and_the_other_is_told(tmp_path):
    said = at_table(tmp_path, "two")
    assert "Nothing was done now" in said["word"] and said["moves"] == ["0: mark b2"] and said["same"]


@in_chromium
def test_a_double_click_is_one_click(tmp_path):
    assert at_table(tmp_path, "double")["moves"] == [1, 2]


@in_chromium
@pytest.mark.long
def test_back_and_reload_show_the_table_as_it_is(tmp_path):
    said = at_table(tmp_path, "back", "breakthrough")
    assert said["picked"] == ["p0-c2"] and len(said["reloaded"]) == 1 and len(said["back"]) == 2


@in_chromium
@pytest.mark.long
def test_a_piece_is_laid_though_the_server_starts_anew_while_it_is_dragged(tmp_path):
    said = at_table(tmp_path, "drag", "breakthrough")
    assert said == {"carried": 1, "moves": ["0: move c2 onward"], "left": 0}


@in_chromium
@pytest.mark.long
def test_a_link_whose_match_is_gone_says_so(tmp_path):
    (tmp_path / "other").mkdir()
    table, other = new_table(tmp_path), new_table(tmp_path / "other")
    with unlucky(table, other) as address:
        said = happens("old", f"{address}{table.links.host}/?lang=en")
    assert said["word"].startswith("There is no table with this link")


@in_chromium
@pytest.mark.long
@pytest.mark.parametrize("name", ["W" * 40, HEBREW, f"{HEBREW} 2"])
def test_names_of_any_length_and_direction_keep_the_page_in_order(tmp_path, name):
    said = at_table(tmp_path, "names", players=(name, "Ben"))
    assert said["wide"] <= 390 and said["order"] == [True, True]


WIDE = """ruleset wide 1.0 "Wide cave"
    language 1
kind rock
    | rock | open: set of side |
    | hall | n e s w           |
players mole 2..2
    keeps here: place = cell(0, 0)
board place of rock by open "A cave without an edge."
    grid growing
to play
    lay hall at cell(0, 0)
    repeat until count(p in place) > 199
        lay hall at first(e in frontier(place))
    set first(m in mole).here = first(p in place where distance(p, cell(0, 0)) > 8)
    repeat 9 times
        each mole from first(m in mole)
            offer moves
menu moves
action step(to there in neighbours(here)) in moves "Go on"
    set here = there
action build(at e in exits(here)) in moves "Build"
    lay hall at e
scoring
    score size = 1
    highest total wins
"""
"""Rules by which a match begins in a cave of 200 tiles, far from its middle."""


@in_chromium
@pytest.mark.long
@pytest.mark.parametrize("is_static", [False, True], ids=["server", "static"])
def test_a_cave_of_200_tiles_is_played_on_a_phone(site, is_static):
    folder, address = site
    (folder / "wide.cave").write_text(WIDE, "utf-8")
    game = cw.load_game(folder / "wide.cave")
    if is_static:
        for name, data in page_files(game, [2], "game").items():
            (folder / name).write_bytes(data)
        said = happens("large", f"{address}#lang=en", "#start")
    else:
        table = Table.new(cw.Match(game, ["Anna", "Ben"], seed=7), (), folder / "a.match", "wide")
        with unlucky(table) as address:
            said = happens("large", f"{address}{table.links.host}/?lang=en")
    assert said["wide"] <= 390 and said["tiles"] == 200 and said["small"] == 0
    assert said["seen"] > 0 and said["acts"]


def test_thirty_guests_watch_one_match_to_its_end(tmp_path):
    table = new_table(tmp_path, players=["Anna", "Ben"])
    guests, seen = [client(table) for _ in range(30)], []

    def watch(guest):
        while not table.match.state.is_terminal:
            assert guest.get(f"/t/{table.links.watch}/stamp?lang=en").status_code == 200
        seen.append(page(guest, table.links.watch).text.count('class="result"'))

    with ThreadPoolExecutor(30) as pool:
        watching = [pool.submit(watch, each) for each in guests]
        for act in ("a1", "b1", "a2", "b2", "a3"):
            status, _ = send(guests[0], table.links.host, act=f"mark {act}", **page(guests[0], table.links.host).hidden)
            assert status == 200
        for each in watching:
            each.result(120)
    assert seen == [1] * 30 and len(table.match.move_stack) == 5
    table.close()
