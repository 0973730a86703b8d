"""Lowers what is carried out in thought: an instruction that play never comes to, with the options that it may be."""

from __future__ import annotations

from dataclasses import replace

from ..model import ruleset as m
from ..model.types import a_list
from . import instructions as i
from .decisions import Decisions


class Trials(Decisions):
    """Questions about what would be."""

    def trial(self, deed: m.Deed) -> int:
        """The instruction for a process, an action or a menu that some rule asks about."""
        self.taken, self.aside = [], False
        names = self.whole.carried_out_by(deed) if deed.form != "to" else []
        actions = [self.ruleset.actions[each.partition(" ")[2]] for each in names]
        options = [self.option(each, self.stop) for each in actions]
        takes: tuple[m.Local, ...] = ()
        if deed.form == "to":
            process = self.ruleset.processes[deed.name]
            takes = process.parameters
            options = [self.whole_process(process)]
        elif deed.given:
            takes, options = self.with_values(actions[0], options[0])
        if deed.whole:
            options = [replace(each, may_refuse=False) for each in options]
        return self.emit(i.Trial(tuple(options), takes))

    def whole_process(self, process: m.Process) -> i.Option:
        """A process as something that could be chosen; where it ends, play would."""
        signature = i.Signature(process.name, (), process.name, process.text)
        return i.Option(
            signature, (), (), (), self.entries[process.name], self.returns[process.name], self.stop, may_refuse=True
        )

    def with_values(self, action: m.Action, option: i.Option) -> tuple[tuple[m.Local, ...], list[i.Option]]:
        """An action of which all that is chosen is given: each value is the only one, if it is one of its domain."""
        takes = list[m.Local]()
        domains = list[m.Expr]()
        guards = list[i.Guard]()
        for level, (bind, domain) in enumerate(zip(action.binds, option.domains, strict=True), start=1):
            given = m.Local(f"given_{bind.local.name}", bind.local.type, -3_000_000 - len(self.slots))
            self.local(given)
            takes.append(given)
            domains.append(m.Expr("these", (given.at(domain.span),), a_list(bind.local.type), domain.span))
            if not self._has_all_rows(domain):
                among = m.holds("in_list", bind.local.at(domain.span), domain)
                guards.append(i.Guard("where", level, self.ruleset.clauses[0], among))
        return tuple(takes), [replace(option, domains=tuple(domains), guards=(*guards, *option.guards))]

    def _has_all_rows(self, domain: m.Expr) -> bool:
        """Tells if a domain has all rows of a kind in it, so that nothing has to be asked of one."""
        board = self.ruleset.boards.get(domain.args[0].name) if domain.op == "rows" else None
        return domain.op == "rows" and (board is None or not board.private)
