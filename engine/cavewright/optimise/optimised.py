"""A program optimised once: what Python is generated from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..model import ruleset as m
from ..program import instructions as i
from .asking import Meaning
from .demands import Demands
from .listing import Listing, Search
from .optimiser import Optimiser
from .slots import BySlot


@dataclass(frozen=True)
class Optimised:
    """A ruleset and its program with expressions made quicker, and for the options of decisions how they are found.

    The instructions stand at the numbers at which they stood, and mean what they meant.
    """

    ruleset: m.Ruleset
    program: i.Program
    searches: Mapping[tuple[int, int], Search]
    """By the number of the decision and that of the option; of those whose conditions are too deep there is none."""
    expressions: Optimiser
    """For expressions that are asked from outside."""


def optimised(ruleset: m.Ruleset, program: i.Program, meaning: Meaning, work: Sequence[int]) -> Optimised:
    """A program made quicker. `meaning` says what expressions come to, `work` what an instruction is counted for."""
    make = Optimiser(ruleset, meaning)
    listing, searches = Listing(make, Demands(program, work), BySlot(make.shared, program.layout)), dict[tuple[int, int], Search]()
    for at, node in enumerate(program.code):
        for n, option in enumerate(node.options if isinstance(node, i.Decide) else ()):
            with suppress(RecursionError):
                searches[at, n] = listing.of(option)
    boards = {name: make.board(board) for name, board in ruleset.boards.items()}
    return Optimised(replace(ruleset, boards=boards), make.program(program), searches, make)
