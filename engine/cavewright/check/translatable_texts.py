"""Every text and every name that people are shown, each with the key under which catalogues translate it.

A sentence goes by the rule and the key of its clause, `enter.gear`, or by its declaration, `option hunger_test`. A name
goes by what it names: `team.points (name)`. What the program adds to these (labels of actions) stands in
`play/wording.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..compose.clause_keys import main_key, numbered
from ..model import ruleset as m
from ..model.types import Type
from ..syntax import tree as t
from ..tables import split_row
from .whole_program import Whole, member, members

NAMED = 24
"""Rows that a kind may have for them to be named one by one, if it has no column of labels and not all of them are
words."""
LABELLED = 200
"""Rows that it may have otherwise."""
RULES = ("to", "action", "whenever", "scoring", "currency")
"""Declarations with lines of their own."""


def sayings(
    heads: Iterable[t.Declaration],
    declarations: Iterable[t.Declaration],
    clauses: Iterable[m.Clause],
    rules: m.Ruleset,
    origin: Callable[[Any], str],
) -> tuple[m.Clause, ...]:
    """The texts and names of a ruleset in the order of its declarations; of equal ones the first."""
    lines: dict[str, list[m.Clause]] = {}
    for each in clauses:
        lines.setdefault(each.rule, []).append(each)
    shown = shown_kinds(rules)
    found: dict[tuple[str, str], m.Clause] = {}
    for head in heads:
        for each in _of_head(head, origin):
            found.setdefault((each.rule, each.text), each)
    for node in declarations:
        rule = (
            f"whenever {node.name}" if node.kind == "whenever" else "scoring" if node.kind == "scoring" else node.name
        )
        own = [replace(each, rule=each.name, key="") for each in lines.get(rule, ()) if node.kind in RULES]
        for each in (*_of_declaration(node, rules, shown, origin), *own):
            if each.text:
                found.setdefault((each.rule, each.text), each)
    below = (each for rule, own in lines.items() if "." in rule for each in own if each.text)
    for each in below:
        found.setdefault((each.name, each.text), replace(each, rule=each.name, key=""))
    return tuple(found.values())


def shown_kinds(rules: m.Ruleset) -> frozenset[str]:
    """The kinds whose rows are named: those of values that are kept or chosen, and what is printed on these."""
    fields = [*rules.fields, *(f for board in rules.boards.values() for f in (*board.fields, *board.passage_fields))]
    binds = [bind for action in rules.actions.values() for bind in action.binds]
    binds += [
        bind
        for step in Whole(rules, ()).steps()
        if isinstance(step.statement, m.Choose)
        for bind in step.statement.binds
    ]
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
    return {
        part.name for each in types for part in (each, each.element) if part is not None and part.form in ("row", "bag")
    }


def _of_head(head: t.Declaration, origin: Callable[[Any], str]) -> Iterator[m.Clause]:
    own = head.label if head.kind == "overlay" else "ruleset"
    yield m.Clause(own, "", head.text, (), head.span, head.name)
    for each in head.members:
        if isinstance(each, t.Property) and each.text:
            yield m.Clause(
                f"{own}.{' '.join(filter(None, (each.name, each.word)))}", "", each.text, (), each.span, origin(each)
            )


def _of_declaration(
    node: t.Declaration, rules: m.Ruleset, shown: frozenset[str], origin: Callable[[Any], str]
) -> Iterator[m.Clause]:
    yield m.Clause(node.label, "", node.text, (), node.span, origin(node))
    if node.kind == "option":
        yield from _choices(node, origin)
    if node.kind == "board" and node.name in rules.boards and rules.boards[node.name].private:
        yield m.Clause(f"board {node.name} (name)", "", spoken(node.name), (), node.name_span, origin(node))
    if node.kind == "kind" and node.name in rules.kinds:
        yield m.Clause(f"kind {node.name} (name)", "", spoken(node.name), (), node.name_span, origin(node))
        yield from _rows(node, rules.kinds[node.name], node.name in shown, origin)
    if node.kind in ("kind", "ranking"):
        yield from _columns(node, origin)
    owner = "game" if node.kind == "game" else node.name
    members = [each for each in node.members if not isinstance(each, (t.Row, t.Rows))]
    for each, key in zip(members, numbered(map(main_key, members)), strict=True):
        if isinstance(each, t.Keeps):
            yield m.Clause(f"{owner}.{each.name} (name)", "", spoken(each.name), (), each.span, origin(each))
            yield m.Clause(f"{owner}.{each.name}", "", each.text, (), each.span, origin(each))
        elif isinstance(each, t.Score):
            yield m.Clause(f"scoring.{each.name} (name)", "", spoken(each.name), (), each.span, origin(each))
        elif isinstance(each, (t.Free, t.Joined, t.Among, t.Least, t.Together, t.Winner, t.Tie)):
            yield m.Clause(f"{node.name}.{key}", "", each.text, (), each.span, origin(each))


def _choices(node: t.Declaration, origin: Callable[[Any], str]) -> Iterator[m.Clause]:
    rows = members(node, t.Row)
    for each in rows[1:]:
        cells = split_row(each.span).cells
        if len(cells) > 1:
            yield m.Clause(f"option {node.name}.{cells[0].text}", "", cells[1].text, (), each.span, origin(each))


def _rows(node: t.Declaration, kind: m.Kind, shown: bool, origin: Callable[[Any], str]) -> Iterator[m.Clause]:
    """The labels of the rows of a kind that has some, or the names of a few rows that are shown; columns that a bag is
    measured by."""
    most = LABELLED if "label" in kind.columns or kind.in_words else NAMED
    if ("label" in kind.columns or shown) and len(kind.rows) <= most:
        places = {
            split_row(each.span).cells[0].text: each
            for each in node.members
            if isinstance(each, t.Row) and split_row(each.span).cells
        }
        for number, row in enumerate(kind.rows):
            at = places.get(row, node)
            yield m.Clause(f"{node.name}.{row} (name)", "", kind.label(number), (), at.span, origin(at))


def _columns(node: t.Declaration, origin: Callable[[Any], str]) -> Iterator[m.Clause]:
    """The columns but for texts, those that are called as the kind of their values, and signs of one letter."""
    header = member(node, t.Row)
    if header is None:
        return
    for cell in split_row(header.span).cells:
        name, _, type_ = (each.strip() for each in cell.text.partition(":"))
        if type_ not in ("", "text") and name != type_.removesuffix(" or none") and len(name) > 1:
            yield m.Clause(f"{node.name}.{name} (column)", "", spoken(name), (), header.span, origin(header))


def spoken(name: str) -> str:
    """A name of the rules as people read it."""
    return name.replace("_", " ")


def language_of(head: t.Declaration) -> str:
    """The language in which a ruleset or overlay says its texts: `texts de`; English where it does not say."""
    return next(
        (each.word for each in members(head, t.Property) if each.name == "texts" and each.word),
        "en",
    )
