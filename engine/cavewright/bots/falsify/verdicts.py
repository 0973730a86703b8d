"""Verdicts about mutants, and the report that they make."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

from ...foundation.source.frozen import frozen

FATES = NOTICED, REFUSED, SAME, MARKED, ALIKE, UNNOTICED, UNSEARCHED, UNREACHED, UNTRIED = (
    "noticed",
    "refused",
    "same",
    "marked",
    "alike",
    "unnoticed",
    "unsearched",
    "unreached",
    "untried",
)
"""What becomes of a mutant: an example notices it; the check refuses it; it is proven to mean the same; a mark in the file says so; a search
told nothing apart; a search told it apart, and no example does; no example does, and no search was made; no example
evaluates the clause; it was not tried."""
NEEDED = ("requirement", "cost", "effect", "branch", "column")
"""Kinds of clauses each of which an example has to notice; of a column one cell."""


@frozen
class Verdict:
    """Verdict about one mutant: where it stands, what was changed, and what became of it.

    `by` is the example that notices it, the proof or the mark that it means the same, or why it was not tried.
    `decisions` is how many decisions a search looked at, `differs` if they told the rules apart, `example` the text of
    an example that would notice it; "" where none was found.
    """

    file: str
    line: int
    text: str
    rule: str
    kind: str
    detail: str
    fate: str
    by: str = ""
    options: tuple[tuple[str, str], ...] = ()
    decisions: int = 0
    differs: bool = False
    example: str = ""

    @property
    def place(self) -> str:
        """The file and the line."""
        return f"{self.file}:{self.line}"

    @property
    def is_open(self) -> bool:
        """True if nobody notices it, and nothing says that it means the same."""
        return self.fate in (UNNOTICED, UNSEARCHED, UNREACHED, ALIKE)


@frozen
class Falsification:
    """Verdicts about all mutants of a ruleset, with how many examples there are, those that do not hold as they stand,
    and the places of clauses that no example evaluates."""

    game: str
    hash: str
    examples: int
    failing: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    unreached: tuple[str, ...]
    clauses: int
    wanted: int
    is_whole: bool = True
    """False where only some lines were broken."""

    @property
    def is_complete(self) -> bool:
        """False after an interruption: there are fewer verdicts than mutants."""
        return len(self.verdicts) == self.wanted

    @property
    def counts(self) -> dict[str, int]:
        """Counts the mutants of each fate."""
        found = Counter(each.fate for each in self.verdicts)
        return {fate: found[fate] for fate in FATES}

    @property
    def open(self) -> tuple[Verdict, ...]:
        """The mutants that nobody notices."""
        return tuple(each for each in self.verdicts if each.is_open)

    def share_noticed(self, kind: str) -> tuple[int, int]:
        """Of the mutants of a kind that are not known to mean the same: how many are noticed, and how many there are."""
        counted = [
            each for each in self.verdicts if each.kind == kind and each.fate not in (REFUSED, SAME, MARKED, UNTRIED)
        ]
        return sum(each.fate == NOTICED for each in counted), len(counted)

    def to_json(self) -> str:
        """Everything as JSON: counts, shares by kind, and every verdict."""
        kinds = dict.fromkeys(each.kind for each in self.verdicts)
        shares = {kind: dict(zip(("noticed", "of"), self.share_noticed(kind), strict=True)) for kind in kinds}
        whole = {
            "game": self.game,
            "hash": self.hash,
            "mutants": self.wanted,
            "tried": len(self.verdicts),
            "examples": self.examples,
            "failing": self.failing,
            "clauses": self.clauses,
            "unreached": self.unreached,
            "counts": self.counts,
            "kinds": shares,
            "verdicts": [asdict(each) for each in self.verdicts],
        }
        return json.dumps(whole, ensure_ascii=False, indent=1)
