"""Logic of the whole: circles of processes and triggers, loops that may not end, clauses that can never matter."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import ruleset as m
from ..source import Diagnostic, at


def inner_blocks(statement: object) -> Iterator[m.Block]:
    """The blocks inside a statement."""
    match statement:
        case m.If(branches=branches, otherwise=otherwise):
            yield from (block for _, block in branches)
            yield otherwise
        case m.Choose(body=body, otherwise=otherwise):
            yield body
            yield otherwise
        case m.ForEach(body=body) | m.InTurn(body=body) | m.AtOnce(body=body) | m.Repeat(body=body) | m.May(body=body) | m.AsPlayer(body=body):
            yield body
        case m.Cost(payments=payments):
            yield from (each.pay for each in payments)


def steps(block: m.Block) -> Iterator[m.Step]:
    """All steps of a block, also the inner ones."""
    for step in block:
        yield step
        for inner in inner_blocks(step.statement):
            yield from steps(inner)


def called_from(block: m.Block, ruleset: m.Ruleset) -> set[str]:
    """Processes and actions that a block can lead to: called, or offered by a menu."""
    found: set[str] = set()
    for step in steps(block):
        if isinstance(step.statement, m.Call):
            found.add("to " + step.statement.process)
        if isinstance(step.statement, m.Offer):
            found |= {"action " + a.name for a in ruleset.actions.values() if step.statement.menu in a.menus}
    return found


def check_flow(ruleset: m.Ruleset) -> Iterator[Diagnostic]:
    """All findings about the whole."""
    bodies = {**{"to " + p.name: p.body for p in ruleset.processes.values()},
              **{"action " + a.name: (*a.header, *a.body) for a in ruleset.actions.values()}}
    for trigger in ruleset.triggers:
        for name in trigger.actions:
            bodies["action " + name] = (*bodies.get("action " + name, ()), *trigger.body)
    graph = {name: sorted(called_from(body, ruleset)) for name, body in bodies.items()}
    yield from _circles(graph, bodies)
    yield from _unused(ruleset, graph)
    for body in bodies.values():
        yield from _loops(body, ruleset, graph, bodies)


def _circles(graph: dict[str, list[str]], bodies: dict[str, m.Block]) -> Iterator[Diagnostic]:
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> Iterator[Diagnostic]:
        if name in way:
            circle = " → ".join([*way[way.index(name):], name])
            yield at("C0502", f"this leads back to itself: {circle}", bodies[name][0].clause.span,
                     help="rules cannot recur; use `repeat`, or break the circle")
            return
        if name in done:
            return
        done.add(name)
        for each in graph.get(name, ()):
            yield from visit(each, [*way, name])

    for name in graph:
        yield from visit(name, [])


def _unused(ruleset: m.Ruleset, graph: dict[str, list[str]]) -> Iterator[Diagnostic]:
    reached, todo = set(), ["to play"]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += graph.get(name, [])
    for action in ruleset.actions.values():
        if "action " + action.name not in reached:
            span = (*action.header, *action.body)[0].clause.span
            yield at("C0503", f"action `{action.name}` is never offered", span, severity="warning",
                     help="its menu has to be offered in a process that `play` reaches")
    for process in ruleset.processes.values():
        if "to " + process.name not in reached and process.body:
            yield at("C0504", f"process `{process.name}` is never carried out", process.body[0].clause.span, severity="warning")


def _decides(block: m.Block, graph: dict[str, list[str]], bodies: dict[str, m.Block], seen: frozenset[str] = frozenset()) -> bool:
    """Whether every way through a block meets a decision of a player or of chance."""
    for step in block:
        match step.statement:
            case m.Offer() | m.Draw() | m.Roll() | m.May() | m.AtOnce() | m.Finish() | m.Repack():
                return True
            case m.Choose(otherwise=otherwise) if otherwise:
                return _decides(otherwise, graph, bodies, seen) or True
            case m.Call(process=name) if name not in seen:
                if _decides(bodies.get("to " + name, ()), graph, bodies, seen | {name}):
                    return True
            case m.If(branches=branches, otherwise=otherwise):
                if otherwise and all(_decides(b, graph, bodies, seen) for b in (*(b for _, b in branches), otherwise)):
                    return True
            case m.InTurn(body=body) | m.AsPlayer(body=body):
                if _decides(body, graph, bodies, seen):
                    return True
    return False


def _loops(body: m.Block, ruleset: m.Ruleset, graph: dict[str, list[str]], bodies: dict[str, m.Block]) -> Iterator[Diagnostic]:
    for step in steps(body):
        match step.statement:
            case m.Repeat(until=until, body=inner) if until is not None:
                if not _decides(inner, graph, bodies):
                    yield at("C0505", "this loop may not end: some way through it meets no decision", step.clause.span,
                             help="offer, choose, draw or roll something on every way, or repeat a number of times")
            case m.Repeat(times=times) if times is not None and times.type.high > 10_000:
                yield at("C0605", "a loop runs at most 10,000 times", step.clause.span)
            case m.If(branches=branches):
                for condition, _ in branches:
                    if condition.op == "const" and condition.span.text in ("yes", "no"):
                        yield at("C0506", f"this condition is always {condition.span.text}", condition.span, severity="warning")
            case m.Require(condition=condition) if condition.op == "const" and not condition.args[0] and condition.span.text == "no":
                yield at("C0507", "this requirement can never be met", condition.span, severity="warning")
