"""Generates Python from the program: functions, as syntax trees, that do what the interpreter does.

`Generator` writes one for each point of a program when it is asked for it; nothing of a rule file becomes a name or a
text in them.
"""

from .constant_pool import Left, TooLarge
from .generator import Ask, Generator, Made, Plan, Volume, Written
from .graph_search import Remembered
from .loops import Standing
from .memo_dependencies import Reads
from .slot_writes import Bag

__all__ = [
    "Ask",
    "Bag",
    "Generator",
    "Left",
    "Made",
    "Plan",
    "Reads",
    "Remembered",
    "Standing",
    "TooLarge",
    "Volume",
    "Written",
]
