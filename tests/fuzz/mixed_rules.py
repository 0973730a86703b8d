"""Small rulesets made at random that say everything the language has gained: piles, turns in any order, ranked and repeated choices, what would
be, recorded positions, lines of sight, actions of whoever is not asked, texts with values of the moment."""

CONSTRUCTS = {
    "a pile with its order": r"keeps deck: pile of card hidden",
    "a beginning with values": r"= \d \w+, \d \w+",
    "a beginning with members": r"set of 1\.\.6 = \d, \d\.\.\d",
    "what lies on top": r"\w+\[1\] is",
    "cards dealt from a pile": r"draw \d from (bottom of )?deck to",
    "the bottom of a pile": r"bottom of",
    "an unseen draw": r"draw \w+ from (bottom of )?\w+ secret",
    "a pile shuffled": r"shuffle deck",
    "an order forgotten": r"in bottom of deck\n    shuffle deck",
    "a like piece from either end": r"lose 1 ace from waste\n    lose 1 ace from bottom of won",
    "turns in a set": r"each team in staying",
    "turns backwards": r"each team backwards",
    "turns with a condition": r"each team[^\n]* where not out",
    "turns until": r"each team[^\n]* until ",
    "turns round and round": r"repeat each team",
    "turns at once": r"each team at once",
    "the next seat": r"next\(me",
    "a seat": r"\.seat",
    "otherwise below an offer": r"offer (any )?deeds[^\n]*\n(?P<pad> *)otherwise",
    "an offer of actions below it": r"offer( any| any once)?\n",
    "ranked conditions": r"choose [^\n]* where [^\n]* otherwise ",
    "ranked conditions, then any": r"choose [^\n]* otherwise any",
    "a choice again and again": r"choose any",
    "each chosen once": r"choose any [^\n]* once",
    "a choice that may stop": r"choose any [^\n]* or stop",
    "an offer that may stop": r"offer any [^\n]*or stop",
    "an offer until": r"offer any [^\n]*until",
    "a set of positions": r"set of spot\.stone",
    "a bag of positions": r"bag of spot\.stone",
    "the position at hand": r"now (not )?in|\[now\]",
    "a line of sight": r"sight\(",
    "a grid that goes round": r"grid 4 round",
    "what would be possible": r"possible\(\w+\(",
    "a menu that would be possible": r"possible\(deeds\)",
    "what would be after": r"after\(",
    "a menu beside every decision": r"menu swaps always\n",
    "a menu of whoever is not asked": r"menu calls always for each team",
    "a menu of the host": r"menu clock always internal",
    "a remainder": r"remainder\(",
    "as much as there is": r"up to \d",
    "a tile laid at once": r"lay \w+ at s",
    "a definition below a row": r"\.dear|\.rate\(",
    "an action below a row": r"\w+\.ring",
    "a loop that comes to nothing": r"repeat until shown is 9",
    "a value in a question": r'may "[^"]*\{',
    "a value in an action": r'in deeds "[^"]*\{',
    "a value in a reason": r'require [^\n]*"[^"]*\{',
    "a notice": r"notice rich",
    "a beginning of an example with values": r"begin draw_up\(\d",
    "a check while chance is due": r"then shown is",
    "a trigger": r"whenever",
    "exact numbers": r"gain \d shown\n|lose \d shown\n",
}
"""What has to occur in some of the rules, by what it looks like."""

ROWS = ("ace", "two", "six", "king")
CONDITIONS = (
    "points > 1",
    "shown > 2",
    "shown < 7",
    "size(deck) > 2",
    "size(waste) > 0",
    "waste[1] is ace",
    "won[1] is not none",
    "row[1] is two",
    "count(c in waste where c.v > 1) > 1",
    "some(c in won where c.dear)",
    "two.rate(shown) > 3",
    "remainder(turns, 3) is 1",
    "next(me).points > 0",
    "me.seat is 1",
    "next(me, -1) in staying",
    "next(me where not it.out).seat > 1",
    "3 in marks",
    "size(marks) > 3",
    "a1.stone is me",
    "some(s in sight(b2, 1, 0 where it.stone is none) where s.stone is me)",
    "count(s in sight(cell(spot, 2, 1), 1, 1, 2 where it.flag < 3)) > 1",
    "possible(hop(2))",
    "possible(hop(3))",
    "after(hop(1): points) > 3",
    "distance(me, next(me, 2)) is 1",
    "some(t in team where t.out)",
    "some(s in deck_of where laid(s))",
)
WOULD_BE = (
    "possible(put(first(s in spot where s.stone is none)))",
    "possible(put)",
    "possible(deeds)",
    "after(put(b2): count(s in spot where s.stone is me)) > 1",
    "after(put(b2): possible(deeds))",
    "after(rest: points) > 2",
)
"""What would be after what a menu offers, which nothing in the menu asks."""
POSITIONS = ("now in past", "now not in past", "past[now] > 1")
SECRETS = (
    "bid > 1",
    "goal is ace",
    "ace in hand",
    "clue > 2",
    "size(own) > 1",
    "some(t in team where t.bid > 1)",
    "hand[two] > 0",
)
VALUES = (
    "shown + 1",
    "points",
    "size(waste)",
    "size(deck)",
    "turns * 7",
    "me.seat",
    "next(me).seat + turns",
    "next(me where it.points > 0).points",
    "count(s in sight(a1, 1, 0))",
    "sum(s in sight(c2, 0, 1, 2): s.flag)",
    "six.rate(2)",
    "count(m in marks)",
    "first(c in waste).left",
    "after(hop(2): points + 3 * shown)",
    "turns * 1000 / 3",
)
SECRET_VALUES = ("bid", "clue", "hand[ace]", "size(own) * 2", "goal.v")
ENDS = ("shown > 5", "points > 4", "turns > 9", "size(waste) > 3", "size(deck) is 0")
TURNS = (
    "each team where not out",
    "each team backwards",
    "each team backwards from next(first(t in team)) where not out",
    "each team in staying",
    "each team in staying where not out until shown > 6",
    "each team from first(t in team where t.seat is 2) until turns > 7",
    "repeat each team where not out until turns > 6",
    "repeat each team backwards until turns > 5",
    "repeat each team in staying where points < 9 until turns > 8",
    "each team",
)


class MixedRules:
    """Rules from one source of random numbers. `risk` is how often a line reads what not all may know; where it is `quiet`, actions of the menu
    decide and draw nothing, so that `asking` may be what they would lead to."""

    def __init__(self, rng):
        self.rng, self.names, self.risk = rng, 0, rng.choice((0.0, 0.0, 0.02, 0.05))
        self.positions = rng.choice((None, None, None, None, None, None, "set", "bag"))
        self.quiet, self.asking = rng.random() < 0.5, False

    def files(self):
        """The files of a ruleset."""
        return {"mixed.cave": self.text()}

    def text(self):
        """A ruleset in one text."""
        return (
            "\n".join([*self.head(), *self.menus(), *self.actions(), *self.processes(), *self.play(), *self.end()])
            + "\n"
        )

    # ---- parts of lines ----------------------------------------------------------------------------------------------

    def any(self, *ways):
        return self.rng.choice(ways)

    def often(self, share):
        return self.rng.random() < share

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def condition(self):
        """A condition, mostly of what all know."""
        one = self.any(*SECRETS) if self.often(self.risk) else self.any(*CONDITIONS)
        if self.asking and self.often(0.4):
            one = self.any(*WOULD_BE)
        if self.positions == "bag" and self.often(0.15):
            one = self.any(*POSITIONS)
        if self.positions == "set" and self.often(0.15):
            one = self.any(*POSITIONS[:2])
        return f"{one} {self.any('and', 'or')} {self.any(*CONDITIONS)}" if self.often(0.15) else one

    def value(self):
        """A number of one digit."""
        return f"remainder({self.any(*SECRET_VALUES) if self.often(self.risk) else self.any(*VALUES)}, 10)"

    def end_of(self, pile):
        """An end of a pile."""
        return f"bottom of {pile}" if self.often(0.45) else pile

    # ---- declarations ------------------------------------------------------------------------------------------------

    def head(self):
        grid = self.any("4 round by 3 round", "4 round by 3", "4 by 3", "4 by 3")
        yield from f"""ruleset mixed 1.0 "Mixed"
    language 2

kind card
    keeps left: 0..9 = 3
    keeps noted: 0..9 hidden
    | card | v: 1..4 |
    | ace  | 1       |
        define dear = points > 1
        define rate(n: 0..9) = n + shown
        to ring
            gain up to 1 points
    | two  | 2       |
        define rate(n: 0..9) = size(deck)
        to ring
            set shown = {self.value()}
    | six  | 3       |
        define dear = shown > 3
        to ring
            lose up to 2 points
    | king | 4       |
        to ring
            {"lose up to 1 points" if self.quiet else "draw 1 from deck to waste"}

kind slab
    | slab | open: set of side |
    | full | n e s w           |
    | pipe | n s               |

players team 2..3
    keeps points: 0..99 = {self.rng.randint(0, 3)}
    keeps hand: bag of card secret
    keeps own: pile of card hidden = 1 two, 1 six
    keeps seen: pile of card secret
    keeps won: pile of card = 1 king, 1 ace, 1 two, 1 ace
    keeps bid: 0..9 secret
    keeps goal: card or none secret
    keeps out: yes_no

game
    keeps deck: pile of card hidden = {self.rng.randint(1, 4)} ace, {self.rng.randint(1, 3)} two, 2 six, 1 king
    keeps waste: pile of card = 1 ace, 1 two, 1 ace, 1 six
    keeps row: pile of card holding 3 card
    keeps shown: 0..9
    keeps clue: 0..9 hidden
    keeps turns: 0..99
    keeps marks: set of 1..6 = 2, 4..5
    keeps staying: set of team
""".splitlines()
        if self.positions:
            yield f"    keeps past: {self.positions} of spot.stone and team.points"
        yield from f"""
board spot
    grid {grid}
    keeps stone: team or none
    keeps flag: 0..9

board deck_of of slab by open for each team
    grid 3 by 2

notice rich where points > 2 "You have {{points|point|points}}."
""".splitlines()

    def menus(self):
        yield "menu deeds"
        yield "menu laying"
        if self.often(0.25):
            yield from (
                "menu swaps always",
                "",
                'action swap in swaps "Swap"',
                "    require points > 0 and shown < 9",
                "    lose 1 points",
                "    gain 1 shown",
                "",
            )
        if self.often(0.4):
            where = self.any(" where not out", " where points < 3", "", " where me in staying")
            yield from (f"menu calls always for each team{where}", "", 'action call in calls "Call"')
            yield from (
                f"    {each}"
                for each in self.any(
                    ("set out = yes",),
                    ("gain up to 1 shown", "set staying[me] = no"),
                    ('require shown < 9 "It is {shown} already."', "set shown = shown + 1"),
                )
            )
            yield ""
        if self.often(0.25):
            yield from (
                "menu clock always internal",
                "",
                "action tick in clock",
                self.any("    gain up to 2 turns", "    finish", "    set shown = 9"),
                "",
            )

    def actions(self):
        deep = 4 if self.quiet else 1
        yield from ('action rest in deeds "Rest at {shown|card|cards}"', "    gain up to 1 points", "")
        yield from (
            'action put(s in spot) in deeds "Put"',
            '    free: require s.stone is none "You have {points|point|points}."',
            "    set s.stone = me",
        )
        if self.positions and self.often(0.5):
            yield "    again: require now not in past"
            yield "    set past[now] = yes" if self.positions == "set" else "    gain 1 now in past"
        yield from ("    gain up to 1 s.flag", "")
        for n in range(2):
            choice = self.any("", "(c in waste)", "(c in hand)", "(c in card)", "(m in marks)")
            text = self.any("", ' "Deed beside {size(waste)|card|cards}"', ' "Deed"')
            yield f"action deed_{n}{choice} in deeds{text}"
            if self.often(0.4):
                yield f'    require {self.condition()} "Not at {{shown}}."'
            yield from self.block(1, 2, "c" if choice[1:2] == "c" else "", deep)
            yield ""
        yield from (
            "action build(s in me.deck_of, k in slab) in laying",
            "    require not laid(s)",
            "    lay k at s",
            "    gain up to 1 points",
            "",
        )
        if self.often(0.3):
            yield from (
                self.any("whenever put, rest", "whenever put, rest", "whenever deed_0", "whenever any"),
                *self.block(1, 1, "", 4),
                "",
            )

    def processes(self):
        yield from (
            "to hop(k: 1..3)",
            "    require points + k < 7",
            "    gain up to 2 shown",
            "    set points = points + k",
            f"    require {self.any('shown < 9', 'size(deck) > 1', 'points < 6')}",
            "",
        )
        yield from ("to draw_up(n: 0..9)", "    set shown = n", "    roll k in 1..3", "    set shown = k", "")

    def play(self):
        self.asking = self.quiet
        yield from ("to play", "    for each t in team", "        set staying[t] = yes")
        yield from (
            self.any("    shuffle deck", "    draw 1 from deck to waste"),
            *self.ends_and_order(),
            "    each team",
            "        draw 2 from deck to hand",
        )
        if self.often(0.5):
            yield from (
                "        roll b in 0..3 secret",
                "        set bid = b",
                "        draw g from deck secret",
                "        set goal = g",
            )
        yield from self.block(2, 1, "", 2)
        if self.often(0.35):
            yield from ("    each team at once", "        repeat 2 times", "            offer laying or none")
        if self.often(0.15):
            yield from ("    repeat until shown is 9", "        set shown = 2 if shown is 1 otherwise 1")
        for _ in range(2):
            turns = self.any(*TURNS)
            yield from (f"    {turns}", "        gain 1 turns")
            yield from self.block(2, 2, "", 2)
            yield from self.offer(2, 2)

    def ends_and_order(self):
        """Lines after which an end of a pile taken for the other, and an order that is not forgotten, show at once."""
        if self.quiet:
            return ["    gain 1 king in deck", "    gain 1 ace in bottom of deck", "    shuffle deck"]
        return ["    lose 1 ace from waste", "    lose 1 ace from bottom of won", "    draw 1 from deck to waste"]

    def end(self):
        yield from (
            "",
            "scoring",
            "    score points = points",
            "    score won = sum(c in won: c.v)",
            "    score own = sum(c in card: hand[c] + own[c] * c.v)",
            "    highest total wins",
            "",
        )
        if self.often(0.3):
            n = self.rng.randint(1, 9)
            yield from (
                'example drawn "Drawn"',
                "    | team | points |",
                "    | Ann  | 2      |",
                "    | Bo   | 3      |",
                f"    begin draw_up({n}) as Ann",
                f"    then shown is {n}",
                "    when chance: roll 2",
                "    then shown is 2",
                "",
            )

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, depth, most, chosen="", deep=2):
        """Some lines; `chosen` is a card by name. `deep` is how many blocks may stand in each other, and 3
        more where nothing is decided or drawn."""
        return [line for _ in range(self.rng.randint(1, most)) for line in self.line(depth, chosen, deep)]

    def line(self, depth, chosen, deep):
        pad = "    " * depth
        if chosen and self.often(0.4):
            return [pad + self.of_card(chosen)]
        if deep in (0, 3) or self.often(0.45):
            return [pad + self.plain(deep > 2)]
        ways = [self.branch, self.turn_of_next, self.things, self.laps]
        ways += (
            [self.drawn, self.rolled, self.choice, self.choice, self.marked, self.question, self.offer]
            if deep < 3
            else []
        )
        return self.any(*ways)(depth, deep - 1)

    def plain(self, is_quiet=False):
        """A line about nothing in particular."""
        n, giver = self.any(1, 1, 2, 3), self.any("waste", "won", "row")
        taker = self.end_of(self.any("won", "waste", "own", "seen", "deck"))
        drawing = [
            f"draw {n} from {self.end_of('deck')} to {self.any('hand', taker)}",
            f"draw 1 from {self.end_of('own')} to {self.any('hand', 'won')}",
            f"draw 1 from {self.end_of('deck')} to waste",
            "shuffle deck",
            "shuffle deck",
        ]
        lines = [
            f"move up to {n} from {self.end_of(giver)} to {taker}",
            f"move all from {self.any('waste', 'won', 'row')} to {taker}",
            f"gain 1 {self.any(*ROWS)} in {self.end_of(self.any('waste', 'won', 'deck'))}",
            f"gain 1 {self.any(*ROWS)} in {self.end_of('deck')}",
            f"lose up to 1 {self.any(*ROWS)} from {self.end_of(self.any('waste', 'won'))}",
            f"lose up to {n} from {self.end_of(giver)}",
            f"gain up to {n} points",
            f"lose up to {n} shown",
            f"set shown = {self.value()}",
            f"set shown = {self.value()}",
            f"set clue = {self.value()}",
            f"set bid = {self.value()}",
            f"set {self.any(*ROWS)}.left = {self.value()}",
            f"set marks[{self.rng.randint(1, 6)}] = {self.any('yes', 'no', '3 not in marks')}",
            f"{self.any(*ROWS)}.ring",
            "hop(1)" if self.often(0.3) else "gain up to 1 shown",
            f"set {self.any('a1', 'b2', 'c3', 'cell(spot, 2, 3)')}.stone = {self.any('me', 'none', 'next(me)')}",
            f"set next(me).out = {self.any('no', 'me.out', 'points > 8')}",
            f"set staying[{self.any('me', 'next(me)')}] = {self.any('yes', 'yes', 'not out')}",
        ]
        lines += [] if is_quiet else drawing
        if self.often(0.04):
            return self.any("gain 3 shown", "lose 2 shown", "gain 1 shown")
        if self.positions == "set" and self.often(0.2):
            return "set past[now] = yes"
        if self.positions == "bag" and self.often(0.2):
            return "gain 1 now in past"
        return self.any(*lines)

    def of_card(self, name):
        """A line about a card that has a name."""
        taker = self.any("hand", self.end_of(self.any("won", "waste", "own", "deck")))
        giver = self.any("hand", self.end_of(self.any("waste", "won")))
        return self.any(
            f"move up to 1 {name} from {giver} to {taker}",
            f"gain up to {name}.v points",
            f"{name}.ring",
            f"set {name}.left = {self.value()}",
        )

    def branch(self, depth, deep):
        pad, more = "    " * depth, []
        if self.often(0.3):
            more = [f"{pad}otherwise", *self.block(depth + 1, 1, "", deep)]
        return [f"{pad}if {self.condition()}", *self.block(depth + 1, 2, "", deep), *more]

    def turn_of_next(self, depth, deep):
        return [
            f"{'    ' * depth}as {self.any('next(me)', 'next(me, -1)', 'next(me where not it.out or it is me)')}",
            *self.block(depth + 1, 1, "", deep),
        ]

    def things(self, depth, deep):
        pad, x = "    " * depth, self.name("x")
        if self.often(0.4):
            far = self.any("", ", 2", " where it.stone is none", ", 3 where it.flag < 2")
            return [
                f"{pad}for each {x} in sight({self.any('a1', 'b2', 'c3')}, {self.any('1, 0', '0, 1', '1, 1', '-1, 1')}{far})",
                f"{pad}    gain up to 1 {x}.flag",
            ]
        return [
            f"{pad}for each {x} in {self.any('waste', 'won', 'card', 'row')} where {x}.v > {self.any(0, 1, 2)}",
            f"{pad}    {self.any(f'gain up to {x}.v points', f'{x}.ring', f'set {x}.left = {x}.v')}",
        ]

    def laps(self, depth, deep):
        pad = "    " * depth
        if self.often(0.15):
            return [
                f"{pad}repeat until shown is 9",
                f"{pad}    set shown = {self.any('2 if shown is 1 otherwise 1', 'remainder(shown + 2, 10)', 'remainder(shown + 1, 10)')}",
            ]
        return [f"{pad}repeat 2 times", *self.block(depth + 1, 2, "", deep)]

    def drawn(self, depth, deep):
        pad, x = "    " * depth, self.name("x")
        return [
            f"{pad}{x}: draw {x} from {self.end_of(self.any('deck', 'deck', 'own'))}{self.any('', ' secret', ' secret')}",
            f"{pad}if {x} is not none",
            f"{pad}    gain 1 {x} in {self.any('hand', 'own', 'bottom of deck', 'seen')}",
        ]

    def rolled(self, depth, deep):
        pad, k = "    " * depth, self.name("k")
        is_secret = self.often(0.4)
        return [
            f"{pad}{k}: roll {k} in 1..3{' secret' * is_secret}",
            f"{pad}set {self.any('bid', 'clue') if is_secret else self.any('shown', 'bid')} = {k}",
        ]

    def question(self, depth, deep):
        pad = "    " * depth
        text = self.any("", ' "Go on with {points|point|points}?"', ' "With {size(waste)|card|cards}?"')
        return [f"{pad}{self.name('q')}: may{text}", *self.block(depth + 1, 2, "", deep)]

    def ranks(self, x):
        found = self.rng.sample(
            (
                f"{x}.v > 1",
                f"{x} is not ace",
                f"{x} in waste",
                f"{x}.dear",
                "shown > 2",
                f"{x}.v > next(me).seat",
                f"{x}.left > 2",
            ),
            self.rng.randint(0, 3),
        )
        if found and self.often(0.5):
            found.append("any")
        return f" where {' otherwise '.join(found)}" if found else ""

    def choice(self, depth, deep):
        """A choice of a card, once or again and again."""
        pad, x = "    " * depth, self.name("x")
        again, domain = self.often(0.5), self.any("waste", "won", "card", "hand", "seen")
        stop = again and self.often(0.4)
        once = again and (self.often(0.4) or not stop)
        reveals = " reveals" if domain in ("hand", "seen") and self.often(0.8) else ""
        until = f" until {self.any(*ENDS)}" if again and self.often(0.4) else ""
        lines = [
            f"{pad}{x}: choose{' any' * again} {x} in {domain}{self.ranks(x)}{' once' * once}{' or stop' * stop}{until}{reveals}"
        ]
        lines += [f"{pad}    {self.of_card(x)}", *(self.block(depth + 1, 1, x, deep) if self.often(0.4) else ())]
        return lines + ([] if stop else self.otherwise(depth, deep))

    def marked(self, depth, deep):
        """A choice among a set of numbers that each time takes one away."""
        pad, x = "    " * depth, self.name("n")
        stop = self.often(0.4)
        until = f" until {self.any(*ENDS)}" if self.often(0.3) else ""
        head = f"{pad}{x}: choose any {x} in marks{self.any('', f' where {x} > 2', f' where {x} is 4 otherwise {x} > shown otherwise any')}{' or stop' * stop}{until}"
        return [head, f"{pad}    set marks[{x}] = no", *(self.block(depth + 1, 1, "", deep) if self.often(0.4) else ())]

    def otherwise(self, depth, deep):
        return (
            ["    " * depth + "otherwise", *self.block(depth + 1, 1, "", max(0, deep - 1))] if self.often(0.5) else []
        )

    def offer(self, depth, deep):
        """An offer of a menu, or of what stands below it."""
        pad, way = "    " * depth, self.rng.random()
        if way < 0.3:
            return [f"{pad}offer deeds{self.any('', ' or none')}"]
        if way < 0.5:
            return [f"{pad}offer deeds", *self.otherwise(depth, deep)]
        if way < 0.75:
            stop, until = self.any(
                (" or stop", ""), (" or stop", f" until {self.any(*ENDS)}"), ("", f" until {self.any(*ENDS)}")
            )
            once = " once" if not stop or self.often(0.5) else ""
            return [f"{pad}offer any deeds{once}{stop}{until}", *([] if stop else self.otherwise(depth, deep))]
        again = self.any("", " any once")
        lines = [f"{pad}offer{again}"]
        for _ in range(2):
            lines += [
                f"{pad}    action {self.name('a')}",
                f"{pad}        require {self.condition()}",
                *self.block(depth + 2, 1, "", 0),
            ]
        return lines + self.otherwise(depth, deep)
