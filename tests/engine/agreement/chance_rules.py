"""Random rulesets for both engines: those of the fuzz tests, with more ways to offer, and with stretches, loops and processes in which nobody decides."""

import re
from contextlib import contextmanager

from tests.engine.agreement.outspoken import outspoken
from tests.fuzz.small import MANY, Sentences

YARD = """board yard
    grid 3 by 3
    keeps height: 0..9
    keeps chill: -9..9
"""


class Rules(Sentences):
    """`calm` while nothing is written at which somebody would decide."""

    def __init__(self, chance):
        super().__init__(chance)
        self.calm, self.calms = False, ()

    @contextmanager
    def calmly(self):
        """What is written meanwhile has no decisions."""
        before = self.calm, self.calls, self.menus
        self.calm, self.calls, self.menus = True, (), ()
        yield
        self.calm, self.calls, self.menus = before

    def domain(self, s, depth):
        """What is soon gone through, so that loops within loops are allowed."""
        return self.one(
            ("ware", "ware"),
            ("ware", "pouch"),
            ("ware", "known"),
            ("ware", "chest"),
            ("mole", "mole"),
            ("heap", "heap"),
            ("heap", "east.far"),
            ("place", f"neighbours({self.place(s)})"),
            ("place", f"exits({self.place(s)})"),
            ("number", "1..points"),
            ("number", "0..2"),
            ("number", f"1..{self.of(s, 'number') or 2}"),
            ("sides", f"turnings({self.sides(s)})"),
            ("side", self.sides(s)),
            ("spot", f"neighbours({self.spot(s)})"),
            ("spot", f"sight({self.spot(s)}, {self.one('1', '-1', '0')}, {self.one('1', '-2')}{self.far()})"),
            ("spot", "yard"),
        )

    def number(self, s, depth=2):
        if depth > 0:
            return super().number(s, depth)
        return self.of(s, "number") or self.one(
            "0", "1", "2", "3", "few", "level", "points", "debt", "pouch[flint]", "east.left", "size(chest)"
        )

    # ---- statements ----------------------------------------------------------------------------------------------

    def plain(self, s, depth, at_once):
        if self.alone or not self.odds(3):
            return super().plain(s, depth, at_once)
        ways = [
            lambda: f"set {self.spot(s)}.height = {self.number(s, 1)}",
            lambda: f"set {self.spot(s)}.chill = debt * {self.number(s, 0)} - 9",
            lambda: f"set level = level + {self.search(s)}",
            lambda: f"set {self.place(s)}.frost = debt - {self.number(s, 0)}",
            lambda: self.let(s),
        ]
        if self.calms:
            ways += [lambda: f"{self.one(*self.calms)}({self.number(s, 1)}, {self.mole(s)})"] * 3
        return ["gain 1 debt" if at_once else self.one(*ways)()]

    def far(self):
        """How far somebody sees, and over what."""
        return self.one("", ", 1", " where it.height < 3", ", level where it.chill is 0")

    def spot(self, s):
        return self.of(s, "spot") or self.one(
            "cell(yard, 1, 1)",
            "cell(yard, 3, 2)",
            f"cell(yard, {self.number(s, 0)}, 2)",
            "first(q in yard where q.height > points)",
        )

    def search(self, s):
        """Searches under conditions that ask for what is bound around them."""
        inner = {**s, "it": "spot"}
        test = f"it.height <= {self.number(inner, 0)}"
        return self.one(
            f"count(z in reach({self.spot(s)} where {test}))",
            f"distance({self.spot(s)}, {self.spot(s)} where {test})",
            f"distance({self.spot(s)}, {self.spot(s)} where {test}: it.height + {self.number(s, 0)})",
            f"count(z in reach({self.place(s)} where it.load <= {self.number(s, 0)}))",
            f"count(q in yard where q.height > {self.number(s, 0)} and q.chill < {self.number(s, 0)})",
        )

    def nested(self, s, depth, at_once):
        if not self.calm and self.odds(1):
            with self.calmly():
                return self.quiet(s, depth, at_once)
        return self.quiet(s, depth, at_once) if self.calm else super().nested(s, depth, at_once)

    def quiet(self, s, depth, at_once):
        """Conditions in a chain and loops; those within them are quiet too."""
        (kind, text), (other, more) = self.domain(s, 1), self.domain(s, 1)
        x, y = self.fresh(), self.fresh()
        two = {**s, x: kind, y: other}
        ways = [
            lambda: [
                *self.under(f"if {self.condition(s)}", s, depth, at_once),
                *self.under(f"otherwise if {self.condition(s)}", s, depth, at_once),
                *(self.under("otherwise", s, depth, at_once) if self.odds(1) else []),
            ],
            lambda: self.under(f"for each {x} in {text}, {y} in {more}{self.where(two)}", two, depth, at_once),
            lambda: self.under(f"for each {x} in {text}{self.where({**s, x: kind})}", {**s, x: kind}, depth, at_once),
            lambda: self.under(f"repeat {self.one('2', '3', self.number(s, 0))} times", s, depth, at_once),
        ]
        if not at_once:
            ways += [
                lambda: self.under(f"each mole from {self.mole(s)}", s, depth),
                lambda: self.under(f"as {self.mole(s)}", s, depth),
            ]
        return self.one(*ways)()

    def decision(self, s, depth, at_once):
        if self.calm:
            return self.plain(s, depth, at_once)
        if at_once or self.odds(1):
            return super().decision(s, depth, at_once)
        menu = self.one(*self.menus) if self.menus else ""
        ways = [lambda: [f"{self.fresh()}: draw {self.bind(s, 'ware')} from {self.bag(s)} showing 2"]]
        if menu:
            ways += [
                lambda: [f"offer any {menu} once"],
                lambda: [f"offer {menu} or none"],
                lambda: [f"offer any {menu} until {self.condition(s, 1)}"],
                lambda: [f"offer {menu}"],
            ]
        return self.one(*ways)()

    # ---- the whole -----------------------------------------------------------------------------------------------

    def processes(self):
        made = []
        with self.calmly():
            for n in range(2):
                made += [f"to calm{n}(k: 0..9, m: mole or none)", *self.lines({"k": "number"}, 3, 1)]
                self.calms = (*self.calms, f"calm{n}")
        if self.odds(2):
            made += [
                "menu asides always",
                f"action aside({self.fresh()} in heap) in asides",
                "    require points > 1",
                f"    cost {self.one(*MANY)} points",
                "    lose 1 point",
                *self.lines({}, 0, 1),
            ]
        return [*made, *super().processes()]

    def whole(self):
        text = re.sub(r"\bcell\((?!yard)", "cell(place, ", super().whole()).replace("1000000000", "99")
        yard = YARD.replace("3 by 3", self.one("3 by 3", "3 by 3", "3 round by 3", "4 round by 3 round"))
        for before, more in (("board place of", yard), ("    passage keeps used", "    keeps frost: -9..9\n")):
            text = text.replace(before, more + before, 1)
        return outspoken(text)
