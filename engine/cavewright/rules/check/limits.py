"""Limits on how large a ruleset and a position may be. A table has its own limits, a file too."""

from __future__ import annotations

from ...foundation.source import Diagnostics, Span, at
from ...language.syntax import tree as t
from ...language.syntax.clause_blocks import bodies
from ..model import ruleset as m
from .whole_program import WholeProgram, blocks_of, steps

MOST_DECLARATIONS = 4_000
MOST_EXAMPLE_LINES = 500
MOST_LEVELS = 20
"""Blocks within blocks."""
MOST_LEVELS_WITH_CURRENCIES = 40
"""The same where the lines by which a currency is paid are written out."""
MOST_ROWS = 20_000
"""Rows of all tables together."""
MOST_CELLS = 100_000
"""Cells of all tables together."""
MOST_SLOTS = 20_000
"""Values of a position, places apart."""
MOST_STEP = 2_000_000
"""Work of a step of play, of all that happens between two decisions, and of listing the options of one: statements
carried out, and things looked at. It is part of the language: a match has the same verdict everywhere."""
MOST_STATEMENTS = 20_000
"""Statements, with every cost and trigger written out where it happens, and every action where it is offered."""


def check_declaration_limits(declarations: tuple[t.Declaration, ...]) -> Diagnostics:
    """C0603, C0608, C0610: too many declarations, blocks too deep, examples too long."""
    if len(declarations) > MOST_DECLARATIONS:
        yield at(
            "C0603",
            f"a ruleset has at most {MOST_DECLARATIONS:,} declarations",
            declarations[MOST_DECLARATIONS].name_span,
            "one too many",
            help="put alike things into a table",
        )
    for each in declarations:
        if each.kind == "example" and len(each.members) > MOST_EXAMPLE_LINES:
            yield at(
                "C0610",
                f"an example has at most {MOST_EXAMPLE_LINES} lines",
                each.members[MOST_EXAMPLE_LINES],
                "one too many",
                help="make several examples of it",
            )
        for block in blocks_of(each):
            yield from _too_deep(block, 1)


def _too_deep(block: tuple[t.Line, ...], level: int) -> Diagnostics:
    if block and level > MOST_LEVELS:
        yield at(
            "C0608",
            f"blocks are nested at most {MOST_LEVELS} deep",
            block[0],
            "too deep",
            help="give the inner part a name of its own: a process, `to …`",
        )
        return
    for line in block:
        for inner in bodies(line.statement):
            yield from _too_deep(inner, level + 1)


def check_size(whole: WholeProgram) -> Diagnostics:
    """C0606, C0607: positions with too many values, rules with too many statements."""
    rules = whole.ruleset
    slots = [0 if each.owner in rules.growing else _size(each, rules) for each in rules.fields]
    if sum(slots) > MOST_SLOTS:
        largest = whole.ruleset.fields[slots.index(max(slots))]
        yield at(
            "C0606",
            f"a position has at most {MOST_SLOTS:,} values, this one {sum(slots):,}; `{largest.name}` alone "
            f"takes {max(slots):,}",
            largest.span or _anywhere(whole),
            help="a bag takes a value for each row of its kind, for each of its owners",
        )
    written = [step.statement for body in whole.bodies.values() for step in steps(body)]
    offers = (each for each in written if isinstance(each, m.Offer))
    count = len(written) + sum(len(whole.menus.get(each.menu, ())) for each in offers)
    if count > MOST_STATEMENTS:
        yield at(
            "C0607",
            f"rules have at most {MOST_STATEMENTS:,} statements, these {count:,}, with costs, triggers and "
            "offers written out",
            _anywhere(whole),
            help="offer menus in fewer places, and let processes do what is said often",
        )


def _size(field: m.Field, rules: m.Ruleset) -> int:
    """Returns the number of values that a field takes in slots."""
    owners = rules.owners_of(field) + (field.owner != "game")
    return owners * (len(rules.kinds[field.type.name].rows) + 1 if field.type.is_bag else 1)


def _anywhere(whole: WholeProgram) -> Span:
    return whole.declarations[0].span
