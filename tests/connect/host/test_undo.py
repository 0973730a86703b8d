"""Undoing by HTTP: a player takes its own last action back, as far as nobody has learned anything, by what it knows itself."""

import json
import random

import pytest
from tests.connect.host.clients import Player

pytest.importorskip("fastapi", reason="the package fastapi is missing")
from starlette.testclient import TestClient

from cavewright.connect.host.models import Act, NewMatch, Undo
from cavewright.host import Limits, Matches, Refusal, create_app, open_store

MANY = Limits(acts="100000/second", looks="100000/second", begins="100000/second")
CHOOSING = "the-cave"
"""A game that begins with choices that all make at once."""


@pytest.fixture
def url(tmp_path):
    return f"sqlite:{tmp_path / 'tables.db'}"


@pytest.fixture
def two(url):
    """The matches of two processes."""
    stores = [open_store(url) for _ in range(2)]
    yield [Matches(each) for each in stores]
    for each in stores:
        each.close()


def begin(matches, game="tic-tac-toe", players=("Anna", "Jola"), **more):
    return matches.begin(NewMatch(game=game, players=list(players), **more)).match


def look(matches, id, viewer, since=None):
    return json.loads(matches.look(id, viewer, since, "en"))


def act(matches, id, viewer, action=None):
    seen = look(matches, id, viewer)
    action = seen["actions"][0]["action"] if action is None else action
    return matches.act(id, viewer, Act(action=action, number=seen["number"]), "en")


def undo(matches, id, viewer):
    return matches.undo(id, viewer, Undo(number=look(matches, id, viewer)["number"]), "en")


def known(seen):
    """What a look shows, but how far it is and where its picture lies."""
    return {name: value for name, value in seen.items() if name not in ("number", "picture", "told", "undo")}


def test_an_action_is_taken_back_and_all_are_told(two):
    id = begin(two[0])
    before = [look(two[0], id, viewer) for viewer in (0, 1, None)]
    act(two[0], id, 0, "mark b2")
    assert [look(two[1], id, viewer)["undo"] for viewer in (0, 1, None)] == [True, False, False]
    undone = undo(two[1], id, 0)
    assert (undone.number, undone.told[0].events) == (2, ["Anna has taken the last action back."])
    for viewer, was in zip((0, 1, None), before):
        for host in two:
            now = look(host, id, viewer)
            assert known(now) == known(was) and now["number"] == 2 and now["told"] == [vars(undone.told[0])]
    assert two[0].store.read(id).actions == ("0: mark b2", "undo 0")
    act(two[0], id, 0, "mark a1")
    assert [each["text"] for each in look(two[1], id, 1, since=0)["told"]] == [None, "mark a1"]


@pytest.mark.parametrize("game", ["connect-four", CHOOSING, "the-cave+survey-goals"])
@pytest.mark.gate(CHOOSING)
def test_what_is_new_adds_up_and_undoing_is_no_other_match(two, game):
    """Random games in which people take back: views by their changes are views, at each process, and the match is that of the actions that stand."""
    rng, count = random.Random(3), 0
    id = begin(two[0], game)
    viewers = {seat: Player(lambda since, seat=seat: look(two[1], id, seat, since)) for seat in (0, 1, None)}
    for _ in range(30):
        able = [seat for seat in (0, 1) if look(two[0], id, seat)["actions"]]
        if not able:
            break
        seat = rng.choice(able)
        act(rng.choice(two), id, seat, rng.choice(look(two[0], id, seat)["actions"])["action"])
        for each in (0, 1):
            if look(two[0], id, each)["undo"] and rng.random() < 0.5:
                undo(rng.choice(two), id, each)
                count += 1
        for each, player in viewers.items():
            if rng.random() < 0.6:
                player.catch_up()
                whole = look(rng.choice(two), id, each)
                assert (player.view, player.number, player.actions) == (
                    whole["view"],
                    whole["number"],
                    whole["actions"],
                )
    assert count > 3
    for viewer in (0, 1, None):
        fresh = Matches(two[0].store)
        assert look(fresh, id, viewer) == look(two[0], id, viewer) == look(two[1], id, viewer)


def test_while_all_choose_undoing_says_nothing_of_others(two):
    """Whether others have chosen since or not, one may take back or may not alike, and others see nothing of it."""
    alone, both = begin(two[0], CHOOSING), begin(two[0], CHOOSING)
    for id in (alone, both):
        act(two[0], id, 0)
    act(two[0], both, 1)
    seen = [look(two[1], id, 0) for id in (alone, both)]
    assert seen[0]["undo"] and [(each["number"], each["undo"]) for each in seen] == [(1, True)] * 2
    others = [look(two[1], both, viewer) for viewer in (1, None)]
    assert [undo(two[0], id, 0).number for id in (alone, both)] == [2, 2]
    assert [look(two[1], both, viewer) for viewer in (1, None)] == others
    assert known(look(two[1], both, 0)) | {"match": ""} == known(look(two[1], alone, 0)) | {"match": ""}
    assert undo(two[1], both, 1).number == 2 and two[1].store.read(both).actions[2:] == ("undo 0", "undo 1")


@pytest.mark.parametrize("game, count", [(CHOOSING, 2), ("hearts", 4)])
@pytest.mark.gate("the-cave-2")
def test_nothing_is_taken_back_of_which_somebody_has_learned(two, game, count):
    """Behind choices that were shown, behind chance, behind what another did, and of what is a secret no longer."""
    rng, refused, seats = random.Random(5), 0, range(count)
    id = begin(two[0], game, ("Anna", "Jola", "Rafał", "Ben")[:count])
    for _ in range(30):
        with two[0].open(id) as live:
            match, told = live.playing, live.playing.undo_fence
            last = match.move_stack[-1].player if match.move_stack else None
            if match.state.current_player != -2:
                for seat in seats:
                    may = seat == last and len(match.move_stack) > told
                    assert look(two[1], id, seat)["undo"] == may
        for seat in seats:
            if not look(two[1], id, seat)["undo"]:
                before = two[0].store.read(id)
                with pytest.raises(Refusal, match="cannot be taken back") as error:
                    undo(two[1], id, seat)
                assert (error.value.status, error.value.kind) == (422, "undo") and two[0].store.read(id) == before
                refused += 1
        able = [seat for seat in seats if look(two[0], id, seat)["actions"]]
        seat = rng.choice(able)
        act(two[0], id, seat, rng.choice(look(two[0], id, seat)["actions"])["action"])
    assert refused > 20


def test_an_undoing_that_is_outrun_is_refused_with_what_happened(two, monkeypatch):
    id = begin(two[0])
    act(two[0], id, 0, "mark b2")
    real = two[0].store.append

    def append(*given):
        monkeypatch.undo()
        act(two[1], id, 1, "mark a1")
        real(*given)

    monkeypatch.setattr(two[0].store, "append", append)
    with pytest.raises(Refusal) as refused:
        undo(two[0], id, 0)
    assert refused.value.kind == "outrun" and [each.text for each in refused.value.problem.happened.told] == ["mark a1"]
    assert look(two[0], id, 0) == look(two[1], id, 0) and two[0].store.read(id).actions == ("0: mark b2", "1: mark a1")


def test_clients_that_may_not_take_back_are_told_why(url):
    with TestClient(create_app(url, limits=MANY, may_undo=lambda beginning: "Strict" not in beginning.save)) as client:

        def begun(names):
            made = client.post("/matches", json={"game": "tic-tac-toe", "players": names}).json()
            keys = [{"authorization": f"Bearer {key}"} for key in made["keys"]]
            path = f"/matches/{made['match']}"
            client.post(f"{path}/actions", json={"action": "mark b2", "number": 0}, headers=keys[0])
            return path, keys

        path, (mine, yours) = begun(["Anna", "Jola"])
        cases = [
            ({}, {"number": 1}, 403, "viewer"),
            (yours, {"number": 1}, 422, "undo"),
            (mine, {"number": 0}, 409, "outrun"),
            (mine, {"number": 2}, 409, "ahead"),
            (mine, {"number": True}, 422, "fields"),
            (mine, {}, 422, "fields"),
            (mine, {"number": 1, "seat": 1}, 422, "fields"),
        ]
        for key, sent, status, kind in cases:
            answer = client.post(f"{path}/undo", json=sent, headers=key)
            assert (answer.status_code, answer.json()["kind"]) == (status, kind), sent
        assert client.get(path, headers=mine).json()["undo"]
        assert client.post(f"{path}/undo", json={"number": 1}, headers=mine).json()["number"] == 2
        path, (mine, _) = begun(["Strict", "Jola"])
        assert not client.get(path, headers=mine).json()["undo"]
        assert client.post(f"{path}/undo", json={"number": 1}, headers=mine).json()["kind"] == "undo"
