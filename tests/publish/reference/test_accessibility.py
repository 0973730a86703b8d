"""Accessibility: axe-core in headless Chromium finds nothing wrong in what we write, and what is planted it does find."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2].parent
MODULES = Path(os.environ.get("NODE_MODULES") or ROOT / ".ci" / "node_modules")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MISSING = [
    *([] if shutil.which("node") else ["node"]),
    *([] if CHROMIUM else ["Chromium: `apt-get install chromium`"]),
    *([] if (MODULES / "axe-core").is_dir() else ["axe-core: `npm install --prefix .ci`"]),
]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

CLEAN = """<!doctype html><html lang="en"><head><title>A page</title></head><body><main><article><h1>A page</h1>
<p>Some words and <a href="#a" style="text-decoration: underline">a link</a>.</p>PLANTED</article></main></body></html>"""


def looked_at(site, *pages):
    command = ["node", str(ROOT / ".ci" / "check_accessibility.mjs"), str(site), *pages]
    variables = {**os.environ, "NODE_MODULES": str(MODULES), "CHROMIUM": CHROMIUM}
    return subprocess.run(command, capture_output=True, text=True, timeout=900, env=variables)


def test_what_is_planted_is_found(tmp_path):
    """One page without a fault, and one that has several: a picture without words, pale letters, a heading left out, a
    button that the tabulator passes by, and something wider than a telephone."""
    planted = {
        "image-alt": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
        "color-contrast": '<p style="color: #ccc">pale</p>',
        "heading-order": "<h4>deep</h4>",
        "keyboard": '<p><button tabindex="-1">never reached</button></p>',
        "page is wider than the window": '<p style="width: 2000px">wide</p>',
    }
    (tmp_path / "clean.html").write_text(CLEAN.replace("PLANTED", ""), encoding="utf-8")
    (tmp_path / "dirty.html").write_text(CLEAN.replace("PLANTED", "".join(planted.values())), encoding="utf-8")
    done = looked_at(tmp_path, "clean.html", "dirty.html")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "clean.html, clean.html" not in done.stdout
    for rule in planted:
        assert f"dirty.html, dirty.html, 400 pixels, dark: {rule}" in done.stdout, (rule, done.stdout)


@pytest.mark.long
@pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("material") is None,
    reason="mkdocs is not installed: `pip install -e .[docs]`",
)
def test_a_page_of_each_kind_has_no_fault(tmp_path):
    """Of each kind of page of a small site: a game with a board, its house rules, its German edition."""
    from cavewright.publish.reference.reference import Reference

    (tmp_path / "docs").mkdir()
    made = Reference.of(
        ["the-cave", "the-cave-de"], [("the-cave", "the-cave+long-rope")], with_figures=False
    ).in_language("de")
    for path, text in made.files_by_path().items():
        file = tmp_path / ("navigation.yml" if path == "navigation.yml" else f"docs/{path}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "docs" / "site.css", tmp_path / "docs")
    head = (
        (ROOT / "mkdocs.yml")
        .read_text("utf-8")
        .partition("\nnot_in_nav:")[0]
        .replace("name: material", "name: material\n  language: de")
    )
    navigation = "".join(f"  {line}\n" for line in (tmp_path / "navigation.yml").read_text("utf-8").splitlines())
    (tmp_path / "mkdocs.yml").write_text(f"{head}\nnav:\n{navigation}", encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=tmp_path,
        check=True,
        timeout=300,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    done = looked_at(tmp_path / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    for kind in (
        "overview",
        "components",
        "course",
        "one of actions",
        "options",
        "scoring",
        "glossary",
        "facts",
        "changes",
        "one of variants",
        "player aid",
    ):
        assert kind in done.stdout, done.stdout
