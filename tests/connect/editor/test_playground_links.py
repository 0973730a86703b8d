"""Links of the playground in Chromium. The page is the one that is published; its worker asks a Python beside the browser."""

import json
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.connect.web.test_keyboard import MISSING, PUPPETEER

from cavewright.connect.editor.playground import Playground
from cavewright.connect.editor.playground_files import page_files

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
WORKER = """
const playground = crypto.randomUUID();
let last = Promise.resolve();
onmessage = ({ data: { id, question, given } }) => {
  const asked = () => fetch("ask", { method: "POST", body: JSON.stringify([playground, question, ...given]) }).then((each) => each.json());
  last = last.then(asked).then((answer) => postMessage({ id, answer }));
};
"""
KINDS = {".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css"}


class PlaygroundServer(ThreadingHTTPServer):
    """Serves the page, and answers what its workers ask."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), PageHandler)
        self.files = page_files("en", "links") | {"worker.mjs": WORKER.encode()}
        self.playgrounds = {}
        self.turn = threading.Lock()


class PageHandler(BaseHTTPRequestHandler):
    """Answers one request."""

    def do_GET(self):
        name = self.path.split("?")[0].lstrip("/") or "index.html"
        self.reply(self.server.files.get(name), KINDS.get(Path(name).suffix, "application/json"))

    def do_POST(self):
        visitor, question, *given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.turn:
            answer = self.server.playgrounds.setdefault(visitor, Playground()).ask(question, *given)
        self.reply(json.dumps(answer).encode(), "application/json")

    def reply(self, data, kind):
        self.send_response(404 if data is None else 200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, format, *args):
        pass


@pytest.fixture(scope="module")
def said():
    server = PlaygroundServer()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        script = Path(__file__).with_name("playground_links.mjs")
        command = [shutil.which("node"), script, PUPPETEER, f"http://127.0.0.1:{server.server_address[1]}/"]
        made = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        return json.loads(made.stdout)
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.long
def test_a_link_that_is_pasted_into_an_open_page_opens_its_text_and_back_leads_to_mine(said):
    assert said["errors"] == []
    assert said["pasted"].startswith("# made for sharing\n")
    assert said["back"].startswith("# mine, and not lost\n")


@pytest.mark.long
def test_a_cut_or_forged_link_says_so_and_loses_nothing(said):
    assert len(said["forged"]) == 10
    for name, (state, is_mine, hash_left) in said["forged"].items():
        assert state.startswith("that link"), name
        assert is_mine and hash_left == "", name
    assert "a game that is not here: __proto__" in said["forged"]["no_game"][0]
    assert "a file that tic-tac-toe has not: ../../x.cave" in said["forged"]["no_file"][0]
    assert said["anew"]
    assert said["begun"][0].startswith("that link is cut") and said["begun"][1]


@pytest.mark.long
def test_a_text_that_no_link_can_hold_is_refused_when_the_link_is_made(said):
    state, hash_left = said["long"]
    assert "so much text fits into no link" in state and "of at most 300000" in state
    assert hash_left == ""
