"""Changes of declarations: cells of tables, constants, bounds of what is kept, where a board is free or joined.

Types and rows depend on these, so that they are changed in the declarations as they are composed, and checked again. A
column counts as one: it is noticed where any of its cells is.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ...foundation.source import Source, Span, errors
from ...foundation.source.lazy_property import lazy_property
from ...language.compose import Folder
from ...language.compose.row_cells import columns, respell, with_cell
from ...language.syntax import tree as t
from ...language.syntax.table_row import first_cell
from ...language.syntax.tree.node import parts, walk
from ...play.loading.load import Origin, folders_of
from ...play.loading.rulesets import RulesetError, RuleSources, rules_in
from ...play.positions.value_text import write_value
from ...play.states.game import Game
from ...play.views.seat_looks import is_of_seats
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import NONE, Type
from .coverage import Cell

_WORD = re.compile(r"[\w-]+")
_TEXT = re.compile(r'"[^"]*"|#.*')
_BRACES = re.compile(r"\{[^}]*\}")


class RefusedError(ValueError):
    """Rules that the check refuses."""


@dataclass(frozen=True)
class DeclarationMutant:
    """One change of a declaration that is checked again. The fields are those of `Mutant`; `changed` is the declaration
    in the place of which it stands, `more` are changes of other cells of the same column."""

    rule: str
    kind: str
    detail: str
    span: Span
    declared: DeclaredRules = field(compare=False, repr=False)
    changed: t.Declaration = field(compare=False, repr=False)
    more: tuple[DeclarationMutant, ...] = field(default=(), compare=False, repr=False)
    proof: str = ""
    at: None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """Key that the same change has under all options."""
        kind, detail = (self.kind, self.detail.partition(":")[0]) if self.kind == "column" else (self.kind, self.detail)
        return self.span.source.name, self.span.start, self.span.end, kind, detail

    @property
    def cell(self) -> Cell:
        """The cell that a mutant of a column changes."""
        column, row, *_ = self.detail.split(": ")
        return Cell(self.changed.name, column, self.declared.rules.kinds[self.changed.name].index(row))

    @property
    def name(self) -> str:
        """The name of the column or constant, by which lines read it; that of the declaration for anything else."""
        return self.detail.partition(":")[0] if self.kind == "column" else self.changed.name

    def apply_to(self, rules: m.Ruleset) -> m.Ruleset:
        """The rules that are broken so, under the options of some rules. RefusedError where the check refuses them."""
        return self.declared.check(self.changed, rules)


class DeclaredRules:
    """The declarations of a game's rules, as they stand in its files. RulesetError where these are gone or broken since
    the game was loaded."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.origin, Origin)
        self.rules = game.rules_model
        self.sources = RuleSources([_name_alike(each, self.rules) for each in folders_of(game.origin)])
        if wrong := errors(self.sources.composition[2]):
            raise RulesetError(wrong)

    @property
    def authors(self) -> dict[str, str]:
        """The id of the ruleset or overlay of each file, by the name of the file."""
        return self.sources.composition[1]

    @lazy_property
    def declarations(self) -> tuple[t.Declaration, ...]:
        """All declarations, rows of files written into them."""
        composed = self.sources.composition[0]
        return tuple(composed.with_file_rows(each) for each in composed.declarations)

    @lazy_property
    def words(self) -> Counter[str]:
        """Counts of the words of the rule files; of texts in quotes only what stands in braces counts, of comments nothing."""
        texts = (source.text for folder in self.sources.folders for source in folder.sources)
        bare = (_TEXT.sub(lambda each: " ".join(_BRACES.findall(each[0])), text) for text in texts)
        return Counter(word for text in bare for word in _WORD.findall(text))

    def check(self, changed: t.Declaration, rules: m.Ruleset) -> m.Ruleset:
        """The rules with a declaration changed, under the options of `rules`. RefusedError where the check refuses them."""
        settings = {name: each.write_value(each.value) for name, each in rules.options.items()}
        made, found = rules_in(self.sources.with_declaration(changed), settings)
        if made is None:
            raise RefusedError(next(f"{each.code} {each.message}" for each in found if each.severity == "error"))
        return made

    def list_mutants(self) -> Iterator[DeclarationMutant]:
        """Yields all mutants of declarations, in their order; how things look changes no game."""
        for each in self.declarations:
            kind = self.rules.kinds.get(each.name)
            if kind is not None and each.kind in ("kind", "board") and not is_of_seats(kind, self.rules.players):
                yield from self._columns(each, kind)
            for expr, name, detail, new in change_declaration(each):
                yield DeclarationMutant(each.label, name, detail, expr.span, self, new)

    # ---- cells -------------------------------------------------------------------------------------------------------

    def _columns(self, declaration: t.Declaration, kind: m.Kind) -> Iterator[DeclarationMutant]:
        """Yields a mutant for each column and each author of cells in it."""
        header, *rows = declaration.every(t.Row) or (t.Row(""),)
        for index, name in enumerate(columns(header.raw)):
            column = kind.columns.get(name)
            if index == 0 or column is None or not column.type.facts.in_one_number:
                continue
            proof = "no line reads the column" if self.words[name] < 2 else ""
            by_author: dict[str, list[DeclarationMutant]] = {}
            for row in rows:
                place = dict(row.elsewhere).get(index, row.span)
                mutant = self._change_cell(declaration, kind, column, row, index, place)
                if mutant is not None:
                    by_author.setdefault(self._author_of(place), []).append(mutant)
            for author, found in by_author.items():
                place = header.span if author == self._author_of(header.span) else found[0].span
                yield replace(found[0], span=place, more=tuple(found[1:]), proof=proof)

    def _author_of(self, place: Span) -> str:
        """The id of the ruleset or overlay in whose files something stands."""
        return self.authors.get(place.source.name, "")

    def _change_cell(
        self, declaration: t.Declaration, kind: m.Kind, column: m.Column, row: t.Row, index: int, place: Span
    ) -> DeclarationMutant | None:
        number = kind.index(first_cell(row.raw))
        if number < 0:
            return None
        held = column.values[number]
        moved = next((each for each in values_beside(held, column.type, self.rules) if each != held), None)
        if moved is None:
            return None
        raw = with_cell(row.raw, index, write_cell(moved, column.type, self.rules))
        [written] = respell(row.span.source, [(row.span, raw)])
        changed = replace(row, raw=raw, span=written)
        members = tuple(changed if each is row else each for each in declaration.members)
        shown = (write_cell(each, column.type, self.rules) or "none" for each in (held, moved))
        detail = f"{column.name}: {kind.rows[number]}: {' → '.join(shown)}"
        return DeclarationMutant(
            declaration.label, "column", detail, place, self, replace(declaration, members=members)
        )


class ValuesBeside(
    Pass, over=FORMS, left=("place", "passage", "bag", "pile", "positions", "list", "text", "none", "unknown")
):
    """Values that a cell may hold instead of another, by the forms of columns; none of forms that no column has."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules

    def find(self, held: int, type_: Type) -> Iterable[int]:
        """Finds the values of a type that a cell may hold instead of another."""
        handler = self.handlers.get(type_.form)
        return handler(self, held, type_) if handler else ()

    @handles("number")
    def _number(self, held: int, type_: Type) -> Iterator[int]:
        if held == NONE and type_.optional:
            yield type_.low
        yield from (each for each in (held + type_.step, held - type_.step) if type_.low <= each <= type_.high)

    @handles("yes_no")
    def _truth(self, held: int, type_: Type) -> Iterator[int]:
        yield 1 - held

    @handles("row")
    def _row(self, held: int, type_: Type) -> Iterator[int]:
        yield (held + 1) % len(self.rules.kinds[type_.name].rows)
        if type_.optional:
            yield NONE

    @handles("set", "sides")
    def _bits(self, held: int, type_: Type) -> Iterator[int]:
        element = type_.element
        bits = len(self.rules.kinds[element.name].rows) if element is not None and element.is_row else 4
        yield from (held ^ 1 << bit for bit in range(bits) if held >> bit & 1 and held != 1 << bit)
        yield from (held ^ 1 << bit for bit in range(bits))


def values_beside(held: int, type_: Type, rules: m.Ruleset) -> Iterable[int]:
    """Returns values of a type that a cell may hold instead of another."""
    return ValuesBeside(rules).find(held, type_)


def write_cell(value: int, type_: Type, rules: m.Ruleset) -> str:
    """A value as a cell holds it."""
    if value == NONE and type_.optional:
        return ""
    if type_.is_number:
        return f"{value} {type_.unit}".strip()
    if type_.is_sides:
        shape = grid.shape_of(rules)
        return " ".join(shape.letters[n] for n in shape.sides_in[value])
    return write_value(value, type_, rules).strip("{}")


def _name_alike(folder: Folder, rules: m.Ruleset) -> Folder:
    """The files with the names that they have in rules: an origin has whole paths, whatever was given."""
    spans = [*(each.span for each in rules.clauses), *(each.span for each in rules.examples)]
    given = {os.path.dirname(each.source.name) for each in spans}
    folders = {os.path.abspath(each): each for each in given}

    def rename(source: Source) -> Source:
        at, name = os.path.split(source.name)
        return Source(os.path.join(folders.get(at, at), name), source.text)

    tables = {name: rename(each) for name, each in folder.tables.items()}
    return replace(folder, sources=tuple(map(rename, folder.sources)), tables=tables)


# ---- numbers of declarations ----------------------------------------------------------------------------------------

DeclarationChange = tuple[Any, str, str, t.Declaration]
"""What is changed, the kind of the change, what it does in words, and the declaration that comes of it."""


def change_declaration(declaration: t.Declaration) -> Iterator[DeclarationChange]:
    """Yields the changes of a constant, of bounds of what is kept, and of conditions of a board."""
    if declaration.kind == "constant" and declaration.value is not None:
        yield from _move_numbers(declaration, declaration.value, "constant")
    for each in declaration.members:
        if isinstance(each, t.Keeps):
            yield from _move_numbers(declaration, each.type.high, "range")
            yield from _move_numbers(declaration, each.type.holding, "range")
            yield from _move_numbers(declaration, each.start, "number")
        elif isinstance(each, t.Free | t.Joined):
            yield each, "requirement", "dropped", replace_node(declaration, each, None)
            turned = t.Unary("not", each.condition, span=each.condition.span)
            yield each, "requirement", "turned round", replace_node(declaration, each.condition, turned)


def _move_numbers(declaration: t.Declaration, value: Any, kind: str) -> Iterator[DeclarationChange]:
    """Yields the declaration with each number in a value moved, up and down."""
    for each in walk(value) if value is not None else ():
        if isinstance(each, t.Number):
            for moved in (each.value + 1, each.value - 1):
                if moved >= 0:
                    new = replace_node(declaration, each, replace(each, value=moved))
                    yield each, kind, f"{each.value} → {moved}", new


def replace_node(node: Any, old: t.Node, new: t.Node | None) -> Any:
    """A tree with one of its nodes replaced; left out where it is one of several and nothing takes its place."""
    if node is old:
        return new
    if isinstance(node, tuple):
        made = [replace_node(each, old, new) for each in node]
        return tuple(each for each, before in zip(made, node, strict=True) if each is not None or before is None)
    if not isinstance(node, t.Node):
        return node
    changed = {
        name: made
        for name in parts(type(node))  # type: ignore[arg-type]
        if (made := replace_node(held := getattr(node, name), old, new)) is not held and made != held
    }
    whole: Any = node
    return replace(whole, **changed) if changed else node
