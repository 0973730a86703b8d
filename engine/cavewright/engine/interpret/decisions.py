"""Instructions at which somebody decides: what can be chosen, what chance may bring, how pieces are shared out anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NONE
from ...rules.program import instructions as i
from .bags_and_sets import with_amount
from .chance import BagOutcomes
from .closures import Boards, Closure, Slots
from .effect_records import Effect
from .expressions import Evaluator
from .instruction_work import clause_at
from .piles import PileInstructions
from .repack import Repack, write
from .row_marks import RowMarks
from .step import (
    MOST_OPTIONS,
    STOP,
    Chosen,
    Gatherer,
    Lister,
    NumberError,
    Refused,
    Run,
    Step,
    WorkLimitError,
    count_things,
    trial_of,
)


class DecisionInstructions(PileInstructions):
    """The functions of instructions that wait for somebody. What they list and ask is known by the number of the
    instruction."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        super().__init__(ruleset, program)
        self.listers: dict[int, Lister] = {}
        self.probers: dict[int, Callable[[Slots, Boards, Run], bool]] = {}
        self.guards: dict[tuple[int, int], list[GuardFunctions]] = {}
        self.domains: dict[tuple[int, int], list[Any]] = {}
        self.chances: dict[int, Closure] = {}
        self.some_chance: dict[int, Closure] = {}
        self.in_bags: dict[int, BagOutcomes] = {}
        self.bags: dict[int, tuple[Closure, Closure]] = {}

    # ---- decisions ---------------------------------------------------------------------------------------------------

    @handles
    def _decide(self, at: int, node: i.Decide) -> Step:
        gatherers = [self.gatherer(at, n, option) for n, option in enumerate(node.options)]
        lister = self.listers[at] = self.lister(gatherers)
        some = self.probers[at] = self.prober(node, gatherers)
        otherwise, clause, firm, doubtful = node.otherwise, node.clause, node.firm, node.doubtful
        own, meter = sum(not each.beside for each in node.options), self.evaluate.work_slot

        def decide(h: Slots, s: Boards, run: Run) -> int:
            h[i.PC] = at
            if run.trials >= i.MOST_AHEAD and not run.strict:
                return STOP
            if doubtful:
                before = h[meter]
                found = some(h, s, run)
                h[meter] = h[meter] if run.trials else before
                if not found:
                    self.stop_dead_end(at, h, s, run)
            if otherwise < 0:
                return STOP
            if run.trials:
                found = some(h, s, run)
            else:
                before, h[meter] = h[meter], 0
                run.options = lister(h, s)
                found = any(n < own for n, _ in run.options)
                if found:
                    h[meter] = before
                else:
                    count_things(h, meter, before)
            if found:
                return STOP
            run.options = None
            if firm and run.strict:
                raise Refused(clause, "nothing", decision=(at, h, s))
            return otherwise

        return decide

    def stop_dead_end(self, at: int, h: Slots, s: Boards, run: Run) -> None:
        """Stops where play cannot go on, since a number does not fit whatever is chosen. Raises Refused where that is
        tried out, else NumberError, which names the line of the first option that can be named."""
        node = self.program.code[at]
        assert isinstance(node, i.Decide)
        if run.trials:
            raise Refused(node.clause, "nothing", decision=(at, h, s))
        alone = (each for each in node.options if each.may_fail and not each.domains and not each.guards)
        why = next(filter(None, (self.refusal(each, h[:], s, Run()) for each in alone)), None)
        if why is None or why.code not in ("range", "room", "lack"):
            raise NumberError(node.clause.span, fit=())
        raise NumberError(why.clause.span, fit=why.fit)

    def lister(self, gatherers: list[Gatherer]) -> Lister:
        """The function that lists the options of a decision: which kind of option, with which values."""

        def list_options(h: Slots, s: Boards, run: Run | None = None) -> list[Chosen]:
            found: list[Chosen] = []
            for gather in gatherers:
                gather(h, s, found, run)
            return found

        return list_options

    def prober(self, node: i.Decide | i.Trial, gatherers: list[Gatherer]) -> Callable[[Slots, Boards, Run], bool]:
        """Returns the test for any option, apart from those beside: all that a trial has to know. Those without a trial
        are asked first."""
        own = [n for n, option in enumerate(node.options) if not option.beside]
        order = [gatherers[n] for n in sorted(own, key=lambda n: node.options[n].is_tried)]

        def some(h: Slots, s: Boards, run: Run) -> bool:
            found: list[Any] = []
            for gather in order:
                gather(h, s, found, run, True)
                if found:
                    return True
            return False

        return some

    def gatherer(self, at: int, n: int, option: i.Option) -> Gatherer:
        """Goes through the values of an option's parameters, asking every guard as early as it can be asked; `first` is
        content with one."""
        domains = [self.evaluate.domain(each) for each in option.domains]
        guards = [self.guard_functions(each) for each in option.guards]
        self.domains[at, n], self.guards[at, n] = domains, guards
        levels = [join_guards([g for g in guards if g.guard.level == level]) for level in range(len(domains) + 1)]
        slots, clear, meter = option.slots, option.clear, self.evaluate.work_slot
        refusal, tried = self.refusal, option.is_tried

        def gather(h: Slots, s: Boards, found: list[Any], run: Run | None, first: bool = False) -> None:
            trial = Run() if run is None else run

            def deeper(level: int) -> None:
                for h[slots[level]] in domains[level](h, s):
                    count_things(h, meter, 1)
                    if levels[level + 1](h, s):
                        if level + 1 < len(slots):
                            deeper(level + 1)
                        elif not tried or refusal(option, h, s, trial) is None:
                            found.append((n, tuple([h[slot] for slot in slots])))
                            if len(found) > MOST_OPTIONS:
                                raise WorkLimitError(option.signature.rule, option.domains[-1].span, options=True)
                    if first and found:
                        return

            if levels[0](h, s):
                if slots:
                    deeper(0)
                elif not tried or refusal(option, h, s, trial) is None:
                    found.append((n, ()))
            for slot in clear:
                h[slot] = 0

        return gather

    def guard_functions(self, guard: i.Guard) -> GuardFunctions:
        """A guard, ready to be asked."""
        return GuardFunctions(guard, self.evaluate)

    def refusal(self, option: i.Option, h: Slots, s: Boards, run: Run) -> Refused | None:
        """Why an option is refused by its effects, or none. The work of trying it counts where that is asked."""
        copy, boards = h[:], s[:]
        copy[i.PC] = option.to
        if option.back >= 0:
            copy[option.back] = self.program.stop if option.beside else option.after
        found = None
        try:
            self.try_out(copy, boards, trial_of(run, option.may_refuse))
        except Refused as refused:
            found = refused
        except NumberError:
            found = Refused(clause_at(self.program, option.to), "requirement")
        meter = self.evaluate.work_slot
        h[meter] = copy[meter]
        return found

    @handles
    def _chance(self, at: int, node: i.Chance) -> Step:
        after, slot = node.to, node.slot
        nothing = NONE if node.signature.parameters[0][1].facts.empty_at_first else 0
        self.chances[at], some = self._weights(at, node)
        self.some_chance[at] = some

        def chance(h: Slots, s: Boards, run: Run) -> int:
            h[i.PC] = at
            if some(h, s):
                return STOP
            h[slot] = nothing
            return after

        return chance

    def _weights(self, at: int, node: i.Chance) -> tuple[Closure, Closure]:
        """Returns the outcomes that can come up with their weights, and the test for any, both asked of slots that stay
        as they are."""
        if node.domain is not None:
            domain = self.evaluate.domain(node.domain)
            return lambda h, s: [(value, 1) for value in domain(h[:], s)], self._counted_chance(domain)
        assert node.bag is not None
        self.bags[at] = self.evaluate.bag(node.bag), self.evaluate.owner(node.bag)
        contents = self._drawn_from(node)
        kind = node.bag.type.name
        same = self.ruleset.interchangeable.get(kind)
        classes = same.first if same is not None else tuple(range(self.evaluate.kinds_of(node.bag)))
        in_bag = self.in_bags[at] = BagOutcomes(
            classes, None if same is None or same.always else RowMarks(self.ruleset, self.program, kind)
        )
        owner = node.bag.args[1]
        plain = owner is None or owner.op in ("me", "local", "const")
        return lambda h, s: in_bag.of(contents(h if plain else h[:], s), h, s), lambda h, s: any(
            contents(h if plain else h[:], s)
        )

    def _drawn_from(self, node: i.Chance) -> Closure:
        """The pieces out of which chance draws: those in a bag, or in the heap at an end of a pile."""
        assert node.bag is not None
        contents, bottom = self.evaluate.expr(node.bag), node.bottom
        if not node.bag.type.is_pile:
            return contents
        return lambda h, s: contents(h, s).drawn_from(bottom)

    def _counted_chance(self, domain: Closure) -> Closure:
        """Returns the test for any outcome in a list; the things that it looks at are counted."""
        meter = self.evaluate.work_slot

        def some_outcome(h: Slots, s: Boards) -> bool:
            copy = h[:]
            found = domain(copy, s)
            h[meter] = copy[meter]
            count_things(h, meter, len(found))
            return len(found) > 0

        return some_outcome

    def draw(self, h: Slots, s: Boards, run: Run, value: int) -> None:
        """Takes the outcome of chance out of its bag and puts it into its slot; if everything is logged, so is this."""
        at = h[i.PC]
        node = self.program.code[at]
        assert isinstance(node, i.Chance)
        field_, owner = None, 0
        if node.bag is not None:
            bag, whose = self.bags[at]
            field_, owner, slot = node.bag.args[0], whose(h, s), bag(h, s)
            left = h[slot].take(value, 1, node.bottom) if node.bag.type.is_pile else None
            write(h, run, slot, left or with_amount(h[slot], value, h[slot][value] - 1))
        write(h, run, node.slot, value)
        write(h, run, i.PC, node.to)
        shown = 2 if node.hidden else int(node.secret)
        run.effects.append(Effect("draw", node.clause, h[i.ME], field_, owner, value, shown, node.signature))

    def outcome(self, h: Slots, s: Boards, value: int) -> int:
        """The outcome that stands for what chance may bring: of a piece that of pieces like it, else the value
        itself."""
        node = self.program.code[h[i.PC]]
        assert isinstance(node, i.Chance)
        if node.bag is None:
            return value
        drawn_from = self._drawn_from(node)
        return self.in_bags[h[i.PC]].outcome(value, drawn_from(h[:], s), h, s)

    # ---- repacking ---------------------------------------------------------------------------------------------------

    @handles
    def _repack(self, at: int, node: i.Repack) -> Step:
        repack, decide, to = Repack(node, self.evaluate, self.ruleset.kinds[node.kind]), node.decide, node.to
        carry_out = repack.begin if node.begins else repack.put_chosen
        return lambda h, s, run: decide if carry_out(h, s, run) else to

    # ---- ends --------------------------------------------------------------------------------------------------------

    @handles
    def _end(self, at: int, node: i.End | i.Fork | i.Join) -> Step:
        def end(h: Slots, s: Boards, run: Run) -> int:
            h[i.PC] = at
            return STOP

        return end


class GuardFunctions:
    """A guard, with its closures. `holds` says whether it lets the option pass; a `let` always does, after putting its
    value into its slot."""

    def __init__(self, guard: i.Guard, evaluate: Evaluator) -> None:
        self.guard = guard
        self.test, self.amount, self.held = map(evaluate.maybe, (guard.condition, guard.amount, guard.held))
        self.holds: Callable[[Slots, Boards], bool] = (
            self._let() if guard.slot >= 0 else self._enough() if guard.amount else self.test  # type: ignore[assignment]
        )

    def _let(self) -> Callable[[Slots, Boards], bool]:
        value, slot = self.test, self.guard.slot
        assert value

        def let(h: Slots, s: Boards) -> bool:
            h[slot] = +value(h, s)
            return True

        return let

    def _enough(self) -> Callable[[Slots, Boards], bool]:
        held, amount = self.held, self.amount
        assert held and amount
        if self.guard.amount is not None and self.guard.amount.op == "const":
            due = self.guard.amount.args[0]
            return lambda h, s: held(h, s) >= due
        return lambda h, s: held(h, s) >= amount(h, s)


def join_guards(guards: list[GuardFunctions]) -> Callable[[Slots, Boards], bool]:
    """One function that asks several guards in order."""
    if not guards:
        return lambda h, s: True
    if len(guards) == 1:
        return guards[0].holds
    asked = [each.holds for each in guards]

    def all_hold(h: Slots, s: Boards) -> bool:
        for holds in asked:
            if not holds(h, s):
                return False
        return True

    return all_hold
