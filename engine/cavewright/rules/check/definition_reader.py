"""Definitions: names for what is worked out, those of their own that rows give among them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ...foundation.source import Label, Span
from ...language.syntax import tree as t
from ..model.initial_values import first_of
from ..model.row_definitions import choose_by_row
from ..model.ruleset import Define, Expr, Local, constant
from ..model.types import NOTHING, UNKNOWN, YES_NO, Type, number, row, union
from .expression_reader import MOST_DEPTH, Reader, unknown


class RowDefinition(NamedTuple):
    """Definition that stands below a row: the number of the row, its name, and the line."""

    number: int
    row: str
    line: t.Line

    @property
    def definition(self) -> t.Definition:
        """The definition as it is written; an empty one for another line that an edit put in its place."""
        statement = self.line.statement
        return statement if isinstance(statement, t.Definition) else t.Definition((), t.Nothing(span=self.line.span))


class DefinitionReader(Reader):
    """Reads definitions when they are first needed."""

    # ---- definitions -------------------------------------------------------------------------------------------------

    def define(self, name: str, span: Span) -> Define | None:
        """A definition, read when first needed; one that leads back to itself is refused."""
        if name in self.names.defines:
            self.deepest = max(self.deepest, self.level + self.depths[name])
            if self.level + self.depths[name] > MOST_DEPTH:
                self._too_deep(span, None)
            return self.names.defines[name]
        node = self.names.define_nodes.get(name)
        rows = self.names.row_definitions.get(name, ())
        name_span = rows[0].line.key_span if node is None else node.name_span
        if name in self.open_defines:
            way = " → ".join([*self.open_defines[self.open_defines.index(name) :], name])
            self.wrong(
                "C0501",
                f"`{name}` is defined by itself: `{way}`",
                name_span,
                "declared here",
                more=[Label(span, "used here")],
                help="rules cannot recur; break the circle",
            )
            return None
        self.open_defines.append(name)
        before, self.deepest = self.deepest, self.level
        made = self._read_rows(name, rows) if node is None else self._read_declaration(node)
        self.depths[name] = self.deepest - self.level
        self.deepest = max(before, self.deepest)
        self.open_defines.pop()
        self.names.defines[name] = made
        return made

    def _read_declaration(self, node: t.Declaration) -> Define:
        """A definition that is declared by itself."""
        parameters = self.parameters(node.parameters)
        with self.knowing(*parameters, alone=True):
            body = constant(1, YES_NO, node.name_span) if node.value is None else self.expr(node.value)
        return Define(node.name, parameters, body, node.text, node.cites)

    def parameters(self, nodes: tuple[t.Parameter, ...]) -> tuple[Local, ...]:
        """The locals of declared parameters."""
        made: dict[str, Local] = {}
        for each in nodes:
            type_ = self.type_of(each.type, lambda each: each.facts.in_one_number)
            if not type_.facts.in_one_number:
                self.wrong("C0419", f"`{type_}` cannot be handed over", each, help="name the bag where it is used")
                type_ = UNKNOWN
            if each.name in made:
                self.wrong("C0209", f"`{each.name}` already means something here", each, help="choose another name")
            made[each.name] = self.names.local(each.name, type_)
        return tuple(made.values())

    def arguments(self, values: list[Any], parameters: tuple[Local, ...]) -> tuple[Expr, ...]:
        """Values for parameters: what is known of them has to lie within the bounds, the others are kept within them
        while playing."""
        return tuple(
            self._argument(self.read_as(value, local.type), local.type)
            for value, local in zip(values, parameters, strict=True)
        )

    def _argument(self, value: Expr, wanted: Type) -> Expr:
        self.in_range(value, wanted)
        is_within = {wanted.form, value.type.form} != {"number"} or wanted.covers(value.type)
        return value if is_within else Expr("within", (value,), wanted, value.span)

    # ---- definitions of rows ---------------------------------------------------------------------------------------

    def row_definition(self, name: str, of: Expr, values: tuple[Any, ...], node: t.Expr) -> Expr:
        """The value of a definition that rows give by that name, asked of a row: `spot.shut`."""
        found = self.define(name, node.span)
        if found is None:
            return unknown(node)
        _, *wanted = found.parameters
        if len(values) != len(wanted):
            return self.wrong("C0404", f"`{name}` takes {number_of_values(len(wanted))}, not {len(values)}", node)
        return Expr("call", (found, (of, *self.arguments(list(values), tuple(wanted)))), found.body.type, node.span)

    def _read_rows(self, name: str, rows: tuple[RowDefinition, ...]) -> Define:
        """A definition that asks the row at hand; no, 0 or none for rows that have none of that name."""
        it = self.names.local("it", row(name.partition(".")[0], True))
        wanted = self.parameters(rows[0].definition.parameters)
        read = [(each, body) for each in rows if (body := self._body_of(each, rows[0], wanted)) is not None]
        type_, first = UNKNOWN, rows[0].line
        for each, body in read:
            mixed = union(type_, body.type) if each is not read[0][0] else body.type
            if mixed is None:
                self._report_other_type(name, each.line, type_, body)
                return Define(name, (it, *wanted), unknown(first.key_span), first.text, first.cites)
            type_ = mixed
        nowhere = Span(first.key_span.source, first.key_span.start, first.key_span.start)
        otherwise = replace(self._without(type_, first.key_span), span=nowhere)
        whole = union(type_, otherwise.type) or type_
        branches = [(each.number, body) for each, body in sorted(read, key=lambda one: one[0].number)]
        return Define(name, (it, *wanted), choose_by_row(it, branches, otherwise, whole, nowhere), "", ())

    def _body_of(self, given: RowDefinition, first: RowDefinition, wanted: tuple[Local, ...]) -> Expr | None:
        """The value that a row gives; none, told of, if it takes other values than the first."""
        own = self.parameters(given.definition.parameters)
        if [each.type for each in own] != [each.type for each in wanted]:
            key = given.line.key
            self.wrong(
                "C0404",
                f"`{key}` takes other values in another row",
                given.line.key_span,
                "here",
                more=[Label(first.line.key_span, "and here")],
                help="give it the same types in all rows, or another name",
            )
            return None
        with self.knowing(alone=True):
            self.scope = {each.name: local for each, local in zip(own, wanted, strict=True)}
            return self.expr(given.definition.value)

    def _report_other_type(self, name: str, line: t.Line, before: Type, body: Expr) -> None:
        self.wrong(
            "C0401",
            f"`{name}` is `{body.type}` in this row, and `{before}` in another",
            line.key_span,
            help="give it one type in all rows, or another name",
        )

    def _without(self, type_: Type, span: Span) -> Expr:
        """The value of rows that have no definition of that name."""
        if not (type_.facts.can_be_kept and type_.facts.in_one_number) or type_.is_passage:
            return self.wrong(
                "C0419", f"`{type_}` cannot be the value of a row's definition", span, help="ask a condition instead"
            )
        first = first_of(type_) if type_.starts_empty or not type_.is_number else 0
        return constant(first, number(0, 0, type_.unit) if type_.is_number else _maybe_none(type_), span)


def number_of_values(n: int) -> str:
    """Returns a number of values, in words."""
    return {0: "no values", 1: "one value"}.get(n, f"{n} values")


def _maybe_none(type_: Type) -> Type:
    """The type of a value that is none where nothing is said; itself where that is no value of it."""
    return union(type_, NOTHING) or type_ if type_.starts_empty else type_
