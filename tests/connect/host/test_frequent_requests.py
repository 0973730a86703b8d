"""Looks and acts are answered past the framework where they are well formed: then as the framework would, and else by it."""

import asyncio
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

pytest.importorskip("fastapi", reason="the package fastapi is missing")
from limits import parse
from starlette.requests import ClientDisconnect
from starlette.testclient import TestClient

from cavewright.connect.host.frequent_requests import FrequentRequests
from cavewright.connect.host.request_limits import Window
from cavewright.host import Limits, create_app

MANY = Limits(acts="100000/second", looks="100000/second", begins="100000/second")
GOOD = b'{"action": "mark b2", "number": 0}'
BODIES = {
    "good": GOOD,
    "twice the same field": b'{"action": "mark a1", "number": 3, "action": "mark b2", "number": 0}',
    "field by an escape": b'{"\\u0061ction": "mark b2", "number": 0}',
    "number with a fraction": b'{"action": "mark b2", "number": 0.0}',
    "number with an exponent": b'{"action": "mark b2", "number": 0e0}',
    "number as a text": b'{"action": "mark b2", "number": "0"}',
    "number that is none": b'{"action": "mark b2", "number": NaN}',
    "number without end": b'{"action": "mark b2", "number": 1' + b"0" * 5_000 + b"}",
    "true": b'{"action": "mark b2", "number": false}',
    "more": b'{"action": "mark b2", "number": 0, "more": []}',
    "half": GOOD[:20],
    "two": GOOD + GOOD,
    "space": b"\n " + GOOD + b"\t",
    "mark of the order of bytes": b"\xef\xbb\xbf" + GOOD,
    "other encoding": GOOD.decode().encode("utf-16"),
    "half a pair": b'{"action": "mark \\ud800", "number": 0}',
    "no text": b'{"action": "mark \xff", "number": 0}',
    "nested": b"[" * 50_000,
    "empty": b"",
    "ahead": b'{"action": "mark b2", "number": 1}',
    "unknown": b'{"action": "mark z9", "number": 0}',
    "long": b'{"action": "' + b"x" * 2_001 + b'", "number": 0}',
    "too large": b" " * 70_000 + GOOD,
}
QUERIES = ("", "?since=0", "?since=00", "?since=٣", "?since=+0", "?since=0.0", "?since=", "?since=7&since=0", "?since=0&since=x", "?since=9999999999",
           "?since=-1", "?since=%30", "?since=1", "?lang=de", "?lang=xx", "?lang=" + "x" * 21, "?other=1", "?key=wrong", "?lang=de;since=0")  # fmt: skip
HEADERS = (
    {},
    {"content-type": "application/json; charset=utf-8"},
    {"content-type": "text/plain"},
    {"content-type": "APPLICATION/JSON"},
)

POST = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "method": "POST",
    "query_string": b"",
    "client": ("127.0.0.1", 1),
}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """A client of a host that answers so, and one whose framework answers all."""
    url = f"sqlite:{tmp_path_factory.mktemp('store') / 'tables.db'}"
    with TestClient(create_app(url, limits=MANY), raise_server_exceptions=False) as quick:
        slow_app = create_app(url, limits=MANY)
        slow_app.user_middleware = [each for each in slow_app.user_middleware if each.cls is not FrequentRequests]
        with TestClient(slow_app, raise_server_exceptions=False) as slow:
            yield quick, slow


def begin(client):
    begun = client.post("/matches", json={"game": "tic-tac-toe", "players": ["Anna", "Jola"]}).json()
    return f"/matches/{begun['match']}", {"authorization": f"Bearer {begun['keys'][0]}"}


def answer_of(response, path):
    """The answer, without what two matches have of their own."""
    text = re.sub('"etag":"[0-9a-f]+"', "", response.text.replace(path.rpartition("/")[2], "ID"))
    return response.status_code, text, response.headers["content-type"]


def test_looks_are_answered_as_the_framework_answers_them(both):
    path, key = begin(both[0])
    for asked in [path + query for query in QUERIES] + [
        path + "/",
        f"/matches/{'x' * 101}",
        "/matches/a%2Fb",
        "/matches/none",
    ]:
        for headers in (key, {}):
            found = [answer_of(client.get(asked, headers=headers), path) for client in both]
            assert found[0] == found[1], asked


def act(client, content, headers, path_key=None):
    """What a client is told, and what the match is like then."""
    path, key = path_key or begin(client)
    told = client.post(
        f"{path}/actions", content=content, headers={"content-type": "application/json", **key, **headers}
    )
    return answer_of(told, path)[:2], client.get(path).json()["number"]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.gate(
    "good",
    "twice the same field",
    "number with a fraction",
    "true",
    "half",
    "mark of the order of bytes",
    "half a pair",
    "nested",
    "ahead",
    "unknown",
    "too large",
)
def test_acts_are_carried_out_or_refused_as_the_framework_would(both, body):
    found = [act(client, BODIES[body], {}) for client in both]
    assert found[0] == found[1]
    assert (found[0][0][0] == 200) == (found[0][1] == 1)
    parts = [
        act(client, (BODIES[body][n : n + 7_000] for n in range(0, len(BODIES[body]), 7_000)), {}) for client in both
    ]
    assert [each[0][0] for each in parts] == [found[0][0][0]] * 2


@pytest.mark.parametrize("headers", HEADERS, ids=lambda each: each.get("content-type", "none"))
def test_a_message_of_another_type_is_taken_as_the_framework_takes_it(both, headers):
    found = [act(client, GOOD, headers) for client in both]
    assert found[0] == found[1]


def test_a_layer_that_an_embedder_adds_is_around_all(url):
    seen = []
    app = create_app(url, limits=MANY)

    @app.middleware("http")
    async def note(request, call_next):
        seen.append(request.url.path)
        return await call_next(request)

    with TestClient(app) as client:
        path, key = begin(client)
        client.get(path, headers=key)
        client.post(f"{path}/actions", content=GOOD, headers={**key, "content-type": "application/json"})
        text = client.get("/metrics").text
    assert seen == ["/matches", path, f"{path}/actions", "/metrics"]
    for route in ("/matches/{id}", "/matches/{id}/actions"):
        assert f'cavewright_requests_total{{route="{route}",status="200"}} 1.0' in text


@pytest.mark.parametrize(
    ("headers", "most"), [({b"transfer-encoding": b"chunked"}, 12), ({b"content-length": b"10000000000"}, 1)]
)
def test_of_a_message_without_end_little_is_read(tmp_path, headers, most):
    """A client that sends gigabytes is refused as soon as it is too much, or says so, and nothing of it is kept."""
    app, parts, answers = create_app(f"sqlite:{tmp_path / 'tables.db'}", limits=MANY), [], []
    headers = [(b"content-type", b"application/json"), *headers.items()]
    scope = {**POST, "path": "/matches/m/actions", "headers": headers}

    async def receive():
        parts.append(None)
        return {"type": "http.request", "body": b"x" * 16_384, "more_body": True}

    async def send(message):
        answers.append(message)

    asyncio.run(app(scope, receive, send))
    assert answers[0]["status"] == 413 and len(parts) <= most


def test_a_message_whose_client_left_before_its_end_is_not_carried_out(both):
    """What has come may be an action already; nobody knows what else was to come."""
    for client in both:
        path, key = begin(client)
        own = [(b"content-length", b"1000"), (b"authorization", key["authorization"].encode())]
        headers = [(b"content-type", b"application/json"), *own]
        scope = {**POST, "path": f"{path}/actions", "headers": headers}
        parts = iter([{"type": "http.request", "body": GOOD, "more_body": True}, {"type": "http.disconnect"}])

        async def receive(parts=parts):
            return next(parts, {"type": "http.disconnect"})

        async def send(message):
            assert message.get("status", 422) >= 400

        with suppress(ClientDisconnect):
            client.portal.call(client.app, scope, receive, send)
        assert client.get(path).json()["number"] == 0


@pytest.mark.parametrize("path", ["/matches", "/matches/m/actions", "/matches/m/undo"])
def test_a_message_that_does_not_come_is_waited_for_a_while(both, monkeypatch, path):
    monkeypatch.setattr("cavewright.connect.host.frequent_requests.PATIENCE", 0.05)
    client, answers = both[0], []
    parts = iter([{"type": "http.request", "body": GOOD[:9], "more_body": True}])

    async def receive():
        return next(parts, None) or await asyncio.sleep(60)

    async def send(message):
        answers.append(message)

    scope = {**POST, "path": path, "headers": [(b"content-type", b"application/json")]}
    client.portal.call(client.app, scope, receive, send)
    assert answers[0]["status"] == 408 and (b"connection", b"close") in answers[0]["headers"]
    assert json.loads(answers[1]["body"])["kind"] == "late"


@pytest.mark.parametrize(("rate", "seconds"), [("2/second", 1), ("2/minute", 60), ("2/5 second", 5)])
def test_a_window_counts_each_viewer_and_begins_anew(monkeypatch, rate, seconds):
    now = [1200.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    window = Window(parse(rate))
    assert [window.count(who) for who in "aabaac"] == [True, True, True, False, False, True]
    now[0] += seconds
    assert window.count("a") and window.count("a") and not window.count("a")


def threads_of(app):
    """A list to which the name of each function that a thread carries out for a request is added."""
    threads, done = app.state.host.threads, []
    submit = threads.submit
    threads.submit = lambda *given: done.append(given) or submit(*given)
    return done


def test_a_look_that_waits_for_nothing_takes_no_thread(tmp_path):
    app = create_app(f"sqlite:{tmp_path / 'tables.db'}", limits=MANY)
    with TestClient(app) as client:
        path, key = begin(client)
        done = threads_of(app)
        before = client.get(path, headers=key).json()
        assert not done
        assert act(client, GOOD, {}, (path, key))[0][0] == 200 and len(done) == 1
        after = client.get(f"{path}?since=0", headers=key).json()
        assert len(done) == 1 and (before["number"], after["number"]) == (0, 1)
        assert client.get(path, headers={"authorization": "Bearer x"}).status_code == 403 and len(done) == 1


def test_a_look_that_may_have_to_wait_is_carried_out_in_a_thread(tmp_path):
    """A hook of an embedder may ask a database; a match that another request has may be thinking; one that is not in
    memory is read."""
    url = f"sqlite:{tmp_path / 'tables.db'}"
    hooked = create_app(url, limits=MANY, name_viewer=lambda request, beginning: None)
    with TestClient(hooked) as client:
        path, _ = begin(client)
        done = threads_of(hooked)
        assert client.get(path).json()["viewer"] is None and len(done) == 1
    app = create_app(url, limits=MANY)
    with TestClient(app) as client:
        done = threads_of(app)
        assert client.get(path).status_code == 200 and len(done) == 1
        assert client.get(path).status_code == 200 and len(done) == 1
        (live,) = app.state.host.matches._live.values()
        with ThreadPoolExecutor(1) as pool, live.lock:
            waiting = pool.submit(client.get, path)
            while len(done) < 2:
                time.sleep(0.001)
        assert waiting.result().status_code == 200
