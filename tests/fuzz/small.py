"""Strategies for whole small rulesets: sensible ones, sensible ones with a flaw, trees of anything, and soup."""

import re
from random import Random

from hypothesis import strategies as st
from tests.language.syntax import trees

from cavewright.language.syntax import print_item
from cavewright.language.syntax.lark_parser import grammar_text

HEAD = """ruleset small 1.0 "Small"
    language 1

unit m "metre"
"""
TABLES = """kind ware "What is carried."
    | ware  | worth: 0..9 | weight: 0..3 | supply: 0..5 or none | side: set of side | name: text |
    | flint | 2           | 1            |                      | n e               | "Flint"    |
    | jade  | 5           | 2            | 3                    |                   | "Jade"     |
    | coal  | 0           | 0            | 0                    | n e s w           | ""         |

kind heap
    keeps left: 0..9 = 3
    keeps pile: bag of ware
    | heap | near: ware or none | far: set of heap |
    | east | flint              | east west        |
    | west |                    |                  |

kind patch
    | patch | ware: ware or none | open: set of side |
    | den   | flint              | n e s w           |
    | hall  | jade               | n s               |
    | nook  |                    | e                 |
    | lane  | coal               | e w               |
"""
KEPT = """    keeps here: place = cell(0, 0)
    keeps points: 0..9
    keeps debt: -5..5
    keeps pouch: bag of ware{pouch}
    keeps seen: set of 0..{top}
    keeps known: set of ware{shown}
    keeps awake: yes_no
    keeps friend: mole or none
    keeps thing: ware or none
    keeps way: set of side

board place of patch by open
    grid growing{free}
    keeps depth: 0 m..100 m by 25
    keeps mark: mole or none
    keeps load: 0..3 = {load}
    passage keeps used: yes_no
    passage keeps toll: 0..9
"""
ENDLESS = ("", " endless", " holding 3 weight", " holding 3 weight secret", " hidden")
NUMBERS = ("0", "1", "2", "3") * 12 + ("9", "99", "999", "10001", "1000000000", "few", "level", "level")
MANY = ("0", "1", "2", "3", "4", "9", "few")


class Sentences:
    """The parts of a ruleset, by chance. `s`, a scope, are the names that a rule has bound, with what they are."""

    def __init__(self, chance):
        self.chance, self.bound, self.alone, self.below = chance, 0, False, False
        self.menus, self.calls = ("deeds", "thoughts"), ("rest", "help")

    def one(self, *ways):
        return self.chance.choice(ways)

    def odds(self, n):
        return self.chance.randint(0, n) == 0

    def fresh(self):
        self.bound += 1
        return f"v{self.bound}"

    def of(self, scope, kind):
        """A name in scope for something of a kind, or none."""
        known = [name for name, what in scope.items() if what == kind]
        return self.one(*known) if known and not self.odds(2) else None

    # ---- expressions ---------------------------------------------------------------------------------------------

    def ware(self, s, depth=2):
        return self.of(s, "ware") or self.one(
            "flint",
            "jade",
            "coal",
            "thing",
            "other.thing" if "other" in s else "jade",
            "first(x in ware where x in pouch)" if depth else "flint",
        )

    def mole(self, s):
        return self.of(s, "mole") or self.one(
            "me",
            "leader",
            "friend",
            "first(x in mole where x.awake)",
            f"next(me, {self.one(*NUMBERS, '-1', '-7')})",
            f"next({self.one('leader', 'friend')}{self.one('', ', -1')} where {self.one('it.awake', 'it.points > few')})",
        )

    def heap(self, s):
        return self.of(s, "heap") or self.one("east", "west")

    def place(self, s):
        return self.of(s, "place") or self.one(
            "here",
            "cell(0, 0)",
            "cell(2, -1)",
            "cell(few - few, -1)",
            "first(x in exits(here))",
            "leader.here",
            "first(x in neighbours(here))",
        )

    def bag(self, s):
        return self.one("pouch", "chest", f"{self.heap(s)}.pile", f"{self.mole(s)}.pouch")

    def domain(self, s, depth):
        kind, text = self.one(
            ("ware", "ware"),
            ("ware", "pouch"),
            ("ware", "known"),
            ("ware", "chest"),
            ("mole", "mole"),
            ("heap", "heap"),
            ("heap", "east.far"),
            ("place", "place"),
            ("place", f"neighbours({self.place(s)})"),
            ("place", f"exits({self.place(s)})"),
            ("place", "frontier(place)"),
            ("place", f"openers({self.place(s)})"),
            ("place", f"reach({self.place(s)})"),
            ("number", f"{self.number(s, 0)}..{self.number(s, 0)}"),
            ("number", "seen"),
            ("number", "0..3"),
            ("sides", f"turnings({self.sides(s)})"),
            ("side", self.sides(s)),
        )
        return kind, text

    def sides(self, s):
        return self.of(s, "sides") or self.one("way", "here.open", "flint.side", f"{self.place(s)}.open")

    def fold(self, s, depth, name):
        kind, text = self.domain(s, depth)
        x = self.fresh()
        inner = {**s, x: kind}
        where = f" where {self.condition(inner, depth - 1)}" if not self.odds(1) else ""
        body = {"some": "", "count": "", "every": f": {self.condition(inner, depth - 1)}"}.get(
            name, f": {self.number(inner, depth - 1)}"
        )
        return f"{name}({x} in {text}{where}{body})"

    def number(self, s, depth=2):
        if depth <= 0:
            return self.of(s, "number") or self.one(*NUMBERS, "points", "debt", "pouch[flint]", "points", "east.left")
        return self.one(
            *(
                lambda: self.number(s, 0),
                lambda: f"({self.number(s, depth - 1)} {self.one('+', '-', '*', '/')} {self.number(s, depth - 1)})",
                lambda: (
                    f"({self.number(s, depth - 1)} if {self.condition(s, depth - 1)} otherwise {self.number(s, depth - 1)})"
                ),
                lambda: self.fold(s, depth, self.one("sum", "count", "most", "least")),
                lambda: f"{self.bag(s)}[{self.ware(s)}]",
                lambda: f"{self.ware(s)}.{self.one('worth', 'weight', 'supply')}",
                lambda: f"{self.ware(s)}.{self.asked_of_ware()}",
                lambda: f"{self.mole(s)}.{self.one('points', 'debt', 'points' if self.alone else 'riches')}",
                lambda: f"{self.one('size', 'room')}({self.bag(s)})",
                lambda: f"distance({self.place(s)}, {self.place(s)})",
                lambda: f"difference({self.number(s, depth - 1)}, {self.number(s, depth - 1)})",
                lambda: f"{self.place(s)}.load",
                lambda: f"passage({self.place(s)}, {self.place(s)}).toll",
                lambda: f"remainder({self.number(s, depth - 1)}, {self.one('2', '3', '7', '-4')})",
                lambda: self.defined(s, depth),
                lambda: f"{self.heap(s)}.left",
                lambda: f"-{self.number(s, 0)}",
                lambda: f"absolute({self.number(s, depth - 1)})",
                lambda: f"{self.mole(s)}.seat",
                lambda: f"distance({self.mole(s)}, {self.mole(s)})",
            )
        )()

    def defined(self, s, depth):
        """What is defined; definitions themselves do not lead in circles."""
        return (
            "1"
            if self.alone
            else self.one(f"double(points + {self.number(s, depth - 1)})", f"prize({self.ware(s)})", "riches")
        )

    def condition(self, s, depth=2):
        if depth <= 0:
            return self.one(
                "awake",
                "bold",
                "yes",
                "no",
                f"{self.ware(s, 0)} in pouch",
                f"{self.number(s, 0)} > {self.number(s, 0)}",
            )
        return self.one(
            *(
                lambda: self.condition(s, 0),
                lambda: f"({self.condition(s, depth - 1)} {self.one('and', 'or')} {self.condition(s, depth - 1)})",
                lambda: f"(not {self.condition(s, depth - 1)})",
                lambda: (
                    f"({self.number(s, depth - 1)} {self.one('is', 'is not', '<', '<=', '>', '>=')} {self.number(s, depth - 1)})"
                ),
                lambda: self.fold(s, depth, self.one("some", "every")),
                lambda: f"{self.ware(s)} {self.one('in', 'not in')} {self.one(self.bag(s), 'known', 'ware')}",
                lambda: f"{self.number(s, 0)} in {self.one('seen', '0..3', f'1..{self.number(s, 0)}')}",
                lambda: f"{self.place(s)} {self.one('is', 'is not')} {self.one('none', self.place(s))}",
                lambda: f"{self.mole(s)} {self.one('is', 'is not')} {self.mole(s)}",
                lambda: f"{self.ware(s)}.dear" if not (self.below or self.alone) else "awake",
                lambda: f"{self.ware(s)}.mate is {self.mole(s)}" if not (self.below or self.alone) else "awake",
                lambda: f"laid({self.place(s)})",
                lambda: f"fits({self.sides(s)}, {self.place(s)})",
                lambda: f"{self.place(s)}.mark is {self.mole(s)}",
                lambda: f"{self.place(s)} in neighbours({self.place(s)})",
                lambda: f"passage({self.place(s)}, {self.place(s)}).used",
                lambda: f"{self.place(s)}.ware is {self.ware(s)}",
                lambda: f"seen[{self.number(s, 0)}]",
                lambda: f"known[{self.ware(s)}]",
                lambda: f"{self.one('n', 'w')} in {self.sides(s)}",
            )
        )()

    # ---- statements ----------------------------------------------------------------------------------------------

    def lines(self, s, depth, indent, at_once=False):
        inner, made = dict(s), []
        for _ in range(self.chance.randint(1, 3)):
            made += self.statement(inner, depth, at_once)
        return [indent * "    " + each for each in made]

    def under(self, head, s, depth, at_once=False):
        return [head, *self.lines(s, depth - 1, 1, at_once)]

    def statement(self, s, depth, at_once):
        ways = [self.plain]
        if depth > 0:
            ways += [self.nested, self.nested, self.decision]
        return self.one(*ways)(s, depth, at_once)

    def plain(self, s, depth, at_once):
        who = "" if at_once else self.one("", "", "", f"{self.mole(s)}.")
        many = self.one(*MANY) if self.odds(1) else f"({self.one('points', 'debt')} + {self.number(s)})"
        choices = [
            lambda: f'require {self.condition(s)} "No."',
            lambda: f"cost {many} {self.one('point', 'point' if self.alone else 'coin')}",
            lambda: f"cost {many} {self.one('flint', 'jade')} from pouch",
            lambda: f"set {who}points = {self.one('', 'debt + ', 'points + ')}{self.number(s)}",
            lambda: f"set {who}awake = {self.condition(s)}",
            lambda: f"set {who}friend = {self.mole(s)}",
            lambda: f"set {who}thing = {self.one('none', self.ware(s))}",
            lambda: f"set {who}seen[{self.number(s, 0)}] = {self.condition(s, 1)}",
            lambda: f"set {who}known[{self.ware(s)}] = yes",
            lambda: f"set {who}pouch[{self.ware(s)}] = points + {self.number(s, 1)}",
            lambda: f"set {who}here = {self.place(s)}",
            lambda: f"gain {self.one(*MANY)} {who}points" if not who else "gain 1 point",
            lambda: f"lose {many} debt",
            lambda: f"gain {many} {self.one('flint', 'jade')} in {who}pouch",
            lambda: f"lose {many} {self.one('coal', 'jade')} from {who}pouch",
            lambda: self.let(s),
        ]
        if not at_once:
            choices += [
                lambda: f"move {self.one('all', f'{many} flint, 1 coal')} from {self.bag(s)} to {self.bag(s)}",
                lambda: (
                    f"lay {self.one('den', 'hall', 'nook', 'lane')} at {self.place(s)}{self.one('', f' turned {self.sides(s)}')}"
                ),
                lambda: f"set {self.place(s)}.load = {self.number(s)}",
                lambda: f"set {self.place(s)}.mark = {self.mole(s)}",
                lambda: f"set {self.place(s)}.depth = 25 m",
                lambda: f"set passage({self.place(s)}, {self.place(s)}).toll = {self.number(s)}",
                lambda: f"set {self.heap(s)}.left = debt + {self.number(s)}",
                lambda: f"set leader = {self.mole(s)}",
                lambda: f"set level = {self.number(s)}",
                lambda: "finish" if self.odds(4) else "gain 1 debt",
                lambda: self.call(s),
            ]
        return [self.one(*choices)()]

    def call(self, s):
        name = self.one(*self.calls, "")
        return f"help({self.mole(s)}, points - {self.number(s, 1)})" if name == "help" else name or "gain 1 point"

    def let(self, s):
        value = self.number(s)
        return f"let {self.bind(s, 'number')} = {value}"

    def bind(self, s, kind):
        name = self.fresh()
        s[name] = kind
        return name

    def nested(self, s, depth, at_once):
        kind, text = self.domain(s, 1)
        x = self.fresh()
        ways = [
            lambda: [
                *self.under(f"if {self.condition(s)}", s, depth, at_once),
                *(self.under("otherwise", s, depth, at_once) if self.odds(1) else []),
            ],
            lambda: self.under(f"for each {x} in {text}{self.where({**s, x: kind})}", {**s, x: kind}, depth, at_once),
            lambda: self.under(f"repeat {self.one('2', '3', '9', '99', self.number(s, 1))} times", s, depth, at_once),
            lambda: [
                *self.under(
                    f"repeat until {self.one('points > 7', 'points is 9 or awake', 'awake')}", s, depth, at_once
                ),
                f"    gain {self.one('0', '1')} points",
                "    set awake = " + self.one("awake", self.condition(s, 1)),
                *("    " + each for each in self.pause(dict(s), at_once)),
            ],
        ]
        if not at_once:
            ways += [
                lambda: self.turns(s, depth),
                lambda: self.under("each mole at once", s, depth, True),
                lambda: self.under(f"as {self.mole(s)}", s, depth),
            ]
        return self.one(*ways)()

    def turns(self, s, depth):
        """All in turn, or some of them; those that go round and round end, and stop for a decision."""
        back = self.one("", "", " backwards")
        first = f"{back} from {self.mole(s)}" if self.odds(1) else self.one(back, " in mole")
        if self.odds(2):
            where = self.one("", " where points < 8", " where not awake")
            return [
                *self.under(f"repeat each mole{first}{where} until {self.one('points > 7', 'awake')}", s, depth),
                "    gain 1 points",
                *("    " + each for each in self.pause(dict(s), False)),
            ]
        until = f" until {self.condition(s)}" if self.odds(1) else ""
        return self.under(f"each mole{first}{self.where(s)}{until}", s, depth)

    def pause(self, s, at_once):
        """A decision at which a loop stops; in some a bag or menu may turn out to be empty."""
        yes_or_no = [f"{self.fresh()}: may", "    gain 1 debt"]
        offer = [f"offer {self.one('', 'any ')}{self.menus[-1]}"] if self.menus else yes_or_no
        return (
            yes_or_no
            if at_once
            else self.one(
                yes_or_no,
                offer,
                [f"{self.fresh()}: roll {self.fresh()} in mole"],
                [f"{self.fresh()}: draw {self.fresh()} from {self.bag(s)}"],
            )
        )

    def where(self, s):
        return f" where {self.condition(s)}" if self.odds(1) else ""

    def decision(self, s, depth, at_once):
        kind, text = self.domain(s, 1)
        x = self.fresh()
        inner = {**s, x: kind}
        ways = [
            lambda: [
                *self.under(f"{x}: choose {x} in {text}{self.where(inner)}", inner, depth, at_once),
                *(self.under("otherwise", s, depth, at_once) if self.odds(1) else []),
            ],
            lambda: self.under(f'{self.fresh()}: may "Really?"', s, depth, at_once),
            lambda: [
                f"offer {self.one('', 'any ')}{self.one(*self.menus)}" if self.menus and not at_once else "gain 1 point"
            ],
            lambda: [
                f"{self.fresh()}: repack pouch with {'pouch' if at_once else self.one('chest', 'pouch', 'leader.pouch')}{self.where({**s, 'it': 'ware'})}"
                f"{self.one('', ' filling 3')}"
            ],
        ]
        if not at_once:
            ways += [
                lambda: [f"{x}: draw {self.bind(s, 'ware')} from {self.bag(s)}"],
                lambda: [f"{x}: roll {self.bind(s, kind)} in {text}"],
            ]
        return self.one(*ways)()

    # ---- the whole -----------------------------------------------------------------------------------------------

    def action(self, name, menu):
        s, binders = {}, []
        self.menus = ("thoughts",) if menu == "deeds" else ()
        for _ in range(self.chance.randint(0, 2)):
            kind, text = self.domain(dict(s), 1)
            x = self.fresh()
            binders.append(f"{x} in {text}")
            s[x] = kind
        head = [f"    require {self.condition(s)}" for _ in range(self.chance.randint(0, 1))]
        head += [f"    cost {self.one(*MANY)} {self.one('points', 'coin', 'flint from pouch')}"] if self.odds(1) else []
        given = f"({', '.join(binders)})" if binders else ""
        return [f"action {name}{given} in {menu}", *head, *self.lines(s, 2, 1)]

    def processes(self):
        """What may be carried out and offered by others; none leads back to itself."""
        made = [
            *self.action("dig", "deeds"),
            *self.action("run", "deeds"),
            *self.action("wait", "thoughts"),
            *self.action("doze", "thoughts"),
        ]
        made += ["whenever dig", *self.lines({}, 1, 1)] if self.odds(1) else []
        self.calls = ("rest",)
        made += ["to help(m: mole, k: 0..9)", *self.lines({"m": "mole", "k": "number"}, 2, 1)]
        self.calls = ()
        return [*made, "to rest", *self.lines({}, 2, 1)]

    def whole(self):
        self.alone, self.calls = True, ()
        defined = [
            f"define riches = {self.number({}, 1)}",
            f"define double(k: 0..9) = {self.number({'k': 'number'}, 1)}",
            f"currency coin = {self.number({}, 0)}",
            *self.lines({}, 0, 1, True),
            f"ranking prize(g: ware) by {self.number({'g': 'ware'}, 1)}",
            f"    among {self.condition({}, 1)}",
            "    | prize | place: 1..9 | level: 1..9 | points: 0..9 |",
            "    | a | 1 | 1 | 4 |",
            "    | b | 2 | 1 | 2 |",
        ]
        self.alone, self.calls = False, ("rest", "help")
        few, top = self.one("0", "1", "3", "3", "1000000000"), self.one("3", "9", "9", "9", "63", "4095")
        made = [
            HEAD,
            f"constant few = {few}",
            'option bold = no "Bold?"',
            "    | choice | text |",
            '    | yes | "Yes." |',
            '    | no | "No." |',
            "option start: 0..9 = 3",
            self.tables(),
            "game",
            "    keeps leader: mole",
            f"    keeps level: 0..{self.one('9', '1000000000')} = start",
            f"    keeps chest: bag of ware{self.one(*ENDLESS).replace('secret', 'hidden')}{self.one('', ' = coal, flint')}",
            f"players mole {self.one('1..1', '1..2', '2..4', '16..16')}",
            KEPT.format(
                pouch=self.one(*ENDLESS) + self.one("", " = ware", " = flint, (1) jade"),
                top=f"{top} = {self.one('0', '1, 3', '0..2')}" if self.odds(1) else top,
                shown=self.one("", " secret") + self.one("", " = ware", " = coal, jade"),
                load=self.one("0", "1", "1", "few"),
                free=self.one("", "\n    free where ware is coal", "\n    free where load > 1"),
            ),
            *defined,
            "menu deeds",
            "menu thoughts",
            "to play",
            "    gain 2 flint, 1 coal in leader.pouch",
            "    gain 1 jade in chest",
            "    gain 1 jade in east.pile",
            *self.one(
                [], ["    lay den at cell(0, 0)", "    gain 3 flint, 2 jade in chest", "    gain 1 coal in west.pile"]
            ),
            *self.lines({}, 3, 1),
            "    repeat 3 times",
            "        each mole from leader",
            f"            offer {self.one('', 'any ')}deeds",
            *self.processes(),
            "scoring",
            f"    among {self.condition({}, 1)}",
            f"    score a = {self.number({})}",
            f"    {self.one('highest', 'lowest')} total wins",
            f"advice = {self.number({})}",
            *self.example(),
        ]
        return "\n".join(made) + "\n"

    def asked_of_ware(self):
        """A number that a ware has: what its row defines, but where that would lead in circles."""
        return "worth" if self.below or self.alone else f"hot({self.one('0', '3', 'points', 'debt')})"

    def tables(self):
        """The tables, in which some rows give definitions of their own."""
        made, self.below = TABLES, True
        for row, lines in {
            "flint": (f"hot(n: 0..9) = {self.number({'n': 'number'}, 1)}", "mate = friend"),
            "jade": (f"dear = {self.condition({}, 1)}",),
            "coal": (f"hot(n: 0..9) = {self.number({'n': 'number'}, 1)}", f"dear = {self.condition({}, 1)}"),
        }.items():
            head = next(each for each in made.split("\n") if each.startswith(f"    | {row} "))
            made = made.replace(head, "\n".join((head, *(f"        define {each}" for each in lines))))
        self.below = False
        return made

    def example(self):
        if self.odds(1):
            return []
        n = self.chance.randint(0, 4)
        ways = [
            "| mole | here | points | pouch |",
            "| Ann | n1 | 2 | 3 flint |",
            "| place | ware | open | load |",
            "| n1 | jade | n s | 1 |",
            "begin rest",
            "begin play",
            "begin help as Ann",
            "when Ann: dig",
            "when chance: flint",
            "refuse Ann: dig because require",
            "allow Bob: run",
            "then Ann.points is 2",
            f"then {self.condition({}, 1)}",
            "given level = 2",
            "given Ann.pouch[flint] = 99",
            "set bold = yes",
            "set start = 77",
            "when : ",
            "refuse 1: dig 9999999999999999999999",
            "when Ann: done",
            "| heap | left | pile |",
            "| east | 99 | 1 jade |",
        ]
        return [
            "example once",
            "    | mole | here |",
            "    | Ann | o |",
            *("    " + self.one(*ways) for _ in range(n + 1)),
        ]


def sensible():
    """Small rulesets in which most names and types are right."""
    return st.integers(0, 2**64).map(lambda n: Sentences(Random(n)).whole())


# ---- flaws ---------------------------------------------------------------------------------------------------------

WORDS = sorted(set(re.findall(r'^[A-Z_]+(?:\.\d)?: "([^"]+)"', grammar_text(), re.MULTILINE)))
NAMES = (
    "flint",
    "ware",
    "mole",
    "here",
    "points",
    "pouch",
    "place",
    "me",
    "few",
    "play",
    "deeds",
    "cell",
    "sum",
    "count",
    "neighbours",
    "it",
    "turn",
)
ODD = (
    "9" * 30,
    "1000000001",
    "\u0661\u0662",
    "\u00b2",
    "\u00a0",
    "\u3000",
    "\ufeff",
    "\u202e",
    "\u2028",
    "\x0c",
    "\x0b",
    "\x85",
    "\r",
    "\r\n",
    "\t",
    "\x00",
    "\x1b[31m",
    "h\u00f6hle",
    "\u0130",
    "\ufb01",
    "\U0001d7d8",
    "\U0001f9ed",
    "e\u0301",
    "\u200b",
    "\ud800",
    '"',
    "|",
    "[",
    "(",
    "))",
    "#",
    "\\",
    "{",
    "}",
    "%s",
    "_",
    "..",
    "...",
    "-",
    "--",
    "[TC-A-1]",
    "'",
    "^1.0",
    "1.0.0.0.0",
)
tokens = st.sampled_from((*WORDS, *NAMES, *ODD, "0", "1", "7 m", '"text"', "\n", "\n    ", "\n        ", " "))
soup = st.lists(tokens, max_size=60).map(" ".join)


@st.composite
def flawed(draw, texts=None):
    """A text with some of its words, lines or characters changed, lost, doubled, swapped."""
    text = draw(texts if texts is not None else sensible())
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 5)))):
        text = draw(st.sampled_from((_word, _line, _cut, _doubled, _swapped)))(draw, text)
    return text


def _word(draw, text):
    found = list(re.finditer(r"[\w-]+|[^\w\s]+", text))
    if not found:
        return text
    at = draw(st.sampled_from(found))
    return text[: at.start()] + draw(tokens) + text[at.end() :]


def _line(draw, text):
    lines = text.split("\n")
    a, b = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    lines.insert(a, lines[b])
    return "\n".join(lines)


def _cut(draw, text):
    a = draw(st.integers(0, len(text)))
    return text[:a] + text[a + draw(st.sampled_from((1, 4, 40, 400))) :]


def _doubled(draw, text):
    a, size = draw(st.integers(0, len(text))), draw(st.sampled_from((1, 10, 80)))
    return text[:a] + text[a : a + size] * draw(st.sampled_from((1, 3, 60))) + text[a:]


def _swapped(draw, text):
    lines = text.split("\n")
    a, b = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


# ---- nonsense ------------------------------------------------------------------------------------------------------

BARE = "\n".join(
    [
        HEAD,
        TABLES,
        "players mole 1..2",
        KEPT.format(pouch="", top="9", shown="", load="0", free=""),
        "menu deeds",
        "to play",
        "    offer deeds",
        "action dig in deeds",
        "    gain 1 point",
        "scoring",
        "    score a = points",
        "    highest total wins",
        "",
    ]
)
made_of_trees = st.lists(trees.items.map(print_item), max_size=4).map("\n\n".join)
beside = st.tuples(st.just(BARE), made_of_trees).map("\n".join)
deep = st.builds(
    lambda n, pair, inner: f"{HEAD}constant c = {pair[0] * n}{inner}{pair[1] * n}\n",
    st.integers(1, 400),
    st.sampled_from(
        (
            ("(", ")"),
            ("-", ""),
            ("not ", ""),
            ("c[", "]"),
            ("f(", ")"),
            ("1 + ", ""),
            ("1 if 1 otherwise ", ""),
            ("1 and ", ""),
        )
    ),
    st.sampled_from(("1", "x", "")),
)
nested = st.builds(
    lambda n, head, last: (
        BARE + "to deep\n" + "".join(f"{'  ' * (k + 1)}{head}\n" for k in range(n)) + "  " * (n + 1) + last + "\n"
    ),
    st.integers(1, 150),
    st.sampled_from(("if awake", "repeat 2 times", "as me", "each mole at once", "may", "x: choose a in ware")),
    st.sampled_from(("finish", "gain 1 point", "rubbish", "")),
)
binary = st.binary(max_size=300)
overlays = st.one_of(
    st.builds(
        'overlay over 1.0 "Over"\n    language 1\n    extends {} {}\n{}\n'.format,
        st.sampled_from(("small", "other", "over", "9")),
        st.sampled_from(("^1.0", "1.0", "2.0", "^9", "")),
        made_of_trees
        | soup
        | st.lists(
            st.sampled_from(
                (
                    "change few: 1 to 2",
                    "set bold = yes",
                    "set start = 99",
                    "amend action dig\n    drop require: require awake",
                    "amend action dig\n    add require awake",
                    "amend to play\n    add finish",
                    'remove action dig because "no"',
                    'remove kind ware because "no"',
                    "add menu more",
                    "replace to play\n    finish",
                    "amend kind ware\n    change flint.worth: 2 to 99",
                    "amend kind ware\n    drop | flint | 2 | 1 |",
                    'amend kind ware\n    add | gold | 9 | 1 | | | "" |',
                    "amend scoring\n    add score b = 99",
                    "amend players mole\n    add keeps luck: 0..9",
                    "amend board place\n    add passage keeps x: 0..9",
                    'remove players mole because "no"',
                    "amend action dig\n    move cost before require",
                    "change few: 1 to few",
                    "add players mole 1..2",
                    "amend to play\n    add after lay set level = 1",
                )
            )
        ).map("\n".join),
    ),
    soup.map('overlay over 1.0 "Over"\n'.__add__),
    binary,
)

cells = st.sampled_from(
    (
        "flint",
        "jade",
        "gold",
        "0",
        "9",
        "99",
        "-1",
        "1" * 30,
        "",
        '"',
        '""',
        '"a\nb"',
        "a,b",
        "\x00",
        "\u0661",
        "n e",
        "_",
        "none",
        "\ufeff",
        " 3 ",
    )
)
csv_rows = st.lists(st.lists(cells, max_size=5).map(",".join), max_size=8)
csvs = st.one_of(
    st.builds(
        lambda head, rows, end: end.join([head, *rows]),
        st.sampled_from(
            (
                "good,price,tint",
                "good,price",
                "price,good,tint",
                "",
                "good,price,tint,tint",
                "\ufeffgood,price,tint",
                "good;price;tint",
                '"good","price","tint"',
                "tint,price,good,x",
                '"',
            )
        ),
        csv_rows,
        st.sampled_from(("\n", "\r\n", "\r")),
    ),
    binary.map(lambda data: b"good,price,tint\n" + data),
    binary,
)
WITH_CSV = (
    BARE
    + """kind good
    | good | price: 0..9 | tint: ware or none |
    rows "goods.csv"
"""
)


def files(text, name="small.cave"):
    return {name: text}


folders = st.one_of(
    *(sensible().map(files) for _ in range(12)),
    *(flawed().map(files) for _ in range(4)),
    soup.map(files),
    beside.map(files),
    made_of_trees.map(files),
    deep.map(files),
    flawed(beside).map(files),
    nested.map(files),
    binary.map(files),
    csvs.map(lambda data: {"small.cave": WITH_CSV, "goods.csv": data}),
    st.tuples(sensible(), overlays).map(lambda both: {"small.cave": both[0], "over.cave": both[1]}),
    st.builds(lambda text, more: {"small.cave": text, "more.cave": more}, sensible(), soup | binary | made_of_trees),
)
"""The files of a folder, by name; an overlay is called `over.cave`."""
