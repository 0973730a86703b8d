"""Built games in Chromium play the games of Python: what is wrong would stand in the page."""

import functools
import http.server
import os
import shutil
import subprocess
import threading

import pytest
from tests.connect.export.test_node import written_down
from tests.engine.agreement.settings import BASES

CHROMIUM = next(
    (found for each in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(each))), None
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PAGE = """<!doctype html><meta charset="utf-8"><p id="said">nothing</p><script type="module">
import { load } from "./game.mjs";
const said = document.querySelector("#said");
try {
  const { players, games } = await (await fetch("games.json")).json(), game = await load({ players });
  let compared = 0;
  for (const [, ...steps] of games) {
    const match = game.begin();
    for (const step of steps) {
      const events = match.apply(step.action).map((each) => ["en", "de", "es"].map((lang) => each.text(lang)));
      const lists = match.active.map((player) => match.actions(player).map((each) => [String(each), ...["en", "de", "es"].map((lang) => each.label(lang))]));
      const mine = JSON.stringify([events, lists, match.scores("all").totals]);
      const theirs = JSON.stringify([step.events.map((each) => each.slice(3, 6)), match.active.map((player) => step.lists[player].map((each) => each.slice(0, 4))), step.scores[0][2]]);
      if (mine !== theirs) throw new Error(`${step.action}: ${mine} and ${theirs}`);
      compared++;
    }
  }
  said.textContent = `compared ${compared}`;
} catch (error) {
  said.textContent = `wrong: ${error}`;
}
</script>"""


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.parametrize("name", BASES)
def test_chromium_tells_what_python_tells(name, tmp_path):
    site, profile = tmp_path / "site", tmp_path / "profile"
    site.mkdir()
    steps = sum(len(each) - 1 for each in written_down(name, site, 20, 60))
    (site / "index.html").write_text(PAGE, "utf-8")
    handler = functools.partial(Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/index.html"
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "--virtual-time-budget=600000", "--dump-dom", url]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env={**os.environ, "HOME": str(tmp_path)}
        )
    finally:
        server.shutdown()
    assert f"compared {steps}<" in done.stdout, done.stdout[:1500]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing; modules of JavaScript by their type."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *given):
        pass
