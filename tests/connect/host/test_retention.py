"""Retention: what nobody plays any longer is put away whole, and what goes on stays."""

import os
from pathlib import Path

import pytest
from tests.connect.host.test_stores import begin, run

pytest.importorskip("fastapi", reason="the package fastapi is missing")

from cavewright.connect.host.models import Act, NewMatch
from cavewright.host import Matches, NoMatchError, OutrunError, Refusal, StoreError, open_store, put_away_matches


def age(url, days, *ids):
    for each in ids:
        if url.startswith("files"):
            path = Path(url.removeprefix("files:")) / f"{each}.match"
            then = path.stat().st_mtime - days * 86_400
            os.utime(path, (then, then))
            continue
        run(url, f"update matches set changed = changed - {days * 86_400} where id = '{each}'")


@pytest.fixture
def archive(tmp_path):
    made = open_store(f"sqlite:{tmp_path / 'archive.db'}")
    yield made
    made.close()


def test_what_is_over_and_old_is_moved_and_all_else_stays(open_again, url, archive):
    store = open_again()
    for id, waits_for in (("old", "nobody"), ("new", "nobody"), ("played", "people"), ("bots", "bots")):
        made = begin(store, id, waits_for, ("0: x", "1: y"))
    age(url, 30, "old", "played", "bots")
    assert put_away_matches(store, 31, archive) == 0
    assert put_away_matches(store, 29, archive) == 1 and put_away_matches(store, 29, archive) == 0
    assert sorted(store.matches()) == ["bots", "new", "played"] and list(archive.matches("nobody")) == ["old"]
    assert archive.read("old").actions == ("0: x", "1: y") and archive.read_beginning("old").keys == made.keys
    with pytest.raises(NoMatchError):
        store.read("old")
    assert store.read("new").actions == ("0: x", "1: y")
    assert put_away_matches(store, 29, waits_for=["people", "bots"]) == 2 and list(store.matches()) == ["new"]


def test_a_match_that_goes_on_is_not_old(open_again, url):
    store = open_again()
    begin(store)
    age(url, 30, "m")
    store.append("m", 0, "0: x", "nobody")
    assert put_away_matches(store, 29) == 0 and store.read("m").number == 1


def test_what_goes_on_while_it_is_moved_stays(open_again, url, archive):
    store = open_again()
    begin(store, waits_for="people")
    age(url, 30, "m")
    real = archive.begin

    def begin_late(*given):
        real(*given)
        store.append("m", 0, "0: x", "people")

    archive.begin = begin_late
    assert put_away_matches(store, 29, archive, ["people"]) == 0 and store.read("m").actions == ("0: x",)
    age(url, 30, "m")
    with pytest.raises(StoreError, match="0 actions of match m, and the store 1"):
        put_away_matches(store, 29, archive, ["people"])
    assert store.read("m").number == 1


def test_what_was_moved_and_not_removed_is_removed_by_the_next_run(open_again, url, archive):
    store = open_again()
    made = begin(store, waits_for="nobody", actions=("0: x",))
    age(url, 30, "m")
    archive.begin(made, "nobody", ("0: x",))
    assert put_away_matches(store, 29, archive) == 1 and list(store.matches()) == []


@pytest.mark.parametrize("number", [0, 2, -1])
@pytest.mark.gate(
    "sqlite-0", "sqlite--1", "postgresql-0", "postgresql-2", "postgresql--1", "files-0", "files-2", "files--1"
)
def test_a_match_of_another_number_is_not_removed(open_again, number):
    store = open_again()
    begin(store, actions=("0: x",))
    with pytest.raises(OutrunError):
        store.remove("m", number)
    assert store.read("m").actions == ("0: x",)


def test_a_match_that_was_removed_is_said_to_whoever_has_it_in_memory(open_again):
    hosts = [Matches(open_again()) for _ in range(3)]
    id = hosts[0].begin(NewMatch(game="connect-four", players=2)).match
    for each in hosts:
        each.look(id, 0, None, "en")
    hosts[0].store.remove(id, 0)
    for host, ask in (
        (hosts[0], lambda host: host.act(id, 0, Act(action="drop 1", number=0), "en")),
        (hosts[1], lambda host: host.look(id, 0, None, "en")),
        (hosts[2], lambda host: host.run_bots(id, lambda: True)),
    ):
        with pytest.raises(Refusal, match="no such match"):
            ask(host)
        assert len(host) == 0
