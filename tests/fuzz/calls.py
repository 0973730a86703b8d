"""Small rulesets made at random in which players who are not asked may act, and the host."""

from tests.fuzz.hands import Hands

CALLS = """menu calls always for each team{where}
menu clock always for each team where called < 2 internal
menu ending always internal
action idle in calls
    set shown = shown
action call(x in card) in calls
    own: require {own}
{deeds}
action leave in calls
    require not gone
    set gone = yes
action run_out in clock
    set called = called + 1
{more}
action close in ending
    finish
"""
KEPT = "    keeps gone: yes_no\n    keeps called: 0..9\n"
DEEDS = (
    "gain up to 1 point",
    "set called = 1",
    "move all from table to hand",
    "set goal = none",
    "set shown = 2",
    "set cell(place, 0, 0).flag = 3",
    "if points > 2\n        finish",
    "for each t in team\n        as t\n            gain up to 1 point",
)
WHERES = ("", " where not gone", " where points < 5", " where called < 3 and not gone")
LOOPS = (
    "each team where not gone",
    "repeat each team where not gone until shown is 2",
    "each team until called > 0",
    "repeat until shown is 2 or called > 0",
    "repeat 2 times",
    "as first(t in team where not t.gone)",
    "for each t in team",
)
OFFERS = ("deeds", "deeds or none", "any deeds or stop", "any deeds or stop until called > 0", "any deeds once or stop")


class Calls(Hands):
    """Rules whose play goes round in loops within loops, over two processes, while anybody may call."""

    def text(self, offers=True):
        """The rules of hands, then loops with a round of their own, and all that may be done beside."""
        lines = [f"    {self.rng.choice(DEEDS)}\n" for _ in range(self.rng.randint(1, 3))]
        own = self.rng.choice(("points < 4", "size(hand) < 3", "shown < 5"))
        where, more = self.rng.choice(WHERES), f"    {self.rng.choice(DEEDS)}"
        calls = CALLS.format(where=where, own=own, deeds="".join(lines).rstrip("\n"), more=more)
        before = super().text(offers).replace("language 1", "language 2").replace("game\n", KEPT + "game\n", 1)
        before = (
            before.replace("lose 1", "lose up to 1").replace("gain 1", "gain up to 1").replace("move 1", "move up to 1")
        )
        loops = f"    rounds\nto rounds\n{self.loops(1, 3)}\nto turns\n{self.loops(1, 1)}\n"
        return before + loops + calls

    def loops(self, level, deep):
        """Loops within each other, with a decision, and a call of the other process where there is room."""
        lines, rng = [], self.rng
        for _ in range(rng.randint(1, deep)):
            lines.append(f"{'    ' * level}{rng.choice(LOOPS)}")
            level += 1
        indent = "    " * level
        lines.append(f"{indent}offer {rng.choice(OFFERS)}")
        lines += [f"{indent}turns"] * (deep > 1)
        return "\n".join([*lines, f"{indent}gain up to 1 shown"])
