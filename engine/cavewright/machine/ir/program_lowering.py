"""Lowering of a whole program to a module: regions, decisions, chance, scores, playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...engine.optimise import Optimised
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.operators import OPERATORS
from ...rules.model.worth import worth_of
from ...rules.program import instructions as i
from ...rules.program.refusal_reach import fields_tried, risky_points
from .beam import add_beam
from .bitmap_indexes import IndexMaintenance
from .bitmap_queries import BitmapQueries
from .chance import Draws
from .construction import DONE, choose, indices, read
from .control import ControlFlowGraph, flow_of
from .counted_listing import CountedListing
from .counted_options import Counting, has_sets, is_counted, is_union
from .decisions import (
    COUNTED,
    LISTED,
    MOST_OPTIONS,
    MOST_TRIALS,
    ListingBudget,
    OptionList,
    Options,
    Trying,
    is_tried,
)
from .driver import INDEX, CountedDecision, Driver
from .form import TRUTH, Array, Call, Expr, Function, Module, Range
from .grounds import GrowingGround
from .group_routines import group_functions
from .if_conversion import without_branches
from .inlining import Inlining
from .interface import Interface
from .known_values import with_known_values
from .memory import Memory
from .pile_effects import PileEffects
from .position_layout import Layout
from .possible_rows import PossibleRows
from .regions import Regions
from .repacking import Repack
from .rewriting import without_unused
from .sampler import sampler
from .scope import Environment, TooLargeError, UnloweredError
from .scores import Scores
from .search_steps import LookingAhead
from .searches import Searches
from .slot_ranges import Types
from .suppositions import Suppositions
from .tree import add_tree
from .work_counting import WorkCounting
from .work_source import WorkSource
from .worth import worth, worth_terms

Make = Callable[..., Any]
HOT = ("playout", "seed")
"""Functions that call nothing, as far as there is room: all that they call is written out in them."""


class ExpressionLowering(Searches, over=OPERATORS, left=OPERATORS):
    """The lowering of all expressions. What it does not know it says."""

    supposing: Suppositions

    @handles("possible")
    def _possible(self, e: m.Expr, names: Environment, *parts: Any) -> Expr:
        return self.supposing.possible(names, *parts)

    @handles("after")
    def _after(self, e: m.Expr, names: Environment, *parts: Any) -> Expr:
        return self.supposing.after(e, names, *parts)


@dataclass(frozen=True)
class Lowered:
    """A program as a module, and what whoever runs it has to know."""

    module: Module
    layout: Layout
    interface: Interface
    left: tuple[UnloweredError, ...]
    """What could not be lowered; a module of which something is missing is not to be run."""


class ProgramLowering:
    """Makes the functions of a program, for a number of players. `work` says what each instruction is counted for. The
    searches of bots are part of it where that is wanted. Of a form that is to become machine code the loop of a playout
    calls nothing, and options are counted; elsewhere lists are cheap. What lowers instructions, chance, repackings and
    regions can be of another class, which does more."""

    effects_by: Callable[..., PileEffects] = PileEffects
    draws_by: Callable[..., Draws] = Draws
    repack_by: Callable[..., Repack] = Repack
    regions_by: Callable[..., Regions] = Regions
    options_by: Callable[..., Options] = Options

    def __init__(
        self,
        optimised: Optimised,
        players: int,
        work: WorkSource,
        bots: bool = False,
        to_machine_code: bool = True,
    ) -> None:
        self.bots, self.to_machine_code, self.work = bots, to_machine_code, work
        self.optimised, self.rules, self.program = optimised, optimised.ruleset, optimised.program
        self.memory = memory = Memory()
        tried = fields_tried(self.program) if to_machine_code and self.tries() else None
        types = Types(self.rules, players)
        self.layout = layout = Layout(self.rules, self.program, memory, types, optimised.rows, optimised.kept, tried)
        widest = max([2, *(1 + len(each.slots) for each in options_in(self.program))])
        self.listing = OptionList(
            memory.array("rows", (MOST_OPTIONS + 1) * widest),
            memory.array("row_count", 1, Range(0, MOST_OPTIONS)),
            memory.array("rows_ready", 1, Range(0, LISTED.value)),
        )
        self.counter = memory.array("work", 1, indices(2**31))
        self.trying = self._trying() if self.tries() else None
        self.lowering = ExpressionLowering(self.rules, self.program, layout, memory)
        self.effects = self.effects_by(self.lowering, self.trying.strict if self.trying else None)
        self.effects.depth = self.trying.depth if self.trying else None
        budget = ListingBudget(work.listings, self.counter, work.limit)
        self.counting = WorkCounting(work, self.lowering, optimised.expressions, self.counter)
        self.options = self.options_by(self.effects, optimised.searches, self.listing, self.trying, budget)
        self.options.risky = risky_points(self.program)
        self.options.counted = CountedListing(self.options, self.counting)
        self.lowering.supposing = Suppositions(self.options)
        self.draws = self.draws_by(self.effects, self.listing)
        self.driver = Driver(self.effects, self.listing, self.counter, work.limit)
        self.left = [
            UnloweredError(each.rule.partition(" ")[2], "machine code knows no growing board of hexagons", each.span)
            for each in self.rules.clauses
            if each.name in {f"board {name}" for name, board in self.rules.boards.items() if board.hexagonal}
        ]
        self.left += [
            UnloweredError(each.name, "machine code keeps no positions", each.span)
            for each in self.rules.fields
            if each.type.is_positions
        ]
        self.strides: dict[int, int] = {}
        self.questions = BitmapQueries(layout.kept, memory, self.lowering.fresh)
        self.possible = PossibleRows(self.lowering.functions, memory, self.questions)
        self.counters: dict[int, Function] = {}
        self.takers: dict[int, Function] = {}
        self.existing: dict[int, Function] = {}

    def tries(self) -> bool:
        """Tells if any option has to be tried: of a decision that is listed as it is written, any that may be refused."""
        listed = zip(self.program.code, self.work.listings, strict=False)
        heavy = (node for node, work in listed if work > self.work.limit)
        written = (node for node in heavy if isinstance(node, (i.Decide, i.Trial)))
        refused = any(each.may_refuse for node in written for each in node.options)
        return refused or any(map(is_tried, self.optimised.searches.values())) or bool(self.program.trials)

    def _trying(self) -> Trying:
        tried, depth = self.layout.tried, self.memory.array("trying", 1, Range(0, MOST_TRIALS))
        return Trying(
            self.memory.array("strict", 1, TRUTH),
            depth,
            self.memory.array("cut", 1, TRUTH) if any(each.whole for each in self.program.trials) else depth,
            self.memory.array("tried", tried.length * MOST_TRIALS),
        )

    def lower_module(self) -> Lowered:
        """The whole of it."""
        try:
            self.lower()
            functions = () if self.left else self.rewritten()
        except TooLargeError as error:
            functions, self.left = (), [*self.left, error]
        module = Module(self.rules.id, tuple(self.memory.arrays), functions, self.memory.end)
        return Lowered(module, self.layout, self.interface(), tuple(self.left))

    def lower(self) -> None:
        """Makes all functions. Raises TooLargeError."""
        listers: dict[int, Function] = {}
        choosers: dict[int, Function] = {}
        for at, node in enumerate(() if self.left else self.program.code):
            if (made := self.decision(node)) is not None:
                self.strides[at], lister, chooser = made
                self.attempt(listers, at, lister, at, node)
                self.attempt(choosers, at, chooser, at, node)
        if not self.left:
            self.attempt({}, 0, self.rest, listers, choosers)

    def decision(self, node: Any) -> tuple[int, Make, Make] | None:
        """Of an instruction at which play stops: how many numbers a row has, and what makes the two functions."""
        match node:
            case i.Decide():
                return self.options.stride(node), self.options.lister, self.options.chooser
            case i.Chance():
                return 2, self.draws.lister, self.draws.taker
        return None

    def interface(self) -> Interface:
        """Returns all that whoever runs the module has to know."""
        symbols = {each.name: each for each in self.memory.arrays if each.values is None}
        nodes = ((at, self.program.code[at]) for at in self.strides)
        options = {at: node.options if isinstance(node, i.Decide) else () for at, node in nodes}
        widths = {at: tuple(len(each.slots) for each in of) or (self.strides[at],) for at, of in options.items()}
        return Interface(symbols, self.layout.encoding, self.strides, widths, self.draws.merges())

    def count_options(self, listers: Mapping[int, Function], choosers: Mapping[int, Function]) -> None:
        """The functions that count options without listing them, where that is quicker."""
        make = self.lowering.functions
        counting = Counting(self.lowering.fresh, self.memory, self.listing.ready)
        for at, lister in listers.items():
            node = self.program.code[at]
            known = without_unused(self.rewritten_questions(lister))
            if isinstance(node, i.Decide) and is_counted(known) and (self.to_machine_code or has_sets(known)):
                counter, (row,) = counting.counter(f"count_{at}", known, COUNTED.value), choosers[at].parameters
                taker = counting.taker(f"take_{at}", known, row, self.strides[at], self.options.beginning(at, node))
                taker = replace(taker, returns=choosers[at].returns)
                make |= {counter.name: counter, taker.name: taker}
                self.counters[at], self.takers[at] = counter, taker
                if is_union(known):
                    self.existing[at] = made = counting.existence(f"any_{at}", known)
                    make[made.name] = made

    def rewritten_questions(self, function: Function) -> Function:
        """Returns a function with its questions put to sets, and loops over no more places than it needs."""
        made: Function = self.possible.narrow(self.questions.rewritten(function))
        return made

    def rewritten(self) -> tuple[Function, ...]:
        """All functions, their questions put to sets that every write keeps up."""
        grounds = [self.lowering.ground(board) for board in self.rules.growing.values()]
        found_anew = [one for each in grounds if isinstance(each, GrowingGround) for one in each.indexing()]
        asked = [self.rewritten_questions(each) for each in self.lowering.functions.values()]
        kept = [each for each in self.layout.kept if each.field in self.questions.asked]
        groups = [each for each in self.layout.groups.values() if each.masks]
        keeping = IndexMaintenance(kept, groups, self.lowering.fresh)
        asked += [one for each in groups for one in group_functions(each, self.lowering)]
        made = [keeping.function(each) for each in asked]
        made += keeping.functions()
        known = {each.name: each for each in made}
        known[INDEX] = Function(INDEX, (), (*found_anew, *keeping.rebuilding(), DONE), TRUTH)
        if self.to_machine_code:
            known = {name: without_branches(each) for name, each in known.items()}
            inlining = Inlining(known, self.lowering.fresh)
            known |= {name: with_known_values(inlining.inline(name), kept) for name in HOT}
        return tuple(known.values())

    def ways_in(self) -> Iterable[int]:
        """Returns the instructions at which whoever runs the module lets play begin, besides those behind decisions."""
        return ()

    def repack(self, node: i.Repack) -> Expr:
        """Returns the call of the function of a repacking: it says whether there is a choice."""
        name = f"{'begin' if node.begins else 'pack'}_{node.left}"
        if name not in self.lowering.functions:
            self.repack_by(node, self.effects)
        return Call(name, (), TRUTH)

    def rest(self, listers: dict[int, Function], choosers: dict[int, Function]) -> None:
        """Regions, scores and what is called from outside."""
        self.count_options(listers, choosers)
        regions = self.make_regions(flow_of(self.program, self.ways_in(), self.round_exits()))
        made = regions.functions()
        self.driver.write_driver(made)
        self.driver.settling(self.forks())
        self.driver.steps(listers, choosers)
        counters, takers = {**listers, **self.counters}, {**choosers, **self.takers}
        self.driver.counted_steps(counters, takers)
        assert self.rules.scoring is not None
        Scores(self.lowering, self.memory, self.rules.scoring).function()
        worth(self.lowering, worth_of(self.rules), self.bots)
        sampler(self.lowering)
        targets = {at: self.target(at) for at in takers}
        ways = {
            at: CountedDecision(counters[at], takers[at], made[to], at in self.existing)
            for at, to in targets.items()
            if to in made
        }
        self.driver.playouts(ways)
        if self.bots:
            worth_terms(self.lowering, worth_of(self.rules))
            ahead = LookingAhead(self.driver, self.strides)
            ahead.functions()
            add_beam(ahead)
            add_tree(ahead)

    def round_exits(self) -> Mapping[int, int]:
        """Returns where play goes on behind a loop of rounds that ends by looking back, by the instruction that looks."""
        return {}

    def make_regions(self, flow: ControlFlowGraph) -> Regions:
        """Returns what makes the regions."""
        regions = self.regions_by(
            self.program,
            flow,
            self.effects,
            self.counting,
            self.decide,
            self.draws.any,
            self.options.risky,
        )
        regions.ready, regions.repack = self.listing.ready, self.repack
        regions.count_listing = self.options.count_in_step
        if self.trying is not None:
            regions.trying = self.trying.cut
        return regions

    def target(self, at: int) -> int | None:
        """Returns the instruction at which all options of a decision go on, if it is one."""
        node = self.program.code[at]
        found = {each.to for each in node.options} if isinstance(node, i.Decide) else set()
        return found.pop() if len(found) == 1 else None

    def forks(self) -> dict[int, i.Fork]:
        """Returns the instructions at which all come to act at once, of which the module takes care."""
        return {at: node for at, node in enumerate(self.program.code) if isinstance(node, i.Fork)}

    def attempt(self, found: dict[int, Any], key: int, make: Make, *given: Any) -> None:
        """Makes something; what cannot be made is noted. Raises TooLargeError."""
        try:
            found[key] = make(*given)
        except TooLargeError:
            raise
        except UnloweredError as error:
            self.left.append(error)

    def decide(self, at: int, node: i.Decide) -> Expr:
        """Returns the number of options of a decision itself; while something is tried, the test for any."""
        known = self.existing.get(at) or self.counters.get(at) or self.lowering.functions[f"list_{at}"]
        listed = Call(known.name, (), known.returns)
        if self.trying is None or at not in self.options.risky:
            return listed
        if f"some_{at}" not in self.lowering.functions:
            self.options.prober(at, node)
        trying: Array = self.trying.depth
        return choose(read(trying) > 0, Call(f"some_{at}", (), TRUTH), listed)


def options_in(program: i.Program) -> list[i.Option]:
    """All options of all decisions."""
    return [option for node in program.code if isinstance(node, i.Decide) for option in node.options]
