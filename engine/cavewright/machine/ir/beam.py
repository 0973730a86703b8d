"""Plan of the greedy bot within a module: its memory, and the names that `routines/beam.py` stands on."""

from __future__ import annotations

from ...rules.model import beam_limits as limits
from ...rules.model.beam_limits import DEPTH, NODES, POINTS
from ...rules.model.tree_limits import LOOKED_DRAWS
from .construction import indices
from .driver import CHANCE, MANY
from .form import TRUTH, WORD, Range
from .routine_compiler import Names, add_routines
from .search_steps import LookingAhead

MOST_CHILDREN = 2_000
"""Options of the decision at which a plan begins; with more it is made in Python."""
MOST_NODES = MOST_CHILDREN + NODES + 1
MOST_BEAM = 64
"""Positions that are followed up at one depth; with more the plan is made in Python."""
GAVE_UP = -2
NODE = indices(MOST_NODES)


def add_beam(ahead: LookingAhead) -> None:
    """Adds the functions `plan`, of a player, and `plan_here`, which comes back to the position."""
    _reserve(ahead)
    add_routines(ahead.lowering, "beam", {**_ranges(ahead), **_numbers(ahead)})


def _reserve(ahead: LookingAhead) -> None:
    """Reserves the memory of the search."""
    memory = ahead.lowering.memory
    memory.array("points", POINTS)
    memory.array("plan_rows", DEPTH, ahead.row)
    memory.array("planner", 1, indices(ahead.lowering.players))
    memory.array("nodes_left", 1, Range(-MOST_NODES, NODES))
    memory.array("nodes", 1, Range(0, MOST_NODES))
    memory.array("gave_up", 1, TRUTH)
    memory.array("tries", max(1, ahead.kinds), Range(-1, NODES))
    columns = {
        "parent": Range(-1, NODE.high),
        "row": ahead.row,
        "value": WORD,
        "chances": MANY,
        "over": TRUTH,
        "at": Range(0, len(ahead.code)),
        "print": WORD,
        "other_print": WORD,
        "place": indices(2 * MOST_BEAM),
        "grouped": TRUTH,
    }
    for name, range_ in columns.items():
        memory.array(f"node_{name}", MOST_NODES, range_)
    memory.array("beam_positions", ahead.whole.length * 2 * MOST_BEAM)
    for name, size in (("level", MOST_NODES), ("beam", MOST_BEAM), ("last", MOST_BEAM)):
        memory.array(name, size, NODE)
    for name in ("beam_count", "last_count"):
        memory.array(name, 1, Range(0, MOST_BEAM))
    memory.array("planned_from", ahead.whole.length)


def _ranges(ahead: LookingAhead) -> Names:
    """Ranges of the variables of the search."""
    return {
        "BEAMS": Range(0, MOST_BEAM),
        "BEAM_INDEX": indices(MOST_BEAM),
        "COUNT": ahead.listing.count.range,
        "FIRST": Range(0, MOST_NODES),
        "KIND": Range(0, max(0, ahead.kinds - 1)),
        "KNOWN": Range(GAVE_UP, DEPTH),
        "MANY": MANY,
        "NODE": NODE,
        "PLANNER": indices(ahead.lowering.players),
        "ROW": ahead.row,
        "STEP": indices(DEPTH),
        "STEPS": Range(0, DEPTH),
        "TRIED": Range(-1, NODES),
        "TRUTH": TRUTH,
        "WORD": WORD,
    }


def _numbers(ahead: LookingAhead) -> Names:
    """Numbers, expressions and statements that the search names."""
    own = {
        name: getattr(limits, name) for name in ("DEPTH", "FRUITLESS", "NODES", "PACKING", "POINTS", "TWINS", "WIDTH")
    }
    more = {
        "CHANCE": CHANCE,
        "GAVE_UP": GAVE_UP,
        "KINDS": ahead.kinds,
        "LOOKED_DRAWS": LOOKED_DRAWS,
        "MOST_BEAM": MOST_BEAM,
        "MOST_CHILDREN": MOST_CHILDREN,
    }
    packing = ahead.lowering.memory.table([int(each) for each in ahead.packing])
    here = {"pc": ahead.pc, "at_fork": ahead.at_fork(), "packing": packing}
    steps = {"keep_rows": ahead.keep_rows, "kind_of": ahead.kind, "only": ahead.only}
    return {**own, **more, **here, **steps}
