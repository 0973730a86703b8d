"""The worst files that can be thought of at the limits of what a ruleset may be: each is a folder, by file name."""

import re

LIMIT = 256 * 1024
HEAD = 'ruleset worst 1.0 "Worst"\n    language 1\n\n'
PLAYERS = "players team {players}\n    keeps points: 0..9\n    keeps level: 0..1000000000\n"
END = "menu deeds\nto play\n    offer any deeds\naction score in deeds\n    gain 1 point\nscoring\n    score points = points\n    highest total wins\n"


def rules(*parts, players="1..16"):
    """A whole ruleset around some declarations."""
    return HEAD + PLAYERS.format(players=players) + END + "\n".join(parts) + "\n"


WORDS = 29_500


def filled(line, size=LIMIT - 3_000, most=0):
    """Lines with their number for `{n}` until the room, or what may be declared or said in it, is used up."""
    most = most or (3_900 if line[0] not in " \t{" else size)
    words = len(re.findall(r'"[^"]*"|\|[^\n]*\||[\w{}-]+|[^\w\s]', line))
    made, used = [], 0
    for n in range(min(most, WORDS // words)):
        made.append(line.format(n=n, m=n + 1))
        used += len(made[-1].encode()) + 1
        if used > size:
            return "\n".join(made[:-1])
    return "\n".join(made)


def some(count, line):
    return "\n".join(line.format(n=n, m=n + 1) for n in range(count))


def long_expression(op, word="points"):
    return rules("define long = " + f" {op} ".join([word] * (WORDS // (len(op.split()) + len(word.split())))))


def nested(word, count, indent=1):
    return (
        "\n".join(" " * (indent * (n + 1)) + word for n in range(count))
        + "\n"
        + " " * (indent * (count + 1))
        + "gain 1 point"
    )


def wide(columns, rows):
    head = "| wide | " + " | ".join(f"c{n}: 0..9" for n in range(columns)) + " |"
    return (
        "kind wide\n    "
        + head
        + "\n"
        + "\n".join(f"    | r{k} | " + " | ".join("1" for _ in range(columns)) + " |" for k in range(rows))
    )


def kind(name, rows):
    return f"kind {name}\n    | {name} | worth: 0..9 |\n" + "\n".join(
        f"    | {name}{n} | {n % 10} |" for n in range(rows)
    )


def csv_of(rows, columns):
    return (
        "many,"
        + ",".join(f"c{n}" for n in range(columns))
        + "\n"
        + "".join(f"r{n}" + ",7" * columns + "\n" for n in range(rows))
    )


def in_csv(columns, data):
    head = " | ".join(f"c{n}: 0..9" for n in range(columns))
    return {"worst.cave": rules(f'kind many\n    | many | {head} |\n    rows "many.csv"'), "many.csv": data}


def texts():
    """Files of one text each."""
    doubled = "define d0 = points + points\n" + some(3_000, "define d{m} = d{n} + d{n}")
    yield from (
        (f"one long {name}", long_expression(op, word))
        for name, op, word in (
            ("sum", "+", "points"),
            ("product", "*", "level"),
            ("condition", "and", "level > 0"),
            ("comparison", "is", "points"),
            ("list", ",", "points"),
        )
    )
    yield "brackets", rules("define deep = " + "(" * (WORDS // 2) + "1" + ")" * (WORDS // 2))
    yield "open brackets", rules("define deep = " + "(" * WORDS)
    yield "more brackets", rules("define deep = " + "(" * (LIMIT - 2_000))
    yield "a hundred brackets often", rules(*(["define deep = " + "(" * 90 + "1" + ")" * 90] * 160))
    yield "sums at their longest", rules(filled("define d{n} = " + " + ".join(["points"] * 99), most=195))
    yield "products of levels", rules(filled("define d{n} = " + " * ".join(["level"] * 99), most=195))
    yield "minuses", rules("define deep = " + "-" * WORDS + "1")
    yield "nots", rules("define deep = " + "not " * WORDS + "yes")
    yield "indexes", rules("define deep = points" + "[1]" * (WORDS // 3))
    yield "attributes", rules("define deep = me" + ".points" * (WORDS // 2))
    yield "otherwises", rules("define deep = " + "1 if yes otherwise " * (WORDS // 4) + "1")
    yield "blocks", rules("to deep\n" + nested("if points > 1", 700))
    yield "allowed blocks", rules(filled("to p{n}\n" + nested("may", 15), most=400))
    yield "long block", rules("to long\n" + filled("    gain {n} points"))
    yield "a line of names", rules("to long\n    " + "x" * (LIMIT - 2_000))
    yield "long names", rules(filled("define " + "n" * 2_000 + "{n} = " + "n" * 2_000 + "{m}"))
    yield "near names", rules(filled("define name{n} = nane{m}"))
    yield "constants in a chain", rules(filled("constant c{n} = c{m}"))
    yield "constants in a long chain", rules(some(3_900, "constant c{n} = c{m} + 1"), "constant c3900 = 1")
    yield "constants in order", rules("constant c0 = 1", some(3_900, "constant c{m} = c{n} + 1"))
    yield "constants that double", rules("constant c0 = 1", some(3_900, "constant c{m} = c{n} + c{n}"))
    yield "constants that square", rules("constant c0 = 9", some(3_900, "constant c{m} = c{n} * c{n}"))
    yield "definitions that double", rules(doubled)
    yield (
        "definitions that double, last first",
        rules(some(3_000, "define d{n} = d{m} + d{m}"), "define d3000 = points"),
    )
    yield "definitions that square", rules("define d0 = level", some(55, "define d{m} = d{n} * d{n}"))
    yield (
        "definitions with values",
        rules("define d0(x: 0..9) = x", some(1_290, "define d{m}(x: 0..9) = d{n}(x) + d{n}(d{n}(x))")),
    )
    yield "conditions that double", rules("define d0 = points > 1", some(2_500, "define d{m} = d{n} and d{n} or d{n}"))
    yield (
        "sums of what doubles",
        rules(
            "kind one\n    | one |\n    | a   |\ndefine d0 = points",
            some(16, "define d{m} = d{n} + d{n}"),
            some(2_000, "define s{n} = sum(x in one: d16 + {n})"),
        ),
    )
    yield "sums in sums", rules("define d0 = 1", some(40, "define d{m} = sum(x in team: d{n})"))
    yield "definitions used often", rules("define d = sum(x in 1..900: x)", filled("define e{n} = d + d + d + d"))
    yield "differences", rules("define d = " + "difference(" * 48 + "points" + ", points)" * 48)
    yield "processes that double", rules("to p0\n    gain 1 point", some(3_000, "to p{m}\n    p{n}\n    p{n}"))
    yield (
        "processes that double, called",
        rules(some(24, "to p{m}\n    p{n}\n    p{n}"), "to p0\n    gain 1 point", "action go in deeds\n    p24"),
    )
    yield (
        "processes that double, many called",
        rules(
            some(19, "to p{m}\n    p{n}\n    p{n}"),
            "to p0\n    set level = points",
            some(900, "action go{n} in deeds\n    p19"),
        ),
    )
    yield (
        "processes in a chain",
        rules(some(3_000, "to p{n}\n    p{m}"), "to p3000\n    gain 1 point", "action go in deeds\n    p0"),
    )
    yield (
        "processes in a chain, last first",
        rules("to p0\n    gain 1 point", some(3_000, "to p{m}\n    p{n}"), "action go in deeds\n    p3000"),
    )
    yield (
        "menus in a chain",
        rules(
            some(1_200, "menu m{n}\naction a{n} in m{n}\n    offer m{m}"),
            "menu m1200\naction last in m1200\n    gain 1 point",
            "action go in deeds\n    offer m0",
        ),
    )
    yield "actions", rules(filled("action a{n} in deeds\n    require points > 1\n    gain 1 point"))
    yield (
        "actions with much to try",
        rules(some(1_500, "action a{n} in deeds\n    repeat 9 times\n        lose 1 point\n    cost 1 point")),
    )
    yield (
        "actions and triggers",
        rules(
            some(1_200, "action a{n} in deeds\n    gain 1 point"), some(300, "whenever a{n}, a{m}\n    gain 1 point")
        ),
    )
    yield (
        "a trigger of all",
        rules(
            some(1_900, "action a{n} in deeds\n    gain 1 point"),
            "whenever " + ", ".join(f"a{n}" for n in range(1_900)) + "\n" + some(8, "    gain {n} points"),
        ),
    )
    yield (
        "many triggers of all",
        rules(
            some(200, "action a{n} in deeds\n    gain 1 point"),
            *(
                f"whenever a{k}, " + ", ".join(f"a{n}" for n in range(200) if n != k) + f"\n    gain {k} points"
                for k in range(70)
            ),
        ),
    )
    yield (
        "menus offered often",
        rules(
            some(1_000, "action a{n} in deeds\n    gain 1 point"),
            "to often\n" + some(19, "    offer deeds"),
            "action more in other\n    often",
            "menu other",
        ),
    )
    yield (
        "currencies in currencies",
        rules("currency c0 = points\n    lose 1 points", some(900, "currency c{m} = points\n    cost 1 c{n}, 1 c{n}")),
    )
    yield (
        "choices of many things",
        rules(kind("ware", 900), "to pick\n    choose x in ware, y in ware, z in ware\n        gain 1 point"),
    )
    yield (
        "loops in loops",
        rules(
            "to loop\n"
            + "\n".join(" " * (n + 1) + "repeat 10000 times" for n in range(18))
            + "\n"
            + " " * 20
            + "gain 1 point"
        ),
    )
    yield (
        "rankings in rankings",
        rules(
            "ranking r0(n: 0..9) by points + n\n    | r0 | place: 1..9 | level: 1..9 | points: 0..9 |\n    | a | 1 | 1 | 1 |",
            some(
                100,
                "ranking r{m}(n: 0..9) by r{n}(n)\n    | r{m} | place: 1..9 | level: 1..9 | points: 0..9 |\n    | a | 1 | 1 | 1 |",
            ),
        ),
    )
    yield "rows", rules("kind many\n    | many | worth: 0..9 |\n" + filled("    | r{n} | 1 |"))
    yield (
        "rows with sets",
        rules(
            kind("ware", 90),
            "kind many\n    | many | wares: set of ware |\n"
            + filled("    | r{n} | " + " ".join(f"ware{n}" for n in range(90)) + " |"),
        ),
    )
    yield "a wide table", rules(wide(200, 150))
    yield "a wider table", rules(wide(14_000, 1))
    yield (
        "options",
        rules(filled('option o{n} = yes "Why?"\n    | choice | text |\n    | yes | "y" |\n    | no | "n" |')),
    )
    yield "kinds", rules(filled("kind k{n}\n    | k{n} |\n    | a{n} |"))
    yield "kinds with the same rows", rules(filled("kind k{n}\n    | k{n} |\n    | a |\n    | b |"), "define which = a")
    yield (
        "boards",
        rules(
            "kind tile\n    | tile | open: set of side |\n    | a | n |",
            filled("board b{n} of tile by open\n    grid growing\n    keeps d: 0..9", most=2_500),
        ),
    )
    yield "sets of numbers", rules("game\n" + filled("    keeps s{n}: set of 0..4095"))
    yield "a set too large", rules("game\n    keeps s: set of 0..4097")
    yield (
        "a set gone through",
        rules("game\n    keeps s: set of 0..4095", "action pick(x in s, y in s, z in s) in deeds\n    gain 1 point"),
    )
    yield (
        "bags",
        HEAD
        + "players team 1..16\n    keeps points: 0..9\n    keeps bag: bag of ware\n    keeps more: bag of ware holding 9 worth\n"
        + END
        + kind("ware", 4_900),
    )
    yield (
        "bags of a thousand",
        HEAD
        + "players team 1..16\n    keeps points: 0..9\n    keeps bag: bag of ware holding 9 worth\n"
        + END
        + kind("ware", 1_100)
        + ("\naction pack in deeds\n    repack bag with bag\naction all in deeds\n    move all from bag to bag\n"),
    )
    yield (
        "ranges to a billion",
        rules(
            "define all = sum(x in 0..1000000000: x)",
            "game\n    keeps n: 0..1000000000",
            "to roll_it\n    roll x in 0..1000000000",
            "action pick(x in 0..1000000000) in deeds\n    gain 1 point",
        ),
    )
    yield (
        "ranges of ranges",
        rules(
            "game\n    keeps n: 0..1000000000 by 7",
            "action pick(x in 0..10000, y in 0..10000) in deeds\n    gain 1 point",
        ),
    )
    yield (
        "examples",
        rules(
            filled(
                "example e{n}\n    | team | points |\n    | Ann | 1 |\n    begin play as Ann\n    when Ann: score\n    then Ann.points is 2"
            )
        ),
    )
    yield "a long example", rules("example e\n    | team | points |\n" + filled("    | Ann{n} | 1 |"))
    yield "comments", rules("# " + "x" * (LIMIT - 2_000))
    yield "blank lines", rules("\n" * (LIMIT - 2_000))
    yield "blanks", rules("constant c =" + " " * (LIMIT - 2_000) + "1")
    yield "one text", rules(f'note n "{"x" * (LIMIT - 2_000)}"')
    yield "ids", rules('note n "x" [' + ", ".join(f"TC-A-{n}" for n in range(21_000)) + "]")
    yield "errors", rules(filled("constant = {n}"))
    yield "unknown names", rules("to err\n" + filled("    set x{n} = y{n}"))
    yield "unclosed texts", rules(filled('constant c{n} = "'))
    yield "tabs and blanks", rules("to x\n" + filled("\t \t gain 1 point\n \t gain 1 point"))
    yield "words", rules("constant " * ((LIMIT - 2_000) // 9))
    yield "letters", "a" * LIMIT
    yield "bars", "|" * LIMIT
    yield "quotes", rules("|" + '"' * WORDS)
    yield "carriage returns", rules("\r" * (LIMIT - 2_000))
    yield "digits", rules("constant c = " + "9" * (LIMIT - 2_000))
    yield "hyphens", rules("constant c = a" + "-a" * ((LIMIT - 2_000) // 2))
    yield "ids that do not end", rules('unit m "m" [A-' + "A-" * ((LIMIT - 2_000) // 2))
    yield "sayings", rules("example e\n    when " + "a " * WORDS)
    yield "labels", rules("to x\n    " + "a: " * (WORDS // 2) + "finish")
    yield "folds in folds", rules("define f = " + "".join(f"sum(x{n} in team: " for n in range(48)) + "1" + ")" * 48)
    yield (
        "rankings with rows",
        rules(
            "ranking r(n: 0..9) by points\n    | r | place: 1..9 | level: 1..9 | points: 0..9 |\n"
            + filled("    | a{n} | 1 | 1 | 1 |")
        ),
    )
    yield "requirements", rules("action a in deeds\n" + filled("    r{n}: require points > {n}"))
    yield (
        "requirements alike",
        rules("action a in deeds\n" + filled("    r{n}: require points > 1 and level > 2 or points is 3")),
    )
    yield (
        "loops without end",
        rules("to x\n" + filled("    repeat until points > 8\n        may\n            gain 1 point")),
    )


def folders():
    """All of them, by what they try."""
    yield from ((name, {"worst.cave": text}) for name, text in texts())
    yield "rows of a file", in_csv(1, csv_of(4_900, 1))
    yield (
        "tables of files",
        {
            "worst.cave": rules(*(f'kind k{n}\n    | k{n} | c: 0..9 |\n    rows "t{n}.csv"' for n in range(20))),
            **{f"t{n}.csv": f"k{n},c\n" + "".join(f"r{n}x{k},7\n" for k in range(4_900)) for n in range(20)},
        },
    )
    yield "too many rows of a file", in_csv(1, csv_of(60_000, 1))
    yield "columns of a file", in_csv(60, csv_of(4_900, 60))
    yield "a line of a file", in_csv(1, "many,c0\n" + "a," * 400_000)
    yield "a quote that does not end", in_csv(1, 'many,c0\n"' + "a\n" * 400_000)
    yield "cells of a file", in_csv(1, "many,c0\n" + "r,1,\n" * 180_000)
    yield "a cell of a file", in_csv(1, "many,c0\nr," + "9" * 900_000)
    yield "bytes of zero", in_csv(1, "\0" * 1_000_000)
    yield (
        "overlay of changes",
        {
            "worst.cave": rules(some(1_900, "constant c{n} = 1")),
            "over.cave": OVER + filled("change c{n}: 1 to 2", most=1_900),
        },
    )
    yield "overlay of additions", {"worst.cave": rules(), "over.cave": OVER + filled("add menu m{n}", most=1_950)}
    yield (
        "overlay of one amendment",
        {
            "worst.cave": rules(),
            "over.cave": OVER + "amend action score\n" + filled("    add a{n}: require points > {n}", most=1_950),
        },
    )
    yield (
        "overlay of stale edits",
        {
            "worst.cave": rules("to x\n" + filled("    a{n}: gain {n} points", most=2_500)),
            "over.cave": OVER + "amend to x\n" + filled("    change a{n}: gain {m} points to gain 1 point", most=1_600),
        },
    )
    yield (
        "overlay of drops",
        {
            "worst.cave": rules("to x\n" + filled("    a{n}: gain {n} points", most=3_000)),
            "over.cave": OVER + "amend to x\n" + filled("    drop a{n}: gain {n} points", most=1_950),
        },
    )


OVER = 'overlay over 1.0 "Over"\n    language 1\n    extends worst ^1.0\n\n'
