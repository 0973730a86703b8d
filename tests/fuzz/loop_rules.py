"""Rules that are made at random, of loops that mostly come to nothing: within each other, over two processes, within actions that can be refused,
with tails before what they repeat."""

HEAD = """ruleset loops 1.0 "Loops"
    language 2

kind lamp
    | lamp | size: 1..2 |
    | red  | 1          |
    | blue | 1          |
    | dim  | 2          |
    keeps lit: yes_no
    keeps owner: guest or none

players guest 2..3
    keeps n: 0..9
    keeps seen: set of lamp
    keeps purse: bag of lamp holding 4 size
    keeps at: lamp or none

game
    keeps a: 0..11
    keeps b: 0..4
    keeps heap: pile of lamp

menu deeds
menu never

to play
    gain 1 red in heap
    gain 1 blue in heap
    repeat 4 times
        each guest
            offer deeds
            rounds
"""
TAIL = """
action press(x in lamp) in deeds
    set x.lit = not x.lit
    set b = 0
    gain up to 1 n

action clear in deeds
    set n = 0
    set a = 1

action wait(x in lamp) in never
    require x.lit and not x.lit
    set b = 1

scoring
    score n = n + a + b
    highest total wins
"""
CONDITIONS = {
    "n is {k}": ("gain up to 1 n", "set n = 0"),
    "a is {k}": ("set a = remainder(a + {k}, {m})",),
    "b > {k}": ("set b = remainder(b + 1, {m} if {m} < 5 otherwise 5)",),
    "some(x in lamp where x.lit)": ("set blue.lit = not blue.lit", "set red.lit = a > {k}"),
    "every(x in lamp: x.lit and n > {k})": ("set dim.lit = not dim.lit",),
    "red in seen": ("set seen[red] = not seen[red]", "set seen[red] = n > 4"),
    "size(purse) > {k}": ("gain up to 1 blue in purse", "lose up to 1 red from purse"),
    "count(x in heap) > {k}": ("move 1 from heap to bottom of heap",),
    "a is 12 - n": ("set a = remainder(a + {k}, {m})", "gain up to 1 n"),
    "at is dim and b is {k}": ("set at = dim if at is none otherwise none",),
}
"""Conditions, each with lines that change what it is about."""
STEPS = (
    "set a = remainder(a + {k}, {m})",
    "set b = remainder(b + 1, {m} if {m} < 5 otherwise 5)",
    "gain up to 1 n",
    "set n = 0",
    "set blue.lit = not blue.lit",
    "set red.lit = a > {k}",
    "set seen[red] = not seen[red]",
    "set at = dim if at is none otherwise none",
    "set dim.owner = me",
    "gain up to 1 blue in purse",
    "lose up to 1 red from purse",
    "move 1 from heap to bottom of heap",
    "offer never",
)
OPENINGS = (
    "repeat until {c}",
    "repeat until {c}",
    "repeat each guest until {c}",
    "each guest from first(g in guest)",
    "for each x in lamp where x.lit or b > {k}",
    "for each x in heap",
    "if {c}",
    "repeat 2 times",
)


class LoopRules:
    """Such rules, by a generator of chance."""

    def __init__(self, rng):
        self.rng = rng

    def text(self):
        """The file."""
        tried = (
            "\naction try in deeds\n    gain up to 2 n\n"
            + self.loop(1, 2)
            + f"    enough: require n < {self.rng.randint(3, 9)} and {self.condition()[0]}\n"
        )
        rounds = f"\nto rounds\n{self.block(1, 2)}{self.loop(1, 3)}{self.block(1, 2)}"
        inner = f"\nto inner\n{self.block(1, 1)}{self.loop(1, 1)}"
        return HEAD + rounds + inner + tried + TAIL

    def condition(self):
        """A condition, mostly one that is not met soon, and a line that changes what it is about."""
        some, other = self.rng.sample(list(CONDITIONS), 2)
        line = self.filled(self.rng.choice(CONDITIONS[some]))
        both = f"{some} and {other}" if self.rng.random() < 0.6 else some
        return self.filled(both), line

    def filled(self, text):
        """A text with numbers."""
        return text.replace("{k}", str(self.rng.randint(0, 4))).replace("{m}", str(self.rng.randint(2, 7)))

    def loop(self, level, deep):
        """A loop until something holds."""
        opening = self.rng.choice(("repeat until {c}", "repeat each guest until {c}"))
        return self.opened(opening, level, deep)

    def opened(self, opening, level, deep):
        """What opens a block, and the block."""
        condition, line = self.condition()
        said = self.filled(opening.replace("{c}", condition))
        more = f"{'    ' * (level + 1)}{line}\n" if "until" in opening else ""
        return f"{'    ' * level}{said}\n{self.block(level + 1, deep - 1)}{more}"

    def block(self, level, deep):
        """A few lines, some with blocks of their own."""
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            if deep > 0 and self.rng.random() < 0.45:
                lines.append(self.opened(self.rng.choice(OPENINGS), level, deep))
            elif deep > 1 and self.rng.random() < 0.15:
                lines.append(f"{'    ' * level}inner\n")
            else:
                lines.append(f"{'    ' * level}{self.filled(self.rng.choice(STEPS))}\n")
        return "".join(lines)
