"""Rules of which something is kept back: a card drawn in secret, which tests add their lines to; and matches that chance parts."""

import cavewright as cw

RULES = """ruleset veiled 1.0 "Veiled"
    language 1
kind card
    | card | v: 0..9 |
    | ace  | 1       |
    | six  | 6       |
players team 2..3
    keeps points: 0..99
    keeps bid: 0..9 secret
    keeps hand: bag of card secret
    keeps goal: card or none secret
    keeps table: bag of card
game
    keeps deck: bag of card hidden
    keeps clue: 0..9 hidden
    keeps shown: 0..9
menu deeds
action rest in deeds
    gain 1 point
{action}
to play
    roll c in card secret
    set clue = c.v
{play}
menu rests
scoring
    score points = points
    highest total wins
"""


def veiled_game(folder, engine="python", action="", play=""):
    """A game with an action, or more declarations, of one's own, and with what is played after the roll."""
    path = folder / "veiled.cave"
    path.write_text(RULES.format(action=action, play=play), "utf-8")
    return cw.load_game(path, engine=engine)


def by_what_was_rolled(game):
    """A match for each card that chance may have rolled in secret."""
    found = {}
    for seed in range(60):
        match = cw.Match(game, 2, seed=seed)
        found.setdefault(str(match.move_stack[0].arguments[0]), match)
    return found
