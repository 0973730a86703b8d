"""Veils over choices: which of them may change what not all see, and what is carried out while all act at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model import ruleset as m
from ..model.kept_back import Choice, Place
from .control_flow import called_from, graph_of
from .whole_program import Whole, steps


def may_be_veiled(whole: Whole) -> frozenset[Choice]:
    """The choices that may change something that not all see. What is there does not matter, so that nobody learns
    anything by a veil."""
    rules, found = whole.ruleset, set[Choice]()
    for name, body in whole.bodies().items():
        form, _, own = name.partition(" ")
        if form == "action" and _is_unseen(body, rules):
            found.add((own, rules.actions[own].word))
    for step in whole.steps():
        match step.statement:
            case m.Choose(name=name, body=body) | m.May(name=name, body=body) if _is_unseen(body, rules):
                found.add((step.clause.name, name))
            case m.Repack(name=name, first=first, second=second) if not (_is_open(first) and _is_open(second)):
                found.add((step.clause.name, name))
    return frozenset(found)


def sealed(whole: Whole) -> frozenset[Place]:
    """The lines that are carried out while all act at once, unseen by others."""
    graph, bodies = graph_of(whole), whole.bodies()
    blocks = [step.statement.body for step in whole.steps() if isinstance(step.statement, m.AtOnce)]
    names = [name for block in blocks for name in called_from(block, whole.ruleset)]
    reached = set[str]()
    while names:
        if (name := names.pop()) not in reached:
            reached.add(name)
            names += graph[name]
    return frozenset(
        step.clause.span.place for block in (*blocks, *(bodies[each] for each in reached)) for step in steps(block)
    )


def _is_unseen(block: m.Block, rules: m.Ruleset) -> bool:
    """Whether anything in a block, or in what it calls, changes what not all see, or is drawn in secret."""
    pending, called = [block], set[str]()
    while pending:
        for step in steps(pending.pop()):
            if not all(map(_is_open, _written(step.statement))):
                return True
            if isinstance(step.statement, m.Call) and step.statement.process not in called:
                called.add(step.statement.process)
                pending.append(rules.processes[step.statement.process].body)
    return False


def _written(statement: Any) -> Iterator[Any]:
    """What a statement writes to, and names that chance gives a value."""
    match statement:
        case m.Assign(target=target) if target.op != "local":
            yield target
        case m.Transfer(giver=giver, taker=taker):
            yield from (each for each in (giver, taker) if each is not None)
        case m.PutBack(kept=local) | m.Draw(local=local) | m.Roll(local=local):
            yield local
        case m.Repack(first=first, second=second):
            yield from (first, second)


def _is_open(written: Any) -> bool:
    """Whether all see what is written to."""
    if isinstance(written, m.Local):
        return written.shown == "open"
    kept = written.args[1] if written.op == "in_set" else written.args[0] if written.op == "amount" else written
    return not any(isinstance(each, m.Field) and each.shown != "open" for each in kept.args)
