"""Finds choices whose values may be hidden from other players, and lines carried out while all act at once."""

from __future__ import annotations

from ..model import ruleset as m
from ..model.secrecy_facts import Choice, Place
from ..model.statement_effects import written_to
from .whole_program import WholeProgram, field_of, steps


def may_be_veiled(whole: WholeProgram) -> frozenset[Choice]:
    """The choices that may change something that not all see. What is there does not matter, so that nobody learns
    anything by a veil."""
    rules, found = whole.ruleset, set[Choice]()
    for name, body in whole.bodies.items():
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


def sealed_lines(whole: WholeProgram) -> frozenset[Place]:
    """The lines that are carried out while all act at once, unseen by others."""
    blocks = [each.body for each in whole.statements(m.AtOnce)]
    reached = whole.reachable_from(name for block in blocks for name in whole.called_from(block))
    return frozenset(
        step.clause.span.place
        for block in (*blocks, *(whole.bodies[each] for each in reached))
        for step in steps(block)
    )


def _is_unseen(block: m.Block, rules: m.Ruleset) -> bool:
    """Tells if anything in a block, or in what it calls, changes things that not all see, or is drawn in secret."""
    pending, called = [block], set[str]()
    while pending:
        for step in steps(pending.pop()):
            match step.statement:
                case m.PutBack(kept=local) | m.Draw(local=local) | m.Roll(local=local) if local.shown != "open":
                    return True
                case m.Assign() | m.Transfer() | m.Repack() as writes if not all(map(_is_open, written_to(writes))):
                    return True
            if isinstance(step.statement, m.Call) and step.statement.process not in called:
                called.add(step.statement.process)
                pending.append(rules.processes[step.statement.process].body)
    return False


def _is_open(target: m.Expr) -> bool:
    """Tells if all see the target of a write."""
    field = field_of(target)
    return field is None or field.shown == "open"
