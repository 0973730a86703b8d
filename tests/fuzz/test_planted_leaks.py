"""The law of secrets can be broken: a leak that is planted in the engine is found on its channel."""

import pytest
from decks import apart
from equal_rows import END, HEAD, KEPT
from posteriors import posteriors, told
from secret_head import HEAD as ALL_SORTS
from secret_law import Tally, try_rules

from cavewright.bots.determinisation import _Deal
from cavewright.check import checker, program_points
from cavewright.check.offers import Offers
from cavewright.loading.load import try_load
from cavewright.model import ruleset as m
from cavewright.model import secrecy
from cavewright.model.statement_effects import indices_of

PLAY = """to play
    for each t in team
        set t.points = 50
    as first(t in team)
        roll n in 1..3 secret
{lines}
    for each t in team where t is not first(u in team)
        as t
            offer deeds
            offer deeds
"""
SCORING = "scoring\n    score points = points\n    highest total wins\n"
RANKED = """ranking prize(c: card) by flag
    least clue
    | prize | place: 1..9 | level: 1..9 | points: 0..9 |
    | first | 1           | 1           | 5            |
    | both  | 1           | 2           | 3            |
    | all   | 1           | 3           | 2            |
scoring
    score prize = prize(ace)
    highest total wins
"""
DARE = "action dare in deeds\n    if some(t in team where size(t.purse) > 0) reveals\n        set points = 0\n    gain 9 points\n"
find_rank, find_unseen = secrecy._rank, _Deal._unseen


def rank_without_least(value, known):
    if isinstance(value, m.Ranking):
        return secrecy._of_any(secrecy._rank((value.by, value.among), known))
    return find_rank(value, known)


def pay_in_the_open(self, payments, asked=False):
    for each in payments:
        self.copy().block(each.pay)


PLANTS = {
    "an index is not read": (program_points, "indices_of", lambda each: () if isinstance(each, m.Assign) else indices_of(each),
                             ("let q = first(c in card where c.v >= n)", "set q.left = 3"), SCORING, "events"),
    "what a ranking asks at least": (secrecy, "_rank", rank_without_least, ("set clue = n", "for each t in team", "    set t.flag = 2"), RANKED, "outcome"),
    "a bag that nobody counts": (_Deal, "_unseen", lambda self: (each for each in find_unseen(self) if each[0].counted),
                                 ("if n > 1", "    gain 3 six in purse"), DARE + SCORING, "move of greedy"),
    "a price": (Offers, "pay", pay_in_the_open, ("set clue = n", "cost (clue) points"), SCORING, "events"),
    "what is handed over": (program_points.ProgramPoint, "show_value", lambda self, value, reader: None,
                            ("set clue = n", "for each t in team where t is not me", "    set t.bid = clue + 1"), SCORING, "hands over"),
}
"""What is replaced in the engine by what; lines that would be refused, or answered without the secret; and a channel on which they tell then."""


def faults(name, plant):
    """What the law finds in the rules of a plant."""
    *_, lines, more, _ = PLANTS[name]
    play = PLAY.format(lines="\n".join(" " * 8 + each for each in lines))
    text, tally = f"{ALL_SORTS}{play}{more}# {name}, {plant}\n", Tally()
    for seed in range(8):
        try_rules({"planted.cave": text}, seed, tally)
        if tally.found or not tally.passed:
            break
    return str([each[0] for each in tally.found])


@pytest.mark.parametrize("name", [next(iter(PLANTS)), *(pytest.param(each, marks=pytest.mark.long) for each in [*PLANTS][1:])])
def test_a_planted_leak_is_found(name, monkeypatch):
    where, what, instead, *_, channel = PLANTS[name]
    assert faults(name, "whole") == "[]"
    monkeypatch.setattr(where, what, instead)
    found = faults(name, "broken")
    assert channel in found or channel == "events" and "tells" in found, found


@pytest.mark.long
def test_draws_of_equal_rows_that_hide_are_found(monkeypatch):
    find = checker.interchangeable
    monkeypatch.setattr(checker, "interchangeable", lambda whole, named, unknown: find(whole, named, frozenset()))
    lines = ("draw x from deck secret", "gain 1 x in hand", "draw y from deck", "gain 1 y in table")
    text = HEAD + KEPT + "".join(f"        {each}\n" for each in lines) + END + "# broken\n"
    state = try_load({"equal.cave": text})[0].new_initial_state(2)
    together, by_itself = posteriors(told(state, 1, lambda each: each.chance_outcomes())), posteriors(told(state, 1, apart))
    assert any(by_itself.get(view) != true for view, true in together.items())
