"""Conditions of examples that count things, or go through them, such as all squares: those that people have a plain sentence
for."""

from __future__ import annotations

from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.operators import FOLDS, LOOPS
from ...rules.model.types import NONE
from ..sentences import Sentences
from ..sentences.known_values import KEPT, OWNED, is_true
from .told_winners import fields_of

PLAIN = (*OWNED, "call")
"""What an author has words for, of each of several things."""


def subject_of(e: m.Expr) -> m.Expr | None:
    """Returns whoever or whatever a comparison, or something that is yes or no, is about; none for anything else."""
    if e.op == "in_list" and isinstance(e.args[0], m.Expr):
        return e.args[0]
    kept = e if e.type.is_truth and e.op in KEPT else e.args[0] if e.op in ("eq", "ne", "has") else None
    kept = e.args[1] if e.op == "in_set" else kept
    if not isinstance(kept, m.Expr):
        return None
    if kept.op == "column" and isinstance(kept.args[-1], m.Expr):
        kept = kept.args[-1]
    subject = kept.args[-1] if kept.op in (*KEPT, "tile") else None
    return subject if isinstance(subject, m.Expr) else None


def is_of(players: str, e: m.Expr) -> bool:
    """Tells if something belongs to a player, or lies in something that does."""
    kept = next((each for each in (e, *e.args) if isinstance(each, m.Expr) and each.op in KEPT), None)
    owner = kept.args[-1] if kept is not None else None
    return isinstance(owner, m.Expr) and owner.type.name == players


def members_of(bits: int) -> list[int]:
    """Returns the numbers of the members of a set, which has a bit for each.

    >>> members_of(0b101)
    [0, 2]
    """
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


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
    is_each = isinstance(kept, m.Expr) and kept.op in OWNED and kept.args[-1] == local.at(kept.args[-1].span)
    noun = sentences.noun_counted(kept) if is_each else None
    if noun is None or where.op == "eq" and where.args[1].op != "const":
        return None
    number = e.args[1].args[0]
    said = sentences.tell_state("pieces" if number else "told-none-of", piece=noun, amount=str(number))
    return (sentences.value(where.args[1]) if where.op == "eq" else ""), said


def reward_of_nobody(e: m.Expr) -> m.Expr | None:
    """Returns the points by place that a condition says nobody gets; None of any other condition."""
    some = e.args[0] if e.op == "not" else e
    if e.op != "not" or some.op != "some" or some.args[2] is None and some.args[3] is None:
        return None
    held = some.args[2] if some.args[2] is not None else some.args[3]
    ranked = held.args[0] if held.op == "gt" and held.args[1].op == "const" and held.args[1].args[0] == 0 else None
    if ranked is None or ranked.op != "as" or ranked.args[1].op != "ranked":
        return None
    reward: m.Expr = ranked.args[1]
    return reward


def line_of(e: m.Expr) -> str:
    """Returns the line of the scoring that `score(Anna, gold)` names; "" of a total."""
    said = " ".join(e.span.text.split())
    return said.rpartition(",")[2].strip(" )") if said.startswith("score") else ""


def is_none(e: m.Expr) -> bool:
    """Tells if an expression is nothing at all."""
    return e.op == "const" and (e.type.is_none or e.type.facts.is_thing and e.args[0] == NONE)


def is_of_table(e: m.Expr) -> bool:
    """Tells if a condition is only about what lies on the table, or goes by turns, and nobody has."""
    fields = list(fields_of(e))
    return bool(fields) and all(each.owner == "game" for each in fields)


def is_of_game(e: m.Expr) -> bool:
    """Tells if an expression is something that the game keeps itself."""
    return e.op == "field" and e.args[1] is None
