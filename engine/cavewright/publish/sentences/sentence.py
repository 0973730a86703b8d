"""Sentence: one thing that a rule says, as people read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from ...foundation.source.frozen import frozen

Origin = Literal["model", "text", "fallback"]
KINDS = (
    "requirement",
    "cost",
    "condition",
    "repetition",
    "effect",
    "choice",
    "chance",
    "process",
    "trigger",
    "score",
    "ranking",
    "players",
    "board",
    "kept",
    "option",
    "value",
)
"""What a sentence can be about."""


@frozen
class Sentence:
    """One thing that a rule says.

    `source` says where it is from: the words of the author (`text`), the checked rules (`model`), or, where these are
    too knotted, their code (`fallback`). `inner` happens within it. `clause` is the name of the clause that it tells:
    `enter.gear`; "" for what is no clause.

    >>> Sentence("Lose 1 rope.", "effect").source
    'model'
    """

    text: str
    kind: str
    source: Origin = "model"
    inner: tuple[Sentence, ...] = ()
    clause: str = ""

    def walk(self) -> Iterator[Sentence]:
        """This one and all within it, in the order in which they are read."""
        yield self
        yield from all_of(self.inner)


def all_of(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """These sentences and all within them."""
    for each in sentences:
        yield from each.walk()
