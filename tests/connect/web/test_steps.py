"""What others do is shown step by step, a sound and the title say whose turn it is, boards are zoomed by wheel, fingers, keys."""

import pytest
from tests.connect.web.table_client import new_table
from tests.connect.web.test_keyboard import MISSING, PUPPETEER
from tests.connect.web.test_screens import served
from tests.connect.web.test_static_page import HERE, node, site, written

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
__all__ = ["site"]


@pytest.fixture(name="address", params=["serve", "static"])
def fixture_address(request, tmp_path):
    """A match of Hex with a bot, on a server or on a page without one."""
    if request.param == "static":
        folder, address = request.getfixturevalue("site")
        written("hex", folder)
        yield f"{address}#players=2&seed=3&bots=,greedy"
        return
    table = new_table(tmp_path, "hex", 2, seed=5, bots=("", "greedy"))
    with served(table) as at:
        table.start()
        yield f"{at}{table.links.host}/?lang=en"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_turn_of_a_bot_is_shown_and_said_each_time(address, width):
    said = node(HERE / "steps.mjs", PUPPETEER, address, width, "no-preference", "#p0-a1", "#p0-k11")
    assert said["errors"] == [] and said["rings"] == 2 and said["marked"] == 1
    assert len(said["steps"]) == 2
    for each in said["steps"]:
        assert each["text"].startswith("Player 2: plays on ") and each["seen"] and each["skips"] == "Skip", each
        assert not each["title"].startswith("●")
    if width < 700:
        assert said["page"] == 1 and said["zooms"][0] > 1.5
    else:
        wheel, minus, plus, whole = said["zooms"]
        assert 1 < minus < wheel == pytest.approx(plus) and whole < wheel


def test_it_is_shown_at_once_where_motion_is_not_wanted(address):
    said = node(HERE / "steps.mjs", PUPPETEER, address, 1280, "reduce", "#p0-a1")
    assert (said["errors"], said["steps"], said["rings"], said["marked"]) == ([], [], 1, 1)
