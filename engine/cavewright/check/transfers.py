"""Transfers: what it tells that pieces move, values are written, tiles are laid, and chance brings something."""

from __future__ import annotations

from ..model import ruleset as m
from ..model.capacities import endless_rows
from ..model.kept_back import NOBODY, Knower
from .knowledge import Knowledge, reader_of
from .routes import Route, holding
from .visibility import OPEN, Secret, Secrets
from .whole_program import kept_of, written_to
from .writes import bags_of


def assign(knowledge: Knowledge, step: m.Step, node: m.Assign, route: Route) -> None:
    target, secrets = node.target, knowledge.of(node.value, route)
    if target.op == "local":
        return named(knowledge, step, target.args[0], secrets, node.value, route)
    kept = kept_of(target)
    reader = reader_of(kept, route)
    knowledge.in_open(step, route, reader)
    wanted, given = target.type, node.value.type
    if target.op == "amount" or wanted.form == "number" and not (wanted.low <= given.low and given.high <= wanted.high):
        knowledge.refuse(secrets | knowledge.of(target, route), step, node.value.span, route)
    if secrets or knowledge.conditions(route):
        knowledge.cloud(route, kept)
    knowledge.hands_over(step, secrets, reader_of(kept, route, content=True), route.me)
    if reader is None and node.value.op == "local":
        route.told |= {node.value.args[0].number}
    route.drop(bags_of(node))
    return None


def named(knowledge: Knowledge, step: m.Step, local: m.Local, secrets: Secrets, value: m.Expr, route: Route) -> None:
    """A name gets a value, under conditions of which it tells too."""
    if step.reveals and secrets:
        knowledge.telling.mark(step.clause.span)
        secrets = OPEN
    secrets |= knowledge.conditions(route)
    knowledge.bind(local, secrets, route.me, step.clause.span)
    knowledge.renewed(local, route)
    if value.op in ("first", "most", "least"):
        knowledge.takes_from(value.args[1], local, route)
    elif value.op == "local" and value.args[0].number in route.told:
        route.told |= {local.number}


def transfer(knowledge: Knowledge, step: m.Step, node: m.Transfer, route: Route) -> None:
    readers = [reader_of(bag, route) for bag in written_to(node)]
    for each in readers:
        knowledge.in_open(step, route, each)
        counted(knowledge, step, node, each, route)
    sure, room = lacking(knowledge, node, route), room_for(knowledge, node, route)
    pieces = knowledge.of_all((part for each in node.pieces for part in (each.amount, each.piece)), route)
    if sure or room:
        span = (node.giver or node.taker or node.pieces[0].amount).span if sure else node.taker.span  # type: ignore[union-attr]
        knowledge.refuse(sure | room | (pieces if node.taker is None or room else OPEN), step, span, route)
        for each in readers if route.lax else ():
            if each != NOBODY:
                knowledge.must_know("moved", sure | room, each, step, span, route)
    if None in [
        None if bag is not None and bag.args[0].shown == "open" else NOBODY for bag in (node.giver, node.taker)
    ]:
        route.told |= {
            each.piece.args[0].number for each in node.pieces if each.piece is not None and each.piece.op == "local"
        }
    if node.taker is not None:
        knowledge.hands_over(
            step, pieces | knowledge.of(node.giver, route), reader_of(node.taker, route, content=True), route.me
        )
    every = knowledge.of(node.giver, route) if any(each.amount is None for each in node.pieces) else OPEN
    if sure or room or pieces or every or knowledge.conditions(route):
        knowledge.cloud(route, node.giver, node.taker)
    route.drop(bags_of(node))
    arrived(knowledge, node, bool(sure or room), route)


def counted(knowledge: Knowledge, step: m.Step, node: m.Transfer, reader: Knower | None, route: Route) -> None:
    """Whoever sees how many pieces come or go learns the amount; where all see the pieces too, that is told by
    moving them."""
    if reader is not None or node.taker is not None and node.taker.args[0].shown == "open":
        return
    for each in node.pieces:
        if each.amount is not None:
            knowledge.must_know("moved", knowledge.of(each.amount, route), None, step, each.amount.span, route)


def lacking(knowledge: Knowledge, node: m.Transfer, route: Route) -> Secrets:
    """The secrets of which it tells whether the giver has what is to be moved."""
    bag = node.giver
    if bag is None or all(
        each.amount is None or is_held(knowledge, bag, each, len(node.pieces), route) for each in node.pieces
    ):
        return OPEN
    return knowledge.of(bag, route)


def is_held(knowledge: Knowledge, bag: m.Expr, each: m.Amount, count: int, route: Route) -> bool:
    """Whether a piece, so many of them, certainly lies in a bag."""
    amount, piece = each.amount, each.piece
    assert amount is not None and piece is not None
    if all(endless_rows(bag.type, knowledge.ground.ruleset.kinds[bag.type.name])):
        return True
    if amount.op == "amount" and amount.args == (bag, piece):
        return count == 1
    found = holding(bag, piece, route.me)
    return found in route.held and amount.op == "const" and amount.args[0] <= 1 and count == 1


def room_for(knowledge: Knowledge, node: m.Transfer, route: Route) -> Secrets:
    """The secrets of which it tells whether the taker has room for what is to be moved."""
    bag = node.taker
    if bag is None or not bag.type.room:
        return OPEN
    if bag.type.measure:
        every = any(each.amount is None for each in node.pieces)
        return knowledge.of(bag, route) | (knowledge.of(node.giver, route) if every else OPEN)
    return knowledge.size(bag, route) | (knowledge.size(node.giver, route) if node.giver is not None else OPEN)


def arrived(knowledge: Knowledge, node: m.Transfer, doubtful: bool, route: Route) -> None:
    """What certainly lies in the bag that takes it."""
    if node.taker is None or node.taker.type.room or doubtful:
        return
    for each in node.pieces:
        if each.amount is not None and each.amount.op == "const" and each.amount.args[0] >= 1:
            found = holding(node.taker, each.piece, route.me)
            route.held |= frozenset() if found is None else {found}


def lay(knowledge: Knowledge, step: m.Step, node: m.Lay, route: Route) -> None:
    knowledge.in_open(step, route)
    knowledge.refuse(knowledge.of(node.at, route) | knowledge.of(node.tile, route), step, node.at.span, route)
    knowledge.hands_over(step, knowledge.of_all((node.at, node.tile, node.sides), route), None, route.me)
    route.told |= {each.args[0].number for each in (node.at, node.tile) if each.op == "local"}


def draw(knowledge: Knowledge, step: m.Step, node: m.Draw, route: Route) -> None:
    knowledge.in_open(step, route)
    knowledge.must_know("drawn", knowledge.size(node.bag, route), None, step, node.bag.span, route)
    came_up(knowledge, node.local, step, route)
    if node.local.shown == "secret":
        knowledge.cloud(route, node.bag)
    route.drop(bags_of(node))


def roll(knowledge: Knowledge, step: m.Step, node: m.Roll, route: Route) -> None:
    knowledge.in_open(step, route)
    knowledge.must_know("drawn", knowledge.of(node.domain, route), None, step, node.domain.span, route)
    came_up(knowledge, node.local, step, route)


def came_up(knowledge: Knowledge, local: m.Local, step: m.Step, route: Route) -> None:
    """What chance has brought."""
    secret = frozenset({Secret(f".{local.name}", route.me, local.number, step.clause.span)})
    knowledge.bind(local, secret if local.shown == "secret" else OPEN, route.me)
    knowledge.renewed(local, route)
    route.lax = True


def put_back(knowledge: Knowledge, step: m.Step, node: m.PutBack, route: Route) -> None:
    knowledge.in_open(step, route)
    if node.kept.shown == "secret":
        knowledge.cloud(route, node.bag)
    route.drop(bags_of(node))
