"""Generated rules about piles: open, secret and hidden ones, of which pieces are put, drawn, looked at, shuffled and put back."""

HEAD = """ruleset piles 1.0 "Piles"
    language 2

kind card
    | card  | v: 0..9 |
    | ace   | 1       |
    | six   | 6       |
    | seven | 7       |
    | king  | 9       |

players team 2..3
    keeps hand: bag of card secret
    keeps seen: pile of card secret
    keeps own: pile of card hidden
    keeps won: pile of card
    keeps points: 0..99

game
    keeps deck: pile of card hidden
    keeps waste: pile of card
    keeps row: pile of card holding 3 card

menu deeds

scoring
    score points = points
    score cards = sum(c in won: c.v) + sum(c in card: hand[c] + own[c] * c.v)
    highest total wins

"""
ROWS = ("ace", "six", "seven", "king")
HIDDEN, SEEN = ("deck", "own"), ("seen", "waste", "won", "row")
PILES = (*HIDDEN, *SEEN)
BAGS = (*HIDDEN, "seen", "waste", "won", "hand")
"""What takes everything that comes; the row has room for three, so it is only asked and moved from."""
ASKED = (
    "size(deck) > 2",
    "size(waste) > 0",
    "waste[1] is ace",
    "won[size(won)] is not none",
    "row[1] is not none and row[1].v > 6",
    "count(c in waste where c.v > 6) > 1",
    "points > 2",
    "seen[1] is not none",
    "size(seen) > 1",
    "count(c in won) > 2",
    "size(own) is 0",
    "seen[1] is ace",
    "ace in hand",
)


class PileRules:
    """Processes and actions at random; the checker refuses those that tell something."""

    def __init__(self, rng):
        self.rng, self.names = rng, 0

    def body(self):
        """The text of the rules behind their head."""
        made = ["to play", "    for each c in card", "        gain 2 c in deck", f"    {self.maybe('shuffle deck')}"]
        made += [
            "    each team",
            *self.block(2, 2),
            "    repeat 3 times",
            "        each team",
            "            offer deeds",
        ]
        made += self.block(2, 3) if self.rng.random() < 0.3 else []
        made += ["", "action rest in deeds", "    gain up to 1 points", ""]
        for n in range(3):
            choice = self.rng.choice(("", "(c in hand)", "(c in seen)", "(c in waste)", "(c in card)"))
            made += [f"action deed_{n}{choice} in deeds"]
            made += self.block(1, 3, "c" if choice else "")
            made += [""]
        return "\n".join(made)

    def maybe(self, line):
        return line if self.rng.random() < 0.7 else "draw 1 from deck to waste"

    def block(self, depth, most, chosen=""):
        """Some lines; `chosen` is the name of a card that somebody has chosen."""
        made = []
        for _ in range(self.rng.randint(1, most)):
            made += self.line(depth, chosen)
        return made

    def line(self, depth, chosen):
        """A line with what stands below it."""
        rng, pad = self.rng, "    " * depth
        sort = rng.random()
        if chosen and sort < 0.35:
            return [pad + self.of_piece(chosen)]
        if sort < 0.75 or depth > 3:
            return [pad + self.plain()]
        self.names += 1
        name = f"x{self.names}"
        if sort < 0.83:
            return [f"{pad}if {rng.choice(ASKED)}", *self.block(depth + 1, 2, chosen)]
        if sort < 0.91:
            bag = rng.choice(("hand", "seen", "waste", "won"))
            return [f"{pad}{name}: choose {name} in {bag}", *self.block(depth + 1, 2, name)]
        if sort < 0.95:
            end, how = rng.choice(("", "bottom of ")), rng.choice(("", " secret"))
            drawn = f"{pad}{name}: draw {name} from {end}{rng.choice(HIDDEN)}{how}"
            return [drawn, f"{pad}if {name} is not none", f"{pad}    {self.of_piece(name, drawn=True)}"]
        return [f"{pad}{name}: may", *self.block(depth + 1, 2, chosen)]

    def plain(self):
        """A line about no piece in particular."""
        rng = self.rng
        n, to = rng.choice((1, 1, 2, 3)), rng.choice(("", "", "bottom of "))
        taker = rng.choice(BAGS)
        taker = taker if taker == "hand" else to + taker
        giver, end = rng.choice(SEEN), rng.choice(("", "", "bottom of "))
        lines = (
            f"draw {n} from {end}{rng.choice(HIDDEN)} to {taker}",
            f"draw {n} from {end}{rng.choice(PILES)} to {taker}",
            f"move up to {n} from {end}{giver} to {taker}",
            f"move up to {n} from {end}{giver} to {to}{rng.choice(HIDDEN)}",
            f"move all from {rng.choice(BAGS)} to {taker}",
            f"lose up to {n} from {end}{giver}",
            f"gain 1 {rng.choice(ROWS)} in {taker}",
            f"shuffle {rng.choice(HIDDEN)}",
            "gain up to 1 points",
        )
        return rng.choice(lines)

    def of_piece(self, name, drawn=False):
        """A line about a piece that has a name."""
        rng = self.rng
        taker = rng.choice(BAGS)
        taker = taker if taker == "hand" else rng.choice(("", "bottom of ")) + taker
        if drawn:
            return f"gain 1 {name} in {taker}"
        giver = rng.choice(("hand", "seen", "waste", "won"))
        return rng.choice(
            (
                f"move up to 1 {name} from {giver} to {taker}",
                f"gain up to {name}.v points",
                f"lose up to 1 {name} from {giver}",
            )
        )
