"""Hints of the page where something is secret: they come, and tell nobody what others keep."""

import re

from table_client import client

import cavewright as cw
from cavewright.web.table import Table

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


def test_a_hint_does_not_depend_on_what_another_keeps_secret(tmp_path):
    said = {gem: hinted(tmp_path, gem) for gem in ("ruby", "opal", "jade")}
    assert len(set(said.values())) == 1 and "guess" in said["ruby"]
