"""Finds the definitions that rules use, and the names that a rule binds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from ...foundation.source import Span
from ...rules.model import ruleset as m
from ...rules.model.statement_effects import inner_blocks

CLOSED = (m.Kind, m.Clause, m.Board)
"""Classes of values that are not gone into."""
NAMED = (*CLOSED, m.Define, m.Field)
"""The same where only what a rule itself names counts."""


def nodes(value: Any, closed: tuple[type, ...]) -> Iterator[Any]:
    """All values of the model in a part of the rules, outer ones first; those of `closed` classes are not gone into,
    nor is how a cost is paid."""
    if isinstance(value, Mapping):
        yield from nodes(tuple(value.values()), closed)
    elif isinstance(value, tuple):
        for each in value:
            yield from nodes(each, closed)
    elif (parts := _parts(type(value))) is not None:  # type: ignore[arg-type]
        yield value
        if not isinstance(value, closed):
            for name in parts:
                yield from nodes(getattr(value, name), closed)


@cache
def _parts(kind: type[Any]) -> tuple[str, ...] | None:
    """The names of what is in a value of the model; None for what is none."""
    if not is_dataclass(kind) or kind is Span:
        return None
    return tuple(each.name for each in fields(kind) if each.name not in ("pay", "counter"))


def used_defines(rules: m.Ruleset) -> tuple[str, ...]:
    """The names of the definitions that something but the advice to bots uses, in order."""
    parts = (rules.processes, rules.actions, rules.triggers, rules.scoring, rules.rankings, rules.demands)
    waiting: list[Any] = [*parts, tuple((each.free, each.joined) for each in rules.boards.values())]
    found: dict[str, None] = {}
    while waiting:
        for each in nodes(waiting.pop(), (*CLOSED, m.Define)):
            if isinstance(each, m.Define) and each.name not in found:
                found[each.name] = None
                waiting.append(each.body)
    notices = {each.name for each in rules.notices}
    return tuple(name for name in rules.defines if name in found and name not in notices)


def actions_about(rules: m.Ruleset, kind: m.Kind, row: int) -> tuple[m.Action, ...]:
    """The actions that name a row of a kind, or are paid for with it."""
    return tuple(
        action
        for action in rules.actions.values()
        if _names(action, kind, row)
        or any(_names(each.pay, kind, row) for each in nodes(action, NAMED) if isinstance(each, m.Payment))
    )


def processes_about(rules: m.Ruleset, kind: m.Kind, row: int) -> tuple[m.Process, ...]:
    """The processes that have a text and name a row of a kind."""
    return tuple(each for each in rules.processes.values() if each.text and _names(each, kind, row))


def used_up_by(rules: m.Ruleset, kind: m.Kind, row: int) -> Iterator[m.Step]:
    """The steps of processes by which pieces of a row go back to the supply, each with the condition around it."""
    waiting = [step for each in rules.processes.values() for step in each.body]
    for step in waiting:
        inner = [each for block in inner_blocks(step.statement) for each in block]
        if isinstance(step.statement, m.If) and any(_uses_up(each.statement, kind, row) for each in inner):
            yield step
        waiting += inner


def _uses_up(statement: Any, kind: m.Kind, row: int) -> bool:
    return isinstance(statement, m.Transfer) and statement.taker is None and _names(statement.pieces, kind, row)


def _names(part: Any, kind: m.Kind, row: int) -> bool:
    """Tells if a part of the rules names a row of a kind, apart from the definitions that it uses."""
    return any(
        isinstance(each, m.Expr) and each.op == "const" and each.type.name == kind.name and each.args == (row,)
        for each in nodes(part, NAMED)
    )


def rows_about(rules: m.Ruleset, kind: m.Kind, row: int) -> Iterator[tuple[m.Kind, int, m.Column]]:
    """The rows of other kinds in whose cells a row stands, with the column."""
    for other in rules.kinds.values():
        for column in other.columns.values():
            if column.type.is_row and column.type.name == kind.name and other.name != kind.name:
                yield from (
                    (other, n, column) for n, value in enumerate(column.values[: len(other.rows)]) if value == row
                )


def locals_of(rule: Any) -> tuple[m.Local, ...]:
    """The names that a rule binds or has as parameters, each once; not those of definitions that it uses, nor of pieces
    that are shown for one of them to be kept, nor of what chance may bring apart from what it brings."""
    found = list(nodes(rule, NAMED))
    shown = {local for each in found if isinstance(each, m.PutBack) for local in (*each.drawn, each.kept)}
    shown |= {each.domain.args[0] for each in found if isinstance(each, m.Roll) and each.domain.op == "those"}
    return tuple(dict.fromkeys(each for each in found if isinstance(each, m.Local) and each not in shown))
