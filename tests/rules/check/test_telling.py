"""What board games do with secrets passes, and each of these with one line changed tells something and is refused."""

import pytest

from cavewright.play.loading.load import try_load

RULES = """ruleset cards 1.0 "Cards"
    language 1
kind card
    | card | v: 0..9 |
    | ace  | 1       |
    | two  | 2       |
    | six  | 6       |
players team 2..3
    keeps points: 0..99
    keeps hand: bag of card secret
    keeps goal: card or none secret
    keeps bid: 0..3 secret
    keeps purse: bag of card secret uncounted
    keeps box: bag of card holding 3 v
    keeps table: bag of card
game
    keeps deck: bag of card hidden
    keeps dark: bag of card hidden uncounted
    keeps clue: 0..9 hidden
    keeps shown: 0..9
menu deeds
scoring
    score points = points
    score goal = goal.v if goal is not none otherwise 0
    highest total wins
to play
    gain 5 ace, 5 two, 5 six in deck
    each team from first(t in team)
        draw c from deck secret
        gain 1 c in hand
        draw g from deck secret
        set goal = g
    repeat 3 times
        each team from first(t in team)
{turn}
            offer deeds or none
{more}
"""
REST = "action rest in deeds\n    may\n        gain 1 point"
GOOD = {
    "the deck runs out": ("if size(deck) is 0\n    finish\ndraw d from deck secret\ngain 1 d in hand", REST),
    "the top was looked at": ("draw top from deck secret\ngain 1 top in hand", REST),
    "who has none that fits draws": (
        "offer\n    action play(c in hand)\n        require c.v > 1\n        move 1 c from hand to table\n"
        "    action pass\n        draw d from deck secret\n        gain 1 d in hand",
        REST,
    ),
    "says that it has none": (
        "choose x in hand where x.v > 1 reveals\n    move 1 x from hand to table\notherwise\n    gain 1 point",
        REST,
    ),
    "a goal ends the game": ("if goal is not none and points >= goal.v reveals\n    finish", REST),
    "bids at once": (
        "each team at once\n    b: choose n in 0..3\n        set bid = n\nfor each t in team\n    set t.points = t.bid",
        REST,
    ),
    "a card is taken from another": (
        "for each t in team where t is not me\n    draw taken from t.hand secret\n    gain 1 taken in hand",
        REST,
    ),
    "a hand is shown": ("move all from hand to table", REST),
    "own secrets limit own choices": (
        "",
        "action play(c in hand) in deeds\n    require c is not goal\n    move 1 c from hand to table",
    ),
    "own cards are paid": ("", "action buy in deeds\n    cost 2 ace from hand\n    gain 1 point"),
    "says that cards have to be paid": ("cost 2 ace from hand reveals\ngain 1 point", REST),
    "says that cards are paid as a currency": (
        "",
        "currency coin = hand[six] + hand[two]\n    lose 1 six from hand reveals\naction buy in deeds\n    cost 2 coin\n    gain 1 point",
    ),
    "an own card is asked for": (
        "",
        "action ask(t in team, c in card) in deeds\n    if c in t.hand reveals\n        move 1 c from t.hand to hand",
    ),
    "another's bid is looked at": ("for each t in team where t is not me\n    set bid = t.bid", REST),
    "a goal is dealt": (
        "for each t in team where t is not me\n    draw other from deck secret\n    set t.goal = other",
        REST,
    ),
    "own bid is paid unseen": ("", "action pay in deeds\n    cost bid ace from purse"),
    "a card is given to whom one likes": (
        "",
        "action give(c in hand, t in team) in deeds\n    move 1 c from hand to t.hand",
    ),
    "shows one that fits": (
        "let x = first(c in hand where c.v > 1)\nif x is not none reveals\n    move 1 x from hand to table",
        REST,
    ),
    "shows one that fits, or says that it has none": (
        "let x = first(c in hand where c.v > 1)\nif x is none reveals\n    gain 1 point\notherwise\n    move 1 x from hand to table",
        REST,
    ),
    "what is kept where an own secret says": ("set bid = first(t in team where t.points > bid).points", REST),
    "is handed over from where an own secret says": (
        "for each t in team where t is not me\n    set t.goal = first(o in team where o.points > bid).goal",
        REST,
    ),
    "what was shown is known": ("draw d from deck secret\ngain 1 d in table\nif d is ace\n    gain 1 point", REST),
    "unseen things change what is unseen": ("set clue = hand[ace]\nif clue > 0\n    gain 1 ace in dark", REST),
}
BAD = {
    "the deck runs out of aces": ("if deck[ace] is 0\n    finish", REST),
    "through a name": ("let n = deck[ace]\nif n > 1\n    gain 1 point", REST),
    "through a hidden field": ("set clue = hand[ace]\nif clue > 0\n    gain 1 point", REST),
    "through a process": ("deal(goal)", REST + "\nto deal(z: card or none)\n    if z is ace\n        gain 1 point"),
    "through a definition": ("if lucky\n    gain 1 point", REST + "\ndefine lucky = goal is ace"),
    "another's goal": (
        "for each t in team\n    as t\n        if t.goal is ace\n            may\n                gain 1 point",
        REST,
    ),
    "a secret of who acted before": (
        "let own = goal\nfor each t in team where t is not me\n    as t\n        choose x in card where x is own\n            gain 1 point",
        REST,
    ),
    "does not say that it has none": (
        "choose x in hand where x.v > 1\n    move 1 x from hand to table\notherwise\n    gain 1 point",
        REST,
    ),
    "a goal ends the game": ("if goal is not none and points >= goal.v\n    finish", REST),
    "an uncounted bag": ("if size(dark) > 0\n    gain 1 point", REST),
    "an uncounted bag changes a counted one": ("if hand[ace] > 0\n    gain 1 ace in deck", REST),
    "asks": ("", "action ask(t in team, c in card) in deeds\n    if c in t.hand\n        move 1 c from t.hand to hand"),
    "takes what may not be there": ("lose 1 ace from deck", REST),
    "a hidden range": ("choose x in 1..clue\n    gain 1 point", REST),
    "a hidden cost": ("", "action pay in deeds\n    cost clue points\n    may\n        gain 1 point"),
    "cards have to be paid": ("cost 2 ace from hand\ngain 1 point", REST),
    "a currency paid with what nobody sees": (
        "",
        "currency coin = hand[six]\n    lose 1 six from deck\naction buy in deeds\n    cost 2 coin\n    set points = points",
    ),
    "a hidden number of times": ("repeat clue times\n    gain 1 point", REST),
    "a loop over what is hidden": ("for each x in deck\n    may\n        gain 1 point", REST),
    "who acts": ("as first(t in team where t.goal is ace)\n    may\n        gain 1 point", REST),
    "a roll": ("roll r in card where r in deck\nset shown = r.v", REST),
    "no room": ("move all from deck to box", REST),
    "a sum of what others keep": ("set bid = most(t in team: t.bid)", REST),
    "the same through a name": ("let high = most(t in team: t.bid)\nset bid = high", REST),
    "each adds its own": (
        "for each t in team\n    as t\n        set first(o in team).bid = first(o in team).bid + bid",
        REST,
    ),
    "worked out of another's": ("for each t in team where t is not me\n    set bid = 3 - t.bid", REST),
    "as many pieces as others keep": ("gain sum(t in team: t.bid) ace in purse", REST),
    "as many are moved": ("move sum(t in team: t.bid) ace from table to purse", REST),
    "as many are lost": ("lose sum(t in team: t.bid) ace from purse", REST),
    "what is kept where another's secret says": ("set bid = first(t in team where t.bid > 1).points", REST),
    "a secret that is kept there": ("set goal = first(t in team where t.bid > 1).goal", REST),
    "how many lie there": ("set bid = first(t in team where t.bid > 1).hand[ace]", REST),
    "the piece that is kept there": ("gain 1 first(t in team where t.bid > 1).goal in purse", REST),
    "all that lies there": ("move all from first(t in team where t.bid > 1).purse to purse", REST),
    "by the eyes of another": (
        "for each t in team where t is not me\n    as t\n        set bid = first(x in team where x.bid > 1).points",
        REST,
    ),
    "which piece": ("gain 1 first(c in card where some(t in team where t.bid is c.v)) in purse", REST),
    "a counted bag is set to so many": ("set hand[ace] = 0", REST),
    "an own price": ("", "action buy in deeds\n    cost bid points\n    may\n        gain 1 point"),
    "a price without a choice": ("cost bid points", REST),
    "which goes from an open bag": ("lose 1 goal from table", REST),
    "until": ("offer any deeds until clue > 1", REST),
    "a trigger": ("", REST + "\nwhenever rest\n    if goal is ace\n        gain 1 point"),
    "not told by a piece that may not be there": (
        "draw d from deck secret\nlose 1 d from table reveals\nif d is ace\n    gain 1 point",
        REST,
    ),
    "not told by a piece that may find no room": (
        "draw d from deck secret\ngain 1 d in box\nif d is six\n    gain 1 point",
        REST,
    ),
    "not told by no piece": ("draw d from deck secret\ngain 0 d in table\nif d is ace\n    gain 1 point", REST),
    "not told by a number that is bounded": (
        "let k = bid + 8\nset shown = k reveals\nif k is 10\n    gain 1 point",
        REST,
    ),
    "whether there is one": ("let x = first(c in hand where c.v > 1)\nmove 1 x from hand to table", REST),
    "whether there is one, through a process": (
        "show_it(first(c in hand where c.v > 1))",
        REST + "\nto show_it(k: card or none)\n    move 1 k from hand to table",
    ),
    "whether there is one, through a field": ("if bid > 1\n    set goal = ace\ngain 1 goal in hand", REST),
    "how many were not counted": ("gain bid ace in purse\nmove all from purse to hand", REST),
    "a loop carries it round": (
        "let n = 0\nrepeat 2 times\n    if n > 3\n        gain 1 point\n    set n = hand[ace]",
        REST,
    ),
}


def found_in(folder, turn, more):
    path = folder / "cards.cave"
    path.write_text(
        RULES.format(turn="\n".join(" " * 12 + line for line in turn.split("\n")) if turn else "", more=more), "utf-8"
    )
    return [each for each in try_load(path)[1] if each.severity == "error"]


@pytest.mark.parametrize("name", GOOD)
def test_what_board_games_do_passes(name, tmp_path):
    assert found_in(tmp_path, *GOOD[name]) == []


@pytest.mark.parametrize("name", BAD)
@pytest.mark.gate(
    "a loop carries it round",
    "who acts",
    "asks",
    "a secret of who acted before",
    "an uncounted bag",
    "does not say that it has none",
)
def test_what_tells_is_refused(name, tmp_path):
    found = found_in(tmp_path, *BAD[name])
    assert [each.code for each in found] == ["C0524"] * len(found) and found, [str(each) for each in found]
    assert all(each.help and len(each.labels) > 1 for each in found)
