"""Pictures of rows: those of the publisher, or else drawn of the sign and the colour of a row.

A publisher's picture is the file that the row names in a column `picture`, or, where it names none, that beside the rules
which is called as the row, `equipment-rope.svg`. A table needs no further column for it, so rows of overlays stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from ...foundation.draw.own_pictures import OwnPicture, PictureError, clean_picture
from ...foundation.source import Diagnostic, Source, Span, at, did_you_mean
from ...foundation.source.lazy_property import lazy_property
from ...play.loading.opened_rules import OpenedRules
from ...play.loading.rulesets import RulesetError
from ...play.views.faces import Face
from ...rules.model import ruleset as m

SIDE, PAPER, LINE = 24, "#f3ead6", "#6b6152"
"""How wide and high a drawn icon is, and the colours of one whose row has none."""


@dataclass(frozen=True)
class RowPictures:
    """Pictures of the rows of kinds."""

    opened: OpenedRules

    @lazy_property
    def _sources(self) -> Mapping[str, Source]:
        """The pictures beside the rules by their names, those of overlays instead of those below."""
        return {name: each for folder in self.opened.folders for name, each in folder.pictures.items()}

    @lazy_property
    def _read(self) -> tuple[Mapping[str, OwnPicture], tuple[Diagnostic, ...]]:
        """The pictures of the files of rows, and what is wrong with others."""
        sources = self._sources
        read: dict[str, OwnPicture] = {}
        found: list[Diagnostic] = []
        for file, owner in self._files.items():
            source = sources.get(file)
            if source is None:
                found.append(_missing(file, owner, sources))
                continue
            try:
                read[file] = clean_picture(source.text)
            except PictureError as error:
                found.append(_unusable(source, error))
        return read, tuple(found)

    @property
    def _files(self) -> dict[str, m.Kind]:
        """The files of rows, each with the kind of which one has it first."""
        found: dict[str, m.Kind] = {}
        for kind in self.opened.rules.kinds.values():
            for row in range(len(kind.rows)):
                if file := self._file_of(kind, row):
                    found.setdefault(file, kind)
        return found

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """C0714 for pictures that are not there, and for those that cannot be printed."""
        return self._read[1]

    def _file_of(self, kind: m.Kind, row: int) -> str:
        """The name of the file of a row; "" if it has none."""
        column = kind.columns.get(m.PICTURE)
        like = f"{kind.name}-{kind.rows[row]}.svg"
        named = (column.texts[row] or "").strip() if column is not None and column.texts else ""
        return named or (like if like in self._sources else "")

    def require(self) -> None:
        """RulesetError where a row has a picture that cannot be printed."""
        if self.findings:
            raise RulesetError(self.findings)

    def of(self, kind: m.Kind, row: int) -> str:
        """Returns the picture of a row as SVG: that of its file, else its sign on its colour, "" if it has none."""
        own = self._read[0].get(self._file_of(kind, row))
        if own is not None:
            return own.svg
        face = Face(kind, self.opened.words)
        sign = face.text(row, "symbol").strip() if "symbol" in kind.columns else ""
        return _draw_icon(sign, face.text(row, "colour")) if sign else ""

    def own(self, kind: m.Kind, name: str) -> OwnPicture | None:
        """Returns the picture that the publisher has of a row; None where there is none."""
        return self._read[0].get(self._file_of(kind, kind.index(name)))

    def of_rows(self, kind: m.Kind) -> Iterator[str]:
        """Yields the pictures of all rows of a kind."""
        return (self.of(kind, row) for row in range(len(kind.rows)))


def _missing(file: str, kind: m.Kind, sources: Mapping[str, Source]) -> Diagnostic:
    span = kind.span or Span(Source(file, ""), 0, 0)
    help = did_you_mean(file, sources) or "put an SVG file beside the rules, and name it without a folder"
    return at("C0714", f"there is no picture `{file}` beside these rules", span, help=help)


def _unusable(source: Source, error: PictureError) -> Diagnostic:
    lines = source.text.split("\n")
    start = sum(len(each) + 1 for each in lines[: error.line - 1])
    begin = min(start + error.column - 1, len(source.text))
    span = Span(source, begin, min(begin + 1, len(source.text)))
    help = "save it as plain SVG: shapes and their colours, letters as paths, nothing from elsewhere"
    return at("C0714", f"this picture cannot be printed: {error}", span, help=help)


def _draw_icon(sign: str, colour: str) -> str:
    middle = SIDE / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}">'
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle - 1:g}" fill="{escape(colour or PAPER)}" stroke="{LINE}"/>'
        f'<text x="{middle:g}" y="{middle + 4.5:g}" text-anchor="middle" font-family="DejaVu Sans, sans-serif" '
        f'font-size="13" fill="#2b2620">{escape(sign)}</text></svg>'
    )
