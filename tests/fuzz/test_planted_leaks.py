"""The law of secrets can be broken: a leak that is planted in the engine is found on its channel."""

from random import Random

import pytest
from tests.engine.draws.decks import apart
from tests.engine.draws.posteriors import posteriors, told
from tests.fuzz import channels
from tests.fuzz.equal_rows import END, KEPT
from tests.fuzz.equal_rows import HEAD as EQUAL
from tests.fuzz.secret_law import Tally, telling_by_value, walk

import cavewright as cw
from cavewright.bots.players.determinisation import _Deal
from cavewright.connect.serve import mcp_server, methods
from cavewright.connect.web import hints
from cavewright.play.loading.load import try_load
from cavewright.play.states import preview
from cavewright.play.views import outcome
from cavewright.rules.check import checker, program_points
from cavewright.rules.check.decision_secrets import Offers
from cavewright.rules.check.effect_secrets import Transfers
from cavewright.rules.check.program_points import ProgramPoint
from cavewright.rules.check.visibility import OPEN, Visibility
from cavewright.rules.model import ruleset as m
from cavewright.rules.model import secrecy
from cavewright.rules.model.statement_effects import indices_of

HEAD = """ruleset planted 1.0 "Planted"
    language 1
kind card
    keeps left: 0..9
    | card | v: 1..3 |
    | ace  | 1       |
    | two  | 2       |
    | six  | 3       |
players team 2..3
    keeps points: 0..9 = 2
    keeps bid: 0..9 secret
    keeps fist: bag of card secret uncounted
game
    keeps clue: 0..9 hidden
menu deeds
action rest in deeds
    gain 1 point
action dare in deeds
    if some(t in team where t.bid > 1 or size(t.fist) > 0) reveals
        set points = 0
    gain 3 points
{more}to play
    set ace.left = 7
    set two.left = 8
    as first(t in team)
        roll n in 1..3 secret
{lines}
    for each t in team where t is not first(u in team)
        as t
            offer deeds or none
scoring
{scoring}    highest total wins
"""
POINTS = "    score points = points\n"
RANKED = """ranking prize(c: card) by points
    least clue
    | prize | place: 1..9 | level: 1..9 | points: 0..9 |
    | first | 1           | 1           | 5            |
    | both  | 1           | 2           | 3            |
    | all   | 1           | 3           | 2            |
"""
NEXT = "    for each t in team where t is not first(u in team)\n        as t\n            "
find_rank, find_unseen, find_header = secrecy._rank, _Deal._unseen, Offers.header
decision_lines = mcp_server.decision_lines


def rank_without_least(value, known):
    if isinstance(value, m.Ranking):
        return secrecy._of_any(secrecy._rank((value.by, value.among), known))
    return find_rank(value, known)


def pay_unasked(self):
    return OPEN if isinstance(self.step.statement, m.Cost) else find_header(self)


PLANTS = {
    "an index is not read": (
        program_points,
        "indices_of",
        lambda each: () if isinstance(each, m.Assign) else indices_of(each),
        "        let q = first(c in card where c.v >= n)\n        set q.left = 3",
        "",
        POINTS,
        "tells",
    ),
    "where something is kept that is handed over": (
        Visibility,
        "secrets_of_pick",
        lambda self, value: OPEN,
        f"        set clue = n\n{NEXT}set bid = first(c in card where c.v >= clue).left",
        "",
        POINTS,
        "hands over",
    ),
    "what is handed over": (
        ProgramPoint,
        "show_value",
        lambda self, value, reader: None,
        f"        set clue = n\n{NEXT}set bid = clue + 4",
        "",
        POINTS,
        "hands over",
    ),
    "how many are handed over": (
        Transfers,
        "count_pieces",
        lambda self, node, reader: None,
        f"        set bid = n\n{NEXT}gain sum(o in team: o.bid) ace in fist",
        "",
        POINTS,
        "hands over",
    ),
    "a price": (
        Offers,
        "header",
        pay_unasked,
        "        set clue = n",
        "action buy in deeds\n    cost clue points\n    gain 1 bid\n",
        POINTS,
        "legal",
    ),
    "what a ranking asks at least": (
        secrecy,
        "_rank",
        rank_without_least,
        "        set clue = n",
        RANKED,
        "    score prize = prize(ace)\n",
        "outcome",
    ),
    "a score before the end": (
        outcome,
        "secrecy",
        lambda value: "open",
        "        set bid = n",
        "",
        "    score bid = bid\n",
        "outcome",
    ),
    "how players stand": (
        preview,
        "counts_up",
        lambda *asked: True,
        "        set bid = n",
        "",
        "    among points > 8\n    score bid = bid\n",
        "standings",
    ),
    "a bag that nobody counts": (
        _Deal,
        "_unseen",
        lambda self: (each for each in find_unseen(self) if each[0].counted),
        "        if n > 2\n            gain 3 six in fist",
        "",
        POINTS,
        "move of greedy",
    ),
    "what another keeps": (
        _Deal,
        "values",
        lambda self: None,
        "        if n > 2\n            set bid = n",
        "",
        POINTS,
        "move of greedy",
    ),
    "a hint of the page": (hints, "make", channels.peeking, "        set bid = n", "", POINTS, "page"),
    "a choice of the protocol": (methods, "make", channels.peeking, "        set bid = n", "", POINTS, "choose"),
    "what a language model is shown": (
        mcp_server,
        "decision_lines",
        lambda state, *more: [*decision_lines(state, *more), str(state.view(cw.ALL))],
        "        set bid = n",
        "",
        POINTS,
        "mcp",
    ),
}
"""What is replaced in the engine by what; lines that would be refused, or answered without the secret; and a channel on which they tell then."""


def faults(name, plant):
    """What the law finds in the rules of a plant."""
    *_, lines, more, scoring, _ = PLANTS[name]
    files = {"planted.cave": HEAD.format(lines=lines, more=more, scoring=scoring) + f"# {name}, {plant}\n"}
    game, found = try_load(files)
    if game is None:
        assert {each.code for each in found if each.severity == "error"} == {"C0524"}, [str(each) for each in found]
        return "refused"
    tally, telling = Tally(), telling_by_value(files)
    for seed in range(2):
        walk(game, telling, Random(seed), tally, most=4, steps=8, shares=(0.6, 0))
    return str([each[0] for each in tally.found])


@pytest.mark.parametrize("name", PLANTS)
@pytest.mark.gate("an index is not read", "what is handed over")
def test_a_planted_leak_is_found(name, monkeypatch):
    where, what, instead, *_, channel = PLANTS[name]
    assert faults(name, "whole") in ("refused", "[]")
    monkeypatch.setattr(where, what, instead)
    found = faults(name, "broken")
    assert channel in found, found


@pytest.mark.long
def test_draws_of_equal_rows_that_hide_are_found(monkeypatch):
    find = checker.interchangeable
    monkeypatch.setattr(checker, "interchangeable", lambda whole, named, unknown: find(whole, named, frozenset()))
    lines = ("draw x from deck secret", "gain 1 x in hand", "draw y from deck", "gain 1 y in table")
    text = EQUAL + KEPT + "".join(f"        {each}\n" for each in lines) + END + "# broken\n"
    state = try_load({"equal.cave": text})[0].new_initial_state(2)
    together, by_itself = (
        posteriors(told(state, 1, lambda each: each.chance_outcomes())),
        posteriors(told(state, 1, apart)),
    )
    assert any(by_itself.get(view) != true for view, true in together.items())
