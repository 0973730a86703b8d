"""Lines of equal shape on sets: one set moved over itself finds all of them at once.

A line is a set of rows, its shape how these lie behind the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from .form import LONG, WORD, Const, Expr, Range, Var, With
from .ranges import is_long

Shape = tuple[int, ...]
MOST_SHAPES = 4


def shape_of(line: int) -> Shape:
    """Returns the distances of the rows of a line from the first.

    >>> shape_of(0b1010100)
    (0, 2, 4)
    """
    first = (line & -line).bit_length() - 1
    return tuple(n - first for n in range(first, line.bit_length()) if line >> n & 1)


def complete_shapes(runs: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
    """Runs of lines with the row in each that the number of the run is, if they have fewer shapes then, and these rows:
    lines through a row are often written down without it.

    >>> complete_shapes([[0b110], [0b101], [0b011]])
    ([1, 2, 4], [[7], [7], [7]])
    """
    ways = [[0] * len(runs), *([1 << max(0, n - k) for n in range(len(runs))] for k in (0, 1))]
    made = [
        (own, [[line | bit for line in run if line] for bit, run in zip(own, runs, strict=True)])
        for own in ways
        if not any(line & bit for bit, run in zip(own, runs, strict=True) for line in run)
    ]
    return min(made, key=lambda each: len({shape_of(line) for run in each[1] for line in run}))


def starts_of(lines: Sequence[int], shape: Shape) -> int:
    """The first rows of those lines that have a shape."""
    return sum({line & -line for line in lines if shape_of(line) == shape})


def all_begin(shape: Shape, words: Sequence[Expr], fresh: Callable[[str, Range], Var]) -> tuple[list[Var], Lets]:
    """The words of the rows with which a line of a shape begins, all of whose rows are in a set; and what they are."""
    if shape == (0,):
        return list(words), []  # type: ignore[arg-type]
    half = len(shape) // 2
    by = shape[half]
    if len(shape) % 2 == 0 and tuple(each + by for each in shape[:half]) == shape[half:]:
        held, lets = all_begin(shape[:half], words, fresh)
        other = held
    else:
        held, lets = all_begin(shape[:-1], words, fresh)
        other, by = list(words), shape[-1]  # type: ignore[arg-type]
    both = [fresh("begin", LONG if is_long(each) else WORD) for each in words]
    shifted = shift_words(other, by)
    begins = (a & b for a, b in zip(held, shifted, strict=True))
    return both, [*lets, *zip(both, begins, strict=True)]


Lets = list[tuple[Var, Expr]]


def shift_words(words: Sequence[Expr], by: int) -> list[Expr]:
    """The words of a set of rows, each moved so far to the front."""
    size = 64 if any(map(is_long, words)) else 32
    skipped, bits = divmod(by, size)
    there = [*words[skipped:], *[Const(0)] * (skipped + 1)][: len(words) + 1]
    if not bits:
        return there[: len(words)]
    return [
        (a >> bits if b == Const(0) else a >> bits | b << size - bits) if a != Const(0) else a
        for a, b in pairwise(there)
    ]


def bind_names(lets: Lets, inner: Expr) -> Expr:
    """An expression in which names stand for what they are."""
    for var, value in reversed(lets):
        inner = With(var, value, inner)
    return inner
