"""The same program, quicker: expressions folded, written out, narrowed down, put into tables; options with every
question as early as can be.

What comes out is a program again, of the same instructions at the same numbers, and means what it meant: the
interpreter can run it as well.

In: a program. Out: the same program, quicker; for every option how it is found. Look here for inlining and folding
(`optimiser`, `simplify`), `narrowing` of loops and their `unrolling`, `lookup_tables`; the plan of move generation
(`generation_plan`), `preconditions` of effects, `maintained_indexes`.
"""

from .dependencies import key_of
from .maintained_indexes import MaintainedIndex
from .optimised_program import Optimised, optimise_program
from .optimiser import Optimiser
from .search_tree import Ask, Each, Name, Offered, Search

__all__ = [
    "Ask",
    "Each",
    "MaintainedIndex",
    "Name",
    "Offered",
    "Optimised",
    "Optimiser",
    "Search",
    "key_of",
    "optimise_program",
]
