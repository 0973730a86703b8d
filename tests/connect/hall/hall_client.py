"""A hall and whoever comes to it, for tests: forms are sent as a browser sends them."""

import re
import threading
from contextlib import contextmanager

from starlette.testclient import TestClient
from tests.connect.web.table_client import Read

from cavewright.connect.hall.server import HallServer
from cavewright.connect.hall.tables import Tables
from cavewright.connect.web.running import listening

TWO = {"who-0": "here", "name-0": "Anna", "who-1": "guest", "name-1": "", "spectators": "1"}
"""The form of a table for somebody here and a guest."""


class Evening:
    """A hall in a folder. `again` is the hall of a server that was started anew there."""

    def __init__(self, folder):
        self.folder, self.tables = folder, Tables(folder)
        self.server = HallServer(self.tables)
        self.client = TestClient(self.server.application(), base_url="http://localhost", follow_redirects=True)
        self.start = f"/h/{self.tables.link}/"

    def again(self):
        self.tables.close()
        return Evening(self.folder)

    def get(self, path):
        return self.client.get(path)

    def set_up(self, game="tic-tac-toe", **form):
        """Sends the form; gives the path of the host's link, or the answer where there is none."""
        answer = self.client.post(f"{self.start}?lang=en&game={game}", data={**TWO, **form})
        return answer.url.path if answer.url.path.startswith("/t/") else answer

    def invitation(self, host):
        return re.search(r"/join/[\w-]+", self.get(host).text)[0]

    def sit_down(self, invitation, name, form=None):
        """Comes by an invitation; gives the answer."""
        form = form or re.search(r'name="form" value="([^"]+)"', self.get(invitation).text)[1]
        return self.client.post(f"{invitation}?lang=en", data={"name": name, "form": form})

    def do(self, link, what, **fields):
        return self.client.post(f"{link}{what}?lang=en", data=fields)

    def act(self, link, act):
        there = Read(self.get(f"{link}?lang=en").text)
        return self.client.post(f"{link}do?lang=en", data={**there.hidden, "act": act})

    def table(self, link):
        return self.tables.table(self.tables.find(link.split("/")[2]))


def words_in(answer):
    """The visible words of a page."""
    text = re.sub(r"<(script|style|noscript).*?</\1>", "", answer.text, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


@contextmanager
def serve_evening(evening):
    """The address at which browsers reach the hall of an evening, which is over afterwards."""
    import uvicorn

    at = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(evening.server.application(), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{at.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        evening.tables.close()
        at.close()
