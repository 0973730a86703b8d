"""Boxes in which a terminal shows diagnostics, with their places, labels, notes and help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..texts import Texts
from .diagnostic import Diagnostic
from .lazy_property import lazy_property
from .marked_lines import (
    Mark,
    Page,
    View,
    by_source,
    cells,
    digits_of,
    escape_character,
    headline,
    marks_of,
    prose,
    views,
    visible,
    wrap_text,
)

LABEL_ROOM = 24
"""Columns to the right of an underline in which the words of a label may wrap."""
STYLES = {"error": "1;31", "warning": "1;33", "message": "1", "frame": "34", "further": "36", "help": "32", "hint": "2"}


@dataclass(frozen=True)
class Screen:
    """One diagnostic upon a terminal."""

    diagnostic: Diagnostic
    width: int
    colour: bool
    words: Texts

    def lines(self) -> list[str]:
        """The whole diagnostic: its headline, and the box with places and help."""
        guilty, others = self._shares
        lines = self.headline()
        if guilty:
            lines += [self.joint("╭", guilty[0].place(escape_character)), *self.snippet(guilty)]
        for mark in others:
            lines += [self.joint("├", mark.place(escape_character)), *self.aside(mark)]
        return [*lines, *self.tail()]

    @lazy_property
    def digits(self) -> int:
        """Columns of line numbers; behind them and a space stands the left edge of the box."""
        guilty, others = self._shares
        return digits_of([*guilty, *(mark for mark in others if not mark.text)])

    def paint(self, style: str, text: str) -> str:
        """A text in the colours of a style, where there are colours."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour and style and text else text

    def headline(self) -> list[str]:
        """Returns the severity, the code and the message."""
        kind, message = headline(self.diagnostic, self.words)
        kind = prose(kind, escape_character).replace("\n", " ")
        first, *others = wrap_text(f"{kind}: {prose(message, visible)}", self.width)
        rest = first.removeprefix(kind)
        head = self.paint(self.diagnostic.severity, kind) if rest != first else ""
        return [head + self.paint("message", rest), *(self.paint("message", other) for other in others)]

    @lazy_property
    def _shares(self) -> tuple[list[Mark], list[Mark]]:
        """Marks in the guilty file, and those in others."""
        groups = by_source(marks_of(self.diagnostic))
        return (groups[0] if groups else []), [mark for group in groups[1:] for mark in group]

    # ---- the box -----------------------------------------------------------------------------------------------------

    @property
    def room(self) -> int:
        """Columns right of the edge."""
        return self.width - self.digits - 3

    def joint(self, corner: str, text: str) -> str:
        """A line of the box at which a file begins."""
        edge = self.paint("frame", f"{corner}─")
        return f"{'':{self.digits}} {edge} {text}".rstrip()

    def row(self, text: str, number: str = "", edge: str = "│") -> str:
        left = self.paint("frame", f"{number:>{self.digits}} {edge}") if number or edge.strip() else ""
        return f"{left or ' ' * (self.digits + 2)} {text.rstrip()}".rstrip()

    def snippet(self, marks: Iterable[Mark]) -> Iterator[str]:
        """The lines of a file that are marked, and the marks below them."""
        for view in views(marks, Page(self.room, visible, "…")):
            if view.gap:
                yield self.row("", edge="┆")
            if view.fresh:
                yield self.row(view.text, str(view.mark.line))
            style = self.diagnostic.severity if view.mark.guilty else "further"
            yield from (self.row(" " * indent + self.paint(style, text)) for indent, text in self.under(view))

    def under(self, view: View) -> Iterator[tuple[int, str]]:
        """Underline and words of a label, each line with its indent: to the right, else to the left, else below."""
        words = prose(view.mark.text, visible)
        line = ("─" if view.mark.guilty else "┄") * view.length
        stem = (view.length - 1) // 2
        knee = view.indent + stem
        right, left = self.room - knee - 4, knee - 3
        joined = line[:stem] + "┬" + line[stem + 1 :]
        if not words:
            yield view.indent, line
        elif right >= LABEL_ROOM or _fits(words, right):
            yield view.indent, joined
            first, *others = wrap_text(words, right)
            yield knee, f"╰── {first}"
            yield from ((knee + 4, other) for other in others)
        elif _fits(words, left):
            yield view.indent, joined
            yield knee - 3 - cells(words), f"{words} ──╯"
        else:
            yield view.indent, line
            yield from ((1, text) for text in wrap_text(words, self.room - 1))

    def aside(self, mark: Mark) -> Iterator[str]:
        """A label in another file."""
        if not mark.text:
            yield from self.snippet([mark])
        for text in wrap_text(prose(mark.text, visible), self.room - 1) if mark.text else ():
            yield self.row(f" {text}")

    def tail(self) -> Iterator[str]:
        """Notes, help and where to read on; the last of them closes the box."""
        tails = self._tails()
        if not tails and self.diagnostic.labels:
            yield self.joint("╰", "")
        for number, (style, text) in enumerate(tails, 1):
            corner, edge = ("╰", " ") if number == len(tails) else ("├", "│")
            first = wrap_text(text, self.room - 1)[0]
            others = wrap_text(text[len(first) + 1 :], self.room - 3) if len(text) > len(first) else []
            yield self.joint(corner, self.paint(style, first))
            yield from (self.row(f"   {self.paint(style, other)}", edge=edge) for other in others)

    def _tails(self) -> list[tuple[str, str]]:
        found, phrase = self.diagnostic, self.words.phrase
        tails = [("", f"{phrase('note')}: {prose(note, visible)}") for note in found.notes]
        hint = f"cavewright explain {prose(found.code, escape_character)}" if found.code else ""
        helping = f"{phrase('help')}: {prose(found.help, visible)}" if found.help else ""
        both = f"{helping}        {hint}"
        if helping and hint and _fits(both, self.room - 1):
            return [*tails, ("help", both)]
        return [*tails, *((style, text) for style, text in (("help", helping), ("hint", hint)) if text)]


def _fits(text: str, room: int) -> bool:
    return "\n" not in text and cells(text) <= room
