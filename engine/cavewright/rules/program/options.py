"""Options of decisions: how each is written, what is asked before it may be chosen, where it goes on, and who may act
meanwhile."""

from __future__ import annotations

from ...foundation.source.frozen import frozen
from ..model.ruleset import Clause, Expr, Local
from ..model.types import Type

LATER = -2
"""In place of the instruction where an action begins, until that is lowered."""


@frozen
class Signature:
    """Written form of an action: its name and, for every value, a preposition and a type; `values` are the names of the
    values.

    >>> import cavewright as cw
    >>> signature = cw.load_game("the-cave").signatures["enter"]
    >>> signature.name, signature.values, [word for word, _ in signature.parameters], signature.chance
    ('enter', ('there', 'how'), ['', 'by'], False)
    """

    name: str
    parameters: tuple[tuple[str, Type], ...]
    rule: str
    text: str
    chance: bool = False
    values: tuple[str, ...] = ()


@frozen
class Guard:
    """Condition before an option: a requirement, a cost, a name for a value, or that it was not chosen before (`once`).

    It is asked as soon as the parameters up to `level` are known (0: before the first).
    """

    form: str
    level: int
    clause: Clause
    condition: Expr | None = None
    slot: int = -1
    unit: str = ""
    amount: Expr | None = None
    held: Expr | None = None
    local: Local | None = None
    """the name that gets a value"""
    said: Expr | None = None
    """what is said not to hold, if that is not all of the condition"""


@frozen
class Option:
    """One kind of option at a decision: parameters with their domains, guards, and where it goes on."""

    signature: Signature
    slots: tuple[int, ...]
    domains: tuple[Expr, ...]
    guards: tuple[Guard, ...]
    to: int
    back: int = -1
    after: int = -1
    """Where an action of a menu returns to: slot `back` is set to `after`."""
    clear: tuple[int, ...] = ()
    may_refuse: bool = False
    may_fail: bool = False
    """Whether a number behind it may not fit, where that is an error: it is tried out as far as the next decision."""
    beside: bool = False
    """Whether it stands beside what is decided, which is asked again after it."""
    binds: tuple[Local, ...] = ()
    """The names of its parameters."""

    @property
    def is_tried(self) -> bool:
        """Tells if it has to be tried out before it is offered."""
        return self.may_refuse or self.may_fail


@frozen
class Interrupts:
    """Places where players who are not asked may act: of each decision the instruction at which that begins. It leads to a
    decision of whoever stands in slot `who`; after an action play goes on at the decision, or behind what it ended.

    The slots `begun` hold where actions go on: while one is not zero, an action has begun, and nobody interrupts.
    `asked` is the slot of the player who is asked meanwhile.
    """

    begins: tuple[tuple[int, int], ...]
    who: int
    asked: int
    begun: tuple[int, ...]
