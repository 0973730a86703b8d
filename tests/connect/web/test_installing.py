"""A page without a server that is kept by the browser: whole, of one version, and never stale while there is a network."""

import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.connect.web.test_keyboard import MISSING, PUPPETEER

import cavewright as cw
from cavewright.connect.web.installing import installing_files
from cavewright.connect.web.static_page import page_files

KINDS = {
    "html": "text/html",
    "mjs": "text/javascript",
    "js": "text/javascript",
    "wasm": "application/wasm",
    "css": "text/css",
}


def test_all_files_are_kept_and_another_version_has_another_script():
    found = {"index.html": b"one", "play.mjs": b"two", "game.d.ts": b"types"}
    made = installing_files("Hex", found)
    script = made["sw.js"].decode()
    assert all(f'"{name}"' in script for name in ("index.html", "play.mjs", "icon.svg", "manifest.webmanifest"))
    assert "game.d.ts" not in script and installing_files("Hex", dict(found)) == made
    assert installing_files("Hex", {**found, "play.mjs": b"six"})["sw.js"] != made["sw.js"]


class Site(ThreadingHTTPServer):
    """Two versions of a page at one address, of which one is served, or none."""

    def __init__(self, versions):
        self.versions, self.now = versions, 0
        super().__init__(("127.0.0.1", 0), Answer)


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.partition("?")[0].strip("/") or "index.html"
        if name in ("off", "on", "next"):
            self.server.now = {"off": None, "on": 0, "next": 1}[name]
            return self.say(200, b"", "text/plain")
        if self.server.now is None:
            self.connection.close()
            return None
        found = self.server.versions[self.server.now].get(name)
        return self.say(404 if found is None else 200, found or b"", KINDS.get(name.rpartition(".")[2], "text/plain"))

    def say(self, status, content, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
def test_a_page_plays_offline_after_the_first_visit_and_is_not_stale_after_an_update():
    first = page_files(cw.load_game("tic-tac-toe"), [2], "game")
    plain = {name: each for name, each in first.items() if name not in ("sw.js", "icon.svg", "manifest.webmanifest")}
    plain["index.html"] = plain["index.html"].replace(b"<title>Tic-tac-toe", b"<title>Second")
    site = Site([first, {**plain, **installing_files("Second", plain)}])
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{site.server_address[1]}"
        command = ["node", str(Path(__file__).with_name("offline.mjs")), str(PUPPETEER), f"{address}/", address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    finally:
        site.shutdown()
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert said["errors"] == [] and said["manifest"] == "Tic-tac-toe"
    assert (said["offline"], said["updated"], said["later"]) == ("Tic-tac-toe", "Second", "Second")
