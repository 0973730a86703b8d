"""Rulesets that ask for much: of a score, a passage, a view, an option, a repacking, a trial. Each comes with small and large numbers."""

from collections.abc import Iterator

HEAD = """ruleset heavy 1.0 "Heavy"
    language 1

{before}
players team 1..{players}
    keeps points: 0..1000000
    keeps level: 0..1000000000
{keeps}
menu deeds

to play
{setup}
    offer any deeds

action score in deeds
    gain 1 point

{rules}
scoring
    score points = points
{scores}
    highest total wins
"""
NESTED = "sum(x in 1..{a}: sum(y in 1..{b}: x * y + level))"


def file(
    rules: str = "", scores: str = "", before: str = "", keeps: str = "", setup: str = "", players: int = 4
) -> str:
    """A ruleset of some parts."""
    return HEAD.format(rules=rules, scores=scores, before=before, keeps=keeps, setup=setup, players=players)


def coins(many: int, more: str = "", column: str = "") -> str:
    """A kind of so many pieces."""
    value = " | 1" if column else ""
    return (
        "kind coin\n" + more + f"    | coin{column} |\n" + "".join(f"    | c{n}{value} |\n" for n in range(many)) + "\n"
    )


def scored() -> Iterator[tuple[str, str]]:
    """What is counted at the end."""
    for lines, a, b, players in (
        (1, 390, 280, 16),
        (9, 390, 280, 2),
        (40, 100, 100, 4),
        (3, 20, 20, 16),
        (800, 30, 30, 16),
        (60, 30, 30, 2),
    ):
        line = NESTED.format(a=a, b=b)
        yield (
            f"scores {lines} {a} {b} {players}",
            file(scores="\n".join(f"    score s{n} = {line}" for n in range(lines)), players=players),
        )
    for a in (300, 30):
        inner = NESTED.format(a=a, b=a)
        yield f"among {a}", file(scores=f"    among {inner} >= 0", players=16)
        yield f"least {a}", file(scores=f"    least {inner}", players=16)
        yield (
            f"ties {a}",
            file(scores="").replace(
                "highest total wins", "highest total wins\n" + "\n".join(f"    then highest {inner}" for _ in range(9))
            ),
        )
        yield f"advice {a}", file(rules=f"advice = {inner} + {inner}\n")
        yield (
            f"ranked {a}",
            file(
                rules=f"ranking prize(c: coin) by {inner}\n    | prize | place: 1..9 | level: 1..9 | points: 0..9 |\n    | first | 1 | 1 | 3 |\n\n",
                scores="    score r = prize(c1)",
                before=coins(3),
                players=16,
            ),
        )


def asked() -> Iterator[tuple[str, str]]:
    """What is asked of boards."""
    for size, a in ((50, 200), (50, 12), (20, 30), (8, 100), (50, 1)):
        inner = NESTED.format(a=a, b=a)
        yield (
            f"passages {size} {a}",
            file(rules=f"board square\n    grid {size} by {size}\n    keeps h: 0..9\n    passage where {inner} >= 0\n"),
        )
    for a in (100, 5):
        inner = NESTED.format(a=a, b=a)
        yield (
            f"ways {a}",
            file(
                keeps="    keeps here: square = a1",
                rules="board square\n    grid 30 by 30\n    keeps h: 0..9\n"
                f"action go(there in reach(here where it.h + {inner} >= 0)) in deeds\n    set here = there\n",
            ),
        )
        yield (
            f"reasons {a}",
            file(
                rules=f"action go(n in 1..50) in deeds\n    require {' and '.join([f'{inner} >= 0'] * 60)} and n > 50\n    gain 1 point\n"
            ),
        )


def shown() -> Iterator[tuple[str, str]]:
    """What a view shows, and what a position holds."""
    for rows, high in ((4_000, 4_095), (1_000, 1_000), (200, 4_095)):
        yield (
            f"sets {rows} {high}",
            file(
                before=coins(rows, f"    keeps s: set of 0..{high}\n"),
                rules="action mark(c in coin) in deeds\n    set c.s[3] = yes\n",
            ),
        )
    for rows in (4_000, 300):
        yield (
            f"bags {rows}",
            file(
                before=coins(rows),
                keeps="    keeps bag: bag of coin",
                rules="action take in deeds\n    gain 9 c1 in bag\n",
            ),
        )


def noted() -> Iterator[tuple[str, str]]:
    """Steps with many effects."""
    for outer, inner in ((900, 900), (100, 100), (9, 9)):
        yield (
            f"effects {outer} {inner}",
            file(
                rules=f"action work in deeds\n    repeat {outer} times\n        for each x in 1..{inner}\n            set level = x\n"
            ),
        )
    for times in (900, 20):
        yield (
            f"effects of all {times}",
            file(
                before=coins(1000, "    keeps s: 0..9\n"),
                rules=f"action work in deeds\n    repeat {times} times\n        for each c in coin\n            set c.s = 9 - c.s\n",
            ),
        )


def offered() -> Iterator[tuple[str, str]]:
    """Decisions with many options, and options that have to be tried."""
    for a, b in ((900, 900), (100, 100), (300, 300), (9, 9)):
        yield f"options {a} {b}", file(rules=f"action pick(a in 1..{a}, b in 1..{b}) in deeds\n    gain 1 point\n")
        yield (
            f"chosen {a} {b}",
            file(rules=f"action pick in deeds\n    choose a in 1..{a}, b in 1..{b}\n        gain 1 point\n"),
        )
    for a, times in ((1000, 200), (10_000, 90), (100, 400), (30, 30), (900, 1)):
        yield (
            f"tried {a} {times}",
            file(
                rules=f"action dare(a in 1..{a}) in deeds\n    repeat {times} times\n        lose 1 level\n        gain 1 level\n    check: require level + a > 0\n",
                setup="    for each t in team\n        set t.level = 5",
            ),
        )
        yield (
            f"tried in vain {a} {times}",
            file(
                rules=f"action dare(a in 1..{a}) in deeds\n    repeat {times} times\n        gain 1 level\n        lose 1 level\n    check: require level + a < 0\n",
                setup="    for each t in team\n        set t.level = 5",
            ),
        )


def packed() -> Iterator[tuple[str, str]]:
    """Bags that are packed anew."""
    for kinds, amount, room, other in (
        (3, 50_000, "", ""),
        (200, 90, "", ""),
        (50, 900, " holding 40 weight", ""),
        (7, 9, " holding 8 weight", ""),
        (3, 900, "", " holding 500 weight"),
        (600, 50, " holding 1000 weight", " holding 1000 weight"),
        (1_500, 3, " holding 8 weight", ""),
        (9, 400, " holding 90000 weight", " holding 90000 weight"),
    ):
        yield (
            f"packed {kinds} {amount}{room}{other}",
            file(
                before=coins(kinds, "", " | weight: 0..9"),
                keeps=f"    keeps bag: bag of coin{room}\n    keeps box: bag of coin{other}",
                rules="action pack in deeds\n    repack bag with box\n",
                setup=f"    for each t in team\n        for each c in coin\n            gain {amount} c in t.bag\n            gain {amount} c in t.box",
            ),
        )


def laid() -> Iterator[tuple[str, str]]:
    """Boards that grow without an end."""
    for times in (3_000, 200):
        yield (
            f"grown {times}",
            file(
                before="kind tile\n    | tile | open: set of side |\n    | t | n e s w |\n",
                rules=f"""board floor of tile by open
    grid growing
    keeps h: 0..9

action grow in deeds
    if not laid(cell(0, 0))
        lay t at cell(0, 0)
    repeat {times} times
        lay t at first(p in frontier(floor))
""",
            ),
        )


def folders() -> Iterator[tuple[str, str]]:
    """All of them, by name."""
    for group in (scored, asked, shown, noted, offered, packed, laid):
        yield from group()
