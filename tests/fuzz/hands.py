"""Small rulesets with secrets, made at random: growing, fixed and own boards, secret draws, parameters, choices at once; some tell secrets."""

HEAD = """ruleset hands 1.0 "Hands"
    language 1
kind card
    | card | v: 0..9 |
    | ace  | 1       |
    | two  | 2       |
    | six  | 6       |
kind slab
    | slab | open: set of side |
    | full | n e s w           |
players team 2..3
    keeps points: 0..99
    keeps hand: bag of card secret
    keeps goal: card or none secret
    keeps purse: bag of card secret uncounted
    keeps table: bag of card
    keeps box: bag of card holding 3 v
    keeps bid: 0..3 secret
game
    keeps deck: bag of card hidden
    keeps clue: 0..9 hidden
    keeps shown: 0..9
board place of slab by open
    grid growing
    keeps trap: 0..9 hidden
    keeps flag: 0..9
board hall
    grid 3 round by 2
    keeps ghost: yes_no hidden
board nook for each team
    grid 2 by 1
    keeps mark: 0..9 hidden
menu deeds
scoring
    score points = points + hand[ace]
    highest total wins
action rest in deeds
    may
        gain 1 point
"""
CONDITIONS = (
    "points > 1",
    "shown > 2",
    "size(deck) > 3",
    "size(hand) > 1",
    "count(t in team where size(t.hand) > 1) > 1",
    "points > shown",
    "hand[ace] > 0",
    "size(hand) > 1",
    "deck[ace] > 0",
    "size(deck) > 3",
    "goal is ace",
    "clue > 2",
    "shown > 2",
    "some(t in team where t.hand[two] > 0)",
    "some(t in team where size(t.hand) > 1)",
    "size(purse) > 0",
    "bid > 1",
    "cell(place, 0, 0).trap > 3",
    "cell(hall, 1, 1).ghost",
    "cell(nook, 1, 1).mark > 2",
    "goal is not none",
    "shown > clue",
    "next(me).hand[ace] > 0",
    "next(me where it.bid > 1) is me",
    "next(me, -1 where it.points > shown).seat > 1",
    "some(h in sight(cell(hall, 1, 1), 1, 0 where not it.ghost) where h.x is 3)",
)
VALUES = ("shown", "clue", "points", "hand[six]", "size(deck)", "size(hand)", "bid", "cell(place, 0, 0).trap", "3")
PLAIN = (
    "gain 1 point",
    "gain 1 ace in table",
    "lose 1 ace from deck",
    "lose 1 two from hand",
    "move all from hand to table",
    "move all from deck to box",
    "move 1 ace from deck to table",
    "gain 1 six in purse",
    "gain 1 two in deck",
    "move all from purse to hand",
    "set goal = none",
    "set cell(hall, 1, 1).ghost = yes",
    "offer deeds",
    "offer deeds or none",
    "set cell(nook, 1, 1).mark = 4",
    "finish",
)


SAFE_CONDITIONS = (
    "points > 1",
    "shown > 2",
    "size(deck) > 3",
    "size(hand) > 1",
    "count(t in team where size(t.hand) > 1) > 1",
    "points > shown",
    "distance(me, next(me, shown)) > 0",
    "next(me where it.points > 1) is me",
    "count(h in sight(cell(hall, 1, 1), 1, 0)) > shown",
)
OWN = (*SAFE_CONDITIONS, "hand[ace] > 0", "goal is ace", "size(purse) > 0", "bid > 1")
SAFE = (
    "gain 1 point",
    "gain 1 ace in table",
    "move all from hand to table",
    "move all from table to hand",
    "gain 1 six in purse",
    "gain 1 two in deck",
    "set goal = none",
    "set cell(hall, 1, 1).ghost = yes",
    "offer deeds or none",
    "set cell(nook, 1, 1).mark = 4",
    "set clue = 4",
    "set cell(place, 0, 0).trap = clue",
    "set goal = first(c in hand)",
    "set shown = clue",
    "move all from purse to table",
)


SUPPOSED = """to tread(n: 1..3)
    require shown < 4
    gain (n) points
    set shown = n
to dig
    set clue = 3 if clue < 3 otherwise clue
"""
"""What rules may ask about that would be."""
SUPPOSITIONS = ("possible(tread(1))", "after(tread(2): points + shown) > 4", "after(dig: clue) > 2")
SAFE_SUPPOSITIONS = ("possible(tread(2))", "after(tread(1): points) > 2", "not possible(tread(3))")


class Hands:
    """Rules from one source of random numbers. Some take more risks of telling something than others; those that
    `suppose` ask what would be."""

    def __init__(self, rng, suppose=False):
        self.rng, self.count, self.risk = rng, 0, rng.choice((0.0, 0.02, 0.05, 0.2))
        self.suppose = suppose

    def of(self, all_, safe):
        return self.rng.choice(all_ if self.rng.random() < self.risk else safe)

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def value(self):
        return self.of(VALUES, ("shown", "points", "size(deck)", "2"))

    def condition(self):
        one = self.of(CONDITIONS, SAFE_CONDITIONS)
        if self.suppose and self.rng.random() < 0.4:
            one = self.of(SUPPOSITIONS, SAFE_SUPPOSITIONS)
        return f"{one} and {self.of(CONDITIONS, SAFE_CONDITIONS)}" if self.rng.random() < 0.1 else one

    def text(self, offers=True):
        """A ruleset: an action or two, a process with a parameter, and what is played."""
        actions = [
            f"action {name}(x in {self.rng.choice(('card', 'hand'))}) in deeds\n"
            + self.header()
            + self.block(1, deep=2, offers=False, names=("x",))
            for name in ("take", "tell")
        ]
        process = "to deal(z: card)\n    gain 1 z in hand\n" + self.block(1, deep=1, offers=offers, names=("z",))
        begin = "to play\n    gain 2 ace, 2 two, 2 six in deck\n    lay full at cell(place, 0, 0)\n    draw c0 from deck secret\n"
        play = begin + f"    {self.rng.choice(('gain 1 c0 in hand', 'deal(c0)', 'set goal = c0', 'set clue = c0.v'))}\n"
        play += "    if no\n        deal(c0)\n" if "deal" not in play else ""
        return (
            HEAD
            + SUPPOSED * self.suppose
            + "".join(actions)
            + process
            + play
            + self.block(1, deep=3, offers=True, names=("c0",))
            + "    for each t in team\n        as t\n            offer deeds or none\n"
        )

    def header(self):
        if self.rng.random() >= 0.4:
            return ""
        asked = self.condition() if self.suppose and self.rng.random() < 0.5 else self.of(CONDITIONS, OWN)
        return f"    require {asked}\n"

    def block(self, level, deep, offers, names):
        return "".join(self.line(level, deep, offers, names) for _ in range(self.rng.choice((1, 1, 2, 3))))

    def line(self, level, deep, offers, names):
        """A line, and what is below it."""
        indent, rng = "    " * level, self.rng
        below = lambda *more: self.block(level + 1, deep - 1, offers, (*names, *more))
        kind = rng.randrange(15) if deep else rng.randrange(6)
        if kind < 3:
            line = self.of(PLAIN, SAFE)
            return f"{indent}{line if offers or 'offer' not in line else 'gain 1 point'}\n"
        if kind == 3:
            return f"{indent}set {rng.choice(('shown', 'clue', 'cell(place, 0, 0).trap', 'cell(place, 0, 0).flag'))} = {self.value()}\n"
        if kind == 4:
            name = rng.choice([each for each in names if each[0] in "xzcyr"] or ["ace"])
            return f"{indent}{rng.choice((f'gain 1 {name} in hand', f'move 1 {name} from hand to table', f'set clue = {name}.v'))}\n"
        if kind == 5:
            name = self.name("c")
            where = rng.choice(
                ("gain 1 {} in hand", "gain 1 {} in table", "set goal = {}", "set clue = {}.v", "gain 1 {} in deck")
            )
            return f"{indent}draw {name} from {rng.choice(('deck', 'deck', 'hand'))}{rng.choice((' secret', ''))}\n{indent}{where.format(name)}\n"
        if kind in (6, 7):
            other = f"{indent}otherwise\n{below()}" if rng.random() < 0.3 else ""
            return f"{indent}if {self.condition()}{rng.choice(('', '', '', ' reveals'))}\n{below()}{other}"
        if kind == 8:
            name = self.name("x")
            return f"{indent}{name}: choose {name} in {rng.choice(('hand', 'card', 'table'))}{rng.choice(('', '', f' where {self.condition()}'))}\n{below(name)}"
        if kind == 9:
            name = self.name("t")
            return (
                f"{indent}for each {name} in team{rng.choice(('', f' where {name} is not me', f' where size({name}.hand) > 0'))}\n{indent}    as {name}\n"
                + (self.block(level + 2, deep - 1, offers, names))
            )
        if kind == 10:
            name = self.name("y")
            return f"{indent}for each {name} in {self.of(('hand', 'deck'), ('table', 'card'))}\n{below(name)}"
        if kind == 11:
            return f"{indent}each team at once\n{indent}    {(n := self.name('b'))}: choose {n} in 0..3\n{indent}        set bid = {n}\n"
        if kind == 12:
            name = self.name("r")
            return f"{indent}{name}: roll {name} in card{rng.choice(('', f' where {self.condition()}'))}{rng.choice(('', ' secret'))}\n{indent}set clue = {name}.v\n"
        if kind == 13:
            return f"{indent}let {(n := self.name('w'))} = {self.value()}\n{indent}if {n} > 2\n{below()}"
        return (
            f"{indent}repeat {rng.choice((f'{self.value()}', '2'))} times\n{below()}"
            if rng.random() < 0.5
            else f"{indent}each team {rng.choice(('from me', 'backwards from me', 'in team'))}\n{below()}"
        )
