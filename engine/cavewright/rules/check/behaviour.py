"""Reads processes, actions, triggers, and what rows do."""

from __future__ import annotations

from typing import Any

from ...foundation.source import Label
from ...language.syntax import tree as t
from ...language.syntax.table_row import first_cell
from ..model import ruleset as m
from ..model.types import YES_NO, row
from .block_reader import name_and_values
from .decisions import split_header
from .section import Section

RowAbility = tuple[int, str, t.Line]
"""What a row can do: the number of the row, its name, and the line."""


class Behaviour(Section):
    """Reads the rules, after all names are known."""

    def declare(self) -> None:
        """All that may be asked whether it would be possible, which definitions need."""
        for node in (each for kind in ("to", "action", "menu") for each in self.of(kind)):
            self.names.deed_nodes.setdefault(node.name, []).append(node)

    def read_all(self) -> dict[str, Any]:
        """Processes, actions and triggers."""
        for node in self.of("menu"):
            self.names.menus[node.name] = node.text
        self.names.filled_menus = self.names.menus.keys() & {menu for node in self.of("action") for menu in node.names}
        for node in self.of("to"):
            if node.name not in self.names.processes:
                self.names.processes[node.name] = self.read.parameters(node.parameters)
            lines = (each for each in t.walk(node.block) if isinstance(each, t.Call))
            self.names.calls[node.name] = {name_and_values(each.target)[0] for each in lines}
        abilities = self._abilities()
        processes = {node.name: self._process(node) for node in self.of("to")}
        processes |= {name: self._dispatcher(name, each) for name, each in abilities.items()}
        actions = {node.name: self._action(node) for node in self.of("action")} | self.read.offered
        triggers = tuple(self._trigger(node) for node in self.of("whenever"))
        interrupts = tuple(self._interrupt(each) for each in self.of("menu") if is_interrupting(each))
        return {"processes": processes, "actions": actions, "triggers": triggers, "interrupts": interrupts}

    def _interrupt(self, node: t.Declaration) -> m.Interrupt:
        """A menu that is offered to whoever is not asked; what decides to whom is asked of each player."""
        if node.each:
            self.read.players(node.each, node.name_span)
        self.read.rule = node.name
        with self.read.knowing():
            where = self.read.perhaps(node.value)
        clause = m.Clause(node.label, "", "", node.cites, node.span, self.origin(node))
        return m.Interrupt(node.name, bool(node.each), where, node.internal, clause)

    def _abilities(self) -> dict[str, list[RowAbility]]:
        """Collects the abilities of rows, by kind and name: `room.use`. All rows of a kind mean the same values by one
        name."""
        found: dict[str, list[RowAbility]] = {}
        for node in self.of("kind"):
            for row_, each in ((r, a) for r in node.every(t.Row) for a in r.abilities if not _is_definition(a)):
                name, word = f"{node.name}.{each.key}", first_cell(row_.raw)
                number_ = self.names.kinds[node.name].index(word)
                if number_ >= 0:
                    found.setdefault(name, []).append((number_, word, each))
                if name not in self.names.processes:
                    it = self.names.local("it", row(node.name, True))
                    self.names.processes[name] = (it, *self.read.parameters(_ability(each).parameters))
        return found

    def _dispatcher(self, name: str, rows: list[RowAbility]) -> m.Process:
        """A process that carries out what the row at hand says."""
        it, *wanted = self.names.processes[name]
        branches = []
        for number_, word, each in rows:
            self.read.rule = f"{word}.{each.key}"
            own = self.read.parameters(_ability(each).parameters)
            if [p.type for p in own] != [p.type for p in wanted]:
                first = rows[0][2]
                self.wrong(
                    "C0404",
                    f"`{each.key}` takes other values in another row",
                    each.key_span,
                    "here",
                    more=[Label(first.key_span, "and here")],
                    help="give it the same types in all rows, or another name",
                )
                continue
            self.read.clauses.append(self.clause(self.read.rule, each))
            with self.read.knowing():
                self.read.scope |= {p.name: local for p, local in zip(own, wanted, strict=True)}
                body = self.read.rule_block(_ability(each).body)
            here = it.at(each.key_span)
            known = m.constant(number_, it.type, each.key_span)
            branches.append((m.Expr("eq", (here, known), YES_NO, each.key_span), body))
        clause = m.Clause(name, "", "", (), rows[0][2].span, self.origin(rows[-1][2]))
        step = m.Step(clause, m.If(tuple(branches), ()))
        return m.Process(name, (it, *wanted), (step,), "", (), rows[0][2].key_span)

    def _process(self, node: t.Declaration) -> m.Process:
        self.read.rule = node.name
        parameters = self.names.processes[node.name]
        with self.read.knowing(*parameters):
            body = self.read.rule_block(node.block)
        return m.Process(node.name, parameters, body, node.text, node.cites, node.name_span)

    def _action(self, node: t.Declaration) -> m.Action:
        self.read.rule = node.name
        for menu in node.names:
            if menu not in self.names.menus:
                others = [each for each in self.names.menus if each not in node.names]
                self.absent("C0211", f"there is no menu `{menu}`", menu, node.name_span, others)
        with self.read.knowing():
            binds = self.read.binds(node.choices)
            self.read.decision(node.name, tuple(each.local.type for each in binds), node.name_span)
            self.tell_equal_keys(node.name, node.block)
            self.read.own_lines, self.read.confirm = node.block, None
            self.read.action_lines = node.block
            header, effects = split_header(self.read.rule_block(node.block))
            self.read.own_lines = self.read.action_lines = ()
        confirm = self.read.confirm
        return m.Action(
            node.name, node.names, binds, header, effects, node.text, node.cites, span=node.name_span, confirm=confirm
        )

    def _trigger(self, node: t.Declaration) -> m.Trigger:
        actions = {each.name for each in self.of("action")} | {each.said for each in self.read.offered.values()}
        names = tuple(sorted(actions)) if t.EVERY in node.names else node.names
        for name in names:
            if name not in actions:
                others = actions.difference(names)
                self.absent("C0215", f"there is no action `{name}` to follow", name, node.name_span, others)
        self.read.rule = "whenever " + node.name
        body = self.read.rule_block(node.block)
        clause = self.clause(self.read.rule, node)
        return m.Trigger(names, body, clause)


def is_interrupting(menu: t.Declaration) -> bool:
    """Tells if a menu is offered to players who are not asked, or acted in by the host."""
    return bool(menu.each) or menu.internal


def _ability(line: t.Line) -> t.Ability:
    """Returns the ability that a line gives to its row; nothing for another line that an edit put beside such."""
    return line.statement if isinstance(line.statement, t.Ability) else t.Ability((), ())


def _is_definition(line: t.Line) -> bool:
    return isinstance(line.statement, t.Definition)
