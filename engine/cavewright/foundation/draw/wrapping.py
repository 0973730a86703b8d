"""Breaks texts into the lines of a terminal: at blanks, and within a word only where it is longer than a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from .characters import columns

KEPT = "\xa0"
"""A blank at which no line ends; cleaned texts have none."""
DEEP = 4
"""Columns by which a text is set in below a head that leaves no room beside it."""
WORD = re.compile(r"( *)([^ ]+)")

Begin: TypeAlias = Callable[[str, int, str, int], list[str]]


def wrap(text: str, width: int, head: str = "", later: int | None = None) -> list[str]:
    """A cleaned text in lines of at most `width` columns, the first behind `head`, the others set in by `later` columns,
    or by as many as the head has. A head that takes more than half of the width, or leaves too little for a word, has
    lines to itself.

    >>> wrap("one two three, four five", 14, "- "), wrap("several words", 14, "    a head  ")
    (['- one two', '  three, four', '  five'], ['    a head', '    several', '    words'])
    """
    return _fill_lines(WORD.findall(text), width, head, later, _word)


def pack(items: Iterable[str], width: int, head: str = "", between: str = " · ", later: int | None = None) -> list[str]:
    """Things side by side in lines that fit, each whole where it fits into a line; head and `later` as for `wrap`.

    >>> pack(["rope", "oxygen, two tanks", "raft"], 24, "has  ")
    ['has  rope ·', '     oxygen, two tanks ·', '     raft']
    """
    glue, known = between.rstrip(), list(items)
    gap, tail = between[len(glue) :], glue.replace(" ", KEPT)
    tokens = [(gap, each + tail) for each in known[:-1]]
    tokens += [(gap, each) for each in known[-1:]]
    return _fill_lines(tokens, width, head, later, wrap)


def _fill_lines(tokens: Sequence[tuple[str, str]], width: int, head: str, later: int | None, begin: Begin) -> list[str]:
    """Tokens one after the other, each behind its gap; `begin` sets one that is first in its line, or too long for it."""
    longest = max((columns(word) for _, token in tokens for word in token.split(" ")), default=0)
    if later is None and head.strip() and (columns(head) > width // 2 or columns(head) + longest > width):
        before = min(len(head) - len(head.lstrip()), DEEP)
        return [*wrap(head.strip(), width, " " * before), *_fill_lines(tokens, width, " " * DEEP, None, begin)]
    deep = max(0, min(columns(head) if later is None else later, width // 2, width - longest))
    lines, is_begun = [head if head.strip() else " " * min(len(head), deep)], False
    for gap, token in tokens:
        if is_begun and columns(lines[-1] + gap + token) <= width:
            lines[-1] += gap + token
            continue
        if is_begun:
            lines.append(" " * deep)
        lines[-1:] = begin(token, width, lines[-1], deep)
        is_begun = True
    return [line.rstrip().replace(KEPT, " ") for line in lines]


def _word(word: str, width: int, line: str, deep: int) -> list[str]:
    """A word behind what a line begins with, or below that, or in parts where no line has room for it."""
    if columns(line + word) <= width:
        return [line + word]
    above, line = ([line], " " * deep) if line.strip() else ([], line)
    parts = broken(word, width - len(line))
    return [*above, *(line + each for each in parts)]


def broken(word: str, room: int) -> list[str]:
    """A word in parts that fit: broken where two are only kept together, or behind a hyphen, or else anywhere;
    without letters that are wider than the room.

    >>> broken("cave-vs-cave", 9), broken("Tropfstein", 4)
    (['cave-vs-', 'cave'], ['Trop', 'fste', 'in'])
    """
    parts = list[str]()
    word = "".join(each for each in word if columns(each) <= room)
    while columns(word) > room > 0:
        end = next(n for n in range(len(word), 0, -1) if columns(word[:n]) <= room or n == 1)
        end = max(word.rfind("-", 1, end), word.rfind(KEPT, 1, end)) + 1 or end
        parts.append(word[:end])
        word = word[end:].lstrip(KEPT)
    return [*parts, word]
