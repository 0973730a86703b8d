"""Lists the mutants of a ruleset: each is the ruleset with one clause broken, as a rule that was written wrongly would be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...foundation.source import Span
from ...rules.check.whole_program import notice_expressions
from ...rules.model import ruleset as m
from ...rules.model.operators import COMPARISONS
from ...rules.model.statement_effects import EFFECTS, inner_blocks
from .coverage import place_of
from .expression_mutations import Change, change_expression, parts_of
from .rewriting import SECTIONS, expressions_in, rewrite_ruleset
from .statement_mutations import change_statement, exchange_lines

CARRIED_OUT = (m.Require, m.Cost, m.Assign, m.Transfer, m.Lay)
"""Statements that become instructions, or guards, which name their line."""
MOST_TRIED = 2_000
"""Values of a number up to which a comparison is tried with each of them."""


@dataclass(frozen=True)
class Mutant:
    """One change of one clause. `rule` is the declaration in which it stands, `kind` the sort of change, `detail` what
    it does; `changes` are the parts that are replaced, with what replaces them. `proof` says why it means the same, if
    that is known beforehand."""

    rule: str
    kind: str
    detail: str
    span: Span
    changes: tuple[tuple[Any, Any], ...] = field(compare=False, repr=False)
    proof: str = ""
    at: tuple[str, int] | None = field(default=None, compare=False)
    """The place of the line that is carried out; None where it is no instruction of its own."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Key that the same change of the same clause has under all options."""
        return self.span.source.name, self.span.start, self.span.end, self.kind, self.detail

    def apply_to(self, rules: m.Ruleset) -> m.Ruleset:
        """The ruleset that is broken so."""
        return rewrite_ruleset(rules, self.changes, repr(self.key))


def list_mutants(rules: m.Ruleset) -> list[Mutant]:
    """All mutants of a ruleset, in the order of its declarations. A line that the check has put into several rules, as
    that of a currency, is broken in all of them at once."""
    found = [
        *(
            each
            for process in rules.processes.values()
            for each in _of_block(f"to {process.name}", process.body, rules)
        ),
        *(each for action in rules.actions.values() for each in _of_action(action, rules)),
        *(each for trigger in rules.triggers for each in _of_trigger(trigger, rules)),
        *(
            each
            for define in definitions_in_play(rules)
            for each in _of_values(f"{_kind_of(define, rules)} {define.name}", (define.body,), rules)
        ),
        *(each for ranking in rules.rankings.values() for each in _of_ranking(ranking, rules)),
        *_of_scoring(rules),
    ]
    by_key: dict[tuple[Any, ...], Mutant] = {}
    for each in found:
        known = by_key.get(each.key)
        by_key[each.key] = each if known is None else replace(known, changes=known.changes + each.changes)
    return list(by_key.values())


def _kind_of(define: m.Define, rules: m.Ruleset) -> str:
    return "notice" if any(each.name == define.name for each in rules.notices) else "define"


def definitions_in_play(rules: m.Ruleset) -> list[m.Define]:
    """The definitions that play and notices ask for, the conditions of notices among them; what only the advice for bots
    asks for is left out, since no example can notice it."""
    sections = (getattr(rules, name) for name in SECTIONS if name != "defines")
    todo: list[Any] = [part for each in sections for part in (each.values() if isinstance(each, Mapping) else (each,))]
    todo += [field.start for field in rules.fields]
    todo += [each for board in rules.boards.values() for each in (board.free, board.joined)]
    todo += [notice_expressions(each) for each in rules.notices]
    found: dict[str, m.Define] = {each.name: rules.defines[each.name] for each in rules.notices}
    while todo:
        for expr in expressions_in(todo.pop()):
            for part in expr.args:
                if isinstance(part, m.Define) and part.name not in found:
                    found[part.name] = part
                    todo.append(part.body)
                elif isinstance(part, m.Ranking):
                    todo += [part.by, part.among, part.least]
    return [each for name, each in rules.defines.items() if name in found]


def _of_action(action: m.Action, rules: m.Ruleset) -> Iterator[Mutant]:
    rule = f"action {action.name}"
    yield from _of_values(rule, (each.domain for each in action.binds), rules)
    yield from _of_block(rule, action.header, rules)
    yield from _of_block(rule, action.body, rules)


def _of_trigger(trigger: m.Trigger, rules: m.Ruleset) -> Iterator[Mutant]:
    rule = f"whenever {trigger.clause.name}"
    yield from _of_block(rule, trigger.body, rules)
    for name in trigger.actions if len(trigger.actions) > 1 else ():
        left = tuple(each for each in trigger.actions if each != name)
        yield Mutant(
            rule, "effect", f"not after {name}", trigger.clause.span, ((trigger, replace(trigger, actions=left)),)
        )


def _of_ranking(ranking: m.Ranking, rules: m.Ruleset) -> Iterator[Mutant]:
    rule = f"ranking {ranking.name}"
    yield from _of_values(rule, filter(None, (ranking.by, ranking.among, ranking.least)), rules)
    for name in ("among", "least"):
        if getattr(ranking, name) is not None:
            nothing: Any = {name: None}
            without = replace(ranking, **nothing)
            yield Mutant(rule, "requirement", f"without `{name}`", ranking.clause.span, ((ranking, without),))
    for place, points in ranking.lookup.items():
        moved = replace(ranking, lookup={**ranking.lookup, place: points + 1})
        detail = f"place {place[0]}, {place[1]}: {points} → {points + 1}"
        yield Mutant(rule, "cell", detail, ranking.clause.span, ((ranking, moved),))


def _of_scoring(rules: m.Ruleset) -> Iterator[Mutant]:
    scoring = rules.scoring
    assert scoring is not None
    values = [each.value for each in scoring.lines] + [value for _, value in scoring.ties]
    yield from _of_values("scoring", [*values, *filter(None, (scoring.among, scoring.together, scoring.least))], rules)
    changed = [
        ("turned", "highest and lowest exchanged", scoring.clause.span, replace(scoring, highest=not scoring.highest))
    ]
    for n, line in enumerate(scoring.lines):
        zero = replace(line, value=m.constant(0, line.value.type, line.value.span))
        lines = (*scoring.lines[:n], zero, *scoring.lines[n + 1 :])
        changed.append(("effect", f"score {line.name} dropped", line.clause.span, replace(scoring, lines=lines)))
    for n, (highest, value) in enumerate(scoring.ties):
        left = (*scoring.ties[:n], *scoring.ties[n + 1 :])
        turned = (*scoring.ties[:n], (not highest, value), *scoring.ties[n + 1 :])
        changed.append(("branch", "what decides among equals dropped", value.span, replace(scoring, ties=left)))
        changed.append(("turned", "highest and lowest exchanged", value.span, replace(scoring, ties=turned)))
    for name in ("among", "together", "least"):
        held = getattr(scoring, name)
        if held is not None:
            nothing: Any = {name: None}
            changed.append(("requirement", f"`{name}` dropped", held.span, replace(scoring, **nothing)))
    for kind, detail, span, new in changed:
        yield Mutant("scoring", kind, detail, span, ((scoring, new),))


def _of_block(rule: str, block: m.Block, rules: m.Ruleset) -> Iterator[Mutant]:
    """The mutants of lines, of what stands in them, and of the blocks below them."""
    for kind, detail, changes in exchange_lines(block):
        yield Mutant(rule, kind, detail, changes[0][0].clause.span, changes)
    for step in block:
        at = place_of(step.clause) if isinstance(step.statement, CARRIED_OUT) else None
        for kind, detail, new in change_statement(step):
            proof = "" if new else prove_redundant(step.statement)
            yield Mutant(rule, kind, detail, step.clause.span, ((step, new),), proof, at)
        for each in _of_values(rule, _values_of(step.statement), rules):
            yield replace(each, at=at)
        if isinstance(step.statement, m.Cost):
            for payment in step.statement.payments:
                if payment.counter is not None:
                    yield from _of_block(f"currency {payment.unit}", payment.pay, rules)
            continue
        for inner in inner_blocks(step.statement):
            yield from _of_block(rule, inner, rules)


def _values_of(statement: Any) -> Iterator[m.Expr]:
    """Yields the expressions of a line, those of the lines below it left out."""
    if isinstance(statement, m.Cost):
        yield from (each.amount for each in statement.payments)
        return
    effects = EFFECTS[type(statement)]
    for name in (*effects.writes, *effects.indices, *effects.reads):
        held = getattr(statement, name)
        parts = held if isinstance(held, tuple) else (held,)
        for each in parts:
            if isinstance(each, m.Amount):
                yield from filter(None, (each.amount, each.piece))
            elif isinstance(each, m.Bind):
                yield each.domain
            elif isinstance(each, tuple) and each and isinstance(each[0], m.Expr):
                yield each[0]
            elif isinstance(each, m.Expr):
                yield each


def _of_values(rule: str, values: Iterable[m.Expr], rules: m.Ruleset) -> Iterator[Mutant]:
    for value in values:
        for expr in parts_of(value):
            for change in change_expression(expr, rules):
                if not _is_written(expr, change):
                    continue
                kind, detail, new = change
                yield Mutant(rule, kind, detail, expr.span, ((expr, new),), prove_by_ranges(value, expr, new))


def _is_written(expr: m.Expr, change: Change) -> bool:
    """Tells if somebody wrote what is changed, where it stands: what the check made of it stands at the same place."""
    kind, _, _ = change
    text = expr.span.text.strip()
    if not text:
        return False
    return kind not in ("number", "row", "turned") or expr.op != "const" or text.split()[0].replace("_", "").isalnum()


def prove_by_ranges(value: m.Expr, expr: m.Expr, new: m.Expr) -> str:
    """Why a change means the same by the range of what is compared; "" where that proves nothing. `value` is the whole
    in which the changed expression stands."""
    for whole in parts_of(value):
        if whole.op not in COMPARISONS or not (whole is expr or any(each is expr for each in whole.args)):
            continue
        changed = new if whole is expr else replace(whole, args=tuple(new if a is expr else a for a in whole.args))
        if changed.op in COMPARISONS and _agree(whole, changed):
            return f"{_quote(whole)} comes to the same over {whole.args[0].type}"
    return ""


def prove_redundant(statement: Any) -> str:
    """Why a line can be left out: a requirement that always holds by the ranges of what it compares; "" for any other."""
    if not isinstance(statement, m.Require) or not _always_holds(statement.condition):
        return ""
    return f"{_quote(statement.condition)} always holds"


def _always_holds(condition: m.Expr) -> bool:
    if condition.op in ("and", "or"):
        return (all if condition.op == "and" else any)(_always_holds(each) for each in condition.args)
    return condition.op in COMPARISONS and _decided_by_ranges(condition) is True


def _quote(expr: m.Expr) -> str:
    return "`" + " ".join(expr.span.text.split()) + "`"


def _agree(one: m.Expr, other: m.Expr) -> bool:
    """Tells if two comparisons of numbers agree: each comes to the same whatever its parts are within their ranges, or
    both compare one number with constants, and decide alike on every value that it can have."""
    verdicts = _decided_by_ranges(one), _decided_by_ranges(other)
    if None not in verdicts:
        return verdicts[0] == verdicts[1]
    left, right = one.args
    other_left, other_right = other.args
    if not right.op == other_right.op == "const":
        return False
    if left != other_left or not left.type.is_number:
        return False
    values = range(left.type.low, left.type.high + 1)
    if left.type.optional or len(values) > MOST_TRIED:
        return False
    bound, other_bound = right.args[0], other_right.args[0]
    return all(_holds(one.op, n, bound) == _holds(other.op, n, other_bound) for n in values)


def _decided_by_ranges(comparison: m.Expr) -> bool | None:
    """The value of a comparison by the ranges of its parts alone; None where that is not known."""
    left, right = (each.type for each in comparison.args)
    if not left.is_number or not right.is_number or left.optional or right.optional:
        return None
    corners = {_holds(comparison.op, a, b) for a in (left.low, left.high) for b in (right.low, right.high)}
    is_apart = left.high < right.low or right.high < left.low
    if comparison.op in ("eq", "ne") and not is_apart:
        return None
    return corners.pop() if len(corners) == 1 else None


def _holds(op: str, left: int, right: int) -> bool:
    return {
        "eq": left == right,
        "ne": left != right,
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
    }[op]
