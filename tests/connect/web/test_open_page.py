"""A page that stands open in a browser while the table goes on: what it says, what is in sight, what has the focus."""

import contextlib
import json
import subprocess
from pathlib import Path

import pytest
from tests.connect.web.table_client import new_table
from tests.connect.web.test_keyboard import MISSING, PUPPETEER
from tests.connect.web.test_screens import served

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")


def test_an_open_page_goes_on_with_the_table(tmp_path):
    for name in ("marks", "map"):
        (tmp_path / name).mkdir()
    marks, drawn = (
        new_table(tmp_path / "marks", players=["Anna", "Ben"]),
        new_table(tmp_path / "map", "kave-kapers", players=["Anna", "Ben"]),
    )
    with contextlib.ExitStack() as stack:
        table, cave = (stack.enter_context(served(each)) for each in (marks, drawn))
        anna, ben = (f"{table}{each}/?lang=en" for each in marks.links.seats)
        command = [
            "node",
            str(Path(__file__).with_name("open_page.mjs")),
            str(PUPPETEER),
            anna,
            ben,
            f"{cave}{drawn.links.seats[0]}/?lang=en",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert said["errors"] == []
    assert [each.split(".")[0] for each in said["gone"]] == ["The server does not answer"]
    assert said["focus"] == "p0-b2" and "Your turn, Ben" in said["comes"]
    assert said["buttons"] == [True, False] and not said["cut"] and said["pointed"]
