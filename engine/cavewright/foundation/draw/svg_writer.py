"""A pen that writes SVG elements: numbers in one form, every text cleaned, every character escaped."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from ..source.frozen import frozen
from ..source.memo import Memo
from .characters import clean
from .geometry import Point, midway
from .palette import INK


def number(value: float) -> str:
    """A length with at most one decimal.

    >>> number(3.0), number(2.04), number(-0.01)
    ('3', '2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


_ATTRIBUTES = Memo[str, str](lambda name: name.rstrip("_").replace("_", "-"))
"""Names of attributes, by how they are written in Python."""


class SvgWriter:
    """Adds elements to one SVG element. Attribute names are written with underscores for hyphens."""

    def __init__(self, node: ET.Element) -> None:
        self.node = node

    def add(self, tag: str, text: str = "", /, **attributes: str | float) -> ET.Element:
        """A new element inside this one."""
        written = {
            _ATTRIBUTES[name]: clean(value) if isinstance(value, str) else number(value)
            for name, value in attributes.items()
        }
        made = ET.SubElement(self.node, tag, written)
        made.text = clean(text) or None
        return made

    def group(self, title: str = "", at: Point | None = None, **attributes: str | float) -> SvgWriter:
        """A pen for a new group with a text that shows when pointed at; moved to `at` if that is given."""
        if at is not None:
            attributes["transform"] = f"translate({number(at[0])} {number(at[1])})"
        pen = SvgWriter(self.add("g", **attributes))
        if clean(title):
            pen.add("title", title)
        return pen

    def circle(self, at: Point, radius: float, **attributes: str | float) -> None:
        """A circle around a point."""
        self.add("circle", cx=at[0], cy=at[1], r=radius, **attributes)

    def box(self, at: Point, size: Point, round_by: float, **attributes: str | float) -> None:
        """A rectangle with rounded corners, from its north-west corner."""
        self.add("rect", x=at[0], y=at[1], width=size[0], height=size[1], rx=round_by, **attributes)

    def line(self, points: Sequence[Point], **attributes: str | float) -> None:
        """Straight lines from point to point, back to the first if they are filled."""
        closed = "Z" if "fill" in attributes else ""
        self.add("path", d="M" + " L".join(map(pair, points)) + closed, **({"fill": "none"} | attributes))

    def words(self, at: Point, text: str, size: float, style: TextStyle | None = None) -> None:
        """A line of text; nothing if it is empty."""
        style = style or TextStyle()
        if not clean(text).strip():
            return
        more: dict[str, str | float] = {}
        if style.halo:
            more = {
                "stroke": style.halo,
                "stroke_width": size * 0.36,
                "stroke_linejoin": "round",
                "paint_order": "stroke",
            }
        self.add(
            "text",
            text,
            x=at[0],
            y=at[1],
            font_size=size,
            fill=style.fill,
            text_anchor=style.anchor,
            font_weight=style.weight,
            **more,
        )


@frozen
class TextStyle:
    """Style of a text: colour, where it is anchored (start, middle, end), weight, and a halo that keeps it legible."""

    fill: str = INK
    anchor: str = "start"
    weight: int = 400
    halo: str = ""


def smooth(points: Sequence[Point]) -> str:
    """A closed curve that rounds off a polygon, as path data."""
    middles = [midway(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True)]
    curves = (f"Q{pair(corner)} {pair(middle)}" for corner, middle in zip(points, middles, strict=True))
    return f"M{pair(middles[-1])} {' '.join(curves)}Z"


def pair(point: Point) -> str:
    """A point in path data."""
    return f"{number(point[0])} {number(point[1])}"
