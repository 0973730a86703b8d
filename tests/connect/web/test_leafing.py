"""What a page says beside the board: gaps before they are left, accounts that lead to positions, what is new there."""

import re

import pytest
from tests.connect.web.table_client import Read, client, new_table, page, send

import cavewright as cw
from cavewright.connect.web.packing import is_packing
from cavewright.connect.web.table import Table


def packing_table(folder):
    """A table of The Cave at which somebody packs, and the link of that seat."""
    match = cw.Match(cw.load_game("the-cave"), ["Anna", "Ben"], seed=7)
    while not is_packing(match.state, player := match.state.active_players[0]):
        match.push(match.state.legal_actions(player)[0])
    table = Table.new(match, (), folder / "a.match", "the-cave")
    return table, player, table.links.seats[player]


def test_a_packing_that_leaves_slots_empty_is_asked_about_and_is_one_request(tmp_path):
    table, _, token = packing_table(tmp_path)
    guests = client(table)
    first = page(guests, token)
    assert "8 of 8" not in first.text and not [value for name, value in first.buttons if name == "pack"]
    link = next(each for each in first.links if "leave=1" in each)
    asked = Read(guests.get(f"/t/{token}/{link}").text)
    assert "are empty. Leave them empty?" in asked.word
    packs = [value for name, value in asked.buttons if name == "pack"]
    before = table.match.state
    assert send(guests, token, pack=packs[0], **asked.hidden)[0] == 200 and table.match.state is not before
    table.close()


def test_a_suggested_kit_fills_the_slots_and_nobody_asks(tmp_path):
    table, _, token = packing_table(tmp_path)
    guests = client(table)
    assert any("hint=1" in each for each in page(guests, token).links)
    full = page(guests, token, "?lang=en&hint=1")
    assert [name for name, _ in full.buttons if name == "pack"] and "Leave them empty" not in full.text
    assert full.text.count("<li title=") + full.text.count('<li style="--size') >= 4
    table.close()


def test_what_happened_leads_to_how_it_stood_then_with_what_was_new(tmp_path):
    table = new_table(tmp_path, players=["Anna", "Ben"])
    guests, host = client(table), table.links.host
    for act in ("mark a1", "mark b2", "mark c3"):
        send(guests, host, act=act, **page(guests, host).hidden)
    told = page(guests, table.links.watch)
    found = [each for each in told.links if "then=" in each and "class" not in each]
    assert found, told.links
    earlier = guests.get(f"/t/{table.links.watch}/?lang=en&then=2").text
    assert 'type="range"' in earlier and re.search(r'id="p0-b2"[^>]*class="[^"]*new', earlier)
    assert not re.search(r'id="p0-a1"[^>]*class="[^"]*new', earlier)
    table.close()


@pytest.mark.parametrize("then", ["0", "2", "99", "-1", "x", "9" * 30])
@pytest.mark.gate("-1")
def test_any_position_that_is_asked_for_is_a_page(tmp_path, then):
    table = new_table(tmp_path, players=["Anna", "Ben"])
    guests, host = client(table), table.links.host
    for act in ("mark a1", "mark b2", "mark c3"):
        send(guests, host, act=act, **page(guests, host).hidden)
    assert ("nav" in page(guests, host, f"?lang=en&then={then}").text) and guests.get(
        f"/t/{host}/?then={then}"
    ).status_code == 200
    table.close()
