"""Branches: under which conditions blocks are carried out, how often, by whom, and by which rules."""

from __future__ import annotations

from ..model import ruleset as m
from ..model.kept_back import Knower
from .knowledge import Knowledge
from .routes import Entry, Route, Under, held_when
from .visibility import OPEN, SOMEBODY, knower, renamed
from .whole_program import steps
from .writes import bags_of, changes_bags, is_taken_alone, touched_by


def if_(knowledge: Knowledge, step: m.Step, node: m.If, route: Route) -> None:
    ways, secrets = [], OPEN
    for condition, body in node.branches:
        secrets |= knowledge.of(condition, route)
        way = route.beneath(Under.of(secrets, condition.span, step))
        way.held |= held_when(condition, route.me)
        knowledge.block(body, way)
        ways.append(way)
    last = route.beneath(Under.of(secrets, node.branches[-1][0].span, step)) if node.branches else route.copy()
    knowledge.block(node.otherwise, last)
    route.take([*ways, last])


def for_each(knowledge: Knowledge, step: m.Step, node: m.ForEach, route: Route) -> None:
    inner, secrets = route.copy(), OPEN
    looped(knowledge, node.body, inner)
    for each in node.binds:
        found = knowledge.of(each.domain, inner)
        secrets |= found
        knowledge.bind(each.local, OPEN if step.reveals else found, route.me, each.domain.span if found else None)
        knowledge.renewed(each.local, inner)
    if node.where is not None:
        secrets |= knowledge.of(node.where, inner)
    span = (node.where or node.binds[0].domain).span
    inner = inner.beneath(Under.of(secrets, span, step))
    for each in node.binds:
        if is_taken_alone(node.body, each):
            knowledge.takes_from(each.domain, each.local, inner)
    inner.held |= (
        held_when(node.where, route.me) if node.where is not None and not changes_bags(node.body) else frozenset()
    )
    rounds(knowledge, node.body, inner, route)
    for each in node.binds:
        knowledge.renewed(each.local, route)


def repeat(knowledge: Knowledge, step: m.Step, node: m.Repeat, route: Route) -> None:
    asked = node.until if node.until is not None else node.times
    assert asked is not None
    inner = route.copy()
    looped(knowledge, node.body, inner)
    inner = inner.beneath(Under.of(knowledge.of(asked, inner), asked.span, step))
    rounds(knowledge, node.body, inner, route)


def in_turn(knowledge: Knowledge, step: m.Step, node: m.InTurn, route: Route) -> None:
    me: Knower = ("turn", (step.clause.span.source.name, step.clause.span.start))
    knowledge.declare(me)
    inner = route.beneath(Under.of(knowledge.of(node.first, route), node.first.span, step)).of_player(me)
    looped(knowledge, node.body, inner)
    rounds(knowledge, node.body, inner, route)


def at_once(knowledge: Knowledge, step: m.Step, node: m.AtOnce, route: Route) -> None:
    knowledge.in_open(step, route)
    me: Knower = ("turn", (step.clause.span.source.name, step.clause.span.start))
    knowledge.declare(me)
    knowledge.clouded |= knowledge.ground.guarded
    inner = route.of_player(me)
    inner.decided()
    knowledge.block(node.body, inner)
    route.decided()
    route.drop()


def as_player(knowledge: Knowledge, step: m.Step, node: m.AsPlayer, route: Route) -> None:
    player = node.player
    me = knower(player, route.me)
    if me == SOMEBODY or player.op == "local" and player.args[0].number in knowledge.ground.set_again:
        me = ("turn", (step.clause.span.source.name, step.clause.span.start))
    knowledge.declare(me)
    inner = route.beneath(Under.of(knowledge.of(player, route), player.span, step)).of_player(me)
    knowledge.block(node.body, inner)
    route.take([inner, route.copy()])


def call(knowledge: Knowledge, step: m.Step, node: m.Call, route: Route) -> None:
    process = knowledge.ground.ruleset.processes[node.process]
    me: Knower = ("acting", "to " + process.name)
    knowledge.declare(me)
    means: dict[Knower, Knower] = {route.me: me}
    for local, value in zip(process.parameters, node.arguments, strict=False):
        means[knower(value, route.me)] = ("name", local.number) if knower(value, route.me) != route.me else me
    means.pop(SOMEBODY, None)
    for local, value in zip(process.parameters, node.arguments, strict=False):
        knowledge.declare(("name", local.number))
        given = renamed(knowledge.of(value, route), means)
        given = frozenset(each.through(step.clause.span, local.name) for each in given)
        knowledge.names[local.number] = knowledge.names.get(local.number, OPEN) | given
    knowledge.entries.setdefault("to " + process.name, Entry()).add(
        translated(knowledge, route, me, means, process, node.arguments)
    )
    route.lax = True
    route.drop()
    touched = knowledge.ground.touched["to " + process.name]
    knowledge.clouded |= touched
    route.known -= touched


def translated(
    knowledge: Knowledge,
    route: Route,
    me: Knower,
    means: dict[Knower, Knower],
    process: m.Process,
    given: tuple[m.Expr, ...],
) -> Route:
    """A route as the process that is carried out sees it: players and pieces by the names of its parameters."""
    under = tuple(Under(renamed(each.secrets, means), each.span, each.line, each.reveals) for each in route.under)
    chooser = None if route.chooser is None else means.get(route.chooser, SOMEBODY)
    pieces: dict[object, Knower] = {
        ("name", value.args[0].number): ("name", local.number)
        for local, value in zip(process.parameters, given, strict=False)
        if value.op == "local"
    }
    held = frozenset(
        (where, None if owner is None else means[owner], pieces.get(piece, piece))
        for where, owner, piece in route.held
        if (owner is None or owner in means) and (piece[0] == "row" or piece in pieces)
    )
    return Route(me, under, chooser, route.lax, held, known=route.known)  # type: ignore[arg-type]


def looped(knowledge: Knowledge, body: m.Block, route: Route) -> None:
    """What is certain before a loop is certain within if the loop changes nothing of it."""
    route.known -= touched_by(body)
    for each in steps(body):
        if isinstance(each.statement, (m.Offer, m.Choose, m.May, m.Repack, m.AtOnce)):
            route.known = frozenset()
        elif isinstance(each.statement, m.Call):
            route.known -= knowledge.ground.touched["to " + each.statement.process]
        match each.statement:
            case m.Assign(target=m.Expr(op="local", args=(local,))):
                knowledge.renewed(local, route)
            case m.Assign() | m.Transfer() as changes:
                route.drop(bags_of(changes))
            case m.Call() | m.Offer() | m.Choose() | m.Draw() | m.PutBack() | m.Repack():
                route.drop()


def rounds(knowledge: Knowledge, body: m.Block, inner: Route, route: Route) -> None:
    """The block of a loop, any number of times."""
    before, knowledge.clouded = knowledge.clouded, set()
    knowledge.block(body, inner)
    inner.known = route.known - knowledge.clouded
    knowledge.clouded |= before
    route.take([inner, route.copy()])
