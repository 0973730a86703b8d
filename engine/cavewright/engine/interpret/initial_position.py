"""Initial slots and boards, and the constraints that kinds put on their rows."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...foundation.source import Diagnostics, Label, at
from ...rules.model import ruleset as m
from ...rules.model.initial_values import first_content, first_of
from ...rules.model.piles import Pile
from ...rules.program import instructions as i
from ...rules.program.lower import lower
from .closures import Boards, Closure, Slots
from .interpreter import Interpreter

Starts: TypeAlias = tuple[tuple[m.Field, Closure | None], ...]
"""What is kept in slots, each with what it is given to begin with, if the rules say so."""


def starts_of(interpreter: Interpreter) -> Starts:
    """The fields of a ruleset that are kept in slots, and their first values as functions."""
    rules, maybe = interpreter.ruleset, interpreter.evaluate.maybe
    return tuple((each, maybe(each.start)) for each in rules.in_slots)


def blank(interpreter: Interpreter, starts: Starts, count: int) -> tuple[Slots, Boards]:
    """The slots and boards of a game for so many players."""
    rules, layout = interpreter.ruleset, interpreter.program.layout
    h: Slots = [0] * interpreter.size
    h[i.COUNT] = count
    s: Boards = [{} for _ in range(3 * len(rules.growing))]
    for field, start in starts:
        base = layout.slot(field)
        if field.owner != "game":
            h[base - 1] = _first(rules, field)
        for row in range(rules.owners_of(field)):
            h[i.ME] = row if field.owner == rules.players else 0
            h[base + row] = (
                first_content(rules, field, start(h, s), count) if start is not None else _first(rules, field)
            )
        h[i.ME] = 0
    return h, s


def _first(rules: m.Ruleset, field: m.Field) -> Any:
    """Returns the content of a field before it is given a value."""
    if field.type.is_pile:
        return Pile.of(len(rules.kinds[field.type.name].rows))
    if field.type.is_positions:
        return ()
    if field.type.is_bag:
        return (0,) * (len(rules.kinds[field.type.name].rows) + 1)
    return first_of(field.type)


def unmet(rules: m.Ruleset) -> Diagnostics:
    """C0425: every row that is not as its kind requires, at the cell of the column that the requirement is named
    after."""
    if not rules.demands:
        return
    interpreter = Interpreter(rules, lower(rules))
    evaluate = interpreter.evaluate
    h, s = blank(interpreter, starts_of(interpreter), rules.player_range[0])
    for each in rules.demands:
        holds, slot = evaluate.expr(each.condition), evaluate.slot(each.local)
        h += [0] * (evaluate.size - len(h))
        for number, span in enumerate(each.spans):
            h[slot] = number
            if number not in each.doubtful and not holds(h, s):
                name = rules.kinds[each.kind].rows[number]
                yield at(
                    "C0425",
                    f"`{name}` is not as `{each.kind}` requires{': ' * bool(each.clause.text)}{each.clause.text.rstrip('.')}",
                    span,
                    more=[Label(each.clause.span, "this has to hold")],
                    help="mend the row, or what it refers to",
                )
