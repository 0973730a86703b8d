"""Hints of the page where something is secret: they come, and tell nobody what others keep."""

import re

import pytest
from tests.connect.web.table_client import client

import cavewright as cw
from cavewright.connect.web.table import Table

GUESS = """ruleset guess 1.0 "Guess"
    language 1
kind gem
    | gem  | worth: 0..9 |
    | ruby | 1           |
    | opal | 2           |
    | jade | 3           |
players team 2..2
    keeps hand: gem or none secret
    keeps said: gem or none
to play
    each team from first(t in team)
        hide: choose g in gem "What do you hide?"
            set hand = g
    each team from first(t in team)
        guess: choose g in gem "What is it?"
            set said = g
scoring
    score points = 1 if some(t in team where t is not me and t.hand is said) otherwise 0
"""


def hinted(folder, gem):
    """What the page of whoever guesses says that a bot would choose."""
    (folder / gem).mkdir()
    (folder / gem / "guess.cave").write_text(GUESS, "utf-8")
    match = cw.Match(cw.load_game(folder / gem / "guess.cave"), ["Anna", "Ben"], seed=1)
    match.push("hide ruby")
    match.push(f"hide {gem}")
    table = Table.new(match, (), folder / gem / "a.match", "guess")
    try:
        seat = table.links.seats[0]
        text = client(table).get(f"/t/{seat}/?lang=en&hint=1").text
        return re.search(r'class="hinted"[^>]*>([^<]*)<', text)[1]
    finally:
        table.close()


@pytest.mark.long
def test_a_hint_does_not_depend_on_what_another_keeps_secret(tmp_path):
    said = {gem: hinted(tmp_path, gem) for gem in ("ruby", "opal", "jade")}
    assert len(set(said.values())) == 1 and "guess" in said["ruby"]


MINES = """ruleset mines 1.0 "Mines"
    language 1
kind door
    keeps mined: yes_no hidden
    | door  | n: 1..3 |
    | left  | 1       |
    | mid   | 2       |
    | right | 3       |
players team 2..2
    keeps points: 0..99 = 50
menu deeds
action open_it(d in door) in deeds
    if d.mined reveals "It was mined"
        set points = 0
    gain 9 points
action pass_by in deeds
    lose 20 points
to play
    let z = first(t in team)
    as z
        roll n in 1..3 secret
        for each d in door where d.n is not n
            set d.mined = yes
    for each t in team where t is not z
        as t
            offer deeds
scoring
    score points = points
"""


@pytest.mark.long
def test_a_hint_does_not_depend_on_what_is_hidden(tmp_path):
    (tmp_path / "mines.cave").write_text(MINES, "utf-8")
    game, said = cw.load_game(tmp_path / "mines.cave"), {}
    for seed in range(9):
        match = cw.Match(game, 2, seed=seed)
        table = Table.new(match, (), tmp_path / f"{seed}.match", "mines")
        text = client(table).get(f"/t/{table.links.seats[1]}/?lang=en&hint=1").text
        said[match.move_stack[0].values] = re.search(r'class="hinted"[^>]*>([^<]*)<', text)[1]
        table.close()
    assert len(said) == 3 and len(set(said.values())) == 1
