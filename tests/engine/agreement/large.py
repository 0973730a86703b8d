"""Rules at the limits of what may be, written so that as Python they would be far larger than they are."""

HEAD = """ruleset large 1.0 "Large"
    language 1

kind ware
    | ware  |
    | flint |
    | jade  |

kind eight
    | eight |
EIGHT

game
    keeps level: 0..1000000000
    keeps chest: bag of ware
FIELDS

players mole 2..16
    keeps points: 0..9
    keeps pouch: bag of ware

menu deeds

action rest in deeds
    set points = 1

menu more

scoring
    score points = points
    highest total wins
""".replace("EIGHT", "\n".join(f"    | e{n} |" for n in range(8))).replace(
    "FIELDS", "\n".join(f"    keeps s{n}: 0..9" for n in range(700))
)
LISTED = """
to play
    offer deeds
    gain 1 flint, 2 jade in pouch
    gain 9 jade in chest
    offer more
    offer deeds
"""


def lines(count, line):
    """Lines with their number for `{n}`, the next for `{m}`, and numbers from 0 to 8 for `{k}`."""
    return "\n".join(line.format(n=n, m=n + 1, k=n % 9) for n in range(count))


def tested(condition, before=""):
    """A play in which a condition is asked."""
    return f"{before}\nto play\n    offer deeds\n    if {condition}\n        gain 1 point\n    offer deeds\n"


def nested(head, count, last):
    """Blocks within blocks."""
    return (
        "".join(f"{'    ' * (n + 1)}{head.format(n=n, k=n % 3)}\n" for n in range(count))
        + "    " * (count + 1)
        + last
        + "\n    offer deeds\n"
    )


EVERY = "points > 0"
for level in range(22):
    EVERY = f"every(y{level} in 0..0 where {EVERY}: y{level} >= 0)"
PLAY = "to play\n    offer deeds\n"
LARGE = {
    "definitions that double": tested("d17 > 4", "define d0 = points + 1\n" + lines(17, "define d{m} = d{n} + d{n}")),
    "conditions that double": tested(
        "d10", "define d0 = points > 1\n" + lines(10, "define d{m} = d{n} and d{n} or d{n}")
    ),
    "searches that double": tested(
        "f15(flint)",
        "define f0(x: ware) = x is flint\n"
        + lines(15, "define f{m}(x: ware) = some(y in ware where f{n}(y) or x is y)"),
    ),
    "folds in folds": tested("sum(x in 0..1 where " + EVERY + ": x) > 0"),
    "choices of constants": "action big("
    + ", ".join(f"a{n} in eight" for n in range(5))
    + ") in more\n    require a0 is e1 and a4 is e3\n    gain 1 point\n"
    + LISTED,
    "choices of two": "action big("
    + ", ".join(f"a{n} in ware" for n in range(14))
    + ") in more\n    require a0 is jade and a9 is flint and a13 is jade\n"
    + LISTED,
    "more parameters than loops": "action big("
    + ", ".join(f"a{n} in 0..{n % 2}" for n in range(17))
    + ") in more\n    require a1 is 1 and a15 is 0\n"
    + LISTED,
    "more loops than Python nests": "action big("
    + ", ".join(f"a{n} in chest" for n in range(17))
    + ") in more\n    require a1 is jade\n"
    + LISTED,
    "tables that are dear": "kind grain\n    | grain |\n"
    + lines(10, "    | g{n} |")
    + "\n\nkind sand\n    | sand |\n"
    + lines(150, "    | z{n} |")
    + "\n".join(
        f"\n\nmenu dear{k}\n\naction sift{k}(a in grain, b in grain) in dear{k}\n    require points < 9\n"
        + lines(10, f"    require sum(z in sand where a is not b: {k} + {{n}}) >= points")
        for k in range(10)
    )
    + "\n\nto play\n    offer deeds\n"
    + lines(10, "    offer dear{n}"),
    "hundreds of options": lines(
        400, "action b{n}(x in ware, j in 0..3) in more\n    require points >= {k} and x in pouch and chest[x] > j"
    )
    + LISTED,
    "hundreds of requirements": "action big(x in ware) in more\n"
    + lines(600, "    r{n}: require s{n} + s{n} >= chest[x] - chest[x]")
    + LISTED,
    "hundreds of requirements that search": lines(
        200,
        "define f{n}(x: ware) = sum(y in pouch where y is x: {n}) + sum(z in chest where z is not x: {n}) + points * level + {n} * points",
    )
    + "\naction big(x in ware) in more\n"
    + lines(200, "    r{n}: require f{n}(x) + f{n}(x) >= 0")
    + LISTED,
    "hundreds of parameters": "to many("
    + ", ".join(f"p{n}: 0..9" for n in range(300))
    + ")\n    offer deeds\n    set level = p3 + p299\n    offer deeds\n"
    + PLAY
    + "    many("
    + ", ".join(f"{n % 9}" for n in range(300))
    + ")\n",
    "conditions in conditions": PLAY + nested("if points < {k} + 7", 18, "gain 1 point"),
    "loops in loops": PLAY + nested("for each x{n} in 0..0", 17, "gain 1 point"),
    "a long row": PLAY + lines(600, "    set s{k} = s{k} + level\n    set level = level + {k}") + "\n    offer deeds\n",
    "a long row of conditions": PLAY
    + lines(400, "    if points > {k}\n        set level = level + {k}\n    otherwise\n        lose 1 point")
    + "\n    offer deeds\n",
    "a long row of decisions": PLAY
    + lines(
        200,
        "    if points > {k}\n        may\n            gain {k} points\n    otherwise\n        may\n            lose 1 point",
    ),
    "a long loop": PLAY
    + "    repeat 2 times\n"
    + lines(350, "        set s{k} = s{k} + level")
    + "\n    offer deeds\n",
    "a long process": "to long\n"
    + lines(350, "    set s{k} = s{k} + {k}")
    + "\n"
    + PLAY
    + "    long\n    repeat 2 times\n        long\n    offer deeds\n",
    "menus offered often": lines(120, "action b{n}(x in ware) in more\n    require points >= {k} and x in pouch")
    + "\n"
    + PLAY
    + "    gain 1 jade in pouch\n"
    + "    offer more\n" * 20,
}
"""Rules by what they try."""
