"""A step of play: what it collects, how much work it may be, and what carries it out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from ..check.limits import MOST_STEP
from ..model import ruleset as m
from .events import Effect
from .ways import Boards, Slots

WORK_LIMIT = MOST_STEP
"""Instructions that one step of play may take, and as many things gone through in them; and so for listing the ways of an action."""
FREE_TRIAL = 1_000
"""Work of trying out an option that is not counted as work of the step; the check of a ruleset bounds how many there are."""
MOST_TRIALS = 30
"""Menus within menus, of which all have to be tried before it is known whether the first can be offered."""


class Refused(Exception):
    """An effect cannot be carried out where a player chose it; carries the clause and the values."""

    def __init__(self, clause: m.Clause, code: str, current: Any = None, needed: Any = None, unit: str = "") -> None:
        super().__init__(clause.name)
        self.clause, self.code, self.current, self.needed, self.unit = clause, code, current, needed, unit


class WorkLimitError(ValueError):
    """A step of play is more work than it may be: some way through the rules goes round and comes to no decision.

    The check of a ruleset finds what can be too much; what is left are loops that wait for a choice, a menu or a bag in which there is
    nothing at the time. The state in which it happened stays as it is.
    """

    def __init__(self) -> None:
        super().__init__(f"the rules come to no decision within {WORK_LIMIT:,} steps of work; some loop in them has nothing to decide here")


Log = list[Any]
"""What was changed, for it to be taken back: what was there, and its slot; for boards what was there (None: nothing), its key, the dictionary."""


NOWHERE: Any = deque(maxlen=0)
"""Where effects are noted of which nobody wants to know."""


class Run:
    """What one step of play collects: its effects, its work, the options it found, and which boards are its own copies."""

    __slots__ = ("effects", "log", "options", "owned", "strict", "trials", "work")

    def __init__(self, strict: bool = False, work: int = 0, trials: int = 0) -> None:
        self.strict, self.work, self.trials = strict, work, trials
        self.effects: list[Effect] = []
        self.owned: set[int] | None = None
        self.options: list[tuple[int, tuple[int, ...]]] | None = None
        self.log: Log | None = None

    @classmethod
    def in_place(cls, log: Log, effects: list[Effect]) -> Run:
        """One for many steps in place."""
        run = cls.__new__(cls)
        run.strict, run.work, run.trials = False, 0, 0
        run.effects, run.log = effects, log
        run.owned, run.options = None, None
        return run


Step = Callable[[Slots, Boards, Run], int]
Stepped = tuple[Slots, Boards, Run]
Chosen = tuple[int, tuple[int, ...]]
"""An option of a decision: which of its kinds, with which values."""
Lister = Callable[..., list[Chosen]]
"""Takes slots, boards and, where its work is part of a step, the run."""
Gatherer = Callable[..., None]
"""Takes slots, boards, the list to put options into, the run or none, and whether one option is enough."""
STOP = -1
"""What a function gives where somebody has to decide."""


class Engine(Protocol):
    """What carries out a program: the interpreter, or generated Python. Neither changes what it is given."""

    def listed(self, h: Slots, s: Boards) -> list[Chosen]:
        """The options of the decision at which the slots stand. Raises WorkLimitError."""
        ...

    def stepped(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises WorkLimitError."""
        ...

    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """What chance may bring where the slots stand, with whole-numbered weights."""
        ...

    def drawn(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises WorkLimitError."""
        ...


def own(s: Boards, at: int, run: Run) -> dict[int, Any]:
    """A board's dictionary as this step's own copy."""
    if run.owned is None:
        run.owned = set()
    if at not in run.owned:
        s[at] = dict(s[at])
        run.owned.add(at)
    return s[at]


def take_back(h: Slots, log: Log, mark: int) -> None:
    """Takes back what was logged behind a mark, the last first."""
    pop = log.pop
    while len(log) > mark:
        at = pop()
        if type(at) is int or type(at) is slice:
            h[at] = pop()
            continue
        key, old = pop(), pop()
        if old is None:
            del at[key]
        else:
            at[key] = old
