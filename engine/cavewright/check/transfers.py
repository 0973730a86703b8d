"""Transfers: what it tells that pieces move, values are written, tiles are laid, and chance brings something."""

from __future__ import annotations

from ..model import ruleset as m
from ..model.capacities import endless_rows
from ..model.kept_back import NOBODY, Knower
from .knowledge import Point, reader_of
from .routes import holding
from .visibility import OPEN, Secret, Secrets
from .whole_program import kept_of, written_to
from .writes import bags_of


def assign(route: Point, node: m.Assign) -> None:
    target, secrets = node.target, route.of(node.value)
    if target.op == "local":
        return named(route, target.args[0], secrets, node.value)
    kept = kept_of(target)
    reader = reader_of(kept, route)
    route.in_open(reader)
    wanted, given = target.type, node.value.type
    if target.op == "amount" or wanted.form == "number" and not (wanted.low <= given.low and given.high <= wanted.high):
        route.refuse(secrets | route.of(target), node.value.span)
    if secrets or route.conditions():
        route.cloud(kept)
    route.hands_over(secrets, reader_of(kept, route, content=True))
    if reader is None and node.value.op == "local":
        route.told |= {node.value.args[0].number}
    route.drop(bags_of(node))
    return None


def named(route: Point, local: m.Local, secrets: Secrets, value: m.Expr) -> None:
    """A name gets a value, under conditions of which it tells too."""
    if route.step.reveals and secrets:
        route.knowledge.telling.mark(route.step.clause.span)
        secrets = OPEN
    secrets |= route.conditions()
    route.bind(local, secrets, route.step.clause.span)
    route.renewed(local)
    if value.op in ("first", "most", "least"):
        route.takes_from(value.args[1], local)
    elif value.op == "local" and value.args[0].number in route.told:
        route.told |= {local.number}


def transfer(route: Point, node: m.Transfer) -> None:
    readers = [reader_of(bag, route) for bag in written_to(node)]
    for each in readers:
        route.in_open(each)
        counted(route, node, each)
    sure, room = lacking(route, node), room_for(route, node)
    pieces = route.of_all(part for each in node.pieces for part in (each.amount, each.piece))
    if sure or room:
        span = (node.giver or node.taker or node.pieces[0].amount).span if sure else node.taker.span  # type: ignore[union-attr]
        route.refuse(sure | room | (pieces if node.taker is None or room else OPEN), span)
        for each in readers if route.lax else ():
            if each != NOBODY:
                route.must_know("moved", sure | room, each, span)
    if None in [
        None if bag is not None and bag.args[0].shown == "open" else NOBODY for bag in (node.giver, node.taker)
    ]:
        route.told |= {
            each.piece.args[0].number for each in node.pieces if each.piece is not None and each.piece.op == "local"
        }
    if node.taker is not None:
        route.hands_over(pieces | route.of(node.giver), reader_of(node.taker, route, content=True))
    every = route.of(node.giver) if any(each.amount is None for each in node.pieces) else OPEN
    if sure or room or pieces or every or route.conditions():
        route.cloud(node.giver, node.taker)
    route.drop(bags_of(node))
    arrived(route, node, bool(sure or room))


def counted(route: Point, node: m.Transfer, reader: Knower | None) -> None:
    """Whoever sees how many pieces come or go learns the amount; where all see the pieces too, that is told by
    moving them."""
    if reader is not None or node.taker is not None and node.taker.args[0].shown == "open":
        return
    for each in node.pieces:
        if each.amount is not None:
            route.must_know("moved", route.of(each.amount), None, each.amount.span)


def lacking(route: Point, node: m.Transfer) -> Secrets:
    """The secrets of which it tells whether the giver has what is to be moved."""
    bag = node.giver
    if bag is None or all(each.amount is None or is_held(route, bag, each, len(node.pieces)) for each in node.pieces):
        return OPEN
    return route.of(bag)


def is_held(route: Point, bag: m.Expr, each: m.Amount, count: int) -> bool:
    """Whether a piece, so many of them, certainly lies in a bag."""
    amount, piece = each.amount, each.piece
    assert amount is not None and piece is not None
    if all(endless_rows(bag.type, route.knowledge.ground.ruleset.kinds[bag.type.name])):
        return True
    if amount.op == "amount" and amount.args == (bag, piece):
        return count == 1
    found = holding(bag, piece, route.me)
    return found in route.held and amount.op == "const" and amount.args[0] <= 1 and count == 1


def room_for(route: Point, node: m.Transfer) -> Secrets:
    """The secrets of which it tells whether the taker has room for what is to be moved."""
    bag = node.taker
    if bag is None or not bag.type.room:
        return OPEN
    if bag.type.measure:
        every = any(each.amount is None for each in node.pieces)
        return route.of(bag) | (route.of(node.giver) if every else OPEN)
    return route.size(bag) | (route.size(node.giver) if node.giver is not None else OPEN)


def arrived(route: Point, node: m.Transfer, doubtful: bool) -> None:
    """What certainly lies in the bag that takes it."""
    if node.taker is None or node.taker.type.room or doubtful:
        return
    for each in node.pieces:
        if each.amount is not None and each.amount.op == "const" and each.amount.args[0] >= 1:
            found = holding(node.taker, each.piece, route.me)
            route.held |= frozenset() if found is None else {found}


def lay(route: Point, node: m.Lay) -> None:
    route.in_open()
    route.refuse(route.of(node.at) | route.of(node.tile), node.at.span)
    route.hands_over(route.of_all((node.at, node.tile, node.sides)), None)
    route.told |= {each.args[0].number for each in (node.at, node.tile) if each.op == "local"}


def draw(route: Point, node: m.Draw) -> None:
    route.in_open()
    route.must_know("drawn", route.size(node.bag), None, node.bag.span)
    came_up(route, node.local)
    if node.local.shown == "secret":
        route.cloud(node.bag)
    route.drop(bags_of(node))


def roll(route: Point, node: m.Roll) -> None:
    route.in_open()
    route.must_know("drawn", route.of(node.domain), None, node.domain.span)
    came_up(route, node.local)


def came_up(route: Point, local: m.Local) -> None:
    """What chance has brought."""
    secret = frozenset({Secret(f".{local.name}", route.me, local.number, route.step.clause.span)})
    route.bind(local, secret if local.shown == "secret" else OPEN)
    route.renewed(local)
    route.lax = True


def put_back(route: Point, node: m.PutBack) -> None:
    route.in_open()
    if node.kept.shown == "secret":
        route.cloud(node.bag)
    route.drop(bags_of(node))
