"""Finds the names of rules in progress that stand for something a player cannot know."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Set

from ...play.positions.position import Position
from ...play.positions.sight import Sight
from ...rules.model import ruleset as m
from ...rules.program import instructions as i


def unknown_names(state: Position, player: int, unknown: Set[int]) -> Iterator[tuple[m.Local, int]]:
    """The names that a player cannot know, each with its slot: in the rule at hand those of which the rules say that
    others keep them secret, in the rules that led to it all that are `unknown`."""
    h, program = state._slots(player), state.game.program
    known = {local.number for local, _ in Sight(state, player).names()}
    bound = {each.local.number: each.local for each in program.bound.get(h[i.PC], ())}
    for number, local in bound.items():
        if number not in known:
            yield local, program.layout.locals[number]
    for local in names_in_progress(state, player) if unknown else ():
        if local.number in unknown and local.number not in bound:
            yield local, program.layout.locals[local.number]


def names_in_progress(state: Position, player: int) -> list[m.Local]:
    """The names that may be asked for yet, in the rule at hand and in those that led to it, each once."""
    h = state._slots(player)
    program = state.game.program
    found = dict[int, m.Local]()
    returns = [at for at, each in enumerate(program.code) if isinstance(each, i.Return)]
    at = h[i.PC]
    while at > program.stop:
        found |= {local.number: local for local in program.scopes[at] if local.number in program.layout.locals}
        at = h[program.code[returns[bisect_left(returns, at)]].back]  # type: ignore[union-attr]
    return [*found.values()]


def forgotten_slots(state: Position, player: int, unknown: Set[int]) -> Iterator[int]:
    """The slots of `unknown` names that nobody asks for any more: what stood there was never cleared."""
    if unknown:
        locals = state.game.program.layout.locals
        asked = {locals[each.number] for each in names_in_progress(state, player)}
        yield from sorted({locals[number] for number in unknown if number in locals} - asked)
