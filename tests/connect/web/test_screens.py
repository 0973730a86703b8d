"""Each kind of screen of the page, light and dark, on a telephone and on a desk: axe-core finds nothing, nothing is wider than the screen."""

import contextlib
import json
import subprocess
import threading
from pathlib import Path

import pytest
from tests.connect.web.test_keyboard import AXE, MISSING, PUPPETEER

import cavewright as cw
from cavewright.bots import make
from cavewright.connect.web.packing import is_packing
from cavewright.connect.web.running import listening
from cavewright.connect.web.server import Server
from cavewright.connect.web.table import Table

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
KINDS = {
    "choosing": "over-board",
    "why not": "pointed",
    "packing": "#pack-it",
    "handing on": "#me-0",
    "scores": "result",
    "earlier": "#then-back",
    "watching": "told",
    "seats": "#person-1",
    "rules": "rules",
    "no link": "word",
    "without JavaScript": "over-board",
    "hint": "hinted",
    "review": "review",
    "leaving": "#not-sure",
    "teacher": "lesson",
}
"""Screens, and what stands on each, so that it is that screen which is looked at."""


@contextlib.contextmanager
def served(table):
    """The address of a table."""
    import uvicorn

    at = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(Server(table).application(), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{at.getsockname()[1]}/t/"
    server.should_exit = True
    thread.join(30)
    table.close()
    at.close()


def matches():
    """A match in which somebody packs, one that goes on, one in which all act at once in secret, one that has ended."""
    game = cw.load_game("the-cave")
    packing, going, ended = (
        cw.Match(game, ["Anna", "Ben"], seed=7),
        cw.Match(game, ["Anna", "Ben"], seed=7),
        cw.Match(cw.load_game("tic-tac-toe"), ["Anna", "Ben"], seed=1),
    )
    bot = make("greedy", game, 1)
    for match, is_there in (
        (packing, lambda: is_packing(packing.state, 0)),
        (going, lambda: len(going.move_stack) > 24),
    ):
        while not is_there():
            player = match.state.active_players[0]
            match.push(bot.choose(match.state, player))
    for each in ("a1", "b1", "a2", "b2", "a3"):
        ended.push(f"mark {each}")
    return packing, going, cw.Match(cw.load_game("the-cave", ["survey-goals"]), ["Anna", "Ben"], seed=3), ended


@pytest.mark.parametrize(
    "look", [(390, "dark"), (1280, "light"), (390, "light"), (1280, "dark")], ids=lambda look: f"{look[0]}-{look[1]}"
)
@pytest.mark.gate("390-dark")
def test_axe_core_finds_nothing_on_any_screen(tmp_path, look):
    tables = [Table.new(match, (), tmp_path / f"{n}.match", "") for n, match in enumerate(matches())]
    tables[1].sit(tables[1].guest(tables[1].links.host), 1, "random")
    with contextlib.ExitStack() as stack:
        packing, going, handing, ended = (stack.enter_context(served(table)) for table in tables)
        host, seat = going + tables[1].links.host, packing + tables[0].links.seats[0]
        place = ".over-board > a.cannot"
        screens = [
            ["choosing", f"{host}/?lang=en", True, ""],
            ["why not", f"{host}/?lang=de", True, place],
            ["packing", f"{seat}/?lang=es", True, ""],
            ["handing on", f"{handing}{tables[2].links.host}/?lang=en", True, ""],
            ["scores", f"{ended}{tables[3].links.host}/?lang=de", True, ""],
            ["earlier", f"{host}/?lang=en&then=3", True, ""],
            ["watching", f"{going}{tables[1].links.watch}/?lang=es", True, ""],
            ["seats", f"{host}/seats?lang=de", True, ""],
            ["rules", f"{host}/rules?lang=en", True, ""],
            ["no link", f"{going}none/?lang=en", True, ""],
            ["without JavaScript", f"{host}/?lang=en", False, ""],
            ["hint", f"{host}/?lang=en&hint=1", True, ""],
            ["review", f"{ended}{tables[3].links.host}/review?lang=de", True, ""],
            ["leaving", f"{seat}/?lang=de&leave=1", True, ""],
            ["teacher", f"{host}/?lang=es&teach=1", True, ""],
        ]
        done = subprocess.run(
            [
                "node",
                str(Path(__file__).with_name("screens.mjs")),
                str(PUPPETEER),
                str(AXE),
                json.dumps(screens),
                json.dumps([look]),
            ],
            capture_output=True,
            text=True,
            timeout=900,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    assert {name: each for name, each in KINDS.items() if each not in seen[name]["shows"]} == {}
    assert {
        name: (each["violations"], each["wide"]) for name, each in seen.items() if each["violations"] or each["wide"]
    } == {}
