"""Layout of lines: their indentation, the blank lines between them, and the columns that neighbours share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

from .table_row import row_text

INDENT = 4
TAB = 8
CITES_COLUMN = 96
"""Where ids in brackets begin, counted from 1."""
ALIGNED_WIDTH = 48
"""Columns that the words of a line may fill to share the column of its text with its neighbours."""
CELL_WIDTH = 100
"""Columns to which a column of a table grows; longer cells stick out."""

_RUNS = ("constant", "define", "menu", "note", "notice", "lesson", "unit", "edit", "remove")
PADDED = ("constant", "score", "label Require")


@dataclass(slots=True)
class Line:
    """One line to come. `key` is what is padded to the column of its neighbours; `start` an offset in the source."""

    depth: int
    kind: str
    words: str
    key: str = ""
    text: str = ""
    cites: str = ""
    cells: tuple[str, ...] = ()
    comment: str = ""
    start: int = 0
    blank: bool = False
    """Whether a blank line stands before it."""

    @property
    def head(self) -> str:
        """Its words, with its key before them."""
        return f"{self.key} {self.words}" if self.key else self.words


def laid_out(lines: Sequence[Line]) -> str:
    """The text of the lines, with a line break behind each."""
    _set_blanks(lines)
    heads = dict(zip(map(id, lines), map(_indent, lines), strict=True))
    real = [line for line in lines if line.kind != "#"]
    rows = {line.depth for line in real if line.cells}
    tables = (_neighbours(line for line in real if line.depth <= depth) for depth in sorted(rows))
    for group in (*_neighbours(real), *(each for table in tables for each in table if each[0].cells)):
        heads.update(_align(group))
    return "".join("\n" * line.blank + _finish_line(heads[id(line)], line) + "\n" for line in lines)


def _set_blanks(lines: Sequence[Line]) -> None:
    """Decides where blank lines stand: between declarations, and else where the author has one."""
    nexts = _next_kinds(lines)
    before: Line | None = None
    run = ""
    for line, following in zip(lines, nexts, strict=True):
        if before is None or line.kind == "otherwise" or before.depth < line.depth:
            line.blank = False
        elif line.depth == 0 and not (before.depth == 0 and before.kind == "#"):
            line.blank |= not (before.depth == 0 and run in _RUNS and run == following)
        run = line.kind if line.kind != "#" else run
        before = line


def _next_kinds(lines: Sequence[Line]) -> list[str]:
    """For every line the kind of the next declaration, itself included."""
    kinds, kind = [], ""
    for line in reversed(lines):
        kind = line.kind if line.depth == 0 and line.kind != "#" else kind
        kinds.append(kind)
    return kinds[::-1]


def _neighbours(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines in groups that share columns."""
    group: list[Line] = []
    for line in lines:
        if group and not _of_one_kind(group[-1], line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _of_one_kind(before: Line, line: Line) -> bool:
    """Tells if two lines share columns. An example may have several tables; a table elsewhere may have gaps."""
    same, apart = len(line.cells) == len(before.cells), line.blank
    if line.cells:
        apart = (line.blank or not same) if line.kind == "row of an example" else (line.blank and not same)
    return (before.kind, before.depth) == (line.kind, line.depth) and not apart


def _align(group: Sequence[Line]) -> dict[int, str]:
    """For every line of a group what stands left of its ids."""
    if group[0].cells:
        widths = _widths([line.cells for line in group])
        return {id(line): " " * INDENT * line.depth + row_text(map(_pad, line.cells, widths)) for line in group}
    padded = group[0].kind in PADDED
    keys = _widest(line.key for line in group) if padded else 0
    heads = [_indent(line, keys) for line in group]
    column = _widest(head for head, line in zip(heads, group, strict=True) if line.text)
    return {
        id(line): f"{_pad(head, column)} {line.text}".rstrip() if line.text else head
        for head, line in zip(heads, group, strict=True)
    }


def _indent(line: Line, keys: int = 0) -> str:
    key = f"{_pad(line.key, keys)} " if line.key else ""
    return " " * INDENT * line.depth + key + line.words


def _widest(texts: Iterable[str]) -> int:
    """The width of the widest, but of those that stick out."""
    return max((width for width in map(_width, texts) if width <= ALIGNED_WIDTH), default=0)


def _widths(rows: Iterable[tuple[str, ...]]) -> tuple[int, ...]:
    widths: list[int] = []
    for cells in rows:
        widths += [0] * (len(cells) - len(widths))
        for number, width in enumerate(map(_width, cells)):
            widths[number] = max(widths[number], width if width <= CELL_WIDTH else 0)
    return tuple(widths)


def _width(text: str) -> int:
    """Columns that a text fills."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _finish_line(head: str, line: Line) -> str:
    """The line with its ids and its comment."""
    if line.cites:
        head = _pad(head, CITES_COLUMN - 3) + f"  {line.cites}"
    return f"{head}  {line.comment}" if line.comment else head
