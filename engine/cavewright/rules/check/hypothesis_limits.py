"""Checks what rules suppose: nobody decides in it, chance brings nothing, the game goes on, and it lies at most three
deep in other such questions."""

from __future__ import annotations

from typing import Any

from ...foundation.source import Diagnostics, Label, at
from ..model import ruleset as m
from ..model.statement_effects import decided_by
from .whole_program import SUPPOSING, WholeProgram, all_parts, outside, steps

MOST_SUPPOSED = 3
"""Questions about what would be that may lie within each other."""


def check_hypotheses(whole: WholeProgram) -> Diagnostics:
    """C0517: what would be is no matter of a decision, of chance, or of an end. C0615: questions within questions."""
    yield from _asked_too_early(whole.ruleset)
    depths = _Depths(whole)
    for asked in _questions(whole).values():
        yield from _find_decision(whole, asked)
        depth = depths.of(asked)
        if depth > MOST_SUPPOSED:
            yield at(
                "C0615",
                f"this asks what would be within what would be, {depth} deep; at most {MOST_SUPPOSED} are allowed",
                asked,
                help="ask less within: let a rule find the inner answers beforehand, and keep them",
            )


def _questions(whole: WholeProgram) -> dict[tuple[m.Deed, str], m.Expr]:
    """The first question about each thing that is supposed."""
    found = dict[tuple[m.Deed, str], m.Expr]()
    rules = whole.ruleset
    values = (
        *(each for name in whole.bodies for each in whole.questions(name)),
        *outside(rules),
        *(each.body for each in rules.defines.values()),
    )
    for each in (part for value in values for part in all_parts(value) if part.op in SUPPOSING):
        found.setdefault((each.args[0], each.span.text), each)
    return found


def _asked_too_early(rules: m.Ruleset) -> Diagnostics:
    """C0517 of what is asked before play begins, and of conditions of boards, which any question may ask for."""
    boards = (each for board in rules.boards.values() for each in (board.joined, board.free))
    values = (*boards, *(each.start for each in rules.fields), *(each.condition for each in rules.demands))
    for value in values:
        for each in all_parts(value):
            if each.op in SUPPOSING:
                yield at(
                    "C0517",
                    "what would be is asked while the game goes on, by lines, definitions and scores",
                    each,
                    help="say it without, or ask it in a line",
                )


def _find_decision(whole: WholeProgram, asked: m.Expr) -> Diagnostics:
    """C0517 at the first step at which something is decided in what is supposed."""
    deed = asked.args[0]
    for name in sorted(whole.reachable_from(whole.carried_out_by(deed))):
        for step in steps(whole.bodies[name]):
            message = _decision_at(step.statement, deed.name)
            if message:
                yield at(
                    "C0517",
                    message,
                    asked,
                    more=[Label(step.clause.span, "here")],
                    help="ask about the part before it, as a process of its own",
                )
                return


def _decision_at(statement: object, name: str) -> str:
    """The message for a statement that decides something where that is only supposed; "" for others."""
    if isinstance(statement, m.Finish):
        return f"`{name}` ends the game: what would be decides nothing"
    match decided_by(statement):
        case "chance":
            return f"`{name}` leaves something to chance: what would be decides nothing"
        case "players":
            return f"`{name}` leaves something to decide: what would be decides nothing"
    return ""


class _Depths:
    """Counts the questions that lie within each other; nothing leads back to itself."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole = whole
        self.rules, self.defines = dict[str, int](), dict[str, int]()

    def of(self, value: Any) -> int:
        """The depth of an expression, or the greatest of all in a tuple."""
        if isinstance(value, tuple):
            return max(map(self.of, value), default=0)
        if not isinstance(value, m.Expr):
            return 0
        if value.op in SUPPOSING:
            deed, given, *behind = value.args
            inside = (self.of_rule(each) for each in self.whole.carried_out_by(deed))
            return max(self.of(given), 1 + max([self.of(tuple(behind)), *inside]))
        if value.op in ("call", "ranked"):
            return max(self.of_named(value.args[0]), self.of(value.args[1]))
        return self.of(value.args)

    def of_named(self, what: m.Define | m.Ranking) -> int:
        """The depth of a definition or a ranking."""
        if what.name not in self.defines:
            asked = what.body if isinstance(what, m.Define) else (what.by, what.among, what.least)
            self.defines[what.name] = self.of(asked)
        return self.defines[what.name]

    def of_rule(self, name: str) -> int:
        """The depth of a process or an action, with all that it leads to."""
        if name not in self.rules:
            inside = (self.of_rule(each) for each in self.whole.graph[name])
            self.rules[name] = max([0, *map(self.of, self.whole.questions(name)), *inside])
        return self.rules[name]
