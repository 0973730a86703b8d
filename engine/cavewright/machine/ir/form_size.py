"""Bounds of the form: how many parts it may have, and how deep they may be nested. Compiling takes no more work than that."""

from __future__ import annotations

from .form import Block, Function, Statement
from .scope import TooLargeError
from .validation import parts_of

MOST_PARTS = 200_000
"""Parts of all functions of a module as they are lowered. The largest bundled game has a third of them."""
MOST_OF_ONE = 60_000
"""Parts of one function: what compiles C and WebAssembly takes longer, the larger a function is."""
MOST_NESTED = 120
"""Parts within parts: passes over the form go as deep as it is nested, each part in a few calls of Python."""


class FormSize:
    """Size that the form of some rules has reached: the functions that are done, and what is made of the next one."""

    def __init__(self, rules: str) -> None:
        self.rules, self.parts = rules, 0
        self.begun = 0
        self.counted: dict[int, tuple[Statement, int, int]] = {}
        """Statements of the next function, by what they are: how many parts each has, and how deep they are nested."""

    def begin(self) -> None:
        """A function is begun that is large where rules are: what is made of it is counted as it is made."""
        self.begun, self.counted = 0, {}

    def count(self, block: Block) -> Block:
        """Counts statements of the function that was begun. Returns them. Raises TooLargeError where they are beyond the
        bounds."""
        for each in block:
            if id(each) not in self.counted:
                parts, depth = self.measure(each, self.remaining - self.begun)
                self.counted[id(each)] = each, parts, depth
                self.begun += parts
        return block

    def add(self, function: Function) -> None:
        """Counts a function. Raises TooLargeError where the form is beyond its bounds."""
        self.parts += self.measure(function.body, self.remaining)[0]

    @property
    def remaining(self) -> int:
        """Parts that one function more may have."""
        return min(MOST_OF_ONE, MOST_PARTS - self.parts)

    def measure(self, whole: object, left: int) -> tuple[int, int]:
        """Returns the number of parts of something, and how deep they are nested. Raises TooLargeError where that is
        more than is left, or deeper than it may be."""
        parts = deepest = 0
        stack: list[tuple[object, int]] = [(whole, 0)]
        while stack:
            part, depth = stack.pop()
            known = self.counted.get(id(part))
            if known is None:
                parts += 1
                stack += [(each, depth + (not isinstance(each, tuple))) for each in parts_of(part)]
            else:
                parts, depth = parts + known[1], depth + known[2]
            deepest = max(deepest, depth)
            if parts > left:
                raise TooLargeError(
                    self.rules,
                    f"machine code is made of at most {MOST_PARTS:,} parts, {MOST_OF_ONE:,} of them in one function",
                )
            if depth > MOST_NESTED:
                raise TooLargeError(
                    self.rules, f"machine code is made of parts that are nested at most {MOST_NESTED} deep"
                )
        return parts, deepest
