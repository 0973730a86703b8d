"""Characters: which ones may be drawn, how many columns they fill, and what stands for them in plain ASCII."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache

from ..source.frozen import frozen
from ..source.memo import Memo
from .geometry import total

# What Unicode's own decompositions do not reach: a character, and what stands for it.
_LINES = "╎! ┊: ┈. ….. ·. •* ●* ○o ◦o ∎# ■# □o ◆* ◇o ▲^ △^ ▼v ★* ☆* ✓v ✗x"
_SIGNS = "−- –- —- ≈~ ↓v ↑^ →> ←< ↕| ↔- ×x ‘' ’' “\" ”\""
_LETTERS = "łl ŁL ßss øo ØO æae ÆAE đd ĐD ðd þth œoe ŒOE ıi"
_BOXES = dict.fromkeys("┌┐└┘├┤┬┴┼", "+") | dict.fromkeys("─╌╶╴", "-") | dict.fromkeys("│╵╷", "|")
ASCII: Mapping[str, str] = _BOXES | {each[0]: each[1:] for each in f"{_LINES} {_SIGNS} {_LETTERS}".split()}

_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])|(?<=s)'(?=[\s.,;:!?)]|$)")
_OPENS_QUOTATION = re.compile(r"(?<!\w)'\w")

SHORT = 200
"""Characters of a text whose width is remembered: a picture says the same words again and again."""


def clean(text: str) -> str:
    """The text with nothing in it that XML or a terminal could stumble over; line breaks become spaces.

    >>> clean("a\\x00b\\n\\u202ec")
    'a b c'
    """
    if text.isascii() and text.isprintable():
        return text
    letters = unicodedata.normalize("NFC", text).translate(_DRAWN)
    start = next((at for at, letter in enumerate(letters) if _columns(letter)), len(letters))
    return letters[start:]


def _drawable(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if kind in ("Cf", "Cs") or "\ufe00" <= letter <= "\ufe0f":
        return ""
    return "\ufffd" if kind in ("Cn", "Co") else letter


_DRAWN = Memo[int, str](lambda code: _drawable(chr(code)))


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def columns(text: str) -> int:
    """Returns the number of terminal columns that a cleaned text fills.

    >>> columns("ab"), columns("漢字")
    (2, 4)
    """
    return int(total(map(_columns, text)))


# Letters of a typeface that is wide on most screens, in parts of its size: those of a class are no wider.
_CLASSES = {0.33: " .,:;'|!il·", 0.43: "jrtfI()[]-/", 0.85: "wMWQO%@m", 1.0: "—…≈⌂▒▓█"}
_WIDTHS: Mapping[str, float] = {letter: width for width, letters in _CLASSES.items() for letter in letters}
_BOLD = 1.12


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how many pixels a cleaned text fills, on the wide side.

    >>> text_width("ill", 10) < text_width("now", 10) < text_width("漢字漢", 10)
    True
    """
    wide = _short_width(text) if len(text) <= SHORT else _sum_widths(text)
    return wide * size * (_BOLD if bold else 1)


def _sum_widths(text: str) -> float:
    return total(map(_letter_width, text))


_short_width = lru_cache(4_096)(_sum_widths)


def _letter_width(letter: str) -> float:
    found = _WIDTHS.get(letter)
    if found is not None:
        return found
    if letter.isascii():
        return 0.72 if letter.isupper() else 0.64
    wide = _columns(letter)
    return wide * (0.65 if wide == 2 else 0.85)


def shorten(text: str, room: float, size: float, bold: bool) -> str:
    """A cleaned text, or as much of it as leaves room for an ellipsis."""
    if text_width(text, size, bold) <= room + 0.01:
        return text
    kept = text
    while kept and text_width(kept + "…", size, bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…" if kept else ""


def broken(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A cleaned text in lines of so many pixels, broken at blanks, within a word only where that is longer than a line.

    >>> broken("walls: 7 · turns: 2", 62, 14), broken("", 90, 14)
    (['walls: 7', '· turns:', '2'], [])
    """
    lines: list[str] = []
    for word in text.split():
        wider = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(wider, size, bold) <= room:
            lines[-1] = wider
            continue
        rest = word
        while rest:
            part = rest
            while len(part) > 1 and text_width(part, size, bold) > room:
                part = part[: len(part) * 3 // 4]
            lines.append(part)
            rest = rest[len(part) :]
    return lines


def clip(text: str, width: int, more: str = "…") -> str:
    """The text, or as much of it as leaves room for `more` within `width` columns.

    >>> clip("boulder choke", 8)
    'boulder…'
    """
    if columns(text) <= width:
        return text
    room = width - columns(more)
    kept = ""
    for letter in text:
        if (room := room - _columns(letter)) < 0:
            break
        kept += letter
    return kept + more if width >= columns(more) else ""


def pad(text: str, width: int) -> str:
    """The text with blanks behind it, up to `width` columns."""
    return text + " " * (width - columns(text))


def typeset(text: str) -> str:
    """The text with apostrophes as a printer sets them; a text that quotes between such signs stays.

    >>> typeset("the players' stones, Anna's turn, the mark 'x'"), typeset("the players' stones, Anna's turn")
    ("the players' stones, Anna's turn, the mark 'x'", 'the players’ stones, Anna’s turn')
    """
    return text if "'" not in text or _OPENS_QUOTATION.search(text) else _APOSTROPHE.sub("’", text)


def plain(text: str) -> str:
    """The text in ASCII: look-alikes where there are any, otherwise question marks.

    >>> plain("Rafał ≈ 漢")
    'Rafal ~ ?'
    """
    return "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    bare = unicodedata.normalize("NFKD", letter)
    folded = ASCII.get(letter) or "".join(part for part in bare if part.isascii() and part.isprintable())
    return folded if folded or not _columns(letter) else "?"


@frozen
class BoxCharacters:
    """The characters boxes and passages are made of."""

    corners: str  # north-west, north-east, south-west, south-east
    level: str
    upright: str
    doors: Mapping[str, str]  # a passage through the border, by side
    fixed: Mapping[str, str]  # the same with something fixed on it
    unknown: Mapping[str, str]  # what lies before an opening that nobody has followed
    dot: str
    more: str
    barred: str  # something on the border between two cells: level, upright
    slants: str  # a line that leads south-east, and one that leads south-west


def _by_side(strokes: str) -> Mapping[str, str]:
    return dict(zip("nesw", strokes, strict=True))


LINES = BoxCharacters(
    "┌┐└┘",
    "─",
    "│",
    _by_side("┴├┬┤"),
    _by_side("╎╌╎╌"),
    _by_side("┊┈┊┈"),
    "·",
    "…",
    "━┃",
    "╲╱",
)
TYPED = BoxCharacters(
    "++++",
    "-",
    "|",
    _by_side("|-|-"),
    _by_side("!!!!"),
    _by_side(":.:."),
    ".",
    "..",
    "=!",
    "\\/",
)


@frozen
class Lettering:
    """Letters and lines of one terminal: its width in columns, its alphabet, marks that replace symbols, and the
    language."""

    width: int
    unicode: bool = True
    marks: Mapping[str, str] = field(default_factory=dict)
    lang: str = "en"

    @property
    def strokes(self) -> BoxCharacters:
        """The line characters of this alphabet."""
        return LINES if self.unicode else TYPED

    def words(self, text: str) -> str:
        """A text as it is written here."""
        return clean(text) if self.unicode else plain(clean(text))

    def mark(self, symbol: str) -> str:
        """A symbol, a token or an initial as it is written here; no more than two columns."""
        return clip(self.words(self.marks.get(symbol, symbol)).strip(), 2, "")

    def initials(self, symbols: Iterable[str]) -> str:
        """Several marks in a row."""
        return "".join(map(self.mark, symbols))

    def fit(self, text: str, width: int) -> str:
        """A written text cut to so many columns."""
        return clip(text, width, self.strokes.more)

    def listing(self, *texts: str) -> str:
        """Texts that are not empty, with dots between them."""
        return f" {self.strokes.dot} ".join(self.words(text) for text in texts if text.strip())
