"""From the program to Python: functions, as syntax trees, that do what the interpreter does.

`Generator` writes one for each point of a program when it is asked for it; nothing of a rule file becomes a name or a text in them.
"""

from .floods import Remembered
from .folds import Standing
from .generator import Ask, Generator, Made, Volume, Written
from .reads import Reads
from .shelf import Left, TooLarge
from .writing import Bag

__all__ = ["Ask", "Bag", "Generator", "Left", "Made", "Reads", "Remembered", "Standing", "TooLarge", "Volume", "Written"]
