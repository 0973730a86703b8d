"""Runtime of generated functions: refusals, numbers kept within bounds, sets, pieces that are moved, tiles that are
laid."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from heapq import heappop, heappush
from operator import mul
from typing import Any

from ...rules.cave import grid
from ...rules.check.cardinality import PLACES
from ...rules.model import ruleset as m
from ...rules.model.types import EXACT, MOST, NONE
from ...rules.program.seats import clockwise, count_seats_between, find_next_seat, list_seats
from ..generate import Bag
from ..interpret.allotments import first_left
from ..interpret.arithmetic import span
from ..interpret.bags_and_sets import members, with_amount
from ..interpret.board_memory import DISTANCES, NeighbourCache
from ..interpret.closures import Boards, Slots
from ..interpret.effect_records import Effect, new_effect
from ..interpret.expressions import ranking_points
from ..interpret.step import MANY_EFFECTS, WORK_LIMIT, Refused, Run, WorkLimitError, copy_on_write, forget, stop_unfit


def refuse(clause: m.Clause, held: Any = None, amount: Any = None, due: Any = None) -> None:
    """A requirement or a cost that is not met."""
    if due is not None:
        raise Refused(clause, "cost", held, amount, due[0])
    raise Refused(clause, "requirement")


def refuse_nothing(clause: m.Clause) -> None:
    """There is nothing to choose."""
    raise Refused(clause, "nothing")


def stop_dead_end(run: Run, clause: m.Clause) -> None:
    """Stops where nothing can be chosen, since a number would not fit. Raises Refused in a trial; elsewhere the
    interpreter says which."""
    if run.trials:
        raise Refused(clause, "nothing")
    raise WorkLimitError


def give_up() -> None:
    """A step is too much work."""
    raise WorkLimitError


def clip(run: Run, clause: m.Clause, value: int, low: int, high: int) -> int:
    """Clips a number to its bounds; one that a player chose is refused."""
    bound = low if value < low else high
    if run.strict or clause.fit:
        stop_unfit(run, clause, Refused(clause, "range", value, bound), value, bound)
    return bound


def keep_within(run: Run, clause: m.Clause, value: int, low: int, high: int, optional: bool) -> int:
    """Keeps a number within bounds; one that nobody chose and is beyond them is left to the interpreter."""
    if not run.strict and not -MOST <= value <= MOST:
        raise WorkLimitError
    if low <= value <= high or (optional and value == NONE):
        return value
    return clip(run, clause, value, low, high)


def bit(value: int, low: int, high: int, step: int) -> int:
    """The bit of a number in a set of numbers, or -1."""
    return (value - low) // step if low <= value <= high and (value - low) % step == 0 else -1


def contains(bits: int, at: int) -> bool:
    """Tells if a set has the member of a bit."""
    return at >= 0 and bits >> at & 1 == 1


def exact(number: int) -> int:
    """A number, if it is not beyond what is exact; else the interpreter says where it stands."""
    if not -EXACT <= number <= EXACT:
        raise WorkLimitError
    return int(number)


def quotient(a: int, b: int) -> int:
    """A quotient rounded down; what is divided by nothing is left to the interpreter."""
    if not b:
        raise WorkLimitError
    return int(a // b)


def remainder(a: int, b: int) -> int:
    """Returns what a division that is rounded down leaves over; by nothing is left to the interpreter."""
    if not b:
        raise WorkLimitError
    return int(a % b)


def within(value: int, low: int, high: int, optional: bool) -> int:
    """A number kept within the bounds of what takes it."""
    value = int(value)
    return value if low <= value <= high or (optional and value == NONE) else max(low, min(value, high))


def kinds_in(contents: tuple[int, ...]) -> list[int]:
    """The kinds of pieces in a bag."""
    return [piece for piece, many in enumerate(contents) if many]


def these(values: tuple[int, ...]) -> list[int]:
    """Things, each once, none left out."""
    return [each for each in dict.fromkeys(values) if each >= 0]


def put_piece(h: Slots, run: Run, me: int, clause: m.Clause, bag: Bag, row: int, piece: int, change: int) -> int:
    """Changes the number of a piece in a bag; returns by how much it did."""
    if piece < 0 or not change or row < 0:
        return 0
    if bag.endless[piece]:
        run.effects.append(Effect("supply", clause, me, bag.field, row, piece, change))
        return change
    slot = bag.base + row
    contents = h[slot]
    held = contents[piece]
    allowed = change if change >= -held else -held
    if bag.room and allowed > 0 and bag.sizes[piece] > 0:
        allowed = min(allowed, max(0, (bag.room - sum(map(mul, contents, bag.sizes))) // bag.sizes[piece]))
    if held + allowed > MOST:
        allowed = MOST - held
    if allowed != change and (run.strict or clause.fit):
        room = bag.room and bag.room - sum(map(mul, contents, bag.sizes))
        there = held if change < 0 else room or None
        refused = Refused(clause, "room" if change > 0 else "lack", there, abs(change))
        stop_unfit(run, clause, refused, abs(change), abs(allowed))
    if allowed:
        if run.log is not None:
            run.log += (contents, slot)
        h[slot] = with_amount(contents, piece, held + allowed)
        run.effects.append(new_effect(Effect, ("pieces", clause, me, bag.field, row, piece, allowed, None)))
    return int(allowed)


def move(
    h: Slots,
    run: Run,
    me: int,
    clause: m.Clause,
    piece: int,
    many: int,
    giver: Bag | None,
    whose: int,
    taker: Bag | None,
    whom: int,
) -> None:
    """Moves pieces as far as the giver has them; what the taker has no room for stays with the giver."""
    many = max(many, 0)
    given = -put_piece(h, run, me, clause, giver, whose, piece, -many) if giver is not None else many
    if taker is not None:
        taken = put_piece(h, run, me, clause, taker, whom, piece, given)
        if giver is not None and taken < given:
            put_piece(h, run, me, clause, giver, whose, piece, given - taken)


def move_all(
    h: Slots, run: Run, me: int, clause: m.Clause, giver: Bag, whose: int, taker: Bag | None, whom: int
) -> None:
    """Moves all that is in a bag."""
    for piece in range(len(bag_at(h, giver, whose)) - 1):
        move(h, run, me, clause, piece, bag_at(h, giver, whose)[piece], giver, whose, taker, whom)


def bag_at(h: Slots, bag: Bag, row: int) -> tuple[int, ...]:
    """The contents of the bag of a row."""
    contents: tuple[int, ...] = h[bag.base + row]
    return contents


def write_record(
    shape: grid.Shape, s: Boards, run: Run, me: int, clause: m.Clause, kept: Any, key: int, value: int
) -> None:
    """Writes a value into the record of a place or a passage."""
    field, at, cells, index, blank, bounds, least = kept
    record = s[at].get(key, blank)
    if record is None or key < 0 or (cells >= 0 and not all(place in s[cells] for place in shape.passage_ends(key))):
        return
    if bounds is not None and not bounds[0] <= value <= bounds[1] and not (bounds[2] and value == NONE):
        value = clip(run, clause, value, bounds[0], bounds[1])
    old = record[index]
    if value != old and value >= least:
        changing(s, at, run, key)[key] = (*record[:index], value, *record[index + 1 :])
        run.effects.append(new_effect(Effect, ("set", clause, me, field, key, old, value, None)))


def lay_tile(
    shape: grid.Shape,
    s: Boards,
    run: Run,
    me: int,
    clause: m.Clause,
    laid: tuple[str, int, tuple[int, ...]],
    where: int,
    tile: int,
    sides: int,
) -> None:
    """A tile is laid on a growing board."""
    board, at, rest = laid
    if where < 0 or where in s[at] or tile < 0 or len(s[at]) >= PLACES:
        if run.strict:
            raise Refused(clause, "occupied" if where in s[at] or len(s[at]) < PLACES else "full")
        return
    cells = changing(s, at, run, where)
    if run.log is not None:
        run.log += (s[at + 1], at + 1, s)
        s[at + 1] = dict(s[at + 1])
    shape.lay(cells, s[at + 1] if run.log is not None else copy_on_write(s, at + 1, run), where, (tile, sides, *rest))
    run.effects.append(Effect("lay", clause, me, board, where, tile, sides))


def changing(s: Boards, at: int, run: Run, key: int) -> dict[int, Any]:
    """A board in which something may be changed: a copy of this step's own, or the board itself with the old value in
    the log."""
    if run.log is None:
        return copy_on_write(s, at, run)
    run.log += (s[at].get(key), key, s[at])
    return s[at]


_FUNCTIONS = (
    refuse,
    refuse_nothing,
    stop_dead_end,
    give_up,
    forget,
    clip,
    keep_within,
    bit,
    contains,
    exact,
    quotient,
    remainder,
    within,
    members,
    kinds_in,
    span,
    these,
    first_left,
    put_piece,
    move,
    move_all,
    ranking_points,
    clockwise,
    find_next_seat,
    count_seats_between,
    list_seats,
    grid.cell,
    grid.position,
    range,
    enumerate,
    sum,
    len,
    map,
    tuple,
    list,
    max,
    min,
    abs,
    bool,
    mul,
    heappop,
    heappush,
    bisect_left,
)
RUNTIME: dict[str, Any] = {
    "__builtins__": {},
    **{each.__name__: each for each in _FUNCTIONS},
    "Effect": Effect,
    "new_effect": new_effect,
    "WORK_LIMIT": WORK_LIMIT,
    "MANY_EFFECTS": MANY_EFFECTS,
}
"""The names of generated functions, apart from those of the ruleset and of its boards."""


def of_shape(shape: grid.Shape) -> dict[str, Any]:
    """The names of generated functions that depend on how many sides places have."""
    return {
        **{each.__name__: each for each in (shape.openers, shape.beside, shape.passage, shape.turn_sides)},
        **{each.__name__: partial(each, shape) for each in (write_record, lay_tile)},
        "neighbours": NeighbourCache(shape.neighbours).of,
        "exits": NeighbourCache(shape.exits).of,
        "distances": NeighbourCache(shape.distances, *DISTANCES).of,
        "TURNINGS": shape.turnings,
        "SIDES_IN": shape.sides_in,
    }
