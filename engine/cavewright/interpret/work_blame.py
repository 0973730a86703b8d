"""Blame for too much work: the line of the rules that most of it went to."""

from __future__ import annotations

from collections import Counter

from ..program import instructions as i
from ..source import Span
from .step import WorkLimitError


def named(error: WorkLimitError, program: i.Program, counts: Counter[int]) -> WorkLimitError:
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
