"""Small rulesets about a deck: one in which a single thing is changed, and random ones that are chance from first to last."""

import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import cavewright as cw

PLAIN = """ruleset deck 1.0 "Deck"
    language 1

option wild = no "Is there a wild card?"
    | choice | text   |
    | no     | "No."  |
    | yes    | "Yes." |

kind colour
    | colour |
    | red    |
    | blue   |

kind card
    | card | points: 0..9 | colour: colour | label: text |
    | c1   | 1            | red            | "one"       |
    | c2   | 1            | red            | "one"       |
    | c3   | 1            | red            | "one"       |
    | c4   | 2            | red            | "two"       |

game
    keeps deck: bag of card hidden
    keeps discard: bag of card

players player 1..2
    keeps total: 0..99
    keeps card_ready: yes_no

define tone(c: colour) = 1 if c is red otherwise 0

to play
    for each c in card
        gain 1 c in deck
    repeat 2 times
        draw found from deck
        gain found.points total
        gain 1 found in discard
    offer deeds

menu deeds "What may be done."

action rest in deeds "Rest"
    set card_ready = yes

action bow in deeds "Bow"
    require tone(red) is 1 or wild and card_ready "Not now."

scoring
    score total = total
    highest total wins

advice = total

example two "Two cards are drawn."
    begin play
    when draw c2
    when draw c3
    when Player 1: rest
"""


def loaded(text, folder=None, overlays=(), **more):
    """The game of a rule text, without warnings that would be raised as errors; `more` are files beside it."""
    with tempfile.TemporaryDirectory() as made:
        where = Path(folder or made, "rules")
        where.mkdir(exist_ok=True)
        (where / "deck.cave").write_text(text, "utf-8")
        for name, data in more.items():
            (where / name.replace("__", ".")).write_text(data, "utf-8")
        return cw.load_game(where, overlays)


def odds(state):
    """What chance may bring, by name."""
    return {action.arguments[0]: weight for action, weight in state.chance_outcomes()}


def apart(state):
    """Every piece that lies in the bag from which a piece is drawn, with the action that draws it and its share; of a roll its outcomes."""
    node = state._node
    if node.bag is None:
        return state.chance_outcomes()
    contents = state.game.interpreter.evaluate.expr(node.bag)(state._h[:], state._s)
    return [(state._chance_action(row), Fraction(many, sum(contents))) for row, many in enumerate(contents) if many]


def ends(state, chances, worth=lambda state: tuple(state.returns())):
    """How likely each end of a game of chance alone is, by what it is worth."""
    if state.current_player != cw.CHANCE:
        return Counter({worth(state): Fraction(1)})
    found = Counter()
    for action, share in chances(state):
        for each, part in ends(state.apply(action), chances, worth).items():
            found[each] += share * part
    return found


def indented(lines, depth):
    """Lines so many levels further in."""
    return ["    " * depth + line for line in lines]


class Deck:
    """A random ruleset in which cards are drawn and nobody decides. Cards are alike or not; rules ask for them, or do not."""

    def __init__(self, rng):
        self.rng, self.size, self.shines = rng, rng.choice((3, 3, 4)), []

    def one(self, *ways):
        return self.rng.choice(ways)

    def odds(self, n):
        return self.rng.randint(0, n) == 0

    def text(self):
        rows = [self.row(n) for n in range(1, self.size + 1)]
        draws = [line for n in range(self.one(2, 3, 3)) for line in self.turn(n)]
        kept = ["    keeps worn: yes_no"] if self.one(0, 0, 0, 0, 0, 0, 0, 1) else []
        return "\n".join(
            (
                'ruleset deck 1.0 "Deck"',
                "    language 1",
                "",
                "kind card",
                *kept,
                "    | card | points: 0..1 | open: set of side | label: text |",
                *rows,
                "",
                "kind pair",
                "    | pair | card: card or none |",
                f"    | p1   | {self.one('', '', '', 'c1', 'c2'):4} |",
                "",
                "game",
                "    keeps deck: bag of card",
                "    keeps other: bag of card",
                "    keeps seen: set of card",
                "    keeps last: card or none",
                "",
                "players player 1..1",
                "    keeps total: 0..99",
                "    keeps hand: bag of card",
                "",
                "board place of card by open",
                "    grid growing",
                "    keeps mark: card or none",
                "",
                f"define lucky(c: card) = {self.condition('c')}",
                "",
                "to play",
                "    for each c in card",
                f"        gain {self.one('1', '1', '2', '(c.points + 1)')} c in deck",
                f"        gain {self.one('0', '0', '0', '1')} c in other",
                *draws,
                "",
                "to reward(c: card)",
                *indented(self.effect("c", 0), 1),
                "",
                "scoring",
                "    score total = total",
                "    highest total wins",
                "",
            )
        )

    def row(self, n):
        self.shines = [*self.shines, n] if self.odds(6) else self.shines
        below = (
            ["        to shine", f"            {self.one('gain 1 total', 'gain 3 total')}"] if n in self.shines else []
        )
        return "\n".join(
            (
                f'    | c{n}   | {self.one(1, 1, 1, 1, 0)}            | n s               | "{"odd" if self.odds(7) else ""}" |',
                *below,
            )
        )

    def turn(self, n):
        """A card is drawn; then something is done with it."""
        again = (
            [
                "    repeat 2 times",
                f"        draw e{n} from deck",
                f"        if e{n} is not none",
                *indented(self.effect(f"e{n}", 1), 3),
            ]
            if self.odds(6)
            else []
        )
        effects = [line for _ in range(self.one(1, 2)) for line in self.effect(f"d{n}", 1)]
        return [
            *again,
            f"    draw d{n} from {self.one('deck', 'deck', 'deck', 'other')}",
            f"    if d{n} is not none",
            *indented(effects, 2),
        ]

    def effect(self, c, depth):
        """What is done with a card: lines."""
        ways = [
            f"gain 1 {c} in hand",
            f"gain 1 {c} in hand",
            f"gain 1 {c} in {self.one('deck', 'other')}",
            f"set last = {c}",
            f"set seen[{c}] = yes",
            f"lay {c} at cell({self.one(0, 1)}, 0)",
            f"set cell(0, 0).mark = {c}",
            f"gain {c}.points total",
            "gain 1 total",
        ]
        blocks = [
            f"if {self.condition(c)}",
            f"if {self.condition(c)}",
            f"for each x in {self.one('hand', 'card', 'seen')}",
            "if",
        ]
        way = self.one(*ways, *blocks * 2, *(("reward",) if depth else ()), *(("shine",) if self.shines else ()))
        if way == "reward":
            return [f"reward({c})"]
        if way == "shine":
            return [f"{c}.shine"]
        if way == "if":
            return [f"if lucky({c})", *indented([self.one("gain 1 total", f"gain 1 {c} in hand")], 1)]
        if way in blocks:
            x = "x" if way.startswith("for") else c
            inner = (
                [f"if {self.condition(x)}", f"    {self.one('gain 1 total', f'set last = {x}', f'gain 2 {x} in deck')}"]
                if x == "x"
                else ["gain 1 total"]
            )
            return [way, *indented(inner, 1)]
        return [way]

    def condition(self, c):
        name = self.one(*(f"c{n}" for n in range(1, self.size + 1)))
        return self.one(
            f"{c} is last",
            f"hand[{c}] >= {self.one(1, 2)}",
            f"{c} in seen",
            f"{c} is {name}",
            f"{c}.points > 0",
            f"first(y in hand) is {c}",
            "size(hand) > 1",
            f"count(y in card where hand[y] is 2) > 0 or {c} in deck",
            f"first(y in card where y in hand) is {c}",
            f"cell(0, 0).mark is {c}",
            f"cell(0, 0).card is {c}",
            f"deck[{c}] is {self.one(0, 1)}",
            f"{name} in hand",
            f"some(y in pair where y.card is {c})",
            f"first(y in card where y.points > 0) is {c}",
            f"size(seen) > {self.one(0, 1)}",
        )
