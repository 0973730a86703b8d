"""Bounds on how many things there are: in a domain, around a place, on a board. Never too low."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..model.ruleset import Board, Expr, Kind
from ..model.types import Type

PLACES = 1_000
"""How many places a board that grows may have, those of all players together."""
LONGEST_RANGE = 10_001
"""How many numbers of a range are gone through."""
MOST_WAYS = 100
"""Numbers of one kind of piece among which somebody who repacks chooses: 0 to 99, or of more pieces than fit elsewhere
the least that have to."""


class SizeSource(Protocol):
    """Anything that knows the ruleset, while it is checked and afterwards."""

    @property
    def kinds(self) -> Mapping[str, Kind]: ...

    @property
    def player_range(self) -> tuple[int, int]: ...


def places(board: Board, known: SizeSource) -> int:
    """At most how many places a board has."""
    return len(known.kinds[board.name].rows) if board.fixed else PLACES


def own_places(board: Board, known: SizeSource) -> int:
    """At most how many places a player's own board has; no way leads from one board to another."""
    return places(board, known) // (known.player_range[1] if board.fixed and board.private else 1)


def most_around(board: Board) -> int:
    """At most how many passages lead from a place."""
    if not board.is_map:
        return 6 if board.has_six_around else 4
    ends = [place for pair in board.ends for place in pair]
    return max(map(ends.count, set(ends)), default=1)


def most_in(domain: Expr, known: SizeSource) -> int:
    """At most how many things a domain holds."""
    match domain.op:
        case "rows":
            return len(domain.args[0].rows) or 1
        case "range":
            return int(max(1, min(domain.args[1].type.high - domain.args[0].type.low + 1, LONGEST_RANGE)))
        case "these":
            return len(domain.args)
        case "those":
            return most_in(domain.args[1], known)
        case "call":
            return most_in(domain.args[0].body, known)
        case "if":
            return max(most_in(each, known) for each in domain.args[1:])
        case "first_left":
            return 1
        case "allotments":
            return MOST_WAYS
        case "turnings":
            return domain.type.element.high.bit_length() if domain.type.element else 6
        case "neighbours" | "exits" | "openers":
            return most_around(domain.args[0])
        case "own_places" | "reach":
            return own_places(domain.args[0], known)
        case "places":
            return places(domain.args[0], known)
        case "frontier" | "lines":
            board, owner = domain.args[:2]
            if domain.op == "frontier" and not board.fixed:
                return 2 * PLACES + 2
            return (4 if domain.op == "lines" else 1) * (places if owner is None else own_places)(board, known)
    return _most_of_type(domain, known)


def _most_of_type(domain: Expr, known: SizeSource) -> int:
    of, content = domain.type, domain.type.content
    if of.is_set and of.high:
        return of.high
    if of.is_set and domain.op == "column":
        return max(1, *(int(each).bit_count() for each in domain.args[0].columns[domain.args[1]].values))
    if content is None or not (content.is_number or content.is_row):
        return PLACES
    return max(1, members_of(content, known))


def members_of(element: Type, known: SizeSource) -> int:
    """Returns the number of numbers or rows of a type."""
    if element.is_number:
        return (element.high - element.low) // element.step + 1
    return len(known.kinds[element.name].rows)


def always_some(domain: Expr) -> bool:
    """Tells if a domain is known to hold something."""
    if domain.op == "rows":
        return len(domain.args[0].rows) > 0
    return domain.op == "range" and domain.args[0].type.high <= domain.args[1].type.low
