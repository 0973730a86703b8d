"""Batches in a real browser: Chromium runs Pyodide, whose modules are the browser's own WebAssembly."""

import io
import json
import shutil
import subprocess
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.machine.native.test_browser import ROOT, pyodide

from cavewright.connect.editor.playground_files import PlaygroundError
from cavewright.connect.editor.playground_files import _packages as packages_for_browsers

HERE = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PAGE = """<!doctype html><script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const tell = (said) => fetch("/said", { method: "POST", body: JSON.stringify(said) });
try {
  const python = await loadPyodide({ env: { CAVEWRIGHT_CACHE: "off" } });
  for (const [name, extractDir] of [["site.zip", "/site"], ["packages.zip", "/site/packages"]])
    python.unpackArchive(await (await fetch(name)).arrayBuffer(), "zip", { extractDir });
  python.runPython("import sys; sys.path += ['/site/engine', '/site/packages', '/site/tests']");
  await tell({ found: python.runPython(`
import importlib.util, json, sys, small_numpy
if importlib.util.find_spec("numpy") is None:
    sys.modules["numpy"] = small_numpy
    small_numpy.__spec__ = importlib.util.spec_from_loader("numpy", None)
from batch_walk import walk
json.dumps([walk(name, 40) for name in ("tic-tac-toe", "hex")])`), agent: navigator.userAgent });
} catch (error) { await tell({ error: String(error) }); }
</script>"""


def site():
    """The engine and the walk, as an archive."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name in ("engine", "grammar", "rulesets"):
            for each in sorted((ROOT / name).rglob("*")):
                if each.is_file() and "__pycache__" not in each.parts:
                    packed.write(each, each.relative_to(ROOT))
        for name in ("batch_walk.py", "small_numpy.py"):
            packed.write(HERE / name, f"tests/{name}")
    return data.getvalue()


class Said(SimpleHTTPRequestHandler):
    """Serves a folder, and keeps what the page says."""

    def do_POST(self):
        self.server.said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        self.server.has_said.set()

    def log_message(self, format, *args):
        pass


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: `apt-get install chromium`")
def test_a_batch_in_chromium_plays_the_games_of_the_interpreter(tmp_path):
    folder = pyodide()
    if folder is None:
        pytest.skip("Pyodide is not installed: `npm install --no-save pyodide`")
    (tmp_path / "pyodide").symlink_to(folder)
    try:
        (tmp_path / "packages.zip").write_bytes(packages_for_browsers())
    except PlaygroundError as error:
        pytest.skip(str(error))
    (tmp_path / "site.zip").write_bytes(site())
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Said, directory=tmp_path))
    server.has_said = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    browser = subprocess.Popen(
        [CHROMIUM, *arguments, f"http://127.0.0.1:{server.server_address[1]}/"], stderr=subprocess.DEVNULL
    )
    try:
        assert server.has_said.wait(600), "the page said nothing"
    finally:
        browser.terminate()
        browser.wait(60)
        server.shutdown()
        server.server_close()
    assert "error" not in server.said, server.said["error"][-2000:]
    assert "Chrome" in server.said["agent"]
    found = json.loads(server.said["found"])
    assert [each[:2] for each in found] == [["BrowserMachine", 160]] * 2 and found[0][2] > 10
