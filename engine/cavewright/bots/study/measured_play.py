"""Measured play: a clock, and a game, rules and bots whose functions are timed one by one.

What belongs to a clause is asked for, or carried out, inside of what belongs to another, so each is given its own time
only. What measuring itself takes is found out beforehand, and taken off.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from ...engine.interpret.closures import Boards, Closure, Slots
from ...engine.interpret.decisions import GuardFunctions
from ...engine.interpret.expressions import Evaluator
from ...engine.interpret.interpreter import Interpreter
from ...engine.interpret.step import Gatherer, Run, Step
from ...foundation.source import Span
from ...play.positions.action import Action
from ...play.states.game import Game, State
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ..players import Bot

WHATS = DEFINITION, GUARD, OPTIONS, EFFECT, FLOW, SCORE, ADVICE, BOT, ENGINE = (
    "definition",
    "guard",
    "options",
    "effect",
    "flow",
    "score",
    "advice",
    "bots",
    "engine",
)
"""What time goes into: definitions; `require`, `cost` and `let` lines before options; going through the values of
options; changing something; conditions, loops and other statements; score lines; advice; looking ahead; copying states,
making actions and events."""
TRIALS, ROUNDS_OF_TRIALS = 2_000, 15


@dataclass(slots=True)
class Row:
    """Measurements of one clause."""

    what: str
    clause: m.Clause | None
    calls: int = 0
    seconds: float = 0.0


class ProfilingClock:
    """A clock that gives each row the time of its own. Times are in seconds."""

    def __init__(self) -> None:
        self.rows: dict[Any, Row] = {}
        self.inner = [0.0]
        self.inside = self.outside = 0.0
        self.inside, self.outside = calibrate(self)

    def row(self, what: str, clause: m.Clause | None = None) -> Row:
        """The row of a clause, or of what belongs to none."""
        key = (what, clause and clause.name, clause and (clause.span.source.name, clause.span.line))
        return self.rows.setdefault(key, Row(what, clause))

    def time(self, row: Row, work: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the work with each call counted, and its own time."""
        inner, outside, clock = self.inner, self.outside, perf_counter

        def timed_work(*given: Any) -> Any:
            inner.append(0.0)
            begin = clock()
            try:
                return work(*given)
            finally:
                took = clock() - begin
                row.calls += 1
                row.seconds += took - inner.pop()
                inner[-1] += took + outside

        return timed_work

    @contextmanager
    def during(self, row: Row) -> Iterator[None]:
        """Measures a stretch."""
        self.inner.append(0.0)
        begin = perf_counter()
        try:
            yield
        finally:
            took = perf_counter() - begin
            row.seconds += took - self.inner.pop()
            self.inner[-1] += took

    @property
    def calls(self) -> int:
        """Number of calls that were measured."""
        return sum(row.calls for row in self.rows.values())


def calibrate(meter: ProfilingClock) -> tuple[float, float]:
    """Returns the time that it takes to measure one call: the part within its own time, and the part in that of its
    caller."""

    def work(h: Any, s: Any) -> None:
        return None

    def each(work: Callable[..., Any] | None) -> float:
        begin = perf_counter()
        if work is None:
            for _ in range(TRIALS):
                pass
        else:
            for _ in range(TRIALS):
                work(None, None)
        return (perf_counter() - begin) / TRIALS

    rows = [Row(ENGINE, None) for _ in range(ROUNDS_OF_TRIALS)]
    whole = min(each(meter.time(row, work)) for row in rows)
    empty, bare = (min(each(some) for _ in rows) for some in (None, work))
    inside = max(0.0, min(row.seconds for row in rows) / TRIALS - (bare - empty))
    return inside, max(0.0, whole - bare - inside)


# ---- what is measured -----------------------------------------------------------------------------------------------


class Clauses:
    """The clauses of a ruleset by where they stand."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.found: dict[str, list[m.Clause]] = {}
        for clause in sorted(rules.clauses, key=lambda each: (each.span.source.name, each.span.line)):
            self.found.setdefault(clause.span.source.name, []).append(clause)

    def at(self, span: Span) -> m.Clause | None:
        """The clause that something is a part of: the last one that begins before it ends."""
        found = self.found.get(span.source.name, [])
        at = bisect_right(found, span.line, key=lambda each: each.span.line)
        return found[at - 1] if at else None


class MeasuredEvaluator(Evaluator):
    """Measures definitions, rankings, and for bots the score lines and every part of the advice."""

    def __init__(self, meter: ProfilingClock, clauses: Clauses, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.meter, self.clauses, self.depth = meter, clauses, 0

    def measure(self, what: str, e: m.Expr, closure: Closure) -> Closure:
        """The closure of an expression that has a row of its own."""
        return self.meter.time(self.meter.row(what, self.clauses.at(e.span)), closure)

    def expr(self, e: m.Expr) -> Closure:
        """The closure of an expression; what bots ask for is measured, sums part by part."""
        if not self.at_rest or self.depth or e.op in ("add", "sub"):
            return super().expr(e)
        self.depth += 1
        closure = super().expr(e)
        self.depth -= 1
        clause = self.clauses.at(e.span)
        return self.measure(SCORE if clause is not None and clause.rule == "scoring" else ADVICE, e, closure)

    def _call(self, e: m.Expr, define: m.Define, arguments: tuple[m.Expr, ...]) -> Closure:
        if define.name not in self.defines:
            self.depth += 1
            self.defines[define.name] = self.measure(DEFINITION, define.body, self.expr(define.body))
            self.depth -= 1
        return super()._call(e, define, arguments)

    def _ranking(self, e: m.Expr, ranking: m.Ranking, arguments: tuple[m.Expr, ...]) -> Closure:
        return self.measure(DEFINITION, ranking.by, super()._ranking(e, ranking, arguments))


class MeasuredInterpreter(Interpreter):
    """Measures instructions, guards, and going through the options of each decision."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program, meter: ProfilingClock) -> None:
        self.meter, self.clauses = meter, Clauses(ruleset)
        self.evaluator = partial(MeasuredEvaluator, meter, self.clauses)
        self.here: m.Clause | None = None
        super().__init__(ruleset, program)
        self.advance = meter.time(meter.row(ENGINE), self.advance)  # type: ignore[method-assign]
        self.listers = {at: self._counting(at, lister) for at, lister in self.listers.items()}
        self.chances = {at: self._counting(at, weights) for at, weights in self.chances.items()}

    def _counting(self, at: int, listing: Any) -> Any:
        return self.meter.time(self.meter.row(OPTIONS, self._clause(self.program.code[at])), listing)

    def _step(self, at: int, instruction: Any) -> Step:
        self.here = self._clause(instruction) or self.here
        return self.meter.time(self.meter.row(what_of(instruction), self.here), super()._step(at, instruction))

    def _clause(self, instruction: Any) -> m.Clause | None:
        """The clause that an instruction belongs to, if it says so."""
        if hasattr(instruction, "clause"):
            return instruction.clause  # type: ignore[no-any-return]
        for name in instruction.__slots__:
            part = getattr(instruction, name)
            if isinstance(part, m.Expr):
                return self.clauses.at(part.span)
        return None

    def guard_functions(self, guard: i.Guard) -> GuardFunctions:
        """A guard whose asking is measured."""
        made = super().guard_functions(guard)
        made.holds = self.meter.time(self.meter.row(GUARD, guard.clause), made.holds)
        return made

    def gatherer(self, at: int, n: int, option: i.Option) -> Gatherer:
        """Going through the options of one kind, measured."""
        action = self.ruleset.actions.get(option.signature.name)
        clause = (
            self.clauses.at(action.span)
            if action is not None and action.span is not None
            else self._clause(self.program.code[at])
        )
        return self.meter.time(self.meter.row(OPTIONS, clause), super().gatherer(at, n, option))

    def draw(self, h: Slots, s: Boards, run: Run, value: int) -> None:
        """Carries out a chance outcome, measured."""
        self.meter.time(self.meter.row(EFFECT, self._clause(self.program.code[h[i.PC]])), super().draw)(
            h, s, run, value
        )


def what_of(instruction: Any) -> str:
    """Returns the kind of work that the time of an instruction goes into."""
    if isinstance(instruction, (i.Decide, i.Repack)):
        return OPTIONS
    changes = isinstance(instruction, (i.Pieces, i.Returned, i.LayTile, i.Chance))
    return EFFECT if changes or isinstance(instruction, i.Set) and instruction.target.op != "local" else FLOW


class MeasuredGame(Game):
    """A game whose rules are timed as they are asked and carried out."""

    def __init__(self, rules: m.Ruleset, meter: ProfilingClock) -> None:
        self.meter = meter
        super().__init__(rules, engine="interpreter")
        scoring = rules.scoring
        assert scoring is not None
        whole = partial(meter.time, meter.row(SCORE, scoring.clause))
        self.score_lines = tuple(
            meter.time(meter.row(SCORE, line.clause), closure)
            for line, closure in zip(scoring.lines, self.score_lines, strict=True)
        )
        self.scoring_among, self.scoring_together, self.scoring_least = (
            each and whole(each) for each in (self.scoring_among, self.scoring_together, self.scoring_least)
        )
        self.tie_breaks = tuple((highest, whole(closure)) for highest, closure in self.tie_breaks)

    def _interpreter(self) -> Interpreter:
        return MeasuredInterpreter(self.rules_model, self.program, self.meter)


class MeasuredBot:
    """A bot whose thinking is measured, apart from the rules that it asks."""

    def __init__(self, bot: Bot, meter: ProfilingClock) -> None:
        self.choose = meter.time(meter.row(BOT), bot.choose)

    choose: Callable[[State, int], Action]
