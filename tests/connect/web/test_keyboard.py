"""The page in Chromium, played by the keyboard alone; axe-core looks at it on the way."""

import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from tests.connect.web.table_client import new_table

import cavewright as cw
from cavewright.connect.web.running import listening
from cavewright.connect.web.server import Server

MODULES = Path(os.environ.get("NODE_MODULES") or Path(__file__).parents[3] / ".ci" / "node_modules")
PUPPETEER, AXE = MODULES / "puppeteer-core/lib/esm/puppeteer/puppeteer-core.js", MODULES / "axe-core/axe.min.js"
MISSING = [
    name
    for name, there in {
        "node": shutil.which("node"),
        "Chromium": Path("/usr/bin/chromium").exists(),
        "puppeteer-core": PUPPETEER.exists(),
        "axe-core": AXE.exists(),
    }.items()
    if not there
]
pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"needs {', '.join(MISSING)} (`npm install --prefix .ci` brings the modules; NODE_MODULES says where they lie otherwise)",
)
SHORT = ("tic-tac-toe", "connect-four", "breakthrough", "hex", "nine-mens-morris", "cave-vs-cave")
LONG = (
    "the-cave",
    "the-cave-de",
    "the-cave-es",
    "kave-kapers",
    "chess",
    "go",
    "draughts",
    "backgammon",
    "hearts",
    "kuhn-poker",
)
OPTIONS = {"go": {"width": 5}}
TONGUES, WIDTHS = ("en", "de", "es"), (390, 1280)
WAYS = [(lang, width) for lang in TONGUES for width in WIDTHS]
EVERY = [(spec, *way) for spec in (*SHORT, *LONG) for way in WAYS]
"""Rulesets, languages and widths at which they are played."""
WHOLE = {(spec, *WAYS[n % len(WAYS)]) for n, spec in enumerate((*SHORT, *LONG))}
"""Those that are played to their end: each ruleset once, each language and width in turn. A match by keys takes minutes."""
SOME = 60
"""Actions of the others."""


def play(folder, spec, lang, width, most=3000, bot=""):
    """Plays a match in Chromium, the first seat or, without a bot, all; gives what was seen, and the table."""
    import uvicorn

    options = OPTIONS.get(spec, {})
    seats = max(2, len(cw.Match(cw.load_game(spec, options=options), seed=5).names))
    table = new_table(folder, spec, seats, seed=5, bots=("", *[bot] * (seats - 1)), options=options)
    at = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(Server(table).application(), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    table.start()
    try:
        address = f"http://127.0.0.1:{at.getsockname()[1]}/t/{table.links.host}/?lang={lang}"
        command = [
            "node",
            str(Path(__file__).with_name("keyboard.mjs")),
            str(PUPPETEER),
            str(AXE),
            address,
            str(width),
            str(most),
            "",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), table
    finally:
        server.should_exit = True
        thread.join(30)
        table.close()
        at.close()


def looked_at(seen, width):
    assert (seen["errors"], seen["violations"]) == ([], [])
    assert seen["wide"] <= width, "the page is wider than the screen"


@pytest.mark.parametrize("lang", TONGUES)
@pytest.mark.gate("en")
def test_a_match_is_played_to_its_end_by_keyboard_alone(tmp_path, lang):
    seen, table = play(tmp_path, "tic-tac-toe", lang, 390)
    looked_at(seen, 390)
    assert seen["ended"] and table.match.state.is_terminal and seen["actions"] == len(table.match.move_stack)


@pytest.mark.long
@pytest.mark.parametrize(("spec", "lang", "width"), EVERY)
def test_rulesets_are_played_by_keyboard_alone(tmp_path, spec, lang, width):
    whole = (spec, lang, width) in WHOLE
    seen, table = play(tmp_path, spec, lang, width, most=3000 if whole else SOME, bot="greedy" if spec in LONG else "")
    looked_at(seen, width)
    assert seen["ended"] == table.match.state.is_terminal and seen["keys"] > seen["actions"]
    assert seen["ended"] or (seen["actions"] == SOME and not whole)


@pytest.mark.long
@pytest.mark.parametrize("lang", TONGUES)
def test_a_shared_screen_is_handed_on_and_hints_come_where_secrets_are_too(tmp_path, lang):
    seen, _ = play(tmp_path, "the-cave+survey-goals", lang, 390, most=60)
    looked_at(seen, 390)
    assert seen["actions"] == 60 and seen["handed"] > 5 and seen["hints"]
