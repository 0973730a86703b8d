"""The hall, a table with chat and clock, and a review by Tab alone, and what a screen reader is given of them by Chromium."""

import json
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from tests.connect.hall.hall_client import Evening, serve_evening
from tests.connect.web.test_keyboard import MISSING, PUPPETEER

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.long]
SCRIPT = Path(__file__).parents[1] / "web" / "tabbed.mjs"
LINE = "shall we go home"


def seen_by_keys(evening, screens, width):
    """What the script tells of paths of the hall."""
    with serve_evening(evening) as start:
        addressed = [[name, start + path, line] for name, path, line in screens]
        command = ["node", str(SCRIPT), str(PUPPETEER), json.dumps(addressed), str(width)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("lang", "width"), [("en", 1280), ("de", 1280), ("es", 1280), ("en", 390), ("de", 390), ("es", 390)]
)
def test_everything_is_reached_and_has_a_name(tmp_path, lang, width):
    evening = Evening(tmp_path)
    room = evening.set_up(chat="1", minutes="5")
    here = {"who-1": "here", "name-1": "Ben"}
    table = evening.set_up(chat="1", minutes="5", **here)
    ended = evening.set_up(**here)
    for each in ("a1", "b1", "a2", "b2", "a3"):
        evening.act(ended, f"mark {each}")
    seen = seen_by_keys(
        evening,
        [
            ("hall", f"{evening.start}?lang={lang}", ""),
            ("game", f"{evening.start}?game=the-cave&lang={lang}", ""),
            ("room", f"{room}?lang={lang}", ""),
            ("table", f"{table}?lang={lang}", LINE),
            ("end", f"{ended}?lang={lang}", ""),
            ("review", f"{ended}review?lang={lang}", ""),
        ],
        width,
    )
    assert {name: each["covered"] for name, each in seen.items() if each["covered"]} == {}
    assert {name: each["narrow"] for name, each in seen.items() if each["narrow"]} == {}
    assert {name: each["missed"] for name, each in seen.items() if each["missed"]} == {}
    assert {name: each["nameless"] for name, each in seen.items() if each["nameless"]} == {}
    for name, each in seen.items():
        levels = [level for level, _ in each["headings"]]
        assert levels[:1] == [1] and levels.count(1) == 1, (name, each["headings"])
        assert all(later <= before + 1 for before, later in pairwise(levels)), (name, levels)
        assert ["main", ""] in [[role, ""] for role, _ in each["marks"]], (name, each["marks"])
    assert any(LINE in each for each in seen["table"]["said"])
    roles = [role for role, _ in seen["table"]["marks"]]
    assert "log" in roles and "timer" in roles, seen["table"]["marks"]
