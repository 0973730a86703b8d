"""What is too long by far is passed over, and the editor goes on."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("pygls")
from cavewright.connect.editor.bounded_messages import LARGEST


def framed(**message):
    text = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


def said_by_server(typed):
    """All that a server writes for what an editor sends."""
    done = subprocess.run(
        [sys.executable, "-m", "cavewright", "lsp"], input=typed, capture_output=True, timeout=100, check=True
    )
    assert done.stderr == b""
    return done.stdout.decode()


def test_a_paste_of_many_megabytes_is_passed_over():
    begin = framed(id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
    paste = b"Content-Length: %d\r\n\r\n%s" % (LARGEST + 1, b"x" * (LARGEST + 1))
    said = said_by_server(begin + paste + framed(id=2, method="shutdown") + framed(method="exit"))
    assert f"too long by far ({LARGEST + 1} bytes)" in said and '"id": 2' in said


def test_an_editor_that_announces_more_than_it_sends_is_left():
    assert said_by_server(b"Content-Length: 99999999999\r\n\r\n{") == ""


@pytest.mark.parametrize("params", [{"nonsense": 1}, {"textDocument": 7, "position": []}, {}])
def test_a_request_that_no_one_can_read_has_an_answer(params):
    """An editor waits for the answer to each of its requests; the next is read all the same."""
    begin = framed(id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
    asked = framed(id=7, method="textDocument/hover", params=params)
    said = said_by_server(begin + asked + framed(id=8, method="shutdown") + framed(method="exit"))
    assert '"id": 7' in said and "Invalid Params" in said and '"id": 8' in said
