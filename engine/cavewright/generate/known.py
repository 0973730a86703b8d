"""What is known of slots at a point of a generated function, so that nothing is written that is never read."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from .python import Node


@dataclass(frozen=True)
class Known:
    """What a point of a function knows: slots whose value a variable of Python holds too, or that hold a constant.

    Of those in `pending` the value has not been put into the slot yet; what lies in it meanwhile is in `held`, if that is known to be a constant.
    Slots that are `full` hold at least one thing. `until` is where the stretch ends that is being written; `inside` says that it cannot be left
    before, since a loop of Python goes round it.
    """

    slots: dict[int, Node] = field(default_factory=dict)
    pending: frozenset[int] = frozenset()
    held: dict[int, Node] = field(default_factory=dict)
    full: frozenset[int] = frozenset()
    until: int = -1
    inside: bool = False
    level: int = 0

    def without(self, slots: Iterable[int]) -> Known:
        """The same, some slots having been written elsewhere."""
        gone = set(slots)
        return replace(self, slots=_but(self.slots, gone), pending=self.pending - gone, held=_but(self.held, gone), full=self.full - gone)

    def lying(self, slot: int) -> Node | None:
        """The constant that lies in a slot as it stands, if that is known."""
        found = self.held.get(slot) if slot in self.pending else self.slots.get(slot)
        return found if isinstance(found, ast.Constant) else None

    def having(self, slot: int, node: Node, full: bool = False) -> Known:
        """The same, a slot getting a value, which is not put there yet; it never is if it lies there."""
        lying = self.lying(slot)
        pending = self.pending - {slot} if lying is not None and same(lying, node) else self.pending | {slot}
        held = _but(self.held, {slot})
        if lying is not None and slot in pending:
            held[slot] = lying
        return replace(self, slots={**self.slots, slot: node}, pending=pending, held=held, full=self.full | {slot} if full else self.full - {slot})

    def holding(self, slots: Iterable[int], node: Node) -> Known:
        """The same, with a constant that is known to lie in slots of which nothing is known."""
        new = {slot: node for slot in slots if slot not in self.slots}
        return replace(self, slots={**self.slots, **new}) if new else self

    def put(self, slots: Iterable[int]) -> Known:
        """The same, with values having been put into their slots."""
        done = set(slots)
        return replace(self, pending=self.pending - done, held=_but(self.held, done))


def joined(ways: Sequence[Known]) -> Known:
    """What is known where ways meet; what is pending on one of them is pending on all."""
    first, others = ways[0], ways[1:]
    slots = {at: node for at, node in first.slots.items() if all(at in each.slots and same(each.slots[at], node) for each in others)}
    pending = first.pending & set(slots)
    held = {at: node for at, node in first.held.items() if at in pending and all(at in each.held and same(each.held[at], node) for each in others)}
    full = frozenset.intersection(*(each.full for each in ways)) & set(slots)
    return replace(first, slots=slots, pending=pending, held=held, full=full)


def common(ways: Sequence[Known]) -> frozenset[int]:
    """The slots that are pending wherever ways meet, with the same value."""
    pending = frozenset.intersection(*(each.pending for each in ways))
    return frozenset(at for at in pending if all(same(each.slots[at], ways[0].slots[at]) for each in ways))


def same(one: Node, other: Node) -> bool:
    """Whether two values are one variable, or the same constant."""
    if isinstance(one, ast.Constant) and isinstance(other, ast.Constant):
        return type(one.value) is type(other.value) and one.value == other.value
    return isinstance(one, ast.Name) and isinstance(other, ast.Name) and one.id == other.id


def _but(nodes: dict[int, Node], gone: set[int]) -> dict[int, Node]:
    return {at: node for at, node in nodes.items() if at not in gone}
