"""Small rulesets made at random in which conditions of choices have ranks, things are chosen again and again, and offers say
what is done where nothing of them is possible."""

from tests.fuzz.hands import Hands

RANKS = ("{0}.v > 1", "{0} is not ace", "table[{0}] is 0", "{0}.v is 2", "points > 1", "size(table) > 2")
LINES = {
    "hand": ("move up to 1 {0} from hand to table", "move 1 {0} from hand to purse"),
    "table": ("move up to 1 {0} from table to hand", "move 1 {0} from table to deck"),
    "card": ("gain up to 1 {0} in table", "gain up to 1 shown"),
}
ENDS = ("shown > 4", "points > 3", "size(table) > 4")


class Choosing(Hands):
    """Rules of hands with choices of all sorts."""

    def text(self, offers=True):
        """A ruleset of language 2."""
        text = super().text(offers).replace("language 1", "language 2")
        for verb in ("lose", "gain", "move"):
            text = text.replace(f"{verb} 1 ", f"{verb} up to 1 ")
        return text

    def line(self, level, deep, offers, names):
        """A line, in one of three cases a choice of these sorts."""
        if not deep or self.rng.random() > 0.35:
            return super().line(level, deep, offers, names)
        if offers and self.rng.random() < 0.4:
            return self.offer(level, deep, names)
        return self.choice(level, deep, offers, names)

    def below(self, level, deep, offers, names):
        """What is done otherwise; nothing half of the time."""
        if self.rng.random() < 0.5:
            return ""
        return f"{'    ' * level}otherwise\n{self.block(level + 1, deep - 1, offers, names)}"

    def choice(self, level, deep, offers, names):
        """A choice of a card, by ranks or not, once or again and again."""
        rng, indent, x = self.rng, "    " * level, self.name("x")
        ranks = [rng.choice(RANKS).format(x) for _ in range(rng.randint(0, 3))]
        if ranks and rng.random() < 0.5:
            ranks.append("any")
        where = f" where {' otherwise '.join(ranks)}" if ranks and ranks != ["any"] else ""
        again, domain = rng.random() < 0.6, rng.choice([*LINES])
        once, stop = again and rng.random() < 0.4, again and rng.random() < 0.3
        once |= again and not stop and domain == "card"
        until = f" until {rng.choice(ENDS)}" if again and rng.random() < 0.3 else ""
        reveals = " reveals" if rng.random() < (0.8 if domain == "hand" else 0.2) else ""
        first = f"{indent}{x}: choose{' any' * again} {x} in {domain}{where}"
        first += f"{' once' * once}{' or stop' * stop}{until}{reveals}\n"
        own = f"{indent}    {rng.choice(LINES[domain]).format(x)}\n"
        more = self.block(level + 1, deep - 1, offers, (*names, x)) if rng.random() < 0.4 else ""
        return first + own + more + ("" if stop else self.below(level, deep, offers, names))

    def offer(self, level, deep, names):
        """An offer of a menu, or of what stands below it, with something that is done otherwise."""
        rng, indent = self.rng, "    " * level
        again = rng.random() < 0.5
        once = " once" * (again and rng.random() < 0.4)
        until = f" until {rng.choice(ENDS)}" if again and rng.random() < 0.3 else ""
        menu, own = " deeds", ""
        if rng.random() < 0.5:
            menu = ""
            keys = [self.name("k") for _ in range(2)]
            own = "".join(
                f"{indent}    action {key}\n{indent}        require {self.condition()}\n{indent}        gain up to 1 shown\n"
                for key in keys
            )
        reveals = " reveals" if rng.random() < 0.3 else ""
        return f"{indent}offer{' any' * again}{menu}{once}{until}{reveals}\n{own}{self.below(level, deep, True, names)}"
