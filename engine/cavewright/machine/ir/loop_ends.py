"""Ends of loops in a module that has no interpreter behind it: a loop that stands at its beginning once more in a step,
with everything as it was, ends there, as in the interpreter.

The module keeps 64 bits of each place where a loop stood, and all of the position goes into them but what nobody asks
any more: the instruction that play stood at, and things that were gone through already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .construction import NO, assign, indices, no, read, write
from .decisions import Options, Trying
from .effects import TOO_MUCH
from .form import TRUTH, WORD, Block, Call, Const, If, Range, Statement, Trap, op
from .position_encoding import ListIterationCodec
from .position_layout import Layout
from .program_lowering import ProgramLowering
from .regions import Regions
from .routine_compiler import add_routines
from .sampler import word
from .scope import HERE

ENTRIES = 2**17
"""Entries of the table of places where loops stood."""
MOST = ENTRIES - ENTRIES // 8
"""Places that a table keeps; a step that has more is too much work."""


class LoopRounds:
    """The memory of rounds: which step or trial goes on, and where loops stood in it. `at` are the instructions with which
    their rounds begin."""

    def __init__(self, lowering: Any, trying: Trying | None, layout: Layout, loops: int) -> None:
        self.lowering, self.trying, self.layout, self.loops = lowering, trying, layout, loops
        memory = lowering.memory
        self.run, self.step, self.last = (memory.array(f"standing_{each}", 1) for each in ("run", "step", "last"))
        self.ended = memory.array("loops_ended", 1, indices(2**31))
        memory.array("stood_step", 1)
        memory.array("stood_many", 1, Range(0, MOST))
        memory.array("stood", 2 * ENTRIES)
        memory.array("begun_in", loops)
        memory.array("kept_in", loops)
        memory.array("begun_at", loops * layout.whole.length)
        memory.array("standing", layout.whole.length)

    def begin_run(self) -> Block:
        """Returns the statements with which a trial begins: no loop has stood anywhere in it."""
        return (write(self.last, op("wrapped +", read(self.last), 1)), write(self.run, read(self.last)))

    def begin_step(self) -> Block:
        """Returns the statements with which a step begins."""
        return (*self.begin_run(), write(self.step, read(self.last)))

    def note_end(self, clause: m.Clause) -> Block:
        """Returns the statement that counts a loop that has ended so, unless something is tried."""
        one = write(self.ended, op("&", op("wrapped +", read(self.ended), 1), self.ended.range.high))
        return (one,) if self.trying is None else (If(read(self.trying.depth) > 0, (), (one,)),)

    def add_functions(self) -> None:
        """Adds the function that looks whether a loop has stood where it stands."""
        spans, many, words = spans_of(self.layout), len(self.lowering.program.code), self.layout.whole.length
        first, stop, is_list = (self.lowering.memory.table(each) for each in zip(*spans, strict=True))
        ranges = {"WORD": WORD, "HEAD": indices(many), "PLACE": indices(words), "STOP": Range(0, words)}
        numbers = {"ENTRIES": 2 * ENTRIES, "LAST": ENTRIES - 1, "HALF": ENTRIES // 2, "MOST": MOST, "SPANS": len(spans)}
        tables = {"span_first": first, "span_stop": stop, "is_list": is_list}
        factors = {"ONCE": word(0x85EBCA6B), "AGAIN": word(0xC2B2AE35)}
        strict, trying = map(read, (self.trying.strict, self.trying.depth)) if self.trying is not None else (NO, NO)
        loops = {"LOOP": indices(self.loops), "trying": trying}
        names = {
            **loops,
            **ranges,
            "ENTRY": indices(ENTRIES),
            "TRUTH": TRUTH,
            **numbers,
            **tables,
            **factors,
            "strict": strict,
        }
        add_routines(self.lowering, "loop_rounds", {**names, "stop_at_limit": lambda: (Trap(TOO_MUCH),)})


def spans_of(layout: Layout) -> list[tuple[int, int, int]]:
    """Returns the words of a position that are compared: the first of each run, the one behind it, and whether it is a list
    of what is left to go through."""
    pc = layout.cell(i.PC).at
    lists = {each.taken.at: each for each in layout.slots.values() if isinstance(each, ListIterationCodec)}
    ends = {pc: pc + 4, **{at: each.things.end for at, each in lists.items()}}
    spans, first = list[tuple[int, int, int]](), layout.start
    for at in sorted(ends):
        spans += [(first, at, 0)] + [(at, ends[at], 1)] * (at in lists)
        first = ends[at]
    spans.append((first, layout.start + 4 * layout.slot_words, 0))
    spans += [(each.at, each.end, 0) for records in layout.records.values() for each in records.arrays]
    start = layout.start
    return [((low - start) // 4, -(-(high - start) // 4), kind) for low, high, kind in spans if low < high]


class EndingRegions(Regions):
    """Regions in which a loop ends where it has stood before. Without `rounds` there is no such loop."""

    rounds: LoopRounds | None = None
    loop_heads: Mapping[int, m.Clause] = {}
    """the lines of these loops, by the instruction with which a round begins"""

    def effect(self, at: int, node: Any) -> Block | None:
        """An instruction behind which it goes on; with one that begins rounds of turns ways part."""
        return None if at in self.loop_heads and isinstance(node, i.Collect) else super().effect(at, node)

    def last(self, at: int, node: Any) -> Block:
        """An instruction at which ways part: also those of a loop that goes on, and of one that ends."""
        if at not in self.loop_heads:
            return super().last(at, node)
        going = self.effects.lowering.fresh("going", TRUTH)
        goes_on: Block = self.go(at)(at + 1)
        if isinstance(node, i.Collect):
            begun, ends = (assign(going, 1),), self.go(at)(self.program.round_ends[at])
            goes_on = (*(super().effect(at, node) or ()), *goes_on)
        else:
            begun = (assign(going, self.effects.lowering.truth(node.condition, HERE)),)
            ends = self.go(at)(node.to)
        return (*begun, If(going, self._compare_round(at, going)), If(going, goes_on, ends))

    def _compare_round(self, at: int, going: Any) -> Block:
        assert self.rounds is not None
        call = Call("stands_again", (Const(at), Const([*self.loop_heads].index(at))), TRUTH)
        found: tuple[Statement, ...] = (assign(going, no(call)),)
        return (*found, If(no(going), self.rounds.note_end(self.loop_heads[at])))


class LookingOptions(Options):
    """Decisions whose trials compare rounds of their own, where loops compare any."""

    own_rounds: LoopRounds | None = None

    def trial_frame(self, as_far_as_refused: bool, strict: bool = True) -> tuple[Block, Block]:
        """The beginning of a trial, and the end that puts the position back."""
        begun, put_back = super().trial_frame(as_far_as_refused, strict)
        if self.own_rounds is None:
            return begun, put_back
        let, before = self.effects.let("run", read(self.own_rounds.run))
        return (let, *self.own_rounds.begin_run(), *begun), (*put_back, write(self.own_rounds.run, before))


class LoneProgram(ProgramLowering):
    """Lowering of a program that plays with no interpreter behind it: what that would end by looking back ends here, too."""

    regions_by: Callable[..., Regions] = EndingRegions
    options_by: Callable[..., Options] = LookingOptions

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.loop_heads = {at: clause for clause, at in self.program.loops}
        self.rounds: LoopRounds | None = None
        if self.loop_heads:
            self.rounds = self.make_rounds()
            self.driver.begun_step = self.rounds.begin_step()
            assert isinstance(self.options, LookingOptions)
            self.options.own_rounds = self.rounds

    def make_rounds(self) -> LoopRounds:
        """Returns the memory of rounds."""
        return LoopRounds(self.lowering, self.trying, self.layout, len(self.loop_heads))

    def round_exits(self) -> Mapping[int, int]:
        """Returns where play goes on behind a loop of rounds that ends, by the instruction with which a round begins."""
        return {at: self.program.round_ends[at] for at in self.loop_heads if at in self.program.round_ends}

    def make_regions(self, flow: Any) -> Regions:
        """Returns what makes the regions."""
        found = super().make_regions(flow)
        assert isinstance(found, EndingRegions)
        if self.rounds is not None:
            self.rounds.add_functions()
            found.rounds, found.loop_heads = self.rounds, self.loop_heads
        return found
