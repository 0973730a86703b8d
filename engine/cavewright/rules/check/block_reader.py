"""Lines of blocks: each becomes steps of the model under a clause; what all statements need for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any

from ...foundation.source import Label, Span
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.secrecy import secrecy
from ..model.types import Type, fits_type
from .limits import MOST_LEVELS_WITH_CURRENCIES, MOST_STATEMENTS
from .symbols import Findings, SymbolTable
from .turn_order import TurnOrders

_DECIDING = (t.Choose, t.May, t.Offer, t.Repack)
"""Statements at which a player is asked."""
_ASKED_BEFORE = (t.Require, t.Cost, t.Let, t.Confirm)
"""Statements of the header of an action."""


class BlockReader(TurnOrders):
    """Reads the blocks of one rule after another; `rule` goes into the clauses of its steps, and what `origin` tells:
    who wrote a line. `base` is the ruleset or edition that is played, `ground` the ruleset that all others are laid on."""

    def __init__(
        self, names: SymbolTable, findings: Findings, origin: Callable[[Any], str], base: str, ground: str
    ) -> None:
        super().__init__(names, findings)
        self.origin, self.base, self.ground, self.rule = origin, base, ground, ""
        self.at_line: t.Line
        """The line at hand, until its statement reads lines of its own."""
        self.at_once_depth = self.blocks_around = 0
        self.clauses: list[m.Clause] = []
        self.text_scopes: dict[Span, tuple[str, dict[str, m.Local]]] = {}
        """Where texts of lines with braces stand: the key of the line, and the names that are known there."""
        self.open_currencies: list[str] = []
        self.counted: frozenset[str] = frozenset()
        """Names in the rule at hand that are set after they were bound."""
        self.decision_names: dict[str, tuple[tuple[Type, ...], Span, bool]] = {}
        self.own_lines: tuple[t.Line, ...] = ()
        """The lines of the action at hand that stand in no block below it."""
        self.action_lines: tuple[t.Line, ...] = ()
        """The lines of the action at hand, which may stand below an `offer`."""
        self.confirm: m.Clause | None = None
        """What people are told before they do the action at hand."""
        self.offered: dict[str, m.Action] = {}
        """Actions that stand below an `offer`, by names of their own."""

    def writer_of(self, node: Any) -> str:
        """Returns the overlay or edition that wrote something; "" for the ruleset that they are laid on."""
        writer = self.origin(node)
        return "" if writer == self.ground else writer

    def block(self, written: tuple[t.Line, ...]) -> m.Block:
        """The steps of a block; names that a line binds are known to the lines after it."""
        if len(self.clauses) > MOST_STATEMENTS:
            self.wrong(
                "C0607",
                f"rules have at most {MOST_STATEMENTS:,} statements, with costs written out",
                written[0].span if written else t.NOWHERE,
            )
            return ()
        if self.blocks_around >= MOST_LEVELS_WITH_CURRENCIES:
            self.wrong(
                "C0608",
                f"blocks are nested at most {MOST_LEVELS_WITH_CURRENCIES} deep, counting those of currencies",
                written[0].span if written else t.NOWHERE,
                help="let its block lose pieces or numbers",
            )
            return ()
        self.blocks_around += 1
        with self.knowing():
            steps = tuple(step for line in written for step in self.line(line))
        self.blocks_around -= 1
        return steps

    def rule_block(self, written: tuple[t.Line, ...]) -> m.Block:
        """The block of a whole rule."""
        self.counted = frozenset(_changed_counters(written))
        return self.block(written)

    def line(self, line: t.Line) -> list[m.Step]:
        """A line as a step; what the line binds is known from here on."""
        clause, self.at_line = self.clause(line), line
        made = self.handlers[type(line.statement)](self, line.statement)
        steps = made if isinstance(made, list) else [made]
        reveals = getattr(line.statement, "reveals", False)
        return [m.Step(clause, each, reveals) for each in steps if each is not None]

    def steps(self, *statements: object) -> m.Block:
        """Statements under the clause of the line at hand."""
        return tuple(m.Step(self.clauses[-1], each) for each in statements)

    def clause(self, line: t.Line) -> m.Clause:
        """The clause of a line, under its own key or the one it has by its kind."""
        made = self.clause_of(self.rule, line, line.key or key_of(line.statement))
        self.clauses.append(
            replace(made, fit=fit_of(line.statement)) if isinstance(line.statement, t.Changing) else made
        )
        return self.clauses[-1]

    def clause_of(self, rule: str, node: Any, key: str = "") -> m.Clause:
        """The clause of a line or of what is declared."""
        made = m.Clause(rule, key, node.text, node.cites, node.span, self.origin(node))
        if "{" in node.text:
            is_alone = node.span in self.text_scopes or not self.is_asked_with_names(node)
            self.text_scopes[node.span] = made.name, {} if is_alone else dict(self.scope)
        return made

    def is_asked_with_names(self, node: Any) -> bool:
        """Tells if the names of its place are known where the text of a line is read: at a decision, and in the header
        of an action, but for what a currency does in several rules."""
        if self.open_currencies or not isinstance(node, t.Line):
            return False
        if isinstance(node.statement, _DECIDING):
            return True
        header = takewhile(lambda each: isinstance(each.statement, _ASKED_BEFORE), self.action_lines)
        return any(each is node for each in header)

    # ---- names that a line binds -------------------------------------------------------------------------------------

    def bind(self, name: str, type_: Type, span: Span, shown: str = "open") -> m.Local:
        """A fresh local, which must not hide another name that the rules of this place could mean."""
        if name in self.scope:
            self.wrong("C0209", f"`{name}` already means something here", span, help="choose another name")
        elif name in ("me", "yes", "no", "none") or name in self.names.constants or name in self.names.options:
            self.wrong("C0209", f"`{name}` is taken", span, help="choose another name")
        local = self.names.local(name, type_, shown)
        self.scope.setdefault(name, local)
        return local

    def binds(self, binders: Any) -> tuple[m.Bind, ...]:
        """The bound names of a choice or loop, each known to the domains after it."""
        made = []
        for each in binders:
            domain, element = self.domain(each.domain)
            local = self.bind(each.name, element, each.span, secrecy(domain))
            made.append(m.Bind(local, domain, getattr(each, "word", "")))
        return tuple(made)

    def decision(self, name: str, types: tuple[Type, ...], span: Span, chance: bool = False) -> None:
        """Two decisions of one name must ask for the same, and the same of chance or of players, or their texts could
        not be told apart."""
        known, before, is_up_to_chance = self.decision_names.setdefault(name, (types, span, chance))
        same = len(known) == len(types) and all(fits_type(a, b) for a, b in zip(types, known, strict=True))
        if not same or chance != is_up_to_chance:
            decides = {True: "chance decides here", False: "a player decides here"}
            here, there = (decides[chance], decides[not chance]) if chance != is_up_to_chance else ("here", "and here")
            self._report_other_decision(name, Label(span, here), Label(before, there))

    def _report_other_decision(self, name: str, here: Label, there: Label) -> None:
        """C0210; who wrote the two is told where that is not one and the same, and which of them chance makes."""
        writer, other = (self.origin(t.Nothing(span=each.span)) for each in (here, there))
        message, help = (
            f"another decision `{name}` asks for something else",
            "give one of them a key of its own, `key: …`",
        )
        if writer != other:
            if writer == self.base:
                writer, other, here, there = other, writer, there, here
            message = f"the decision `{name}` of `{writer}` asks for something else than that of `{other}`"
            help = f"give one of them a key of its own, say that of `{writer}`: `{writer.replace('-', '_')}_{name}: …`"
        self.wrong("C0210", message, here.span, here.text, more=[there], help=help)


def _changed_counters(block: tuple[t.Line, ...]) -> Iterator[str]:
    """Names that a rule sets, or adds to or takes from."""
    for each in t.walk(block):
        match each:
            case t.Set(target=t.Name(id=name)):
                yield name
            case t.Gain(holder=None) | t.Lose(holder=None):
                yield from (one.unit.id for one in each.quantities if isinstance(one.unit, t.Name))


def key_of(statement: Any) -> str:
    """The key that a line has when none is written."""
    match statement:
        case t.Let(name=name) | t.Draw(name=name) | t.Roll(name=name):
            return name
        case t.Cost():
            return "cost"
        case t.Set(target=target):
            return _leaf(target)
        case t.Offer(menu=menu):
            return menu or "offer"
        case t.Call(target=target):
            return name_and_values(target)[0]
        case t.Choose(binders=binders):
            return binders[0].name
        case _:
            return type(statement).__name__.lower()


def fit_of(statement: t.Changing) -> str:
    """Returns what becomes of a number of a line that does not fit where nobody chose it: `up to`, `exact`, or ""."""
    return "up to" if getattr(statement, "up_to", False) else "exact" * statement.exact


def name_and_values(target: Any) -> tuple[str, list[Any]]:
    """The name of what is carried out, and the values that are handed to it."""
    if isinstance(target, t.Name):
        return target.id, []
    if isinstance(target, t.Attribute):
        return target.name, []
    if isinstance(target, t.Apply) and isinstance(target.function, (t.Name, t.Attribute)):
        return name_and_values(target.function)[0], [each.value for each in target.arguments]
    return "", []


def _leaf(target: Any) -> str:
    match target:
        case t.Name(id=name) | t.Attribute(name=name):
            return name
        case t.Index(of=of):
            return _leaf(of)
        case _:
            return ""
