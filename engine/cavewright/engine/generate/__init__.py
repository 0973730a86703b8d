"""Generates Python from the program: functions, as syntax trees, that do what the interpreter does.

`Generator` writes one for each point of a program when it is asked for it; nothing of a rule file becomes a name or a
text in them.
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
