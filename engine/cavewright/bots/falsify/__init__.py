"""Falsification: clauses of a ruleset are broken one at a time, and its examples have to notice.

In: a game with its examples. Out: verdicts, and examples that would notice. Look here for the changes that are made
(`mutations`), how they are judged (`falsification`), how examples are found (`example_search`) and what is stored for
editors (`last_run`).
"""

from .falsification import falsify
from .last_run import JudgedClause, clause_key, read_last_run, write_last_run
from .verdicts import Falsification, Verdict

__all__ = ["Falsification", "JudgedClause", "Verdict", "clause_key", "falsify", "read_last_run", "write_last_run"]
