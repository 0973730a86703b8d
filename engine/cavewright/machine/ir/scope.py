"""Names while expressions are lowered: what each stands for, who acts, and what cannot be lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ...foundation.source import Span
from ...rules.model import ruleset as m
from .form import Expr

Words: TypeAlias = Callable[[Expr], Expr]
"""A set: from the number of a word to that word."""
Value: TypeAlias = Expr | Words


TOO_DEEP = "its rules are nested too deep for what compiles them"


class UnloweredError(Exception):
    """Something that the form cannot say yet: what it is, where it stands, and why."""

    def __init__(self, what: str, why: str, span: Span | None = None) -> None:
        super().__init__(f"{what}: {why}")
        self.what, self.why, self.span = what, why, span


class TooLargeError(UnloweredError):
    """Rules whose form would be larger, or nested deeper, than what is compiled: nothing more of them is lowered."""


MOST_DEPTH = 1_000
"""Searches that may lie within each other."""


@dataclass(frozen=True)
class Environment:
    """Meaning of names, and the acting player, if that is not the one in its slot. `depth` is how many searches lie
    around, each of which needs a list of its own; see `with_lists`."""

    values: Mapping[int, Value] = field(default_factory=dict)
    me: Expr | None = None
    depth: int = 0

    def bind(self, local: m.Local, value: Value) -> Environment:
        """Returns the environment with a name more."""
        return replace(self, values={**self.values, local.number: value})

    def acting(self, player: Expr) -> Environment:
        """Returns the environment while another player acts."""
        return replace(self, me=player)

    def with_lists(self, number: int) -> Environment:
        """Returns the environment with lists of searches that nothing else uses, by a number that nothing else has."""
        return replace(self, depth=MOST_DEPTH * number)

    def deeper(self) -> Environment:
        """Returns the environment within another search."""
        return replace(self, depth=self.depth + 1)


@contextmanager
def stack_watched(rules: str) -> Iterator[None]:
    """Raises TooLargeError in place of RecursionError: no larger stack could be had."""
    try:
        yield
    except RecursionError:
        raise TooLargeError(rules, TOO_DEEP) from None


HERE = Environment()
"""Where nothing has a name."""
