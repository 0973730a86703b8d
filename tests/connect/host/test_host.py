"""A host: each viewer is told what it may know and when, an action is carried out once, any process answers for any match."""

import json
import random
import threading

import pytest
from tests.connect.host.clients import Player

import cavewright as cw

pytest.importorskip("fastapi", reason="the package fastapi is missing")
pytest.importorskip("psycopg", reason="the package psycopg is missing")
from starlette.testclient import TestClient
from tests.connect.leaving import RULES

from cavewright.connect.host.models import Act, Acted, Look, NewMatch, Problem
from cavewright.host import Limits, Matches, Refusal, StoreError, create_app

SUGGESTED = {"starting_kit": "suggested"}
MANY = Limits(acts="100000/second", looks="100000/second", begins="100000/second")


def begin(matches, game="tic-tac-toe", players=("Anna", "Jola"), **more):
    return matches.begin(NewMatch(game=game, players=list(players), **more)).match


def looks(matches, id, viewer):
    def look(since):
        text = matches.look(id, viewer, since, "en")
        Look.model_validate_json(text)
        return json.loads(text)

    return look


@pytest.fixture
def two(open_again):
    """The matches of two processes."""
    return Matches(open_again()), Matches(open_again())


def random_game(hosts, id, seats, most, rng):
    """Plays at random, each act at any host, and gives the number of acts."""
    for acts in range(most):
        seen = {seat: looks(rng.choice(hosts), id, seat)(None) for seat in range(seats)}
        able = [seat for seat in seen if seen[seat]["actions"]]
        if not able:
            return acts
        seat = rng.choice(able)
        act = Act(action=rng.choice(seen[seat]["actions"])["action"], number=seen[seat]["number"])
        Acted.model_validate_json(rng.choice(hosts).act(id, seat, act, "en").model_dump_json())
        yield seat
    return most


GAMES = [
    ("tic-tac-toe", {}, 9),
    ("the-cave+survey-goals", {}, 40),
    ("cave-vs-cave", {}, 30),
]


@pytest.mark.parametrize("game, options, most", GAMES, ids=lambda each: each if isinstance(each, str) else "")
@pytest.mark.gate("sqlite-tic-tac-toe--", "postgresql-tic-tac-toe--")
def test_what_is_new_adds_up_to_the_whole(two, game, options, most):
    """A view by its changes is the view, and what was told step by step is what was told, for each viewer, at any process."""
    rng = random.Random(7)
    id = begin(two[0], game, options=options)
    viewers = {seat: Player(looks(two[1], id, seat)) for seat in (0, 1, None)}
    for _ in random_game(two, id, 2, most, rng):
        for seat, player in viewers.items():
            if rng.random() < 0.5:
                player.catch_up()
                whole = looks(two[0], id, seat)(None)
                assert (player.view, player.number, player.actions) == (
                    whole["view"],
                    whole["number"],
                    whole["actions"],
                )
    with two[0].open(id) as live:
        for seat, player in viewers.items():
            player.catch_up()
            assert player.told == live.playing.told(seat)
            assert player.view == json.loads(live.playing.state.view(seat).to_json())


def test_steps_are_looks_from_one_number_to_the_next(two):
    id = begin(two[0], "the-cave", options=SUGGESTED)
    player = Player(looks(two[1], id, 1))
    for _ in random_game(two, id, 2, 12, random.Random(1)):
        pass
    for number, text in two[1].steps(id, 1, 0, "en", 99):
        player.take(json.loads(text))
        assert player.number == number
    whole = looks(two[0], id, 1)(None)
    with two[0].open(id) as live:
        assert (player.view, player.told) == (whole["view"], live.playing.told(1))
    fewer = [(number, json.loads(text)["since"]) for number, text in two[1].steps(id, 1, 2, "en", 3)]
    assert fewer == [(10, 2), (11, 10), (12, 11)] and two[0].steps(id, 1, 12, "en", 3) == []


def test_while_all_choose_nobody_is_told_that_others_did_and_none_outruns_another(two):
    id = begin(two[0], "the-cave", ("Anna", "Jola", "Rafał"))
    anna, jola, watcher = (looks(two[1], id, seat) for seat in (0, 1, None))
    before = jola(None), watcher(None)
    assert anna(None)["actions"] and before[0]["actions"]
    for n in range(2):
        seen = anna(None)
        assert seen["number"] == n
        two[0].act(id, 0, Act(action=seen["actions"][0]["action"], number=n), "en")
    assert (jola(None), watcher(None)) == before
    two[1].act(id, 1, Act(action=before[0]["actions"][0]["action"], number=before[0]["number"]), "en")
    assert jola(None)["number"] == 1 and watcher(None) == before[1]


def test_of_two_that_act_at_once_one_is_told_what_happened(two):
    id = begin(two[0], "connect-four")
    for each in two:
        each.look(id, None, None, "en")
    two[0].act(id, 0, Act(action="drop 1", number=0), "en")
    for host in two:
        with pytest.raises(Refusal) as refused:
            host.act(id, 0, Act(action="drop 2", number=0), "en")
        happened = refused.value.problem.happened
        assert (refused.value.status, refused.value.kind) == (409, "outrun")
        assert (happened.since, happened.number, [each.text for each in happened.told]) == (0, 1, ["drop 1"])
    assert looks(two[1], id, 1)(None)["number"] == 1


@pytest.mark.parametrize("game, number_of_others", [("connect-four", 1), ("the-cave", 0)])
def test_an_action_that_is_written_between_reading_and_writing_wins(two, monkeypatch, game, number_of_others):
    """Another process writes behind the back of one that is about to. Where all act at once, both are carried out."""
    id = begin(two[0], game)
    seats = (0, 0) if game == "connect-four" else (0, 1)
    acts = [looks(two[n], id, seats[n])(None)["actions"][n]["action"] for n in (0, 1)]
    real = two[0].store.append

    def append(*given):
        monkeypatch.undo()
        two[1].act(id, seats[1], Act(action=acts[1], number=0), "en")
        real(*given)

    monkeypatch.setattr(two[0].store, "append", append)
    if game == "connect-four":
        with pytest.raises(Refusal) as refused:
            two[0].act(id, 0, Act(action=acts[0], number=0), "en")
        assert [each.text for each in refused.value.problem.happened.told] == [acts[1]]
    else:
        assert two[0].act(id, 0, Act(action=acts[0], number=0), "en").number == 1
    written = two[0].store.read(id).actions
    assert written == (f"0: {acts[1]}",) if game == "connect-four" else written == (f"1: {acts[1]}", f"0: {acts[0]}")
    assert looks(two[0], id, 0)(None) == looks(two[1], id, 0)(None)


class Failing:
    """A store whose append fails: before it has written, or behind it."""

    def __init__(self, store, has_written):
        self.store, self.has_written = store, has_written

    def __getattr__(self, name):
        return getattr(self.store, name)

    def append(self, *given):
        if self.has_written:
            self.store.append(*given)
        raise StoreError("the connection was lost")


@pytest.mark.parametrize("has_written", [False, True])
def test_memory_is_what_the_store_has_after_a_failure(two, has_written):
    id, other = begin(two[0], "connect-four"), begin(two[0], "connect-four")
    two[0].act(id, 0, Act(action="drop 1", number=0), "en")
    real = two[0].store
    two[0].store = Failing(real, has_written)
    with pytest.raises(StoreError):
        two[0].act(id, 1, Act(action="drop 2", number=1), "en")
    two[0].store = real
    if not has_written:  # another process writes another action at that number
        two[1].act(id, 1, Act(action="drop 3", number=1), "en")
    assert looks(two[0], id, 1)(None)["number"] == 2
    assert looks(two[0], id, 1)(None) == looks(two[1], id, 1)(None)
    two[0].act(other, 0, Act(action="drop 1", number=0), "en")


@pytest.mark.gate("postgresql", "files")
def test_a_store_that_was_put_back_is_read_anew(two, open_again):
    id = begin(two[0], "connect-four")
    two[0].act(id, 0, Act(action="drop 1", number=0), "en")
    with two[1].open(id) as live:
        live.push("1: drop 5")
    assert looks(two[1], id, 1)(None) == looks(two[0], id, 1)(None)


def test_other_rules_than_a_match_began_with_are_refused(two):
    id, other = begin(two[0]), begin(two[0])
    beginning = two[0].store.read_beginning(id)
    changed = type(beginning)("changed", beginning.save, "0" * 64, beginning.bots, beginning.keys)
    two[0].store.begin(changed, "people")
    for host in two:
        with pytest.raises(Refusal, match="other rules of tic-tac-toe") as refused:
            host.look("changed", None, None, "en")
        assert (refused.value.status, refused.value.kind) == (409, "rules")
    assert looks(two[1], other, 0)(None)["actions"]


def test_a_match_that_is_no_longer_in_memory_is_read_again(open_again):
    matches = Matches(open_again(), in_memory=2)
    ids = [begin(matches, "connect-four") for _ in range(4)]
    for number in range(4):
        for id in ids:
            matches.act(id, number % 2, Act(action=f"drop {number + 1}", number=number), "en")
    assert len(matches) == 2 and {looks(matches, id, None)(None)["number"] for id in ids} == {4}


def test_bots_play_until_a_person_is_to_act(two):
    id = begin(two[0], "connect-four", ("Anna", "Bot"), bots=["", "greedy"])
    assert two[0].run_bots(id, lambda: True) == 0 and list(two[0].store.matches("bots")) == []
    two[0].act(id, 0, Act(action="drop 4", number=0), "en")
    assert list(two[1].store.matches("bots")) == [id] and two[0].store.lease(id)
    assert two[1].run_bots(id, lambda: True) == 0
    two[0].store.release(id)
    assert two[1].run_bots(id, lambda: True) == 1 and looks(two[0], id, 0)(None)["number"] == 2
    all_bots = begin(two[0], bots=["random", "greedy"])
    assert two[1].run_bots(all_bots, lambda: True) >= 5 and list(two[0].store.matches("nobody")) == [all_bots]


def test_pictures_are_drawn_once_for_a_position_and_viewer(two, monkeypatch):
    id = begin(two[0], "connect-four")
    drawn, real = [], cw.State.svg
    monkeypatch.setattr(cw.State, "svg", lambda state, *given: drawn.append(given) or real(state, *given))
    tags = set()
    for _ in range(3):
        for viewer, lang in ((0, "en"), (1, "en"), (0, "de")):
            tag, draw = two[0].picture(id, viewer, None, lang)
            tags.add(tag)
            assert draw().startswith("<svg")
    assert len(drawn) == len(tags) == 3
    assert two[1].picture(id, 0, None, "en")[0] in tags
    two[0].act(id, 0, Act(action="drop 1", number=0), "en")
    assert two[0].picture(id, 0, None, "en")[0] not in tags and two[0].picture(id, 0, 0, "en")[0] in tags


# ---- by HTTP ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(url):
    with TestClient(create_app(url, limits=MANY), raise_server_exceptions=False) as made:
        yield made


def begun_by(client, **sent):
    begun = client.post("/matches", json={"game": "tic-tac-toe", "players": ["Anna", "Jola"], **sent}).json()
    return f"/matches/{begun['match']}", [{"authorization": f"Bearer {key}"} for key in begun["keys"]]


@pytest.mark.gate("files")
def test_each_client_is_given_what_it_may_know(client):
    game = "the-cave+survey-goals"
    path, keys = begun_by(client, game=game, options=SUGGESTED)
    secret = next(each.name for each in cw.load_game(game).rules_model.fields if each.shown == "secret")
    for n, key in enumerate(keys):
        seen = client.get(path, headers=key).json()
        assert seen["viewer"] == n and [secret in each["values"] for each in seen["view"]["players"]] == [
            n == 0,
            n == 1,
        ]
    seen, kept = client.get(path).json(), client.get(f"{path}/keepsake").json()
    assert seen["viewer"] is None and seen["actions"] == [] and "seed" not in kept
    assert not any(secret in each["values"] for each in seen["view"]["players"] + kept["view"]["players"])


@pytest.mark.gate("files")
def test_what_clients_do_wrong_harms_nobody_else(client):
    path, (mine, yours) = begun_by(client)
    _, (stranger, _) = begun_by(client)
    good = {"action": "mark a1", "number": 0}
    cases = [
        (yours, good, 422, "illegal"),
        ({}, good, 403, "viewer"),
        (stranger, good, 403, "viewer"),
        ({"authorization": "Bearer ü".encode()}, good, 403, "viewer"),
        (mine, {**good, "action": "1: mark a1"}, 422, "value"),
        (mine, {**good, "action": "mark z9"}, 422, "value"),
        (mine, {**good, "action": "mark a1\u0000"}, 422, "value"),
        (mine, {**good, "action": 7}, 422, "fields"),
        (mine, {**good, "action": "x" * 3000}, 422, "fields"),
        (mine, {**good, "number": 1}, 409, "ahead"),
        (mine, {**good, "number": True}, 422, "fields"),
        (mine, {**good, "number": -1}, 422, "fields"),
        (mine, {**good, "more": 1}, 422, "fields"),
        (mine, {}, 422, "fields"),
        (mine, [], 422, "fields"),
    ]
    for key, sent, status, kind in cases:
        answer = client.post(f"{path}/actions", json=sent, headers=key)
        problem = Problem.model_validate_json(answer.content)
        assert (answer.status_code, problem.kind) == (status, kind), (sent, problem)
        assert problem.error and "Traceback" not in problem.error
    for content in (b"{", b"[" * 60_000, b"\xff", b""):
        assert client.post(f"{path}/actions", content=content, headers=mine).status_code == 422
    for content in (b"x" * 100_000, (b"x" * 10_000 for _ in range(10))):
        assert client.post(f"{path}/actions", content=content, headers=mine).status_code == 413
    for sent in (
        {"game": "/etc/passwd"},
        {"game": "hex", "players": 9},
        {"game": "hex", "options": {"x": 1}},
        {"game": "hex", "players": [1]},
        {"game": "hex", "bots": ["nobody", ""]},
        {"game": "hex", "bots": ["greedy"]},
        {"game": 3},
    ):
        assert client.post("/matches", json=sent).status_code == 422, sent
    for query in ("?since=9", "?since=-1", "?lang=xx", "?lang=" + "x" * 99, "?since=x"):
        assert client.get(path + query, headers=mine).status_code in (409, 422), query
    assert client.get("/matches/none").status_code == client.get("/nothing").status_code == 404
    assert client.put(path).status_code == 405
    assert client.post(f"{path}/actions", json=good, headers=mine).json()["number"] == 1
    assert client.post(f"{path}/actions", json=good, headers=mine).status_code == 409


@pytest.mark.parametrize(
    "defect", [ValueError("x"), KeyError("x"), RecursionError("x")], ids=lambda each: type(each).__name__
)
@pytest.mark.gate("files-ValueError")
def test_a_defect_of_the_host_is_not_the_fault_of_a_client(defect, client, monkeypatch, caplog):
    path, (mine, theirs) = begun_by(client)

    def fail(*args, **more):
        raise defect

    good = {"action": "mark a1", "number": 0}
    for place, name, ask in (
        (cw.Match, "push", lambda: client.post(f"{path}/actions", json=good, headers=mine)),
        (cw.State, "check", lambda: client.post(f"{path}/actions", json=good, headers=theirs)),
        (cw.State, "svg", lambda: client.get(f"{path}/picture")),
        (cw.Match, "to_json", lambda: client.post("/matches", json={"game": "hex"})),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(place, name, fail)
            answer = ask()
        assert answer.status_code == 500 and "fault of its own" in answer.json()["error"], (name, answer.text)
        assert "a defect of this host" in caplog.text
    assert client.get(path).json()["number"] == 0
    assert client.post(f"{path}/actions", json=good, headers=mine).status_code == 200


def test_a_database_that_fails_is_said_and_nothing_else_is_harmed(client, monkeypatch, caplog):
    path, (mine, _) = begun_by(client)
    store = client.app.state.host.store

    def fail(*given):
        raise StoreError("secret address")

    for name in ("append", "read", "matches"):
        with monkeypatch.context() as broken:
            broken.setattr(store, name, fail)
            ask = (
                client.get("/health")
                if name == "matches"
                else client.post(f"{path}/actions", json={"action": "mark a1", "number": 0}, headers=mine)
            )
        assert (ask.status_code, ask.json()["kind"], ask.headers["retry-after"]) == (503, "store", "1")
        assert "secret" not in ask.text and "store: secret address" in caplog.text
        caplog.clear()
    assert client.get("/health").json()["ok"] and client.get(path).json()["number"] == 0


def test_a_picture_that_the_client_has_is_not_sent(client):
    path, (mine, _) = begun_by(client)
    link = client.get(path, headers=mine).json()["picture"]
    first = client.get(f"{path}/{link['href']}", headers=mine)
    assert first.headers["etag"] == f'"{link["etag"]}"' and first.headers["content-type"] == "image/svg+xml"
    again = client.get(f"{path}/picture", headers={**mine, "if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    client.post(f"{path}/actions", json={"action": "mark b2", "number": 0}, headers=mine)
    after = client.get(f"{path}/picture", headers={**mine, "if-none-match": first.headers["etag"]})
    assert after.status_code == 200 and after.text != first.text


def test_each_viewer_has_limits_of_its_own(url):
    with TestClient(create_app(url, limits=Limits(acts="2/hour", looks="3/hour", begins="1/hour"))) as client:
        path, keys = begun_by(client)
        assert client.post("/matches", json={"game": "hex"}).status_code == 429
        for key in keys:
            asked = [client.get(path, headers=key) for _ in range(4)]
            assert [each.status_code for each in asked] == [200, 200, 200, 429] and asked[3].json()["kind"] == "limit"
        assert asked[3].headers["retry-after"] == "1"


def test_an_embedder_names_viewers(url):
    def name_viewer(request, beginning):
        user = request.headers.get("user", "")
        if user == "stranger":
            raise Refusal(401, "viewer", "log in first")
        return {"anna": 0, "jola": 1}.get(user)

    def may_begin(request):
        if request.headers.get("user") != "anna":
            raise Refusal(403, "viewer", "only Anna begins")

    with TestClient(create_app(url, name_viewer=name_viewer, may_begin=may_begin)) as client:
        assert client.post("/matches", json={"game": "tic-tac-toe"}).status_code == 403
        begun = client.post("/matches", json={"game": "tic-tac-toe"}, headers={"user": "anna"}).json()
        path = f"/matches/{begun['match']}"
        assert client.get(path, headers={"user": "stranger"}).status_code == 401
        seen = [client.get(path, headers={"user": user}).json()["viewer"] for user in ("anna", "jola", "karl")]
        assert seen == [0, 1, None]


def test_bots_answer_over_http(client):
    path, (mine, _) = begun_by(client, bots=["", "greedy"])
    client.post(f"{path}/actions", json={"action": "mark b2", "number": 0}, headers=mine)
    for _ in range(3000):
        if client.get(path).json()["number"] == 2:
            break
        threading.Event().wait(0.1)
    assert client.get(path).json()["number"] == 2
    assert 'cavewright_requests_total{route="/matches/{id}/actions",status="200"} 1.0' in client.get("/metrics").text


def test_players_act_who_are_not_asked_and_only_the_host_ends_their_time(open_again, tmp_path):
    (tmp_path / "leaving.cave").write_text(RULES, encoding="utf-8")
    register = {"leaving": str(tmp_path / "leaving.cave")}
    load = lambda id, *given, **more: cw.load_game(register[id])
    one, other = (Matches(open_again(), load=load) for _ in range(2))
    id = begin(one, "leaving", ("Anna", "Jola", "Kim"))
    assert [each["action"] for each in looks(other, id, 1)(None)["actions"]] == ["leave"]
    with pytest.raises(Refusal) as refused:
        one.act(id, 1, Act(action="run_out", number=0), "en")
    assert refused.value.status == 422 and "Only the host" in refused.value.problem.reasons[0].text
    one.act(id, 1, Act(action="leave", number=0), "en")
    number = looks(other, id, 0)(None)["number"]
    other.act(id, 0, Act(action="run_out", number=number), "en", by_host=True)
    seen = looks(one, id, None)(None)
    assert [each["name"] for each in looks(one, id, None)(0)["told"]] == ["leave", "run_out"] and not seen["actions"]
    assert not looks(Matches(open_again(), load=load), id, 2)(None)["actions"]
