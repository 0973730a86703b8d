"""Stores: one suite for each database, and for files. What is written is there for all, and of two that write one number one wins."""

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import cavewright as cw
from cavewright.host import (
    Beginning,
    Entries,
    NoMatchError,
    OutrunError,
    StoreError,
    back_up,
    copy_matches,
    create_app,
    open_store,
)


def begin(store, id="m", waits_for="people", actions=()):
    made = Beginning(id, f"save of {id}", "hash", ("", "greedy"), ("a", "b"))
    store.begin(made, waits_for, actions)
    return made


def test_what_is_written_is_read_by_all(open_again):
    one, other = open_again(), open_again()
    made = begin(one)
    assert other.read_beginning("m") == made and other.read("m") == Entries(0, ())
    for number, action in enumerate(["0: a", "1: b’ñ", "0: c"]):
        (one, other)[number % 2].append("m", number, action, "people")
    for store in (one, other):
        assert [store.read("m", since) for since in (0, 2, 3, 9)] == [
            Entries(3, ("0: a", "1: b’ñ", "0: c")),
            Entries(3, ("0: c",)),
            Entries(3, ()),
            Entries(3, ()),
        ]


@pytest.mark.parametrize("number", [0, 1, 3, 7, -1])
def test_an_action_of_another_number_is_outrun_and_nothing_is_written(open_again, number):
    store = open_again()
    begin(store, actions=("0: a", "1: b"))
    with pytest.raises(OutrunError):
        store.append("m", number, "0: x", "nobody")
    with pytest.raises(OutrunError):
        store.append("other", number, "0: x", "nobody")
    assert store.read("m") == Entries(2, ("0: a", "1: b")) and list(store.matches("people")) == ["m"]


def test_of_many_that_write_one_number_one_wins(open_again):
    stores = [open_again() for _ in range(3)]
    begin(stores[0])
    won = []

    def write(n):
        for number in range(20):
            try:
                stores[n].append("m", number, f"{n}: {number}", "people")
                won.append((number, f"{n}: {number}"))
            except OutrunError:
                pass

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(write, range(3)))
    assert [stores[1].read("m").actions[number] for number, _ in sorted(won)] == [each for _, each in sorted(won)]
    assert sorted(number for number, _ in won) == list(range(20))


def test_what_is_no_match_is_said(open_again):
    store = open_again()
    for ask in (store.read, store.read_beginning):
        with pytest.raises(NoMatchError):
            ask("x'; drop table matches; --")
    begin(store)
    with pytest.raises(StoreError):
        begin(store)
    assert store.read("m").number == 0


def test_matches_are_listed_by_whom_they_wait_for(open_again):
    store = open_again()
    for id, waits_for in (("a", "people"), ("b", "bots"), ("c", "nobody")):
        begin(store, id, waits_for)
    store.append("a", 0, "0: x", "bots")
    assert sorted(store.matches("bots")) == ["a", "b"] and sorted(store.matches()) == ["a", "b", "c"]
    assert list(store.matches("people")) == []


def test_a_lease_is_one_store_s_until_it_is_given_back_or_closed(open_again):
    one, other, third = open_again(), open_again(), open_again()
    assert one.lease("m") and one.lease("m") and not other.lease("m") and other.lease("n")
    one.release("m")
    one.release("never held")
    assert other.lease("m") and not one.lease("m")
    other.close()
    assert one.lease("m") and third.lease("n")


@pytest.mark.gate("files")
def test_a_lease_ends_with_the_process_that_holds_it(url, open_again):
    store = open_again()
    program = "import sys; from cavewright.host import open_store; s = open_store(sys.argv[1]); print(s.lease('m'), flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as held:
        assert held.stdout.readline().strip() == b"True" and not store.lease("m")
        held.kill()
    for _ in range(3000):
        if store.lease("m"):
            break
        threading.Event().wait(0.1)
    assert store.lease("m")


def test_all_learn_of_what_any_writes(open_again):
    one, other = open_again(), open_again()
    begin(one)
    told, ready = [], threading.Event()

    def notice(id):
        told.append(id)
        if id == "m":
            ready.set()

    other.watch(notice)
    one.append("m", 0, "0: x", "people")
    assert ready.wait(300), told


def test_a_backup_is_a_file_that_comes_back_into_any_store(open_again, url, tmp_path):
    store = open_again()
    first, second = begin(store, "a", "bots", ("0: x", "1: y")), begin(store, "b", "nobody")
    path = str(tmp_path / "backup.db")
    assert back_up(store, path) == 2
    store.append("a", 2, "0: z", "people")
    with pytest.raises(StoreError, match="is there already"):
        back_up(store, path)
    fresh = open_store(f"sqlite:{tmp_path / 'fresh.db'}")
    assert copy_matches(open_store(f"sqlite:{path}"), fresh) == 2
    assert fresh.read_beginning("a") == first and fresh.read_beginning("b") == second
    assert fresh.read("a") == Entries(2, ("0: x", "1: y")) and list(fresh.matches("bots")) == ["a"]


def run(url, *statements):
    """Changes a database past its store."""
    if url.startswith("files"):
        pytest.skip("files have no tables")
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:")) as db:
            for each in statements:
                db.execute(each)
        db.close()
    else:
        import psycopg

        with psycopg.connect(url) as db:
            for each in statements:
                db.execute(each)


def test_a_database_of_a_newer_version_is_left_as_it_is(open_again, url):
    begin(open_again())
    run(url, "update alembic_version set version_num = '99'")
    with pytest.raises(StoreError, match="version 99; this program knows up to version 3"):
        open_again()
    run(url, "update alembic_version set version_num = '3'")
    assert open_again().read("m").number == 0


def test_tables_of_the_first_host_are_read(open_again, url):
    """A file that the program of the documents made, before there were versions."""
    match = cw.Match(cw.load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1)
    run(
        url,
        "create table matches (id text primary key, begun text not null)",
        "create table keys (key text primary key, match text not null, player integer not null)",
        "create table actions (match text, number integer, action text not null, primary key (match, number))",
        f"insert into matches values ('m', '{match.to_json()}')",
        "insert into keys values ('of Jola', 'm', 1), ('of Anna', 'm', 0)",
        "insert into actions values ('m', 0, '0: mark b2'), ('m', 1, '1: mark a1')",
    )
    store = open_again()
    found = store.read_beginning("m")
    assert cw.Match.from_json(found.save) == match and found.rules == match.game.hash and found.bots == ("", "")
    assert len(set(found.keys)) == 2 and not {"of Anna", "of Jola"} & set(found.keys)
    store.append("m", 2, "0: mark c3", "people")
    assert store.read("m") == Entries(3, ("0: mark b2", "1: mark a1", "0: mark c3"))


@pytest.mark.long
def test_several_processes_that_begin_at_once_make_the_tables_once(url):
    program = "import sys; from cavewright.host import open_store; open_store(sys.argv[1]).close()"
    begun = [subprocess.Popen([sys.executable, "-c", program, url], stderr=subprocess.PIPE) for _ in range(4)]
    assert [(each.communicate()[1], each.returncode) for each in begun] == [(b"", 0)] * 4


def test_a_file_that_was_harmed_is_said_and_other_matches_go_on(tmp_path):
    store, other = (open_store(f"files:{tmp_path / 'tables'}") for _ in range(2))
    for id in ("m", "n"):
        begin(store, id, actions=("0: a", "1: b"))
    path = tmp_path / "tables" / "m.match"
    whole = path.read_bytes()
    for harmed, said in (
        (whole.replace(b"0: a", b"0: x"), "line 2: `sum`"),
        (whole.replace(b'"match":1', b'"match":2'), "line 1: `match`"),
        (whole.partition(b"\n")[0] + b"\n", "whoever began it did not come to its end"),
        (b"\xff" + whole, "UTF-8"),
        (b"", "line 1"),
    ):
        path.unlink()
        path.write_bytes(harmed)
        for each in (store, other):
            with pytest.raises(StoreError, match=said):
                each.read("m")
        assert other.read("n").number == 2 and list(store.matches("people")) == ["n"]
    path.write_bytes(whole + b'{"entry":"0: torn')
    path.rename(tmp_path / "kept")
    (tmp_path / "kept").rename(path)
    assert store.read("m").number == other.read("m").number == 2
    store.append("m", 2, "0: c", "people")
    assert other.read("m", 2).actions == ("0: c",) and path.read_bytes().startswith(whole + b'{"entry":"0: c"')


IDS = ("../m", "m/n", "", ".", "m\0", "x" * 300, "leases", "M", "m ", "%", "’")


def test_an_id_that_is_none_is_no_path_and_no_part_of_one(open_again):
    store = open_again()
    begin(store)
    for id in IDS:
        for ask in (store.read, store.read_beginning):
            with pytest.raises(NoMatchError):
                ask(id)


@pytest.mark.parametrize("address", ["", "mysql://x", "sqlite:", "files:", "tables.db"])
def test_an_address_of_no_store_is_said(address):
    with pytest.raises(ValueError, match="a store is"):
        open_store(address)


@pytest.mark.parametrize("address", ["", "mysql://here", "sqlite:{}/none/tables.db"])
def test_a_command_that_names_no_store_ends_with_a_line(monkeypatch, tmp_path, address):
    monkeypatch.setattr("gc.set_threshold", lambda *given: None)  # of this process
    monkeypatch.setenv("CAVEWRIGHT_STORE", address.format(tmp_path))
    with pytest.raises(SystemExit, match=r"^CAVEWRIGHT_STORE: .*(a store is|No such file)"):
        create_app()


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(StoreError, match="No such file"):
        open_store(f"sqlite:{tmp_path / 'none' / 'tables.db'}")
