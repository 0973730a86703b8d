"""Generates Python from the program: functions, as syntax trees, that do what the interpreter does.

`Generator` writes one for each point of a program when it is asked for it; nothing of a rule file becomes a name or a
text in them.

In: an optimised program. Out: Python, as syntax trees. Look here for code of expressions (`expressions`,
`arithmetic`, `loops`, `boards`, `graph_search`), of what runs between decisions (`basic_blocks`,
`instruction_runs`, `step_functions`, `slot_writes`), of the options of a decision (`move_generation`);
`common_subexpressions`, `constant_propagation`, `inlining`.
"""

from .constant_pool import Fallback, TooLarge
from .generator import CodeBundle, FunctionCode, FunctionKey, GeneratedFunction, Generator, Plan
from .graph_search import MemoizedSearch
from .loops import MemoizedQuery
from .memo_dependencies import MemoDependencies
from .slot_writes import Bag

__all__ = [
    "Bag",
    "CodeBundle",
    "Fallback",
    "FunctionCode",
    "FunctionKey",
    "GeneratedFunction",
    "Generator",
    "MemoDependencies",
    "MemoizedQuery",
    "MemoizedSearch",
    "Plan",
    "TooLarge",
]
