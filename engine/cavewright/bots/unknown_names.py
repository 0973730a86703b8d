"""Finds the names of rules in progress that stand for something a player cannot know."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Set

from ..model import ruleset as m
from ..positions.position import Position
from ..positions.sight import Sight
from ..program import instructions as i


def unknown_names(state: Position, player: int, unknown: Set[int]) -> Iterator[tuple[m.Local, int]]:
    """The names that a player cannot know, each with its slot: in the rule at hand those of which the rules say that
    others keep them secret, in the rules that led to it all that are `unknown`."""
    h, program = state._slots(player), state.game.program
    known = {local.number for local, _ in Sight(state, player).names()}
    bound = {each.local.number: each.local for each in program.bound.get(h[i.PC], ())}
    met = set(bound)
    for number, local in bound.items():
        if number not in known:
            yield local, program.layout.locals[number]
    returns = [at for at, each in enumerate(program.code) if isinstance(each, i.Return)] if unknown else []
    at = h[i.PC]
    while unknown and at > program.stop:
        for local in program.scopes[at]:
            if local.number in unknown and local.number not in met:
                met.add(local.number)
                yield local, program.layout.locals[local.number]
        at = h[program.code[returns[bisect_left(returns, at)]].back]  # type: ignore[union-attr]
