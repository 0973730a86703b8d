"""Resolves names, attributes and indexes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...foundation.source import Span
from ...language.syntax import tree as t
from ..model.dispatch import handles
from ..model.ruleset import Expr, constant
from ..model.secrecy import HIDDEN
from ..model.types import MOST, NONE, NOTHING, TEXT, YES_NO, Type, number, row
from .attributes import Attributes
from .expression_reader import unknown
from .recorded_positions import PositionReader, is_now


class NameResolver(PositionReader):
    """Numbers and names, what they have, and what is in them."""

    @handles
    def _number(self, node: t.Number, expected: Type | None) -> Expr:
        if node.value > MOST:
            return self.wrong("C0415", f"numbers go up to {MOST:,}", node, help="take a smaller one")
        if node.unit and node.unit not in self.names.units:
            return self.wrong(
                "C0204",
                f"there is no unit `{node.unit}`",
                node,
                help=self.near(
                    node.unit,
                    self.names.units,
                    lambda unit: expected is None or not expected.is_number or unit == expected.unit,
                )
                or f'declare it: `unit {node.unit} "…"`',
            )
        return constant(node.value, number(node.value, node.value, node.unit), node.span)

    @handles
    def _text(self, node: t.Text, expected: Type | None) -> Expr:
        return constant(0, TEXT, node.span)

    @handles
    def _nothing(self, node: t.Nothing | t.Empty, expected: Type | None) -> Expr:
        return constant(NONE, NOTHING, node.span)

    @handles
    def _name(self, node: t.Name, expected: Type | None) -> Expr:
        found = self.lookup(node.id, expected, node.span)
        if found is not None:
            return found
        if node.id in self.names.kinds or node.id in self.names.boards:
            return self.wrong(
                "C0401",
                f"`{node.id}` means all there are, not one of them",
                node,
                help=f"go through them: `x in {node.id}`",
            )
        if is_now(node):
            return self.misplaced_now(node)
        parts = node.id.split("-")
        is_sum = len(parts) > 1 and all(self.lookup(part, None, node.span) is not None for part in parts)
        all_of = {**self.names.kinds, **self.names.boards} if expected is None else {}
        reads = self.reader_test(lambda name: self.expr(replace(node, id=name), expected), node.span, expected)
        known = [*self.scope, *self.names.names_in_scope()]
        near = "" if is_sum else self.near(node.id, known, lambda name: name in all_of or reads(name))
        help = f"to subtract, write blanks: `{' - '.join(parts)}`" if is_sum else near
        return self.wrong("C0203", f"there is nothing called `{node.id}`", node, help=help)

    def lookup(self, name: str, expected: Type | None, span: Span) -> Expr | None:
        """Returns the meaning of a name alone: a local, a row of the expected kind, something kept, a constant, a
        definition, a row."""
        if name in self.scope:
            return self.scope[name].at(span)
        if expected and expected.is_row and expected.name in self.names.kinds:
            index = self.names.row_of(expected.name, name)
            if index >= 0:
                return self._row_by_name(expected.name, index, span)
        return (
            self._fixed_name(name, span)
            or self._field_by_name(name, span)
            or self._definition(name, span)
            or self._row(name, span)
        )

    def _fixed_name(self, name: str, span: Span) -> Expr | None:
        if name in ("yes", "no"):
            return constant(int(name == "yes"), YES_NO, span)
        if name == "me" and self.names.players:
            return self.me(span)
        known = self.names.resolve_constant(name)
        if known is not None:
            return constant(known.args[0], known.type, span)
        option = self.names.options.get(name)
        if option is not None:
            return constant(option.value, option.type, span)
        return None

    def _field_by_name(self, name: str, span: Span) -> Expr | None:
        kept = self.names.fields.get((self.names.players, name))
        if kept is not None:
            return Expr("field", (kept, self.me(span)), kept.type, span)
        kept = self.names.fields.get(("game", name))
        return None if kept is None else Expr("field", (kept, None), kept.type, span)

    def _definition(self, name: str, span: Span) -> Expr | None:
        if name not in self.names.define_nodes or self.names.define_nodes[name].parameters:
            return None
        found = self.define(name, span)
        return Expr("call", (found, ()), found.body.type, span) if found else unknown(span)

    def _row(self, name: str, span: Span) -> Expr | None:
        rows = self.names.rows_called(name)
        if len(rows) == 1:
            return self._row_by_name(rows[0][0].name, rows[0][1], span)
        if len(rows) > 1:
            kinds = [kind.name for kind, _ in rows]
            return self.wrong(
                "C0205",
                f"`{name}` is a row of several kinds: {', '.join(f'`{each}`' for each in kinds)}",
                span,
                help=f"say which: `{kinds[0]}.{name}`",
            )
        return None

    # ---- attributes and indexes --------------------------------------------------------------------------------------

    @handles
    def _attribute(self, node: t.Attribute, expected: Type | None) -> Expr:
        if isinstance(node.of, t.Name) and node.of.id not in self.scope:
            named = self._row_attribute(node)
            if named is not None:
                return named
        of = self.expr(node.of)
        if of.type.is_unknown:
            return of
        return self._of(of, node) or self.wrong(
            "C0206",
            f"`{node.of.span.text or of.type}` has nothing called `{node.name}`",
            node,
            help=self.near(
                node.name,
                [name for name, *_ in Attributes(self.names).of(of)],
                self.reader_test(lambda name: self.expr(replace(node, name=name), expected), node.span, expected),
            ),
        )

    def _row_attribute(self, node: t.Attribute) -> Expr | None:
        """`token.water`, a row named in full, or `water.points`, where only one kind with a row `water` has
        `points`."""
        assert isinstance(node.of, t.Name)
        kind = self.names.kinds.get(node.of.id)
        if kind is not None and self.names.row_of(kind.name, node.name) >= 0:
            return self._row_by_name(kind.name, self.names.row_of(kind.name, node.name), node.span)
        rows = [
            (kind, index)
            for kind, index in self.names.rows_called(node.of.id)
            if node.name in kind.columns
            or (kind.name, node.name) in self.names.fields
            or f"{kind.name}.{node.name}" in self.names.row_definitions
        ]
        if (
            len(rows) == 1
            and not self._fixed_name(node.of.id, node.span)
            and not self._field_by_name(node.of.id, node.span)
        ):
            return self._of(self._row_by_name(rows[0][0].name, rows[0][1], node.of.span), node)
        return None

    def _row_by_name(self, kind: str, number: int, span: Span) -> Expr:
        """A row, by its name: from here on it is another than rows like it."""
        self.names.named.add((kind, number))
        return constant(number, row(kind), span)

    def _of(self, of: Expr, node: t.Attribute) -> Expr | None:
        """Returns the value of an attribute by name, if there is such a thing."""
        found = next((each for each in Attributes(self.names).of(of) if each[0] == node.name), None)
        if found is not None and found[1] == "defined":
            name, asked = found[2]
            return self.row_definition(name, asked, (), node)
        if found is None or found[1] != "as":
            return None if found is None else Expr(*found[1:], node.span)
        value = self._definition(node.name, node.span)
        return None if value is None else Expr("as", (of, value), value.type, node.span)

    @handles
    def _index(self, node: t.Index, expected: Type | None) -> Expr:
        of = self.expr(node.of)
        if of.type.is_bag:
            if not self.as_bag(of).type.is_bag:
                return unknown(node)
            at = self.expr(node.at, row(of.type.name))
            if of.type.is_pile and at.type.is_number:
                return self._lying(of, at, node)
            return Expr("amount", (of, self.want(at, row(of.type.name))), number(0, 9999), node.span)
        if of.type.is_positions:
            return self.occurrences(node.at, of, node.span)
        if of.type.is_unknown:
            return of
        return self.in_set(node.at, of, node.span) or self.wrong(
            "C0401", f"only a bag or a set is asked with brackets, not `{of.type}`", node
        )

    def _lying(self, pile: Expr, place: Expr, node: t.Index) -> Expr:
        """Piece at a place of a pile whose order is decided, counted from the top."""
        if pile.args[0].shown == HIDDEN:
            return self.wrong(
                "C0431",
                f"what lies where in `{pile.span.text}` is hidden, and not decided before it is drawn",
                node,
                help="draw it: `draw 1 from … to …`; put back on top, it is known to whoever saw it",
            )
        place = self.want(place, number(0, 0), "a place in a pile")
        if place.op == "const" and place.type.is_number and place.args[0] < 1:
            return self.wrong(
                "C0410", f"nothing lies at place {place.args[0]} of a pile", node.at, help="`[1]` is what lies on top"
            )
        return Expr("lying", (pile, place), row(pile.type.name, optional=True), node.span)

    def in_set(self, member: Any, of: Expr, span: Span) -> Expr | None:
        """Returns the test for a member of a set; none if the value is no set."""
        element = of.type.content if of.type.facts.in_bits else None
        return None if element is None else Expr("in_set", (self.read_as(member, element), of), YES_NO, span)

    def bag(self, node: Any) -> Expr:
        """An expression that has to be a bag."""
        return self.as_bag(self.expr(node))

    def as_bag(self, value: Expr) -> Expr:
        """The expression, after a check that it is a bag."""
        if not value.type.may_be("bag"):
            return self.wrong("C0401", f"a bag is wanted here, not `{value.type}`", value)
        if value.type.is_bag and value.op != "field":
            return self.wrong("C0422", "a bag is named by what keeps it, as in `other.purse`", value)
        return value
