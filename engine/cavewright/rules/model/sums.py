"""Sums of many expressions, which are no deeper than they have to be."""

from __future__ import annotations

from collections.abc import Sequence

from .declarations import Expr
from .types import Type


def sum_of(parts: Sequence[Expr], type_: Type) -> Expr:
    """Returns the sum of expressions: halves are added up, so that a thousand of them are nested ten deep."""
    if len(parts) == 1:
        return parts[0]
    half = (len(parts) + 1) // 2
    last = parts[-1]
    return Expr("add", (sum_of(parts[:half], type_), sum_of(parts[half:], type_)), type_, last.span)
