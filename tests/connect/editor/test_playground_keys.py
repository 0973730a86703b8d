"""The playground in Chromium, by the keyboard alone: a rule is changed and seen in play, a rule is broken and the finding read."""

import json
import os
import re
import shutil
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.connect.web.test_keyboard import MISSING, PUPPETEER

FOLDER = os.environ.get("PLAYGROUND", "")
pytestmark = pytest.mark.skipif(
    bool(MISSING) or not FOLDER,
    reason=f"needs {', '.join(MISSING) or 'PLAYGROUND: a folder that `cavewright playground --out` wrote'}",
)


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing of it."""

    def log_message(self, format, *args):
        pass


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_a_rule_is_changed_played_and_broken(tmp_path, width):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=FOLDER))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        script = Path(__file__).with_name("playground_keys.mjs")
        command = [shutil.which("node"), script, PUPPETEER, address, str(width), tmp_path]
        made = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
        said = json.loads(made.stdout)
    finally:
        server.shutdown()
        server.server_close()
    assert said["errors"] == []
    assert re.search(r"Points\s+9\b", said["game"]) and said["overflow"] <= 0
    assert "C0" in said["finding"] and said["focus"] == "BUTTON" and said["line"] == said["wanted"]
