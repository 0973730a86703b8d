"""Bookkeeping: what is `internal` is left out of screens, pictures, previews and logs, and is in views and events."""

import io

import pytest
from rich.console import Console

import cavewright as cw
from cavewright.connect.cli.play_screen import Table
from cavewright.play.matches.narration import narrate
from cavewright.play.states.preview import preview
from cavewright.play.views.scene import scene_of

RULES = """ruleset ledger 1.0 "A ledger"
    language 1
kind coin
    keeps spun: 0..9{internal}
    | coin   |
    | copper |
game
    keeps begun: 0..9{internal}
players clerk 1..2
    keeps written: 0..9{internal}
    keeps tired: yes_no{internal}
    keeps purse: bag of coin{internal}
    keeps desk: spot or none{internal}
board spot
    grid 2 by 1
    keeps dusty: yes_no{internal}
to play
    repeat 3 times
        each clerk from first(c in clerk)
            offer work
menu work
action write in work
    gain 1 begun
    gain 1 copper.spun
    gain 1 written
    gain 1 copper in purse
    set tired = yes
    set desk = cell(1, 1)
    set cell(1, 1).dusty = yes
to lend
    as first(c in clerk where c is not me)
        set written = 5
whenever write
    lend
scoring
    score coins = size(purse)
    highest total wins
"""
NAMES = {"begun", "spun", "written", "tired", "purse", "desk", "dusty"}


def played(folder, internal):
    (folder / "ledger.cave").write_text(RULES.format(internal=internal), "utf-8")
    match = cw.Match(cw.load_game(folder / "ledger.cave"), players=["Anna", "Jola"], seed=1)
    match.push("write")
    match.push("write")
    return match


def screens(match):
    """What a terminal shows of a position: the heading, the panel, and what everybody has."""
    file = io.StringIO()
    screen = Table(Console(file=file, width=200))
    screen.position(match.state, 0, 0)
    screen.everybody(match.state, 0)
    return file.getvalue()


def foreseen(match):
    """What the preview says of writing once more."""
    return str([each.text() for each in preview(match.state, match.state.legal_actions()[0]).events])


SHOWN = {
    "screens": (screens, {"begun", "spun", "written", "tired", "purse", "at a1", "dusty"}),
    "log": (lambda match: str([each.parts for each in narrate(match, 0, None)]), NAMES),
    "preview": (foreseen, {"begun", "spun", "written", "purse"}),
    "picture": (lambda match: str(scene_of(match.state, 0)), {"begun", "spun", "purse", "dusty", "Piece"}),
}


@pytest.mark.parametrize("say, said", SHOWN.values(), ids=SHOWN)
def test_bookkeeping_is_left_out_of_what_people_see(say, said, tmp_path):
    told, internal = (say(played(tmp_path, each)) for each in ("", " internal"))
    assert {each for each in said if each not in told} == set() == {each for each in said if each in internal}


def test_bookkeeping_is_in_views_and_events(tmp_path):
    state = played(tmp_path, " internal").state
    assert {"written": 5, "tired": True}.items() <= state.view().players[0].values.items()
    assert state.view().game.values == {"begun": 2}
    assert {each.subject for each in state.events} >= NAMES - {"desk", "dusty", "tired"}
    assert cw.load_game(tmp_path / "ledger.cave").hash == state.game.hash


def test_what_is_internal_is_written_so(tmp_path):
    told, internal = (played(tmp_path, each).game for each in ("", " internal"))
    assert told.hash != internal.hash and told != internal
