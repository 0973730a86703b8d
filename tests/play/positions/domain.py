"""The whole syntactic domain of actions around a state: every signature with every value that could be written there."""

from itertools import product

import cavewright as cw
from cavewright.play.positions.action import Action
from cavewright.rules.cave import grid

FAR = ("n99", "s7w7", "e400", "ne99", "sw7w7")
NUMBERS = (*range(10), 99)


def places(state):
    """All that is laid, what touches it, and some far away."""
    near = [place for cells in state._s[::3] for place in cells]
    shape = grid.shape_of(state.game.rules_model)
    around = [place + step for place in near for _, step, _ in shape.around]
    return list(dict.fromkeys([*near, *around, *(place for place in map(shape.place_by_name, FAR) if place >= 0)]))


def values(type_, state):
    """What can be written for a parameter of a type."""
    none = (-1,) if type_.optional else ()
    if type_.form == "row":
        return (*none, *range(len(state.game.rules_model.kinds[type_.name].rows)))
    if type_.form == "place":
        return (*none, *places(state))
    return {
        "yes_no": (0, 1),
        "sides": tuple(range(grid.shape_of(state.game.rules_model).all + 1)),
        "set": tuple(range(16)),
        "number": (*none, *NUMBERS),
    }[type_.form]


def everybody(state, signature):
    """Who could be said to do it, one player too many among them."""
    return (cw.CHANCE,) if signature.chance else range(len(state.names) + 1)


def actions(state, rng=None, share=1.0):
    """The domain, or a random share of it."""
    for name, signature in state.game.signatures.items():
        choices = [values(type_, state) for _, type_ in signature.parameters]
        for player in everybody(state, signature):
            for given in product(*choices):
                if rng is None or rng.random() < share:
                    yield Action(player, name, given, signature, state.game)
