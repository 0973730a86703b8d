"""Small rulesets, made at random, in which cards that say the same are drawn, and some come to where not all see them."""

HEAD = """ruleset equal 1.0 "Equal"
    language 1
kind card
    | card | points: 0..9 |
    | a1   | 1            |
    | a2   | 1            |
    | b1   | 2            |
"""
KEPT = """players player 2..2
    keeps total: 0..99
    keeps hand: bag of card secret
    keeps purse: bag of card secret uncounted
    keeps goal: card or none secret
    keeps front: bag of card
game
    keeps deck: bag of card hidden
    keeps grave: bag of card hidden uncounted
    keeps best: card or none hidden
    keeps clue: 0..9 hidden
    keeps table: bag of card
to play
    for each c in card
        gain 1 c in deck
    as first(p in player)
"""
END = """    for each p in player
        as p
            may
                gain 1 total
scoring
    score total = total + sum(c in card: table[c] * c.points)
    highest total wins
"""
DRAWN = (
    "gain 1 {} in hand",
    "gain 1 {} in purse",
    "set goal = {}",
    "gain 1 {} in grave",
    "set best = {}",
    "gain 1 {} in table",
    "gain 1 {} in deck",
    "gain 1 {} in front",
    "set clue = {}.points",
    "gain 1 total",
    "set goal = none",
    "for each p in player where p is not me\n    gain 1 {} in p.hand",
    "if {}.points is 1\n    set best = {}",
    "if {}.points is 2\n    gain 1 {} in grave",
    "let k = {}\ngain 1 k in hand",
)
OPEN = (5, 6, 7, 9)
"""Those that leave nothing unseen."""
OTHER = (
    "keep: choose x in card\n    set goal = x",
    "keep: choose x in card\n    gain 1 x in grave",
    "roll n in 1..2 secret\nset goal = first(c in card where c.points is n)",
    "roll x in card secret\nset best = x",
    "roll n in 1..3 secret\nset best = first(c in card where c.points is n or n is 3)",
    "move all from hand to deck",
    "move all from hand to table",
    "move all from grave to deck",
    "roll n in 1..2 secret\ngain 1 first(c in card where c.points is n) in grave",
)


class EqualRows:
    """Rules from one source of random numbers; some hide nothing at all."""

    def __init__(self, rng):
        self.rng, self.hides, self.draws = rng, rng.random() < 0.6, 0

    def text(self):
        more = self.rng.choice(("", "    | b2   | 2            |\n", "    | a3   | 1            |\n"))
        lines = "\n".join(
            self.rng.choice((self.drawn, self.drawn, self.other))() for _ in range(self.rng.choice((1, 2, 2)))
        )
        lines += "\n" + "\n".join(self.drawn(seen=True) for _ in range(self.rng.choice((1, 1, 2))))
        return HEAD + more + KEPT + "".join(f"        {each}\n" for each in lines.split("\n")) + END

    def drawn(self, seen=False):
        self.draws += 1
        name, hides = f"d{self.draws}", self.hides and not seen
        where = self.rng.choice(DRAWN if hides else [DRAWN[n] for n in OPEN])
        return f"draw {name} from deck{self.rng.choice((' secret', '')) if hides else ''}\n{where.replace('{}', name)}"

    def other(self):
        return self.rng.choice(OTHER) if self.hides else "gain 1 total"
