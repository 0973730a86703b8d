"""Lowering of decisions: functions that list the options, that say whether there is one, and that begin one of them.

A row of the list is the number of the option, where there are several, and the values of its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.optimise import Ask, Each, Name, Offered, Search
from ...engine.optimise.generation_plan import values_in
from ...rules.model import ruleset as m
from ...rules.model.expression_parts import all_in
from ...rules.program import instructions as i
from .assignments import REFUSED
from .construction import MOST_IN_A_ROW, NO, assign, both, indices, load, read, within, write
from .counted_options import Begin
from .effects import TOO_MUCH, Effects
from .form import (
    TRUTH,
    Array,
    Block,
    Call,
    Const,
    Copy,
    Expr,
    Function,
    If,
    Let,
    Put,
    Range,
    Return,
    Statement,
    Switch,
    Trap,
    Var,
    Work,
    op,
)
from .records import OUTGROWN
from .rewriting import cut_unreachable
from .scope import HERE, TOO_DEEP, Environment, TooLargeError, Value
from .work_counting import MOST_COUNTED

MOST_OPTIONS = 20_000
"""Options that a decision may have, as in the interpreter."""
COUNTED, LISTED = Const(1), Const(2)
"""What is known of options: how many there are, or all of them."""
MOST_TRIALS = 30
"""Trials within each other, as in the interpreter."""


@dataclass(frozen=True)
class OptionList:
    """The list of options: its rows, one number after another, how many options there are, and what of that is so where
    play stands: 0 for nothing, else `COUNTED` or `LISTED`."""

    rows: Array
    count: Array
    ready: Array


@dataclass(frozen=True)
class Trying:
    """Cells with which options are tried: whether effects may be refused, how many trials go on, whether the last goes
    only as far as something can be refused (where each does, that is the number of trials), and room for positions."""

    strict: Array
    depth: Array
    cut: Array
    saved: Array


@dataclass(frozen=True)
class ListingBudget:
    """The work of listing the options of each decision at most, by instruction and apart from trials; the cell in which
    work is counted, and how much it may be."""

    works: Sequence[int]
    counter: Array
    limit: int

    def of(self, at: int) -> int:
        """Returns the work of listing the options at an instruction."""
        return self.works[at] if self.works else 0


class Options:
    """Makes the functions of decisions. `counted` lists the options of those that may be too much work at their worst, and
    counts."""

    counted: Any = None

    def __init__(
        self, effects: Effects, searches: Any, listing: OptionList, trying: Trying | None, budget: ListingBudget
    ) -> None:
        self.budget = budget
        self.effects, self.lowering, self.layout = effects, effects.lowering, effects.layout
        self.program, self.searches = effects.lowering.program, searches
        self.listing, self.trying = listing, trying
        self.risky: frozenset[int] = frozenset()

    def stride(self, node: i.Decide) -> int:
        """Returns the length of a row."""
        return max(1, (len(node.options) > 1) + max(len(each.slots) for each in node.options))

    # ---- listing -----------------------------------------------------------------------------------------------------

    def lister(self, at: int, node: i.Decide) -> Function:
        """The function that lists all options; it returns how many there are but for those beside the decision."""
        count = self.lowering.fresh("many", self.listing.count.range)
        body: list[Statement] = [assign(count, 0)]
        own = self.lowering.fresh("own", Range(0, MOST_OPTIONS))
        body.append(assign(own, 0))
        size = self.lowering.size
        size.begin()
        for n, option in enumerate(node.options):
            body += size.count(self.look_for(at, n, Offering(at, n, (), node, count)))
            if not option.beside:
                body.append(assign(own, count))
        body += [write(self.listing.count, count), write(self.listing.ready, LISTED)]
        return self.lowering.function(
            f"list_{at}", (), (*self._within_budget(at, node, body, own), Return(own)), own.range
        )

    def _may_pass(self, at: int) -> bool:
        """Tells if listing the options of a decision may be too much work at its worst."""
        return self.budget.of(at) > self.budget.limit

    def charge_listing(self, at: int) -> Block:
        """Returns the statements that charge for listing options at its worst; none of a listing that counts itself."""
        if self._may_pass(at):
            return ()
        return (Work(self.budget.counter, self.budget.of(at)), *self.stop_at_limit())

    def look_for(self, at: int, n: int, offering: Offering) -> Block:
        """The search for an option of a decision."""
        if self._may_pass(at):
            found: Block = self.counted.search(at, n, offering)
            return cut_unreachable(found)
        return self.search(self.search_of(at, n), HERE, offering)

    def has_own_budget(self, at: int, node: i.Decide) -> bool:
        """Tells if options are tried in a listing, or if it counts itself: then its budget stands beside that of the step."""
        return self._may_pass(at) or any(each.is_tried and each.to in self.risky for each in node.options)

    def count_in_step(self, at: int, node: i.Decide) -> Block:
        """Returns the statements that count a listing in the step that it stands in: one that found nothing, so that play
        goes on. A listing that has a budget of its own adds it by itself."""
        return () if self.has_own_budget(at, node) or not self.budget.of(at) else self.charge_listing(at)

    def _within_budget(self, at: int, node: i.Decide, listing: Sequence[Statement], own: Var) -> Block:
        """A listing with the budget that it has by itself; where nothing is found, its work is added to that of the step."""
        if not self.has_own_budget(at, node):
            return tuple(listing)
        let, before = self.effects.let("before", read(self.budget.counter))
        begun = write(self.budget.counter, 0 if self._may_pass(at) else self.budget.of(at))
        back = write(self.budget.counter, before)
        added = op("&", op("wrapped +", read(self.budget.counter), before), MOST_COUNTED)
        in_step = (write(self.budget.counter, added), *self.stop_at_limit())
        return (let, begun, *listing, If(own > 0, (back,), in_step if node.otherwise >= 0 else (back,)))

    def prober(self, at: int, node: i.Decide | i.Trial) -> Function:
        """The function that says whether there is an option of the decision's own."""
        body: list[Statement] = [*self.charge_listing(at)]
        found = (Return(Const(1)),)
        own = [n for n, option in enumerate(node.options) if not option.beside]
        for n in sorted(own, key=lambda n: node.options[n].is_tried):
            body += self.look_for(at, n, Offering(at, n, found))
        return self.lowering.function(f"some_{at}", (), cut_unreachable((*body, Return(NO))), TRUTH)

    def stop_at_limit(self) -> Block:
        """Returns the statement that stops where more work is counted than there may be."""
        return (If(read(self.budget.counter) > self.budget.limit, (Trap(TOO_MUCH),)),)

    def search_of(self, at: int, n: int) -> Search:
        """The search for an option. Raises TooLargeError where none could be planned."""
        found: Search | None = self.searches.get((at, n))
        if found is None:
            raise TooLargeError(self.lowering.rules.id, TOO_DEEP)
        return found

    def search(self, search: Search, names: Environment, offering: Offering) -> Block:
        """A search for options. What is offered is put into the list, or is enough."""
        found: list[Statement] = []
        for each in search:
            match each:
                case Ask():
                    conditions, then = asked_in_a_row(each)
                    test = both(*(self.lowering.truth(condition, names) for condition in conditions))
                    found.append(If(test, self.search(then, names, offering)))
                case Name():
                    inner, then = self._bind_names(each, names, found)
                    found += self.search(then, inner, offering)
                case Each(local=local, domain=domain, then=then):
                    asked = tuple(values_in(then))
                    own = self.lowering.with_own_lists(names, domain, asked, tried=is_tried(then))
                    going = self.lowering.through(domain, own)
                    found += self.lowering.each(
                        local.name,
                        going,
                        lambda value, local=local, then=then: self.search(then, names.bind(local, value), offering),  # type: ignore[misc]
                    )
                case Offered(values=values, tried=tried):
                    found += self.offer(values, tried, names, offering)
        return cut_unreachable(found)

    def _bind_names(self, name: Name, names: Environment, found: list[Statement]) -> tuple[Environment, Search]:
        """A name, and those that follow it alone, get values. Returns what they stand for, and what comes behind them."""
        while True:
            names = names.bind(name.local, self._value_of(name, names, found))
            if not (len(name.then) == 1 and isinstance(name.then[0], Name)):
                return names, name.then
            name = name.then[0]

    def _value_of(self, name: Name, names: Environment, found: list[Statement]) -> Value:
        if name.value.type.is_set:
            return self.lowering.set_of(name.value, names)
        if is_slot(name.local, name.then):
            value = self.lowering.slot_number(name.value, names)
        else:
            value = self.lowering.value(name.value, names)
        let, var = self.effects.let(name.local.name, value)
        found.append(let)
        return var

    def offer(self, values: Sequence[m.Expr], tried: bool, names: Environment, offering: Offering) -> Block:
        made = [self.lowering.expr(each, names) for each in values]
        put = offering.then if offering.carry is None else offering.carry(made)
        if offering.node is not None and offering.count is not None:
            number = [Const(offering.number)] if len(offering.node.options) > 1 else []
            row = [*number, *made]
            row += [Const(0)] * (self.stride(offering.node) - len(row))
            put = (Put(self.listing.rows, offering.count, tuple(row)),)
        if not tried:
            return put
        return self._try(made, put, offering)

    # ---- trials ------------------------------------------------------------------------------------------------------

    def _try(self, values: Sequence[Expr], put: Block, offering: Offering) -> Block:
        """An option that is carried out to see whether it is refused, on a position that is put back."""
        at = offering.at
        option = self.program.code[at].options[offering.number]  # type: ignore[union-attr]
        if option.to not in self.risky:
            return put
        function = self.lowering.functions.get(f"try_{at}_{offering.number}") or self._trial(
            at, offering.number, option
        )
        args = tuple(within(each, wanted.range) for each, wanted in zip(values, function.parameters, strict=True))
        return (If(Call(function.name, args, TRUTH), put),)

    def _trial(self, at: int, n: int, option: i.Option) -> Function:
        """The function that tries an option with some values, and says whether nothing of it was refused."""
        takes = [
            self.lowering.fresh(each.name, self.layout.cell(slot).range)
            for each, slot in zip(option.binds, option.slots, strict=True)
        ]
        self.lowering.functions[f"try_{at}_{n}"] = Function(f"try_{at}_{n}", tuple(takes), (), TRUTH)
        end = self.lowering.fresh("end", Range(-2, -1))
        back = self.program.stop if option.beside else option.after
        begun, put_back = self.trial_frame(as_far_as_refused=True, strict=option.may_refuse)
        body: Block = (
            *begun,
            *self.begin_option(at, n, option, takes, back),
            Let(end, Call("run", (Const(option.to),), end.range)),
            *self.stop_at_limit(),
            *put_back,
            Return(op("!=", end, REFUSED)),
        )
        return self.lowering.function(f"try_{at}_{n}", takes, body, TRUTH)

    def trial_frame(self, as_far_as_refused: bool, strict: bool = True) -> tuple[Block, Block]:
        """The beginning of a trial on the position at hand, and the end that puts the position back."""
        assert self.trying is not None
        trying, whole, saved = self.trying, self.layout.tried, self.trying.saved
        let_depth, depth = self.effects.let("depth", read(trying.depth))
        let_strict, before = self.effects.let("strict", read(trying.strict))
        let_cut, cut = self.effects.let("cut", read(trying.cut))
        room = within(depth, indices(MOST_TRIALS))
        has_cut = trying.cut is not trying.depth
        begun: Block = (
            let_depth,
            let_strict,
            *((let_cut,) if has_cut else ()),
            If(depth >= MOST_TRIALS, (Trap(OUTGROWN),)),
            Copy(saved, whole, room),
            write(trying.depth, depth + 1),
            write(trying.strict, int(strict)),
            *((write(trying.cut, int(as_far_as_refused)),) if has_cut else ()),
        )
        put_back: Block = (
            Copy(whole, saved, Const(0), room),
            self.lowering.stamp_write(),
            write(trying.depth, depth),
            write(trying.strict, before),
            *((write(trying.cut, cut),) if has_cut else ()),
        )
        return begun, put_back

    # ---- beginning an option -----------------------------------------------------------------------------------------

    def begin_option(self, at: int, n: int, option: i.Option, values: Sequence[Expr], after: int) -> Block:
        """The values of an option go into their slots, with those of the names that depend on them."""
        found: list[Statement] = [
            write(self.layout.cell(slot), value) for slot, value in zip(option.slots, values, strict=True)
        ]
        for guard in option.guards:
            if guard.slot >= 0 and guard.condition is not None:
                found.append(self._guard(guard))
        if option.back >= 0:
            found.append(write(self.layout.cell(option.back), after))
        return (*found, self.lowering.stamp_write())

    def _guard(self, guard: i.Guard) -> Statement:
        assert guard.condition is not None
        e = guard.condition
        return write(self.layout.cell(guard.slot), self.lowering.value(e, HERE))

    def chooser(self, at: int, node: i.Decide) -> Function:
        """The function that begins the option of a row, and says where it goes on."""
        row = self.lowering.fresh("row", indices(MOST_OPTIONS))
        stride = self.stride(node)
        cells = [load(self.listing.rows, row * stride + k) for k in range(stride)]
        body = self.beginning(at, node)(cells)
        return self.lowering.function(f"choose_{at}", [row], body, indices(len(self.program.code)))

    def beginning(self, at: int, node: i.Decide) -> Begin:
        """Returns a function that begins the option of a row, and says at which instruction it goes on."""

        def option(n: int, row: Sequence[Expr]) -> Block:
            chosen = node.options[n]
            named = [
                self.effects.let("value", value, self.layout.cell(slot).range)
                for slot, value in zip(chosen.slots, row, strict=False)
            ]
            begun = self.begin_option(at, n, chosen, [var for _, var in named], chosen.after)
            return (*(let for let, _ in named), *begun, Return(Const(chosen.to)))

        def begin(row: Sequence[Expr]) -> Block:
            if len(node.options) == 1:
                return option(0, row)
            self.lowering.size.begin()
            blocks = tuple(self.lowering.size.count(option(n, row[1:])) for n in range(len(node.options)))
            return (Switch(within(row[0], indices(len(blocks))), blocks),)

        return begin


@dataclass(frozen=True)
class Offering:
    """Use of the options that are found: those of a node are put into the list; else `then`."""

    at: int
    number: int
    then: Block
    node: i.Decide | None = None
    count: Var | None = None
    """how many there are in the list"""
    carry: Callable[[Sequence[Expr]], Block] | None = None
    """what is done with the values of an option, in place of `then`"""


def asked_in_a_row(ask: Ask) -> tuple[list[m.Expr], Search]:
    """Returns the conditions to be asked at once, and what follows: one, or all of a long row, which would nest too deep."""
    row, then = [ask.condition], ask.then
    while len(then) == 1 and isinstance(then[0], Ask):
        row.append(then[0].condition)
        then = then[0].then
    return (row, then) if len(row) > MOST_IN_A_ROW else ([ask.condition], ask.then)


def is_slot(local: m.Local, then: Any) -> bool:
    """Tells if a name stands for a slot in the rest of a search."""
    left = [then]
    while left:
        part = left.pop()
        if isinstance(part, m.Expr):
            if any(e.op == "slot" and e.args[0].op == "local" and e.args[0].args[0] == local for e in all_in(part)):
                return True
        elif isinstance(part, tuple):
            left += part
        else:
            parts = (getattr(part, name, None) for name in ("condition", "value", "domain", "then"))
            left += [each for each in parts if each is not None]
    return False


def is_tried(search: Any) -> bool:
    """Tells if an option of a search has to be tried."""
    left = [*search]
    while left:
        each = left.pop()
        if not isinstance(each, Offered):
            left += each.then
        elif each.tried:
            return True
    return False
