"""Work of instructions: what each counts by itself, how many things it goes through at most, and the line that most of
the work went to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import Any

from ...foundation.source import Span
from ...rules.check.expression_cost import ExpressionCost
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .step import WorkLimitError

SILENT = (i.Jump, i.Copy, i.Clear, i.Return, i.Freely, i.Next)
"""Instructions that are no statement of the rules, and count nothing; a loop counts what it goes through."""


def statement_weight(instruction: Any, at: int, code: Sequence[Any]) -> int:
    """Returns the work of an instruction by itself: 1 of a statement, 2 of the beginning of a repacking, which goes to its
    first decision too, nothing of what only leads to another, such as the condition of a loop over things, each of which
    is counted."""
    if isinstance(instruction, i.JumpUnless) and instruction.to < at and isinstance(code[instruction.to], i.Next):
        return 0
    if isinstance(instruction, i.Repack) and instruction.begins:
        return 2
    return 0 if isinstance(instruction, SILENT) else 1


def work_of(instruction: Any, work: ExpressionCost) -> int:
    """Returns the number of things that an instruction goes through, at most; the options of a decision count by
    themselves."""
    match instruction:
        case i.Pieces(transfer=transfer):
            return work.transfer(transfer)
        case i.Collect(players=True):
            return work.rules.player_range[1] + work.of(instruction.domain)
        case i.Collect(domain=domain) | i.Chance(domain=domain) if domain is not None:
            return work.of(domain) + work.size(domain)
        case i.Chance(bag=bag) if bag is not None:
            return work.of(bag)
        case i.Decide() | i.Trial():
            return 0
        case i.Call(arguments=arguments):
            return sum(work.of(value) for _, value in arguments)
        case i.Repack(first=first, where=where, allotments=allotments, begins=begins):
            return (1 + begins) * work.repacking(first, where, allotments.args[3])
    return sum(work.of(getattr(instruction, name)) for name in instruction.__slots__)


def listing_work(decision: i.Decide | i.Trial, work: ExpressionCost) -> int:
    """Returns the number of things that listing the options of a decision goes through, at most, apart from trials."""
    return sum(_ways(each, work) for each in decision.options)


def _ways(option: i.Option, work: ExpressionCost) -> int:
    """Returns the number of things that listing the ways of an option goes through: for all values before it a domain
    anew, and each guard as soon as its values are known."""
    times = [*accumulate(map(work.size, option.domains), mul, initial=1)]
    return (
        sum(times[1:])
        + sum(times[n] * work.of(each) for n, each in enumerate(option.domains))
        + sum(times[each.level] * work.of((each.condition, each.amount, each.held)) for each in option.guards)
    )


def name_costly_line(error: WorkLimitError, program: i.Program, counts: Counter[int]) -> WorkLimitError:
    """The error that names the line that most of the work went to."""
    if error.span is not None or not counts:
        return error
    by_line = Counter[tuple[str, int]]()
    places = dict[tuple[str, int], tuple[str, Span]]()
    for at, work in sorted(counts.items()):
        rule, span = place(program, at)
        key = span.source.name, span.line
        by_line[key] += work
        places.setdefault(key, (rule, span))
    return WorkLimitError(*places[max(by_line, key=lambda key: by_line[key])], error.options)


def clause_at(program: i.Program, at: int) -> m.Clause:
    """Returns the clause of an instruction, or of the next one that has one."""
    found: m.Clause = next(
        each.clause for each in (*program.code[at:], *reversed(program.code[:at])) if hasattr(each, "clause")
    )
    return found


def place(program: i.Program, at: int) -> tuple[str, Span]:
    """The rule that an instruction belongs to, and where it stands: its own clause, or that of what comes next."""
    found = clause_at(program, at)
    node = program.code[at]
    asked = getattr(node, "condition", None) or getattr(node, "domain", None)
    return found.name, asked.span if asked is not None and not hasattr(node, "clause") else found.span
