"""How much work rules are taken to be at least: pieces that are always too much, and pieces much like them that need not be, put into a small
ruleset."""

import random
from pathlib import Path

import pytest

from cavewright import Match
from cavewright.engine.interpret.interpreter import Interpreter
from cavewright.play.loading.load import load_game, try_load
from cavewright.rules.check.control import in_order
from cavewright.rules.check.cost_limits import StatementCost
from cavewright.rules.check.whole_program import WholeProgram

FRAME = """ruleset dig 1.0 "Dig"
    language 1

kind many
    | many | worth: 0..9 |
{rows}

players team 1..16
    keeps gold: 0..1000000 = 5
    keeps here: square = a1
    keeps seen: set of many

board square
    grid 20 by 20
    keeps dug: yes_no

board cave
    grid growing
    keeps dark: yes_no
    passage keeps long: yes_no

menu deeds

action rest in deeds
    gain 1 gold

to play
{play}

{declarations}

scoring
    score gold = gold
    highest total wins
"""
ROWS = "\n".join(f"    | m{n} | 1 |" for n in range(200))
FEW = "count(x in many where count(y in many where y.worth > 1) > 3)"
"""A number from 0 to 200, found by going through 40,000 things."""

TWICE = """repeat 7000 times
        repeat {n} times
            gain 1 gold
    for each x in %s
        may
            gain 1 gold
    repeat 7000 times
        repeat {n} times
            gain 1 gold"""
OPTION = """
action {name}(a in many, b in many) in deeds
    require count(c in 1..{{n}}) > a.worth + b.worth
    gain 1 gold
"""

CASES = {
    "paid by blocks": (
        "offer deeds",
        """
currency coin = gold
    repeat {n} times
        lose 1 gold
action buy in deeds
    cost 6000 coin
""",
        {900: "C0612", 50: ""},
    ),
    "domains anew for what is bound before": (
        "for each a in many, b in 1..{n} * " + FEW + " where b > 200\n        gain 1 gold",
        "",
        {1: "C0609"},
    ),
    "domains once where nothing is bound before": (
        "for each b in 1.." + FEW + ", a in 1..{n}\n        gain 1 gold",
        "",
        {9000: "", 100: ""},
    ),
    "all at once": (
        "each team at once\n        repeat 10 times\n            repeat {n} times\n                gain 1 gold\n        may\n            gain 1 gold",
        "",
        {9000: "", 10_000: ""},
    ),
    "a loop through what may be nothing": (TWICE % "seen", "", {80: "", 300: "C0612"}),
    "a loop through what is something": (TWICE % "many", "", {80: "", 300: "C0612"}),
    "neighbours by another name": (
        "repeat {n} times\n        gain count(a in around(here) where some(b in around(a) where count(c in around(b)) > 3)) gold",
        """
define around(p: square) = neighbours(p)
""",
        {900: ""},
    ),
    "places that are reached": (
        "repeat {n} times\n        gain count(p in reach(here where not it.dug) where not p.dug) gold",
        "",
        {4000: "", 300: ""},
    ),
    "as many as are wanted": (
        "offer any deeds",
        "".join(OPTION.format(name=name) for name in ("take", "give", "lend", "sell")),
        {30: "", 5: ""},
    ),
    "passages that have a condition": (
        "repeat {n} times\n        gain count(p in neighbours(chamber.a1)) gold",
        """
board chamber
    grid 2 by 2
    passage where count(x in many where count(y in many) > 3) > 3
""",
        {50: "", 10: ""},
    ),
    "first values of every row": (
        "offer deeds",
        """
kind more
    keeps left: 0..1000000 = sum(x in many where count(y in many where count(z in 1..{n}) > 1) > 1: 1)
    | more |
"""
        + "".join(f"    | r{n} |\n" for n in range(8)),
        {8: "C0609", 2: ""},
    ),
    "what is required of every row": (
        "offer deeds",
        """
kind more
    | more |
"""
        + "".join(f"    | r{n} |\n" for n in range(8))
        + """
    require sum(x in many where count(y in many where count(z in 1..{n}) > 1) > 1: 1) > 0
""",
        {8: "C0609", 2: ""},
    ),
}


def codes(play: str, declarations: str, folder: Path) -> set[str]:
    (folder / "dig.cave").write_text(FRAME.format(rows=ROWS, play="    " + play, declarations=declarations), "utf-8")
    return {each.code for each in try_load(folder)[1] if each.severity == "error"}


@pytest.mark.parametrize("name, n", [(name, n) for name, (_, _, wanted) in CASES.items() for n in wanted])
@pytest.mark.gate(
    "domains anew for what is bound before-1",
    "paid by blocks-900",
    "a loop through what may be nothing-300",
    "neighbours by another name-900",
    "as many as are wanted-30",
    "passages that have a condition-50",
    "first values of every row-8",
)
def test_what_is_too_much(name: str, n: int, tmp_path: Path) -> None:
    play, declarations, wanted = CASES[name]
    assert codes(play.replace("{n}", str(n)), declarations.replace("{n}", str(n)), tmp_path) == set(
        filter(None, [wanted[n]])
    )


@pytest.mark.parametrize("name", ["connect-four", "breakthrough", "hex", "the-cave"])
@pytest.mark.gate("connect-four", "breakthrough", "hex")
def test_no_step_is_more_work_than_it_is_taken_to_be(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done, advance = [0], Interpreter.advance

    def counted(self, h, s, run):
        advance(self, h, s, run)
        done.append(run.work)

    monkeypatch.setattr(Interpreter, "advance", counted)
    game = load_game(name)
    whole = WholeProgram(game.rules_model, ())
    steps, match, chance = StatementCost(whole), Match(game, seed=3), random.Random(3)
    bound = max(steps.add(each).most for each in in_order(whole.graph))
    for _ in range(60):
        if not match.state.is_terminal:
            match.push(
                chance.choice(
                    [each for player in match.state.active_players for each in match.state.legal_actions(player)]
                )
            )
    assert 0 < max(done) <= bound
