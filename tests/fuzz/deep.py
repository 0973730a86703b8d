"""Generator of deep rules: every shape by which rules can be long, or nest, each as deep as it may be and still loads."""

from collections.abc import Callable, Iterator

HEAD = """ruleset deep 1.0 "Deep"
    language 1

kind ware
    | ware  | worth: 0..9 |
    | flint | 1           |
    | jade  | 2           |

game
    keeps level: 0..1000000

players mole 2..3
    keeps points: 0..99
    keeps coins: 0..9 = 5
    keeps pouch: bag of ware

menu deeds

action rest in deeds
    gain 1 point

menu works

action work in works
    gain 1 coin

"""
END = """
scoring
    score points = points
{scores}    highest total wins
"""
PLAY = """to play
    repeat 9 times
        each mole from first(m in mole)
            offer deeds
"""
Line = Callable[[int], str]


def rules(*parts: str, play: str = PLAY, scores: str = "") -> str:
    """A ruleset of declarations, a play and lines of scoring."""
    return HEAD + "\n\n".join(parts) + "\n\n" + play + END.format(scores=scores)


def rows(many: int, line: Line, indent: int = 1) -> str:
    """Lines that stand below each other, each made of its number."""
    return "\n".join(f"{'    ' * indent}{part}" for n in range(many) for part in line(n).split("\n"))


def act(body: str, name: str = "big") -> str:
    """An action with a body."""
    return f"action {name} in deeds\n{body}"


def tower(many: int, line: Line, inner: str = "gain 1 point") -> str:
    """Blocks within blocks."""
    made = [f"{'    ' * (n + 1)}{line(n)}" for n in range(many)]
    return "\n".join([*made, "    " * (many + 1) + inner])


def chained(many: int, part: Line, sign: str) -> str:
    """An expression of many parts with a sign between them."""
    return f" {sign} ".join(part(n) for n in range(many))


def wrapped(many: int, before: str, core: str, after: str) -> str:
    """An expression within others."""
    return before * many + core + after * many


def defines(many: int, first: str, line: Line) -> str:
    """Definitions, each of which asks the one before it."""
    return "\n".join([f"define d0 = {first}", *(line(n) for n in range(many))])


def statements(n: int) -> Iterator[tuple[str, str]]:
    """Long rows of statements, in an action and between decisions."""
    bodies: dict[str, Line] = {
        "if": lambda k: f"if points is {k % 99}\n    set points = (points * {k} + coins) / 7",
        "if and otherwise": lambda k: f"if points < {k % 99}\n    set coins = {k % 9}\notherwise\n    lose 1 coin",
        "if with let": lambda k: f"let x{k} = coins + {k}\nif x{k} > {k % 9}\n    set level = x{k}",
        "set": lambda k: f"set level = level + {k % 9}",
        "repeat": lambda k: f"repeat {k % 3} times\n    gain 1 coin",
        "repeat until": lambda k: f"repeat until coins < {1 + k % 8}\n    may\n        lose 1 coin",
        "for each": lambda k: f"for each w in ware where w.worth > {k % 3}\n    gain 1 w in pouch",
        "may": lambda k: f'may "Number {k}?"\n    gain 1 coin',
        "choose": lambda k: (
            f"choose w in ware where w.worth > {k % 3}\n    gain 1 w in pouch\notherwise\n    lose 1 coin"
        ),
        "roll": lambda k: f"roll d{k} in 1..6\nset coins = d{k}",
        "offer": lambda k: "offer works or none",
        "as": lambda k: "as first(m in mole where m is not me)\n    gain 1 coin",
        "each": lambda k: "each mole from first(m in mole)\n    gain 1 coin",
        "lose": lambda k: "lose 1 coin",
        "move": lambda k: "move 1 flint from pouch to pouch" if k % 2 else "gain 1 jade in pouch",
    }
    for name, line in bodies.items():
        many = n if name in ("if", "set", "lose", "if and otherwise") else n // 4
        yield f"row of {name}, acting", rules(act(rows(many, line)))
        yield f"row of {name}, playing", rules(play=PLAY + rows(many, line) + "\n    offer deeds")


def nested(n: int) -> Iterator[tuple[str, str]]:
    """Blocks within blocks, and branches behind each other."""
    heads: dict[str, Line] = {
        "if": lambda k: f"if points < {k + 5}",
        "repeat": lambda k: "repeat 1 times",
        "for each": lambda k: f"for each w{k} in 0..0",
        "may": lambda k: "may",
        "choose": lambda k: f"choose w{k} in ware",
        "as": lambda k: "as first(m in mole where m is not me)",
    }
    for name, head in heads.items():
        yield f"tower of {name}, acting", rules(act(tower(18, head)))
        yield f"tower of {name}, playing", rules(play=PLAY + tower(18, head) + "\n    offer deeds")
    chain = rows(n // 4, lambda k: f"{'otherwise ' if k else ''}if points is {k % 99}\n    set coins = {k % 9}")
    yield "branches", rules(act(chain + "\n    otherwise\n        gain 1 coin"))
    yield "branches, playing", rules(play=PLAY + chain + "\n    offer deeds")
    yield "towers in a row", rules(act("\n".join(tower(15, lambda k: f"if points < {k + 5}") for _ in range(n // 20))))


def expressions(n: int) -> Iterator[tuple[str, str]]:
    """Long and deep expressions, in conditions, values, definitions and scores."""
    made = {
        "and": chained(90, lambda k: f"points < {k + 5}", "and"),
        "or": chained(90, lambda k: f"points is {k}", "or"),
        "and or": chained(45, lambda k: f"points > {k} and coins > {k % 9}", "or"),
        "not": wrapped(90, "not ", "points > 3", ""),
        "in": chained(45, lambda k: f"(flint in pouch or points in 1..{k + 1})", "and"),
        "some": wrapped(14, "some(w in ware where ", "points > 3", ")"),
    }
    numbers = {
        "sum": chained(90, lambda k: "points", "+"),
        "difference": chained(90, lambda k: "coins", "-"),
        "product": chained(60, lambda k: "1", "*"),
        "quotient": chained(
            30, lambda k: "coins", "/"
        ),  # each looks for a divisor of zero first: three levels of the form
        "brackets": wrapped(25, "(", "points", ")"),
        "bracketed sum": wrapped(20, "(coins + ", "1", ")"),
        "minus": wrapped(45, "-", "coins", ""),
        "choices": wrapped(20, "(1 if points > 3 otherwise ", "coins", ")"),
        "functions": wrapped(20, "absolute(", "coins - 3", ")"),
        "folds": wrapped(10, "sum(w in 0..0: ", "coins", ")"),
    }
    for name, text in made.items():
        yield f"expression {name}, asked", rules(act(f"    require {text} or points < 90\n    gain 1 point"))
        yield (
            f"expression {name}, branching",
            rules(play=PLAY + f"    if {text}\n        gain 1 point\n    offer deeds"),
        )
        yield (
            f"expression {name}, row",
            rules(act(rows(max(3, n // 80), lambda k, text=text: f"if {text}\n    gain 1 coin"))),
        )
    for name, text in numbers.items():
        yield f"expression {name}, set", rules(act(f"    set level = absolute({text})"))
        yield f"expression {name}, scored", rules(scores=f"    score more = {text}\n")
        yield f"expression {name}, advised", rules(f"advice = {text}")


def definitions(n: int) -> Iterator[tuple[str, str]]:
    """Things that ask one another in a row."""
    asked = act("    require {0} >= 0\n    set level = {0}\n    gain 1 point")
    lines: dict[str, Line] = {
        "added": lambda k: f"define d{k + 1} = d{k} + 1",
        "long": lambda k: f"define d{k + 1} = d{k} + (coins * {k} + points) / 7 - least(w in ware: w.worth)",
        "folded": lambda k: f"define d{k + 1} = sum(x in 0..0: d{k})",
        "chosen": lambda k: f"define d{k + 1} = d{k} if points > {k % 99} otherwise coins",
    }
    for name, line in lines.items():
        many = {"folded": 55, "long": 35}.get(name, 57)
        yield f"definitions {name}", rules(defines(many, "coins", line), asked.format(f"d{many}"))
        yield f"definitions {name}, scored", rules(defines(many, "coins", line), scores=f"    score more = d{many}\n")
    logic = "\n".join(["define d0 = points > 3", *(f"define d{k + 1} = d{k} and points < {k % 99}" for k in range(57))])
    yield "definitions of conditions", rules(logic, act("    require not d57\n    gain 1 point"))
    given = "\n".join(
        ["define d0(x: 0..9) = x + coins", *(f"define d{k + 1}(x: 0..9) = d{k}(x) + 1" for k in range(57))]
    )
    yield "definitions with values", rules(given, asked.format("d57(3)"))
    mutual = "\n".join(f"to p{k}\n    gain 1 coin\n    p{k + 1}" for k in range(n)) + f"\nto p{n}\n    gain 1 point"
    yield "processes in a chain", rules(mutual, act("    p0"))
    deciding = (
        "\n".join(f"to p{k}\n    may\n        gain 1 coin\n    p{k + 1}" for k in range(n // 4))
        + f"\nto p{n // 4}\n    gain 1 point"
    )
    yield "processes that decide", rules(deciding, act("    p0"))
    yield (
        "processes one after another",
        rules("\n".join(f"to p{k}\n    gain 1 coin" for k in range(n)), act(rows(n, lambda k: f"p{k}"))),
    )
    yield (
        "processes from several places",
        rules("to p\n    gain 1 coin", act(rows(n // 2, lambda k: f"if points is {k % 99}\n    p"))),
    )
    money = "\n".join(
        ["currency c0 = points\n    lose 1 point", *(f"currency c{k + 1} = points\n    cost 1 c{k}" for k in range(38))]
    )
    yield "currencies in a chain", rules(money, act("    cost 1 c38\n    gain 1 coin"))
    menus = "\n".join(f"menu m{k}\naction a{k} in m{k}\n    offer m{k + 1}" for k in range(n // 2))
    yield (
        "menus in a chain",
        rules(menus, f"menu m{n // 2}\naction last in m{n // 2}\n    gain 1 point", act("    offer m0")),
    )
    constants = "\n".join(["constant k0 = 1", *(f"constant k{k + 1} = k{k} + 1" for k in range(n))])
    yield "constants in a chain", rules(constants, act(f"    set level = k{n}"))
    table = "    | r{0} | place: 1..9 | level: 1..9 | points: 0..9 |\n    | a | 1 | 1 | 1 |"
    ranked = "\n".join(f"ranking r{k + 1}(n: 0..9) by r{k}(n)\n" + table.format(k + 1) for k in range(8))
    yield (
        "rankings in rankings",
        rules("ranking r0(n: 0..9) by points + n\n" + table.format(0), ranked, scores="    score more = r8(1)\n"),
    )


def large(n: int) -> Iterator[tuple[str, str]]:
    """Much of everything else."""
    yield "requirements", rules(act(rows(n, lambda k: f"r{k}: require points < {k + 50}") + "\n    gain 1 point"))
    yield (
        "requirements of a parameter",
        rules(
            f"action big(w in ware) in deeds\n{rows(n, lambda k: f'r{k}: require w.worth < {k + 50}')}\n    gain 1 point"
        ),
    )
    yield "parameters", rules(f"action big({', '.join(f'a{k} in 0..0' for k in range(60))}) in deeds\n    gain 1 point")
    yield (
        "lets",
        rules(
            act(rows(n, lambda k: f"let x{k} = {f'x{k - 1}' if k else 'coins'} + 1") + f"\n    set level = x{n - 1}")
        ),
    )
    yield "costs", rules(act(rows(n // 2, lambda k: f"c{k}: cost 1 coin") + "\n    gain 1 point"))
    yield "a long menu", rules(rows(n, lambda k: f"action a{k} in deeds\n    gain {k % 9} points", 0))
    yield (
        "a long menu of values",
        rules(
            rows(
                n // 2,
                lambda k: f"action a{k}(w in ware) in deeds\n    require w in pouch or points < {k}\n    gain 1 point",
                0,
            )
        ),
    )
    yield (
        "a big table",
        rules(
            f"kind many\n    | many | cost: 0..9 |\n{rows(4 * n, lambda k: f'| m{k} | {k % 10} |')}",
            act("    set level = sum(m in many: m.cost)"),
        ),
    )
    yield (
        "a wide table",
        rules(
            "kind wide\n    | wide | "
            + " | ".join(f"c{k}: 0..9" for k in range(60))
            + " |\n"
            + rows(20, lambda k: f"| w{k} | " + " | ".join("1" for _ in range(60)) + " |"),
            act("    set level = sum(w in wide: " + chained(60, lambda k: f"w.c{k}", "+") + ")"),
        ),
    )
    yield "scores", rules(scores=rows(n, lambda k: f"score s{k} = points + {k}") + "\n")
    yield (
        "ties",
        rules().replace(
            "highest total wins", "highest total wins\n" + rows(n // 4, lambda k: f"then highest coins + {k}")
        ),
    )
    yield "advice", rules(*(f"advice a{k} = coins * {k}" for k in range(n // 2)))
    yield (
        "triggers",
        rules(act("    gain 1 point"), *(f"whenever rest as t{k}\n    set coins = {k % 9}" for k in range(n // 4))),
    )
    yield (
        "fields",
        rules(
            "kind one\n    | one |\n    | it  |\n" + rows(n, lambda k: f"keeps f{k}: 0..9"),
            act(rows(n, lambda k: f"set it.f{k} = it.f{k} + 1")),
        ),
    )
    yield (
        "options",
        rules(
            "\n".join(
                f'option o{k} = on\n    | choice | text |\n    | on | "On" |\n    | off | "Off" |'
                for k in range(n // 8)
            ),
            act(rows(n // 8, lambda k: f"if o{k} is on\n    gain 1 coin")),
        ),
    )


def shapes(n: int = 700) -> dict[str, str]:
    """All of them, by name; the long ones are about so long."""
    return {name: text for make in (statements, nested, expressions, definitions, large) for name, text in make(n)}
