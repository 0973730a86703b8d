"""Constant propagation: values of slots that are known at a point, so that no dead store is written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...rules.program.instructions import ME
from .python_syntax import Node, name


@dataclass(frozen=True)
class SlotState:
    """Knowledge at a point of a generated function: which slots equal a constant or a variable of Python.

    Of those in `pending` the value has not been put into the slot yet; what lies in it meanwhile is in `held`, if that
    is known. What lies in a slot may be known by a variable that is not the slot's own, as long as that does not
    change. Slots that are `full` hold at least one thing. `until` is where the run of instructions ends that is being
    written; `inside` says that it cannot be left before, since a loop of Python goes round it.
    """

    slots: dict[int, Node] = field(default_factory=dict)
    pending: frozenset[int] = frozenset()
    held: dict[int, Node] = field(default_factory=dict)
    full: frozenset[int] = frozenset()
    until: int = -1
    inside: bool = False
    level: int = 0

    def without(self, slots: Iterable[int]) -> SlotState:
        """Returns the state after some slots were written elsewhere, and any variable changed that is not that of a slot."""
        gone = set(slots)
        own = {at: node for at, node in self.slots.items() if at not in gone and is_own(at, node)}
        held: dict[int, Node] = {
            at: node for at, node in self.held.items() if at not in gone and isinstance(node, ast.Constant)
        }
        return replace(self, slots=own, pending=self.pending - gone, held=held, full=self.full - gone)

    def lying(self, slot: int) -> Node | None:
        """Returns the content of a slot as it stands, if a constant or a variable that is not the slot's own is known to hold
        it."""
        found = self.held.get(slot) if slot in self.pending else self.slots.get(slot)
        return found if found is not None and not _is_called(found, word_of(slot)) else None

    def having(self, slot: int, node: Node, full: bool = False) -> SlotState:
        """Returns the state with a value for a slot that is not put there yet; it never is if it lies there."""
        before = self.with_variable_changed(node.id) if isinstance(node, ast.Name) else self
        lying = before.lying(slot)
        pending = self.pending - {slot} if lying is not None and same(lying, node) else self.pending | {slot}
        held = _but(before.held, {slot})
        if lying is not None and slot in pending:
            held[slot] = lying
        return replace(
            self,
            slots={**before.slots, slot: node},
            pending=pending,
            held=held,
            full=self.full | {slot} if full else self.full - {slot},
        )

    def again(self, slot: int, node: Node) -> SlotState:
        """Returns the state after a slot got the value that lies in it."""
        return replace(self.with_values_put({slot}).being(slot, node), full=self.full - {slot})

    def with_variable_changed(self, word: str) -> SlotState:
        """Returns the state after a variable got another value: it no longer tells what lies in other slots."""
        slots = {at: node for at, node in self.slots.items() if is_own(at, node) or not _is_called(node, word)}
        return replace(
            self, slots=slots, held={at: node for at, node in self.held.items() if not _is_called(node, word)}
        )

    def being(self, slot: int, node: Node) -> SlotState:
        """Returns the state in which the value of a slot has turned out to be a constant, or what a variable holds."""
        return replace(self, slots={**self.slots, slot: node})

    def telling(self, slot: int, word: str) -> SlotState:
        """Returns the state in which a variable, too, holds the content of a slot."""
        return self.with_variable_changed(word).being(slot, name(word))

    def holding(self, slots: Iterable[int], node: Node) -> SlotState:
        """Returns the state with a constant in slots of which nothing was known."""
        new = {slot: node for slot in slots if slot not in self.slots}
        return replace(self, slots={**self.slots, **new}) if new else self

    def with_values_put(self, slots: Iterable[int]) -> SlotState:
        """Returns the state after values were put into their slots."""
        done = set(slots)
        return replace(self, pending=self.pending - done, held=_but(self.held, done))


def join_states(ways: Sequence[SlotState]) -> SlotState:
    """Returns the state where ways meet; what is pending on one of them is pending on all."""
    first, others = ways[0], ways[1:]
    slots = {
        at: node
        for at, node in first.slots.items()
        if all(at in each.slots and same(each.slots[at], node) for each in others)
    }
    pending = first.pending & set(slots)
    held = {
        at: node
        for at, node in first.held.items()
        if at in pending and all(at in each.held and same(each.held[at], node) for each in others)
    }
    full = frozenset.intersection(*(each.full for each in ways)) & set(slots)
    return replace(first, slots=slots, pending=pending, held=held, full=full)


def common(ways: Sequence[SlotState]) -> frozenset[int]:
    """The slots that are pending wherever ways meet, with the same value."""
    pending = frozenset.intersection(*(each.pending for each in ways))
    return frozenset(at for at in pending if all(same(each.slots[at], ways[0].slots[at]) for each in ways))


def same(one: Node, other: Node) -> bool:
    """Tells if two values are one variable, or the same constant."""
    if isinstance(one, ast.Constant) and isinstance(other, ast.Constant):
        return type(one.value) is type(other.value) and one.value == other.value
    return isinstance(one, ast.Name) and isinstance(other, ast.Name) and one.id == other.id


def word_of(slot: int) -> str:
    """The variable of Python that holds the value of a slot until it is put there."""
    return "me" if slot == ME else f"x{slot}"


def is_own(slot: int, node: Node) -> bool:
    """Tells if the value of a slot is a constant or in the slot's own variable."""
    return isinstance(node, ast.Constant) or _is_called(node, word_of(slot))


def _is_called(node: Node, word: str) -> bool:
    return isinstance(node, ast.Name) and node.id == word


def _but(nodes: dict[int, Node], gone: set[int]) -> dict[int, Node]:
    return {at: node for at, node in nodes.items() if at not in gone}
