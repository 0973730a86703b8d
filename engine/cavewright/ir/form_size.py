"""Bounds of the form: how many parts it may have, and how deep they may be nested. Compiling takes no more work than that."""

from __future__ import annotations

from .form import Function
from .scope import TooLargeError
from .validation import parts_of

MOST_PARTS = 200_000
"""Parts of all functions of a module as they are lowered. The largest bundled game has a third of them."""
MOST_OF_ONE = 60_000
"""Parts of one function: what compiles C and WebAssembly takes longer, the larger a function is."""
MOST_NESTED = 120
"""Parts within parts: passes over the form go as deep as it is nested, each part in a few calls of Python."""


class FormSize:
    """How large the form of some rules has become."""

    def __init__(self, rules: str) -> None:
        self.rules, self.parts = rules, 0

    def add(self, function: Function) -> None:
        """Counts a function. Raises TooLargeError where the form is beyond its bounds."""
        left = min(MOST_OF_ONE, MOST_PARTS - self.parts)
        parts = 0
        stack: list[tuple[object, int]] = [(function.body, 0)]
        while stack:
            part, depth = stack.pop()
            parts += 1
            if parts > left:
                raise TooLargeError(
                    self.rules,
                    f"machine code is made of at most {MOST_PARTS:,} parts, {MOST_OF_ONE:,} of them in one function",
                )
            if depth > MOST_NESTED:
                raise TooLargeError(
                    self.rules, f"machine code is made of parts that are nested at most {MOST_NESTED} deep"
                )
            stack += [(each, depth + (not isinstance(each, tuple))) for each in parts_of(part)]
        self.parts += parts
