"""Counts leaves: the ends of all ways of so many steps from a position, every outcome of chance and every action being a step.

Run as a program it writes the stored counts anew: python leafcount.py. Read what has changed before keeping it.
"""

from pathlib import Path

from tests.play.positions.rehearsals import examples_in, position, settings_of
from tests.play.states.walks import the_cave

import cavewright as cw

FOLDER = Path(__file__).parent / "leaves"
POSITIONS = examples_in(FOLDER / "positions.cave")
MOST = 20_000


def start(name):
    """The state of a named position."""
    example = POSITIONS[name]
    return position(the_cave(**settings_of(example)), example)


def steps(state):
    """Everything that may come next."""
    if state.current_player == cw.CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return [action for player in state.active_players for action in state.legal_actions(player)]


def leaves(state, depth, known):
    """How many ways of so many steps there are. `known` holds what has been counted: equal states count alike."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(steps(state))
    key = (state.key(), depth)
    if key not in known:
        known[key] = sum(leaves(state.apply(each), depth - 1, known) for each in steps(state))
    return known[key]


def counts(state):
    """The numbers of leaves by depth, from depth 1 as far as they do not pass the most."""
    known, found = {}, []
    while not found or 0 < found[-1] <= MOST:
        found.append(leaves(state, len(found) + 1, known))
    return [each for each in found if each <= MOST]


def shown(name):
    """What is stored of a position: the counts, and every step with the steps after it."""
    state = start(name)
    numbers = counts(state)
    lines = [f"# {POSITIONS[name].text}", "", *(f"depth {n}: {each}" for n, each in enumerate(numbers, start=1)), ""]
    for action in steps(state):
        after = [str(each) for each in steps(state.apply(action))]
        lines += [str(action), *(f"    {each}" for each in after or ["the end"])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in POSITIONS:
        (FOLDER / f"{each}.txt").write_text(shown(each), "utf-8")
        print(each, (FOLDER / f"{each}.txt").read_text("utf-8").split("\n\n")[1].replace("\n", " "))
