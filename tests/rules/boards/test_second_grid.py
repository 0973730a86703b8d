"""What a file does not qualify means what its ruleset knew: a grid that an overlay adds leaves questions about the only grid of the ruleset alone."""

import pytest

from cavewright.play.loading.load import try_load

BASE = """ruleset field 1.0 "Field"
    language 1

players team 2..2
    keeps here: spot or none

board spot
    grid 3 by 3
    keeps mark: yes_no

define middle = cell(2, 2)
define rows_full = count(l in lines(3) where every(s in l: s.mark))

to play
    choose p in spot where p is middle or rows_full > 0
        set p.mark = yes

scoring
    score rows = rows_full
    highest total wins
"""
OVERLAY = """overlay NAME 1.0 "Sheets"
    language 1
    extends field ^1.0

add board NAME OWNER
    grid 5 by 1
    keeps tick: yes_no

amend scoring
    add score NAME = count(l in lines(NAME, 2) where every(s in l: s.tick)) + (1 if cell(NAME, 1, 1).tick otherwise 0)
"""


def overlay(name, owner=""):
    return {"overlay.cave": OVERLAY.replace("NAME", name).replace("OWNER", owner)}


def errors_of(overlays):
    game, found = try_load({"field.cave": BASE}, overlays)
    return game, [each for each in found if each.severity == "error"]


@pytest.mark.parametrize(
    "overlays", [[overlay("sheet")], [overlay("sheet", "for each team")], [overlay("sheet"), overlay("page")]]
)
def test_the_ruleset_means_its_own_grid(overlays):
    game, wrong = errors_of(overlays)
    assert wrong == [] and [each.text for each in game.new_initial_state(2).legal_actions()] == ["p b2"]


def test_an_overlay_with_two_grids_in_sight_names_one():
    written = {"overlay.cave": overlay("sheet")["overlay.cave"].replace("cell(sheet, 1, 1)", "cell(1, 1)")}
    _, wrong = errors_of([written])
    assert [each.code for each in wrong] == ["C0401"] and "cell(BOARD" in wrong[0].help
