"""Finds where a game got stuck that was given up: the line at which it was decided last, and what that waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...play.states.game import State
from ...rules.model.ruleset import Clause
from ...rules.program import instructions as i
from ...rules.program.instructions import PC
from .played_games import Stuck

LAST = 200
"""Decisions before the end that are looked at."""


def find_stuck(state: State, chosen: Sequence[tuple[int, str]]) -> Stuck | None:
    """Returns where a game stood: of its last decisions the line at which most were made. None at the end of a game, and
    before any decision."""
    active = state.active_players
    if not active or not chosen:
        return None
    code: Any = state.game.program.code
    at = Counter(place for place, _ in chosen[-LAST:]).most_common(1)[0][0]
    options = code[at].options if isinstance(code[at], i.Decide) else ()
    offered = tuple(dict.fromkeys(each.signature.name for each in options))
    place, line = place_and_line(code[at].clause)
    waiting = tuple(": ".join(place_and_line(each)) for each in loops_under_way(state))
    return Stuck(place, line, active[0], offered, waiting)


def place_and_line(clause: Clause) -> tuple[str, str]:
    """The file and line of a clause, and its text."""
    return f"{clause.span.source.name}:{clause.span.line}", " ".join(clause.line.split())


def loops_under_way(state: State) -> Iterator[Clause]:
    """Yields the `repeat until` lines that are being carried out, outermost first: those around the decision, and around
    each call on the way to it."""
    program, h = state.game.program, state._slots(state.active_players[0])
    points = {h[PC], *(h[slot] for slot in program.returns.values())}
    for clause, test in program.loops:
        node = program.code[test]
        if isinstance(node, i.JumpUnless) and any(test <= point <= node.to for point in points if point > 0):
            yield clause
