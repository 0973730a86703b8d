"""Resolves names, attributes and indexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..model.dispatch import handles
from ..model.ruleset import Board, Define, Expr, Field, Local, constant
from ..model.types import MOST, NONE, NOTHING, TEXT, UNKNOWN, YES_NO, Type, a_list, number, row
from ..source import Label, Span
from ..syntax import tree as t
from .expression_reader import MOST_DEPTH, Reader, unknown

FURTHEST = 500
"""How far from the middle a place can be."""


class References(Reader):
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
                    lambda unit: expected is None or expected.form != "number" or unit == expected.unit,
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
        parts = node.id.split("-")
        is_sum = len(parts) > 1 and all(self.lookup(part, None, node.span) is not None for part in parts)
        all_of = {**self.names.kinds, **self.names.boards} if expected is None else {}
        reads = self.tried(lambda name: self.expr(replace(node, id=name), expected), node.span, expected)
        known = [*self.scope, *self.names.known()]
        near = "" if is_sum else self.near(node.id, known, lambda name: name in all_of or reads(name))
        help = f"to subtract, write blanks: `{' - '.join(parts)}`" if is_sum else near
        return self.wrong("C0203", f"there is nothing called `{node.id}`", node, help=help)

    def lookup(self, name: str, expected: Type | None, span: Span) -> Expr | None:
        """What a name alone stands for: a local, a row of the expected kind, something kept, a constant, a definition,
        a row."""
        if name in self.scope:
            return self.scope[name].at(span)
        if expected and expected.form == "row" and expected.name in self.names.kinds:
            index = self.names.row_of(expected.name, name)
            if index >= 0:
                return self._named(expected.name, index, span)
        return self._fixed(name, span) or self._kept(name, span) or self._defined(name, span) or self._row(name, span)

    def _fixed(self, name: str, span: Span) -> Expr | None:
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

    def _kept(self, name: str, span: Span) -> Expr | None:
        kept = self.names.field_of(self.names.players, name) if self.names.players else None
        if kept is not None:
            return Expr("field", (kept, self.me(span)), kept.type, span)
        kept = self.names.field_of("game", name)
        return None if kept is None else Expr("field", (kept, None), kept.type, span)

    def _defined(self, name: str, span: Span) -> Expr | None:
        if name not in self.names.define_nodes or self.names.define_nodes[name].parameters:
            return None
        found = self.define(name, span)
        return Expr("call", (found, ()), found.body.type, span) if found else unknown(span)

    def _row(self, name: str, span: Span) -> Expr | None:
        rows = self.names.rows_called(name)
        if len(rows) == 1:
            return self._named(rows[0][0].name, rows[0][1], span)
        if len(rows) > 1:
            kinds = [kind.name for kind, _ in rows]
            return self.wrong(
                "C0205",
                f"`{name}` is a row of several kinds: {', '.join(f'`{each}`' for each in kinds)}",
                span,
                help=f"say which: `{kinds[0]}.{name}`",
            )
        return None

    # ---- definitions -------------------------------------------------------------------------------------------------

    def define(self, name: str, span: Span) -> Define | None:
        """A definition, read when first needed; one that leads back to itself is refused."""
        if name in self.names.defines:
            self.deepest = max(self.deepest, self.level + self.depths[name])
            if self.level + self.depths[name] > MOST_DEPTH:
                self._too_deep(t.Name(name, span=span), None)
            return self.names.defines[name]
        node = self.names.define_nodes[name]
        if name in self.open_defines:
            way = " → ".join([*self.open_defines[self.open_defines.index(name) :], name])
            self.wrong(
                "C0501",
                f"`{name}` is defined by itself: `{way}`",
                node.name_span,
                "declared here",
                more=[Label(span, "used here")],
                help="rules cannot recur; break the circle",
            )
            return None
        self.open_defines.append(name)
        before, self.deepest = self.deepest, self.level
        parameters = self.parameters(node.parameters)
        with self.knowing(*parameters, alone=True):
            body = self.expr(node.value)
        self.depths[name] = self.deepest - self.level
        self.deepest = max(before, self.deepest)
        self.open_defines.pop()
        self.names.defines[name] = Define(name, parameters, body, node.text, node.cites)
        return self.names.defines[name]

    def parameters(self, nodes: tuple[t.Parameter, ...]) -> tuple[Local, ...]:
        """The locals of declared parameters."""
        made: dict[str, Local] = {}
        for each in nodes:
            type_ = self.type_of(each.type, lambda each: each.form != "text")
            if type_.form in ("bag", "text"):
                self.wrong("C0419", f"`{type_}` cannot be handed over", each, help="name the bag where it is used")
                type_ = UNKNOWN
            if each.name in made:
                self.wrong("C0209", f"`{each.name}` already means something here", each, help="choose another name")
            made[each.name] = self.names.local(each.name, type_)
        return tuple(made.values())

    # ---- attributes and indexes --------------------------------------------------------------------------------------

    @handles
    def _attribute(self, node: t.Attribute, expected: Type | None) -> Expr:
        if isinstance(node.of, t.Name) and node.of.id not in self.scope:
            named = self._row_attribute(node)
            if named is not None:
                return named
        of = self.expr(node.of)
        if of.type.form == "unknown":
            return of
        found = {"row": self._of_row, "place": self._of_place, "passage": self._of_passage}.get(of.type.form)
        result = found(of, node) if found else None
        if result is not None:
            return result
        return self.wrong(
            "C0206",
            f"`{node.of.span.text or of.type}` has nothing called `{node.name}`",
            node,
            help=self.near(
                node.name,
                self._attributes(of.type),
                self.tried(lambda name: self.expr(replace(node, name=name), expected), node.span, expected),
            ),
        )

    def _row_attribute(self, node: t.Attribute) -> Expr | None:
        """`token.water`, a row named in full, or `water.points`, where only one kind with a row `water` has
        `points`."""
        assert isinstance(node.of, t.Name)
        kind = self.names.kinds.get(node.of.id)
        if kind is not None and self.names.row_of(kind.name, node.name) >= 0:
            return self._named(kind.name, self.names.row_of(kind.name, node.name), node.span)
        rows = [
            (kind, index)
            for kind, index in self.names.rows_called(node.of.id)
            if node.name in kind.columns or self.names.field_of(kind.name, node.name)
        ]
        if len(rows) == 1 and not self._fixed(node.of.id, node.span) and not self._kept(node.of.id, node.span):
            return self._of_row(self._named(rows[0][0].name, rows[0][1], node.of.span), node)
        return None

    def _named(self, kind: str, number: int, span: Span) -> Expr:
        """A row, by its name: from here on it is another than rows like it."""
        self.names.named.add((kind, number))
        return constant(number, row(kind), span)

    def _of_row(self, of: Expr, node: t.Attribute) -> Expr | None:
        kind, board = self.names.kinds[of.type.name], self.board_of(of.type)
        if node.name in kind.columns:
            return Expr("column", (kind, node.name, of), kind.columns[node.name].type, node.span)
        if board is not None and board.kind and node.name in (board.kind, board.sides):
            return self._of_tile(board, of, node)
        kept = self.names.field_of(kind.name, node.name)
        if kept is not None:
            return Expr("field", (kept, of), kept.type, node.span)
        if kind.name == self.names.players and node.name in self.names.define_nodes:
            value = self._defined(node.name, node.span)
            return None if value is None else Expr("as", (of, value), value.type, node.span)
        if board is not None:
            return self._of_tile(board, of, node)
        own = self.names.boards.get(node.name)
        if own is not None and own.private and kind.name == self.names.players:
            return Expr("own_places", (own, of), a_list(own.place()), node.span)
        return None

    def _of_place(self, of: Expr, node: t.Attribute) -> Expr | None:
        board = self.names.boards[of.type.name]
        kept = self._of_record("record", board, board.fields, of, node)
        if kept is not None:
            return kept
        if node.name in ("x", "y"):
            return Expr("coordinate", (node.name, of), number(-FURTHEST, FURTHEST), node.span)
        if board.private and node.name == "owner":
            return Expr("owner", (of,), row(self.names.players), node.span)
        return self._of_tile(board, of, node)

    def _of_passage(self, of: Expr, node: t.Attribute) -> Expr | None:
        board = self.names.boards[of.type.name]
        return self._of_record("edge", board, board.passage_fields, of, node)

    def _of_record(self, op: str, board: Board, fields: Iterable[Field], of: Expr, node: t.Attribute) -> Expr | None:
        """What a place or a passage of a growing board keeps."""
        return next(
            (
                Expr(op, (board, kept, index, of), kept.type, node.span)
                for index, kept in enumerate(fields)
                if kept.name == node.name
            ),
            None,
        )

    def _of_tile(self, board: Board, of: Expr, node: t.Attribute) -> Expr | None:
        """What a place shows of the tile that lies there."""
        if board.kind and node.name == board.sides:
            return Expr("open", (board, of), self.names.sides, node.span)
        if board.kind and node.name == board.kind:
            return Expr("tile", (board, of), row(board.kind, True), node.span)
        if board.kind and node.name in self.names.kinds[board.kind].columns:
            kind = self.names.kinds[board.kind]
            laid = Expr("tile", (board, of), row(board.kind, True), node.span)
            return Expr("column", (kind, node.name, laid), kind.columns[node.name].type, node.span)
        return None

    def _attributes(self, type_: Type) -> list[str]:
        board = self.board_of(type_)
        tiles = (
            [board.kind, board.sides, *self.names.kinds[board.kind].columns] if board is not None and board.kind else []
        )
        if type_.form == "row":
            kind = self.names.kinds[type_.name]
            own = [name for owner, name in self.names.fields if owner == kind.name]
            return [*kind.columns, *own, *tiles, *(self.names.define_nodes if kind.name == self.names.players else ())]
        return [*(each.name for each in board.fields), *tiles] if board is not None else []

    @handles
    def _index(self, node: t.Index, expected: Type | None) -> Expr:
        of = self.expr(node.of)
        if of.type.form == "bag":
            if self.as_bag(of).type.form != "bag":
                return unknown(node)
            return Expr("amount", (of, self.typed(node.at, row(of.type.name))), number(0, 9999), node.span)
        if of.type.form == "unknown":
            return of
        return self.in_set(node.at, of, node.span) or self.wrong(
            "C0401", f"only a bag or a set is asked with brackets, not `{of.type}`", node
        )

    def in_set(self, member: Any, of: Expr, span: Span) -> Expr | None:
        """Whether something is in a set; none where it is asked of no set."""
        element = {"sides": row("side"), "set": of.type.element}.get(of.type.form)
        return None if element is None else Expr("in_set", (self.typed(member, element), of), YES_NO, span)

    def bag(self, node: Any) -> Expr:
        """An expression that has to be a bag."""
        return self.as_bag(self.expr(node))

    def as_bag(self, value: Expr) -> Expr:
        """The expression, after a check that it is a bag."""
        if value.type.form not in ("bag", "unknown"):
            return self.wrong("C0401", f"a bag is wanted here, not `{value.type}`", value)
        if value.type.form == "bag" and value.op != "field":
            return self.wrong("C0422", "a bag is named by what keeps it, as in `other.purse`", value)
        return value
