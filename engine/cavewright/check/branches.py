"""Branches: under which conditions blocks are carried out, how often, by whom, and by which rules."""

from __future__ import annotations

from ..model import ruleset as m
from ..model.kept_back import Knower
from .knowledge import Point
from .routes import Entry, Route, Under, held_when
from .visibility import OPEN, SOMEBODY, knower, renamed
from .whole_program import steps
from .writes import bags_of, changes_bags, is_taken_alone, touched_by


def if_(route: Point, node: m.If) -> None:
    ways, secrets = [], OPEN
    for condition, body in node.branches:
        secrets |= route.of(condition)
        way = route.inside(secrets, condition.span)
        way.held |= held_when(condition, route.me)
        way.block(body)
        ways.append(way)
    last = route.inside(secrets, node.branches[-1][0].span) if node.branches else route.copy()
    last.block(node.otherwise)
    route.take([*ways, last])


def for_each(route: Point, node: m.ForEach) -> None:
    inner, secrets = route.copy(), OPEN
    looped(inner, node.body)
    for each in node.binds:
        found = inner.of(each.domain)
        secrets |= found
        route.bind(each.local, OPEN if route.step.reveals else found, each.domain.span if found else None)
        inner.renewed(each.local)
    if node.where is not None:
        secrets |= inner.of(node.where)
    span = (node.where or node.binds[0].domain).span
    inner = inner.inside(secrets, span)
    for each in node.binds:
        if is_taken_alone(node.body, each):
            inner.takes_from(each.domain, each.local)
    inner.held |= (
        held_when(node.where, route.me) if node.where is not None and not changes_bags(node.body) else frozenset()
    )
    rounds(route, node.body, inner)
    for each in node.binds:
        route.renewed(each.local)


def repeat(route: Point, node: m.Repeat) -> None:
    asked = node.until if node.until is not None else node.times
    assert asked is not None
    inner = route.copy()
    looped(inner, node.body)
    inner = inner.inside(inner.of(asked), asked.span)
    rounds(route, node.body, inner)


def in_turn(route: Point, node: m.InTurn) -> None:
    me: Knower = ("turn", route.step.clause.span.place)
    route.knowledge.declare(me)
    inner = route.inside(route.of(node.first), node.first.span).of_player(me)
    looped(inner, node.body)
    rounds(route, node.body, inner)


def at_once(route: Point, node: m.AtOnce) -> None:
    route.in_open()
    me: Knower = ("turn", route.step.clause.span.place)
    route.knowledge.declare(me)
    route.knowledge.clouded |= route.knowledge.ground.guarded
    inner = route.of_player(me)
    inner.decided()
    inner.block(node.body)
    route.decided()
    route.drop()


def as_player(route: Point, node: m.AsPlayer) -> None:
    player = node.player
    me = knower(player, route.me)
    if me == SOMEBODY or player.op == "local" and player.args[0].number in route.knowledge.ground.set_again:
        me = ("turn", route.step.clause.span.place)
    route.knowledge.declare(me)
    inner = route.inside(route.of(player), player.span).of_player(me)
    inner.block(node.body)
    route.take([inner, route.copy()])


def call(route: Point, node: m.Call) -> None:
    process = route.knowledge.ground.ruleset.processes[node.process]
    me: Knower = ("acting", "to " + process.name)
    route.knowledge.declare(me)
    means: dict[Knower, Knower] = {route.me: me}
    for local, value in zip(process.parameters, node.arguments, strict=False):
        means[knower(value, route.me)] = ("name", local.number) if knower(value, route.me) != route.me else me
    means.pop(SOMEBODY, None)
    for local, value in zip(process.parameters, node.arguments, strict=False):
        route.knowledge.declare(("name", local.number))
        given = renamed(route.of(value), means)
        given = frozenset(each.through(route.step.clause.span, local.name) for each in given)
        route.knowledge.names[local.number] = route.knowledge.names.get(local.number, OPEN) | given
    route.knowledge.entries.setdefault("to " + process.name, Entry()).add(
        translated(route, me, means, process, node.arguments)
    )
    route.lax = True
    route.drop()
    touched = route.knowledge.ground.touched["to " + process.name]
    route.knowledge.clouded |= touched
    route.known -= touched


def translated(
    route: Point, me: Knower, means: dict[Knower, Knower], process: m.Process, given: tuple[m.Expr, ...]
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


def looped(route: Point, body: m.Block) -> None:
    """What is certain before a loop is certain within if the loop changes nothing of it."""
    route.known -= touched_by(body)
    for each in steps(body):
        if isinstance(each.statement, (m.Offer, m.Choose, m.May, m.Repack, m.AtOnce)):
            route.known = frozenset()
        elif isinstance(each.statement, m.Call):
            route.known -= route.knowledge.ground.touched["to " + each.statement.process]
        match each.statement:
            case m.Assign(target=m.Expr(op="local", args=(local,))):
                route.renewed(local)
            case m.Assign() | m.Transfer() as changes:
                route.drop(bags_of(changes))
            case m.Call() | m.Offer() | m.Choose() | m.Draw() | m.PutBack() | m.Repack():
                route.drop()


def rounds(route: Point, body: m.Block, inner: Point) -> None:
    """The block of a loop, any number of times."""
    before, route.knowledge.clouded = route.knowledge.clouded, set()
    inner.block(body)
    inner.known = route.known - route.knowledge.clouded
    route.knowledge.clouded |= before
    route.take([inner, route.copy()])
