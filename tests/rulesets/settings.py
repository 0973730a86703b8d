"""How many may play each bundled ruleset, written down: tables of tests name rulesets and loads none while they are collected."""

PLAYERS = {
    "backgammon": (2,),
    "breakthrough": (2,),
    "cave-vs-cave": (1, 2),
    "chess": (2,),
    "connect-four": (2,),
    "draughts": (2,),
    "go": (2,),
    "hearts": (4,),
    "hex": (2,),
    "kave-kapers": (2, 3, 4, 5, 6),
    "kuhn-poker": (2,),
    "nine-mens-morris": (2,),
    "the-cave": (2, 3, 4, 5),
    "the-cave-de": (2, 3, 4, 5),
    "the-cave-es": (2, 3, 4, 5),
    "tic-tac-toe": (2,),
}
SETTINGS = [(id, players) for id, numbers in PLAYERS.items() for players in numbers]
