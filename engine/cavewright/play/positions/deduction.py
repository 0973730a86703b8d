"""Deduction: finds what of all that is kept unseen nobody can work out from what all were shown.

A bag that is filled and emptied in the open needs no imagining: everybody may count its cards. Here the rules are gone
through, whatever order they are carried out in, until nothing is added: unknown is what chance brings in secret, what
is chosen unseen, and whatever comes of that, by a value, by what picks the place that is written, or by a condition.
More may count as unknown than is; nothing that is unknown counts as known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ...foundation.source.frozen import frozen
from ...rules.check.whole_program import expressions_in, field_of, kept_in, kept_of
from ...rules.model import ruleset as m
from ...rules.model.secrecy import OPEN
from ...rules.model.statement_effects import bound_by, inner_blocks, written_to
from ...rules.program import instructions as i
from .conservation import conserved_kinds, keeping_fields
from .playable import Playable

KEPT = 16
"""Games of which it is remembered what nobody can work out."""
Point = tuple[m.Step, m.Block, bool]
"""A step, the block in which it stands, and whether not all know that it is carried out."""


@frozen
class Unknowns:
    """Values that nobody can work out: fields as `owner.name`, names by their numbers.

    `conserved` are kinds of pieces of which all know how many there are in such bags, though not in which. `loops` are
    the instructions that begin a loop of which it is unknown what it goes through, each with the slot of its name.
    `keeping` are fields that keep one piece, as it was drawn, for good.
    """

    fields: frozenset[str] = frozenset()
    names: frozenset[int] = frozenset()
    conserved: frozenset[str] = frozenset()
    loops: tuple[tuple[i.Collect, int], ...] = ()
    keeping: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """True if there is anything unknown."""
        return bool(self.fields or self.names)


@lru_cache(maxsize=KEPT)
def unknowns(game: Playable) -> Unknowns:
    """Returns the fields and names that nobody can work out under the rules of a game."""
    rules = game.rules_model
    shown = [each.shown for each in kept_in(rules)] + [local.shown for each in game.program.scopes for local in each]
    if all(each == OPEN for each in shown):
        return Unknowns()
    whole = Deduction(rules)
    whole.finish()
    own = Deduction(rules, whole.fields, at_once=False)
    own.finish()
    keeping = keeping_fields(whole.points(), whole.is_unknown, whole.fields, rules.processes)
    conserved = conserved_kinds(whole.points(), whole.is_unknown, whole.fields, keeping)
    slots = {each.items: each.slot for each in game.program.code if isinstance(each, i.Next)}
    loops = tuple(
        (each, slots[each.slot]) for each in interrupted_loops(game.program.code) if own.is_unknown(each.domain)
    )
    return Unknowns(frozenset(whole.fields), frozenset(own.names), conserved, loops, keeping)


def interrupted_loops(code: Sequence[i.Instruction]) -> Iterator[i.Collect]:
    """The instructions that begin a loop in which play may stop for somebody to decide."""
    for at, (begin, step) in enumerate(pairwise(code), start=1):
        if not (isinstance(begin, i.Collect) and isinstance(step, i.Next)):
            continue
        if any(isinstance(each, (i.Decide, i.Chance, i.Fork, i.Call)) for each in code[at : step.to]):
            yield begin


class Deduction:
    """Goes through the rules until nothing more turns out to be unknown.

    `fields` are unknown beforehand. `at_once` says whether what all do at once counts as unseen: for whoever decides
    in the midst of that it does not, since the names there are its own.
    """

    def __init__(self, rules: m.Ruleset, fields: Iterable[str] = (), at_once: bool = True) -> None:
        self.rules, self.veiled, self.at_once = rules, rules.secrecy.veiled, at_once
        self.fields, self.names = set(fields), set[int]()
        self.unseen = set[str]()
        """Rules, as `to NAME` and `action NAME`, of which not all know whether they are carried out."""

    def finish(self) -> None:
        """Goes on until nothing is added."""
        found = -1
        while found < (found := len(self.fields) + len(self.names) + len(self.unseen)):
            for step, _, is_hidden in self.points():
                self.carry_out(step, is_hidden)

    # ---- going through the rules -------------------------------------------------------------------------------------

    def points(self) -> Iterator[Point]:
        """All steps, with the blocks in which they stand, and whether not all know that they are carried out."""
        todo = [(block, is_hidden) for block, is_hidden in self.bodies()]
        while todo:
            block, is_hidden = todo.pop()
            for step in block:
                yield step, block, is_hidden
                is_inner_hidden = is_hidden or self.hides(step)
                todo += [(inner, is_inner_hidden) for inner in inner_blocks(step.statement)]

    def bodies(self) -> Iterator[tuple[m.Block, bool]]:
        """Yields the blocks that are carried out as a whole."""
        for process in self.rules.processes.values():
            yield process.body, f"to {process.name}" in self.unseen
        by_word = dict[str, bool]()
        for action in self.rules.actions.values():
            is_veiled = (action.name, action.word) in self.veiled or _is_secret(action.binds)
            is_hidden = f"action {action.name}" in self.unseen
            if is_hidden or is_veiled:
                self.names |= {each.local.number for each in action.binds}
            by_word[action.word] = by_word.get(action.word, False) or is_hidden
            yield (*action.header, *action.body), is_hidden
        for trigger in self.rules.triggers:
            yield trigger.body, any(by_word.get(each, True) for each in trigger.actions)

    def hides(self, step: m.Step) -> bool:
        """Tells if not all know which blocks of a statement are carried out, or how often."""
        match step.statement:
            case m.AtOnce():
                return self.at_once
            case m.May(name=name):
                return (step.clause.name, name) in self.veiled
            case m.Choose():
                return False
            case m.Deal(amount=amount):
                return self.is_unknown(amount)
        return self.is_unknown(step.statement)

    # ---- one step ----------------------------------------------------------------------------------------------------

    def carry_out(self, step: m.Step, is_hidden: bool) -> None:
        """Notes what is unknown behind a step."""
        statement = step.statement
        match statement:
            case m.Call(process=name, arguments=arguments):
                self.call(self.rules.processes[name], arguments, is_hidden)
            case m.Offer(menu=menu) if is_hidden:
                self.unseen |= {f"action {each.name}" for each in self.rules.actions.values() if menu in each.menus}
            case m.Draw(local=local) | m.Take(local=local) | m.Roll(local=local):
                if is_hidden or local.shown != OPEN:
                    self.note(written_to(statement), [local])
            case m.Choose(name=name, binds=binds):
                if is_hidden or (step.clause.name, name) in self.veiled or _is_secret(binds):
                    self.note((), bound_by(statement))
            case m.ForEach():
                if is_hidden or self.hides(step):
                    self.note((), bound_by(statement))
            case m.Repack(piece=piece):
                self.note(written_to(statement), [piece] if is_hidden else ())
            case m.PutBack(drawn=drawn, kept=kept):
                if is_hidden or any(each.number in self.names for each in (*drawn, kept)):
                    self.note(written_to(statement))
            case m.Transfer():
                self.transfer(statement, is_hidden)
            case m.Shift(amount=amount, giver=giver, taker=taker):
                everything = m.Transfer((m.Amount(None, None),), giver, taker)
                self.transfer(everything, is_hidden or self.is_unknown(amount))
            case m.Assign(target=target, value=value):
                if is_hidden or self.is_unknown((value, *chosen_by(target))):
                    self.note([target], [target.args[0]] if target.op == "local" else ())
        if is_hidden and isinstance(statement, (m.Choose, m.May)):
            self.unseen |= {f"action {each.name}" for each in self.rules.beside}

    def call(self, process: m.Process, arguments: tuple[m.Expr, ...], is_hidden: bool) -> None:
        """A process is carried out."""
        if is_hidden:
            self.unseen.add(f"to {process.name}")
        for local, value in zip(process.parameters, arguments, strict=False):
            if is_hidden or self.is_unknown(value):
                self.names.add(local.number)

    def transfer(self, node: m.Transfer, is_hidden: bool) -> None:
        """Pieces move. As many do as there are, and as there is room for."""
        asked = [node.pieces, *(chosen_by(each) for each in written_to(node))]
        if is_hidden or self.is_unknown(tuple(asked)):
            return self.note(written_to(node))
        giver, taker = node.giver, node.taker
        if giver is not None and taker is not None:
            if self.is_noted(giver):
                self.note([taker])
            if self.is_noted(taker) and taker.type.room:
                self.note([giver])
        return None

    # ---- what is unknown ---------------------------------------------------------------------------------------------

    def note(self, targets: Iterable[m.Expr], locals: Iterable[m.Local] = ()) -> None:
        """Something unknown came to what is kept, where that is not seen, and to names."""
        for each in targets:
            field = field_of(each)
            if field is not None and field.shown != OPEN:
                self.fields.add(f"{field.owner}.{field.name}")
        self.names |= {each.number for each in locals}

    def is_noted(self, bag: m.Expr) -> bool:
        """Tells if the content of a bag is unknown."""
        field = field_of(bag)
        return field is not None and f"{field.owner}.{field.name}" in self.fields

    def is_unknown(self, value: Any) -> bool:
        """Tells if something depends on an unknown field or name: an expression, a statement apart from its blocks, or
        a tuple of them."""
        todo, met = list(expressions_in(value)), set[str]()
        while todo:
            each = todo.pop()
            if isinstance(each, m.Expr):
                todo += _without_size(each)
            elif isinstance(each, tuple):
                todo += each
            elif self.is_listed(each):
                return True
            elif isinstance(each, (m.Define, m.Ranking, m.Board)) and each.name not in met:
                met.add(each.name)
                todo += _parts(each)
        return False

    def is_listed(self, each: Any) -> bool:
        """Tells if something is a field or a name that is unknown."""
        if isinstance(each, m.Field):
            return f"{each.owner}.{each.name}" in self.fields
        return isinstance(each, m.Local) and each.number in self.names


def _is_secret(binds: tuple[m.Bind, ...]) -> bool:
    """Tells if only whoever chooses knows the meaning of a name."""
    return any(each.local.shown != OPEN for each in binds)


def _parts(what: m.Define | m.Ranking | m.Board) -> tuple[Any, ...]:
    """The expressions of what an expression refers to."""
    if isinstance(what, m.Define):
        return (what.body,)
    return (what.by, what.among, what.least) if isinstance(what, m.Ranking) else (what.joined, what.free)


def _without_size(expr: m.Expr) -> tuple[Any, ...]:
    """On what an expression depends: how many pieces lie in a counted bag, all know."""
    if expr.op == "size" and expr.args[0].op == "field" and expr.args[0].args[0].counted:
        return tuple(expr.args[0].args[1:])
    return expr.args


def chosen_by(target: m.Expr) -> tuple[Any, ...]:
    """Returns the expressions that pick the place of a write: the row, the passage, the member of a set, the piece."""
    kept = kept_of(target)
    of = kept.args[1:] if kept.op == "field" else kept.args[2:] if kept.op in ("record", "edge") else ()
    return tuple(each for each in (*of, *(target.args if kept is not target else ())) if each is not kept)
