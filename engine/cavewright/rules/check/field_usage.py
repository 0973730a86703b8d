"""Usage analysis of fields: values nobody reads, values that never change, bags that are never filled.

Names are looked at as they are written, whoever keeps them, and also behind options that are off: so that nothing is
said of a thing that some rule does use.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...foundation.source import Diagnostics, warning
from ...language.syntax import names_in_text
from ...language.syntax import tree as t
from ..model.dispatch import Pass, handles
from .symbols import in_number
from .whole_program import WholeProgram

_UNPLAYED = ("example", "note", "lesson", "preset", "ruleset", "overlay")


@dataclass
class Uses(Pass):
    """Names that are looked at, written, put into (bags), and drawn from."""

    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)

    def visit(self, node: Any) -> None:
        """Goes through a node and all below it."""
        if isinstance(node, tuple):
            for each in node:
                self.visit(each)
        elif isinstance(node, t.Node):
            special = self.handlers.get(type(node))
            if special is not None:
                special(self, node)
            else:
                for name in t.parts(type(node)):  # type: ignore[arg-type]
                    self.visit(getattr(node, name))

    @handles
    def _name(self, node: t.Name) -> None:
        self.read.add(node.id)

    @handles
    def _attribute(self, node: t.Attribute) -> None:
        self.read.add(node.name)
        self.visit(node.of)

    def _target(self, node: Any) -> None:
        """Notes the target of a write: its own name is not looked at, all else in it is."""
        match node:
            case t.Name(id=name):
                self.written.add(name)
            case t.Attribute(of=of, name=name):
                self.written.add(name)
                self.visit(of)
            case t.Index(of=of, at=member):
                self._target(of)
                self.visit(member)
            case t.Bottom(of=of):
                self._target(of)
            case _:
                self.visit(node)

    @handles
    def _set(self, node: t.Set) -> None:
        self._target(node.target)
        if isinstance(node.value, t.Binary) and node.value.left == node.target:
            self.visit(node.value.right)
        else:
            self.visit(node.value)

    @handles
    def _gain(self, node: t.Gain | t.Lose) -> None:
        for each in node.quantities:
            self.visit(each.amount)
            if node.holder is None:
                self._note_counter(each.unit)
            else:
                self.visit(each.unit)
        if isinstance(node, t.Gain) and node.holder is not None:
            self._target(node.holder)
        else:
            self.visit(node.holder)

    def _note_counter(self, unit: Any) -> None:
        """The number that a quantity is of: `point` means `points` too."""
        self._target(unit)
        if isinstance(unit, t.Name):
            self.written.update(in_number(unit.id))

    @handles
    def _price(self, node: t.Price) -> None:
        self.visit(node.quantity)
        self.visit(node.holder)
        if node.holder is None:
            self._note_counter(node.quantity.unit)
            if isinstance(node.quantity.unit, t.Name):
                self.read.update(in_number(node.quantity.unit.id))

    @handles
    def _move(self, node: t.Move) -> None:
        self.visit(node.quantities)
        self.visit(node.giver)
        self._target(node.taker)

    @handles
    def _deal(self, node: t.Deal) -> None:
        self.visit((node.amount, node.giver))
        self._target(node.taker)

    @handles
    def _draw(self, node: t.Draw) -> None:
        self.visit(node.bag)
        ways = [node.bag]
        while ways:
            match ways.pop():
                case t.Name(id=name) | t.Attribute(name=name):
                    self.drawn.add(name)
                case t.Conditional(value=value, otherwise=otherwise):
                    ways += [value, otherwise]

    @handles
    def _repack(self, node: t.Repack) -> None:
        for each in (node.first, node.second):
            self._target(each)
        self.visit((node.first, node.second, node.where, node.filling))


def uses_in(declarations: Iterable[t.Declaration]) -> Uses:
    """Returns the uses of the names of these declarations, examples and the like aside."""
    uses = Uses()
    played = tuple(each for each in declarations if each.kind not in _UNPLAYED)
    uses.visit(played)
    texts = (getattr(each, "text", "") for node in played for each in t.walk(node) if not isinstance(each, t.Said))
    uses.read |= {name for text in texts if isinstance(text, str) and "{" in text for name in names_in_text(text)}
    return uses


def check_field_usage(whole: WholeProgram) -> Diagnostics:
    """C0522, C0523: what is kept and never looked at, what is kept and never changes."""
    uses = uses_in(whole.declarations)
    for node in whole.declarations:
        for each in node.every(t.Keeps):
            yield from _usage_findings(each, uses)


def _usage_findings(node: t.Keeps, uses: Uses) -> Diagnostics:
    read = node.name in uses.read
    written = node.name in uses.written
    is_bag = node.type.is_bag
    if not read and not (is_bag and written):
        unread, unused = f"`{node.name}` is set, but no rule looks at it", f"`{node.name}` is kept, but no rule uses it"
        yield warning("C0522", unread if written else unused, node, help="use it, or take it out")
    elif not written and node.name not in uses.drawn and not (node.start is not None and (is_bag or node.type.is_pile)):
        what = f"nothing is ever put into `{node.name}`" if is_bag else f"`{node.name}` never changes"
        help = f"fill it: `gain 1 … in {node.name}`" if is_bag else "set it somewhere, or make it a constant"
        yield warning("C0523", what, node, help=help)
