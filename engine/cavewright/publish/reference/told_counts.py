"""Conditions of examples that go through things, such as all squares: those that people have a plain sentence for."""

from __future__ import annotations

from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.operators import FOLDS, LOOPS
from ..sentences import Sentences
from ..sentences.expressions import KEPT
from ..sentences.known_values import is_true

PLAIN = (*KEPT, "call")
"""What an author has words for, of each of several things."""


def is_formula(e: Any) -> bool:
    """Tells if a condition goes through things in a way that only a formula can say: no reader learns from it."""
    if isinstance(e, tuple):
        return any(map(is_formula, e))
    if not isinstance(e, m.Expr):
        return False
    if e.op in FOLDS and e.type.is_truth:
        return e.args[2] is not None or not _is_plain(e.args[3])
    if e.op == "count":
        return e.args[2] is not None
    if e.op == "reach":
        return any(isinstance(each, m.Expr) and not is_true(each) for each in e.args[2:])
    if e.op in LOOPS:
        return True
    return is_formula(e.args)


def _is_plain(e: m.Expr | None) -> bool:
    return e is not None and (e.args[0] if e.op == "not" else e).op in PLAIN


def owner_counted(e: m.Expr, sentences: Sentences) -> tuple[str, str] | None:
    """Returns whoever has the things that a condition counts, `White`, and their number in words, `16 men`; none of whoever
    where nobody has them. None without a noun of a catalogue for what each thing counted keeps."""
    if e.op != "eq" or e.args[0].op != "count" or e.args[1].op != "const":
        return None
    local, through, where, _ = e.args[0].args
    if through.op != "rows" or where is None:
        return None
    kept = where.args[0] if where.op == "eq" else where
    is_each = isinstance(kept, m.Expr) and kept.op in KEPT and kept.args[-1] == local.at(kept.args[-1].span)
    noun = sentences.noun_counted(kept) if is_each else None
    if noun is None or where.op == "eq" and where.args[1].op != "const":
        return None
    number = e.args[1].args[0]
    said = sentences.tell_state("pieces" if number else "told-none-of", piece=noun, amount=str(number))
    return (sentences.value(where.args[1]) if where.op == "eq" else ""), said


def reward_of_nobody(e: m.Expr, sentences: Sentences) -> str:
    """Returns the words for points by place that a condition says nobody gets, `the bonus for water`; "" of any other."""
    some = e.args[0] if e.op == "not" else e
    if e.op != "not" or some.op != "some" or some.args[2] is None and some.args[3] is None:
        return ""
    held = some.args[2] if some.args[2] is not None else some.args[3]
    ranked = held.args[0] if held.op == "gt" and held.args[1].op == "const" and held.args[1].args[0] == 0 else None
    if ranked is None or ranked.op != "as" or ranked.args[1].op != "ranked":
        return ""
    return sentences.value(ranked.args[1])
