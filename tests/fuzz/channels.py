"""What the programs at the ends tell a viewer of a match, by channel: the page with its hint, JSON-RPC, the Model Context Protocol."""

from copy import copy
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import cavewright as cw
from cavewright.connect.host.match_rows import Links
from cavewright.connect.serve import messages
from cavewright.connect.serve.faults import Fault
from cavewright.connect.serve.mcp_server import Seat, Tools
from cavewright.connect.serve.methods import Methods
from cavewright.connect.serve.sessions import Sessions
from cavewright.connect.web.page import page_of
from cavewright.connect.web.page_values import Asked
from cavewright.connect.web.table import Guest, Table

HINTS = ("greedy", "random")


def told_by_servers(match, viewer, asked=()):
    """What a viewer is shown of a match at the ends, by channel. `asked` are texts of actions of which somebody asks why not."""
    found = {"page": repr(page(match, viewer))} | protocol(match, viewer, asked)
    if viewer is None:
        return found
    return found | {"shared screen": repr(shared_screen(match, viewer)), "mcp": mcp(match, viewer, asked)}


def differences_of_servers(one, two, viewer, asked=()):
    """The channels in which a viewer can tell two matches apart."""
    a, b = told_by_servers(one, viewer, asked), told_by_servers(two, viewer, asked)
    return [channel for channel in a if a[channel] != b[channel]]


# ---- the page --------------------------------------------------------------------------------------------------------


def table_of(match):
    """A table without a file: pages are read, and nothing is done."""
    links = Links(host="h" * 22, watch="w" * 22, seats=tuple(f"{n:022}" for n in range(len(match.names))))
    return Table(copy(match), (), links, SimpleNamespace(path=Path("read.json")), match.game.id)


def page(match, viewer):
    """The page of a seat, or of who watches, with a hint where it acts."""
    return page_of(
        table_of(match), Guest("", "watch") if viewer is None else Guest("", "seat", viewer), Asked(hint=True), "en"
    )


def shared_screen(match, viewer):
    """The page of a screen before which one of several sits who play on it."""
    return page_of(table_of(match), Guest("", "host"), Asked(me=viewer, hint=True), "en")


# ---- servers ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def servers():
    """A server of JSON-RPC and one of the Model Context Protocol, which share their matches."""
    sessions = Sessions(())
    return Methods(sessions), Tools(sessions)


def protocol(match, viewer, asked):
    """What JSON-RPC answers for a viewer, and what it answers to the player who decides."""
    methods, _ = servers()
    id = methods.sessions.open(copy(match))
    looked = messages.Looked(match=id, viewer=viewer)
    answers = {
        "protocol": [
            methods.state(messages.LookedSince(match=id, viewer=viewer)),
            methods.text(looked),
            methods.events(messages.Since(match=id, viewer=viewer)),
            methods.save(messages.Saved(match=id, viewer=viewer)),
        ],
    }
    if viewer is not None:
        own = messages.OfPlayer(match=id, player=viewer)
        answers["protocol of a player"] = [
            methods.legal_actions(own),
            *(methods.check(messages.OfAction(match=id, player=viewer, action=each)) for each in asked),
        ]
    if viewer is not None and viewer in match.state.active_players:
        answers["choose"] = [methods.choose(messages.Chosen(match=id, player=viewer, bot=bot, seed=2)) for bot in HINTS]
    methods.sessions.close(id)
    return {
        channel: repr([each.model_dump_json() for each in found]).replace(id, "") for channel, found in answers.items()
    }


def mcp(match, viewer, asked):
    """What a language model at a seat is told: the position and all that happened, and why something is not legal."""
    methods, tools = servers()
    id = methods.sessions.open(copy(match))
    seat = tools._seats[id] = Seat(methods.sessions, id, viewer, {}, {}, "")
    found = [tools._line(each) for each in match.told(viewer, 0, "en")] + [tools._show(seat)]
    for text in asked:
        try:
            found.append(tools.why_not(id, text))
        except Fault as fault:
            found.append(str(fault))
    tools.close_match(id)
    return repr(found)


def peeking(name, game, seed):
    """A bot that knows everything: a channel by which it is asked tells of it."""
    del name, game, seed
    return _Peeking()


class _Peeking:
    def choose(self, state, player):
        options = state.legal_actions(player)
        return options[sum(state.view(cw.ALL).to_json().encode()) % len(options)]
