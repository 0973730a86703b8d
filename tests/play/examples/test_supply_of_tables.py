"""A table that fills a bag takes the pieces from the supply of its owner: nobody has two of what there is once."""

import pytest

from cavewright import load_rules
from cavewright.play.examples.runner import run_examples

RULES = """ruleset t 1.0 "T"
    language 1

kind gear "Gear."
    | gear | supply: 0..9 or none |
    | rope |                      |
    | lamp | 2                    |

players player 2..2
    keeps pack: bag of gear
    keeps shed: bag of gear endless

to lay_out
    for each p in player, g in gear where g.supply is not none
        gain g.supply g in p.shed

to play
    lay_out
    each player from first(p in player)
        offer turn or none

menu turn

action light in turn "Light a lamp"
    cost 1 lamp from pack

scoring
    score lamps = pack[lamp]
    highest total wins

example told
    begin lay_out
{table}
    then {end}
"""
TABLES = {
    "what is packed is gone": ("| player | pack |\n| Anna | lamp |", "Anna.pack[lamp] is 1 and Anna.shed[lamp] is 1"),
    "as far as it lies there": (
        "| player | pack |\n| Anna | 3 lamp |",
        "Anna.pack[lamp] is 3 and Anna.shed[lamp] is 0",
    ),
    "not what never runs out": (
        "| player | pack |\n| Anna | 3 rope |",
        "Anna.pack[rope] is 3 and Anna.shed[lamp] is 2",
    ),
    "not from others": ("| player | pack |\n| Anna | lamp |\n| Bo | |", "Anna.shed[lamp] is 1 and Bo.shed[lamp] is 2"),
    "unless the table says": ("| player | pack | shed |\n| Anna | lamp | 2 lamp |", "Anna.shed[lamp] is 2"),
    "in whichever order": ("| player | shed | pack |\n| Anna | 2 lamp | lamp |", "Anna.shed[lamp] is 2"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_takes_from_the_supply(name):
    table, end = TABLES[name]
    lines = "\n".join(f"    {each}" for each in table.splitlines())
    game = load_rules({"t.cave": RULES.replace("{table}", lines).replace("{end}", end)})
    assert [each.diagnostics for each in run_examples(game)] == [()]
