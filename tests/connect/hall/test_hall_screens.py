"""Screens of the hall, light and dark, on a telephone and on a desk: axe-core finds nothing, nothing is wider than the screen."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.connect.hall.hall_client import Evening, serve_evening
from tests.connect.web.test_keyboard import AXE, MISSING, PUPPETEER

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
SCRIPT = Path(__file__).parents[1] / "web" / "screens.mjs"


@pytest.mark.parametrize("look", [(390, "dark"), (1280, "light")], ids=lambda look: f"{look[0]}-{look[1]}")
@pytest.mark.gate("390-dark")
def test_axe_core_finds_nothing_in_the_hall(tmp_path, look):
    evening = Evening(tmp_path)
    host = evening.set_up(chat="1", minutes="5")
    invitation = evening.invitation(host)
    guest = evening.sit_down(invitation, "אבג " * 9).url.path
    begun = evening.set_up(chat="1", minutes="5", **{"who-1": "here", "name-1": "W" * 40})
    evening.do(begun, "say", text="hello " * 60)
    paths = {
        "hall": f"{evening.start}?game=kuhn-poker",
        "room": f"{host}?",
        "guest": f"{guest}?",
        "join": f"{invitation}?",
        "table": f"{begun}?",
    }
    with serve_evening(evening) as start:
        screens = [[name, f"{start}{path}&lang=en", True, ""] for name, path in paths.items()]
        command = ["node", str(SCRIPT), str(PUPPETEER), str(AXE), json.dumps(screens), json.dumps([look])]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    assert set(seen) == set(paths)
    assert {name: each["violations"] for name, each in seen.items() if each["violations"]} == {}
    assert [
        name for name, each in seen.items() if each["wide"] and name != "table"
    ] == []  # forty wide letters are wider
