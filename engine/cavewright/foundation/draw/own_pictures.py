"""Pictures that others drew: SVG that is checked and cleaned, so that it can stand within a page.

Nothing in it runs, asks for a file or depends on the fonts of a reader. What programs for drawing leave behind, such as
comments and names of layers, is left out; the same file gives the same string on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from ..source.frozen import frozen

LARGEST, MOST_ELEMENTS, DEEPEST, MOST_RATIO = 4096.0, 2000, 32, 6.0
"""Units that a picture may be wide or high, elements in it, one within another, and how many times one side is the other."""
SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink href"
SHAPES = frozenset(
    (
        "svg",
        "g",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "defs",
        "linearGradient",
        "radialGradient",
        "stop",
        "clipPath",
        "mask",
    )
)
LEFT_OUT = frozenset(["title", "desc", "metadata"])
PAINT = frozenset(
    (
        "fill",
        "fill-opacity",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-opacity",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit",
        "stroke-dasharray",
        "stroke-dashoffset",
        "opacity",
        "color",
        "stop-color",
        "stop-opacity",
        "clip-path",
        "clip-rule",
        "mask",
        "display",
        "visibility",
    )
)
GEOMETRY = frozenset(
    (
        "id",
        "d",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "fx",
        "fy",
        "width",
        "height",
        "points",
        "transform",
        "offset",
        "viewBox",
        "preserveAspectRatio",
        "gradientUnits",
        "gradientTransform",
        "spreadMethod",
        "clipPathUnits",
        "maskUnits",
        "maskContentUnits",
        "pathLength",
    )
)
_NUMBER = re.compile(r"\s*([0-9]*\.?[0-9]+)(?:px)?\s*")
_BOX = re.compile(r"[\s,]*".join(["([-+0-9.eE]+)"] * 4))
_URL = re.compile(r"url\(\s*(?P<mark>['\"]?)(.*?)(?P=mark)\s*\)", re.IGNORECASE)
_WITHIN = re.compile(r"#[A-Za-z_][\w.-]*")
_CONTROL = re.compile(r"[\\@]|/\*|javascript|expression", re.IGNORECASE)


class PictureError(ValueError):
    """A picture that cannot be used, and the line and column of what is wrong, from 1."""

    def __init__(self, message: str, at: tuple[int, int]) -> None:
        super().__init__(message)
        self.line, self.column = at


@frozen
class OwnPicture:
    """A picture that can stand in a page: SVG on one line, and its width and height."""

    svg: str
    width: float
    height: float


def clean_picture(text: str) -> OwnPicture:
    """Returns a picture as it can be printed. PictureError for one that cannot.

    >>> clean_picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><!-- a --><path d="M0 0h8"/></svg>').svg
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4" width="8" height="4"><path d="M0 0h8"/></svg>'
    """
    return _Cleaner().read(text)


class _Cleaner:
    """Reads a picture element by element, and writes what may stand in it."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.depth = self.elements = self.ignored = 0
        self.size = (0.0, 0.0)
        self.named: set[str] = set()
        self.asked: dict[str, tuple[int, int]] = {}
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._letters
        self.parser.EntityDeclHandler = self._entity

    def read(self, text: str) -> OwnPicture:
        try:
            self.parser.Parse(re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text).encode("utf-8"), True)
        except expat.ExpatError as error:
            raise PictureError("this is no SVG that can be read", (error.lineno, error.offset + 1)) from error
        for name, at in self.asked.items():
            if name not in self.named:
                raise PictureError(f"`#{name}` is nothing in this picture", at)
        return OwnPicture("".join(self.written), *self.size)

    @property
    def _at(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _wrong(self, message: str) -> PictureError:
        return PictureError(message, self._at)

    def _begin(self, name: str, given: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        self.depth, self.elements = self.depth + 1, self.elements + 1
        if self.elements > MOST_ELEMENTS or self.depth > DEEPEST:
            raise self._wrong(f"a picture has at most {MOST_ELEMENTS} parts, {DEEPEST} within each other")
        if self.depth == 1:
            if (space, local) != (SVG, "svg"):
                raise self._wrong("this is no SVG that can be read")
            self.size = self._read_size(given)
            width, height = map(_short, self.size)
            given = {
                **given,
                "viewBox": given.get("viewBox", f"0 0 {width} {height}"),
                "width": width,
                "height": height,
            }
        elif self.ignored or space != SVG or local in LEFT_OUT:
            self.ignored += 1
            return
        elif local not in SHAPES or local == "svg":
            raise self._wrong(f"`{local}` cannot stand in a picture")
        first = f' xmlns="{SVG}"' if self.depth == 1 else ""
        self.written.append(f"<{local}{first}{''.join(self._attributes(given))}>")

    def _end(self, name: str) -> None:
        self.depth -= 1
        if self.ignored:
            self.ignored -= 1
            return
        last = self.written[-1]
        if last.endswith("/>") or last.startswith("</"):
            self.written.append(f"</{name.rpartition(' ')[2]}>")
        else:
            self.written[-1] = f"{last[:-1]}/>"

    def _letters(self, text: str) -> None:
        if text.strip() and not self.ignored:
            raise self._wrong("letters cannot stand in a picture")

    def _entity(self, *_: object) -> None:
        raise self._wrong("a picture declares no entities")

    def _read_size(self, given: dict[str, str]) -> tuple[float, float]:
        box = _BOX.fullmatch(given.get("viewBox", "").strip())
        sides = [
            found and found[1] for each in ("width", "height") for found in [_NUMBER.fullmatch(given.get(each, ""))]
        ]
        try:
            width, height = [float(each) if each else 0.0 for each in (box.groups() if box else sides)][-2:]
        except ValueError:
            width = height = 0.0
        if not (0 < width <= LARGEST and 0 < height <= LARGEST) or max(width / height, height / width) > MOST_RATIO:
            raise self._wrong(
                f"a picture says in its `viewBox` how wide and high it is, each up to {LARGEST:g} and up to {MOST_RATIO:g} times the other"
            )
        return width, height

    def _attributes(self, given: dict[str, str]) -> Iterator[str]:
        """Yields what may be said of an element, in the order in which it is said; a `style` as what it says."""
        said: dict[str, str] = {}
        for name, value in given.items():
            if name == "style":
                said |= self._read_style(value)
            elif name in (LINK, "href"):
                said["href"] = value.strip()
                if not _WITHIN.fullmatch(said["href"]):
                    raise self._wrong(f"a picture asks for nothing outside of itself, not for `{value[:60]}`")
            elif name.lower().startswith("on"):
                raise self._wrong(f"`{name}` cannot stand in a picture")
            elif name in GEOMETRY or name in PAINT:
                said[name] = value
        for name, value in said.items():
            self._look_at(name, value)
            yield f" {name}={quoteattr(' '.join(value.split()))}"

    def _read_style(self, text: str) -> dict[str, str]:
        parts = (each.partition(":") for each in text.split(";") if each.strip())
        return {name.strip(): value.strip() for name, _, value in parts if name.strip() in PAINT}

    def _look_at(self, name: str, value: str) -> None:
        """PictureError for a value that runs something, or asks for something outside of the picture."""
        if name == "id":
            if not _WITHIN.fullmatch(f"#{value}"):
                raise self._wrong(f"`id={value[:60]}` cannot stand in a picture")
            self.named.add(value)
        places = [found[2] for found in _URL.finditer(value)] if name != "href" else [value]
        for place in places:
            if not _WITHIN.fullmatch(place):
                raise self._wrong(f"a picture asks for nothing outside of itself, not for `{place[:60]}`")
            self.asked.setdefault(place[1:], self._at)
        if _CONTROL.search(value) or "url(" in _URL.sub("", value).lower():
            raise self._wrong(f"`{value[:60]}` cannot stand in a picture")


def _short(number: float) -> str:
    return f"{number:g}"
