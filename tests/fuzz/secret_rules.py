"""Small rulesets with secrets, made at random: writes at indices, growing, fixed and own boards, rankings, prices, secret draws and rolls, choices that
nobody else sees, all at once, triggers. Some take more risks of telling a secret than others."""

from tests.fuzz.secret_head import HEAD

SEEN_CONDITIONS = (
    "points > 1",
    "shown > 2",
    "size(deck) > 3",
    "size(hand) > 1",
    "count(t in team where size(t.hand) > 1) > 1",
    "points > shown",
    "ace in table",
    "two.left > 1",
    "tag > 1",
    "some(t in team where t.busy)",
    "cell(hall, 1, 1).dust > 2",
    "cell(nook, 1, 1).dot > 0",
    "flag > 2",
    "two in six.seen",
)
OWN_CONDITIONS = (
    *SEEN_CONDITIONS,
    "goal.dear",
    "hand[ace] > 0",
    "goal is ace",
    "size(purse) > 0",
    "bid > 1",
    "ink > 2",
    "lucky",
    "six in known",
    "best(two)",
    "goal is not none",
)
CONDITIONS = (
    *OWN_CONDITIONS,
    "some(t in team where t.hand[two] > 0)",
    "deck[ace] > 0",
    "clue > 2",
    "cell(place, 0, 0).trap > 3",
    "cell(hall, 1, 1).ghost",
    "cell(nook, 1, 1).mark > 2",
    "shown > clue",
    "some(t in team where t.lucky)",
    "ace.held > 2",
    "two in ace.cellar",
    "ace in six.noted",
    "rank > 2",
    "some(t in team where size(t.purse) > 1)",
    "passage(a1, b1).wire > 1",
    "some(t in team where t.ink > 1)",
    "first(t in team).goal is ace",
    "cell(den, 0, 0).pit > 1",
    "urn[c1] > 0",
    "best(first(c in card where c.held > 2))",
)
SEEN_VALUES = ("two.rate(1)", "shown", "points", "size(deck)", "2", "flag", "two.left", "size(hand)", "tag")
OWN_VALUES = (*SEEN_VALUES, "goal.rate(1)", "bid", "hand[six]", "ink", "size(purse)")
VALUES = (
    *OWN_VALUES,
    "clue",
    "first(c in card where c.v >= clue).left",
    "cell(hall, 1, clue).dust",
    "first(t in team where t.bid > 1).points",
    "cell(place, 0, 0).trap",
    "sum(t in team: t.bid)",
    "most(t in team: t.bid)",
    "ace.held",
    "rank",
    "first(t in team).bid",
    "deck[ace]",
)
SEEN_CARDS = ("ace", "two", "first(c in card where c.v > shown)", "first(c in table)")
CARDS = (
    *SEEN_CARDS,
    "goal",
    "first(c in card where c.v is clue)",
    "first(c in hand)",
    "first(c in card where c.held > 2)",
    "first(c in card where c.v >= bid)",
)
SEEN_PLAYERS = ("me", "first(t in team)", "first(t in team where t is not me)", "first(t in team where t.points > 1)")
PLAYERS = (
    *SEEN_PLAYERS,
    "first(t in team where t.bid > 1)",
    "first(t in team where t.goal is ace)",
    "first(t in team where t.rank > 1)",
)
SEEN_HALLS = ("a1", "cell(hall, 1, 2)", "first(h in hall where h.dust < 3)")
HALLS = (*SEEN_HALLS, "first(h in hall where h.ghost)", "cell(hall, 1, bid)", "cell(hall, clue, 1)")
SEEN_LANDS = ("cell(place, 0, 0)", "first(l in place where l.flag < 2)")
LANDS = (*SEEN_LANDS, "cell(place, 0, bid - 1)", "first(l in place where l.trap > 2)")
SEEN_NOOKS = ("cell(nook, 1, 1)", "cell(nook, 2, 1)")
NOOKS = (*SEEN_NOOKS, "cell(nook, bid, 1)", "first(k in nook where k.mark > 2)")

UNSEEN_WRITES = (
    "set {card}.held = {value}",
    "gain 1 {card}.held",
    "gain ({value}) {card} in {card}.cellar",
    "set {card}.noted[{card}] = yes",
    "set {player}.rank = {value}",
    "set {hall}.ghost = yes",
    "set {nook}.mark = {value}",
    "set {land}.trap = {value}",
    "set passage({hall}, b2).wire = {value}",
    "set clue = {value}",
    "lose 1 {card} from {card}.cellar",
    "set cell(den, 0, 0).pit = {value}",
    "move 1 ace from {card}.cellar to two.cellar",
    "set clue = {card}.v",
    "gain 1 rank",
    "set {card}.cellar[ace] = {value}",
    "gain 1 two in deck",
)
"""Writes that nobody sees: anything may stand in them."""
OWN_WRITES = (
    "set bid = {value}",
    "set goal = {card}",
    "gain ({value}) six in purse",
    "gain 1 {card} in purse",
    "set known[{card}] = yes",
    "set ink = {value}",
    "gain 1 {card} in hand",
    "gain ({value}) six in {player}.purse",
    "set {player}.bid = {value}",
    "set {player}.goal = {card}",
    "set {player}.known[{card}] = yes",
    "gain 2 six in purse",
    "set peek = {card}",
    "set {player}.peek = goal",
    "set bid = {player}.bid",
    "move all from {player}.purse to purse",
)
"""Writes that one player sees, or the size of what it keeps all."""
SEEN_WRITES = (
    "set shown = {value}",
    "set {card}.left = {value}",
    "gain 1 {card}.left",
    "gain 1 ace in {card}.store",
    "move 1 ace from {card}.store to table",
    "set {card}.seen[{card}] = yes",
    "set {player}.flag = {value}",
    "gain 1 {card} in table",
    "set {hall}.dust = {value}",
    "set {land}.flag = {value}",
    "set {nook}.dot = {value}",
    "set passage({hall}, b2).bolt = {value}",
    "set passage(cell(place, 0, 0), {land}).toll = 1",
    "lay full at cell(place, 1, {value})",
    "set tag = {value}",
    "gain 1 point",
    "lose ({value}) points",
    "move 1 {card} from table to hand",
    "move all from hand to table",
    "move all from purse to table",
    "finish",
    "set {player}.busy = yes",
    "{card}.ring",
    "lay full at cell(den, 0, {value})",
    "move all from {card}.store to two.store",
)
RISKY_WRITES = (
    *SEEN_WRITES,
    "move ({value}) six from purse to table",
    "lose 1 {card} from purse",
    "set {player}.purse[{card}] = {value}",
    "move 1 {card} from hand to table",
    "move all from deck to box",
    "lose 1 {card} from deck",
    "swap: repack hand with table",
    "move 1 {card} from {player}.hand to table",
    "set {player}.hand[{card}] = 1",
)
"""Writes that mostly tell something."""
SEEN_PRICES = (
    "1 point",
    "1 ace from table",
    "({value}) points",
    "1 coin",
    "({value}) coin",
    "({value}) two from table",
    "1 ace from {card}.store",
)
PRICES = (
    *SEEN_PRICES,
    "bid ace from purse",
    "1 two from hand",
    "bid points",
    "1 six from purse",
    "({value}) ace from {card}.store",
)
RANKED = ("points", "bid", "hand[ace]", "size(hand)", "rank", "size(purse)", "flag", "purse[two]")
BOUNDS = (
    "1",
    "shown",
    "clue",
    "bid",
    "points",
    "rank",
    "sum(t in team: t.bid)",
    "first(t in team).bid",
    "cell(hall, 1, 1).dust",
)
ALWAYS = (
    "every(o in hand: o.v >= {}.v)",
    "{}.v is most(o in hand: o.v)",
    "not some(o in hand where o.v > {}.v)",
    "{}.v < 3 or not some(o in hand where o.v < 3)",
    "{} is goal or count(o in hand where o is goal) is 0",
    "shown > 2 or {}.left > 1 or not some(o in hand where o.left > 1)",
)
"""What some card of a hand meets if there is one."""
PERHAPS = (
    "{}.v > bid",
    "{}.v < 3 or some(o in hand where o.v < 3)",
    "every(o in hand: o.v > {}.v)",
    "{}.v is most(o in table: o.v)",
    "{}.v < 3 or not some(o in hand where o.v < 2)",
    "every(o in table: o.v >= {}.v)",
    "{}.v is least(o in hand where o.v > 1: o.v)",
)
ABSENT = ("goal", "peek", "first(t in team).peek", "first(t in team).goal")
"""What may be none, and known to be."""


class SecretRules:
    """Rules from one source of random numbers. Some take more risks of telling something than others."""

    def __init__(self, rng):
        self.calls = ()
        self.rng, self.count, self.risk = rng, 0, rng.choice((0.0, 0.01, 0.02, 0.04, 0.1))

    def any(self, *ways):
        return self.rng.choice(ways)

    def often(self, share):
        return self.rng.random() < share

    def of(self, all_, safe, risk=None):
        return self.rng.choice(all_ if self.rng.random() < (self.risk if risk is None else risk) else safe)

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    # ---- parts of lines ----------------------------------------------------------------------------------------------

    def filled(self, line, names=(), risk=None, own=False):
        """A line in which each part in braces is anything of its sort. Names stand for cards, players or numbers, by their letters."""
        sorts = {
            "card": (CARDS, SEEN_CARDS, "xcyr"),
            "player": (PLAYERS, SEEN_PLAYERS, "t"),
            "value": (VALUES, OWN_VALUES if own else SEEN_VALUES, "nw"),
            "hall": (HALLS, SEEN_HALLS, "h"),
            "land": (LANDS, SEEN_LANDS, "l"),
            "nook": (NOOKS, SEEN_NOOKS, "k"),
        }
        for sort, (all_, safe, letters) in sorts.items():
            while "{" + sort + "}" in line:
                named = [each for each in names if each[0] in letters]
                part = self.any(*named) if named and self.often(0.4) else self.of(all_, safe, risk)
                line = line.replace("{" + sort + "}", part, 1)
        return line

    def condition(self, own=False):
        safe = OWN_CONDITIONS if own else SEEN_CONDITIONS
        one = self.of(CONDITIONS, safe)
        return f"{one} {self.any('and', 'or')} {self.of(CONDITIONS, safe)}" if self.often(0.1) else one

    def reveals(self, share=0.15):
        return self.any(" reveals", ' reveals "So it is"') if self.often(share) else ""

    def write(self, names=()):
        """A single write. What nobody sees takes any risk."""
        sort = self.rng.random()
        if sort < 0.4:
            return self.filled(self.any(*UNSEEN_WRITES), names, 0.6)
        if sort < 0.65:
            return self.filled(self.any(*OWN_WRITES), names, own=True)
        return self.filled(self.of((*RISKY_WRITES, *self.calls), (*SEEN_WRITES, *self.calls), 2 * self.risk), names)

    # ---- whole rules -------------------------------------------------------------------------------------------------

    def text(self):
        """A ruleset in one text."""
        return HEAD + self.body()

    def body(self):
        """Actions, processes, triggers, scoring, and what is played; it goes with the head."""
        processes = (
            "to call(x: card or none)\n    gain 1 point\n"
            + self.block(1, 1, False, ("x",))
            + "to deal(z: card)\n    gain 1 z in hand\n"
            + self.block(1, 1, False)
        )
        self.calls = ("call({card})", "call({card})")
        actions = [self.action(name) for name in ("take", "tell")]
        return "".join(actions) + processes + self.trigger() + self.scoring() + self.play()

    def action(self, name):
        header = f"    require {self.condition(own=True)}{self.reveals(0.1)}\n" if self.often(0.3) else ""
        if self.often(0.4):
            header += f"    cost {self.filled(self.of(PRICES, SEEN_PRICES, 0.2), ('x',), own=self.often(0.2))}{self.reveals(0.1)}\n"
        body = (
            f"    {self.name('q')}: may\n{self.block(2, 2, False, ('x',))}"
            if self.often(0.6)
            else self.block(1, 2, False, ("x",))
        )
        return f"action {name}(x in {self.any('card', 'hand')}) in deeds\n{header}{body}"

    def trigger(self):
        return f"whenever {self.any('rest', 'any', 'take, tell')}\n{self.block(1, 1, False)}" if self.often(0.3) else ""

    def scoring(self):
        """What is counted may be secret: it is counted when all is over."""
        among = f"    among {self.rng.choice(OWN_CONDITIONS)}\n" if self.often(0.3) else ""
        least = f"    least {self.rng.choice(BOUNDS)}\n" if self.often(0.5) else ""
        ranking = (
            f"ranking prize(c: card) by {self.rng.choice(RANKED)}{self.any('', ' + c.left', ' + c.held')}\n{among}{least}"
            "    | prize | place: 1..9 | level: 1..9 | points: 0..9 |\n    | first | 1 | 1 | 5 |\n    | both | 1 | 2 | 3 |\n    | next | 2 | 1 | 1 |\n"
        )
        counted = f"    among {self.rng.choice(OWN_CONDITIONS)}\n" if self.often(0.2) else ""
        lines = "".join(
            f"    score s{n} = {line}\n"
            for n, line in enumerate(
                (
                    "points",
                    *self.rng.sample(("prize(ace)", "hand[ace]", "prize(two) + prize(six)", "bid", "size(hand)"), 2),
                )
            )
        )
        together = "    together by flag\n" if self.often(0.1) else ""
        ties = f"    then highest {self.rng.choice(RANKED)}\n" if self.often(0.4) else ""
        return f"{ranking}scoring\n{counted}{lines}{together}    highest total wins\n{ties}{'    least ' + self.any('1', 'shown', 'bid') + chr(10) if self.often(0.2) else ''}"

    def play(self):
        """Secrets are dealt, something happens, and all decide a few times."""
        dealt = self.any(
            "gain 1 c0 in hand",
            "deal(c0)",
            "set goal = c0",
            "set clue = c0.v",
            "gain 1 c0 in purse",
            "set peek = c0",
            "set c0.held = 4",
            "gain 1 ace in c0.cellar",
        )
        rolled = self.any(
            "set bid = n0",
            "set clue = n0",
            "set rank = n0",
            "gain n0 six in purse",
            "set cell(nook, 1, 1).mark = n0",
            "set cell(hall, 1, n0).ghost = yes",
            "set first(c in card where c.v >= n0).held = 3",
            "set ink = n0",
        )
        first = f"    draw c0 from deck secret\n    {dealt}\n    if no\n        deal(c0)\n"
        second = f"    each team from first(t in team)\n        roll n0 in 1..3 secret\n        {rolled}\n"
        begin = "to play\n    gain 2 ace, 2 two, 2 six in deck\n    gain 1 ace, 1 two, 1 six in table\n    lay full at cell(place, 0, 0)\n    lay full at cell(place, 0, 1)\n"
        middle = self.any(first + second, second + first, first, second, first + self.coins())
        end = f"    repeat {self.any('2', '2', '3')} times\n        for each t in team\n            as t\n                offer deeds or none\n"
        return begin + middle + "    call(ace)\n" + self.block(1, 3, True, ("c0",) if "c0" in middle else ()) + end

    def coins(self):
        """Two of the coins say the same."""
        secret = self.any("", " secret")
        return f"    gain 1 c1, 1 c2, 1 c3 in urn\n    toss: draw m0 from urn{secret}\n    gain 1 m0 in {self.any('pouch', 'pouch', 'urn', 'tray')}\n"

    # ---- lines -------------------------------------------------------------------------------------------------------

    def block(self, level, deep, offers, names=()):
        return "".join(self.line(level, deep, offers, names) for _ in range(self.any(1, 1, 2, 3)))

    def line(self, level, deep, offers, names):
        """A line, and what is below it."""
        kinds = (self.plain,) * 5 + (self.chance, self.chance, self.handed)
        if deep:
            kinds += (
                self.branch,
                self.branch,
                self.choice,
                self.choice,
                self.question,
                self.others,
                self.loop,
                self.at_once,
                self.let,
                self.again,
                self.as_somebody,
                self.lowest,
                self.absence,
            )
        return self.any(*kinds)("    " * level, level, deep, offers, names)

    def plain(self, indent, level, deep, offers, names):
        offered = (
            self.any("offer deeds", "offer deeds or none", "swap: repack table with box", "offer any deeds once")
            if offers and self.often(0.15)
            else ""
        )
        paid = (
            f"cost {self.filled(self.of(PRICES, SEEN_PRICES, 3 * self.risk), names)}{self.reveals(0.1)}"
            if self.often(0.05)
            else ""
        )
        return f"{indent}{offered or paid or self.write(names)}\n"

    def chance(self, indent, level, deep, offers, names):
        """Something is drawn or rolled, in secret or not, and comes to somewhere."""
        secret = self.any("", " secret", " secret")
        if self.often(0.4):
            name = self.name("n")
            where = "" if self.often(0.8) else f" where {name} > 1"
            return f"{indent}roll {name} in 1..3{where}{secret}\n{indent}{self.write((name,))}\n"
        name, showing = self.name("c"), self.any("", "", " showing 2")
        kept = self.any(
            f"gain 1 {name} in hand",
            f"set goal = {name}",
            f"gain 1 {name} in deck",
            f"gain 1 {name} in purse",
            self.write((name,)),
            f"set {name}.held = 2",
        )
        return (
            f"{indent}draw {name} from {self.of(('deck', 'hand'), ('deck',), 0.2)}{showing}{secret}\n{indent}{kept}\n"
        )

    def handed(self, indent, level, deep, offers, names):
        """Somebody hands to others what it has drawn, or what it keeps, or shows it to all."""
        name, other = self.name("c"), self.name("t")
        what = self.any(
            f"gain 1 {name} in {other}.hand",
            f"set {other}.peek = {name}",
            f"gain 1 {name} in {other}.purse",
            f"set {other}.peek = goal",
            f"set {other}.bid = bid",
            f"set {other}.bid = {name}.v",
            f"move all from hand to {other}.hand",
            f"set {other}.bid = {self.of(VALUES, OWN_VALUES, 2 * self.risk)}",
            f"set shown = {name}.v",
            f"set {other}.bid = rank",
            f"gain 1 {name} in {other}.table",
        )
        return f"{indent}draw {name} from deck secret\n{indent}for each {other} in team where {other} is not me\n{indent}    {what}\n"

    def branch(self, indent, level, deep, offers, names):
        other = f"{indent}otherwise\n{self.block(level + 1, deep - 1, offers, names)}" if self.often(0.3) else ""
        if self.often(0.35):  # anything may be asked where nobody sees what comes of it
            return f"{indent}if {self.rng.choice(CONDITIONS)}\n{indent}    {self.filled(self.any(*UNSEEN_WRITES), names, 0.6)}\n"
        return f"{indent}if {self.condition()}{self.reveals(0.25)}\n{self.block(level + 1, deep - 1, offers, names)}{other}"

    def choice(self, indent, level, deep, offers, names):
        """Often something unseen comes of it first, so that others do not see what was chosen."""
        name = self.name("x")
        unseen = self.any(
            "",
            f"set goal = {name}",
            f"set {name}.held = 3",
            f"gain 1 {name} in purse",
            f"gain 1 two in {name}.cellar",
            f"set known[{name}] = yes",
        )
        first = f"{indent}    {unseen}\n" if unseen else ""
        where = f" where {self.condition(own=self.often(2 * self.risk))}" if self.often(0.25) else ""
        where = f" where {self.of(PERHAPS, ALWAYS).replace('{}', name)}" if self.often(0.15) else where
        return f"{indent}{name}: choose {name} in {self.any('hand', 'hand', 'card', 'card', 'table')}{where}{self.reveals(0.1)}\n{first}{self.block(level + 1, deep - 1, offers, (*names, name))}"

    def lowest(self, indent, level, deep, offers, names):
        """Some card of a hand, which is there if there is any, goes to where all see it, or all see whether it is there."""
        name = self.name("y")
        which = self.of(PERHAPS, ALWAYS).replace("{}", name)
        follows = self.any(
            f"move 1 {name} from hand to table",
            f"if {name} is not none\n{indent}    gain 1 point",
            f"set peek = {name}\n{indent}if peek is none\n{indent}    gain 1 point",
            f"move 1 {name} from hand to {self.any('first(t in team).hand', 'purse', 'deck')}",
        )
        return f"{indent}let {name} = first({name} in hand where {which})\n{indent}{follows}\n"

    def absence(self, indent, level, deep, offers, names):
        """All see whether something is none."""
        return f"{indent}if {self.any(*ABSENT)} {self.any('is', 'is not')} none\n{indent}    {self.any('gain 1 point', 'gain 1 point', 'gain 1 peek in table')}\n"

    def question(self, indent, level, deep, offers, names):
        unseen = f"{indent}    {self.filled(self.any(*UNSEEN_WRITES), names, 0.3)}\n" if self.often(0.6) else ""
        return f"{indent}{self.name('q')}: may\n{unseen}{self.block(level + 1, deep - 1, offers, names)}"

    def others(self, indent, level, deep, offers, names):
        name = self.name("t")
        where = self.any(
            "",
            f" where {name} is not me",
            f" where size({name}.hand) > 0",
            f" where {name}.bid > 1" if self.often(self.risk) else "",
        )
        return f"{indent}for each {name} in team{where}{self.reveals(0.05)}\n{indent}    as {name}\n{self.block(level + 2, deep - 1, offers, (*names, name))}"

    def loop(self, indent, level, deep, offers, names):
        name = self.name("y")
        return f"{indent}for each {name} in {self.of(('hand', 'deck', 'purse'), ('table', 'card'))}{self.reveals(0.05)}\n{self.block(level + 1, deep - 1, offers, (*names, name))}"

    def at_once(self, indent, level, deep, offers, names):
        name = self.name("n")
        more = (
            f"{indent}        {self.any('set rank = bid', 'gain 1 six in purse', 'set known[ace] = yes', 'gain 1 point')}\n"
            if self.often(0.2)
            else ""
        )
        return f"{indent}each team at once\n{indent}    {self.name('b')}: choose {name} in 0..3\n{indent}        {self.any('set bid', 'set rank', 'set flag', 'set ink')} = {name}\n{more}"

    def let(self, indent, level, deep, offers, names):
        name, value = self.name("w"), self.filled("{value}", names, own=self.often(0.3))
        return f"{indent}let {name} = {value}{self.reveals(0.05)}\n{indent}if {name} > 2\n{self.block(level + 1, deep - 1, offers, (*names, name))}"

    def again(self, indent, level, deep, offers, names):
        if self.often(0.5):
            first = f"{indent}each team from {self.of(PLAYERS, SEEN_PLAYERS)}"
            where = f" where {self.condition()}" if self.often(0.3) else ""
            until = f" until {self.condition()}" if self.often(0.2) else ""
            told = self.reveals(0.25) if where or until else ""
            return f"{first}{where}{until}{told}\n{self.block(level + 1, deep - 1, offers, names)}"
        return f"{indent}repeat {self.of(('clue', 'bid', 'shown', 'rank'), ('2', 'flag'))} times{self.reveals(0.1)}\n{self.block(level + 1, deep - 1, False, names)}"

    def as_somebody(self, indent, level, deep, offers, names):
        return f"{indent}as {self.of(PLAYERS, SEEN_PLAYERS)}{self.reveals(0.05)}\n{self.block(level + 1, deep - 1, offers, names)}"
