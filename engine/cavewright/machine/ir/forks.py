"""Lowers `at once`: each player acts on a copy of the position, and the copies are merged when all are done.

Nobody sees what another does, so the order tells nothing. Where play stands is the branch of one player.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...rules.program import instructions as i
from .construction import either, indices, invoke, load, read, within, write
from .effects import Effects
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Copy,
    Do,
    If,
    Loop,
    Range,
    Statement,
    Switch,
    op,
)

SIGNED = {2: Range(-(2**15), 2**15 - 1), 4: WORD}
"""Numbers of so many bytes."""


class Forks:
    """Makes the function `settle`, which goes on where all act at once until one of them has to decide."""

    def __init__(self, effects: Effects, forks: Mapping[int, i.Fork]) -> None:
        self.layout, self.lowering = effects.layout, effects.lowering
        memory, whole, self.players = self.lowering.memory, self.layout.whole, self.lowering.players
        self.forks = forks
        self.common = memory.array("common", whole.length)
        self.branches = memory.array("branches", whole.length * self.players)
        halves = self._view("branch_halves", self.branches.at, self.branches.length * 2, 2)
        self.branch_views = {2: halves, 4: self.branches}
        self.branch = memory.array("branch", 1, Range(0, self.players))
        self.within = memory.array("within_fork", 1, TRUTH)
        self._function()

    def begin(self) -> Block:
        """Nobody has acted yet where all do."""
        return (write(self.branch, 0), write(self.within, 0))

    def _function(self) -> None:
        code = self.lowering.program.code
        at = read(self.layout.cell(i.PC))
        numbers = {each: n for n, each in enumerate(self.forks)}
        which = self.lowering.memory.table([numbers.get(each, len(numbers)) for each in range(len(code) + 1)])
        is_join = either(*(op("==", at, n) for n, each in enumerate(code) if isinstance(each, i.Join)))
        forked = tuple(self._fork(at, node) for at, node in self.forks.items())
        loop: Block = (
            If(is_join, self._join()),
            Switch(load(which, at), (*forked, (Break("settled"),))),
        )
        self.lowering.procedure("settle", (), (Loop("settled", loop),))

    def _join(self) -> Block:
        """A player is done: its branch is kept, and the next begins."""
        branch, whole = read(self.branch), self.layout.whole
        here = within(branch, indices(self.players))
        return (
            Copy(self.branches, whole, here),
            Copy(whole, self.common),
            write(self.branch, here + 1),
            Continue("settled"),
        )

    def _fork(self, at: int, node: i.Fork) -> Block:
        """The next player begins; when all are done, play goes on behind it."""
        branch = read(self.branch)
        run = Range(-2, -1)
        together: Block = (
            *(each for player in range(self.players) for each in self._keep(player)),
            *self.begin(),
            invoke("index"),
            self.lowering.stamp_write(),
            Do(Call("run", (Const(node.to),), run)),
        )
        alone: Block = (
            Copy(self.common, self.layout.whole),
            write(self.within, 1),
            write(self.layout.cell(i.ME), branch),
            self.lowering.stamp_write(),
            Do(Call("run", (Const(at + 1),), run)),
        )
        return (If(branch >= self.players, together, alone),)

    def _keep(self, player: int) -> list[Statement]:
        """Returns the statements that keep the fields of a player of its branch."""
        whole, made = self.layout.whole, list[Statement]()
        for slot in self.lowering.program.layout.player_slots[player]:
            width = self.layout.encoding.width(slot)
            first = self.layout.at[slot]
            for at in range(first, first + self.layout.slots[slot].stride * width, width):
                place = (player * whole.length * 4 + at - whole.at) // width
                made.append(write(self._view(f"own_{at}", at, 1, width), load(self.branch_views[width], place)))
        return made

    def _view(self, name: str, at: int, length: int, width: int) -> Array:
        """Numbers that are there already, seen as so many of a width."""
        known = (each for each in self.lowering.memory.arrays if each.name == name)
        return next(known, None) or self.lowering.memory.view(name, at, length, SIGNED[width], width)
