"""Every text and every name that people are shown, each with the key under which catalogues translate it.

A sentence goes by the rule and the key of its clause, `enter.gear`, or by its declaration, `option hunger_test`. A name
goes by what it names: `team.points (name)`. What the program adds to these (labels of actions) stands in
`play/positions/wording.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...foundation.source.lazy_property import lazy_property
from ...language.compose.clause_keys import main_key, number_keys
from ...language.compose.declaration_edits import CREDITS
from ...language.syntax import tree as t
from ...language.tables import split_row
from ..model import ruleset as m
from ..model.types import Type
from .block_reader import key_of
from .section import cells_of
from .whole_program import WholeProgram, kept_in

NAMED = 24
"""Rows that a kind may have for them to be named one by one, if it has no column of labels and not all of them are
words."""
LABELLED = 200
"""Rows that it may have otherwise."""
RULES = ("to", "action", "whenever", "scoring", "currency", "kind")
"""Declarations with lines of their own."""


@dataclass(frozen=True)
class TextCollector:
    """The texts and names of the declarations of a ruleset. `origin` tells who wrote something."""

    rules: m.Ruleset
    origin: Callable[[Any], str]

    def all(
        self, heads: Iterable[t.Declaration], declarations: Iterable[t.Declaration], clauses: Iterable[m.Clause]
    ) -> tuple[m.Clause, ...]:
        """All of them in the order of the declarations; of equal ones the first."""
        lines: dict[str, list[m.Clause]] = {}
        for each in clauses:
            lines.setdefault(each.rule, []).append(each)
        found: dict[tuple[str, str], m.Clause] = {}
        for each in (one for head in heads for one in self.of_head(head)):
            found.setdefault((each.rule, each.text), each)
        for node in declarations:
            rule = {"whenever": f"whenever {node.name}", "scoring": "scoring"}.get(node.kind, node.name)
            own = lines.get(rule, ()) if node.kind in RULES else ()
            for each in (*self.of_declaration(node), *map(_by_name, own)):
                if each.text:
                    found.setdefault((each.rule, each.text), each)
        for each in (each for rule, own in lines.items() if "." in rule for each in own if each.text):
            found.setdefault((each.name, each.text), _by_name(each))
        return tuple(found.values())

    def text_clause(self, rule: str, text: str, node: Any) -> m.Clause:
        """A text under its key, where it stands."""
        return m.Clause(rule, "", text, (), node.span, self.origin(node))

    def name(self, of: str, name: str, node: Any) -> m.Clause:
        """A name of the rules as people read it, under its key."""
        return self.text_clause(f"{of} (name)", spoken(name), node)

    @lazy_property
    def kinds_with_names(self) -> frozenset[str]:
        """The kinds whose rows are named."""
        return shown_kinds(self.rules)

    def of_head(self, head: t.Declaration) -> Iterator[m.Clause]:
        """Yields the texts of a head."""
        own = head.label if head.kind == "overlay" else "ruleset"
        yield m.Clause(own, "", head.text, (), head.span, head.name)
        for each in head.every(t.Property):
            if each.text and each.name not in CREDITS:
                yield self.text_clause(f"{own}.{' '.join(filter(None, (each.name, each.word)))}", each.text, each)

    def of_declaration(self, node: t.Declaration) -> Iterator[m.Clause]:
        """Yields the texts of a declaration."""
        yield self.text_clause(node.label, node.text, node)
        board = self.rules.boards.get(node.name)
        kind = self.rules.kinds.get(node.name)
        if node.kind == "option":
            yield from self.choices(node)
        if (node.kind == "board" and board is not None and board.private) or (node.kind == "kind" and kind is not None):
            yield replace(self.name(f"{node.kind} {node.name}", node.name, node), span=node.name_span)
        if node.kind == "kind" and kind is not None:
            yield from self.rows(node, kind)
        if node.kind in ("kind", "ranking"):
            yield from self.columns(node)
        owner = "game" if node.kind == "game" else node.name
        others = [each for each in node.members if not isinstance(each, (t.Row, t.Rows))]
        for each, key in zip(others, number_keys(map(main_key, others)), strict=True):
            if isinstance(each, t.Keeps):
                yield self.name(f"{owner}.{each.name}", each.name, each)
                yield self.text_clause(f"{owner}.{each.name}", each.text, each)
            elif isinstance(each, t.Score):
                yield self.name(f"scoring.{each.name}", each.name, each)
            elif isinstance(each, (t.Free, t.Joined, t.Among, t.Least, t.Together, t.Winner, t.Tie)):
                yield self.text_clause(f"{node.name}.{key}", each.text, each)

    def choices(self, node: t.Declaration) -> Iterator[m.Clause]:
        """Yields the texts of the rows of an option, and the conditions on options together."""
        for each in node.every(t.Row)[1:]:
            cells = split_row(each.span).cells
            if len(cells) > 1:
                yield self.text_clause(f"option {node.name}.{cells[0].text}", cells[1].text, each)
        for line in node.block:
            yield self.text_clause(f"{node.name}.{line.key or key_of(line.statement)}", line.text, line)

    def rows(self, node: t.Declaration, kind: m.Kind) -> Iterator[m.Clause]:
        """The labels of the rows of a kind that has some, or the names of a few rows that are shown; texts in cells."""
        most = LABELLED if "label" in kind.columns or kind.in_words else NAMED
        is_named = ("label" in kind.columns or node.name in self.kinds_with_names) and len(kind.rows) <= most
        written = [each for each in kind.columns.values() if each.texts and each.name not in (*m.DRAWN, m.PICTURE)]
        places = {cells[0].text: each for each in node.every(t.Row) if (cells := split_row(each.span).cells)}
        for number, row in enumerate(kind.rows if len(kind.rows) <= LABELLED else ()):
            place = places.get(row, node)
            if is_named:
                yield self.text_clause(f"{node.name}.{row} (name)", kind.label(number), place)
            for column in written:
                yield self.text_clause(f"{node.name}.{row}.{column.name}", column.texts[number], place)

    def columns(self, node: t.Declaration) -> Iterator[m.Clause]:
        """The columns but for texts, those that are called as the kind of their values, and signs of one letter."""
        header = node.first(t.Row)
        for cell in cells_of(header).cells if header is not None else ():
            name, _, type_ = (each.strip() for each in cell.text.partition(":"))
            if type_ not in ("", "text") and name != type_.removesuffix(" or none") and len(name) > 1:
                yield self.text_clause(f"{node.name}.{name} (column)", spoken(name), t.Nothing(span=cell.span))


def _by_name(clause: m.Clause) -> m.Clause:
    return replace(clause, rule=clause.name, key="")


def shown_kinds(rules: m.Ruleset) -> frozenset[str]:
    """The kinds whose rows are named: those of values that are kept or chosen, and what is printed on these."""
    fields = list(kept_in(rules))
    binds = [bind for action in rules.actions.values() for bind in action.binds]
    binds += (bind for each in WholeProgram(rules, ()).statements(m.Choose) for bind in each.binds)
    shown = _named_in([*(each.type for each in fields), *(each.local.type for each in binds)]) | {
        each.owner for each in fields
    }
    while (
        more := _named_in(
            column.type for name in shown if name in rules.kinds for column in rules.kinds[name].columns.values()
        )
        - shown
    ):
        shown |= more
    return frozenset(shown)


def _named_in(types: Iterable[Type]) -> set[str]:
    return {part.name for each in types for part in (each, each.element) if part is not None and part.facts.of_kind}


def spoken(name: str) -> str:
    """A name of the rules as people read it."""
    return name.replace("_", " ")


def language_of(head: t.Declaration) -> str:
    """The language in which a ruleset or overlay says its texts: `texts de`; English where it does not say."""
    return next((each.word for each in head.every(t.Property) if each.name == "texts" and each.word), "en")
