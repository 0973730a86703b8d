"""The part that all random rulesets with secrets share: what is kept, by whom it is seen, and one action that is always there."""

HEAD = """ruleset hands 1.0 "Hands"
    language 1
kind card
    keeps left: 0..9
    keeps held: 0..9 hidden
    keeps store: bag of card
    keeps cellar: bag of card hidden uncounted
    keeps seen: set of card
    keeps noted: set of card hidden
    | card | v: 0..9 |
    | ace  | 1       |
        define dear = points > 1
        define rate(n: 0..9) = n + shown
        to ring
            gain 1 point
    | two  | 2       |
        define rate(n: 0..9) = size(deck)
        to ring
            gain 2 points
    | six  | 6       |
        to ring
            gain 3 points
kind coin
    | coin | w: 0..9 |
    | c1   | 1       |
    | c2   | 1       |
    | c3   | 2       |
kind slab
    | slab | open: set of side |
    | full | n e s w           |
players team 2..3
    keeps points: 0..99
    keeps hand: bag of card secret
    keeps goal: card or none secret
    keeps peek: card or none secret
    keeps purse: bag of card secret uncounted
    keeps known: set of card secret
    keeps table: bag of card
    keeps box: bag of card holding 3 v
    keeps bid: 0..9 secret
    keeps ink: 0..9 secret internal
    keeps tag: 0..9 internal
    keeps flag: 0..9
    keeps busy: yes_no
    keeps rank: 0..9 hidden
    keeps pouch: bag of coin secret
    keeps tray: bag of coin
game
    keeps deck: bag of card hidden
    keeps urn: bag of coin hidden
    keeps clue: 0..9 hidden
    keeps shown: 0..9
board place of slab by open
    grid growing
    keeps trap: 0..9 hidden
    keeps flag: 0..9
    passage keeps toll: 0..9
    passage keeps snare: 0..9 hidden
board hall
    grid 2 by 2
    keeps ghost: yes_no hidden
    keeps dust: 0..9
    passage keeps bolt: 0..9
    passage keeps wire: 0..9 hidden
board nook for each team
    grid 2 by 1
    keeps mark: 0..9 hidden
    keeps dot: 0..9
board den of slab by open for each team
    grid growing
    keeps pit: 0..9 hidden
menu deeds
currency coin = points
    lose 1 point
define lucky = bid > 1
define best(c: card) = c is goal
action rest in deeds
    may
        gain 1 point
"""
