"""View of the whole ruleset for passes that look at more than one declaration, and ways to go through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..model import ruleset as m
from ..source import Span
from ..source.cached_property import once
from ..syntax import tree as t

if TYPE_CHECKING:
    from .secrets import Analysis


@dataclass(frozen=True)
class Whole:
    """A ruleset without errors so far, and the declarations that it was read from."""

    ruleset: m.Ruleset
    declarations: tuple[t.Declaration, ...]

    @once
    def secrets(self) -> Analysis:
        """Of which secrets every name tells, and what the rules tell of them."""
        from .secrets import Analysis

        return Analysis(self)

    def bodies(self) -> dict[str, m.Block]:
        """What is carried out, by `to NAME` and `action NAME`; the triggers of an action are part of it."""
        return {
            **{"to " + p.name: p.body for p in self.ruleset.processes.values()},
            **{
                "action " + a.name: (*a.header, *a.body, *self._triggered(a.word))
                for a in self.ruleset.actions.values()
            },
        }

    def _triggered(self, action: str) -> m.Block:
        return tuple(step for each in self.ruleset.triggers if action in each.actions for step in each.body)

    def declared(self, label: str) -> Span:
        """Where something is declared: `to turn`, `action enter`."""
        kind, _, name = label.partition(" ")
        made: Any = (self.ruleset.processes if kind == "to" else self.ruleset.actions).get(name)
        return made.span if made is not None and made.span is not None else self.declarations[0].name_span

    def blocks(self) -> Iterator[m.Block]:
        """Every block that is written, once: of processes, actions and triggers."""
        yield from (each.body for each in self.ruleset.processes.values())
        yield from ((*each.header, *each.body) for each in self.ruleset.actions.values())
        yield from (each.body for each in self.ruleset.triggers)

    def steps(self) -> Iterator[m.Step]:
        """Every step that is written, once."""
        for block in self.blocks():
            yield from steps(block)


def inner_blocks(statement: object) -> Iterator[m.Block]:
    """The blocks inside a statement."""
    match statement:
        case m.If(branches=branches, otherwise=otherwise):
            yield from (block for _, block in branches)
            yield otherwise
        case m.Choose(body=body, otherwise=otherwise):
            yield body
            yield otherwise
        case (
            m.ForEach(body=body)
            | m.InTurn(body=body)
            | m.AtOnce(body=body)
            | m.Repeat(body=body)
            | m.May(body=body)
            | m.AsPlayer(body=body)
        ):
            yield body
        case m.Cost(payments=payments):
            yield from (each.pay for each in payments)


def steps(block: m.Block) -> Iterator[m.Step]:
    """All steps of a block, also the inner ones."""
    for step in block:
        yield step
        for inner in inner_blocks(step.statement):
            yield from steps(inner)


def lines(block: tuple[t.Line, ...]) -> Iterator[t.Line]:
    """All lines of a written block, also the inner ones."""
    for line in block:
        yield line
        for inner in written_blocks(line.statement):
            yield from lines(inner)


def written_blocks(statement: Any) -> Iterator[tuple[t.Line, ...]]:
    """The written blocks inside a statement."""
    if isinstance(statement, t.If):
        yield from (block for _, block in statement.branches)
    if isinstance(statement, t.Offer):
        yield statement.actions
    yield getattr(statement, "body", None) or ()
    yield getattr(statement, "otherwise", None) or ()


def blocks_of(declaration: t.Declaration) -> Iterator[tuple[t.Line, ...]]:
    """The blocks of a declaration: its own, and those of what its rows do."""
    yield declaration.block
    yield from (row.abilities for row in declaration.members if isinstance(row, t.Row))


def parts(value: Any) -> Iterator[m.Expr]:
    """An expression, or all expressions of a statement, and those inside them; not the bodies of definitions, and not
    inner blocks.

    A part that stands in several places comes once for each.
    """
    if isinstance(value, m.Expr):
        yield value
        for each in value.args:
            yield from parts(each)
    elif isinstance(value, (m.Bind, m.Amount)):
        yield from parts(tuple(getattr(value, name) for name in value.__slots__))
    elif isinstance(value, tuple):
        for each in value:
            if not isinstance(each, m.Step):
                yield from parts(each)
