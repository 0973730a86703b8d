"""Pages in Chromium: the player aid prints on two pages, and axe-core finds nothing wrong with what we write.

The second needs a built site (`CAVEWRIGHT_SITE=site`) and axe-core (`npm install --no-save --prefix build/axe axe-core`); `.ci/run` has both.
"""

import json
import os
import re
import shutil
import subprocess
import threading
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue

import pytest

from cavewright.reference.player_aid import as_pdf, player_aid
from cavewright.reference.reference import Reference

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
SITE = Path(os.environ.get("CAVEWRIGHT_SITE", "nowhere"))
in_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: `apt-get install chromium`")
KINDS = ["", "rules/the-cave/", "rules/the-cave/components/", "rules/the-cave/course/", "rules/the-cave/actions/", "rules/the-cave/actions/enter/",
         "rules/the-cave/options/", "rules/the-cave/scoring/", "rules/the-cave/glossary/", "rules/the-cave/facts/", "rules/the-cave/rules/",
         "rules/the-cave/variants/", "rules/the-cave/variants/long-rope/", "rules/the-cave/aid.html", "rules/the-cave-de/changes/", "de/the-cave/actions/enter/"]
HARNESS = """<!doctype html><title>axe</title><iframe src="/PAGE" width="1280" height="900"></iframe><script>
document.querySelector("iframe").onload = event => {
  const inner = event.target.contentDocument, script = inner.createElement("script")
  script.src = "/axe.js"
  script.onload = () => event.target.contentWindow.axe.run(inner, {resultTypes: ["violations"]}).then(result => {
    const told = result.violations.flatMap(each => each.nodes.map(node => [each.id, node.target.join(" "), node.html.slice(0, 120),
      !!inner.querySelector(node.target[0])?.closest(".md-content, main:not(.md-main)")]))
    fetch("/found", {method: "POST", body: JSON.stringify(told)})
  })
  inner.head.append(script)
}
</script>"""


def chromium(*arguments, timeout=120):
    done = subprocess.run([CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", *arguments], capture_output=True, timeout=timeout)
    assert done.returncode == 0, done.stderr[-500:]
    return done.stdout.decode()


@cache
def aid_of(spec):
    return player_aid(Reference.of([spec], with_figures=False).games[0])


def pages_in(pdf):
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@in_chromium
@pytest.mark.parametrize("spec", ["tic-tac-toe", "the-cave", pytest.param("kave-kapers", marks=pytest.mark.long), pytest.param("cave-vs-cave", marks=pytest.mark.long)])
def test_the_player_aid_prints_on_two_pages(spec, tmp_path):
    (tmp_path / "aid.html").write_text(aid_of(spec), encoding="utf-8")
    chromium(f"--user-data-dir={tmp_path}/profile", "--no-pdf-header-footer", f"--print-to-pdf={tmp_path}/aid.pdf", (tmp_path / "aid.html").as_uri())
    assert pages_in((tmp_path / "aid.pdf").read_bytes()) == 2


def test_the_player_aid_as_pdf_is_the_same_each_time():
    pytest.importorskip("weasyprint", reason="WeasyPrint is not installed: `pip install -e .[pdf]`")
    made = [as_pdf(aid_of("the-cave")) for _ in range(2)]
    assert made[0] == made[1] and made[0].startswith(b"%PDF")
    assert len(re.findall(r"<section", aid_of("the-cave"))) == 2


@pytest.fixture(scope="module")
def served():
    """The site at an address of this machine, with the script that looks at a page, and what it finds there."""
    found = Queue()

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path.startswith("/look/"):
                self.send(HARNESS.replace("PAGE", self.path.removeprefix("/look/")).encode(), "text/html")
            elif self.path == "/axe.js":
                self.send(AXE.read_bytes(), "text/javascript")
            else:
                super().do_GET()

        def do_POST(self):
            found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send(b"", "text/plain")

        def send(self, content, kind):
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Handler(*given, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", found
    server.shutdown()


@in_chromium
@pytest.mark.skipif(not AXE.is_file(), reason="there is no axe-core: `npm install --no-save --prefix build/axe axe-core`")
@pytest.mark.skipif(not SITE.is_dir(), reason="there is no site to look at: `make docs`, and CAVEWRIGHT_SITE=site")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", KINDS)
def test_axe_finds_nothing(page, scheme, served, tmp_path):
    address, found = served
    dark = ["--blink-settings=preferredColorScheme=0"] if scheme == "dark" else []
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile", "--remote-debugging-port=0", *dark]
    browser = subprocess.Popen([CHROMIUM, *flags, f"{address}/look/{page}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        told = found.get(timeout=120)
    finally:
        browser.terminate()
        browser.wait(20)
    frame = sorted({f"{rule} {where}" for rule, where, _, is_ours in told if not is_ours})
    if frame:
        print("of the theme:", *frame, sep="\n  ")
    assert not [each for each in told if each[3]]
