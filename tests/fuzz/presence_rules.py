"""Small rulesets, made at random, in which all see whether something is there: cards of a hand that are the lowest or follow suit, names and fields
that may be none."""

HEAD = """ruleset presence 1.0 "Presence"
    language 1
kind card
    keeps left: 0..9
    | card | v: 1..3 |
    | ace  | 1       |
    | two  | 2       |
    | six  | 3       |
players team 2..3
    keeps points: 0..99
    keeps bid: 0..3 secret
    keeps hand: bag of card secret
    keeps purse: bag of card secret uncounted
    keeps table: bag of card
    keeps goal: card or none secret
    keeps mark: card or none hidden
    keeps level: 1..3 or none secret
game
    keeps deck: bag of card hidden
    keeps shown: 0..9
    keeps clue: 0..3 hidden
menu deeds
action rest in deeds
    gain 1 point
scoring
    score points = points
    highest total wins
"""
BEGIN = """to play
    gain 2 ace, 2 two, 2 six in deck
    gain 1 two in first(t in team).table
    set ace.left = 2
    as first(t in team)
        roll n in 1..3 secret
        set bid = n
        roll m in 0..3 secret
        set clue = m
    repeat {} times
        each team from first(t in team)
            draw d from deck secret
            gain 1 d in hand
    as first(t in team)
"""
END = """    for each t in team
        as t
            offer deeds or none
"""
COVERING = (
    "every(o in hand: o.v >= {}.v)",
    "every(o in hand: {}.v >= o.v)",
    "{}.v is most(o in hand: o.v)",
    "least(o in hand: o.v) is {}.v",
    "not some(o in hand where o.v > {}.v)",
    "{}.v < 3 or not some(o in hand where o.v < 3)",
    "{} is goal or count(o in hand where o is goal) is 0",
    "{}.left > 1 or not some(o in hand where o.left > 1)",
    "{}.v is bid or {}.v is 2 or not some(o in hand where o.v is 2)",
    "not some(o in hand where o.v is bid) or {}.v is bid",
)
OTHERS = (
    "{}.v > bid",
    "{}.v < 3 or some(o in hand where o.v < 3)",
    "every(o in hand: o.v > {}.v)",
    "{}.v is most(o in me.table: o.v)",
    "{}.v < 3 or not some(o in hand where o.v < 2)",
    "every(o in me.table: o.v >= {}.v)",
    "{}.v is least(o in hand where o.v > 1: o.v)",
    "not some(o in hand where o.v >= {}.v)",
    "{} is goal",
    "{}.v is 2 or not some(o in purse where o.v is 2)",
    "every(o in hand: o.v + {}.v >= {}.v + 3)",
    "{}.v < 3 and not some(o in hand where o.v > {}.v)",
    "{}.v is 2 or count(o in hand where o.v is 2) is 1",
)
PLAYERS = ("first(t in team)", "first(t in team where t is not me)", "me", "first(t in team where t.bid > 1)")
PIECES = (
    "ace",
    "none",
    "goal",
    "mark",
    "first(c in hand)",
    "first(c in purse)",
    "first(c in card where c.v >= bid)",
    "first(c in card where c.v > clue)",
    "first(t in team).goal",
    "first(t in team).mark",
    "first(c in table)",
)
CONDITIONS = (
    "bid > 1",
    "clue > 1",
    "size(hand) > 1",
    "points > 0",
    "size(deck) > 3",
    "hand[ace] > 0",
    "goal is none",
    "mark is not none",
    "level is none",
    "some(t in team where t.goal is none)",
)


class Presence:
    """Rules from one source of random numbers."""

    def __init__(self, rng):
        self.rng, self.count, self.names = rng, 0, []

    def any(self, *ways):
        return self.rng.choice(ways)

    def often(self, share):
        return self.rng.random() < share

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def text(self):
        lines = [line for _ in range(self.any(3, 4, 5)) for line in self.line(2)]
        return (
            HEAD
            + "".join(self.actions())
            + BEGIN.format(self.any(1, 1, 2))
            + "".join(f"        {each}\n" for each in lines)
            + END
        )

    def which(self, name):
        return self.rng.choice(COVERING if self.often(0.75) else OTHERS).replace("{}", name)

    def actions(self):
        if self.often(0.3):
            more = (
                f"    require {self.any('points < 3', self.which('x'), 'x.v > 1', 'bid > 1')}\n"
                if self.often(0.3)
                else ""
            )
            yield f"action follow(x in {self.any('hand', 'hand', 'card')}) in deeds\n    require {self.which('x')}\n{more}    move 1 x from hand to table\n"

    def piece(self):
        return self.any(*self.names) if self.names and self.often(0.6) else self.any(*PIECES)

    def line(self, deep):
        ways = [
            self.some,
            self.some,
            self.named,
            self.kept,
            self.kept,
            self.seen,
            self.seen,
            self.seen,
            self.moved,
            self.moved,
            self.drawn,
        ]
        return self.any(*ways, *([self.under, self.choice, self.others, self.again, self.offered] if deep else []))(
            deep
        )

    def block(self, deep):
        before = list(self.names)
        lines = [f"    {line}" for _ in range(self.any(1, 1, 2)) for line in self.line(deep - 1)]
        self.names = before
        return lines

    def some(self, deep):
        name = self.name("x")
        line = f"let {name} = first({name} in hand where {self.which(name)})"
        self.names.append(name)
        return [line]

    def named(self, deep):
        if self.names and self.often(0.5):
            return [f"set {self.any(*self.names)} = {self.piece()}"]
        name, piece = self.name("x"), self.piece()
        self.names.append(name)
        return [f"let {name} = {piece if piece not in ('ace', 'none') else 'goal'}"]

    def kept(self, deep):
        if self.often(0.25):
            return [
                self.any(
                    "set level = none",
                    "set level = 2",
                    "set level = bid",
                    "set level = clue",
                    "set level = bid + 1",
                    "set first(t in team).level = none",
                )
            ]
        return [f"set {self.any(*PLAYERS)}.{self.any('goal', 'mark')} = {self.piece()}"]

    def seen(self, deep):
        if self.often(0.2):
            return [
                f"if {self.any('level', 'first(t in team).level')} {self.any('is', 'is not')} none",
                "    gain 1 point",
            ]
        piece = self.piece()
        return [
            f"if {piece if piece not in ('ace', 'none') else 'goal'} {self.any('is', 'is not')} none",
            "    gain 1 point",
        ]

    def moved(self, deep):
        piece = self.piece()
        piece = piece if piece != "none" else "goal"
        return [
            self.any(
                f"move 1 {piece} from hand to table",
                f"move 1 {piece} from hand to first(t in team where t is not me).hand",
                f"gain 1 {piece} in {self.any(*PLAYERS)}.{self.any('hand', 'table')}",
                f"move 1 {piece} from hand to purse",
                f"lose 1 {piece} from hand",
            )
        ]

    def drawn(self, deep):
        name, bag = self.name("x"), self.any("deck", "deck", "hand", "first(t in team where t is not me).hand", "table")
        self.names.append(name)
        return [
            f"draw {name} from {bag}{self.any(' secret', ' secret', '')}",
            *([f"gain 1 {name} in hand"] if self.often(0.7) else []),
        ]

    def under(self, deep):
        return [f"if {self.any(*CONDITIONS)}", *self.block(deep)]

    def choice(self, deep):
        name = self.name("x")
        self.names.append(name)
        body = self.block(deep)
        self.names.remove(name)
        return [
            f"{name}: choose {name} in hand where {self.which(name)}",
            *body,
            *(["otherwise", "    gain 1 point"] if self.often(0.3) else []),
        ]

    def others(self, deep):
        name = self.name("t")
        return [
            f"for each {name} in team{self.any('', f' where {name} is not me')}",
            f"    as {name}",
            *(f"    {each}" for each in self.block(deep)),
        ]

    def again(self, deep):
        return ["repeat 2 times", *self.block(deep)]

    def offered(self, deep):
        return (
            [self.any("offer deeds", "offer deeds or none")]
            if self.often(0.5)
            else [f"{self.name('q')}: may", *self.block(deep)]
        )
