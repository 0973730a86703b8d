"""Control flow: circles of processes and triggers, rules that are never reached, loops that may not end."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter

from ...foundation.source import Diagnostics, Label, Span, at, warning
from ..model import ruleset as m
from ..model.secrecy import OPEN
from ..model.statement_effects import inner_blocks
from .stuck_loops import locations_read, locations_written
from .unmet_ends import is_never_met
from .whole_program import WholeProgram, expressions_in, steps

MOST_TIMES = 10_000
"""How often a loop may run."""


def in_order(graph: Mapping[str, list[str]]) -> list[str]:
    """All names of a graph without circles, each after those that it leads to."""
    return [*TopologicalSorter(graph).static_order()]


def check_recursion(whole: WholeProgram) -> Diagnostics:
    """C0502: processes, actions and triggers that lead back to themselves, or ask what would be after themselves."""
    done: set[str] = set()
    graph = {name: [*led_to, *whole.suppositions[name]] for name, led_to in whole.graph.items()}
    for start in graph:
        way: list[str] = []
        todo = [(start, False)]
        while todo:
            name, left = todo.pop()
            if left:
                way.pop()
            elif name in way:
                first, second, *_ = round = [*way[way.index(name) :], name]
                yield at(
                    "C0502",
                    f"this leads back to itself: `{' → '.join(round)}`",
                    _place_of_step(whole, first, second),
                    help=_way_out(whole, round),
                )
            elif name not in done:
                done.add(name)
                way.append(name)
                todo += [(name, True), *((each, False) for each in reversed(graph.get(name, [])))]


def _way_out(whole: WholeProgram, round: list[str]) -> str:
    """Returns what helps against a circle: an action beside every decision is in one as soon as it decides something."""
    beside = next((each.word for each in whole.ruleset.beside if f"action {each.name}" in round), "")
    if not beside:
        return "rules cannot recur; use `repeat`, or break the circle"
    return (
        f"`{beside}` is offered beside every decision, also beside those to which it leads: it may decide nothing; "
        "write down what was done, and let a process of `play` ask what follows"
    )


def _place_of_step(whole: WholeProgram, first: str, second: str) -> Span:
    """The place at which one process or action leads to another, or asks what would be after it."""
    for step in steps(whole.bodies[first]):
        if second in whole.called_by(step.statement) or second in whole.find_supposed(expressions_in(step.statement)):
            return step.clause.span
    return whole.place_of_declaration(first)


def check_reached(whole: WholeProgram) -> Diagnostics:
    """C0503, C0504: actions that are never offered, processes that are never carried out."""
    asked = {name for deed in whole.ruleset.deeds for name in whole.carried_out_by(deed)}
    reached = whole.reachable_from(["to play", *asked])
    for action in whole.ruleset.actions.values():
        if "action " + action.name not in reached:
            yield warning(
                "C0503",
                f"action `{action.word}` is never offered",
                whole.place_of_declaration(f"action {action.name}"),
                help="its menu has to be offered in a process that `play` reaches",
            )
    for process in whole.ruleset.processes.values():
        if "to " + process.name not in reached:
            yield warning(
                "C0504",
                f"process `{process.name}` is never carried out",
                whole.place_of_declaration(f"to {process.name}"),
                help="name it on a line of a process that `play` reaches, or take it out",
            )


# ---- Loops -----------------------------------------------------------------------------------------------------------


def check_loops(whole: WholeProgram) -> Diagnostics:
    """C0505, C0605: loops without a decision on some way through them, and loops that run too often."""
    decides = DecisionPaths(whole)
    for step in whole.steps():
        match step.statement:
            case m.Repeat(until=m.Expr() as until, body=inner) | m.InTurn(again=True, until=until, body=inner):
                if not decides.block(inner) and not (until is not None and speaks_of_skipping(whole, until, inner)):
                    span, why = decides.way(inner) or (inner[0].clause.span, "no line of this block decides anything")
                    yield warning(
                        "C0505",
                        "in a round in which nobody decides and nothing changes, this loop ends",
                        step.clause,
                        more=[Label(span, why)] if span != step.clause.span else [],
                        help=_told_by_end(whole, inner)
                        or "let its condition say when that is, or decide something on every way",
                    )
            case m.Repeat(times=times) if times is not None and times.type.high > MOST_TIMES:
                yield at(
                    "C0605",
                    f"a loop runs at most {MOST_TIMES:,} times",
                    times,
                    help=f"say how often: a number that never exceeds {MOST_TIMES:,}",
                )


def speaks_of_skipping(whole: WholeProgram, until: m.Expr, body: m.Block) -> bool:
    """Tells if a loop counts towards what it waits for, or what it waits for is about that by which its decisions are
    skipped: then whoever wrote it has thought of rounds without a decision."""
    looked_at = set(locations_read(whole, until))
    names = whole.reachable_from(whole.called_from(body))
    inside = [each for block in (body, *map(whole.bodies.__getitem__, names)) for each in steps(block)]
    conditions = [some for each in inside if isinstance(each.statement, m.If) for some, _ in each.statement.branches]
    conditions += [
        each.statement.where for each in inside if isinstance(each.statement, m.Choose) and each.statement.where
    ]
    decided = DecisionPaths(whole)
    if not any(decided.step(each.statement) for each in inside):
        return bool(looked_at & set(locations_written(inside))) and not is_never_met(until, inside)
    return any(looked_at & set(locations_read(whole, each)) for each in conditions)


def _told_by_end(whole: WholeProgram, body: m.Block) -> str:
    """Returns a word of warning for a loop that writes what not all see: its end would tell of it."""
    names = whole.reachable_from(whole.called_from(body))
    inside = [each for block in (body, *map(whole.bodies.__getitem__, names)) for each in steps(block)]
    fields = {(each.owner, each.name): each for each in whole.ruleset.fields}
    secret = [fields[mark].name for mark in locations_written(inside) if mark in fields and fields[mark].shown != OPEN]
    return (
        f"its end then tells something about `{secret[0]}`, which not all see; say what it `reveals`" if secret else ""
    )


class DecisionPaths:
    """For a ruleset without circles: whether every way through a block comes to a decision of a player or of chance, or
    to the end of the game.

    A menu, a bag or a roll counts as a decision; that it may be empty just then is seen while playing, where the work
    of a step has a limit. What may be skipped by the rules themselves does not count.
    """

    def __init__(self, whole: WholeProgram) -> None:
        self.menus = whole.menus
        self.known: dict[str, bool] = {}
        for name in in_order(whole.graph):
            self.known[name] = self.block(whole.bodies[name])

    def block(self, block: m.Block) -> bool:
        """Every way through a block."""
        return any(self.step(each.statement) for each in block)

    def way(self, block: m.Block) -> tuple[Span, str] | None:
        """Returns the place at which a way leads past all decisions of a block, and its condition; none if there is
        nothing to pass."""
        for each in block:
            inner = tuple(inner_blocks(each.statement))
            if not any(map(self.block, inner)) and not any(map(self.way, inner)):
                continue
            match each.statement:
                case m.If(otherwise=()):
                    return each.clause.span, "no decision is met where no condition of this holds"
                case m.If(branches=branches, otherwise=otherwise):
                    past = next(some for some in (*(some for _, some in branches), otherwise) if not self.block(some))
                    return self.way(past) or (past[0].clause.span, "no decision is met where this is done")
                case m.Choose(otherwise=()):
                    return each.clause.span, "no decision is met where there is nothing to choose"
                case m.InTurn():
                    return each.clause.span, "no decision is met where nobody has a turn"
                case m.ForEach() | m.Repeat():
                    return each.clause.span, "no decision is met where this goes through nothing"
        return None

    def step(self, statement: object) -> bool:
        """Every way through a statement."""
        match statement:
            case m.Draw() | m.Roll() | m.May() | m.Finish() | m.Repack():
                return True
            case m.Offer(menu=menu):
                return statement.has_done or menu in self.menus
            case m.Call(process=name):
                return self.known.get("to " + name, False)
            case m.Choose(stop=True):
                return True
            case m.Choose(otherwise=otherwise):
                return bool(otherwise) and self.block(otherwise)
            case m.If(branches=branches, otherwise=otherwise):
                return bool(otherwise) and all(map(self.block, (*(block for _, block in branches), otherwise)))
            case m.Repeat(times=times, body=body) if times is not None and times.type.low > 0 and times.op == "const":
                return self.block(body)
            case m.InTurn(where=m.Expr()) | m.InTurn(until=m.Expr()):
                return False
            case m.InTurn(body=body) | m.AsPlayer(body=body) | m.AtOnce(body=body):
                return self.block(body)
        return False
