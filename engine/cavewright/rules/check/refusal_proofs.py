"""Proofs that an action is never refused by its effects; all others are tried out before they are offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..model import ruleset as m
from ..model.statement_effects import decided_by, written_to
from ..model.types import YES_NO
from .whole_program import field_of, kept_of, steps

MOST_CALLS = 50
"""Processes within processes, as far as they are looked into."""


def may_refuse(action: m.Action, body: m.Block, processes: Mapping[str, m.Process]) -> bool:
    """Tells if some effect before the next decision could be refused although the header of the action allows it.

    Errs on the side of yes: then the action is carried out on a copy to see.
    """
    facts = [
        f
        for step in action.header
        if isinstance(step.statement, m.Require)
        for f in m.conjuncts(step.statement.condition)
    ]
    facts += [_nothing_at(each) for each in action.binds if each.domain.op in ("exits", "frontier")]
    if any(contests(action.header)):
        return True
    for each in (each for payment in payments_in(action.header) for each in steps(payment.pay)):
        facts = still_true(facts, each.statement)
    return _Refusals(processes).block(body, facts)[0]


def contests(block: m.Block) -> Iterator[tuple[m.Payment, ...]]:
    """Of every payment in a block, one after another: those before it that may have taken what it needs."""
    paid = list[m.Payment]()
    for payment in payments_in(block):
        yield tuple(each for each in paid if any(_depends_on(payment, taken) for taken in _sources(each.pay)))
        paid.append(payment)


def payments_in(block: m.Block) -> Iterator[m.Payment]:
    """The payments of the costs in a block."""
    for step in block:
        if isinstance(step.statement, m.Cost):
            yield from step.statement.payments


def _sources(pay: m.Block) -> Iterator[m.Expr]:
    """From where a block takes something: a field or a name, or so much of one piece in a bag."""
    for step in steps(pay):
        match step.statement:
            case m.Assign(target=target):
                yield target
            case m.Transfer(pieces=pieces, giver=giver, taker=taker):
                for bag in (each for each in (giver, taker) if each is not None):
                    for piece in (each.piece for each in pieces):
                        yield bag if piece is None else m.Expr("amount", (bag, piece), bag.type, bag.span)


def _depends_on(payment: m.Payment, taken: m.Expr) -> bool:
    """Tells if the thing that was taken may be missing now: the same number, or pieces that may be the same."""
    piece = taken.args[1] if taken.op == "amount" else None
    return _depends((payment.held, payment.amount), (field_of(taken) or kept_of(taken).args[0],), piece)


class _Refusals:
    def __init__(self, processes: Mapping[str, m.Process]) -> None:
        self.processes = processes
        self.known: dict[str, tuple[bool, bool]] = {}
        self.level = 0

    def block(self, block: m.Block, facts: list[m.Expr]) -> tuple[bool, bool]:
        """Tells if something may be refused, and if a decision was met, after which nothing counts."""
        for step in block:
            refused, decided = self.statement(step.statement, facts)
            refused = refused and step.clause.fit != "up to"
            if refused or decided:
                return refused, decided
            facts = still_true(facts, step.statement)
        return False, False

    def statement(self, node: object, facts: list[m.Expr]) -> tuple[bool, bool]:
        """Tells of one statement if something may be refused, and if a decision was met."""
        if isinstance(node, m.Offer) and node.firm:
            return True, True
        if decided_by(node):
            return False, True
        if isinstance(node, m.If):
            ways = [(b, [*facts, *m.conjuncts(c)]) for c, b in node.branches] + [(node.otherwise, facts)]
            return any(self.block(*way)[0] for way in ways), False
        if isinstance(node, m.Call):
            return self.call(node.process)
        if isinstance(node, (m.ForEach, m.Repeat)):
            return self.block(node.body, [])[0], False
        if isinstance(node, m.Deal):
            return True, False
        if isinstance(node, (m.Require, m.Cost, m.AsPlayer, m.InTurn)):
            return True, False
        return not _safe(node, facts), False

    def call(self, name: str) -> tuple[bool, bool]:
        """Returns both answers for a process; one that lies too deep in others counts as refused."""
        if self.level >= MOST_CALLS:
            return True, False
        if name not in self.known:
            self.level += 1
            self.known[name] = self.block(self.processes[name].body, [])
            self.level -= 1
        return self.known[name]


def still_true(facts: list[m.Expr], node: object) -> list[m.Expr]:
    """Returns the facts that hold behind a statement: nothing about what it changes."""
    match node:
        case m.Require():
            return facts
        case m.Assign() | m.Transfer():
            changed = [field_of(each) or kept_of(each).args[0] for each in written_to(node)]
            return [fact for fact in facts if not _depends(fact, changed)]
    return []


def _depends(part: object, changed: Sequence[object], piece: m.Expr | None = None) -> bool:
    """Tells if an expression mentions something that was changed, in definitions too. If only one `piece` came into a
    bag or went out of it, how many there are of another piece does not depend on that."""
    match part:
        case m.Expr(op="amount", args=(m.Expr(op="field", args=(bag, *row)), m.Expr(op="const") as other)) if (
            piece is not None and bag in changed and piece.op == "const" and piece.args != other.args
        ):
            return _depends(tuple(row), changed, piece)
        case m.Expr(args=args) | m.Define(body=m.Expr() as args):
            return _depends(args, changed, piece)
        case m.Ranking():
            return True
        case tuple():
            return any(_depends(each, changed, piece) for each in part)
    return any(part == each for each in changed)


def _safe(node: object, facts: list[m.Expr]) -> bool:
    if isinstance(node, m.Assign):
        target, value = node.target.type, node.value.type
        return (
            not target.is_number or node.target.op == "local" or target.covers(value) or _is_known_to_fit(node, facts)
        )
    if isinstance(node, m.Transfer):
        taker = node.taker
        has_room = taker is None or not taker.type.room
        return _giver_has(node, facts) and (
            has_room or any(f.op == "ge" and f.args[0].op == "room" and f.args[0].args[0] == taker for f in facts)
        )
    if isinstance(node, m.Shift):
        return False
    if isinstance(node, m.Lay):
        return node.at.op == "local" and (node.at.type.is_place or _is_free(node.at, facts))
    return True


def _is_known_to_fit(node: m.Assign, facts: list[m.Expr]) -> bool:
    """Tells if it was required that there is enough of a number for its loss, or little enough for its gain."""
    target, value = node.target, node.value
    if value.op not in ("add", "sub") or value.args[0] != target or value.args[1].op != "const":
        return False
    by = value.args[1].args[0]
    bounds = [
        (f.op, f.args[1].args[0])
        for f in facts
        if f.op in ("gt", "ge", "lt", "le") and f.args[0] == target and f.args[1].op == "const"
    ]
    low = max([target.type.low, *(bound + (op == "gt") for op, bound in bounds if op in ("gt", "ge"))])
    high = min([target.type.high, *(bound - (op == "lt") for op, bound in bounds if op in ("lt", "le"))])
    return bool(low - by >= target.type.low if value.op == "sub" else high + by <= target.type.high)


def _nothing_at(bind: m.Bind) -> m.Expr:
    """That nothing lies at a place: it is one of those to which others open."""
    spot = bind.local.at(bind.domain.span)
    return m.holds("not", m.Expr("laid", (bind.domain.args[0], spot), YES_NO, spot.span))


def _is_free(spot: m.Expr, facts: list[m.Expr]) -> bool:
    """Tells if it is known that nothing lies at a place."""
    return any(f.op == "not" and f.args[0].op == "laid" and f.args[0].args[1] == spot for f in facts)


def _giver_has(node: m.Transfer, facts: list[m.Expr]) -> bool:
    if node.giver is None:
        return True
    for each in node.pieces:
        if each.amount is None:
            continue
        assert each.piece is not None
        known = any(f.op == "has" and f.args[0] == node.giver and f.args[1] == each.piece for f in facts)
        whole = len(node.pieces) == 1 and each.amount.op == "amount" and each.amount.args == (node.giver, each.piece)
        if not whole and not (known and each.amount.op == "const" and each.amount.args[0] <= 1):
            return False
    return True
