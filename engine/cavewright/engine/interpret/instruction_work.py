"""Work of instructions: how many things each goes through, the counting of it, and the line that most of it went to."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

from ...foundation.source import Span
from ...rules.check.expression_cost import ExpressionCost
from ...rules.model.free_names import locals_in
from ...rules.program import instructions as i
from .closures import Boards, Slots
from .step import WORK_LIMIT, Run, Step, WorkLimitError

CHEAP = 16
"""Things that an instruction goes through without being charged for them."""


def work_of(instruction: Any, work: ExpressionCost) -> int:
    """Returns the number of things that an instruction goes through, at most."""
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


def ways(option: i.Option, work: ExpressionCost) -> int:
    """Returns the number of things that listing the ways of an option goes through."""
    sizes = [work.size(each) for each in option.domains]
    asked = 0
    for each in option.guards:
        parts = (each.condition, each.amount, each.held)
        asked += work.repeated_work(
            parts, frozenset(local.number for local in locals_in(parts)), prod(sizes[: each.level])
        )
    return work.of(option.domains) + prod(sizes) + asked


def with_work(step: Step, work: int) -> Step:
    """An instruction that goes through many things, counted as so much work."""
    if work <= CHEAP:
        return step

    def counted_step(h: Slots, s: Boards, run: Run) -> int:
        run.work += work
        if run.work > WORK_LIMIT:
            raise WorkLimitError
        return step(h, s, run)

    return counted_step


def name_costly_line(error: WorkLimitError, program: i.Program, counts: Counter[int]) -> WorkLimitError:
    """The error that names the line that most of the work went to."""
    if error.span is not None or not counts:
        return error
    by_line, places = Counter[tuple[str, int]](), dict[tuple[str, int], tuple[str, Span]]()
    for at, work in sorted(counts.items()):
        rule, span = place(program, at)
        key = span.source.name, span.line
        by_line[key] += work
        places.setdefault(key, (rule, span))
    return WorkLimitError(*places[max(by_line, key=lambda key: by_line[key])], error.options)


def place(program: i.Program, at: int) -> tuple[str, Span]:
    """The rule that an instruction belongs to, and where it stands: its own clause, or that of what comes next."""
    found = next(each.clause for each in (*program.code[at:], *reversed(program.code[:at])) if hasattr(each, "clause"))
    node = program.code[at]
    asked = getattr(node, "condition", None) or getattr(node, "domain", None)
    return found.name, asked.span if asked is not None and not hasattr(node, "clause") else found.span
