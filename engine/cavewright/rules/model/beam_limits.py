"""Limits of the beam search of the greedy bot, in Python and in machine code."""

DEPTH = 12
"""Actions that a plan looks ahead at most."""
NODES = 400
"""Positions that are looked at for one plan at most; all that one action leads to are looked at in any case."""
WIDTH = 4
"""Positions that are followed up at each depth, of those that stand at the same decision."""
PACKING = 8
"""The same in the middle of a repacking, where the value of what is not yet packed is still to come."""
TWINS = 2
"""How many of them may be worth the same as long as there are others: what makes no difference to the value matters
least."""
FRUITLESS = 12
"""How often a kind of option is tried in one search, at one decision, without a gain, before it is left out."""
POINTS = 64
"""Points of the scale at which chance is sampled; the next ones are the first again."""
