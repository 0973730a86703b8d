"""`new` without rules to change: a small game to start from, which checks, has an example that holds, and can be played."""

from __future__ import annotations

from pathlib import Path

from ...foundation.storage.durable_writes import write_new
from ...foundation.texts import texts
from . import output as s

GAME = """# A small game to start from. `cavewright check {name}.cave` says what is wrong with it.
ruleset {name} 1.0 "{title}"
    language 2
    about "Whoever gathers most berries wins. Who rests now may gather two next time."

constant rounds = 5 "Rounds of a game."

players player 2..4
    keeps berries: 0..20
    keeps rested: yes_no

to play
    repeat rounds times
        each player from first(p in player)
            offer work

menu work

action gather in work "Gather berries"
    if rested
        gain 1 berry
    gain 1 berry
    set rested = no

action rest in work "Rest"
    awake: require not rested "You have rested already."
    set rested = yes

scoring
    score berries = berries
    highest total wins

example rest_first "Who has rested gathers two."
    | player | berries |
    | Anna   | 0       |
    | Jola   | 0       |
    begin play
    when Anna: rest
    when Jola: gather
    refuse Anna: rest because awake
    when Anna: gather
    then Anna.berries is 2 and Jola.berries is 1
"""


def new_game(name: str, lang: str) -> int:
    """Writes `NAME.cave` with a game; the exit status. Raises FileExistsError when it is there."""
    phrase = texts(lang).phrase
    path = Path(f"{name}.cave")
    write_new(path, GAME.format(name=name, title=name.replace("-", " ").capitalize()))
    s.say(phrase("Wrote {path}: a small game, which can be played as it is.", path=path))
    s.grid(
        [
            (f"cavewright check {path}", phrase("what is wrong with it")),
            (f"cavewright test {path}", phrase("which examples hold")),
            (f"cavewright play ./{path}", phrase("play it")),
        ],
        ("cyan",),
    )
    return 0
