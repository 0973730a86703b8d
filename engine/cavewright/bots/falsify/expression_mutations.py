"""Changes of an expression: a number or bound moved, a comparison turned, a part of a condition dropped, another player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.operators import FOLDS, OPERATORS
from ...rules.model.types import YES_NO, number

Change: TypeAlias = tuple[str, str, m.Expr]
"""The kind of a change, what it does in words, and the expression that takes the place of the other."""

TURNED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "lt": (("bound", "le"), ("turned", "ge")),
    "le": (("bound", "lt"), ("turned", "gt")),
    "gt": (("bound", "ge"), ("turned", "le")),
    "ge": (("bound", "gt"), ("turned", "lt")),
    "eq": (("turned", "ne"),),
    "ne": (("turned", "eq"),),
    "and": (("operator", "or"),),
    "or": (("operator", "and"),),
    "add": (("operator", "sub"),),
    "sub": (("operator", "add"),),
    "mul": (("operator", "add"),),
    "remainder": (("operator", "div"),),
    "most": (("operator", "least"),),
    "least": (("operator", "most"),),
    "some": (("operator", "every"),),
    "every": (("operator", "some"),),
    "laid": (),
}
"""By operator, those that may take its place, and the kind of that change."""


def change_expression(expr: m.Expr, rules: m.Ruleset) -> Iterator[Change]:
    """Yields the changes of an expression itself, its parts left alone."""
    for kind, op in TURNED.get(expr.op, ()):
        yield kind, f"{sign_of(expr.op)} → {sign_of(op)}", replace(expr, op=op)
    if expr.op == "const":
        yield from _change_constant(expr, rules)
    elif expr.op in ("and", "or"):
        for kept, dropped in (expr.args, expr.args[::-1]):
            yield "operand", f"without `{text_of(dropped)}`", kept
    elif expr.op == "not":
        yield "turned", "not dropped", expr.args[0]
    elif expr.op == "if":
        condition, one, other = expr.args
        yield "branches", "branches swapped", replace(expr, args=(condition, other, one))
    elif expr.op in (*FOLDS, "those") and expr.args[2] is not None:
        yield "where", f"without `where {text_of(expr.args[2])}`", _without_where(expr)
    elif expr.op == "sight" and expr.args[5] is not None:
        yield (
            "where",
            f"without `where {text_of(expr.args[5])}`",
            replace(expr, args=(*expr.args[:5], None, expr.args[6])),
        )
    elif expr.op == "seats":
        yield "turned", "the other way round the table", replace(expr, args=(expr.args[0], -expr.args[1]))
    elif expr.op == "field" and _is_of_another(expr, rules):
        me = m.Expr("me", (), expr.args[1].type, expr.args[1].span)
        yield "player", f"{text_of(expr)} → {expr.args[0].name} of whoever acts", replace(expr, args=(expr.args[0], me))


def _without_where(expr: m.Expr) -> m.Expr:
    local, through, _, *what = expr.args
    if expr.op == "those":
        return replace(expr, args=(local, through, m.constant(1, YES_NO, expr.span)))
    return replace(expr, args=(local, through, None, *what))


def _is_of_another(expr: m.Expr, rules: m.Ruleset) -> bool:
    """Tells if something is asked of a player who is named, and need not be the one who acts."""
    field, of = expr.args
    return field.owner == rules.players and of is not None and of.op not in ("me", "const")


def _change_constant(expr: m.Expr, rules: m.Ruleset) -> Iterator[Change]:
    value = expr.args[0]
    if isinstance(value, int) and expr.span.source.name != "":
        yield from ChangedConstants(rules).change(value, expr)


class ChangedConstants(
    Pass,
    over=FORMS,
    left=("place", "passage", "sides", "set", "bag", "pile", "positions", "list", "text", "none", "unknown"),
):
    """Changes of a value that the rules name, by its form; none of forms whose values no rule names."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules

    def change(self, value: int, expr: m.Expr) -> Iterable[Change]:
        """Changes a value to others of its form."""
        handler = self.handlers.get(expr.type.form)
        return handler(self, value, expr) if handler else ()

    @handles("number")
    def _number(self, value: int, expr: m.Expr) -> Iterator[Change]:
        step = _step_of(expr, self.rules)
        for moved in (value + step, value - step):
            if moved >= 0 or value < 0:
                type_ = number(moved, moved, expr.type.unit, expr.type.step)
                yield "number", f"{value} → {moved}", replace(expr, args=(moved,), type=type_)

    @handles("yes_no")
    def _truth(self, value: int, expr: m.Expr) -> Iterator[Change]:
        yield "turned", f"{_yes(value)} → {_yes(1 - value)}", replace(expr, args=(1 - value,))

    @handles("row")
    def _row(self, value: int, expr: m.Expr) -> Iterator[Change]:
        if value < 0 or expr.type.name not in self.rules.kinds:
            return
        rows = self.rules.kinds[expr.type.name].rows
        if len(rows) > 1 and expr.type.name != self.rules.players:
            other = (value + 1) % len(rows)
            yield "row", f"{rows[value]} → {rows[other]}", replace(expr, args=(other,))


def _step_of(expr: m.Expr, rules: m.Ruleset) -> int:
    """Returns the distance by which a number is moved: one, or the step of the numbers with its unit."""
    if not expr.type.unit:
        return 1
    steps = [each.type.step for each in rules.fields if each.type.unit == expr.type.unit]
    return max(steps, default=1)


def _yes(value: int) -> str:
    return "yes" if value else "no"


def sign_of(op: str) -> str:
    """An operator as the language writes it."""
    return OPERATORS[op].sign or op


def text_of(expr: m.Expr) -> str:
    """The text of an expression on one line, cut if it is long."""
    text = " ".join(expr.span.text.split())
    return text if len(text) <= 60 else text[:57] + "…"


def parts_of(expr: m.Expr) -> Iterator[m.Expr]:
    """Yields an expression and all expressions in it; definitions are clauses of their own."""
    todo: list[Any] = [expr]
    while todo:
        each = todo.pop()
        if isinstance(each, m.Expr):
            yield each
            todo += reversed(each.args)
        elif isinstance(each, tuple):
            todo += reversed(each)
