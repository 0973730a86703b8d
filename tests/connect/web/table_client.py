"""A table and whoever comes to it, for tests: pages are read as a browser reads them."""

import html
import re
from html.parser import HTMLParser

from starlette.testclient import TestClient

import cavewright as cw
from cavewright.connect.web.server import Server
from cavewright.connect.web.table import Table


def new_table(folder, spec="tic-tac-toe", players=None, bots=(), seed=7, options=None, overlays=()):
    """A table in a new file."""
    game = cw.load_game(spec, overlays, options=options or {})
    return Table.new(cw.Match(game, players, seed=seed), bots, folder / "a.match", spec)


def client(table, base="http://localhost"):
    return TestClient(Server(table).application(), base_url=base, follow_redirects=True)


class Read(HTMLParser):
    """What a page offers: buttons with their values, links, hidden fields, words for whoever sent something."""

    def __init__(self, text):
        super().__init__()
        self.buttons, self.links, self.hidden, self.ids = [], [], {}, []
        self.text = text
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids += [attrs["id"]] if attrs.get("id") else []
        if tag == "button":
            self.buttons.append((attrs.get("name"), attrs.get("value")))
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        if tag == "input":
            self.hidden.setdefault(
                attrs["name"], attrs.get("value", "")
            )  # of the first form: that of the board, or of the choices

    @property
    def acts(self):
        return list(dict.fromkeys(value for name, value in self.buttons if name == "act"))

    @property
    def word(self):
        found = re.search(r'<p class="word"[^>]*>([^<]*)</p>', self.text)
        return html.unescape(found[1]) if found else ""


def page(guests, token, query="?lang=en"):
    answer = guests.get(f"/t/{token}/{query}")
    assert answer.status_code == 200, answer.text[:300]
    return Read(answer.text)


def send(guests, token, query="?lang=en", **fields):
    answer = guests.post(f"/t/{token}/do{query}", data=fields)
    return answer.status_code, Read(answer.text)
