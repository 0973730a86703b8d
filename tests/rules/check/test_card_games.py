"""What card games do with hands, in the words in which one writes it down first: most of it passes; what is refused has a remedy that passes."""

import pytest

from cavewright.play.loading.load import try_load

HEAD = """ruleset cards 1.0 "Cards"
    language 1
kind suit
    | suit |
    | red  |
    | blue |
kind card
    | card | v: 1..9 | suit: suit |
    | r1   | 1       | red        |
    | r5   | 5       | red        |
    | r9   | 9       | red        |
    | b2   | 2       | blue       |
    | b6   | 6       | blue       |
    | b8   | 8       | blue       |
players team 2..4
    keeps points: 0..99
    keeps tricks: 0..9
    keeps hand: bag of card secret
    keeps stock: bag of card hidden
    keeps table: bag of card
    keeps laid: card or none
    keeps bid: 0..9 secret
    keeps face_down: bag of card secret
    keeps passed: card or none secret
game
    keeps deck: bag of card hidden
    keeps discard: bag of card
    keeps lead: suit or none
    keeps is_over: yes_no
menu deeds
scoring
    score points = points
    highest total wins
to play
    for each c in card
        gain 2 c in deck
    set lead = red
    each team from first(t in team)
        repeat 3 times
            draw c from deck secret
            gain 1 c in hand
"""
TURN = """    repeat 2 times
        each team from first(t in team)
{}
"""
SAME = "every(o in hand: o.v >= c.v)"
FOLLOW = "c.suit is lead or not some(o in hand where o.suit is lead)"
IDIOMS = {
    "draw": ("if size(deck) > 0\n    draw d from deck secret\n    gain 1 d in hand", ""),
    "draw two, keep one": ("draw d from deck showing 2 secret\ngain 1 d in hand", ""),
    "draw up to five": (
        "repeat until size(hand) >= 5 or size(deck) is 0\n    draw d from deck secret\n    gain 1 d in hand",
        "",
    ),
    "reshuffle": (
        "if size(deck) is 0\n    move all from discard to deck\ndraw d from deck secret\ngain 1 d in hand",
        "",
    ),
    "discard one": ("choose c in hand\n    move 1 c from hand to discard", ""),
    "discard any": ("draw c from hand\ngain 1 c in discard", ""),
    "discard the lowest": (f"let low = first(c in hand where {SAME})\nmove 1 low from hand to discard", ""),
    "discard the lowest, if any": (
        f"let low = first(c in hand where {SAME})\nif low is not none\n    move 1 low from hand to discard",
        "",
    ),
    "discard the least": (
        "let low = first(c in hand where c.v is least(o in hand: o.v))\nmove 1 low from hand to discard",
        "",
    ),
    "discard what nothing is below": (
        "let low = first(c in hand where not some(o in hand where o.v < c.v))\nmove 1 low from hand to discard",
        "",
    ),
    "show the highest": (
        "let top = first(c in hand where every(o in hand: o.v <= c.v))\nmove 1 top from hand to table\nset laid = top",
        "",
    ),
    "pass left": (
        "choose c in hand\n    move 1 c from hand to face_down\nlet giver = me\nmove all from giver.face_down to first(o in team where o is not giver).hand",
        "",
    ),
    "pass left at once": (
        "each team at once\n    passes: choose c in hand\n        move 1 c from hand to face_down\nfor each t in team\n    let other = first(o in team where o is not t)\n    move all from t.face_down to other.hand",
        "",
    ),
    "pass what is kept apart": (
        "choose c in hand\n    set passed = c\n    lose 1 c from hand\ngain 1 passed in first(o in team where o is not me).hand",
        "",
    ),
    "follow suit": (f"follow: choose c in hand where {FOLLOW}\n    move 1 c from hand to table\n    set laid = c", ""),
    "follow suit, counted": (
        "follow: choose c in hand where c.suit is lead or count(o in hand where o.suit is lead) is 0\n    move 1 c from hand to table",
        "",
    ),
    "follow suit by an action": (
        "offer deeds",
        f'action follow(c in hand) in deeds\n    require {FOLLOW} "Follow suit."\n    move 1 c from hand to table\n',
    ),
    "peek at the deck": ("draw top from deck secret\nset passed = top\ngain 1 top in deck", ""),
    "peek at a hand": (
        "choose o in team where o is not me\n    draw x from o.hand secret\n    set passed = x\n    gain 1 x in o.hand",
        "",
    ),
    "steal": (
        "choose o in team where o is not me\n    draw x from o.hand secret\n    if x is not none\n        gain 1 x in hand",
        "",
    ),
    "hidden bids": (
        'each team at once\n    bids: choose n in 0..3\n        set bid = n\nfor each t in team\n    if t.bid is t.tricks reveals "The bid was made"\n        set t.points = t.points + 10',
        "",
    ),
    "auction": (
        "each team at once\n    bids: choose n in 0..5\n        set bid = n\nlet high = first(t in team where every(o in team: o.bid <= t.bid)) reveals\nif high is not none\n    gain 3 high.points",
        "",
    ),
    "go fish": (
        "offer deeds",
        'action ask(o in team, c in hand) in deeds\n    require o is not me "Ask another."\n    if c in o.hand reveals "There is one"\n        move 1 c from o.hand to hand\n    otherwise\n        draw d from deck secret\n        gain 1 d in hand\n',
    ),
    "meld two": (
        "offer deeds or none",
        'action meld(c in hand, d in hand) in deeds\n    require c.suit is d.suit and c is not d "Of one suit"\n    move 1 c from hand to table\n    move 1 d from hand to table\n',
    ),
    "meld all of a suit": (
        "offer deeds or none",
        'action meld(s in suit) in deeds\n    require some(c in hand where c.suit is s) "You have none."\n    for each c in hand where c.suit is s reveals\n        move 1 c from hand to table\n',
    ),
    "play all that are equal": ("choose c in hand\n    move hand[c] c from hand to table", ""),
    "war": (
        "draw c from deck secret\ngain 1 c in stock\ndraw up from stock\nset laid = up\nif up is not none\n    gain 1 up in table\nlet best = first(t in team where t.laid is not none and every(o in team: o.laid is none or o.laid.v <= t.laid.v))\nif best is not none\n    gain 1 best.tricks",
        "",
    ),
    "the hand is out": ("choose c in hand\n    move 1 c from hand to table\nif size(hand) is 0\n    finish", ""),
}
REMEDIES = {
    "who cannot follow says so": (
        "follow: choose c in hand where c.suit is lead\n    move 1 c from hand to table\notherwise\n    throw: choose c in hand\n        move 1 c from hand to table",
        "",
        ("where c.suit is lead\n", "where c.suit is lead reveals\n"),
    ),
    "knock": (
        "offer deeds",
        'action knock in deeds\n    require sum(c in card: c.v * hand[c]) <= 10 "Too many points"\n    set is_over = yes\naction go_on(c in hand) in deeds\n    move 1 c from hand to discard\n',
        ("offer deeds", "offer deeds or none"),
    ),
    "pairs are put down": (
        "for each c in card where hand[c] >= 2\n    move 2 c from hand to discard",
        "",
        ("2\n    move 2 c from hand to discard", "2 reveals\n    move 2 c from hand to discard reveals"),
    ),
    "what was noted is still there": (
        "each team at once\n    passes: choose c in hand\n        set passed = c\nfor each t in team\n    move 1 t.passed from t.hand to t.table",
        "",
        ("to t.table", "to t.table reveals"),
    ),
    "trade one for one": (
        "choose o in team, c in hand where o is not me and size(o.hand) > 0\n    draw x from o.hand secret\n    gain 1 x in hand\n    move 1 c from hand to o.hand",
        "",
        (
            "    draw x from o.hand secret\n    gain 1 x in hand\n    move 1 c from hand to o.hand",
            "    move 1 c from hand to face_down\n    draw x from o.hand secret\n    gain 1 x in hand\n    move all from face_down to o.hand",
        ),
    ),
    "trade by agreement": (
        "let asker = me\nasks: choose o in team, c in hand where o is not me\n    as o\n        answers: choose back in hand\n            move 1 c from asker.hand to hand\n            move 1 back from hand to asker.hand",
        "",
        (
            "    as o\n        answers: choose back in hand\n            move 1 c from asker.hand to hand\n            move 1 back from hand to asker.hand",
            "    move 1 c from hand to face_down\n    as o\n        answers: choose back in hand\n            move 1 back from hand to asker.hand\n            move all from asker.face_down to hand",
        ),
    ),
    "a card that fits, if any": (
        "let x = first(c in hand where c.v > 5)\nif x is not none\n    move 1 x from hand to table",
        "",
        ("is not none", "is not none reveals"),
    ),
    "the lowest of a suit": (
        "let low = first(c in hand where c.suit is lead and every(o in hand: o.v >= c.v))\nmove 1 low from hand to discard",
        "",
        ("to discard", "to discard reveals"),
    ),
    "the lowest of what is on the table": (
        "let low = first(c in hand where every(o in table: o.v >= c.v))\nmove 1 low from hand to discard",
        "",
        ("to discard", "to discard reveals"),
    ),
    "above all others": (
        "let top = first(c in hand where every(o in hand: o.v > c.v))\nmove 1 top from hand to table",
        "",
        ("to table", "to table reveals"),
    ),
    "follow one's own secret": (
        "follow: choose c in hand where c.v > bid or not some(o in hand where o.v > 5)\n    move 1 c from hand to table",
        "",
        ("o.v > 5)", "o.v > 5) reveals"),
    ),
    "two conditions that some card meets": (
        "offer deeds",
        f"action follow(c in hand) in deeds\n    require {FOLLOW}\n    require {SAME}\n    move 1 c from hand to table\n",
        ("offer deeds", "offer deeds or none"),
    ),
    "a field that may be empty": (
        "roll n in 0..3 secret\nset bid = n\nif bid > 1\n    set passed = none\nif passed is none\n    gain 1 points",
        "",
        ("bid > 1", "bid > 1 reveals"),
    ),
    "a field of somebody whom a secret picks": (
        "roll n in 0..3 secret\nset bid = n\nif first(t in team where t.bid > 1).passed is none\n    gain 1 points",
        "",
        ("passed is none", "passed is none reveals"),
    ),
    "a name that may be empty": (
        "roll n in 0..3 secret\nset bid = n\nlet x = passed\nif bid > 1\n    set x = none\nif x is none\n    gain 1 points",
        "",
        ("bid > 1", "bid > 1 reveals"),
    ),
}
"""What is refused, and what of it is changed for what, so that it passes."""


def found_in(turn, more):
    lines = "\n".join(" " * 12 + each for each in turn.split("\n"))
    return [each for each in try_load({"cards.cave": HEAD + TURN.format(lines) + more})[1] if each.severity == "error"]


@pytest.mark.parametrize("name", IDIOMS)
def test_what_card_games_do_passes(name):
    assert [str(each) for each in found_in(*IDIOMS[name])] == []


@pytest.mark.parametrize("name", REMEDIES)
def test_what_tells_is_refused_and_has_a_remedy(name):
    turn, more, (before, after) = REMEDIES[name]
    found = found_in(turn, more)
    assert found and {each.code for each in found} == {"C0524"} and all(each.help for each in found)
    assert turn.count(before) == 1
    assert [str(each) for each in found_in(turn.replace(before, after), more)] == []
