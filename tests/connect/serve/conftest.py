"""What tests of servers share: a client that asks in the same process."""

import json

import pytest

from cavewright.connect.serve.json_rpc import JsonRpc
from cavewright.connect.serve.sessions import Sessions


class Client:
    """Asks and keeps all that is answered."""

    def __init__(self, *specs, **limits):
        self.lines, self.count = [], 0
        self.rpc = JsonRpc(Sessions(specs, **limits), self.lines.append)

    def send(self, line):
        """The answers to a line."""
        before = len(self.lines)
        self.rpc.receive(line if isinstance(line, bytes) else line.encode())
        return [json.loads(each) for each in self.lines[before:]]

    def answer(self, method, /, **params):
        self.count += 1
        (found,) = self.send(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
        assert found["id"] == self.count and found["jsonrpc"] == "2.0"
        return found

    def ask(self, method, /, **params):
        found = self.answer(method, **params)
        assert "result" in found, found
        return found["result"]

    def refused(self, method, /, **params):
        return self.answer(method, **params)["error"]


@pytest.fixture
def client():
    made = Client()
    yield made
    made.rpc.close()


@pytest.fixture
def new_client():
    return Client
