"""Values in texts: reads what stands in braces like any expression, and sees to it that it is known before play. What a
notice, a line or an action says is said of a position: its values need not be known before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...foundation.source import Source, Span, warning
from ...foundation.source.frozen import frozen
from ...language.syntax import parse_text, text_values
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.free_names import locals_in
from ..model.types import YES_NO
from .section import Section, cells_of

_NAMES = ("ruleset", "edition", "overlay", "unit", "currency")
"""Declarations whose texts are names, or are shown before the rules are read: these say no values."""
_MOMENTARY = ("action", "to", "whenever")
"""Declarations whose texts are said of a position."""
_DOUBLED = "write `{{` for a brace that is read"


@frozen
class LocatedText:
    """A text: where it stands with its quotes, or a node that it stands in, and whether it may say values."""

    text: str
    place: Span
    is_sentence: bool = True
    is_of_position: bool = False
    """Tells if the text is said of a position: its values are asked for a player while the game goes on."""
    key: str = ""
    """The key of such a text, under which its values are asked for."""


class TextValues(Section):
    """Values in braces in texts. `spoken` are those that are asked of a position, by the key of their text."""

    spoken: dict[str, dict[str, m.Expr]]

    def read_all(self, heads: Iterable[t.Declaration]) -> dict[str, m.Expr]:
        """The values by how they are written. Reading them changes nothing of what rules tell of rows."""
        named, found = set(self.names.named), dict[str, m.Expr]()
        written = (*heads, *self.given.declarations)
        self.named_in_rules = {each for _, scope in self.read.text_scopes.values() for each in scope.values()}
        self.sources, self.spoken = tuple(dict.fromkeys(each.span.source for each in written)), {}
        for each in _texts(written):
            located = self._locate_text(each)
            for value, expr, span in self._values(located):
                if expr.op == "const":
                    found[value] = expr
                else:
                    self._note_spoken(located.key, value, expr, span)
        self.names.named.clear()
        self.names.named |= named
        return found

    def _locate_text(self, found: tuple[LocatedText, t.Node]) -> LocatedText:
        """A text, with the key by which a line or an action says its values of a position; what a line reveals is told
        behind it, of no position."""
        written, node = found
        is_revealing = getattr(getattr(node, "statement", None), "reveals", False)
        if node.span in self.read.text_scopes and isinstance(node, t.Line) and not is_revealing:
            return replace(written, is_of_position=True, key=self.read.text_scopes[node.span][0])
        if isinstance(node, t.Declaration) and node.kind in _MOMENTARY:
            return replace(written, is_of_position=True, key=f"{node.kind} {node.name}")
        return written

    def _note_spoken(self, key: str, value: str, expr: m.Expr, span: Span) -> None:
        """Keeps a value of a position; two lines with one key have to mean one thing by the same words."""
        known, names = self.spoken.setdefault(key, {}).setdefault(value, expr), self.named_in_rules
        if names & {*locals_in(known)} != names & {*locals_in(expr)}:
            self.wrong(
                "C0417",
                f"`{value}` means something else in another text with the key `{key}`",
                span,
                help="give the line a key of its own, `key: …`",
            )

    def notices(self) -> Iterator[m.Notice]:
        """Reads the notices, in order: when each is shown, and the values that it says of a position."""
        for node in self.of("notice"):
            shown = self.names.defines.get(node.name)
            if shown is not None and not (shown.body.type.is_truth or shown.body.type.is_unknown):
                self.read.want(shown.body, YES_NO, "what stands behind `where`")
            if not node.text:
                self.wrong("C0106", f"`{node.name}` says nothing", node.name_span, help='write a sentence: `"…"`')
            located = LocatedText(node.text, node.span, is_of_position=True)
            values = {value: expr for value, expr, _ in self._values(located)}
            if shown is not None:
                yield m.Notice(node.name, shown.body, tuple(values.items()), self.clause(node.label, node))

    def _values(self, written: LocatedText) -> Iterator[tuple[str, m.Expr, Span]]:
        place = self._text_span(written)
        for each in text_values(written.text):
            span = Span(place.source, place.start + each.start, place.start + each.end)
            if not written.is_sentence:
                message = "nothing is filled in here: this text is a name"
                way = "say it without the value, or in the text of a rule"
                self.findings.add(warning("C0542", message, span, help=way))
            elif not each.value:
                self.wrong("C0106", "nothing can be filled in here", span, help=_DOUBLED)
            elif (value := self._value(span, len(each.forms), written)) is not None:
                yield each.value, value, span

    def _value(self, span: Span, forms: int, written: LocatedText) -> m.Expr | None:
        """Reads the value in braces, if a text can say that."""
        bar = span.text.find("|")
        node, problem = parse_text(span.source, span.start + 1, span.start + bar if bar > 0 else span.end - 1, "expr")
        if problem is not None:
            self.findings.add(problem)
            return None
        known = self.read.text_scopes.get(written.place, ("", {}))[1] if written.key else {}
        with self.read.knowing(*known.values(), alone=True):
            value = self.read.expr(node)
        if value.type.is_unknown:
            return None
        if value.op != "const" and not written.is_of_position:
            self.wrong(
                "C0417",
                f"what a text says has to be known before play, and `{span.text[1:-1]}` is not",
                span,
                help="name a constant, an option or a cell of a table",
            )
        elif forms and not value.type.is_number:
            self.wrong("C0401", f"a noun in two forms follows a number, not `{value.type}`", span, help="take it out")
        elif not (value.type.is_number or value.type.is_row) or value.type.name.startswith("option "):
            self.wrong("C0401", f"a text says numbers and rows, not `{value.type}`", span, help="say it in words")
        else:
            return value
        return None

    def _text_span(self, written: LocatedText) -> Span:
        """Returns the span of a text behind its quote; the text that an overlay gave to a clause stands in that
        overlay's file."""
        quoted = f'"{written.text}"'
        for place in (written.place, *(Span(each, 0, len(each.text)) for each in self.sources)):
            if (at := place.text.find(quoted)) >= 0:
                start = place.start + at + 1
                return Span(place.source, start, start + len(written.text))
        return Span(Source(written.place.source.name, written.text), 0, len(written.text))


def _texts(declarations: Iterable[t.Declaration]) -> Iterator[tuple[LocatedText, t.Node]]:
    """All texts of these declarations that have braces, with the nodes that they belong to."""
    for node in declarations:
        for each in t.walk(node) if node.kind != "notice" else ():
            text = "" if isinstance(each, t.Said) else getattr(each, "text", "")
            if "{" in text or "}" in text:
                is_name = node.kind in _NAMES and isinstance(each, t.Declaration | t.Property)
                yield LocatedText(text, each.span, not is_name), each
        for row in node.every(t.Row) if node.kind in ("kind", "option") else ():
            for cell in cells_of(row).cells[1:] if "{" in row.raw or "}" in row.raw else ():
                yield LocatedText(cell.text, cell.span, node.kind == "option"), row
