"""A piece in hand, prices on places, and acts that cannot be made good: without a script, forms do all of it."""

import re

import pytest
from tests.connect.web.table_client import Read, client, new_table, page

import cavewright as cw
from cavewright.connect.web.choices import Choice, plain_choice


def table_at(folder, spec, name, players=2, seed=7):
    """A table at which the first player may do something of a name next, played there by bots."""
    table = new_table(folder, spec, players, seed=seed)
    match, bots = table.match, [cw.bots.make("greedy", table.match.game, seed=n) for n in range(players)]
    while not (match.state.current_player == 0 and any(each.name == name for each in match.state.legal_actions(0))):
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    return table


def choice(name, price, places=1):
    return Choice(None, name, name, "", (), ((0, "a1"), (0, "b1"))[:places], "", price)


@pytest.mark.parametrize(
    ("choices", "plain"),
    [
        ([choice("go", 1)], "go"),
        ([choice("struggle", 5), choice("go", 1)], "go"),
        ([choice("go", 1), choice("swim", 2), choice("struggle", 5)], "go"),
        ([choice("go", 1), choice("swim", 1)], None),
        ([choice("go", 0, places=2)], None),
        ([choice("go", 0), choice("move", 3, places=2)], None),
        ([], None),
    ],
    ids=["only", "cheaper", "cheapest", "as-dear", "goes-on", "one-goes-on", "none"],
)
def test_a_click_is_the_cheapest_act_that_is_done_at_a_place(choices, plain):
    found = plain_choice(choices, 1)
    assert (found.text if found else None) == plain


def test_the_dearer_acts_of_a_place_stand_behind_a_link(tmp_path):
    table = table_at(tmp_path, "the-cave", "struggle")
    guests, host = client(table), table.links.host
    read = page(guests, host)
    plain = re.findall(
        r'<button name="act" value="(enter [^"]+)" id="(p0-[^"]+)" class="can[^>]*>(.*?)</button>', read.text
    )
    assert plain and all('<span class="price">' in inside for _, _, inside in plain)
    text, id, _ = plain[0]
    more = re.search(rf'<a href="([^"]*)" id="o{id}" class="others" aria-label="([^"]*)"', read.text)
    assert "struggle" in more[2]
    there = Read(guests.get(f"/t/{host}/{more[1].replace('&amp;', '&')}").text)
    assert {text.split()[0], "struggle"} <= {each.split()[0] for each in there.acts}


def test_each_way_of_a_piece_in_hand_is_a_picture_and_a_button(tmp_path):
    table = table_at(tmp_path, "the-cave", "place")
    guests, host = client(table), table.links.host
    read, legal = page(guests, host), table.match.state.legal_actions(0)
    ways = re.findall(r'<button name="act" value="([^"]+)" data-act="[^"]+" data-place="([^"]+)"[^>]*><svg', read.text)
    assert [text for text, _ in ways] == [each.text for each in legal]
    ghosts = re.findall(r'<span class="ghost" data-act="([^"]+)" data-label="[^"]+"( hidden)?><svg', read.text)
    assert sorted(text for text, _ in ghosts) == sorted(each.text for each in legal)
    assert sum(not hidden for _, hidden in ghosts) == len({place for _, place in ways})
    targets = re.findall(r'<a [^>]*class="can target[^>]*>(<span class="unseen">[^<]+)?', read.text)
    assert targets and all(targets), (
        "words of a place stand in it, since its picture has letters that a label had to name"
    )
    before = len(table.match.move_stack)
    guests.post(f"/t/{host}/do?lang=en", data={**read.hidden, "act": legal[-1].text})
    assert str(table.match.move_stack[before]) == str(legal[-1])


@pytest.mark.parametrize("spec", ["hex", "connect-four", "tic-tac-toe"])
@pytest.mark.gate("tic-tac-toe")
def test_nothing_is_in_hand_where_all_places_are_there(tmp_path, spec):
    table = new_table(tmp_path, spec)
    text = page(client(table), table.links.host).text
    assert 'class="hand"' not in text and 'class="ghost"' not in text and 'class="others"' not in text


def test_what_the_rules_ask_about_comes_last_and_is_asked_once_more(tmp_path):
    table = table_at(tmp_path, "the-cave", "throw_away")
    guests, host = client(table), table.links.host
    read = page(guests, host)
    listed = [each for each in read.ids if each.startswith(("act-", "late-"))]
    late = [each for each in listed if each.startswith("late-")]
    assert late and listed[-len(late) :] == late and all("throw_away" in each for each in late)
    act = next(each for each in read.acts if each.startswith("throw_away"))
    before = len(table.match.move_stack)
    asked = guests.post(f"/t/{host}/do?lang=en", data={**read.hidden, "act": act})
    assert len(table.match.move_stack) == before and 'id="sure"' in asked.text
