"""Rules made by chance whose work differs widely from one position to another: searches, loops within loops, options that are tried out."""

HEAD = """ruleset toil 1.0 "Toil"
    language 1

constant across = {size}

players worker 2..2
    keeps gold: 0..99

board field
    grid across by across
    keeps crop: 0..3
    keeps of: worker or none

define near(f: field) = count(g in neighbours(f) where g.crop is f.crop)
define group(f: field) = count(g in reach(f where it.of is f.of))
define busy(n: 1..9) = some(f in field where f.crop > 1 and near(f) >= n)
define grown = sum(f in field: f.crop)
define crowd(f: field) = some(g in reach(f where it.of is f.of) where group(g) > 2 and near(g) > 0)

menu toil

to sow(f: field)
    require near(f) < 3
    set f.crop = 2
    require group(f) < 9

to play
    each worker from first(w in worker)
        choose wage in 0..2
            gain wage gold
    repeat {rounds} times
        each worker from first(w in worker)
            offer toil
    finish

scoring
    score gold = gold
    highest total wins
"""
CONDITIONS = (
    "near(a) < {n}",
    "group(a) < {m}",
    "not busy({n})",
    "every(f in field where f.of is me: near(f) < 4)",
    "some(f in reach(a where it.crop < {n}) where f.of is not me)",
    "count(f in field where f.of is me and group(f) > {n}) < {m}",
    "distance(a, b where it.crop < 3) > {n} or b.crop is 0",
    "sum(f in neighbours(b): group(f)) < {m}",
    "most(f in field where f.of is a.of: group(f)) < {m} or least(f in field: near(f)) > {n}",
    "first(f in field where near(f) > {n}) is not a",
    "not crowd(b)",
    "possible(sow(a)) or near(b) < {n}",
    "some(f in neighbours(b) where possible(sow(f)) and after(sow(f): grown) > {m})",
    "after(sow(b): group(a) + near(b)) < {m}",
)
EFFECTS = (
    "set a.crop = {n}",
    "set a.of = me",
    "set b.of = me",
    "for each f in neighbours(a) where near(f) > 0\n        set f.crop = {n}",
    "for each f in field where f.of is a.of\n        if group(f) > {n}\n            set f.of = none",
    "gain 1 gold",
    "sow(b)",
    "if possible(sow(a))\n        set a.of = first(w in worker where w is not me)",
    "repeat {n} times\n        for each f in reach(b where it.crop is 0)\n            gain 1 gold",
)


def toil(rng):
    """Rules with two or three actions."""
    fill = lambda text: text.format(n=rng.randint(1, 3), m=rng.randint(4, 30))
    actions = []
    for n in range(rng.randint(2, 3)):
        lines = [*rng.sample(EFFECTS, rng.randint(1, 3)), *(f"require {each}" for each in rng.sample(CONDITIONS, 2))]
        rng.shuffle(lines)
        lines = [f"    {fill(each)}" for each in lines]
        actions.append(f"action work{n}(a in field, to b in neighbours(a)) in toil\n" + "\n".join(lines))
    actions.append("action rest in toil\n    gain 1 gold")
    return HEAD.format(size=rng.randint(3, 5), rounds=8) + "\n\n" + "\n\n".join(actions) + "\n"


GLANCES = (
    "both: choose f in field, g in field where f.crop + g.crop is 5\n    gain 1 gold",
    "far: choose f in field where near(f) > {m}\n    gain 1 gold",
    "pairs: choose f in field, g in neighbours(f) where group(g) > 9 * {m}\n    gain 1 gold",
    "mine: choose f in field where group(f) is {n} and f.of is me\n    set f.of = none",
    "offer sights",
)
SIGHTS = """
menu sights

action look(f in field) in sights
    require near(f) > {n}
    set f.crop = {n}
    require group(f) is {n}

action peer(f in field, to g in neighbours(f)) in sights
    require group(f) > {m}
    gain 1 gold
"""


def idle_toil(rng):
    """Rules with decisions that seldom offer anything, several one after another within a step of little other work."""
    fill = lambda text: text.format(n=rng.randint(1, 3), m=rng.randint(4, 30))
    glances = [fill(each) for each in rng.sample(GLANCES, 3)]
    lines = [line for each in glances for line in (f"repeat {rng.randint(1, 4)} times", *indent(each).splitlines())]
    turn = "            offer toil\n"
    head = HEAD.format(size=rng.randint(3, 5), rounds=8).replace(turn, turn + indent("\n".join(lines), 3) + "\n")
    sow = "action plant(f in field) in toil\n    set f.crop = 2\n    set f.of = me"
    return "\n\n".join((head, sow, "action rest in toil\n    gain 1 gold", fill(SIGHTS)))


def indent(text, by=1):
    """Returns lines further to the right."""
    return "\n".join("    " * by + line for line in text.splitlines())
