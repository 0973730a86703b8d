"""Sums of totals that the rules promise, and that no totals can have."""

from __future__ import annotations

from collections.abc import Iterator

from ...foundation.source import Diagnostic, at
from .whole_program import WholeProgram


def check_constant_totals(whole: WholeProgram) -> Iterator[Diagnostic]:
    """C0426: by the ranges of what is scored the sum is out of reach, however many play."""
    scoring, (fewest, most) = whole.ruleset.scoring, whole.ruleset.player_range
    if scoring is None or scoring.constant_total is None or scoring.together is not None:
        return
    total, types = scoring.constant_total, [each.value.type for each in scoring.lines]
    low = sum(each.low for each in types)
    high = sum(each.high for each in types)
    if scoring.among is not None:
        low, high = min(low, 0), max(high, 0)
    if not any(low * n <= total.args[0] <= high * n for n in range(fewest, most + 1)):
        least = min(low * fewest, low * most)
        largest = max(high * fewest, high * most)
        yield at(
            "C0426",
            f"all totals together are {least:,} to {largest:,}, never {total.args[0]:,}",
            total.span,
            help="write the sum that the totals of every game have, or leave the line out",
        )
