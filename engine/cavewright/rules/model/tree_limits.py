"""Limits and tables of the tree search of bots, in Python and in machine code."""

import math

MOST_NODES = 2**17
"""Nodes of a tree; when there are so many none is added."""
TABLE = 2**18
MOST_PATH = 256
"""Nodes from the first one to the last at most."""
MOST_PLAYOUTS = 2**20
LOOKED_DRAWS = 1_000
"""Times in a row that chance may be due where a bot looks ahead; it looks no further than that."""
MOST_GUIDED = 64
"""Choices of the first playout that are given."""
MERGED = 8
"""Outcomes of chance above which they are not told from each other in the tree."""
WON = 1024
"""What a game that is won alone counts; one that is lost counts 0."""
ROOTS = 1024
PRECISION = 64
"""Parts of a point of `WON` in which means are compared."""
UNTRIED = 2**30
"""What is said for an option that was never tried: more than for any that was."""
MORE_POINTS = 15
"""How many times more a point of the score counts, where the rules give `advice`: that says how to get on, for the sake
of points."""
DOUBTED = 6
"""How often the tries of options are halved before it is said how little their results are worth, where a turn
alone is looked at: one that leads on needs as many tries as the one that was found first, before the two can be compared."""
COMPARED = 4096
"""Tries of all options of a node from which on that is done; fewer go to what looks best."""
CLAMPED = 2**20
"""The largest difference between positions that makes a difference, either way."""

LOGS = tuple(round(256 * math.sqrt(math.log(max(1, n)))) for n in range(ROOTS))
MORE_LOGS = tuple(round(256 * math.sqrt(math.log(max(1, n) * ROOTS))) for n in range(ROOTS))
"""Of the number of visits, the root of the logarithm, in parts of 256; then by visits divided by `ROOTS`."""
INVERSE_ROOTS = tuple(round(4096 / math.sqrt(max(1, n))) for n in range(ROOTS))
"""Of the number of visits, 1 by the root, in parts of 4096; four times as many visits are half as much."""
