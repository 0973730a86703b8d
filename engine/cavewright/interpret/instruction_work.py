"""Work of instructions: how many things each goes through, and the counting of it."""

from __future__ import annotations

from math import prod
from typing import Any

from ..check.expression_cost import Work
from ..model.free_names import locals_in
from ..program import instructions as i
from .closures import Boards, Slots
from .step import WORK_LIMIT, Run, Step, WorkLimitError

CHEAP = 16
"""Things that an instruction goes through without being charged for them."""


def work_of(instruction: Any, work: Work) -> int:
    """How many things an instruction goes through, at most."""
    match instruction:
        case i.Pieces(transfer=transfer):
            return work.transfer(transfer)
        case i.Collect(domain=domain, players=False) | i.Chance(domain=domain) if domain is not None:
            return work.of(domain) + work.size(domain)
        case i.Chance(bag=bag) if bag is not None:
            return work.size(bag)
        case i.Decide(options=options, otherwise=otherwise):
            return sum(ways(each, work) for each in options) if otherwise >= 0 else 0
        case i.Call(arguments=arguments):
            return sum(work.of(value) for _, value in arguments)
        case i.RepackOpen(repacking=it) | i.RepackTurn(repacking=it):
            return work.repacking(it.first, it.where, it.filling)
    return sum(work.of(getattr(instruction, name)) for name in instruction.__slots__)


def ways(option: i.Option, work: Work) -> int:
    """How many things listing the ways of an option goes through."""
    sizes = [work.size(each) for each in option.domains]
    asked = 0
    for each in option.guards:
        parts = (each.condition, each.amount, each.held)
        asked += work.asked(parts, frozenset(local.number for local in locals_in(parts)), prod(sizes[: each.level]))
    return work.of(option.domains) + prod(sizes) + asked


def charged(step: Step, work: int) -> Step:
    """An instruction that goes through many things, counted as so much work."""
    if work <= CHEAP:
        return step

    def counted(h: Slots, s: Boards, run: Run) -> int:
        run.work += work
        if run.work > WORK_LIMIT:
            raise WorkLimitError
        return step(h, s, run)

    return counted
