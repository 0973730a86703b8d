"""Rules under which players leave out of turn, and a host tells them that their time has run out."""

RULES = """ruleset leaving 1.0 "Leaving"
    language 2

players mole 2..4
    keeps out: yes_no
    keeps dug: 0..99

to play
    repeat 9 times
        each mole where not out until count(m in mole where not m.out) is 1
            offer turn

menu turn "A turn."
menu leaving always for each mole where not out
menu clock always for each mole where not out internal

action dig in turn "Dig"
    gain 1 dug

action leave in leaving "Leave the den"
    confirm "You never come back."
    set out = yes

action run_out in clock "Time has run out"
    set out = yes

scoring
    among not out
    score dug = dug
    highest total wins
"""
