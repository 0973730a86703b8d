"""Requirements of kinds on their rows, asked of every row before anything has happened."""

from __future__ import annotations

from ..model.ruleset import Ruleset
from ..program.lower import lower
from ..source import Found, Label, at
from .initial_position import blank, starts_of
from .interpreter import Interpreter


def unmet(rules: Ruleset) -> Found:
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
