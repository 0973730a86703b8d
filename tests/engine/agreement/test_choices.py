"""Choices by ranks, choices that are made again and again, and offers of which nothing is possible: every engine lists what a few
lines of Python list."""

import random
from functools import cache

import pytest
from tests.engine.agreement.engines import load_on

import cavewright as cw

ENGINES = ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)]
CHOICES = """ruleset choices 1.0 "Choices"
    language 2

players player 1..1
    keeps past: 0..9999

game
    keeps left: set of 1..5
    keeps none_left: 0..9

to play
    choose seed in 0..31
        for each n in 1..5 where remainder(seed / (16 if n is 5 otherwise 8 if n is 4 otherwise 4 if n is 3 otherwise 2 if n is 2 otherwise 1), 2) is 1
            set left[n] = yes
    pick: choose {any}k in left{where}{once}{stop}{until}
        set past = remainder(past * 6 + k, 1000)
        {does}
    {otherwise}

scoring
    score past = past + 1000 * none_left
    highest total wins
"""
RANKS = {
    "": [lambda k, left: True],
    " where k > 2": [lambda k, left: k > 2],
    " where k > 3 otherwise k is 2": [lambda k, left: k > 3, lambda k, left: k == 2],
    " where k < 2 otherwise any": [lambda k, left: k < 2, lambda k, left: True],
    " where k is 3 otherwise k + 1 in left otherwise k is 1": [
        lambda k, left: k == 3,
        lambda k, left: k + 1 in left,
        lambda k, left: k == 1,
    ],
    " where k is 4 otherwise k < 3 otherwise any": [
        lambda k, left: k == 4,
        lambda k, left: k < 3,
        lambda k, left: True,
    ],
}
FORMS = [
    "",
    "any taken",
    "any once",
    "any once stop",
    "any taken until",
    "any once until",
    "any taken otherwise",
    "any once otherwise",
    "otherwise",
]
"""Once, or again and again: what is chosen is `taken` away, or chosen `once`."""


@cache
def game_of(engine, where, form):
    words = form.split()
    rules = CHOICES.format(
        any="any " * ("any" in words),
        where=where,
        once=" once" * ("once" in words),
        stop=" or stop" * ("stop" in words),
        until=" until past > 9" * ("until" in words),
        does="set left[k] = no" if "taken" in words else "gain 0 past",
        otherwise="otherwise\n        set none_left = 7" if "otherwise" in words else "",
    )
    return load_on(engine, rules, 1)


class Reckoned:
    """The same choice, reckoned in Python: what is possible, and the scores at the end."""

    def __init__(self, where, form, seed):
        self.ranks, self.words = RANKS[where], form.split()
        self.left = {n for n in range(1, 6) if seed >> n - 1 & 1}
        self.past, self.chosen, self.rounds, self.over, self.nothing = 0, set(), 0, False, 0

    def options(self):
        can = sorted(self.left - self.chosen) if "once" in self.words else sorted(self.left)
        found = next(filter(None, ([k for k in can if rank(k, self.left)] for rank in self.ranks)), [])
        if not found and "stop" not in self.words:
            self.nothing = 7 * ("otherwise" in self.words and not self.rounds)
            self.over = True
        return [] if self.over else [*found, *(["done"] if "stop" in self.words else [])]

    def take(self, k):
        if k == "done":
            self.over = True
            return
        self.rounds += 1
        self.past = (self.past * 6 + k) % 1000
        self.chosen.add(k)
        if "taken" in self.words:
            self.left.discard(k)
        self.over = "any" not in self.words or "until" in self.words and self.past > 9

    def score(self):
        return self.past + 1000 * self.nothing


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("where", RANKS)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.gate(0, 17, 20, 29, 44, 47, 60, 71, 77, 80, 92, 110, 125, 131, 140, 149, 153, 161)
def test_things_are_chosen_as_python_reckons(engine, where, form):
    game, rng = game_of(engine, where, form), random.Random(form)
    for seed in range(32):
        state, wanted = game.new_initial_state(1).apply(f"seed {seed}"), Reckoned(where, form, seed)
        while options := wanted.options():
            assert [str(each) for each in state.legal_actions()] == [
                "0: done" if k == "done" else f"0: pick {k}" for k in options
            ]
            chosen = rng.choice(options)
            state = state.apply("done" if chosen == "done" else f"pick {chosen}")
            wanted.take(chosen)
        assert state.is_terminal and list(state.returns()) == [wanted.score()], (seed, state)


OFFERS = """ruleset offers 1.0 "Offers"
    language 2

players player 1..1
    keeps done: 0..99
    keeps other: 0..9

game
    keeps ways: 0..9

to play
    choose begin in 0..3
        set ways = begin
    {offer}
    {below}otherwise
        set other = other + 1
        choose k in 1..2
            set other = other + k
    choose last in 0..0
        gain 1 done

{menu}

scoring
    score done = done * 10 + other
    highest total wins
"""
MENU = """menu moves
action down in moves
    require ways > 0
    set ways = ways - 1
    gain 1 done
action far in moves
    require ways > 1
    set ways = ways - 2
    gain 1 done
"""
INLINE = """    action down
            require ways > 0
            set ways = ways - 1
            gain 1 done
        action far
            require ways > 1
            set ways = ways - 2
            gain 1 done
    """


@pytest.mark.parametrize("way", ["", " any", " any once", " any until", " any once until"])
@pytest.mark.parametrize("place", ["menu", "below"])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.gate(0, 9, 11, 14, 21, 23, 28)
def test_otherwise_is_done_where_nothing_of_an_offer_is_possible(engine, place, way):
    offer = f"offer{' any' * ('any' in way)}{' moves' * (place == 'menu')}{' once' * ('once' in way)}"
    offer += " until done is 1" * ("until" in way)
    rules = OFFERS.format(offer=offer, menu=MENU * (place == "menu"), below=INLINE * (place == "below"))
    game, rng = load_on(engine, rules, 1), random.Random(way)
    for ways in (0, 1, 2, 3, 3, 3):
        state, left, done, chosen = game.new_initial_state(1).apply(f"begin {ways}"), ways, 0, set()
        while options := [
            name for name, n in (("down", 1), ("far", 2)) if left >= n and not ("once" in way and name in chosen)
        ]:
            assert [each.name for each in state.legal_actions()] == options
            name = rng.choice(options)
            state, left, done = state.apply(name), left - (2 if name == "far" else 1), done + 1
            chosen.add(name)
            if "any" not in way or "until" in way:
                break
        other = 0
        if not ways:
            assert [str(each) for each in state.legal_actions()] == ["0: k 1", "0: k 2"]
            state, other = state.apply("k 2"), 3
        assert [str(each) for each in state.legal_actions()] == ["0: last 0"]
        assert list(state.apply("last 0").returns()) == [10 * (done + 1) + other]


@pytest.mark.parametrize(
    "lines, code, said",
    [
        ("offer moves or none\n    otherwise\n        gain 1 done", "C0551", "with `or none` there is always something to choose"),
        ("offer any moves or stop\n    otherwise\n        gain 1 done", "C0551", "with `or stop` there is always something to choose"),
        ("choose any k in 1..3 or stop\n        gain 1 done\n    otherwise\n        gain 1 done", "C0551", "with `or stop`"),
        ("choose k in 1..3 once\n        gain 1 done", "C0552", "`once` is about a choice that is made again and again"),
        ("choose k in 1..3 or stop\n        gain 1 done", "C0552", "`or stop` is about a choice"),
        ("choose k in 1..3 until ways is 1\n        gain 1 done", "C0552", "`until` is about a choice"),
        ("choose any k in 1..3, n in 1..2 once\n        gain 1 done", "C0552", "`once` keeps a set of what was chosen, and no set holds several"),
        ("choose any k in 0..9000 once\n        gain 1 done", "C0552", "`once` keeps a set of what was chosen, and no set holds `0..9000`"),
        ("choose any k in 1..3\n        gain 1 done", "C0509", "nothing in this loop changes what it waits for"),
        ("choose k in 1..3 where k > 1 otherwise done\n        gain 1 done", "C0401", "a condition has to be of type `yes_no`"),
    ],
)  # fmt: skip
def test_what_can_never_be_meant_is_refused(lines, code, said):
    rules = OFFERS.split("    {offer}")[0] + f"    {lines}\n\n{MENU}\n" + OFFERS[OFFERS.index("scoring") :]
    with pytest.raises(cw.RulesetError) as found:
        cw.load_rules({"offers.cave": rules})
    errors = [each for each in found.value.diagnostics if each.severity == "error"]
    assert [each.code for each in errors] == [code] and errors[0].message.startswith(said)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.gate("interpreter", "wasm")
def test_what_was_chosen_counts_for_one_time(engine):
    rules = CHOICES.format(any="any ", where="", once=" once", stop="", until="", does="gain 0 past", otherwise="")
    before, line, behind = rules.partition("    pick:")
    body, scoring, rest = behind.partition("\nscoring")
    body = line + body
    rules = (
        before
        + "    repeat 2 times\n"
        + "".join(f"    {each}\n" for each in body.rstrip().splitlines())
        + scoring
        + rest
    )
    state = load_on(engine, rules, 1).new_initial_state(1).apply("seed 3")
    for left in (["1", "2"], ["2"], ["1", "2"], ["2"]):
        assert [str(each) for each in state.legal_actions()] == [f"0: pick {each}" for each in left]
        state = state.apply(f"pick {left[0]}")
    assert state.is_terminal


def test_what_is_chosen_again_and_again_is_of_language_2():
    rules = CHOICES.format(any="any ", where="", once=" once", stop="", until="", does="gain 0 past", otherwise="")
    with pytest.raises(cw.RulesetError) as found:
        cw.load_rules({"choices.cave": rules.replace("language 2", "language 1")})
    assert [(each.code, each.message) for each in found.value.diagnostics if each.severity == "error"] == [
        ("C0319", "`choose any` is a word of language 2")
    ]
