"""A server as it runs: killed and gone on with, called by many at once, played at by bots."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager

import pytest
from tests.connect.web.table_client import Read, client, new_table, page, send

import cavewright as cw
from cavewright.connect.web.table import Table
from cavewright.play.matches.match import SaveError
from cavewright.play.matches.save_text import checksum

PATIENCE = 300
"""Seconds: however busy the machine is, by then it has happened."""


@contextmanager
def serving(*arguments):
    """A server in a process of its own, and what it printed: its links."""
    command = [sys.executable, "-u", "-m", "cavewright", "serve", *arguments, "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if "Only this machine" in line:
                break
        assert said and "play here" in "".join(said), "".join(said)
        yield process, re.findall(r"http://\S+", "".join(said))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def got(link):
    with urllib.request.urlopen(link, timeout=PATIENCE) as answer:
        return Read(answer.read().decode())


def sent(link, **fields):
    with urllib.request.urlopen(
        f"{link}do?lang=en", data=urllib.parse.urlencode(fields).encode(), timeout=PATIENCE
    ) as answer:
        return Read(answer.read().decode())


def play_until_killed(file, kills, spec="connect-four"):
    """Plays by requests and kills the server after each action; gives what was acknowledged."""
    done, links = [], None
    for number in range(kills):
        arguments = ["--resume", str(file)] if number else [spec, "--seed", "3", "--file", str(file)]
        with serving(*arguments) as (process, printed):
            assert links is None or [urllib.parse.urlparse(e).path for e in printed] == [
                urllib.parse.urlparse(e).path for e in links
            ]
            links = printed
            there = got(links[0])
            act = there.acts[number % len(there.acts)]
            sent(links[0], act=act, **there.hidden)
            done.append(f"{there.hidden['me']}: {act}")
            os.kill(process.pid, signal.SIGKILL)
    return done


@pytest.mark.long
def test_a_killed_server_loses_nothing(tmp_path):
    file = tmp_path / "a.match"
    done = play_until_killed(file, 2)
    table = Table.resume(file, cw.load_game)
    assert [str(each) for each in table.match.move_stack] == done
    table.close()


@pytest.mark.long
def test_a_server_that_is_killed_often_loses_nothing(tmp_path):
    done = play_until_killed(tmp_path / "a.match", 30, "hex")  # thirty stones end no game of it
    table = Table.resume(tmp_path / "a.match", cw.load_game)
    assert [str(each) for each in table.match.move_stack] == done
    table.close()


@pytest.mark.long
def test_many_connections_that_do_nothing_keep_nobody_out(tmp_path):
    with serving("tic-tac-toe", "--file", str(tmp_path / "a.match")) as (_, links):
        at = urllib.parse.urlparse(links[0])
        idle = []
        try:
            for _ in range(1000):
                each = socket.create_connection((at.hostname, at.port), timeout=PATIENCE)
                idle.append(each)
                if len(idle) % 3 == 0:
                    each.sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nothing HT")
                elif len(idle) % 3 == 1:
                    each.sendall(b"GET / HTTP/1.1\r\nHost: local")
            there = got(links[0])
            assert "mark b2" in there.acts and "mark b2" not in sent(links[0], act="mark b2", **there.hidden).acts
        finally:
            for each in idle:
                each.close()


def under_other_rules(whole):
    """The file of a match as it would be if its rules had been others."""
    head, *rows = (json.loads(each) for each in whole.splitlines())
    save = {**head["save"], "hash": "0" + head["save"]["hash"]}
    lines = [{**head, "save": {**save, "checksum": checksum(save)}}, *rows]
    return "".join(
        f"{json.dumps({name: value for name, value in each.items() if name != 'sum'})}\n" for each in lines
    ).encode()


def test_a_torn_row_is_forgotten_and_a_damaged_one_named(tmp_path):
    table = new_table(tmp_path)
    guests, token = client(table), table.links.host
    for act in ("mark a1", "mark b2"):
        send(guests, token, act=act, **page(guests, token).hidden)
    table.close()
    whole = table.file.path.read_bytes()
    table.file.path.write_bytes(whole + b'{"entry":"0: mark')
    again = Table.resume(table.file.path, cw.load_game)
    assert len(again.match.move_stack) == 2 and table.file.path.read_bytes() == whole
    again.close()
    for wrong, said in (
        (whole.replace(b'"entry":"1: mark b2"', b'"entry":"undo 7"'), "line 3"),
        (whole + b"{}\n", "line 4"),
        (whole.replace(b"mark b2", b"mark a1"), "no longer possible"),
        (under_other_rules(whole), ""),
        (whole.replace(b'"hash":"', b'"hash":"0'), "checksum"),
        (b"\xff" + whole, "UTF-8"),
        (b"", "line 1"),
    ):
        table.file.path.write_bytes(wrong)
        if not said:
            Table.resume(table.file.path, cw.load_game).close()
            continue
        with pytest.raises(SaveError, match=said):
            Table.resume(table.file.path, cw.load_game)


def test_a_match_that_is_served_is_served_by_nobody_else(tmp_path):
    table = new_table(tmp_path)
    before = table.file.path.read_bytes()
    table.file.path.write_bytes(before + b'{"entry":"0: ma')  # of a row that the first server is about to end
    with pytest.raises(SaveError, match="served already"):
        Table.resume(table.file.path, cw.load_game)
    assert table.file.path.read_bytes().endswith(b"0: ma")
    table.file.path.write_bytes(before)
    table.close()
    Table.resume(table.file.path, cw.load_game).close()


@pytest.mark.parametrize("is_save", [False, True], ids=["match", "save"])
@pytest.mark.long
def test_a_match_of_other_rules_is_refused(tmp_path, is_save):
    table = new_table(tmp_path, "connect-four")
    file = tmp_path / "a.json" if is_save else table.file.path
    if is_save:
        file.write_text(table.save(), "utf-8")
    table.close()
    before = file.read_bytes()
    command = [
        sys.executable,
        "-m",
        "cavewright",
        "serve",
        "tic-tac-toe",
        "--resume",
        str(file),
        "--file",
        str(tmp_path / "new.match"),
        "--port",
        "0",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if "play here" in line:  # it is served, and would be until Ctrl-C
                process.kill()
        said = process.stderr.read()
    assert (
        process.returncode == 1
        and "Traceback" not in said
        and "this is a match of connect-four, not of tic-tac-toe" in said.replace("\n", " ")
    )
    assert file.read_bytes() == before and not (tmp_path / "new.match").exists()


def test_bots_play_and_people_take_their_seats(tmp_path):
    table = new_table(tmp_path, bots=("", "random"))
    thread = table.start()
    guests, token = client(table), table.links.host
    send(guests, token, act="mark b2", **page(guests, token).hidden)
    deadline = time.monotonic() + PATIENCE
    while table.match.state.current_player != 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(table.match.move_stack) == 2 and table.match.move_stack[1].player == 1
    seats = guests.get(f"/t/{token}/seats")
    assert f"/t/{table.links.seats[1]}/" in seats.text
    assert guests.post(f"/t/{token}/seats", data={"seat": "1", "bot": ""}).status_code == 200 and table.bots == ["", ""]
    assert guests.post(f"/t/{token}/seats", data={"seat": "1", "bot": "nobody"}).status_code == 400
    assert guests.post(f"/t/{token}/seats", data={"seat": "9", "bot": "random"}).status_code == 403
    assert guests.post(f"/t/{table.links.seats[0]}/seats", data={"seat": "1", "bot": "random"}).status_code == 403
    table.close()
    thread.join(20)
    again = Table.resume(table.file.path, cw.load_game)
    assert again.bots == ["", ""] and len(again.match.move_stack) == 2
    again.close()


def test_a_save_holds_what_a_seat_may_keep(tmp_path):
    table = new_table(tmp_path, "the-cave", ["Anna", "Jola"])
    guests = client(table)
    assert cw.Match.from_json(guests.get(f"/t/{table.links.host}/save").text).names == ("Anna", "Jola")
    kept = json.loads(guests.get(f"/t/{table.links.seats[1]}/save").text)
    assert kept["viewer"] == 1 and "seed" not in kept
    assert "seed" not in json.loads(guests.get(f"/t/{table.links.watch}/save").text)
    table.claim(table.guest(table.links.seats[1]), 1, True)
    assert "seed" not in json.loads(guests.get(f"/t/{table.links.host}/save").text)
    table.close()


def test_one_screen_is_handed_on_where_all_choose_at_once(tmp_path):
    table = new_table(tmp_path, "the-cave", ["Anna", "Jola"])
    guests, token = client(table), table.links.host
    first = page(guests, token)
    assert not first.acts and {"?lang=en&me=0", "?lang=en&me=1"} <= set(first.links)
    anna = page(guests, token, "?lang=en&me=0")
    assert anna.acts == ["take_camp yes", "take_camp no"] and anna.hidden["me"] == "0"
    _, after = send(guests, token, act="take_camp yes", **anna.hidden)
    jola = page(guests, token, "?lang=en&me=1")
    assert jola.acts == ["take_camp yes", "take_camp no"]
    assert send(guests, token, act="take_camp no", **jola.hidden)[0] == 200
    packing = next(
        each for each in (page(guests, token, "?lang=en&me=1"), after) if any("pack=" in link for link in each.links)
    )
    more = [each for each in packing.links if "pack=" in each and "leave=" not in each]
    assert more and page(guests, token, more[0]).hidden["stamp"]
    asked = page(guests, token, next(each for each in packing.links if "leave=" in each))
    value = dict(asked.buttons)["pack"]
    status, _ = send(guests, token, pack=value, **asked.hidden)
    assert status == 200 and table.match.move_stack[-1].name.startswith("fill")
    table.close()


def test_what_others_choose_at_once_is_told_to_nobody(tmp_path):
    table = new_table(tmp_path, "the-cave", ["Anna", "Jola"])
    guests, (anna, jola) = client(table), table.links.seats
    before = page(guests, jola)
    stamp = guests.get(f"/t/{jola}/stamp").text
    send(guests, anna, act="take_camp yes", **page(guests, anna).hidden)
    assert page(guests, jola).text == before.text and guests.get(f"/t/{jola}/stamp").text == stamp
    assert send(guests, jola, act="take_camp no", **before.hidden)[0] == 200
    table.close()
