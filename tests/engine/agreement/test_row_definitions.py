"""Definitions that stand below rows: whichever rows have one, every engine asks the row at hand, as a table by hand says."""

import random

import pytest
from tests.engine.agreement.engines import begin_on, codes_in

import cavewright as cw

HEAD = """ruleset stalls 1.0 "Stalls"
    language 2

kind good
    | good  |
    | apple |
    | honey |

"""
REST = """
players farmer 1..2
    keeps at: stall or none
    keeps had: -9..99
    keeps token: good or none

menu day

to play
    each farmer
        repeat {many} times
            offer day
        look

action go(to s in stall) in day
    set at = s
    look

to look
    gain up to (at.worth(had) + 2) had
    set had = had + 1 if at.shut otherwise had
    set token = at.best

scoring
    score had = had
    highest total wins
"""


def rules_of(kind, many):
    """Rules with as many rows, of which some have definitions; and for each row what these say of it."""
    rows, meant = [], []
    for number in range(many):
        worth, shut, best = (kind.choice((None, given)) for given in (number - 1, number % 5, number % 2))
        rows.append(f"    | s{number} | {number} |")
        rows += [f"        define worth(n: 0..99) = {worth} + remainder(n, 3) - size"] * (worth is not None)
        rows += [f"        define shut = had > {shut}"] * (shut is not None)
        rows += [f"        define best = {('apple', 'honey')[best or 0]}"] * (best is not None)
        meant.append((worth, shut, best))
    text = "\n".join(rows).replace(" - size", "")
    # each is given by a row at least, or nobody could ask for it
    text += (
        "\n    | last | 0 |\n        define worth(n: 0..99) = 1\n        define shut = yes\n        define best = honey"
    )
    kind_ = f'kind stall "Where things are sold."\n    | stall | size: 0..99 |\n{text}\n'
    return HEAD + kind_ + REST.format(many=many + 1), [*meant, (1, -1, 1)]


def look(meant, had, row):
    """What is had after a look, by hand."""
    worth, shut, best = (None, None, None) if row is None else meant[row]
    gained = 0 if worth is None else 1 if row == len(meant) - 1 else worth + had % 3
    had = min(99, had + gained + 2)
    return (had + 1 if shut is not None and had > shut else had), best


@pytest.mark.parametrize("engine", ["interpreter", "python", "wasm", pytest.param("c", marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [1, *(pytest.param(each, marks=pytest.mark.long) for each in range(2, 12))])
def test_the_row_at_hand_is_asked(engine, seed):
    kind = random.Random(seed)
    rules, meant = rules_of(kind, kind.choice((1, 2, 5, 11)))
    state = begin_on(engine, rules, 1)
    had, rows = 0, [*range(len(meant))]
    kind.shuffle(rows)
    for row in rows:
        word = "last" if row == len(meant) - 1 else f"s{row}"
        state = state.apply(f"go to {word}")
        had, best = look(meant, had, row)
        player = state.view(0).players[0].values if not state.is_terminal else None
        if player is not None:
            assert (player["had"], player["token"]) == (had, None if best is None else ("apple", "honey")[best]), word
    assert list(state.returns()) == [look(meant, had, row)[0]]


def test_a_row_that_is_none_has_nothing():
    rules = (
        HEAD + "kind stall\n    | stall |\n    | inn |\n        define shut = yes\n        define worth(n: 0..99) = 4\n"
    )
    rules += "        define best = honey\n" + REST.format(many=1)
    assert list(
        begin_on("python", rules.replace("            offer day\n", "            set had = 0\n"), 1).returns()
    ) == [2]


def test_a_tile_is_asked_of_its_place():
    rules = """ruleset tiles 1.0 "Tiles"
    language 2

kind tile
    | tile | open: set of side |
    | pit  | n                 |
        define deep = depth > 2
        define worth(n: 0..9) = n + depth
    | hut  | n                 |

players digger 1..1
    keeps here: place or none

game
    keeps depth: 0..9 = 3

board place of tile by open
    grid growing

to play
    each digger
        lay pit at cell(0, 0) turned pit.open
        set here = cell(0, 0)
        set depth = here.worth(4) if here.deep otherwise 0

scoring
    score depth = depth
    highest total wins
"""
    for engine in ("interpreter", "python"):
        assert list(begin_on(engine, rules, 1).returns()) == [7]


WRONG = {
    "two types": ("define worth(n: 0..99) = yes", "C0401"),
    "other values": ("define worth = 4", "C0404"),
    "asked with too few": ("define more = first.worth", "C0404"),
    "twice": ("define worth(n: 0..99) = 1\n        define worth(n: 0..99) = 1", "C0214"),
    "a column's name": ("define size = 4", "C0202"),
    "by itself": ("define best = inn.best", "C0501"),
    "no value": ("define many = frontier", "C0203"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_refused(case):
    line, code = WRONG[case]
    kind = "kind stall\n    | stall | size: 0..9 |\n    | first | 1 |\n        define worth(n: 0..99) = 4\n        define shut = no\n"
    kind += f"        define best = apple\n    | inn | 1 |\n        {line}\n"
    assert code in codes_in(HEAD + kind + REST.format(many=1))


def test_a_secret_row_is_not_told_by_what_it_defines():
    kind = "kind stall\n    | stall |\n    | inn |\n        define worth(n: 0..99) = 4\n        define best = apple\n        define shut = yes\n    | pub |\n"
    rules = HEAD + kind + REST.format(many=1)
    assert codes_in(rules) == []
    assert "C0524" in codes_in(rules.replace("keeps at: stall or none", "keeps at: stall or none hidden"))
    unasked = rules.replace("keeps at: stall or none", "keeps at: stall or none hidden")
    for line in (
        "    gain up to (at.worth(had) + 2) had\n",
        "    set had = had + 1 if at.shut otherwise had\n",
    ):
        assert "C0524" in codes_in(unasked)
        unasked = unasked.replace(line, "")
    assert codes_in(unasked) == []


def test_an_example_asks_rows():
    kind = "kind stall\n    | stall |\n    | inn |\n        define worth(n: 0..99) = n + 4\n        define best = apple\n        define shut = had > 3\n    | pub |\n"
    rules = (
        HEAD
        + kind
        + REST.format(many=1)
        + """
example rows
    | farmer | had |
    | Ann    | 4   |
    begin play
    then inn.worth(5) is 9 and pub.worth(5) is 0
    then inn.best is apple and pub.best is none
    then not pub.shut
"""
    )
    [found] = cw.run_examples(cw.load_rules({"stalls.cave": rules}))
    assert found.ok, found
