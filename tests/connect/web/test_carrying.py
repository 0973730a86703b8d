"""Pieces are carried over boards in Chromium: dragged, taken up and put back by keys, laid by two clicks, at a server and without one."""

import contextlib
import json
import subprocess
from pathlib import Path

import pytest
from tests.connect.web.table_client import new_table
from tests.connect.web.test_keyboard import MISSING, PUPPETEER
from tests.connect.web.test_screens import served
from tests.connect.web.test_static_page import site, written

__all__ = ["site"]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
WAYS = {
    "draughts": ["c3", "d4", "a5", "h6", "g5"],
    "chess": ["e2", "e4", "e5", "e7", "e5"],
    "breakthrough": ["c2", "d3", "a5", "h7", "g6"],
}
"""For each game a first move, a place that it does not lead to, and an answer."""


def carried(addresses):
    command = ["node", str(Path(__file__).with_name("carrying.mjs")), str(PUPPETEER), json.dumps(addresses)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def is_carried(said, spec):
    _, to, *_ = WAYS[spec]
    assert said["errors"] == []
    assert (said["carried"], said["back"], said["left"]) == (1, True, 0)
    assert said["ghosts"] == [f"p0-{to}"] and "in your hand" in said["named"]
    assert said["laid"] == [0, 1, 0, 1]


@pytest.mark.parametrize("spec", WAYS)
@pytest.mark.gate("draughts")
def test_a_piece_is_dragged_put_back_and_laid(tmp_path, spec):
    with contextlib.ExitStack() as stack:
        table = new_table(tmp_path, spec, ["Anna", "Ben"])
        address = f"{stack.enter_context(served(table))}{table.links.host}/?lang=en"
        (said,) = carried([[address, "", *WAYS[spec]]])
    is_carried(said, spec)


@pytest.mark.long
def test_so_it_is_without_a_server(site):
    folder, address = site
    written("breakthrough", folder)
    (said,) = carried([[f"{address}#lang=en", "#start", *WAYS["breakthrough"]]])
    is_carried(said, "breakthrough")
