"""Requests that no page of ours sends: each gets a clear word, nothing is lost, nothing is told to the wrong one."""

import asyncio
import json
import random
import re

import pytest
from starlette.requests import Request
from tests.connect.web.table_client import Read, client, new_table, page, send

import cavewright as cw
from cavewright.connect.web import request_filter, shown_positions
from cavewright.connect.web.table import Table
from cavewright.connect.web.texts import REFUSED
from cavewright.play.views.scene import scene_of

MARKUP = "<script>alert(1)</script>"


@pytest.fixture
def table(tmp_path):
    made = new_table(tmp_path, players=["Anna", "Jola"])
    yield made
    made.close()


def rows(table):
    return table.file.path.read_text("utf-8").count("\n")


def test_an_action_is_in_the_file_when_it_is_answered(table):
    guests = client(table)
    first = page(guests, table.links.seats[0])
    status, after = send(guests, table.links.seats[0], act="mark b2", **first.hidden)
    assert status == 200 and "mark b2" not in after.acts
    assert "0: mark b2" in json.loads(table.file.path.read_text("utf-8").splitlines()[1])["entry"]


def test_the_same_request_twice_is_done_once(table):
    guests, token = client(table), table.links.host
    first = page(guests, token)
    assert send(guests, token, act="mark b2", **first.hidden)[0] == 200
    before = rows(table)
    status, again = send(guests, token, act="mark a1", **first.hidden)
    assert status == 409 and "Nothing was done now" in again.word and rows(table) == before
    assert again.acts, "the answer shows how the table stands, with what can be done"


def test_an_old_page_changes_nothing(table):
    guests, (anna, jola) = client(table), table.links.seats
    old = page(guests, anna)
    send(guests, anna, act="mark b2", **old.hidden)
    send(guests, jola, act="mark a1", **page(guests, jola).hidden)
    status, answer = send(guests, anna, act="mark c3", **old.hidden)
    assert status == 409 and "changed" in answer.word and len(table.match.move_stack) == 2


@pytest.mark.long
def test_a_page_that_was_left_open_while_the_server_was_away_goes_on_or_says_why_not(tmp_path):
    table = new_table(tmp_path, players=["Anna", "Jola"])
    one, two = (page(client(table), token) for token in table.links.seats)
    table.close()
    again = Table.resume(table.file.path, cw.load_game)
    try:
        guests, (anna, jola) = client(again), again.links.seats
        assert send(guests, anna, act="mark b2", **one.hidden)[0] == 200 and len(again.match.move_stack) == 1
        status, answer = send(guests, jola, act="mark a1", **(one.hidden | two.hidden | {"me": "1"}))
        assert status == 409 and "changed" in answer.word and answer.acts and len(again.match.move_stack) == 1
    finally:
        again.close()


def test_out_of_turn_and_for_another_seat(table):
    guests, (anna, jola) = client(table), table.links.seats
    stamp = page(guests, anna).hidden["stamp"]
    for token, me in ((jola, 1), (jola, 0), (anna, 1), (table.links.watch, 0), (anna, 99), (anna, "")):
        status, answer = send(guests, token, act="mark b2", stamp=stamp, me=str(me))
        assert status in (403, 409) and answer.word and not table.match.move_stack, (token, me)


@pytest.mark.parametrize(
    "act",
    [
        "",
        "mark z9",
        "mark b2 b2",
        "nothing",
        MARKUP,
        "1: mark b2",
        "chance: mark b2",
        "\x00",
        "mark " + "b" * 9000,
        "done",
    ],
)
@pytest.mark.gate("1: mark b2", "<script>alert(1)</script>")
def test_forged_actions_are_told_what_is_wrong(table, act):
    guests, token = client(table), table.links.host
    status, answer = send(guests, token, act=act, **page(guests, token).hidden)
    assert status in (400, 409) and answer.word and MARKUP not in answer.text and not table.match.move_stack


def test_nothing_goes_on_when_a_match_is_over(table):
    guests, token = client(table), table.links.host
    for act in ("mark a1", "mark b1", "mark a2", "mark b2", "mark a3"):
        status, last = send(guests, token, act=act, **page(guests, token).hidden)
    assert table.match.state.is_terminal and not last.acts and "Anna wins." in last.text
    status, answer = send(guests, token, act="mark c3", stamp=table.stamp(0), me="0")
    assert status == 409 and "over" in answer.word and rows(table) == 6


def test_markup_in_names_is_text(tmp_path):
    table = new_table(tmp_path, players=[MARKUP, '"><img src=x onerror=alert(1)>'])
    guests = client(table)
    for token in (table.links.host, table.links.watch, *table.links.seats):
        text = guests.get(f"/t/{token}/").text
        assert "<script>alert" not in text and "<img" not in text and "&lt;script&gt;" in text
    assert "<script>alert" not in guests.get(f"/t/{table.links.host}/seats").text
    assert (
        "<script>alert"
        not in guests.get(f"/t/{table.links.host}/?at=0:{MARKUP}&pack={MARKUP}&then={MARKUP}&lang={MARKUP}").text
    )
    table.close()


def test_what_is_enormous_is_refused(table):
    guests, token = client(table), table.links.host
    answer = guests.post(f"/t/{token}/do", content=b"act=" + b"a" * 200_000)
    assert answer.status_code == 413 and "too much" in Read(answer.text).word
    assert guests.post(f"/t/{token}/do", content=(b"a" * 40_000 for _ in range(4))).status_code == 413
    assert guests.get(f"/t/{token}/?at={'0:a1,' * 2000}").status_code == 414
    assert guests.post(f"/t/{token}/do", data={f"f{n}": "1" for n in range(50)}).status_code == 400


def test_links_that_are_none(table):
    guests = client(table)
    for token in ("x", "A" * 32, "..", table.links.host[:-1], table.links.host + "A", "%00", "ü"):
        answer = guests.get(f"/t/{token}/")
        assert answer.status_code == 404 and Read(answer.text).word
    assert guests.get("/").status_code == 404 and guests.get("/nothing").status_code == 404
    assert (
        len({table.links.host, table.links.watch, *table.links.seats}) == 4 and min(map(len, table.links.seats)) >= 32
    )


def test_links_stay_with_who_has_them(table):
    guests = client(table)
    for token in table.links.seats:
        answer = guests.get(f"/t/{token}/")
        assert (
            answer.headers["referrer-policy"] == "no-referrer"
            and "default-src 'none'" in answer.headers["content-security-policy"]
        )
        assert answer.headers["cache-control"] == "no-store"
        others = {table.links.host, table.links.watch, *table.links.seats} - {token}
        assert not any(each in answer.text for each in others)
        assert guests.get(f"/t/{token}/seats").status_code == 403
    assert "http" not in guests.get("/page.js").text.replace("https", "http").split("//")[0] and all(
        guests.get(f"/{name}.css").status_code == 200 for name in ("page", "board")
    )


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:99"},
    ],
)
@pytest.mark.gate("headers0", "headers3")
def test_other_sites_do_nothing(table, headers):
    guests, token = client(table), table.links.host
    fields = {"act": "mark b2", **page(guests, token).hidden}
    answer = guests.post(f"/t/{token}/do", data=fields, headers=headers)
    assert answer.status_code == 403 and not table.match.move_stack
    assert (
        guests.post(
            f"/t/{token}/do", data=fields, headers={"sec-fetch-site": "same-origin", "origin": "null"}
        ).status_code
        == 200
    )


@pytest.mark.parametrize(
    "host, status",
    [
        ("evil.example", 421),
        ("", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:80", 421),
        ("[", 421),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.168.1.5", 200),
    ],
)
def test_only_own_names_are_answered(table, host, status):
    assert client(table).get(f"/t/{table.links.host}/", headers={"host": host}).status_code == status


def test_two_people_at_one_seat(table):
    guests, token = client(table), table.links.seats[0]
    one, two = page(guests, token), page(guests, token)
    assert send(guests, token, act="mark b2", **one.hidden)[0] == 200
    status, answer = send(guests, token, act="mark c3", **two.hidden)
    assert (
        status == 409 and "changed" in answer.word and [str(each) for each in table.match.move_stack] == ["0: mark b2"]
    )


def test_taking_back_goes_as_far_as_nobody_knows(table):
    guests, (anna, jola) = client(table), table.links.seats
    send(guests, anna, act="mark b2", **page(guests, anna).hidden)
    there = page(guests, anna)
    assert ("undo", "1") in there.buttons
    status, _ = send(guests, anna, undo="1", stamp=there.hidden["stamp"], me="0")
    assert status == 200 and not table.match.move_stack
    send(guests, anna, act="mark b2", **page(guests, anna).hidden)
    send(guests, jola, act="mark a1", **page(guests, jola).hidden)
    there = page(guests, anna)
    assert (
        "undo",
        "1",
    ) not in there.buttons and "Nothing can be taken back: Jola has acted since" in there.text.replace("&#39;", "'")
    assert (
        send(guests, anna, undo="1", stamp=there.hidden["stamp"], me="0")[0] == 400 and len(table.match.move_stack) == 2
    )


def test_at_one_screen_whoever_is_next_takes_back_what_the_one_before_did(table):
    guests, token = client(table), table.links.host
    send(guests, token, act="mark b2", **page(guests, token).hidden)
    fields = dict(
        re.findall(
            r'name="(stamp|me)" value="([^"]*)"',
            re.search(r'<div class="tools">\s*<form.*?</form>', page(guests, token).text, re.S)[0],
        )
    )
    status, after = send(guests, token, undo="1", **fields)
    assert status == 200 and not table.match.move_stack and "Your turn, Anna" in after.text


def test_a_full_disk_does_nothing(table, monkeypatch):
    guests, token = client(table), table.links.host

    def full(number, row):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table.file, "append", full)
    status, answer = send(guests, token, act="mark b2", **page(guests, token).hidden)
    assert status == 507 and "not done" in answer.word and not table.match.move_stack
    monkeypatch.undo()
    assert send(guests, token, act="mark b2", **page(guests, token).hidden)[0] == 200


@pytest.mark.parametrize("lang, said", [("de", "Anna ist am Zug"), ("es", "Anna"), ("fr", "Anna’s turn")])
@pytest.mark.gate("de-Anna ist am Zug")
def test_the_page_is_in_the_language_of_whoever_reads_it(table, lang, said):
    guests = client(table)
    answer = guests.get(f"/t/{table.links.seats[0]}/", headers={"accept-language": f"{lang}-XX,{lang};q=0.8"})
    assert said in answer.text and f'<html lang="{lang if lang != "fr" else "en"}"' in answer.text


def test_several_actions_are_done_all_or_none(table):
    guests, token = client(table), table.links.host
    first = page(guests, token)
    status, answer = send(guests, token, pack="mark a1;mark b2", **first.hidden)
    assert status in (400, 409) and answer.word and not table.match.move_stack and rows(table) == 1
    assert send(guests, token, pack="", **first.hidden)[0] == 200 and not table.match.move_stack
    assert send(guests, token, pack="mark a1", **first.hidden)[0] == 200 and len(table.match.move_stack) == 1


def test_fields_that_are_missing_or_of_another_form_do_nothing(table):
    guests, token = client(table), table.links.host
    for answer in (
        guests.post(f"/t/{token}/do"),
        guests.post(f"/t/{token}/do", files={"act": ("a", b"mark b2")}),
        guests.post(f"/t/{token}/do", json={"act": "mark b2", "me": "0", "stamp": table.stamp(0)}),
        guests.post(f"/t/{token}/do", data={"act": ["mark b2", "mark a1"], "me": "0"}),
        guests.post(f"/t/{token}/do", data={"act": "mark b2", "me": "0", "stamp": "9" * 5000}),
    ):
        assert answer.status_code in (400, 403, 409) and Read(answer.text).word and not table.match.move_stack
    assert guests.get(f"/t/{token}/do").status_code == 405 and guests.put(f"/t/{token}/do").status_code == 405
    assert guests.delete(f"/t/{token}/").status_code == 405 and not table.match.move_stack


def test_what_arrives_too_slowly_is_refused(monkeypatch):
    async def never():
        await asyncio.sleep(60)

    monkeypatch.setattr(request_filter, "PATIENCE", 0.01)
    request = Request({"type": "http", "method": "POST", "headers": [(b"content-length", b"9")]}, never)
    with pytest.raises(request_filter.Refused) as refused:
        asyncio.run(request_filter.body_of(request))
    assert (refused.value.status, refused.value.what) == (408, "slow")
    assert "too long" in REFUSED["slow"]


def test_a_page_knows_what_to_say_when_the_server_is_gone(table):
    guests, token = client(table), table.links.host
    assert (
        'data-gone="Der Server' in page(guests, token, "?lang=de").text
        and "dataset.gone" in guests.get("/page.js").text
    )


def test_what_is_new_is_said_where_it_lies(table):
    guests, (anna, jola) = client(table), table.links.seats
    send(guests, anna, act="mark b2", **page(guests, anna).hidden)
    assert "new since" not in page(guests, anna).text
    send(guests, jola, act="mark a1", **page(guests, jola).hidden)
    seen = page(guests, anna).text
    assert (
        seen.count(', new since your last turn" title') == 1
        and "neu seit deinem letzten Zug" in page(guests, anna, "?lang=de").text
    )


def test_a_question_is_answered_by_yes_and_no(tmp_path):
    table = new_table(tmp_path, "the-cave", ["Anna", "Jola"])
    seen = page(client(table), table.links.seats[0]).text
    assert '<span class="what">yes</span>' in seen and '<span class="what">no</span>' in seen
    table.close()


@pytest.mark.long
@pytest.mark.parametrize("spec", ["tic-tac-toe", "the-cave+survey-goals"])
def test_no_address_and_no_field_breaks_the_server(tmp_path, spec):
    drawn, table = (
        random.Random(3),
        new_table(tmp_path, spec.split("+")[0], players=["Anna", "<b>Ben"], overlays=spec.split("+")[1:]),
    )
    guests, tokens = client(table), [table.links.host, table.links.watch, *table.links.seats, "x" * 32]
    odd = ["", "-1", "1", "9" * 20, "0:o", "0:n1,0:n1", "9:zz", MARKUP, "%00", "é", "²", "0:" + "9" * 300, "1:a1"]
    for _ in range(400):
        asked = "&".join(
            f"{drawn.choice(['me', 'at', 'pack', 'then', 'hint', 'map', 'lang', 'of'])}={drawn.choice(odd)}"
            for _ in range(drawn.randrange(5))
        )
        path, method = (
            drawn.choice(["", "rules", "save", "seats", "stamp", "do", "nothing"]),
            drawn.choice(["GET", "GET", "POST", "HEAD", "OPTIONS", "PUT"]),
        )
        fields = (
            {
                drawn.choice(["act", "undo", "pack", "stamp", "sure", "seat", "bot", "taken"]): drawn.choice(odd)
                for _ in range(3)
            }
            if method == "POST"
            else None
        )
        answer = guests.request(method, f"/t/{drawn.choice(tokens)}/{path}?{asked}", data=fields)
        assert answer.status_code < 500, (method, path, asked, fields)
    table.close()


@pytest.mark.parametrize(("lang", "said"), [("de", "Spieler 1"), ("es", "Jugador 1")])
@pytest.mark.gate("es-Jugador 1")
def test_players_without_a_name_have_one_of_the_language(tmp_path, lang, said):
    table = new_table(tmp_path, "hex")
    shown = page(client(table), table.links.host, f"?lang={lang}").text
    assert said in shown and "Player" not in shown and "round" not in shown.partition('class="turn">')[2][:60]


def test_what_falls_to_a_place_is_done_there(tmp_path):
    table = new_table(tmp_path, "connect-four")
    guests, token = client(table), table.links.host
    send(guests, token, act="drop 3", **page(guests, token).hidden)
    seen = page(guests, token, "?lang=de")
    on_board = re.findall(
        r'<button name="act" value="(drop \d)" id="p0-(\w+)" class="can[^"]*" aria-label="([^"]*)"', seen.text
    )
    assert {act: place for act, place, _ in on_board} == {
        "drop 3": "c2",
        **{f"drop {n}": f"{column}1" for n, column in ((1, "a"), (2, "b"), (4, "d"), (5, "e"), (6, "f"), (7, "g"))},
    }
    assert on_board[1][2] == "a1: in Spalte 1 werfen: dann ist Spieler 1 am Zug"
    table.close()


def test_a_position_is_worked_out_once_and_not_again_before_it_changes(tmp_path, monkeypatch):
    table = new_table(tmp_path, "the-cave", ["Anna", "Jola"])
    guests, made = client(table), []
    monkeypatch.setattr(shown_positions, "scene_of", lambda *asked: made.append(asked) or scene_of(*asked))
    seat = table.links.seats[0]
    first = [page(guests, seat).text for _ in range(3)]
    assert len(made) == 1 and first[0] == first[2]
    after = []
    for act, many in (("take_camp yes", 2), ("take_camp no", 4)):  # behind as many moves there may be another position
        after.append(send(guests, seat, act=act, **page(guests, seat).hidden)[1].text)
        assert len(made) == many
        fields = dict(re.findall(r'name="(stamp|me)" value="([^"]*)"', page(guests, seat).text))
        assert send(guests, seat, undo="1", **fields)[0] == 200
    assert len(made) == 5 and "takes the camp along" in after[0] and "takes the camp along" not in after[1]
    table.close()


def test_who_only_watches_sees_marked_what_the_last_turn_has_brought(table):
    guests, seats = client(table), table.links.seats
    for n, act in enumerate(["mark b2", "mark a1", "mark c3", "mark a2"]):
        send(guests, seats[n % 2], act=act, **page(guests, seats[n % 2]).hidden)
    text = page(guests, table.links.watch).text
    assert re.findall(r'aria-label="(\w+)[^"]*, changed just now"', text) == ["a2"] and "new since" not in text
    assert "eben verändert" in page(guests, table.links.watch, "?lang=de").text


def test_a_short_list_of_what_the_board_offers_is_open(table):
    guests, token = client(table), table.links.host
    listed = []
    for act in ("mark b2", "mark a1", "mark c3"):
        listed.append(
            re.search(r"<details( open)?><summary>All of it in one list \((\d)\)", page(guests, token).text).groups()
        )
        send(guests, token, act=act, **page(guests, token).hidden)
    assert listed == [(None, "9"), (None, "8"), (None, "7")]
    assert "<details open><summary>All of it in one list (6)" in page(guests, token).text


@pytest.mark.parametrize(
    ("lang", "goal", "about"),
    [
        ("en", "to join two opposite sides", "What the rules say about it: place"),
        ("de", "will jeder zwei gegenüberliegende Seiten", "Was die Regeln dazu sagen: setzen"),
    ],
)
@pytest.mark.gate("de-will jeder zwei gegen\\xfcberliegende Seiten-Was die Regeln dazu sagen: setzen")
def test_the_rules_say_what_the_game_is_about_and_are_reached_from_a_place(tmp_path, lang, goal, about):
    table = new_table(tmp_path, "nine-mens-morris", ["Anna", "Jola"])
    guests, seat = client(table), table.links.seats[0]
    there = page(guests, seat, f"?lang={lang}&at=0:a1")
    table.close()
    (link,) = {each for each in there.links if "of=place" in each}
    assert about in there.text and guests.get(link).status_code == 200
    (tmp_path / "hex").mkdir()
    table = new_table(tmp_path / "hex", "hex")
    assert goal in client(table).get(f"/t/{table.links.host}/rules?lang={lang}").text
    table.close()


@pytest.mark.parametrize(
    ("spec", "lang", "use"),
    [
        ("the-cave", "en", "Take 1 consumable out of the backpack."),
        ("the-cave-de", "de", "1 Proviant aus dem Rucksack nehmen."),
    ],
)
@pytest.mark.gate("the-cave-en-Take 1 consumable out of the backpack.")
def test_packing_says_of_each_thing_what_it_is_for(tmp_path, spec, lang, use):
    table = new_table(tmp_path, spec, ["Anna", "Jola"])
    guests, seat = client(table), table.links.seats[0]
    if "take_camp no" in (first := page(guests, seat)).acts:
        send(guests, seat, act="take_camp no", **first.hidden)
    seen = page(guests, seat, f"?lang={lang}").text
    table.close()
    things = re.findall(
        r'<li><span class="what">(?:<img[^>]*>)*([^<]*)</span>.*?<small>([^<]*)</small></li>', seen, re.S
    )
    assert use in things[0][1] and len(things) >= 5 and all(" · " in uses for _, uses in things)


def test_while_all_choose_taking_back_says_nothing_of_others(tmp_path):
    """One may take its own choice back whether others have chosen since or not, and theirs stay, also after a restart."""
    pages, tables = [], []
    for name in ("alone", "both"):
        (tmp_path / name).mkdir()
        table = new_table(tmp_path / name, "the-cave", ["Anna", "Jola"])
        for seat in (0,) if name == "alone" else (0, 1):
            table.act(table.guest(table.links.seats[seat]), seat, table.stamp(seat), ["take_camp yes"])
        pages.append(page(client(table), table.links.seats[0]))
        tables.append(table)
    offered = [[each for each in found.buttons if each[0] == "undo"] for found in pages]
    assert offered[0] == offered[1] != []
    both = tables[1]
    before = both.stamp(1), both.stamp(None)
    assert send(client(both), both.links.seats[0], undo="1", **pages[1].hidden)[0] == 200
    assert [str(each) for each in both.match.move_stack] == ["1: take_camp yes"]
    assert (both.stamp(1), both.stamp(None)) == before and both.stamp(0) != before[0]
    for each in tables:
        each.close()
    again = Table.resume(both.file.path, cw.load_game)
    assert [str(each) for each in again.match.move_stack] == ["1: take_camp yes"] and again.occupancy == [True, True]
    again.close()
