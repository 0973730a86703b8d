"""Lowering of a whole program to a module: regions, decisions, chance, scores, playouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.operators import OPERATORS
from ..optimise import Optimised
from ..optimise.search_tree import Offered
from ..program import instructions as i
from ..program.refusal_reach import risky_points
from .chance import Draws
from .construction import choose, read
from .control_flow import flow_of
from .driver import Driver
from .effects import Effects
from .form import TRUTH, Array, Call, Expr, Function, Module, Range
from .memory import Memory
from .options import MOST_OPTIONS, MOST_TRIALS, Listing, Options, Trying
from .position_layout import Layout
from .regions import Regions
from .repacking import Repack
from .sampler import sampler
from .scope import UnloweredError
from .scores import Scores
from .searches import Searches
from .slot_ranges import Types


class Everything(Searches, over=OPERATORS, left=OPERATORS):
    """The lowering of all expressions. What it goes through it finds by name, and what it does not know it says."""


@dataclass(frozen=True)
class Lowered:
    """A program as a module, and what whoever runs it has to know."""

    module: Module
    layout: Layout
    driver: Driver
    strides: dict[int, int]
    """By decision how many numbers a row of the list has."""
    listing: Listing
    merges: bool
    """Whether chance has outcomes that stand for several pieces in some positions only; of a module each is one."""
    left: tuple[UnloweredError, ...]
    """What could not be lowered; a module of which something is missing is not to be run."""


def lowered(optimised: Optimised, players: int, work: Sequence[int], limit: int) -> Lowered:
    """A program lowered for a number of players. `work` is what each instruction is counted for, `limit` how much a
    step may be."""
    return ProgramLowering(optimised, players, work, limit).lowered()


class ProgramLowering:
    """Makes the functions of a program. What lowers instructions, chance and repackings can be of another class, which
    does more."""

    effects_by: Callable[..., Effects] = Effects
    draws_by: Callable[..., Draws] = Draws
    repack_by: Callable[..., Repack] = Repack

    def __init__(self, optimised: Optimised, players: int, work: Sequence[int], limit: int) -> None:
        self.optimised, self.rules, self.program = optimised, optimised.ruleset, optimised.program
        self.work, self.limit = work, limit
        self.memory = memory = Memory()
        layout = Layout(self.rules, self.program, memory, Types(self.rules, players), optimised.rows)
        self.layout = layout
        widest = max([2, *(1 + len(each.slots) for each in options_in(self.program))])
        self.listing = Listing(
            memory.array("rows", (MOST_OPTIONS + 1) * widest),
            memory.array("row_count", 1, Range(0, MOST_OPTIONS)),
            memory.array("rows_ready", 1, TRUTH),
        )
        self.counter = memory.array("work", 1, Range(0, 2**31 - 1))
        self.trying = self._trying() if self.tries() else None
        self.lowering = Everything(self.rules, self.program, layout, memory)
        self.effects = self.effects_by(self.lowering, self.trying.strict if self.trying else None)
        self.options = Options(self.effects, optimised.searches, self.listing, self.trying)
        self.options.risky = risky_points(self.program)
        self.draws = self.draws_by(self.effects, self.listing)
        self.driver = Driver(self.effects, self.listing, self.counter, limit)
        self.repacks: dict[int, Repack] = {}
        self.left: list[UnloweredError] = []

    def tries(self) -> bool:
        """Whether any option has to be tried."""
        return any(map(is_tried, self.optimised.searches.values()))

    def _trying(self) -> Trying:
        whole = self.layout.whole
        return Trying(
            self.memory.array("strict", 1, TRUTH),
            self.memory.array("trying", 1, Range(0, MOST_TRIALS)),
            self.memory.array("tried", whole.length * MOST_TRIALS),
        )

    def lowered(self) -> Lowered:
        """The whole of it."""
        listers: dict[int, Function] = {}
        choosers: dict[int, Function] = {}
        strides: dict[int, int] = {}
        for at, node in enumerate(self.program.code):
            if isinstance(node, i.Decide):
                strides[at] = self.options.stride(node)
                self.attempt(listers, at, lambda at=at, node=node: self.options.lister(at, node))  # type: ignore[misc]
                self.attempt(choosers, at, lambda at=at, node=node: self.options.chooser(at, node))  # type: ignore[misc]
            elif isinstance(node, i.Chance):
                strides[at] = 2
                self.attempt(listers, at, lambda at=at, node=node: self.draws.lister(at, node))  # type: ignore[misc]
                self.attempt(choosers, at, lambda at=at, node=node: self.draws.taker(at, node))  # type: ignore[misc]
            elif isinstance(node, i.RepackDecide):
                strides[at] = 2
                self.attempt(listers, at, lambda at=at, node=node: self.repack(node.repacking).lister(at))  # type: ignore[misc]
                self.attempt(choosers, at, lambda at=at, node=node: self.repack(node.repacking).chooser(at, node))  # type: ignore[misc]
        if not self.left:
            self.attempt({}, 0, lambda: self.rest(listers, choosers))
        functions = tuple(self.lowering.functions.values())
        module = Module(self.rules.id, tuple(self.memory.arrays), functions, self.memory.end)
        return Lowered(module, self.layout, self.driver, strides, self.listing, self.draws.merges(), tuple(self.left))

    def repack(self, node: i.Repacking) -> Repack:
        """The functions of a repacking, made once for its three instructions."""
        if node.at not in self.repacks:
            self.repacks[node.at] = self.repack_by(node, self.effects, self.listing)
        return self.repacks[node.at]

    def rest(self, listers: dict[int, Function], choosers: dict[int, Function]) -> None:
        """Regions, scores and what is called from outside."""
        regions = Regions(
            self.program,
            flow_of(self.program),
            self.effects,
            self.work,
            self.counter,
            self.limit,
            self.decide,
            self.draws.any,
            self.options.risky,
        )
        regions.ready, regions.repacks = self.listing.ready, self.repacks
        if self.trying is not None:
            regions.trying = self.trying.depth
        self.driver.run(regions.functions())
        self.driver.settling(self.forks())
        self.driver.steps(listers, choosers)
        assert self.rules.scoring is not None
        Scores(self.lowering, self.memory, self.rules.scoring).function()
        sampler(self.memory, self.lowering.fresh, self.lowering.function)
        self.driver.playouts()
        self.driver.leaves()

    def forks(self) -> dict[int, i.Fork]:
        """Where all come to act at once, of which the module takes care."""
        return {at: node for at, node in enumerate(self.program.code) if isinstance(node, i.Fork)}

    def attempt(self, found: dict[int, Any], at: int, make: Callable[[], Any]) -> None:
        """Makes something; what cannot be made is noted."""
        try:
            found[at] = make()
        except UnloweredError as error:
            self.left.append(error)

    def decide(self, at: int, node: i.Decide) -> Expr:
        """How many options of its own a decision has; while something is tried, whether there is one."""
        listed = Call(f"list_{at}", (), self.lowering.functions[f"list_{at}"].returns)
        if self.trying is None or at not in self.options.risky:
            return listed
        if f"some_{at}" not in self.lowering.functions:
            self.options.prober(at, node)
        trying: Array = self.trying.depth
        return choose(read(trying) > 0, Call(f"some_{at}", (), TRUTH), listed)


def options_in(program: i.Program) -> list[i.Option]:
    """All options of all decisions."""
    return [option for node in program.code if isinstance(node, i.Decide) for option in node.options]


def is_tried(search: Any) -> bool:
    """Whether an option of a search has to be tried."""
    return any(each.tried if isinstance(each, Offered) else is_tried(each.then) for each in search)
