"""Loops under way at decisions: what is asked again after somebody who is not asked has acted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..model import ruleset as m


@dataclass
class Turn:
    """A loop with conditions, as it is lowered: `over` is where play goes on once `until` holds, `next` where `where`
    does not. Slot `me` holds who acts in it; the slots `inner` are those of what stands in its block."""

    until: m.Expr | None
    where: m.Expr | None
    me: int
    over: int = -1
    next: int = -1
    inner: tuple[int, ...] = ()
    called: list[str] = field(default_factory=list)
    """Processes that its block carries out."""

    def conditions(self) -> Iterator[tuple[m.Expr, int]]:
        """Yields what has to hold for the block to be gone on with, and where play goes on else."""
        if self.until is not None:
            yield m.holds("not", self.until), self.over
        if self.where is not None:
            yield self.where, self.next


@dataclass(frozen=True)
class Place:
    """An instruction in a process, and the loops around it in that process; of a call, the process that it carries out."""

    at: int
    rule: str
    turns: tuple[Turn, ...]
    clause: m.Clause
    called: str = ""


class Turns:
    """The decisions of menus and the calls that were lowered so far, with the loops around each."""

    def __init__(self, ruleset: m.Ruleset) -> None:
        self.matter = bool(ruleset.interrupts)
        """Whether any player may act without being asked."""
        self.rule = ""
        """The process that is lowered; "" while that is an action."""
        self.open: list[Turn] = []
        self.at_once = 0
        self.decisions: list[Place] = []
        self.calls: list[Place] = []
        self.slots: dict[str, tuple[int, ...]] = {}
        """The slots of each process."""

    @contextmanager
    def under_way(self, turn: Turn) -> Iterator[None]:
        """Notes a loop as under way for what is lowered meanwhile."""
        self.open.append(turn)
        yield
        self.open.pop()

    @contextmanager
    def all_at_once(self) -> Iterator[None]:
        """Notes that all choose at once in what is lowered meanwhile."""
        self.at_once += 1
        yield
        self.at_once -= 1

    def note_decision(self, at: int, clause: m.Clause) -> None:
        """Notes a decision of a menu, unless it is within an action or all decide at once."""
        if self.matter and self.rule and not self.at_once:
            self.decisions.append(Place(at, self.rule, tuple(self.open), clause))

    def note_call(self, at: int, called: str, clause: m.Clause) -> None:
        """Notes that a process carries out another."""
        for each in self.open:
            each.called.append(called)
        if self.matter and self.rule and not self.at_once:
            self.calls.append(Place(at, self.rule, tuple(self.open), clause, called))
