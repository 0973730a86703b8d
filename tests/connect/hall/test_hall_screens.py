"""Screens of the hall, light and dark, on a telephone and on a desk: axe-core finds nothing, nothing is wider than the screen."""

import json
import subprocess
import threading
from pathlib import Path

import pytest
from tests.connect.hall.hall_client import Evening
from tests.connect.web.test_keyboard import AXE, MISSING, PUPPETEER

from cavewright.connect.web.running import listening

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
SCRIPT = Path(__file__).parents[1] / "web" / "screens.mjs"


@pytest.mark.parametrize("look", [(390, "dark"), (1280, "light")], ids=lambda look: f"{look[0]}-{look[1]}")
@pytest.mark.gate("390-dark")
def test_axe_core_finds_nothing_in_the_hall(tmp_path, look):
    import uvicorn

    evening = Evening(tmp_path)
    host = evening.set_up(chat="1", minutes="5")
    invitation = evening.invitation(host)
    guest = evening.sit_down(invitation, "אבג " * 9).url.path
    begun = evening.set_up(chat="1", minutes="5", **{"who-1": "here", "name-1": "W" * 40})
    evening.do(begun, "say", text="hello " * 60)
    at = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(evening.server.application(), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    start = f"http://127.0.0.1:{at.getsockname()[1]}"
    paths = {
        "hall": f"{evening.start}?game=kuhn-poker",
        "room": f"{host}?",
        "guest": f"{guest}?",
        "join": f"{invitation}?",
        "table": f"{begun}?",
    }
    screens = [[name, f"{start}{path}&lang=en", True, ""] for name, path in paths.items()]
    command = ["node", str(SCRIPT), str(PUPPETEER), str(AXE), json.dumps(screens), json.dumps([look])]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    finally:
        server.should_exit = True
        thread.join(30)
        evening.tables.close()
        at.close()
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    assert set(seen) == set(paths)
    assert {name: each["violations"] for name, each in seen.items() if each["violations"]} == {}
    assert [
        name for name, each in seen.items() if each["wide"] and name != "table"
    ] == []  # forty wide letters are wider
