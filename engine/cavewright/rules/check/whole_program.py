"""View of the whole ruleset for passes that look at more than one declaration, and ways to go through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ...foundation.source import Span
from ...foundation.source.lazy_property import lazy_property
from ...language.compose.reachability import reachable
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.statement_effects import inner_blocks

SUPPOSING = ("possible", "after")
"""Operators that ask what would be."""


@dataclass(frozen=True)
class WholeProgram:
    """A ruleset without errors so far, and the declarations that it was read from."""

    ruleset: m.Ruleset
    declarations: tuple[t.Declaration, ...]

    @lazy_property
    def menus(self) -> dict[str, list[m.Action]]:
        """The actions of every menu that has some."""
        found = dict[str, list[m.Action]]()
        for each in self.ruleset.actions.values():
            for menu in each.menus:
                found.setdefault(menu, []).append(each)
        return found

    @lazy_property
    def bodies(self) -> dict[str, m.Block]:
        """Bodies of all that is carried out, by `to NAME` and `action NAME`; the triggers of an action are part of
        it."""
        return {
            **{"to " + p.name: p.body for p in self.ruleset.processes.values()},
            **{"action " + a.name: (*a.header, *self.effects(a)) for a in self.ruleset.actions.values()},
        }

    def effects(self, action: m.Action) -> m.Block:
        """Returns the effects of an action once it is chosen, with all that follows it."""
        followed = (each.body for each in self.ruleset.triggers if action.word in each.actions)
        return (*action.body, *(step for block in followed for step in block))

    @lazy_property
    def graph(self) -> dict[str, list[str]]:
        """Processes and actions that each process and action can lead to."""
        return {name: sorted(self.called_from(body)) for name, body in self.bodies.items()}

    def called_from(self, block: m.Block) -> set[str]:
        """Processes and actions that a block can lead to."""
        return {name for step in steps(block) for name in self.called_by(step.statement)}

    def called_by(self, statement: object) -> Iterator[str]:
        """Processes and actions that a statement leads to: called, or offered by a menu or beside a decision."""
        match statement:
            case m.Call(process=name):
                yield "to " + name
            case m.Offer() | m.Choose() | m.May():
                offered = self.menus.get(statement.menu, ()) if isinstance(statement, m.Offer) else ()
                yield from ("action " + each.name for each in (*self.ruleset.beside, *offered))
                if isinstance(statement, m.Offer):
                    yield from ("action " + each.name for each in self.ruleset.interrupting)

    @lazy_property
    def suppositions(self) -> dict[str, list[str]]:
        """Processes and actions of which each process and action asks what would be after them."""
        return {name: sorted(self.find_supposed(self.questions(name))) for name in self.bodies}

    def questions(self, name: str) -> Iterator[m.Expr]:
        """The expressions of a process or an action, those of its choices included."""
        yield from (bind.domain for bind in self.binds(name))
        for step in steps(self.bodies[name]):
            yield from expressions_in(step.statement)

    def binds(self, name: str) -> tuple[m.Bind, ...]:
        """The choices of an action; those of a process are none."""
        form, _, own = name.partition(" ")
        return self.ruleset.actions[own].binds if form == "action" else ()

    def find_supposed(self, values: Iterable[m.Expr | None]) -> set[str]:
        """Processes and actions of which expressions ask what would be after them, in definitions too."""
        asked = (each.args[0] for value in values for each in all_parts(value) if each.op in SUPPOSING)
        return {name for deed in asked for name in self.carried_out_by(deed)}

    def all_asked(self, value: Any) -> Iterator[m.Expr]:
        """The parts of an expression, of what it stands on, and of all that it supposes."""
        todo, seen = [value], set[str]()
        while todo:
            for each in all_parts(todo.pop()):
                yield each
                names = self.carried_out_by(each.args[0]) if each.op in SUPPOSING else ()
                for name in self.reachable_from(names) - seen:
                    seen.add(name)
                    todo += self.questions(name)

    def carried_out_by(self, deed: m.Deed) -> list[str]:
        """Processes and actions that something is: all actions of a menu."""
        return (
            ["action " + each.name for each in self.menus.get(deed.name, ())] if deed.form == "menu" else [deed.label]
        )

    def reachable_from(self, names: Iterable[str]) -> set[str]:
        """Some processes and actions, and all that they lead to."""
        return reachable(self.graph, names)

    def place_of_declaration(self, label: str) -> Span:
        """Returns the place of a declaration: `to turn`, `action enter`."""
        kind, _, name = label.partition(" ")
        made: Any = (self.ruleset.processes if kind == "to" else self.ruleset.actions).get(name)
        return made.span if made is not None and made.span is not None else self.declarations[0].name_span

    def steps(self) -> Iterator[m.Step]:
        """Every step that is written, once: of processes, actions and triggers."""
        rules: Any = self.ruleset
        for each in (*rules.processes.values(), *rules.actions.values(), *rules.triggers):
            yield from steps((*getattr(each, "header", ()), *each.body))

    def statements(self, *kinds: type) -> list[Any]:
        """All statements of some kinds."""
        return [step.statement for step in self.steps() if isinstance(step.statement, kinds)]


def steps(block: m.Block) -> Iterator[m.Step]:
    """All steps of a block, also the inner ones."""
    for step in block:
        yield step
        for inner in inner_blocks(step.statement):
            yield from steps(inner)


def kept_of(target: m.Expr) -> m.Expr:
    """Returns the field that is written: the whole set or bag where it is a part of one."""
    return target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target


def field_of(target: m.Expr) -> m.Field | None:
    """The field that is written to; none where it is a name."""
    kept = kept_of(target)
    return kept.args[0] if kept.op == "field" else kept.args[1] if kept.op in ("record", "edge") else None


def blocks_of(declaration: t.Declaration) -> Iterator[tuple[t.Line, ...]]:
    """The blocks of a declaration: its own, and those of what its rows do."""
    yield declaration.block
    yield from (row.abilities for row in declaration.every(t.Row))


def kept_in(ruleset: m.Ruleset) -> Iterator[m.Field]:
    """All that is kept, also by places and passages of boards that grow; some comes twice."""
    yield from ruleset.fields
    for board in ruleset.boards.values():
        yield from (*board.fields, *board.passage_fields)


def outside(rules: m.Ruleset) -> Iterator[m.Expr | None]:
    """The expressions of rankings, of scoring, of menus for players who are not asked, and of notices, and the advice."""
    for each in rules.rankings.values():
        yield from (each.by, each.among, each.least)
    yield from (each.where for each in rules.interrupts)
    yield from (
        *scoring_expressions(rules),
        rules.advice,
        *(each for one in rules.notices for each in notice_expressions(one)),
    )


def notice_expressions(notice: m.Notice) -> tuple[m.Expr, ...]:
    """The expressions of a notice: when it is shown, and what it says."""
    return (notice.shown, *(value for _, value in notice.values))


def scoring_expressions(rules: m.Ruleset) -> tuple[m.Expr | None, ...]:
    """The expressions of scoring."""
    if (ends := rules.scoring) is None:
        return ()
    values = (each.value for each in ends.lines)
    return ends.among, ends.together, ends.least, *values, *(value for _, value in ends.ties)


def all_parts(value: Any) -> Iterator[m.Expr]:
    """The parts of an expression, and once those of each definition and ranking that it stands on."""
    todo, seen = [value], set[str]()
    while todo:
        for each in parts(todo.pop()):
            yield each
            if each.op in ("call", "ranked") and each.args[0].name not in seen:
                what = each.args[0]
                seen.add(what.name)
                todo.append(what.body if each.op == "call" else (what.by, what.among, what.least))


def supposes(value: Any) -> bool:
    """Tells if an expression, or one of a tuple, asks what would be, in definitions too."""
    return any(each.op in SUPPOSING for each in all_parts(value))


def parts(value: Any) -> Iterator[m.Expr]:
    """An expression, or all expressions of a statement, and those inside them; not the bodies of definitions, and not
    inner blocks.

    A part that stands in several places comes once for each.
    """
    for each in expressions_in(value):
        yield each
        yield from parts(each.args)


def expressions_in(value: Any) -> Iterator[m.Expr]:
    """The expressions that a statement is made of, inner blocks aside; of a tuple those of all in it."""
    if isinstance(value, m.Expr):
        yield value
    elif type(value) is tuple or type(value) in _MADE_OF_PARTS:
        for part in value if isinstance(value, tuple) else map(value.__getattribute__, value.__slots__):
            yield from expressions_in(part)


_MADE_OF_PARTS = {m.Bind, m.Amount, m.Payment, *m.STATEMENTS}
