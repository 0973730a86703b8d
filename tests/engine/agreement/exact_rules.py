"""Made-up rules of language 2 in which numbers often do not fit: within what a player chose, behind it, and between turns."""

HEAD = """ruleset exact 1.0 "Exact"
    language 2

kind coin
    | coin   | size: 0..2 |
    | copper | 1          |
    | silver | 2          |

players player 2..2
    keeps money: 0..12 = 6
    keeps lost: -9999..9999
    keeps purse: bag of coin holding 5 size
    keeps safe: bag of coin holding 3 size
    keeps paid: -9999..9999
    keeps turns: 0..99

menu trade
"""


class ExactRules:
    """Rules by a source of random numbers. What is lost is written down: `money + lost` is 6 as long as nothing is cut off."""

    def __init__(self, rng, up_to=False):
        self.rng, self.up_to = rng, up_to

    def text(self):
        """The rule file."""
        rounds = self.rng.randint(2, 4)
        play = ["offer " + self.offer(), *self.lines(2, 2)]
        play = [line for each in play for line in each.split("\n")]
        actions = [self.action(name) for name in ("buy", "sell", "swap")]
        return "\n".join(
            (
                HEAD,
                "to play",
                f"    repeat {rounds} times",
                "        each player",
                "            gain 1 turns",
                *("            " + line for line in play),
                "",
                *actions,
                "scoring",
                "    score money = money",
                "    highest total wins",
                "",
            )
        )

    def offer(self):
        """The rest of an offer."""
        return self.rng.choice(
            [
                "trade",
                "trade or none",
                "any trade until money < 3",
                "any trade or stop until turns > 0",
                "any trade once",
            ]
        )

    def action(self, name):
        """An action with a value, of which the effects may be refused."""
        body = ["require k <= money", *self.lines(1, 1)] if self.rng.random() < 0.5 else self.lines(2, 1)
        lines = "\n".join("    " + line for each in body for line in each.split("\n"))
        return f"action {name}(k in 0..3) in trade\n{lines}\n    gain 1 turns\n    require turns < 40\n"

    def lines(self, many, depth):
        """Lines that change numbers, some of them behind a choice."""
        return [self.line(depth) for _ in range(self.rng.randint(1, many))]

    def line(self, depth):
        """One line, with the lines below it."""
        n = self.rng.randint(0, 4)
        cut = "up to " if self.up_to and self.rng.random() < 0.5 else ""
        kinds = [
            f"lose {cut}{n} money\ngain {n} lost",
            f"gain {cut}{n} money\nlose {n} lost",
            f"set money = money - {n}\ngain {n} lost",
            f"gain {cut}{min(n, 3)} copper in purse\ngain {min(n, 3)} paid",
            f"move {cut}{min(n, 2)} copper from purse to safe",
            f"lose {cut}1 copper from safe\nlose 1 paid",
        ]
        if depth > 1:
            inner = "\n".join("    " + line for each in self.lines(1, depth - 1) for line in each.split("\n"))
            kinds += [f"choose v{depth} in 1..3\n{inner}", f"may\n{inner}", f"if money > {n}\n{inner}"]
        return self.rng.choice(kinds)
