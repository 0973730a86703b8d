"""Pictures of rows on the page of a table, at a server and without one: those of the publisher, beside names of what one has."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.connect.web.table_client import client, new_table
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.hall.offers import _offer
from cavewright.connect.web.row_icons import RowIcons, with_icons
from cavewright.connect.web.static_page import page_files
from cavewright.foundation.texts.texts import NAMES
from cavewright.play.loading.opened_rules import open_rules

COINS = Path(__file__).parents[3] / "docs" / "diagnostics" / "C0714"
NAMED = {"oxygen, two tanks": "o.svg", "oxygen": "x.svg", "rope": "r.svg"}


@pytest.fixture
def coins(tmp_path):
    """A game whose copper coin has a picture by a column, and whose silver coin by its name."""
    for each in (COINS / "good").iterdir():
        (tmp_path / each.name).write_bytes(each.read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rope", [("r.svg", "rope")]),
        ("rope ×2 · raft · rope", [("r.svg", "rope ×2 · raft · "), ("r.svg", "rope")]),
        ("raft, rope, oxygen, two tanks", [("", "raft, "), ("r.svg", "rope, "), ("o.svg", "oxygen, two tanks")]),
        ("oxygen, rope", [("x.svg", "oxygen, "), ("r.svg", "rope")]),
        ("ropes · tightrope", [("", "ropes · tightrope")]),
        ("", []),
    ],
)
def test_a_text_is_parted_at_whole_names_the_longest_first(text, expected):
    assert list(with_icons(text, NAMED)) == expected
    assert "".join(part for _, part in with_icons(text, {})) == text


def icons_on(guests, root, lang="en"):
    """The icons on a page, each with the word behind it."""
    return re.findall(
        rf'<img class="icon" alt="" src="{root}icon/([^"]+)">(\w+)', guests.get(f"{root}?lang={lang}").text
    )


def test_a_table_shows_the_pictures_of_what_one_has(coins):
    table = new_table(coins, str(coins), 2)
    guests: TestClient = client(table)
    root = f"/t/{table.links.host}/"
    assert not icons_on(guests, root)
    for each in ("take copper", "take silver"):
        table.match.push(each)
    found = icons_on(guests, root)
    assert {("coin.copper.svg", "copper"), ("coin.silver.svg", "silver")} == set(found)
    drawn = guests.get(f"{root}icon/coin.copper.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml") and "#b87333" in drawn.text
    assert "default-src 'none'" in drawn.headers["content-security-policy"]
    assert guests.get(f"{root}icon/coin.gold.svg").status_code == 404
    assert guests.get("/t/nobody/icon/coin.copper.svg").status_code == 404


def test_packing_shows_them_in_the_language_of_the_page(tmp_path):
    table = new_table(tmp_path, "the-cave", 2)
    table.match.push("0: take_camp yes")
    found = dict(icons_on(client(table), f"/t/{table.links.seats[0]}/", "de"))
    assert found["equipment.rope.svg"] == "Seil" and "equipment.raft.svg" in found


def test_a_page_without_a_server_brings_them_as_files(coins):
    files = page_files(cw.load_game(coins), [2], "game", open_rules(str(coins), {}))
    told = json.loads(files["play.json"])["icons"]
    assert set(told) == set(NAMES)
    assert told["en"] == {"coins": {"copper": "coin.copper.svg", "silver": "coin.silver.svg"}}
    assert b"#b87333" in files["coin.copper.svg"]
    assert b"coin.copper.svg" in files["sw.js"], "it is there without a network, too"
    assert RowIcons(None).files == {}


@pytest.mark.parametrize("command", [["build", "--page", "--out", "OUT"], ["serve", "--port", "0"]])
def test_a_picture_that_is_unsafe_is_refused(coins, tmp_path, command, monkeypatch):
    monkeypatch.setattr("cavewright.connect.web.running.serve", lambda *_: pytest.fail("it is served"))
    (coins / "coin-silver.svg").write_bytes((COINS / "bad" / "coin-silver.svg").read_bytes())
    given = [str(tmp_path / "out") if each == "OUT" else each for each in command]
    result = CliRunner().invoke(app, [given[0], str(coins), *given[1:]])
    assert result.exit_code == 1 and "C0714" in result.output + result.stderr
    assert not (tmp_path / "out").exists()
    assert _offer(str(coins), {}, "en") is None
