"""The website of the documentation: `make docs` builds it, and fails on a dead link or anchor."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("material") is None,
    reason="mkdocs is not installed: `pip install -e .[docs]`, or `make docs`",
)


def built(folder, planted=""):
    """What `make docs` does with a copy of the documentation, with something written at the end of its first page."""
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    with (folder / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write(f"\n\n{planted}\n")
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_documentation_is_built(tmp_path):
    done = built(tmp_path, "[a link that lives](embedding.md#real-dice-and-real-tiles)")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "save.schema.json").exists()


def test_a_dead_link_fails(tmp_path):
    dead = {
        "[dead](nowhere.md)": "nowhere.md",
        "[dead](embedding.md#nowhere)": "an anchor '#nowhere'",
        "![dead](nowhere.svg)": "nowhere.svg",
    }
    done = built(tmp_path, "\n\n".join(dead))
    assert done.returncode != 0 and [told for told in dead.values() if told not in done.stderr] == [], done.stderr
