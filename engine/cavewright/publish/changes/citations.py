"""Facts and the rules that carry them out: which clauses, notes and examples cite an id."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from ...play.loading.opened_rules import OpenedRules
from ...rules.model.ruleset import Clause


@frozen
class Fact:
    """An id with what it stands for, and everything that cites it. `known`: it is among the facts beside the rules."""

    id: str
    kind: str
    text: str
    place: str
    clauses: tuple[Clause, ...]
    notes: tuple[Clause, ...]
    examples: tuple[tuple[str, Span], ...]
    known: bool

    @property
    def is_carried(self) -> bool:
        """True if a clause carries it out, or a note says why none does; a worked example is carried out by an
        example."""
        return bool(self.clauses or self.notes or self.is_worked_example and self.examples)

    @property
    def is_worked_example(self) -> bool:
        """True if the source itself gives it as an example, as its id says."""
        return "EXAMPLE" in self.id.split("-")


def cited_facts(opened: OpenedRules) -> list[Fact]:
    """All facts beside the rules in their order, then ids that are cited and are none of them."""
    rules, facts = opened.rules, opened.facts
    examples = [
        (each.name, line.cites, line.span)
        for each in rules.examples
        for line in (each, *(line for line in each.members if getattr(line, "cites", ())))
    ]
    cited = dict.fromkeys(id for each in (*rules.clauses, *rules.notes) for id in each.cites)
    cited |= dict.fromkeys(id for _, cites, _ in examples for id in cites)
    return [_fact(id, opened, examples) for id in (*facts, *(each for each in cited if each not in facts))]


def _fact(id: str, opened: OpenedRules, examples: Iterable[tuple[str, tuple[str, ...], Span]]) -> Fact:
    row = opened.facts.get(id, {})
    shown = {name: (name, span) for name, cites, span in reversed(list(examples)) if id in cites}
    return Fact(
        id,
        row.get("class", ""),
        opened.words.fact(id, row.get("text", "")),
        row.get("place", ""),
        _of(opened.rules.clauses, id),
        _of(opened.rules.notes, id),
        tuple(reversed(shown.values())),
        id in opened.facts,
    )


def _of(clauses: Iterable[Clause], id: str) -> tuple[Clause, ...]:
    """The clauses that cite it, each place once."""
    return tuple({each.span.place: each for each in clauses if id in each.cites}.values())


def settings_of(fact: Fact, opened: OpenedRules) -> dict[str, str]:
    """Returns the settings that are played where the fact leaves a choice: the default of each option that cites it, by
    the option's name."""
    return {
        name: each.write_value(each.default) for name, each in opened.rules.options.items() if fact.id in each.cites
    }


def record(fact: Fact, opened: OpenedRules) -> dict[str, Any]:
    """A fact for programs."""
    return {
        "id": fact.id,
        "class": fact.kind,
        "text": fact.text,
        "place": fact.place,
        "known": fact.known,
        "played": settings_of(fact, opened),
        "remarks": [each.text for each in fact.notes if fact.clauses],
        "clauses": [{"name": each.name, **where(each.span)} for each in fact.clauses],
        "no_effect": [
            {"note": each.rule.removeprefix("note "), "why": each.text, **where(each.span)} for each in fact.notes
        ],
        "examples": [{"name": name, **where(span)} for name, span in fact.examples],
        "ruleset": opened.rules.id,
    }


def where(span: Span | None) -> dict[str, Any]:
    """A place for programs; lines and columns from 1."""
    return {} if span is None else {"file": span.source.name, "line": span.line, "column": span.column}
