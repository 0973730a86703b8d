"""If-conversion: cheap conditions and values are worked out in any case, where a branch might be mispredicted."""

from __future__ import annotations

from typing import Any

from .form import TRUTH, Array, Choose, Const, Expr, Load, Op, Range, Var
from .ranges import range_of
from .rewriting import map_parts, within_all

FEW = 8
"""Operations and loads of an expression that is worked out in any case."""
COSTLY = frozenset({"/", "%", "clamped *", "rest of word", "nth bit"})
JOINED = {"and": "&", "or": "|"}


def without_branches(part: Any) -> Any:
    """A part of the form in which conditions that cost little are joined as bits."""
    part = map_parts(part, without_branches)
    if isinstance(part, Op) and part.name in JOINED and is_cheap(part.args[1]) and range_of(part.args[0]) in TRUTH:
        return Op(JOINED[part.name], part.args)
    return part


def is_cheap(e: Expr) -> bool:
    """Tells if an expression costs little and cannot go wrong."""
    parts = [each for each in within_all(e) if not isinstance(each, (Array, Range, str, int, tuple))]
    known = all(isinstance(each, (Const, Var, Load, Op, Choose)) for each in parts)
    work = [each for each in parts if isinstance(each, (Load, Op, Choose))]
    return known and len(work) <= FEW and not any(isinstance(each, Op) and each.name in COSTLY for each in work)
