"""Falsification: clauses of a ruleset are broken one at a time, and its examples have to notice.

In: a game with its examples. Out: verdicts, and examples that would notice. Look here for the changes that are made
(`mutations`), how they are judged (`falsification`) and how examples are found (`example_search`).
"""

from .falsification import falsify
from .verdicts import Falsification, Verdict

__all__ = ["Falsification", "Verdict", "falsify"]
