"""Bots of a page without a server, asked in node: greedy ones do not go round for ever."""

import shutil

import pytest
from tests.bots.players.test_repetition import AROUND
from tests.connect.web.test_static_page import HERE, node

import cavewright as cw
from cavewright.connect.web.static_page import page_files

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def ended(folder, counting):
    """Tells of five matches which ended, where a position may come so often."""
    (folder / "around.cave").write_text(AROUND, encoding="utf-8")
    for file, data in page_files(cw.load_game(folder), [2], "game").items():
        (folder / file).write_bytes(data)
    bots = (folder / "bots.mjs").read_text("utf-8")
    assert bots.count("MOST_MET = 2") == 1
    (folder / "bots.mjs").write_text(bots.replace("MOST_MET = 2", f"MOST_MET = {counting}"), "utf-8")
    return node(HERE / "static_around.mjs", folder, 5, 100)


@pytest.mark.parametrize(("counting", "ends"), [(2, True), (1000, False)])
def test_a_way_that_pays_less_than_going_round_is_taken_at_last(tmp_path, counting, ends):
    assert ended(tmp_path, counting) == [ends] * 5
