"""Two overlays that add lines at one place compose if the order of the lines means nothing: then both orders, once they are said, come to the same position."""

from itertools import combinations

import pytest

from cavewright.play.loading.load import try_load

BASE = """ruleset base 1.0 "Base"
    language 1

constant cheap = 1

currency coin = coins
    lose 1 coins

kind gem
    | gem  | worth: 0..9 |
    | ruby | 2           |

players player 2..2
    keeps points: 0..9 = 5
    keeps coins: 0..9 = 5
    keeps tired: yes_no
    keeps bag: bag of gem

game
    keeps flood: 0..9 = 3
    keeps day: 0..9
    keeps box: bag of gem

define rich = points > 4 + day
define wet = flood > 2

to play
    gain 3 ruby in box
    turns: each player from first(p in player)
        may "Rest?"
            set tired = yes
    gain 1 day

to rain
    gain 2 flood

to lots
    luck: roll n in 1..2
    as first(p in player)
        gain n points

to stamp
    let wetness = flood
    for each p in player
        set p.points = wetness

to dry
    if wet
        lose 1 day

scoring
    score points = points + coins + size(bag) + flood + 3 * day + (1 if tired otherwise 0) + size(box)
    highest total wins
"""
OVERLAY = """overlay NAME 1.0 "NAME"
    language 1
    extends base ^1.0
    AFTER

amend to play
    add after turns LINE
"""
LINES = {
    "a": "for each p in player\n        set p.tired = yes",
    "b": "if wet\n        gain 1 day",
    "c": "rain",
    "d": "for each p in player where p.rich\n        set p.coins = 1",
    "e": "gain 2 ruby in box",
    "f": "lots",
    "g": "for each p in player\n        move 1 ruby from box to p.bag",
    "h": "dry",
    "i": "set flood = day",
    "j": 'as first(p in player)\n        may "Swim?"\n            set flood = 0',
    "k": "stamp",
    "l": "finish",
}
APART = "ab ac ad ae af ag ah ai aj ak be bf bg bk cd ce cf cg de dg di dj ef eh ei ej ek fg fh fi gh gi gj gk hk"
"""Pairs of which neither reads or writes what the other writes."""


def overlay(name, after=""):
    text = OVERLAY.replace("NAME", f"over-{name}").replace("LINE", LINES[name])
    lines = text.splitlines()
    head = [each for each in lines if each.strip() != "AFTER" or after]
    at = next(n for n, each in enumerate(head) if "add after turns" in each)
    body = [*head[: at + 1], *("    " + each for each in head[at + 1 :])]
    return {f"{name}.cave": "\n".join(body).replace("AFTER", f"after over-{after}") + "\n"}


def load(*overlays):
    game, found = try_load({"base.cave": BASE}, overlays)
    return game, [each for each in found if each.severity == "error"]


def ends_of(game):
    """The positions of the game's end, by all answers to all that is decided, and all that chance may bring."""
    found, todo = set(), [game.new_initial_state(2)]
    while todo:
        state = todo.pop()
        if state.is_terminal:
            found.add(tuple(state.returns()))
        else:
            todo += [state.apply(each) for each in state.legal_actions()]
    return found


PAIRS = ["".join(each) for each in combinations(sorted(LINES), 2)]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.gate("bk", "bc")
def test_lines_compose_only_if_their_order_means_nothing(pair):
    first, second = pair
    together, wrong = load(overlay(first), overlay(second))
    back, _ = load(overlay(second), overlay(first))
    assert {each.code for each in wrong} <= {"C0305"}
    if together is None:
        return
    assert back.hash == together.hash
    orders = [load(overlay(first), overlay(second, first))[0], load(overlay(first, second), overlay(second))[0]]
    assert ends_of(orders[0]) == ends_of(orders[1]) == ends_of(together)


def test_what_is_apart_composes():
    composed = [pair for pair in PAIRS if load(overlay(pair[0]), overlay(pair[1]))[0] is not None]
    assert " ".join(composed) == APART


@pytest.mark.parametrize("pair, note", [("bc", "`over-c` writes `flood`, which `over-b` reads or writes"), ("fj", "")])
def test_what_is_left_is_told_with_what_makes_it_one(pair, note):
    _, (found,) = load(overlay(pair[0]), overlay(pair[1]))
    assert found.code == "C0305" and list(found.notes) == [note][: bool(note)]
