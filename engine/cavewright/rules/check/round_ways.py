"""Ways through a block: which actions are chosen on each, and what it surely changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from ...foundation.source.frozen import frozen
from ..model import ruleset as m
from ..model.statement_effects import inner_blocks
from .stuck_loops import Location, locations_written
from .whole_program import WholeProgram, field_of, kept_of, steps

MOST_WAYS = 200
"""Ways through a block; of one with more nothing is said."""
ENDLESS = 10**12
Bounds: TypeAlias = tuple[int, int]
"""The least and the most by which something changes."""


@frozen
class Way:
    """One way through a block.

    `actions` are chosen on it. `changes` has by how much numbers and bags change. `set_to` are fields that get a value
    that is known; `placed` those of rows and places that get another one, as a stone on a square; `moved` those of
    players and of the game, as where somebody stands; `paid` are numbers of which some is surely lost, though it may be
    given back. `is_final`: it takes from a supply, lays a tile or ends the game.
    """

    actions: tuple[str, ...] = ()
    changes: frozenset[tuple[Location, Bounds]] = frozenset()
    set_to: frozenset[tuple[Location, Any]] = frozenset()
    placed: frozenset[Location] = frozenset()
    moved: frozenset[Location] = frozenset()
    paid: frozenset[Location] = frozenset()
    is_final: bool = False

    def followed_by(self, other: Way) -> Way:
        """Returns this way with another behind it: changes add up, and of what both set the second counts."""
        changes = dict(self.changes)
        for place, (low, high) in other.changes:
            before = changes.get(place, (0, 0))
            changes[place] = before[0] + low, before[1] + high
        return Way(
            tuple(dict.fromkeys((*self.actions, *other.actions))),
            frozenset(changes.items()),
            frozenset({**dict(self.set_to), **dict(other.set_to)}.items()),
            self.placed | other.placed,
            self.moved | other.moved,
            self.paid | other.paid,
            self.is_final or other.is_final,
        )


NOTHING: tuple[Way, ...] = (Way(),)
FINAL: tuple[Way, ...] = (Way(is_final=True),)


class RoundWays:
    """The ways through blocks of a ruleset without circles."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole = whole
        self.known: dict[str, tuple[Way, ...]] = {}
        given = (each for process in whole.ruleset.processes.values() for each in process.parameters)
        self.given = {each.number: f"given {each.number}" for each in given}

    def of_block(self, block: m.Block) -> tuple[Way, ...]:
        """The ways through a block; one that is final where there are too many."""
        found = NOTHING
        for step in block:
            after = self._of(step.statement)
            if len(found) * len(after) > MOST_WAYS:
                return FINAL
            found = tuple(dict.fromkeys(one.followed_by(other) for one in found for other in after))
        return found

    def of_menu(self, menu: str) -> tuple[Way, ...]:
        """The ways through the actions of a menu."""
        return tuple(way for action in self.whole.menus.get(menu, ()) for way in self._of_action(action))

    def _of_action(self, action: m.Action) -> Iterator[Way]:
        for way in self._through(f"action {action.name}"):
            yield replace(way, actions=tuple(dict.fromkeys((action.name, *way.actions))))

    def _through(self, name: str) -> tuple[Way, ...]:
        """The ways through a process or an action, worked out once."""
        if name not in self.known:
            self.known[name] = self.of_block(self.whole.bodies[name])
        return self.known[name]

    def _of(self, statement: Any) -> tuple[Way, ...]:
        match statement:
            case m.Assign():
                return (self._assignment(statement),)
            case m.Transfer():
                return (self._transfer(statement),)
            case m.Cost(payments=payments):
                return self.of_block(tuple(step for each in payments if _is_due(each) for step in each.pay))
            case m.Draw() | m.Lay() | m.Finish():
                return FINAL
            case m.If(branches=branches, otherwise=otherwise):
                return self._any_of([*(block for _, block in branches), otherwise])
            case m.Choose(any=False, body=body, otherwise=otherwise):
                return self._any_of([body, otherwise] if otherwise else [body])
            case m.May(body=body):
                return self._any_of([body, ()])
            case m.Call(process=name):
                return self._through(f"to {name}")
            case m.Offer(any=False, optional=optional, menu=menu, otherwise=otherwise):
                past = self.of_block(otherwise) if otherwise else NOTHING if optional else ()
                return (*self.of_menu(menu), *past) or NOTHING
        return (self._unknown(statement),)

    def _any_of(self, blocks: Iterable[m.Block]) -> tuple[Way, ...]:
        return tuple(dict.fromkeys(way for block in blocks for way in self.of_block(block)))

    # ---- what is changed ---------------------------------------------------------------------------------------------

    def _assignment(self, statement: m.Assign) -> Way:
        target, value = statement.target, statement.value
        field = field_of(target)
        if field is None:
            return Way()
        place = field.owner, field.name
        if value.op in ("add", "sub") and value.args[0] == target and kept_of(target) is target:
            low, high = value.args[1].type.low, value.args[1].type.high
            low, high = (low, high) if value.op == "add" else (-high, -low)
            return Way(changes=frozenset({(place, (low, high))}), paid=frozenset({place} if high < 0 else ()))
        if value.op == "const":
            return Way(set_to=frozenset({(place, value.args[0])}))
        return self._moving(place, field)

    def _moving(self, place: Location, field: m.Field) -> Way:
        if field.owner in ("game", self.whole.ruleset.players) and not field.type.is_number:
            return Way(moved=frozenset({place}))
        return Way(placed=frozenset({place}))

    def _transfer(self, statement: m.Transfer) -> Way:
        """Returns the changes of both bags, each row that is named by itself; of an endless bag there are always enough."""
        changes = dict[Location, Bounds]()
        for each in statement.pieces or (m.Amount(None, None),):
            low, high = (each.amount.type.low, each.amount.type.high) if each.amount is not None else (0, ENDLESS)
            row = self._row_named(each.piece)
            for bag, bounds in ((statement.giver, (-high, -low)), (statement.taker, (low, high))):
                field = field_of(bag) if bag is not None else None
                if field is not None and not field.type.endless:
                    before = changes.get((field.owner, field.name, row), (0, 0))
                    changes[field.owner, field.name, row] = before[0] + bounds[0], before[1] + bounds[1]
        return Way(changes=frozenset(changes.items()))

    def _row_named(self, piece: m.Expr | None) -> Any:
        """The row that a piece is, as far as it is known: what a process is given may be any, but not just that which was
        chosen."""
        if piece is None or piece.op not in ("const", "local"):
            return "any"
        return piece.args[0] if piece.op == "const" else self.given.get(piece.args[0].number, "any")

    def _unknown(self, statement: Any) -> Way:
        """Returns a way that writes what stands inside, of which nothing is known how often."""
        inside = [each for block in inner_blocks(statement) for each in steps(block)]
        called = self.whole.reachable_from(self.whole.called_from(tuple(inside)))
        inside += [each for name in called for each in steps(self.whole.bodies[name])]
        kinds = (m.Draw, m.Lay, m.Finish)
        written = frozenset(locations_written(inside)) if inside else frozenset()
        return Way(placed=written, is_final=any(isinstance(each.statement, kinds) for each in inside))


def _is_due(payment: m.Payment) -> bool:
    """Tells if something of a price has to be paid each time."""
    return payment.amount.type.low > 0
