"""Monte Carlo tree search within a module: its memory, and the names that `routines/tree.py` stands on."""

from __future__ import annotations

from ...rules.model import tree_limits as limits
from ...rules.model.tree_limits import CLAMPED, MOST_GUIDED, MOST_NODES, MOST_PATH, MOST_PLAYOUTS, TABLE, WON
from .construction import indices
from .driver import CHANCE, MANY
from .form import TRUTH, WORD, Range
from .position_heads import ENDED
from .routine_compiler import Names, add_routines
from .sampler import word
from .search_steps import FACTORS, LookingAhead

NODE = indices(MOST_NODES)


def add_tree(ahead: LookingAhead) -> None:
    """Adds the functions `grow` (so many playouts from the position in `root`), `set_root` (the position is the first one),
    `wander` (a playout outside the tree) and `count_roots` (how often each row of the first node was tried)."""
    _reserve(ahead)
    add_routines(ahead.lowering, "tree", {**_ranges(ahead), **_numbers(ahead)})


def _reserve(ahead: LookingAhead) -> None:
    """Reserves the memory of the search."""
    memory, players = ahead.lowering.memory, ahead.lowering.players
    memory.array("root", ahead.whole.length)
    memory.array("tree_nodes", 1, Range(1, MOST_NODES))
    visits = memory.array("visits", MOST_NODES, Range(0, MOST_PLAYOUTS))
    sums = memory.array("sums", MOST_NODES, Range(0, WON * MOST_PLAYOUTS))
    memory.array("parents", MOST_NODES, NODE)
    memory.array("keys", MOST_NODES)
    memory.array("other_keys", MOST_NODES)
    memory.array("homes", MOST_NODES, indices(TABLE))
    memory.array("tree_table", TABLE, NODE)
    memory.array("home", 1, indices(TABLE))
    memory.array("key", 1)
    memory.array("other_key", 1)
    memory.array("best_behind", MOST_NODES, NODE)
    memory.array("last_behind", MOST_NODES, NODE)
    memory.array("earlier_beside", MOST_NODES, NODE)
    memory.array("guide", MOST_GUIDED, ahead.row)
    memory.array("selected", 1, NODE)
    memory.array("path", MOST_PATH, NODE)
    memory.array("movers", MOST_PATH, Range(CHANCE, players - 1))
    memory.array("rewards", players, Range(0, WON))
    memory.array("worths", players, Range(-CLAMPED, CLAMPED))
    bases = memory.array("bases", players, Range(-2 * CLAMPED, 2 * CLAMPED))
    memory.array("explore", 1, Range(0, 255))
    memory.array("alone", 1, Range(-1, players - 1))
    memory.array("horizon", 1, MANY)
    memory.array("scale", 1, Range(1, CLAMPED))
    memory.array("row_visits", ahead.row.high + 1, visits.range)
    memory.array("row_sums", ahead.row.high + 1, sums.range)
    memory.array("ahead_by", players, bases.range)


def _ranges(ahead: LookingAhead) -> Names:
    """Ranges of the variables of the search."""
    players = ahead.lowering.players
    winners = next(each for each in ahead.lowering.memory.arrays if each.name == "winners")
    return {
        "BACK": Range(-1, MOST_PATH),
        "CHANGE": Range(-WON * MOST_PLAYOUTS, WON * MOST_PLAYOUTS),
        "COUNT": ahead.listing.count.range,
        "DEPTH": Range(0, MOST_PATH),
        "EQUAL": Range(0, 20_000),
        "GUIDED": Range(0, MOST_GUIDED),
        "HALVINGS": Range(0, 31),
        "HOME": indices(TABLE),
        "INVERSE": Range(0, 4096),
        "LOG": Range(0, 1024),
        "MANY": MANY,
        "MOVER": Range(CHANCE, players - 1),
        "NEAR": Range(-CLAMPED, CLAMPED),
        "NODE": NODE,
        "PLAYER": indices(players),
        "PLAYOUTS": Range(0, MOST_PLAYOUTS),
        "REWARD": Range(0, WON),
        "ROW": ahead.row,
        "SIDES": Range(0, players),
        "SIZE": Range(0, CLAMPED),
        "STRIDE": ahead.strides.range,
        "SUM": Range(0, WON * MOST_PLAYOUTS),
        "TRUTH": TRUTH,
        "VISITS": Range(0, MOST_PLAYOUTS),
        "WAITS": Range(-4, max(0, players - 1)),
        "WINNERS": winners.range,
        "WORD": WORD,
    }


def _numbers(ahead: LookingAhead) -> Names:
    """Numbers, tables and expressions that the search names."""
    memory, players = ahead.lowering.memory, ahead.lowering.players
    own = (
        "CLAMPED",
        "COMPARED",
        "DOUBTED",
        "LOOKED_DRAWS",
        "MERGED",
        "MOST_NODES",
        "MOST_PATH",
        "PRECISION",
        "ROOTS",
        "TABLE",
        "UNTRIED",
        "WON",
    )
    tables = {name: memory.table(getattr(limits, name)) for name in ("INVERSE_ROOTS", "LOGS", "MORE_LOGS")}
    factors = {f"FACTOR_{n}": word(each) for n, each in enumerate(FACTORS)}
    shares = {"EVEN_SHARE": WON // players, "HALF": WON // 2, "PLAYERS": players}
    here = {"pc": ahead.pc, "rows": ahead.listing.rows, "strides": ahead.strides}
    chance = {"CHANCE": CHANCE, "ENDED": ENDED}
    return {**{name: getattr(limits, name) for name in own}, **tables, **factors, **shares, **here, **chance}
