"""A program optimised once: what Python is generated from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .dependencies import ClosureSource, key_of
from .generation_plan import GenerationPlanner
from .maintained_indexes import IndexPlanner, MaintainedIndex
from .optimiser import Optimiser
from .preconditions import Preconditions
from .row_slots import BySlot
from .search_tree import Each, Offered, Search


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
    """For expressions that are asked from outside, of slots and boards alone."""
    kept: Mapping[tuple[str, str], MaintainedIndex]
    """What is kept up with every write, by owner and name of the field."""
    rows: frozenset[int]
    """The numbers of names that always stand for a row, never for none: parameters of options that are chosen among
    rows."""

    live: Mapping[int, tuple[int, int]]
    """The decisions of which all options are kept rows, as they stand: what keeps them, and the value that they
    hold."""


def optimise_program(
    ruleset: m.Ruleset, program: i.Program, meaning: ClosureSource, work: Sequence[int], in_place: bool = False
) -> Optimised:
    """A program made quicker. `meaning` says what expressions come to, `work` what an instruction is counted for.

    Where positions are changed `in_place`, more is kept up with every write.
    """
    make = Optimiser(ruleset, meaning)
    keeping = make.folds.keeping = IndexPlanner(make.dependencies, make.shared, program.layout, make.folds.nets)
    keeping.in_place = in_place
    listing, searches = (
        GenerationPlanner(make, Preconditions(program, work.__getitem__), BySlot(make.shared, program.layout)),
        dict[tuple[int, int], Search](),
    )
    for at, node in enumerate(program.code):
        if not isinstance(node, (i.Decide, i.Trial)):
            continue
        for n, option in enumerate(node.options):
            with suppress(RecursionError):
                searches[at, n] = listing.of(option, len(node.options) == 1 and isinstance(node, i.Decide))
    made = make.program(program)
    boards = {name: make.board(board) for name, board in ruleset.boards.items()}
    offered = kept_options(program, searches)
    kept = keeping.indexes(offered_by(offered))
    numbers = {key: number for number, key in enumerate(kept)}
    live = {at: (numbers[key_of(rows.args[0])], rows.args[1].args[0]) for at, rows in offered.items()}
    alone = Optimiser(ruleset, meaning) if kept else make
    return Optimised(replace(ruleset, boards=boards), made, searches, alone, kept, never_none(program), live)


def never_none(program: i.Program) -> frozenset[int]:
    """The numbers of names that stand for rows whatever is chosen."""
    options = (option for node in program.code if isinstance(node, i.Decide) for option in node.options)
    return frozenset(
        local.number
        for option in options
        for local, domain in zip(option.binds, option.domains, strict=True)
        if domain.op == "rows"
    )


def kept_options(program: i.Program, searches: Mapping[tuple[int, int], Search]) -> dict[int, m.Expr]:
    """The decisions of which all options are kept rows, as they stand, with these rows."""
    single = (at for at, node in enumerate(program.code) if isinstance(node, i.Decide) and len(node.options) == 1)
    return {at: rows for at in single if (rows := rows_offered(searches.get((at, 0), ()))) is not None}


def offered_by(live: Mapping[int, m.Expr]) -> dict[tuple[str, str], dict[int, int]]:
    """Of kept rows that are all the options of a decision, by field and value, the number of the option: there is but
    one."""
    found: dict[tuple[str, str], dict[int, int]] = {}
    for rows in live.values():
        found.setdefault(key_of(rows.args[0]), {})[rows.args[1].args[0]] = 0
    return found


def rows_offered(search: Search) -> m.Expr | None:
    """The rows that hold a value, if each of them is an option and nothing else is asked."""
    match search:
        case (
            Each(
                local=local,
                domain=m.Expr(op="holding") as held,
                then=(Offered(values=(m.Expr(op="local") as value,), tried=False),),
            ),
        ):
            return held if value.args == (local,) and held.args[1].op == "const" else None
    return None
